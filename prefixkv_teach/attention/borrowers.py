"""Decode steps timed against the number of prompts that borrow one prefix, flat and over the tree."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import torch
from torch import Tensor

from prefixkv_teach.attention.cost import Cost, count_cost, show_bytes, show_seconds
from prefixkv_teach.attention.merge import tree_attention
from prefixkv_teach.attention.paged import paged_attention
from prefixkv_teach.attention.pool import KVPool, make_pool
from prefixkv_teach.attention.reference import relative_error
from prefixkv_teach.attention.threads import use_threads
from prefixkv_teach.attention.tree_items import PageTree, plan_tree


@dataclass(frozen=True)
class DecodeStep:
    """One decode step of a batch, flat and over the tree.

    Attributes:
        borrowers: prompts in the batch.
        flat, tree: the cost of each way, counted.
        flat_seconds, tree_seconds: the shortest round of each way, measured.
        difference: relative Frobenius difference of the two results.
    """

    borrowers: int
    flat: Cost
    tree: Cost
    flat_seconds: float
    tree_seconds: float
    difference: float

    def __str__(self) -> str:
        less, faster = self.flat.kv_bytes / self.tree.kv_bytes, self.flat_seconds / self.tree_seconds
        return (
            f"{self.borrowers:3} borrowers: KV bytes {show_bytes(self.flat.kv_bytes)} flat, "
            f"{show_bytes(self.tree.kv_bytes)} tree ({less:.2f}x less); time {show_seconds(self.flat_seconds)} flat, "
            f"{show_seconds(self.tree_seconds)} tree ({faster:.2f}x); difference {self.difference:.1e}"
        )


def one_prefix(borrowers: int, shared: int, own: int, page_size: int) -> PageTree:
    """Lay out prompts that share a prefix and go on with tokens of their own.

    Args:
        borrowers: how many prompts.
        shared: tokens of the prefix, a multiple of the page size.
        own: tokens of each prompt behind it.
        page_size: tokens in a page.

    Raises:
        ValueError: the prefix does not end at a page's end.

    Example:
        >>> one_prefix(2, shared=4, own=1, page_size=2).tables
        ((1, 2, 3), (1, 2, 4))
    """
    if shared % page_size:
        raise ValueError(
            f"shared is {shared} and a page holds {page_size}; a shared length must fall on a page boundary."
        )
    front, each = shared // page_size, -(-own // page_size)
    tables = tuple(
        (*range(1, front + 1), *range(front + 1 + n * each, front + 1 + (n + 1) * each)) for n in range(borrowers)
    )
    return PageTree(tuple(range(borrowers)), tables, (shared + own,) * borrowers)


def time_borrowers(
    counts: Sequence[int] = (1, 2, 4, 8, 16, 32),
    *,
    shared: int = 512,
    own: int = 64,
    page_size: int = 16,
    heads: int = 32,
    kv_heads: int = 8,
    head_dim: int = 64,
    repeats: int = 3,
    threads: int = 1,
) -> list[DecodeStep]:
    """Time one decode step in float32 on the CPU for several numbers of borrowers, flat and over the tree.

    Planning the work is part of what is timed. The two ways take turns after a round of warming up.

    Args:
        counts: how many prompts share the prefix.
        shared, own: tokens of the prefix, and of each prompt behind it.
        page_size: tokens in a page.
        heads, kv_heads, head_dim: as in `run_pass`.
        repeats, threads: timed rounds, of which the shortest counts, and CPU threads.

    Example:
        >>> step = time_borrowers([2], shared=4, own=2, page_size=2, heads=2, kv_heads=1, head_dim=4)[0]
        >>> step.flat.kv_bytes, step.tree.kv_bytes   # 12 tokens read, or 8, of 2 x 4 x 4 bytes
        (384, 256)
    """
    shape = {"heads": heads, "kv_heads": kv_heads, "head_dim": head_dim, "element_size": 4}
    steps = []
    with use_threads(threads):
        for count in counts:
            tree = one_prefix(count, shared, own, page_size)
            pool, q = _random_pool(tree, page_size, kv_heads, head_dim), torch.randn(count, heads, head_dim)
            ways = [partial(decode_flat, q, pool, tree), partial(decode_tree, q, pool, tree)]
            (flat, over), seconds = _take_turns(ways, repeats)
            counted = (
                count_cost(tree.flat([1] * count, page_size), **shape),
                count_cost(plan_tree(tree, [1] * count, page_size), **shape),
            )
            steps.append(DecodeStep(count, *counted, seconds[0], seconds[1], relative_error(over, flat)))
    return steps


def decode_flat(q: Tensor, pool: KVPool, tree: PageTree) -> Tensor:
    """Plan and run one decode step in which each prompt reads all of its own pages.

    Example:
        >>> pages = torch.ones(4, 2, 1, 4)
        >>> decode_flat(torch.ones(2, 2, 4), KVPool(pages, pages), one_prefix(2, 2, 1, page_size=2)).shape
        torch.Size([2, 2, 4])
    """
    work = tree.flat([1] * len(tree.tables), pool.k_pages.shape[1])
    return paged_attention(q, pool.k_pages, pool.v_pages, work)[0]


def decode_tree(q: Tensor, pool: KVPool, tree: PageTree) -> Tensor:
    """Plan and run the same step over the tree.

    Example:
        >>> pages = torch.ones(4, 2, 1, 4)
        >>> decode_tree(torch.ones(2, 2, 4), KVPool(pages, pages), one_prefix(2, 2, 1, page_size=2)).shape
        torch.Size([2, 2, 4])
    """
    work = plan_tree(tree, [1] * len(tree.tables), pool.k_pages.shape[1])
    return tree_attention(q, pool.k_pages, pool.v_pages, work)[0]


def _random_pool(tree: PageTree, page_size: int, kv_heads: int, head_dim: int) -> KVPool:
    pages = max((page for table in tree.tables for page in table), default=0)
    pool = make_pool(pages, page_size=page_size, kv_heads=kv_heads, head_dim=head_dim)
    generator = torch.Generator().manual_seed(0)
    for numbers in (pool.k_pages, pool.v_pages):
        numbers[1:] = torch.randn(numbers[1:].shape, generator=generator)
    return pool


def _take_turns(ways: Sequence[Callable[[], Tensor]], repeats: int) -> tuple[list[Tensor], list[float]]:
    best = [float("inf")] * len(ways)
    results = [way() for way in ways]  # this warms up
    for _ in range(repeats):
        for at, way in enumerate(ways):
            start = time.perf_counter()
            way()
            best[at] = min(best[at], time.perf_counter() - start)
    return results, best
