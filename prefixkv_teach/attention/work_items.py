"""Work items: the one rule that turns page tables and lengths into attention work."""

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class WorkItem(NamedTuple):
    """One stretch of query rows and the pages they read.

    Query row q0 + i, for i below n_q, sees the keys n <= pos0 + i among the n_kv tokens stored in the pages
    from place page0 of the page list on; its result goes to row out0 + i. A prompt computed from its start
    has pos0 = 0, one behind a cached prefix has pos0 = the prefix's tokens, a single new token has n_q = 1,
    and rows that may see every key have pos0 = n_kv. Rows before the item's first key, of a prompt whose keys are
    split over items, have pos0 + i < 0 and see nothing.

    Example:
        >>> WorkItem(q0=0, n_q=2, page0=0, n_kv=4, pos0=2, out0=0).visible_pairs()
        7
    """

    q0: int
    n_q: int
    page0: int
    n_kv: int
    pos0: int
    out0: int

    def visible_pairs(self) -> int:
        """Count the (query row, key) pairs that the rule lets through: the work of this item.

        Example:
            >>> WorkItem(q0=0, n_q=4, page0=0, n_kv=4, pos0=0, out0=0).visible_pairs()  # 1 + 2 + 3 + 4
            10
        """
        blind = min(self.n_q, max(0, -self.pos0))  # rows before the item's first key
        rows, pos0 = self.n_q - blind, self.pos0 + blind
        growing = min(rows, max(0, self.n_kv - pos0 - 1))  # rows that do not see every key yet
        first, last = pos0 + 1, pos0 + growing
        return growing * (first + last) // 2 + (rows - growing) * self.n_kv


@dataclass(frozen=True)
class WorkPlan:
    """Work items over one list of pages; `plan_flat` makes one, `paged_attention` runs it.

    Attributes:
        items: the work items.
        pages: page numbers in the KV pool; each item reads a stretch of this list.
        page_size: tokens in a page.
        query_rows: rows that q must have.
        out_rows: rows that the result will have.
    """

    items: tuple[WorkItem, ...]
    pages: tuple[int, ...]
    page_size: int
    query_rows: int
    out_rows: int

    def item_pages(self, item: WorkItem) -> tuple[int, ...]:
        """Return the page numbers that one item reads, first token first.

        Example:
            >>> plan = plan_flat([[4, 7]], [1], [3], page_size=2)
            >>> plan.item_pages(plan.items[0])
            (4, 7)
        """
        return self.pages[item.page0 : item.page0 + _pages_for(item.n_kv, self.page_size)]

    def visible_pairs(self) -> int:
        """Count the (query row, key) pairs of all items.

        Example:
            >>> plan_flat([[1, 2], [1, 3]], [4, 2], [4, 4], page_size=2).visible_pairs()
            17
        """
        return sum(item.visible_pairs() for item in self.items)


def plan_flat(
    tables: Sequence[Sequence[int]], new_lens: Sequence[int], total_lens: Sequence[int], page_size: int
) -> WorkPlan:
    """Make one work item per prompt: its new tokens read its cached ones and themselves.

    Query rows are the new tokens of prompt 0, then of prompt 1, and so on. A prompt's cached tokens are the
    first total - new ones of its table, whoever computed them.

    Args:
        tables: page numbers in the pool, by prompt number; page 0 is the null page and never in use. A table
            may be longer than needed.
        new_lens: tokens that ask, by prompt number.
        total_lens: cached and new tokens together, by prompt number.
        page_size: tokens in a page, 1 or more.

    Raises:
        TypeError, ValueError: a length or a page is impossible; the message names the prompt and the value.

    Example:
        >>> plan = plan_flat([[1, 2], [1, 3]], [4, 2], [4, 4], page_size=2)  # the second borrows page 1
        >>> plan.items[1]
        WorkItem(q0=4, n_q=2, page0=2, n_kv=4, pos0=2, out0=4)
        >>> plan.pages
        (1, 2, 1, 3)
    """
    page_size = _whole("page_size", page_size, at_least=1)
    if not len(tables) == len(new_lens) == len(total_lens):
        raise ValueError(
            f"{len(tables)} page tables, {len(new_lens)} new lengths and {len(total_lens)} total lengths "
            "were given; give one of each per prompt."
        )
    items: list[WorkItem] = []
    pages: list[int] = []
    rows = 0
    for prompt, (table, new, total) in enumerate(zip(tables, new_lens, total_lens, strict=True)):
        new, total = _check_lengths(prompt, new, total)
        items.append(WorkItem(q0=rows, n_q=new, page0=len(pages), n_kv=total, pos0=total - new, out0=rows))
        pages.extend(_check_table(prompt, table, total, page_size))
        rows += new
    return WorkPlan(tuple(items), tuple(pages), page_size, query_rows=rows, out_rows=rows)


def _check_lengths(prompt: int, new: int, total: int) -> tuple[int, int]:
    new = _whole(f"prompt {prompt}: the new length", new, at_least=0)
    total = _whole(f"prompt {prompt}: the total length", total, at_least=0)
    if new > total:
        raise ValueError(
            f"prompt {prompt}: {new} new tokens but a total length of {total}; the total counts cached and "
            "new tokens together, so it cannot be smaller."
        )
    return new, total


def _check_table(prompt: int, table: Sequence[int], total: int, page_size: int) -> list[int]:
    needed = _pages_for(total, page_size)
    if len(table) < needed:
        raise ValueError(
            f"prompt {prompt}: {total} tokens need {needed} pages of {page_size}, but its page table has "
            f"{len(table)}; give it a longer table."
        )
    # Page 0 is full of NaN on purpose: a table that names it was never filled in.
    return [
        _whole(f"prompt {prompt}: page {at} of its table", page, at_least=1) for at, page in enumerate(table[:needed])
    ]


def _pages_for(tokens: int, page_size: int) -> int:
    return -(-tokens // page_size)


def _whole(name: str, value: int, *, at_least: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r:.60}; expected a whole number, {at_least} or more.") from None
    if number < at_least:
        raise ValueError(f"{name} is {number}; expected a whole number, {at_least} or more.")
    return number
