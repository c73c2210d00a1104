"""The kernel configurations that a GPU check tries, and how one is compared with float64."""

from collections.abc import Iterator
from typing import NamedTuple

import torch
from torch import Tensor

from prefixkv_teach.attention.dtypes import TOLERANCES, dtype_named
from prefixkv_teach.attention.merge import tree_attention
from prefixkv_teach.attention.paged import paged_attention
from prefixkv_teach.attention.pool import KVPool, make_pool
from prefixkv_teach.attention.reference import dense_attention, relative_error
from prefixkv_teach.attention.tree_items import PageTree, plan_tree
from prefixkv_teach.plan import PrefixPlan, plan_tokens

HEAD_DIMS = (16, 40, 64, 80, 96, 128)
PAGE_SIZES = (1, 2, 3, 16, 48)
GROUPS = ((4, 4), (8, 2), (7, 1))


class Case(NamedTuple):
    """One configuration: a number format, a head size, a page size, and query heads over KV heads."""

    dtype: str
    head_dim: int
    page_size: int
    heads: int
    kv_heads: int
    tokens: int

    def __str__(self) -> str:
        return f"{self.dtype}, D {self.head_dim}, page {self.page_size}, heads {self.heads}/{self.kv_heads}"


def cases(dry: bool = False) -> Iterator[Case]:
    """Yield every number format with every head size, and one head size with every page size and group.

    Args:
        dry: a few of them, with short prompts, since the interpreter is slow.

    Example:
        >>> len(list(cases())), len(list(cases(dry=True)))
        (36, 4)
    """
    for dtype in TOLERANCES:
        if dry:
            yield Case(dtype, 16, 2, 4, 2, tokens=5)
            continue
        yield from (Case(dtype, head_dim, 16, 8, 2, tokens=300) for head_dim in HEAD_DIMS)
        yield from (Case(dtype, 64, page_size, 8, 2, tokens=300) for page_size in PAGE_SIZES if page_size != 16)
        yield from (Case(dtype, 64, 16, *heads, tokens=300) for heads in GROUPS if heads != (8, 2))
    if dry:
        yield Case("float32", 40, 3, 3, 1, tokens=5)


def check_case(case: Case, backend: str, device: torch.device | str) -> dict[str, float]:
    """Run one configuration three ways and return each one's relative error against float64.

    The prompts share a front; prefill computes one of them whole and the others behind the front, decode and
    tree ask with the last token of each.

    Example:
        >>> errors = check_case(Case("float32", 16, 2, 4, 2, tokens=5), "torch", "cpu")
        >>> list(errors), max(errors.values()) < 2e-6
        (['prefill', 'decode', 'tree'], True)
    """
    page, length = case.page_size, case.tokens
    plan = plan_tokens(
        [[*range(length), 9000], [*range(length), 9001, 9002], [*range(length // 2), 9003], [9004]], page_size=page
    )
    pool, keys, values = _fill(case, plan, device)
    tree = PageTree.from_plan(plan)
    prefill, one = list(plan.computed_tokens), [1] * len(plan.prompts)
    errors = {}
    for way, new in (("prefill", prefill), ("decode", one), ("tree", one)):
        q = torch.randn(sum(new), case.heads, case.head_dim, generator=_seed()).to(device, dtype_named(case.dtype))
        if way == "tree":
            work = plan_tree(plan, new, page, page * max(1, length // (3 * page)))
            out, _ = tree_attention(q, pool.k_pages, pool.v_pages, work, backend=backend)
        else:
            out, _ = paged_attention(q, pool.k_pages, pool.v_pages, tree.flat(new, page), backend=backend)
        want = [dense_attention(rows, k, v)[0] for rows, k, v in zip(q.split(new), keys, values, strict=True)]
        errors[way] = relative_error(out, torch.cat(want))
    return errors


def _fill(case: Case, plan: PrefixPlan, device: torch.device | str) -> tuple[KVPool, list[Tensor], list[Tensor]]:
    """Put keys and values in pages; a token's numbers follow from its id, so that borrowers agree about them."""
    dtype, ids = dtype_named(case.dtype), sorted({token for row in plan.token_ids for token in row})
    row_of = {token: row for row, token in enumerate(ids)}
    numbers = torch.randn(2, len(ids), case.kv_heads, case.head_dim, generator=_seed()).to(device, dtype)
    shape = {"page_size": case.page_size, "kv_heads": case.kv_heads, "head_dim": case.head_dim}
    pool = make_pool(plan.pages, **shape, dtype=dtype, device=device)
    rows = [[row_of[token] for token in prompt] for prompt in plan.token_ids]
    for prompt, table in enumerate(PageTree.from_plan(plan).tables):
        pool.write(table, 0, numbers[0, rows[prompt]], numbers[1, rows[prompt]])
    return pool, [numbers[0, row] for row in rows], [numbers[1, row] for row in rows]


def _seed() -> torch.Generator:
    return torch.Generator().manual_seed(0)
