"""How much the Triton kernel takes at a time. Needs no triton, so that any machine can read and count with it."""

from typing import NamedTuple

import torch


class Tile(NamedTuple):
    """How much one program of the kernel takes at a time: `rows` of a work item against `keys` of its tokens."""

    rows: int
    keys: int
    warps: int
    stages: int


def tile_for(dtype: torch.dtype, head_dim: int) -> Tile:
    """Return the tile for a dtype and a head size; nothing else counts.

    A tile fixes the order in which a row's keys are summed. Were it chosen by the batch, a row would come out
    in other bits when the cached prefix before it ends elsewhere.

    Example:
        >>> tile_for(torch.bfloat16, 64)
        Tile(rows=64, keys=64, warps=4, stages=3)
    """
    if dtype == torch.float32:  # exact products, without tensor cores: a large tile would not fit the registers
        return Tile(16, 16, 4, 3)
    return Tile(64, 64, 4 if head_dim <= 64 else 8, 3)
