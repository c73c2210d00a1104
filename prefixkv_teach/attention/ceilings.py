"""The two ceilings of the machine at hand, measured: how fast it copies, and how fast it multiplies matrices."""

import platform
import time
from collections.abc import Callable
from datetime import date
from functools import partial
from importlib.util import find_spec
from statistics import median

import torch

from prefixkv_teach.attention.cost import Card
from prefixkv_teach.attention.dtypes import dtype_named
from prefixkv_teach.attention.threads import use_threads


def measure_ceilings(
    device: torch.device | str = "cpu",
    *,
    dtype: str = "float32",
    copied: int = 2**26,
    matrix: int = 1024,
    threads: int = 1,
) -> Card:
    """Measure a machine's ceilings, against which a pass on it can be judged more fairly than against a data sheet.

    Args:
        device: "cpu" or "cuda".
        dtype: number format of the matrices; their sums are float32.
        copied: bytes of the copy; it reads and writes them, and should not fit a cache.
        matrix: rows and columns of the matrices.
        threads: CPU threads.

    Returns:
        A Card whose figures are measured, with today's date.

    Example:
        >>> card = measure_ceilings(copied=2**20, matrix=64)
        >>> card.measured, card.bandwidth > 0, card.rate > 0
        (True, True, True)
    """
    device = torch.device(device)
    with use_threads(threads):
        source = torch.ones(copied, dtype=torch.uint8, device=device)
        copy = seconds_of(partial(torch.empty_like(source).copy_, source), device)
        a, b = torch.randn(2, matrix, matrix, device=device).to(dtype_named(dtype))
        product = seconds_of(partial(torch.matmul, a, b), device)
    today = date.today().isoformat()
    return Card(machine_name(device), 2 * copied / copy, 2 * matrix**3 / product, "measured", today, measured=True)


def machine_name(device: torch.device) -> str:
    """Return a GPU's name, or what kind of CPU this is.

    Example:
        >>> machine_name(torch.device("cpu")).startswith("this CPU")
        True
    """
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    return f"this CPU ({platform.machine()})"


def seconds_of(act: Callable[[], object], device: torch.device) -> float:
    """Return the median seconds of a call, after warming up.

    Example:
        >>> 0 <= seconds_of(lambda: None, torch.device("cpu")) < 1
        True
    """
    if device.type == "cuda" and find_spec("triton"):
        from triton.testing import do_bench

        return float(do_bench(act, return_mode="median")) / 1e3
    times = []
    for turn in range(4):
        _wait(device)
        start = time.perf_counter()
        act()
        _wait(device)
        if turn:  # the first one warms up
            times.append(time.perf_counter() - start)
    return median(times)


def _wait(device: torch.device) -> None:
    if device.type == "cuda":  # a GPU returns before it is done
        torch.cuda.synchronize(device)
