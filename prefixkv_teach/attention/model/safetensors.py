"""A reader for safetensors: eight bytes for the length of a JSON table, the table, then the tensors' bytes.

Written from the format's description: https://github.com/huggingface/safetensors#format
"""

import json
import math
import mmap
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from prefixkv_teach.attention.model.spots import MOST_DIMENSIONS, ModelError, Spot, check_spots, map_file

# Kind of tensor: torch's dtype, bytes of a number.
KINDS = {"F32": (torch.float32, 4), "F16": (torch.float16, 2), "BF16": (torch.bfloat16, 2)}
LONGEST_TABLE = 100_000_000  # the format's own limit


@dataclass(frozen=True, eq=False)
class SafeTensors:
    """An opened safetensors file; `read_safetensors` makes one.

    Attributes:
        name: the file's name.
        spots: where each tensor lies, by name.
        data: the file's bytes.
    """

    name: str
    spots: Mapping[str, Spot]
    data: mmap.mmap

    def tensor(self, name: str) -> Tensor:
        """Read one tensor as float32.

        Raises:
            KeyError: there is no tensor of that name.
        """
        kind, shape, start, end = self.spots[name]
        return torch.frombuffer(bytearray(self.data[start:end]), dtype=KINDS[kind][0]).view(shape).float()


def read_safetensors(path: Path) -> SafeTensors:
    """Open a safetensors file and check its table; tensors are read one by one, later.

    Raises:
        ModelError: the file is no safetensors file, is damaged or cut off, or has a kind that is not supported.
        OSError: there is no such file, or it may not be read.

    Example:
        >>> read_safetensors(Path(__file__))
        Traceback (most recent call last):
        prefixkv_teach.attention.model.spots.ModelError: safetensors.py is not a safetensors file, or is cut off: ...
    """
    data = map_file(path)
    length = int.from_bytes(data[:8], "little")
    if len(data) < 8 or length > min(len(data) - 8, LONGEST_TABLE):
        raise ModelError(
            f"{path.name} is not a safetensors file, or is cut off: its table should have {length:,} bytes, "
            f"and the file has {len(data):,}."
        )
    table = read_json(data[8 : 8 + length], f"the table of {path.name}")
    table.pop("__metadata__", None)
    first = 8 + length
    spots = {name: _spot(path.name, name, entry, first) for name, entry in table.items()}
    check_spots(path.name, spots.items(), first, len(data))
    return SafeTensors(path.name, spots, data)


def read_json(text: bytes, what: str) -> dict[str, Any]:
    """Read a JSON object in which every name stands once.

    Raises:
        ModelError: it is no such object.

    Example:
        >>> read_json(b'{"a": 1}', "the table")
        {'a': 1}
    """
    try:
        found = json.loads(text, object_pairs_hook=_each_once)
    except (ValueError, RecursionError) as error:  # not UTF-8, not JSON, a name twice, or nested without end
        raise ModelError(f"{what} cannot be read: {error!s:.120}.") from None
    if not isinstance(found, dict):
        raise ModelError(f"{what} is no JSON object.")
    return found


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands there twice")
    return found


def _spot(file: str, name: str, entry: Any, first: int) -> Spot:
    """Check one line of the table; its offsets count from the end of the table."""
    entry = entry if isinstance(entry, dict) else {}
    kind, shape, offsets = entry.get("dtype"), entry.get("shape"), entry.get("data_offsets")
    if not (_whole_numbers(shape) and len(shape) <= MOST_DIMENSIONS and _whole_numbers(offsets) and len(offsets) == 2):
        raise ModelError(f"{file} is damaged: shape or offsets of tensor {name!r:.60} are wrong in its table.")
    if not isinstance(kind, str) or kind not in KINDS:
        raise ModelError(f"{file}: tensor {name!r:.60} is of kind {kind!r:.60}; {', '.join(KINDS)} are supported.")
    start, end = offsets
    needed = math.prod(shape) * KINDS[kind][1]
    if needed == 0 or end - start != needed:
        raise ModelError(
            f"{file} is damaged: tensor {name!r:.60} of kind {kind} and shape {shape} needs {needed:,} bytes, "
            f"and its offsets give it {end - start:,}."
        )
    return Spot(kind, tuple(shape), first + start, first + end)


def _whole_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(type(number) is int and 0 <= number < 2**63 for number in value)
