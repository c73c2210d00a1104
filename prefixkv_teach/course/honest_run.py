"""The slow honest versions of step 6: pages with sets of readers, and a question asked of every page every time."""

from collections.abc import Sequence
from typing import NamedTuple

Tables = Sequence[Sequence[int]]


class Entry(NamedTuple):
    """What a ledger says about one moment; all are sets of prompts by page number.

    Attributes:
        adding: who holds each page once the arriving prompt has added itself.
        computing: the same after its parent may have let go: while the prompt computes, at the moment's fullest.
        after: the same when the moment is over.
    """

    adding: dict[int, set[int]]
    computing: dict[int, set[int]]
    after: dict[int, set[int]]


def honest_release(order: Sequence[int], parent: Sequence[int | None], page_tables: Tables) -> list[list[int]]:
    """Free a page after a prompt if no later prompt has it in its table, by asking every later one.

    Example:
        >>> honest_release([0, 1, 2], [None, 0, 1], [[0], [0, 1], [0, 1, 2]])
        [[], [], [0, 1, 2]]
    """
    freed = []
    for position, prompt in enumerate(order):
        later = order[position + 1 :]
        freed.append([page for page in page_tables[prompt] if all(page not in page_tables[other] for other in later)])
    return freed


def honest_ledger(order: Sequence[int], parent: Sequence[int | None], page_tables: Tables) -> list[Entry]:
    """Keep method 2's ledger as written: every page with the set of prompts that hold it, moment by moment.

    Example:
        >>> [entry.computing[0] for entry in honest_ledger([0, 1, 2], [None, 0, 0], [[0], [0, 1], [0, 2]])]
        [{0}, {0, 1}, {2}]
    """
    holders: dict[int, set[int]] = {page: set() for table in page_tables for page in table}
    entries = []

    def copied() -> dict[int, set[int]]:
        return {page: set(who) for page, who in holders.items()}

    for position, prompt in enumerate(order):
        for page in page_tables[prompt]:
            holders[page].add(prompt)
        adding = copied()
        lender = parent[position]
        if lender is not None and lender not in parent[position + 1 :]:
            for who in holders.values():
                who.discard(lender)
        computing = copied()
        if prompt not in parent[position + 1 :]:
            for who in holders.values():
                who.discard(prompt)
        entries.append(Entry(adding, computing, copied()))
    return entries


def honest_peaks(order: Sequence[int], parent: Sequence[int | None], page_tables: Tables) -> tuple[int, int]:
    """Return the peak pages of method 2 as written, and counted tightly.

    Example:
        >>> honest_peaks([0, 1, 2], [None, 0, 0], [[0, 1], [0, 2], [0, 3]])
        (3, 2)
    """
    written = [sum(map(bool, entry.computing.values())) for entry in honest_ledger(order, parent, page_tables)]
    tight = []
    for position, prompt in enumerate(order):
        before = {page for other in order[:position] for page in page_tables[other]}
        wanted = {page for other in order[position:] for page in page_tables[other]}
        tight.append(len((before & wanted) | set(page_tables[prompt])))
    return max(written, default=0), max(tight, default=0)


def honest_trap(order: Sequence[int], parent: Sequence[int | None], page_tables: Tables) -> list[tuple[int, int]]:
    """Free each page once its owner's last *direct* child has run; return every read that comes too late.

    Returns:
        Pairs of a position and the freed page that the prompt there reads; empty if the rule did no harm.

    Example:
        >>> honest_trap([0, 1, 2], [None, 0, 1], [[0], [0, 1], [0, 1, 2]])
        [(2, 0)]
    """
    owner: dict[int, int] = {}
    gone: set[int] = set()
    late = []
    for position, prompt in enumerate(order):
        for page in page_tables[prompt]:
            owner.setdefault(page, prompt)
            if page in gone:
                late.append((position, page))
        for page, who in owner.items():
            if who not in parent[position + 1 :]:  # none of its direct children is still to come
                gone.add(page)
    return late
