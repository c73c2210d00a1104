"""Put partial results together by their log-sum-exp, and attention over the tree with it."""

import torch
from torch import Tensor

from prefixkv_teach.attention.paged import paged_attention
from prefixkv_teach.attention.tree_items import TreePlan


def merge_states(outs: Tensor, lses: Tensor) -> tuple[Tensor, Tensor]:
    """Merge what the same queries found in separate sets of keys into what they find in all of them.

    A softmax over all keys weighs each set by the exponential of its log-sum-exp (online softmax, Milakov and
    Gimelshein, 2018). In which order or in which groups sets are merged changes nothing but the rounding.

    Args:
        outs: [sets, ..., D], the attention over each set alone.
        lses: [sets, ...], its log-sum-exp. A set without keys is (0, -inf).

    Returns:
        out [..., D] and lse [...]; (0, -inf) where all sets are empty.

    Example:
        >>> outs, lses = torch.tensor([[3.0], [5.0], [0.0]]), torch.tensor([0.0, 0.0, -torch.inf])
        >>> merge_states(outs, lses)  # two sets of equal weight, and one without keys
        (tensor([4.]), tensor(0.6931))
        >>> merge_states(outs[2:], lses[2:])
        (tensor([0.]), tensor(-inf))
    """
    highest = lses.amax(0)
    # Minus infinity less minus infinity is NaN, so where every set is empty 0 stands in.
    highest = torch.where(highest == -torch.inf, 0.0, highest)
    weights = torch.exp(lses - highest)
    total = weights.sum(0)
    out = (weights[..., None] * outs).sum(0) / torch.where(total == 0, 1.0, total)[..., None]
    return out, highest + torch.log(total)


def merge_parts(outs: Tensor, lses: Tensor, parts: Tensor) -> tuple[Tensor, Tensor]:
    """Merge the result rows that belong to the same query row.

    Args:
        outs, lses: [out rows, query heads, D] and [out rows, query heads], as the items wrote them.
        parts: [parts, query rows], the `TreePlan.parts` as a tensor.

    Returns:
        [query rows, query heads, D] and [query rows, query heads].

    Example:
        >>> outs, lses = torch.tensor([[[3.0]], [[5.0]]]), torch.zeros(2, 1)
        >>> merge_parts(outs, lses, torch.tensor([[0], [1]]))[0]
        tensor([[[4.]]])
    """
    return merge_states(outs[parts], lses[parts])


def tree_attention(
    q: Tensor,
    k_pages: Tensor,
    v_pages: Tensor,
    plan: TreePlan,
    *,
    backend: str = "auto",
    out_dtype: torch.dtype | None = None,
) -> tuple[Tensor, Tensor]:
    """Attend over a tree: each shared page is read once for all its readers, then the parts are merged.

    Args:
        q: [query rows, query heads, D], by prompt number, exactly as for the flat plan.
        k_pages, v_pages: as in `paged_attention`.
        plan: from `plan_tree`.
        backend: as in `paged_attention`.
        out_dtype: dtype of the result; q's if None.

    Returns:
        The result [query rows, query heads, D] and its log-sum-exp [query rows, query heads], by prompt
        number: what `paged_attention` gives for the flat plan, up to rounding. Parts are float32 (float64 for
        float64 queries), whatever q is.

    Raises:
        ValueError: as in `paged_attention`.

    Example:
        >>> from prefixkv_teach.attention.tree_items import PageTree, plan_tree
        >>> tree = PageTree(order=(0, 1), tables=((1, 2), (1, 3)), total_lens=(3, 3))
        >>> pages, q = torch.randn(2, 4, 2, 1, 8, dtype=torch.float64), torch.randn(2, 2, 8, dtype=torch.float64)
        >>> ours, _ = tree_attention(q, *pages, plan_tree(tree, [1, 1], page_size=2))
        >>> flat, _ = paged_attention(q, *pages, tree.flat([1, 1], page_size=2))
        >>> torch.allclose(ours, flat, rtol=1e-14, atol=1e-14)
        True
    """
    in_order = plan.rows == tuple(range(len(plan.rows)))
    rows = torch.tensor(plan.rows, dtype=torch.long, device=q.device)
    # A wrong number of rows goes on as it is, so that paged_attention can say what is wrong.
    asked = q if in_order or len(q) != len(rows) else q[rows]
    outs, lses = paged_attention(
        asked, k_pages, v_pages, plan.work, backend=backend, out_dtype=torch.promote_types(q.dtype, torch.float32)
    )
    parts = torch.tensor(plan.parts, dtype=torch.long, device=q.device)
    merged, lse = merge_parts(outs, lses, parts)
    merged = merged.to(out_dtype or q.dtype)
    if in_order:
        return merged, lse
    out, out_lse = torch.empty_like(merged), torch.empty_like(lse)
    out[rows], out_lse[rows] = merged, lse
    return out, out_lse
