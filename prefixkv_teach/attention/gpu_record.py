"""What a GPU check found, as a value that can be written to a file, read back and shown."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from prefixkv_teach.attention.borrowers import one_prefix
from prefixkv_teach.attention.cost import COMPUTED, count_cost, floor_on, show_bytes, show_seconds
from prefixkv_teach.attention.tree_items import plan_tree

RECORDS = Path(__file__).parent / "gpu_records"
SPLIT = 1024  # keys in one item: 8 items of the shared part instead of one, so that more of a GPU has work


@dataclass(frozen=True)
class Checked:
    """One kernel configuration against float64: its error, and what rounding may do."""

    what: str
    error: float
    tolerance: float

    @property
    def ok(self) -> bool:
        """Whether the error is within the tolerance; False if it is NaN."""
        return self.error <= self.tolerance


@dataclass(frozen=True)
class Timed:
    """One pass: seconds measured, and the floor computed from the measured ceilings."""

    what: str
    seconds: float
    floor_seconds: float
    bound_by: str
    kv_bytes: int
    flops: int

    @property
    def fraction(self) -> float:
        """How much of what the ceiling allows was reached, 0 to 1."""
        return self.floor_seconds / self.seconds


@dataclass(frozen=True)
class GpuRecord:
    """A GPU check's findings.

    Attributes:
        card, capability: the card's name and its compute capability.
        date: the day, such as "2026-01-31".
        versions: of Python, torch, triton and numpy.
        backend: what ran, as a sentence.
        dry: whether this was a rehearsal on tiny sizes; its times then mean nothing.
        bandwidth, rate: measured bytes per second of a copy, and FLOPs per second of a large matrix product.
        checks, times: what was checked and what was timed.
    """

    card: str
    capability: str
    date: str
    versions: dict[str, str]
    backend: str
    dry: bool
    bandwidth: float
    rate: float
    checks: tuple[Checked, ...]
    times: tuple[Timed, ...]

    @property
    def ok(self) -> bool:
        """Whether every configuration is within its tolerance."""
        return all(check.ok for check in self.checks)

    def table(self) -> str:
        """Return everything as text, the failed checks by name.

        Example:
            >>> right, decode = Checked("D 64", 1e-7, 2e-6), Timed("decode", 2e-3, 1e-3, "memory", 4_000, 8)
            >>> print(GpuRecord("a card", "9.0", "2026-01-31", {"torch": "2"}, "triton path", False, 4e12, 7e14,
            ...                 (right,), (decode,)).table())
            Measured on a card (compute capability 9.0), 2026-01-31; torch 2; triton path.
            Copy 4,000 GB/s, matrix product 700.0 TFLOP/s; 1 of 1 configurations within their tolerance.
                        time      floor   reached  KV bytes
            decode   2.00 ms    1.00 ms    50.0 %   4.00 kB  bound by memory
        """
        title = "Rehearsed, not measured: " if self.dry else "Measured on "
        versions = ", ".join(f"{name} {number}" for name, number in self.versions.items())
        good = sum(check.ok for check in self.checks)
        wide = max((len(one.what) for one in self.times), default=0)
        lines = [
            f"{title}{self.card} (compute capability {self.capability}), {self.date}; {versions}; {self.backend}.",
            f"Copy {self.bandwidth / 1e9:,.0f} GB/s, matrix product {self.rate / 1e12:,.1f} TFLOP/s; "
            f"{good} of {len(self.checks)} configurations within their tolerance.",
            *(f"WRONG: {c.what}, error {c.error:.1e}, tolerance {c.tolerance:.0e}" for c in self.checks if not c.ok),
            f"{'':{wide}}  {'time':>8}  {'floor':>9}  {'reached':>8}  {'KV bytes':>8}",
        ]
        lines += [
            f"{one.what:{wide}}  {show_seconds(one.seconds):>8}  {show_seconds(one.floor_seconds):>9}  "
            f"{one.fraction:>7.1%}  {show_bytes(one.kv_bytes):>8}  bound by {one.bound_by}".replace("%", " %")
            for one in self.times
        ]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.table()

    def to_json(self) -> str:
        """Return the record as JSON text, as `read_record` reads it.

        Example:
            >>> GpuRecord("a card", "9.0", "2026-01-31", {}, "torch path", False, 1.0, 1.0, (), ()).to_json()[:19]
            '{\\n "card": "a card"'
        """
        return json.dumps(asdict(self), indent=1) + "\n"


def read_record(text: str) -> GpuRecord:
    """Read a record back.

    Raises:
        ValueError: the text is not a record; the sentence says what is missing.

    Example:
        >>> record = GpuRecord("a card", "9.0", "2026-01-31", {}, "torch path", False, 1.0, 1.0, (), ())
        >>> read_record(record.to_json()) == record
        True
    """
    data: Any = json.loads(text)
    names = {field.name for field in fields(GpuRecord)}
    if not isinstance(data, dict) or set(data) != names:
        wrong = sorted(names.symmetric_difference(data)) if isinstance(data, dict) else sorted(names)
        raise ValueError(f"this is not a record of a GPU check: {', '.join(wrong)} missing or unknown.")
    try:
        checks = tuple(Checked(**check) for check in data.pop("checks"))
        times = tuple(Timed(**one) for one in data.pop("times"))
    except TypeError as error:
        raise ValueError(f"this is not a record of a GPU check: {error}.") from None
    return GpuRecord(**data, checks=checks, times=times)


def recorded(folder: Path = RECORDS) -> GpuRecord | None:
    """Return the newest record that was measured on a GPU and put in the folder, or None where there is none.

    Example:
        >>> recorded(Path("a folder that is not there")) is None
        True
    """
    records = [read_record(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.json"))]
    return max((one for one in records if not one.dry), key=lambda one: one.date, default=None)


def recorded_text(folder: Path = RECORDS, cards: Sequence[str] = ("A100", "H200")) -> str:
    """Show the record, labelled with its card and date; where there is none, show computed floors and say so.

    Example:
        >>> print(recorded_text(Path("a folder that is not there"), cards=["H200"]))
        No GPU was measured for this lesson, so these figures are computed, not measured.
        One layer decodes a token for 64 prompts of 8,192 shared and 256 own tokens, bfloat16:
        H200  flat at least 461.6 us, over the tree at least 26.0 us: 17.7 times less
    """
    record = recorded(folder)
    if record is not None:
        return record.table()
    shape = {"heads": 32, "kv_heads": 8, "head_dim": 128, "element_size": 2}
    tree = one_prefix(64, shared=8192, own=256, page_size=16)
    flat = count_cost(tree.flat([1] * 64, 16), **shape)
    over = count_cost(plan_tree(tree, [1] * 64, 16, SPLIT), **shape)
    lines = [
        f"No GPU was measured for this lesson, so these figures are {COMPUTED}.",
        "One layer decodes a token for 64 prompts of 8,192 shared and 256 own tokens, bfloat16:",
    ]
    for card in cards:
        slow, fast = floor_on(flat, card).seconds, floor_on(over, card).seconds
        lines.append(
            f"{card:4}  flat at least {show_seconds(slow)}, over the tree at least {show_seconds(fast)}: "
            f"{slow / fast:.1f} times less"
        )
    return "\n".join(lines)
