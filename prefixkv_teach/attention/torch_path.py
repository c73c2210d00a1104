"""Attention over pages in plain torch: the path for every machine without a kernel of its own."""

import torch
from torch import Tensor

from prefixkv_teach.attention.work_items import WorkPlan

# A mask has (rows x group) x keys numbers; this keeps a long prompt's mask small.
ROWS_AT_ONCE = 1024


def torch_attention(
    q: Tensor, k_pages: Tensor, v_pages: Tensor, plan: WorkPlan, out_dtype: torch.dtype
) -> tuple[Tensor, Tensor]:
    """Run the items of a plan one after another; call `paged_attention`, which checks the input, instead.

    Args:
        q: [query rows, query heads, D].
        k_pages, v_pages: [pages, page size, KV heads, D].
        plan: the work items.
        out_dtype: dtype of the result. A wider one than q's is also the dtype of the arithmetic.

    Returns:
        The result [out rows, query heads, D] in out_dtype, and the float32 log-sum-exp [out rows, query
        heads] (float64 where the arithmetic is). Rows that see no key are (0, -inf).

    Example:
        >>> from prefixkv_teach.attention import plan_flat
        >>> pages = torch.ones(2, 2, 1, 4)
        >>> plan = plan_flat([[1]], [1], [2], page_size=2)
        >>> out, lse = torch_attention(torch.ones(1, 2, 4), pages, pages, plan, torch.float32)
        >>> out.shape, lse.shape
        (torch.Size([1, 2, 4]), torch.Size([1, 2]))
    """
    _, query_heads, head_dim = q.shape
    kv_heads = k_pages.shape[2]
    group = query_heads // kv_heads
    out = q.new_zeros(plan.out_rows, query_heads, head_dim, dtype=out_dtype)
    work_dtype = torch.promote_types(q.dtype, out_dtype)
    lse_dtype = torch.promote_types(work_dtype, torch.float32)
    lse = q.new_full((plan.out_rows, query_heads), float("-inf"), dtype=lse_dtype)
    mask, mask_shape = None, None
    for item in plan.items:
        if item.n_q == 0 or item.n_kv == 0:
            continue
        pages = torch.tensor(plan.item_pages(item), device=q.device)
        k, v = (_gather(pool, pages, item.n_kv).to(work_dtype) for pool in (k_pages, v_pages))
        # Rows before -pos0 see no key, and are (0, -inf) already.
        for first in range(max(0, -item.pos0), item.n_q, ROWS_AT_ONCE):
            rows = min(ROWS_AT_ONCE, item.n_q - first)
            shape = (rows, item.n_kv, item.pos0 + first)
            if shape != mask_shape:  # prompts of one shape, one after another, use one mask
                mask, mask_shape = _causal_mask(*shape, group, q.device, work_dtype), shape
            q0, out0 = item.q0 + first, item.out0 + first
            folded = _fold(q[q0 : q0 + rows].to(work_dtype), kv_heads)
            item_out, item_lse = _attend(folded, k, v, mask)
            _unfold_into(out[out0 : out0 + rows], item_out)
            _unfold_into(lse[out0 : out0 + rows, :, None], item_lse[..., None])
    return out, lse


def _gather(pool: Tensor, pages: Tensor, n_kv: int) -> Tensor:
    """Lay the item's pages end to end: [1, KV heads, n_kv, D]. This is the page walk."""
    tokens = pool.index_select(0, pages).flatten(0, 1)
    # The last page may be half empty: what lies behind the last token is NaN.
    return tokens[:n_kv].transpose(0, 1)[None]


def _fold(q: Tensor, kv_heads: int) -> Tensor:
    """Stack the query heads that share a KV head as rows: [1, KV heads, rows x group, D].

    K and V are then read once for the whole group; copying them for every query head costs twice the time.
    """
    rows, query_heads, head_dim = q.shape
    grouped = q.view(rows, kv_heads, query_heads // kv_heads, head_dim)
    return grouped.transpose(0, 1).reshape(1, kv_heads, -1, head_dim)


def _unfold_into(target: Tensor, folded: Tensor) -> None:
    """Undo `_fold`, straight into the rows of the result: [rows, query heads, last]."""
    rows, _, last = target.shape
    _, kv_heads, _, _ = folded.shape
    target.view(rows, kv_heads, -1, last).copy_(folded.view(kv_heads, rows, -1, last).transpose(0, 1))


def _causal_mask(
    rows: int, n_kv: int, pos0: int, group: int, device: torch.device, dtype: torch.dtype
) -> Tensor | None:
    """Return 0 where row i sees key n (n <= pos0 + i) and -inf elsewhere: [rows x group, n_kv]."""
    if pos0 >= n_kv - 1:
        return None  # the first row sees every key, so all do
    late = torch.arange(n_kv, device=device) > pos0 + torch.arange(rows, device=device)[:, None]
    mask = torch.zeros(rows, n_kv, dtype=dtype, device=device).masked_fill_(late, float("-inf"))
    return mask[:, None].expand(-1, group, -1).reshape(rows * group, n_kv)


def _attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> tuple[Tensor, Tensor]:
    # scaled_dot_product_attention calls this very operator on a CPU and drops its log-sum-exp, which we need.
    flash = getattr(torch.ops.aten, "_scaled_dot_product_flash_attention_for_cpu", None)
    if q.device.type == "cpu" and flash is not None:
        out, lse = flash(q, k, v, 0.0, False, attn_mask=mask)
        return out, lse
    return _softmax_attention(q, k, v, mask)


def _softmax_attention(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> tuple[Tensor, Tensor]:
    """The same by its formula, for devices that the operator does not know."""
    # Scores that were rounded to 16 bits would leave the log-sum-exp no more than that.
    wide = torch.promote_types(q.dtype, torch.float32)
    scores = q.to(wide) @ k.to(wide).transpose(-1, -2) * q.shape[-1] ** -0.5
    if mask is not None:
        scores += mask
    lse = torch.logsumexp(scores, dim=-1)
    weights = torch.exp(scores - lse[..., None])
    return weights.to(v.dtype) @ v, lse
