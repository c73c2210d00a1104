"""Attention over pages as one Triton kernel, for NVIDIA GPUs of compute capability 8.0 and newer.

Read the kernel first, top to bottom: it is one work item's rule, done for a tile of rows and a tile of keys at
a time. Importing this module imports triton.
"""

from typing import NamedTuple

import torch
import triton
import triton.language as tl
from torch import Tensor

from prefixkv_teach.attention.tiles import Tile, tile_for
from prefixkv_teach.attention.work_items import WorkPlan


@triton.jit  # type: ignore[untyped-decorator]
def paged_attention_kernel(  # type: ignore[no-untyped-def]
    Q, K, V, OUT, LSE, ITEMS, PAGES, scale,
    GROUP: tl.constexpr, D: tl.constexpr, PAGE: tl.constexpr,
    ROWS: tl.constexpr, KEYS: tl.constexpr, WIDTH: tl.constexpr, WIDEN: tl.constexpr,
):  # fmt: skip
    """Attend for one tile of rows; Q ... PAGES are where the tensors of `triton_attention` begin in memory.

    Example:
        >>> paged_attention_kernel[(items, kv_heads, row_tiles)](q, k_pages, v_pages, ...)  # doctest: +SKIP
    """

    # One program does one tile: ROWS rows of one work item, for one KV head, whatever else is in the batch.
    item = ITEMS + 6 * tl.program_id(0)
    q0, n_q, page0 = tl.load(item + 0), tl.load(item + 1), tl.load(item + 2)
    n_kv, pos0, out0 = tl.load(item + 3), tl.load(item + 4), tl.load(item + 5)
    kv_head, kv_heads, start = tl.program_id(1), tl.num_programs(1), tl.program_id(2) * ROWS
    if start >= n_q * GROUP:  # an item with fewer rows than the longest one needs fewer programs
        return

    # A row is a new token and one query head of the group: heads that share a KV head share its loads, too.
    row = start + tl.arange(0, ROWS)
    token, head = row // GROUP, kv_head * GROUP + row % GROUP
    d = tl.arange(0, WIDTH)[None, :]
    q_here = (token < n_q)[:, None] & (d < D)
    q_row = (q0.to(tl.int64) + token) * (kv_heads * GROUP) + head
    q = tl.load(Q + q_row[:, None] * D + d, mask=q_here, other=0.0)

    # What a row has seen so far: its highest score, its sum of weights, its weighted values; all in float32.
    highest = tl.full([ROWS], float("-inf"), tl.float32)
    total = tl.zeros([ROWS], tl.float32)
    mixed = tl.zeros([ROWS, WIDTH], tl.float32)

    # The tile's last row sees the most keys; behind those there is nothing to do.
    seen = tl.minimum(n_kv, pos0 + (start + ROWS - 1) // GROUP + 1)
    for first in range(0, seen, KEYS):
        # THE PAGE WALK. Token n lies in slot n % PAGE of the page that the table names at n // PAGE.
        n = first + tl.arange(0, KEYS)
        page = tl.load(PAGES + page0 + n // PAGE, mask=n < n_kv, other=0)
        kv_row = (page.to(tl.int64) * PAGE + n % PAGE) * kv_heads + kv_head

        # Slots behind the last token are NaN, so they are not read at all.
        kv_here = (n < n_kv)[:, None] & (d < D)
        k = tl.load(K + kv_row[:, None] * D + d, mask=kv_here, other=0.0)
        v = tl.load(V + kv_row[:, None] * D + d, mask=kv_here, other=0.0)
        if WIDEN:  # the interpreter cannot multiply bfloat16
            q, k, v = q.to(tl.float32), k.to(tl.float32), v.to(tl.float32)

        # Row i of the item sees the keys n <= pos0 + i: prefill, decode and shared nodes are all this one line.
        visible = (n[None, :] <= pos0 + token[:, None]) & (n < n_kv)[None, :]
        scores = tl.dot(q, tl.trans(k), input_precision="ieee") * scale
        scores = tl.where(visible, scores, float("-inf"))

        # A higher score may come with any tile, so what was summed before is brought down to it first.
        higher = tl.maximum(highest, tl.max(scores, 1))
        base = tl.where(higher == float("-inf"), 0.0, higher)  # no key seen yet: -inf - -inf would be NaN
        shrink, weights = tl.exp2(highest - base), tl.exp2(scores - base[:, None])
        total = total * shrink + tl.sum(weights, 1)
        mixed = mixed * shrink[:, None] + tl.dot(weights.to(v.dtype), v, input_precision="ieee")
        highest = higher

    # A row that saw no key is (0, -inf), which changes nothing when partial results are merged.
    out = mixed / tl.where(total == 0, 1.0, total)[:, None]
    lse = (highest + tl.log2(total)) * 0.6931471805599453
    out_row = (out0.to(tl.int64) + token) * (kv_heads * GROUP) + head
    tl.store(OUT + out_row[:, None] * D + d, out.to(OUT.dtype.element_ty), mask=q_here)
    tl.store(LSE + out_row, lse, mask=token < n_q)


class Uploaded(NamedTuple):
    """A plan's lists on the GPU: items [items, 6] and pages [pages], int32; and the most rows an item asks with."""

    items: Tensor
    pages: Tensor
    most_rows: int


def upload(plan: WorkPlan, device: torch.device | str) -> Uploaded:
    """Bring a plan's lists to the GPU; once is enough for all layers of a model.

    Example:
        >>> from prefixkv_teach.attention import plan_flat
        >>> upload(plan_flat([[4, 7]], [1], [3], page_size=2), "cpu")
        Uploaded(items=tensor([[0, 1, 0, 3, 2, 0]], dtype=torch.int32), pages=tensor([4, 7], ...), most_rows=1)
    """
    items = torch.tensor(plan.items, dtype=torch.int32).view(-1, 6)
    pages = torch.tensor(plan.pages, dtype=torch.int32)
    return Uploaded(items.to(device), pages.to(device), max((item.n_q for item in plan.items), default=0))


def triton_attention(
    q: Tensor, k_pages: Tensor, v_pages: Tensor, plan: WorkPlan, out_dtype: torch.dtype,
    *, tile: Tile | None = None, lists: Uploaded | None = None,
) -> tuple[Tensor, Tensor]:  # fmt: skip
    """Run all items of a plan in one launch; call `paged_attention`, which checks the input, instead.

    Args:
        q, k_pages, v_pages, plan, out_dtype: as in `torch_attention`; products are in q's dtype, sums in float32.
        tile: another tile than `tile_for`'s, to measure with.
        lists: the plan's lists, if they are on the GPU already.

    Returns:
        As `torch_attention`.

    Example:
        >>> from prefixkv_teach.attention import plan_flat, triton_paged
        >>> pages = torch.ones(2, 2, 1, 16, device="cuda")  # doctest: +SKIP
        >>> triton_attention(pages[0], pages, pages, plan_flat([[1]], [2], [2], 2), torch.float32)  # doctest: +SKIP
    """
    (_, heads, head_dim), (_, page_size, kv_heads, _) = q.shape, k_pages.shape
    out = q.new_zeros(plan.out_rows, heads, head_dim, dtype=out_dtype)
    lse = q.new_full((plan.out_rows, heads), float("-inf"), dtype=torch.float32)
    items, pages, most_rows = lists or upload(plan, q.device)
    tile, group = tile or tile_for(q.dtype, head_dim), heads // kv_heads
    grid = (len(items), kv_heads, triton.cdiv(most_rows * group, tile.rows))
    if out.numel() and min(grid):
        with torch.cuda.device_of(q):  # Triton starts on the current GPU, which may be another one
            paged_attention_kernel[grid](
                q.contiguous(), k_pages.contiguous(), v_pages.contiguous(), out, lse, items, pages,
                head_dim**-0.5 * 1.4426950408889634,  # log2(e): the kernel works with powers of two, as the GPU does
                group, head_dim, page_size, tile.rows, tile.keys, max(16, triton.next_power_of_2(head_dim)),
                triton.knobs.runtime.interpret, num_warps=tile.warps, num_stages=tile.stages,
            )  # fmt: skip
    return out, lse
