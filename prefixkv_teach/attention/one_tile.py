"""What the Triton kernel does for one tile, in plain torch and step by step, so that every number can be looked at.

Names and order are the kernel's (`triton_paged.py`); nothing here is fast, and nothing here needs a GPU or triton.
"""

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from prefixkv_teach.attention.work_items import WorkPlan


class Turn(NamedTuple):
    """One turn of the kernel's loop: a tile of keys, and what the rows know after it.

    Attributes:
        tokens: the tokens whose keys are read; places behind the last token are left out.
        pages, slots: where each of them lies in the pool.
        scores: [rows, keys] in powers of two; -inf where a row may not look.
        higher: [rows], the highest score so far.
        shrink: [rows], what all that was summed before is multiplied by.
        weights: [rows, keys].
        total: [rows], the sum of weights so far.
    """

    tokens: tuple[int, ...]
    pages: tuple[int, ...]
    slots: tuple[int, ...]
    scores: Tensor
    higher: Tensor
    shrink: Tensor
    weights: Tensor
    total: Tensor


@dataclass(frozen=True, eq=False)
class TileWalk:
    """One tile from its rows to its result.

    Attributes:
        rows: each row's new token, counted from the item's first, and its query head.
        turns: the loop.
        out: [rows, D], the result.
        lse: [rows], the log-sum-exp.
    """

    rows: tuple[tuple[int, int], ...]
    turns: tuple[Turn, ...]
    out: Tensor
    lse: Tensor


def walk_tile(
    q: Tensor,
    k_pages: Tensor,
    v_pages: Tensor,
    plan: WorkPlan,
    *,
    item: int = 0,
    kv_head: int = 0,
    start: int = 0,
    rows: int = 4,
    keys: int = 4,
) -> TileWalk:
    """Do what one program of the kernel does, in float32.

    Args:
        q, k_pages, v_pages, plan: as in `paged_attention`.
        item: the work item's place in the plan.
        kv_head: the KV head whose group of query heads is done.
        start: the tile's first row, a multiple of `rows`.
        rows, keys: the tile's size; rows behind the item's last are left out.

    Example:
        >>> from prefixkv_teach.attention import plan_flat
        >>> plan = plan_flat([[1, 2]], [1], [3], page_size=2)     # one new token behind two cached ones
        >>> walk = walk_tile(torch.ones(1, 2, 4), *torch.ones(2, 3, 2, 1, 4), plan, keys=2)
        >>> walk.rows, [turn.tokens for turn in walk.turns], walk.turns[1].pages
        (((0, 0), (0, 1)), [(0, 1), (2,)], (2,))
    """
    _, n_q, page0, n_kv, pos0, _ = work = plan.items[item]
    group = q.shape[1] // k_pages.shape[2]
    here = range(start, min(start + rows, n_q * group))
    of = tuple((row // group, kv_head * group + row % group) for row in here)
    token = torch.tensor([token for token, _ in of])
    asked = torch.stack([q[work.q0 + token, head].float() for token, head in of])
    highest, total = torch.full([len(of)], float("-inf")), torch.zeros(len(of))
    mixed, turns = torch.zeros_like(asked), []
    for first in range(0, min(n_kv, pos0 + (start + rows - 1) // group + 1), keys):
        n = torch.arange(first, min(first + keys, n_kv))
        page, slot = torch.tensor(plan.pages)[page0 + n // plan.page_size], n % plan.page_size
        k, v = k_pages[page, slot, kv_head].float(), v_pages[page, slot, kv_head].float()
        scores = asked @ k.T * (q.shape[2] ** -0.5 * 1.4426950408889634)
        scores[n > pos0 + token[:, None]] = float("-inf")
        higher = torch.maximum(highest, scores.amax(1))
        base = higher.masked_fill(higher.isinf(), 0)
        shrink, weights = torch.exp2(highest - base), torch.exp2(scores - base[:, None])
        total = total * shrink + weights.sum(1)
        mixed, highest = mixed * shrink[:, None] + weights @ v, higher
        tokens, pages, slots = (tuple(numbers.tolist()) for numbers in (n, page, slot))
        turns.append(Turn(tokens, pages, slots, scores, higher, shrink, weights, total))
    out = mixed / total.masked_fill(total == 0, 1)[:, None]
    return TileWalk(of, tuple(turns), out, (highest + torch.log2(total)) * 0.6931471805599453)
