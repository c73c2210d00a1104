"""Random batches for the tests: prompts whose pages lie anywhere in a pool, some of them shared."""

from dataclasses import dataclass

import torch
from hypothesis import strategies as st
from torch import Tensor

from prefixkv_teach.attention import KVPool, WorkPlan, make_pool, plan_flat
from prefixkv_teach.plan import PrefixPlan, plan_tokens


@dataclass(frozen=True, eq=False)
class Batch:
    """Paged inputs, and beside them what each prompt's dense keys and values are."""

    q: Tensor
    pool: KVPool
    work: WorkPlan
    dense: list[tuple[Tensor, Tensor, Tensor]]


@st.composite
def batches(draw: st.DrawFn, dtype: torch.dtype = torch.float32) -> Batch:
    """Up to four prompts over one pool; each may borrow whole pages from the one before it."""
    page_size, kv_heads = draw(st.integers(1, 5)), draw(st.integers(1, 3))
    heads, head_dim = kv_heads * draw(st.integers(1, 4)), draw(st.sampled_from([8, 10, 16]))
    totals = draw(st.lists(st.integers(0, 13), max_size=4))
    news = [draw(st.integers(0, total)) for total in totals]
    lent = [draw(st.integers(0, total // page_size)) for total in totals]
    generator = torch.Generator().manual_seed(draw(st.integers(0, 2**31)))
    needed = sum(-(-total // page_size) for total in totals)
    free = (torch.randperm(needed, generator=generator) + 1).tolist()
    pool = make_pool(needed, page_size=page_size, kv_heads=kv_heads, head_dim=head_dim, dtype=dtype)

    def numbers(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=generator).to(dtype)

    tables: list[list[int]] = []
    dense: list[tuple[Tensor, Tensor, Tensor]] = []
    for total, new, pages in zip(totals, news, lent, strict=True):
        k, v = numbers(total, kv_heads, head_dim), numbers(total, kv_heads, head_dim)
        pages = min(pages, (len(dense[-1][1]) // page_size) if dense else 0)
        cached = pages * page_size
        table = tables[-1][:pages] if pages else []
        if cached:
            k[:cached], v[:cached] = dense[-1][1][:cached], dense[-1][2][:cached]
        table = table + [free.pop() for _ in range(-(-total // page_size) - pages)]
        pool.write(table, cached, k[cached:], v[cached:])
        tables.append(table)
        dense.append((numbers(new, heads, head_dim), k, v))
    q = torch.cat([part[0] for part in dense]) if dense else numbers(0, heads, head_dim)
    return Batch(q, pool, plan_flat(tables, news, totals, page_size), dense)


def plans(max_prompts: int = 6) -> st.SearchStrategy[PrefixPlan]:
    """Small plans with much in common: few ids, page sizes 1 to 5, cap on and off, empty prompts."""
    prompts = st.lists(st.lists(st.integers(-1, 1), max_size=9), max_size=max_prompts)
    return st.builds(
        lambda ids, page_size, cap: plan_tokens(ids, page_size=page_size, cap=cap),
        prompts,
        st.integers(1, 5),
        st.booleans(),
    )
