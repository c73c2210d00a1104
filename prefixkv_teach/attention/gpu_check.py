"""`prefixkv gpu-check`: is every kernel right on this card, and how close to its ceilings does it come?

Needs torch, triton and numpy and nothing else: `python -m prefixkv_teach.attention.gpu_check` runs from a copy
of this project where no notebook can. `--dry` rehearses the same script on tiny sizes in Triton's interpreter.
"""

import argparse
import os
import platform
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor

from prefixkv_teach.attention.backend import choose_backend
from prefixkv_teach.attention.borrowers import one_prefix
from prefixkv_teach.attention.ceilings import machine_name, measure_ceilings, seconds_of
from prefixkv_teach.attention.cost import Card, count_cost, floor_on
from prefixkv_teach.attention.dtypes import TOLERANCES
from prefixkv_teach.attention.gpu_cases import Case, cases, check_case
from prefixkv_teach.attention.gpu_record import RECORDS, Checked, GpuRecord, Timed
from prefixkv_teach.attention.merge import merge_parts
from prefixkv_teach.attention.paged import paged_attention
from prefixkv_teach.attention.threads import use_threads
from prefixkv_teach.attention.tree_items import TreePlan, plan_tree
from prefixkv_teach.attention.work_items import WorkPlan

NO_GPU = (
    "There is no NVIDIA GPU here that torch can use, so nothing was measured; "
    "prefixkv gpu-check --dry rehearses the check without one."
)


class Sizes(NamedTuple):
    """What is timed: prompts of shared and own tokens in prefill, and of other ones in decode; and the layer."""

    prompts: int
    prefill: tuple[int, int]
    decode: tuple[int, int]
    page_size: int
    split: int
    heads: int
    kv_heads: int
    head_dim: int
    copied: int
    matrix: int


FULL = Sizes(64, (4096, 256), (8192, 256), 16, 1024, 32, 8, 128, copied=2**30, matrix=8192)
TINY = Sizes(3, (8, 2), (8, 3), 4, 4, 4, 2, 16, copied=2**20, matrix=128)
SMALL_MEMORY = 12 * 2**30  # the full sizes want about 8 GiB


def gpu_check(*, dry: bool = False, say: Callable[[str], None] = print) -> GpuRecord:
    """Measure the ceilings, check every configuration against float64, time prefill and decode.

    Args:
        dry: tiny sizes on the CPU, in Triton's interpreter where triton is installed.
        say: gets a line as each part begins.

    Raises:
        RuntimeError: there is no GPU, and this is no rehearsal.

    Example:
        >>> FULL.prefill, FULL.decode   # tokens shared and own, of 64 prompts
        ((4096, 256), (8192, 256))
        >>> print(gpu_check())  # doctest: +SKIP
    """
    if dry:
        # Triton reads this as it is loaded, so it must not have been loaded before.
        os.environ["TRITON_INTERPRET"] = "1"
    elif not torch.cuda.is_available():
        raise RuntimeError(NO_GPU)
    device = torch.device("cpu" if dry else "cuda")
    choice = choose_backend("triton" if dry and find_spec("triton") else "auto", device)
    sizes = TINY if dry else _sizes_for(device)
    threads = 1 if dry else torch.get_num_threads()
    say(f"{machine_name(device)}: {choice}")
    with use_threads(threads):
        card = measure_ceilings(device, dtype="bfloat16", copied=sizes.copied, matrix=sizes.matrix, threads=threads)
        say(f"copy {card.bandwidth / 1e9:,.0f} GB/s, matrix product {card.rate / 1e12:,.1f} TFLOP/s")
        checks = []
        for case in cases(dry):
            checks += _check(case, choice.name, device, say)
        times = []
        for one in _times(sizes, choice.name, card, device):
            say(f"{one.what}: {one.seconds * 1e6:,.1f} us, {one.fraction:.1%} of the ceiling")
            times.append(one)
    capability = "none" if dry else "{}.{}".format(*torch.cuda.get_device_capability(device))
    return GpuRecord(
        card=card.name,
        capability=capability,
        date=card.date,
        versions=_versions(),
        backend=str(choice),
        dry=dry,
        bandwidth=card.bandwidth,
        rate=card.rate,
        checks=tuple(checks),
        times=tuple(times),
    )


def _check(case: Case, backend: str, device: torch.device, say: Callable[[str], None]) -> list[Checked]:
    tolerance = TOLERANCES[case.dtype]
    try:
        errors = check_case(case, backend, device)
    except RuntimeError as trouble:  # one that does not compile or run is wrong, and the others go on
        errors = {f"{str(trouble).splitlines()[0]:.200}": float("inf")}
    found = [Checked(f"{case}, {way}", error, tolerance) for way, error in errors.items()]
    for one in found:
        say(f"{'ok' if one.ok else 'WRONG'}  {one.what}: error {one.error:.1e}, tolerance {tolerance:.0e}")
    return found


def _sizes_for(device: torch.device) -> Sizes:
    free, _ = torch.cuda.mem_get_info(device)
    return FULL if free >= SMALL_MEMORY else FULL._replace(prompts=16, copied=2**28)


def _times(sizes: Sizes, backend: str, card: Card, device: torch.device) -> Iterator[Timed]:
    shape = {"heads": sizes.heads, "kv_heads": sizes.kv_heads, "head_dim": sizes.head_dim, "element_size": 2}
    for what, work in _works(sizes):
        items = work.work if isinstance(work, TreePlan) else work
        q, k, v = _random(sizes, items, device)
        seconds = seconds_of(_way(q, k, v, work, backend), device)
        floor = floor_on(count_cost(work, **shape), card)
        yield Timed(what, seconds, floor.seconds, floor.bound_by, floor.cost.kv_bytes, floor.cost.flops)
        del q, k, v  # the next ones may need the room


def _works(sizes: Sizes) -> Iterator[tuple[str, WorkPlan | TreePlan]]:
    many, page = sizes.prompts, sizes.page_size
    shared, own = sizes.prefill
    size = f"{many} x ({shared} + {own})"
    alone = one_prefix(many, 0, shared + own, page)
    yield f"prefill without reuse, {size}", alone.flat([shared + own] * many, page)
    tree = one_prefix(many, shared, own, page)
    yield f"prefill with reuse, {size}", tree.flat([shared + own, *[own] * (many - 1)], page)
    shared, own = sizes.decode
    size = f"{many} x ({shared} + {own})"
    # Pages apart for each prompt, so that no cache can do for the flat pass what the tree does.
    yield f"decode, nothing shared, {size}", one_prefix(many, 0, shared + own, page).flat([1] * many, page)
    tree = one_prefix(many, shared, own, page)
    yield f"decode, flat, {size}", tree.flat([1] * many, page)
    yield f"decode, tree, {size}", plan_tree(tree, [1] * many, page, sizes.split)


def _random(sizes: Sizes, work: WorkPlan, device: torch.device) -> tuple[Tensor, Tensor, Tensor]:
    pages = max(work.pages) + 1
    normal = partial(torch.randn, device=device, dtype=torch.bfloat16)
    pool = (pages, sizes.page_size, sizes.kv_heads, sizes.head_dim)
    return normal(work.query_rows, sizes.heads, sizes.head_dim), normal(pool), normal(pool)


def _way(q: Tensor, k: Tensor, v: Tensor, work: WorkPlan | TreePlan, backend: str) -> Callable[[], object]:
    """Return what is timed: attention alone, with the plan's lists on the device already."""
    items, dtype = (work.work, torch.float32) if isinstance(work, TreePlan) else (work, q.dtype)
    if backend == "triton":
        from prefixkv_teach.attention.triton_paged import triton_attention, upload

        attend = partial(triton_attention, q, k, v, items, dtype, lists=upload(items, q.device))
    else:
        attend = partial(paged_attention, q, k, v, items, backend=backend, out_dtype=dtype)
    if not isinstance(work, TreePlan):
        return attend
    parts = torch.tensor(work.parts, device=q.device)

    def attend_and_merge() -> Tensor:
        return merge_parts(*attend(), parts)[0].to(q.dtype)

    return attend_and_merge


def _versions() -> dict[str, str]:
    found = {"Python": platform.python_version()}
    for name in ("torch", "triton", "numpy"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "missing"
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the check, print its table and write it to a file; 1 where there is no GPU or a result is wrong.

    Example:
        >>> main(["--quick"])
        Traceback (most recent call last):
        SystemExit: 2
    """
    parser = argparse.ArgumentParser(prog="prefixkv gpu-check", description="Check and time the kernels on a GPU.")
    parser.add_argument("--dry", action="store_true", help="rehearse on tiny sizes, without a GPU")
    parser.add_argument("file", nargs="?", type=Path, help="where to write the record, if not under the card's name")
    chosen = parser.parse_args(arguments)
    try:
        record = gpu_check(dry=chosen.dry)
    except RuntimeError as error:
        print(error)
        return 1
    print(f"\n{record}")
    short = re.sub(r"\W+", "_", "rehearsal" if record.dry else record.card).strip("_").lower()
    file = chosen.file or Path(f"gpu_check_{short}_{record.date}.json")
    try:
        file.write_text(record.to_json(), encoding="utf-8")
    except OSError as error:
        print(f"{file} could not be written: {error.strerror}. Name another place: prefixkv gpu-check FILE")
        return 1
    folder = "/".join(RECORDS.parts[-3:])
    print(f"Written to {file}." + ("" if record.dry else f" Put it in {folder}, and lesson 06 shows it."))
    return int(not record.ok)


if __name__ == "__main__":
    sys.exit(main())
