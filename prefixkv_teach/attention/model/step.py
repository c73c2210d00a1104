"""A step: the new tokens that go through the model together, and where each of them belongs."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from prefixkv_teach.attention.work_items import WorkPlan, plan_flat


@dataclass(frozen=True, eq=False)
class Step:
    """New tokens of one prompt (prefill) or one new token each of several (decode); `make_step` makes one.

    Attributes:
        ids: token ids, [rows].
        positions: position of each in its prompt, [rows].
        pages, slots: where its keys and values go, [rows] each.
        work: which keys each row reads.
        last_rows: the row of each prompt's last token, [prompts].
    """

    ids: Tensor
    positions: Tensor
    pages: Tensor
    slots: Tensor
    work: WorkPlan
    last_rows: Tensor


def make_step(
    new_ids: Sequence[Sequence[int]], first: Sequence[int], tables: Sequence[Sequence[int]], page_size: int
) -> Step:
    """Place the new tokens of some prompts.

    Args:
        new_ids: the tokens to compute, at least one for each prompt of the step.
        first: how many tokens of the prompt lie in its pages already; its new tokens start at this position.
        tables: page numbers in the pools.
        page_size: tokens in a page.

    Raises:
        TypeError, ValueError: as in `plan_flat`.

    Example:
        >>> step = make_step([[30, 40, 50]], first=[2], tables=[[7, 9, 4]], page_size=2)
        >>> step.positions.tolist(), step.pages.tolist(), step.slots.tolist()
        ([2, 3, 4], [9, 9, 4], [0, 1, 0])
    """
    news = [len(ids) for ids in new_ids]
    work = plan_flat(tables, news, [start + new for start, new in zip(first, news, strict=True)], page_size)
    positions = [at for start, new in zip(first, news, strict=True) for at in range(start, start + new)]
    owners = [table for table, new in zip(tables, news, strict=True) for _ in range(new)]
    pages = [table[at // page_size] for table, at in zip(owners, positions, strict=True)]
    return Step(
        ids=torch.tensor([token for ids in new_ids for token in ids]),
        positions=torch.tensor(positions),
        pages=torch.tensor(pages),
        slots=torch.tensor([at % page_size for at in positions]),
        work=work,
        last_rows=torch.tensor(news).cumsum(0) - 1,
    )
