"""Slow, honest versions of every step: no adjacency, no climb, no ranges; whatever can be tried is tried.

The tests compare the package with these. They are written from the article's words and share no code with it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

Ids = Sequence[Sequence[int]]
Freed = list[list[int]]


def comes_first(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether `a` is strictly smaller: at the first difference, or because it ends there."""
    for at in range(max(len(a), len(b))):
        if at == len(a):
            return True
        if at == len(b):
            return False
        if a[at] != b[at]:
            return a[at] < b[at]
    return False


def order(token_ids: Ids) -> list[int]:
    """Take, again and again, the first prompt that no other one left comes before."""
    left, taken = list(range(len(token_ids))), []
    while left:
        first = next(p for p in left if not any(comes_first(token_ids[q], token_ids[p]) for q in left))
        left.remove(first)
        taken.append(first)
    return taken


def common(a: Sequence[int], b: Sequence[int]) -> int:
    """The longest front that both have, by trying every length."""
    return max(n for n in range(len(a) + 1) if n <= len(b) and list(a[:n]) == list(b[:n]))


class Layout(NamedTuple):
    """Who shares what: `shared` and `parent` by position, the rest as in a plan."""

    shared: list[int]
    parent: list[int | None]
    tables: list[list[int]]
    owner: list[int]


def layout(token_ids: Ids, running_order: Sequence[int], page_size: int, cap: bool) -> Layout:
    """Run the prompts in any order, looking up all tokens up to a page's end in a dictionary.

    A page is borrowed if its tokens, and all before them, were computed by anybody earlier, not only by the
    previous prompt; the owner of the last one is the parent.
    """
    newest: dict[tuple[int, ...], int] = {}
    tables: list[list[int]] = [[] for _ in token_ids]
    shared, parent, owner = [], [], []
    for prompt in running_order:
        ids = token_ids[prompt]
        borrowed = 0
        for end in range(page_size, len(ids) + 1, page_size):
            if (cap and end >= len(ids)) or tuple(ids[:end]) not in newest:
                break
            tables[prompt].append(newest[tuple(ids[:end])])
            borrowed = end
        shared.append(borrowed)
        parent.append(owner[tables[prompt][-1]] if borrowed else None)
        for start in range(borrowed, len(ids), page_size):
            if start + page_size <= len(ids):
                newest[tuple(ids[: start + page_size])] = len(owner)
            tables[prompt].append(len(owner))
            owner.append(prompt)
    return Layout(shared, parent, tables, owner)


class FreedPageRead(Exception):
    """A prompt read a page that had been freed."""


class State(NamedTuple):
    """What a simulation shows after one prompt has run."""

    freed: list[int]
    live: frozenset[int]
    peak: int
    readers: dict[int, set[int]]


class Pool:
    """Pages by name: which are live, and who reads each. Refuses whatever must never happen."""

    def __init__(self) -> None:
        self.live: set[int] = set()
        self.ever: set[int] = set()
        self.readers: dict[int, set[int]] = {}

    def read(self, page: int) -> None:
        if page not in self.live:
            raise FreedPageRead(f"page {page} is read and not live")

    def compute(self, page: int) -> None:
        assert page not in self.ever, f"page {page} is computed twice"
        self.ever.add(page)
        self.live.add(page)

    def free(self, page: int) -> None:
        assert page in self.live, f"page {page} is freed and not live"
        self.live.remove(page)

    def state(self, freed: list[int], peak: int) -> State:
        shown = {page: set(who) for page, who in self.readers.items() if page in self.live}
        return State(sorted(freed), frozenset(self.live), peak, shown)


def split(table: Sequence[int], owner: Sequence[int], prompt: int) -> tuple[list[int], list[int]]:
    """A table's borrowed pages and its own ones."""
    return [p for p in table if owner[p] != prompt], [p for p in table if owner[p] == prompt]


def as_written(running_order: Sequence[int], plan: Layout) -> Iterator[State]:
    """Method 2 in the article's words: arrive, the parent lets go, compute, finish."""
    pool = Pool()
    children: dict[int, set[int]] = {p: set() for p in running_order}
    for prompt, parent in zip(running_order, plan.parent, strict=True):
        if parent is not None:
            children[parent].add(prompt)

    def leave(prompt: int) -> list[int]:
        gone = []
        for page in plan.tables[prompt]:
            pool.readers[page].remove(prompt)
            if not pool.readers[page]:
                pool.free(page)
                gone.append(page)
        return gone

    for prompt, parent in zip(running_order, plan.parent, strict=True):
        borrowed, own = split(plan.tables[prompt], plan.owner, prompt)
        freed: list[int] = []
        for page in borrowed:
            pool.read(page)
            pool.readers[page].add(prompt)
        if parent is not None:
            children[parent].remove(prompt)
            if not children[parent]:
                freed += leave(parent)
        for page in own:
            pool.compute(page)
            pool.readers[page] = {prompt}
        for page in borrowed:
            pool.read(page)
        peak = len(pool.live)
        if not children[prompt]:
            freed += leave(prompt)
        yield pool.state(freed, peak)


def tightly(running_order: Sequence[int], plan: Layout) -> Iterator[State]:
    """Method 2 counted tightly: a page waits for those prompts, by name, that will still read it."""
    pool = Pool()
    for page in range(len(plan.owner)):
        pool.readers[page] = {p for p in running_order if page in plan.tables[p]}
    for prompt in running_order:
        borrowed, own = split(plan.tables[prompt], plan.owner, prompt)
        for page in own:
            pool.compute(page)
        for page in borrowed:
            pool.read(page)
        peak = len(pool.live)
        freed = []
        for page in plan.tables[prompt]:
            pool.readers[page].remove(prompt)
            if not pool.readers[page]:
                pool.free(page)
                freed.append(page)
        yield pool.state(freed, peak)


Waits = Callable[[int, int], set[int]]


def last_direct_child(running_order: Sequence[int], plan: Layout) -> Waits:
    """The trap: a prompt's kept pages wait for its direct children."""
    children: dict[int, set[int]] = {p: set() for p in running_order}
    for prompt, parent in zip(running_order, plan.parent, strict=True):
        if parent is not None:
            children[parent].add(prompt)
    return lambda prompt, page: children[prompt]


def last_descendant(running_order: Sequence[int], plan: Layout) -> Waits:
    """The rule: a kept page waits for every descendant of its owner that has it in its table."""
    parent_of = dict(zip(running_order, plan.parent, strict=True))

    def descends(prompt: int, ancestor: int) -> bool:
        above = parent_of[prompt]
        return above is not None and (above == ancestor or descends(above, ancestor))

    return lambda prompt, page: {p for p in running_order if page in plan.tables[p] and descends(p, prompt)}


def keeping(running_order: Sequence[int], plan: Layout, page_size: int, waits: Waits) -> Iterator[State]:
    """Method 1: a prompt keeps as many of its first pages as a child borrows, until nobody waits for them."""
    pool = Pool()
    waiting: dict[int, set[int]] = {}
    for prompt in running_order:
        borrowed, own = split(plan.tables[prompt], plan.owner, prompt)
        for page in borrowed:
            pool.read(page)
        for page in own:
            pool.compute(page)
        peak = len(pool.live)
        wanted = [s for s, lender in zip(plan.shared, plan.parent, strict=True) if lender == prompt]
        kept = plan.tables[prompt][: max(wanted, default=0) // page_size]
        freed = [page for page in own if page not in kept]
        for page in own:
            if page in kept:
                waiting[page] = set(waits(prompt, page))
        for page in list(waiting):
            waiting[page].discard(prompt)
            if not waiting[page]:
                del waiting[page]
                freed.append(page)
        for page in freed:
            pool.free(page)
        pool.readers = {page: set(who) for page, who in waiting.items()}
        yield pool.state(freed, peak)


def keep_all(running_order: Sequence[int], plan: Layout) -> Iterator[State]:
    """The baseline that never frees: everyone who has arrived goes on reading."""
    pool = Pool()
    for prompt in running_order:
        borrowed, own = split(plan.tables[prompt], plan.owner, prompt)
        for page in borrowed:
            pool.read(page)
        for page in own:
            pool.compute(page)
            pool.readers[page] = set()
        for page in plan.tables[prompt]:
            pool.readers[page].add(prompt)
        yield pool.state([], len(pool.live))
