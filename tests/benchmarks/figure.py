"""A measured figure, the table that shows figures, and the machine they were measured on."""

import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Literal

PACKAGES = ("jupyterlab", "ipywidgets", "graphviz", "numpy", "torch")


@dataclass(frozen=True)
class Options:
    """What the command line asked for."""

    fresh: bool = False


@dataclass(frozen=True)
class Figure:
    """One measured figure. `limit` is what we want to reach; `error` says why there is no figure."""

    name: str
    value: float | None
    unit: str
    limit: float | None
    better: Literal["lower", "higher"]
    what: str
    error: str = ""

    @property
    def ok(self) -> bool:
        """Whether the figure is on the good side of its limit."""
        if self.value is None or self.limit is None:
            return self.value is not None
        return self.value <= self.limit if self.better == "lower" else self.value >= self.limit

    def as_json(self) -> dict:
        """The row of benchmarks.json."""
        return {**asdict(self), "ok": self.ok}


def seconds_of(act, rounds: int) -> float:
    """The median time of `act()` over some rounds, after one round that is not counted."""
    act()
    times = []
    for _ in range(rounds):
        start = perf_counter()
        act()
        times.append(perf_counter() - start)
    return median(times)


def table(figures: Sequence[Figure]) -> str:
    """The figures as aligned text: good or not, name, figure, limit, what was run."""
    rows = [("", "what", "figure", "limit", "what was run")]
    for figure in figures:
        sign = "at most" if figure.better == "lower" else "at least"
        value = "none" if figure.value is None else f"{figure.value:.3g} {figure.unit}"
        limit = "-" if figure.limit is None else f"{sign} {figure.limit:g} {figure.unit}"
        rows.append(("ok" if figure.ok else "NOT", figure.name, value, limit, figure.error or figure.what))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(
        "  ".join([*(f"{cell:{w}}" for cell, w in zip(row, widths, strict=False)), row[4]]) for row in rows
    )


def machine() -> str:
    """The machine, the systems and the day, in two lines."""
    parts = [f"{name} {version(name)}" for name in PACKAGES]
    return (
        f"On {processor()}, {os.cpu_count()} cores, {platform.platform(terse=True)}, {date.today()}\n"
        f"Python {platform.python_version()}, {', '.join(parts)}"
    )


def processor() -> str:
    """The processor's name, as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()
