"""Proof that pages are shared: spoil one, and see whose output changes."""

import torch

from prefixkv_teach.attention.dtypes import dtype_named
from prefixkv_teach.attention.layer import Layer, make_layer
from prefixkv_teach.attention.paged import paged_attention
from prefixkv_teach.attention.route import pool_for, route_with_reuse, write_own_tokens
from prefixkv_teach.attention.threads import use_threads
from prefixkv_teach.attention.work_items import plan_flat
from prefixkv_teach.plan import PrefixPlan


def corrupt_page(
    plan: PrefixPlan,
    page: int,
    *,
    heads: int = 8,
    kv_heads: int = 2,
    head_dim: int = 64,
    dtype: str = "float32",
    seed: int = 0,
) -> list[int]:
    """Spoil one page after all pages are written, attend again, and list the prompts whose output changed.

    They are the page's readers and nobody else. One kind of reader is not in the list: with the cap off, a
    prompt that borrows everything computes no token, so it has no output of its own that could change.

    Args:
        plan: the prompts and who shares what.
        page: a page number of the plan, 0 to plan.pages - 1.
        heads, kv_heads, head_dim, dtype, seed: as in `run_pass`.

    Returns:
        Prompt numbers, ascending.

    Raises:
        ValueError: the plan has no such page, or the layer cannot be made.

    Example:
        >>> from prefixkv_teach.plan import make_plan
        >>> plan = make_plan(["The room was clean", "The room was noisy and cold", "Staff were cold",
        ...                   "The room was noisy", "The room was noisy"])
        >>> corrupt_page(plan, 0), plan.page_readers[0]    # [The room]
        ([0, 1, 3, 4], (0, 1, 3, 4))
        >>> corrupt_page(plan, 2), plan.page_readers[2]    # [was noisy], computed by prompt 3 for itself
        ([3], (3,))
    """
    if not 0 <= page < plan.pages:
        raise ValueError(f"page is {page!r}; this plan has {plan.pages} pages, numbered from 0.")
    layer = make_layer(heads=heads, kv_heads=kv_heads, head_dim=head_dim, dtype=dtype_named(dtype), seed=seed)
    with use_threads(1):
        return _who_notices(plan, page, layer)


def _who_notices(plan: PrefixPlan, page: int, layer: Layer) -> list[int]:
    route = route_with_reuse(plan)
    pool = pool_for(layer, route)
    queries = {prompt: write_own_tokens(layer, pool, route, prompt) for prompt in route.order}
    q = torch.cat([queries[prompt] for prompt in range(len(queries))])
    work = plan_flat(route.tables, route.computed, [len(ids) for ids in plan.token_ids], plan.page_size)

    before, _ = paged_attention(q, pool.k_pages, pool.v_pages, work)
    # Far off and finite: NaN would also leak through keys that the causal mask hides.
    pool.v_pages[page + 1] += 1000
    after, _ = paged_attention(q, pool.k_pages, pool.v_pages, work)
    changed = (before != after).flatten(1).any(1)
    return [prompt for prompt, item in enumerate(work.items) if changed[item.q0 : item.q0 + item.n_q].any()]
