"""Where a checkpoint's tensors lie in its file, checked before a single number is read."""

import math
import mmap
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

MOST_DIMENSIONS = 4


class ModelError(ValueError):
    """A checkpoint cannot be used: it is broken, or it needs something that is not supported here."""


class Spot(NamedTuple):
    """One tensor in a file: its kind, its shape (rows first), and the bytes that it covers.

    Example:
        >>> Spot("F32", (2, 3), 64, 88).numbers
        6
    """

    kind: str
    shape: tuple[int, ...]
    start: int
    end: int

    @property
    def numbers(self) -> int:
        """How many numbers the tensor has."""
        return math.prod(self.shape)


def map_file(path: Path) -> mmap.mmap:
    """Open a file for reading without loading it: the system fetches the parts that are looked at.

    Raises:
        ModelError: the file is empty.
        OSError: there is no such file, or it may not be read.

    Example:
        >>> map_file(Path(__file__))[:3]
        b'\"\"\"'
    """
    with path.open("rb") as file:
        if file.seek(0, 2) == 0:
            raise ModelError(f"{path.name} is empty; fetch it again.")
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def check_spots(name: str, spots: Iterable[tuple[str, Spot]], first: int, last: int) -> None:
    """Refuse tensors outside the data of a file, and two that claim the same bytes.

    Without the second check a small file could name the same bytes a thousand times and fill the memory.

    Args:
        name: the file, for the message.
        spots: tensor names and places.
        first, last: the bytes where tensors may lie, half-open.

    Raises:
        ModelError: it names the tensor.

    Example:
        >>> check_spots("m.gguf", [("a", Spot("F32", (2,), 0, 8)), ("b", Spot("F32", (2,), 4, 12))], 0, 99)
        Traceback (most recent call last):
        prefixkv_teach.attention.model.spots.ModelError: m.gguf is damaged: tensors 'a' and 'b' overlap.
    """
    before, free = "", first
    for tensor, spot in sorted(spots, key=lambda named: (named[1].start, named[1].end)):
        if spot.start < first or spot.end > last:
            raise ModelError(
                f"{name} is damaged or cut off: tensor {tensor!r:.60} should lie in bytes {spot.start:,} to "
                f"{spot.end:,}, and tensors have bytes {first:,} to {last:,}. Fetch the file again."
            )
        if spot.start < free:
            raise ModelError(f"{name} is damaged: tensors {before!r:.60} and {tensor!r:.60} overlap.")
        before, free = tensor, spot.end
