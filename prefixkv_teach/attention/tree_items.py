"""Work items over the tree: a page that several prompts share is read once, for the queries of all of them."""

import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from prefixkv_teach.attention.work_items import WorkItem, WorkPlan, plan_flat
from prefixkv_teach.plan import PrefixPlan


@dataclass(frozen=True)
class PageTree:
    """Page tables with an order that puts prompts with a common front side by side.

    Attributes:
        order: prompt numbers, by position. In a plan's order the readers of a page stand side by side.
        tables: page numbers in the pool, by prompt number; page 0 is the null page and never in use.
        total_lens: tokens that lie in those pages, new ones included, by prompt number.
    """

    order: tuple[int, ...]
    tables: tuple[tuple[int, ...], ...]
    total_lens: tuple[int, ...]

    @classmethod
    def from_plan(cls, plan: PrefixPlan) -> "PageTree":
        """Take order, tables and lengths of a plan; its page p is page p + 1 of a pool.

        Example:
            >>> from prefixkv_teach.plan import plan_tokens
            >>> PageTree.from_plan(plan_tokens([[1, 2, 3], [1, 2, 4]])).tables
            ((1, 2), (1, 3))
        """
        tables = tuple(tuple(page + 1 for page in table) for table in plan.page_tables)
        return cls(plan.order, tables, tuple(map(len, plan.token_ids)))

    def flat(self, new_lens: Sequence[int], page_size: int) -> WorkPlan:
        """Return the same work without the tree: one item per prompt, in which each reads all its pages.

        Example:
            >>> PageTree((0, 1), ((1, 2), (1, 3)), (3, 3)).flat([1, 1], page_size=2).pages
            (1, 2, 1, 3)
        """
        return plan_flat(self.tables, new_lens, self.total_lens, page_size)


class Node(NamedTuple):
    """A stretch of pages that the same prompts read: those at positions first to last - 1 of the order.

    The pages stand at places start to end - 1 of each of their tables.
    """

    first: int
    last: int
    start: int
    end: int


@dataclass(frozen=True)
class TreePlan:
    """Work items over a tree and what puts their results together; `plan_tree` makes one.

    Attributes:
        work: the items. Its query rows stand in the order of the tree, so that the rows of all readers of a
            node are one stretch; each item writes rows of its own.
        rows: for each of those query rows, its number in the flat plan, where rows stand by prompt number.
        parts: the result rows to merge, parts[k][row] the k-th of a query row. A query row with fewer of them
            than others is filled up with `work.out_rows - 1`, a row that no item writes and that stays empty.
        nodes: the tree's nodes.
    """

    work: WorkPlan
    rows: tuple[int, ...]
    parts: tuple[tuple[int, ...], ...]
    nodes: tuple[Node, ...]


def plan_tree(
    tree: PrefixPlan | PageTree, new_lens: Sequence[int], page_size: int, max_item_tokens: int | None = None
) -> TreePlan:
    """Make work items that read each shared page once for all its readers (Hydragen, Juravsky et al., 2024).

    The last new tokens of each prompt ask, as in `plan_flat`. A page is shared among neighbours in the order
    whose new tokens may all see all of it; anybody else reads it in an item of its own, so every query sees
    every visible key exactly once, whatever the lengths.

    Args:
        tree: a plan, or page tables with an order.
        new_lens: tokens that ask, by prompt number; 1 each when decoding.
        page_size: tokens in a page.
        max_item_tokens: longest stretch of keys in one item, a multiple of page_size; None does not split. A
            GPU needs many items to keep its cores busy, a CPU does not.

    Raises:
        TypeError, ValueError: a length, a page or the split is impossible, or a shared page is not full; the
            message names the prompt and the value.

    Example:
        >>> tree = PageTree(order=(0, 1), tables=((1, 2), (1, 3)), total_lens=(3, 3))
        >>> plan_tree(tree, [1, 1], page_size=2).work.items[0]  # page 1, read once for both
        WorkItem(q0=0, n_q=2, page0=0, n_kv=2, pos0=2, out0=0)
    """
    if isinstance(tree, PrefixPlan):
        if page_size != tree.page_size:
            raise ValueError(f"page_size is {page_size}, but the plan has pages of {tree.page_size}; give that.")
        tree = PageTree.from_plan(tree)
    flat = tree.flat(new_lens, page_size)  # this checks tables, lengths and page size
    step = _check_split(max_item_tokens, page_size)
    prompts = _prompts_in_order(tree.order, flat)
    nodes = tuple(_nodes(prompts, page_size))
    items: list[WorkItem] = []
    pages: list[int] = []
    parts: list[list[int]] = [[] for _ in range(sum(prompt.new for prompt in prompts))]
    out_rows = 0
    for node in nodes:
        for item in _items_of(node, prompts, page_size, step):
            read = slice(node.start + item.page0, node.start + item.page0 + -(-item.n_kv // page_size))
            items.append(item._replace(page0=len(pages), out0=out_rows))
            pages.extend(prompts[node.first].table[read])
            for i in range(item.n_q):
                parts[item.q0 + i].append(out_rows + i)
            out_rows += item.n_q
    work = WorkPlan(tuple(items), tuple(pages), page_size, query_rows=len(parts), out_rows=out_rows + 1)
    most = max(1, *map(len, parts)) if parts else 1
    padded = tuple(tuple(row[k] if k < len(row) else out_rows for row in parts) for k in range(most))
    rows = tuple(prompt.flat_row + i for prompt in prompts for i in range(prompt.new))
    return TreePlan(work, rows, padded, nodes)


class _Prompt(NamedTuple):
    """A prompt of the tree with its numbers: q0 is its first row in the tree, flat_row the one in a flat plan."""

    number: int
    table: tuple[int, ...]
    total: int
    new: int
    q0: int
    flat_row: int


def _prompts_in_order(order: Sequence[int], flat: WorkPlan) -> list[_Prompt]:
    if sorted(order) != list(range(len(flat.items))):
        raise ValueError(f"the order {order!r:.80} does not name each of {len(flat.items)} prompts once.")
    prompts, q0 = [], 0
    for number in order:
        item = flat.items[number]
        prompts.append(_Prompt(number, flat.item_pages(item), item.n_kv, item.n_q, q0, item.q0))
        q0 += item.n_q
    return prompts


def _nodes(prompts: Sequence[_Prompt], page_size: int) -> Iterator[Node]:
    """Cut the tables into nodes: neighbours stay together as long as their tables agree."""
    shared = [0, *(_shared_pages(a, b, page_size) for a, b in pairwise(prompts))]
    waiting = [(0, len(prompts), 0)] if prompts else []
    while waiting:
        first, last, start = waiting.pop()
        if last - first == 1:
            end = len(prompts[first].table)
        else:
            end = min(shared[first + 1 : last])
        if end > start:
            yield Node(first, last, start, end)
        if last - first > 1:
            cuts = [first, *(at for at in range(first + 1, last) if shared[at] == end), last]
            waiting.extend((a, b, end) for a, b in reversed(list(pairwise(cuts))))


def _shared_pages(a: _Prompt, b: _Prompt, page_size: int) -> int:
    """Count the pages at the front that both read and that all new tokens of both may see to the end."""
    pages = 0
    while pages < min(len(a.table), len(b.table)) and a.table[pages] == b.table[pages]:
        pages += 1
    for prompt in (a, b):
        # Half a page cannot be shared: what one of the two writes behind it, the other would read as its own.
        if pages * page_size > prompt.total:
            raise ValueError(
                f"prompts {a.number} and {b.number} share page {prompt.table[pages - 1]}, but prompt {prompt.number} "
                f"ends inside it ({prompt.total} tokens, pages of {page_size}); "
                "a shared length must fall on a page boundary."
            )
    # A prompt's first new token sees all tokens before it and itself, and no more may go into a shared item.
    seen = [prompt.total - prompt.new + 1 for prompt in (a, b) if prompt.new]
    return min([pages, *(tokens // page_size for tokens in seen)])


def _items_of(node: Node, prompts: Sequence[_Prompt], page_size: int, step: int | None) -> Iterator[WorkItem]:
    """Cut a node into items; page0 counts from the node's start, and out0 is given later."""
    readers = prompts[node.first : node.last]
    q0, n_q = readers[0].q0, sum(prompt.new for prompt in readers)
    shared = len(readers) > 1
    begin = node.start * page_size
    end = node.end * page_size if shared else readers[0].total
    cached = end if shared else end - n_q  # tokens that lie before the first new one
    for at in range(begin, end, step or max(1, end - begin)):
        n_kv = min(end, at + step) - at if step else end - at
        skip = max(0, at - cached)  # new tokens that stand before these keys see none of them
        if n_q > skip:
            pos0 = min(n_kv, max(0, cached - at))
            yield WorkItem(q0 + skip, n_q - skip, (at - begin) // page_size, n_kv, pos0, out0=0)


def _check_split(max_item_tokens: int | None, page_size: int) -> int | None:
    if max_item_tokens is None:
        return None
    tokens = operator.index(max_item_tokens)
    if tokens < 1 or tokens % page_size:
        fits = max(1, -(-tokens // page_size)) * page_size
        raise ValueError(
            f"max_item_tokens is {tokens} and a page holds {page_size}; a split must fall on a page boundary, "
            f"so give a multiple of the page, such as {fits}."
        )
    return tokens
