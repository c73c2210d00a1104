"""A reader for GGUF, the file format of llama.cpp: names and values in front, tensors behind, nothing that runs.

A file is `GGUF`, a version, two counts, then the metadata (name, kind, value), then one line per tensor (name,
shape, kind, offset), then the tensors' bytes. Quantised kinds store a block of 32 numbers as small integers
with a scale. Written from the format's description: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
"""

import mmap
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from prefixkv_teach.attention.model.spots import MOST_DIMENSIONS, ModelError, Spot, check_spots, map_file

# Kind of tensor: its name, numbers in a block, bytes of a block.
TENSOR_KINDS = {0: ("F32", 1, 4), 1: ("F16", 1, 2), 3: ("Q4_1", 32, 20), 8: ("Q8_0", 32, 34)}
# Kind of metadata value, as the letter of Python's struct; 8 is a text and 9 an array.
NUMBER_KINDS = dict(zip((0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12), "BbHhIif?Qqd", strict=True))
TEXT, ARRAY = 8, 9
VERSIONS = (2, 3)


@dataclass(frozen=True, eq=False)
class GGUF:
    """An opened GGUF file; `read_gguf` makes one.

    Attributes:
        name: the file's name.
        metadata: sizes, vocabulary and so on, by name.
        spots: where each tensor lies, by name; shapes have rows first, [out, in].
        data: the file's bytes.
    """

    name: str
    metadata: Mapping[str, Any]
    spots: Mapping[str, Spot]
    data: mmap.mmap

    def tensor(self, name: str) -> Tensor:
        """Read one tensor and turn its blocks into float32 numbers.

        Raises:
            KeyError: there is no tensor of that name.
        """
        kind, shape, start, end = self.spots[name]
        numbers = DECODERS[kind](np.frombuffer(self.data, np.uint8, end - start, start))
        return torch.from_numpy(numbers.reshape(shape))


def read_gguf(path: Path) -> GGUF:
    """Open a GGUF file and check its front matter; tensors are read one by one, later.

    Raises:
        ModelError: the file is no GGUF, is damaged or cut off, or has something that is not supported.
        OSError: there is no such file, or it may not be read.

    Example:
        >>> read_gguf(Path(__file__))
        Traceback (most recent call last):
        prefixkv_teach.attention.model.spots.ModelError: gguf.py is not a GGUF file: it starts with ...
    """
    front = _Front(path.name, map_file(path))
    if (magic := front.take(4)) != b"GGUF":
        raise ModelError(f"{path.name} is not a GGUF file: it starts with {magic!r}, not b'GGUF'.")
    version = front.number("I")
    if version not in VERSIONS:
        raise ModelError(f"{path.name} has GGUF version {version}; versions 2 and 3, little-endian, are supported.")
    tensors, entries = front.number("Q"), front.number("Q")
    # An entry has at least 13 bytes and a tensor 32: a larger count is nonsense, and no memory is spent on it.
    front.expect(13 * entries + 32 * tensors, f"{tensors:,} tensors and {entries:,} metadata entries")
    metadata: dict[str, Any] = {}
    for _ in range(entries):
        key = front.text()
        metadata[key] = front.value(front.number("I"), key)
    lines = [front.tensor_line() for _ in range(tensors)]
    first = _align(front, metadata.get("general.alignment", 32))
    spots = {name: spot._replace(start=first + spot.start, end=first + spot.end) for name, spot in lines}
    if len(spots) < tensors:
        raise ModelError(f"{path.name} is damaged: two of its tensors have the same name.")
    check_spots(path.name, spots.items(), first, len(front.data))
    return GGUF(path.name, metadata, spots, front.data)


class _Front:
    """The front matter of a file, read from left to right; every step checks that the bytes are there."""

    def __init__(self, name: str, data: mmap.mmap) -> None:
        self.name, self.data, self.at = name, data, 0

    def expect(self, count: int, what: str) -> None:
        left = len(self.data) - self.at
        if count > left:
            raise ModelError(f"{self.name} is damaged or cut off: {what} cannot fit in the {left:,} bytes left.")

    def take(self, count: int) -> bytes:
        self.expect(count, f"a value of {count:,} bytes")
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self, letter: str) -> Any:
        return struct.unpack(f"<{letter}", self.take(struct.calcsize(f"<{letter}")))[0]

    def text(self) -> str:
        # Words of a vocabulary may be half a character: what is not UTF-8 is kept as it is.
        return self.take(self.number("Q")).decode("utf-8", "surrogateescape")

    def value(self, kind: int, key: str) -> Any:
        if kind in NUMBER_KINDS:
            return self.number(NUMBER_KINDS[kind])
        if kind == TEXT:
            return self.text()
        if kind == ARRAY:
            return self.array(self.number("I"), self.number("Q"), key)
        raise ModelError(f"{self.name}: the metadata {key!r:.60} is of kind {kind}, which is not supported.")

    def array(self, kind: int, count: int, key: str) -> list[Any]:
        if kind == TEXT:
            self.expect(8 * count, f"{count:,} texts of {key!r:.60}")
            return [self.text() for _ in range(count)]
        if kind not in NUMBER_KINDS:
            raise ModelError(f"{self.name}: the list {key!r:.60} has items of kind {kind}, which is not supported.")
        letter = NUMBER_KINDS[kind]
        self.expect(struct.calcsize(f"<{letter}") * count, f"{count:,} numbers of {key!r:.60}")
        return list(struct.unpack(f"<{count}{letter}", self.take(struct.calcsize(f"<{count}{letter}"))))

    def tensor_line(self) -> tuple[str, Spot]:
        """Name and place of one tensor; the place counts from where the tensors begin."""
        name, dimensions = self.text(), self.number("I")
        if not 1 <= dimensions <= MOST_DIMENSIONS:
            raise ModelError(f"{self.name}: tensor {name!r:.60} has {dimensions} dimensions; expected 1 to 4.")
        shape = tuple(self.number("Q") for _ in range(dimensions))[::-1]  # GGUF names the columns first
        code, offset = self.number("I"), self.number("Q")
        if code not in TENSOR_KINDS:
            known = ", ".join(kind for kind, _, _ in TENSOR_KINDS.values())
            raise ModelError(f"{self.name}: tensor {name!r:.60} is of kind {code}; {known} are supported.")
        kind, per_block, block_bytes = TENSOR_KINDS[code]
        if min(shape) < 1 or shape[-1] % per_block:
            raise ModelError(f"{self.name}: tensor {name!r:.60} of kind {kind} cannot have the shape {shape}.")
        spot = Spot(kind, shape, offset, 0)
        return name, spot._replace(end=offset + spot.numbers // per_block * block_bytes)


def _align(front: _Front, step: Any) -> int:
    if not isinstance(step, int) or not 1 <= step <= 2**16:
        raise ModelError(f"{front.name} is damaged: its tensors are aligned to {step!r:.60} bytes.")
    return -(-front.at // step) * step


def _f32(raw: np.ndarray) -> np.ndarray:
    return raw.view("<f4").astype(np.float32)


def _f16(raw: np.ndarray) -> np.ndarray:
    return raw.view("<f2").astype(np.float32)


def _q8_0(raw: np.ndarray) -> np.ndarray:
    """Blocks of 32: a float16 scale, then 32 signed bytes; number = scale x byte."""
    block = raw.reshape(-1, 34)
    return _f16(block[:, :2].copy()) * block[:, 2:].view(np.int8)


def _q4_1(raw: np.ndarray) -> np.ndarray:
    """Blocks of 32: a float16 scale and smallest number, then 16 bytes with two 4-bit integers each.

    The low halves are numbers 0 to 15 of the block, the high halves 16 to 31; number = scale x integer + smallest.
    """
    block = raw.reshape(-1, 20)
    scale, smallest = _f16(block[:, :2].copy()), _f16(block[:, 2:4].copy())
    integers = np.concatenate((block[:, 4:] & 15, block[:, 4:] >> 4), axis=1)
    return integers * scale + smallest


DECODERS = {"F32": _f32, "F16": _f16, "Q8_0": _q8_0, "Q4_1": _q4_1}
