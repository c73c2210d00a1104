"""The command `prefixkv`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from prefixkv_teach.preflight import find_notebooks, fly
from prefixkv_teach.setup_check import check_setup, report


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status: 0 when all is well, 1 when something is missing.

    Example:
        >>> main([])
        usage: prefixkv [-h] {check,preflight,paper,gpu-check} ...
        <BLANKLINE>
        Prefix indexing in KV caching: a small library and live notebooks.
        ...
        2
    """
    parser = argparse.ArgumentParser(
        prog="prefixkv", description="Prefix indexing in KV caching: a small library and live notebooks."
    )
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("check", help="look whether Python, packages, dot and a GPU are here; say how to mend")
    flight = commands.add_parser("preflight", help="before a class: run every notebook, and say one line about each")
    flight.add_argument("folder", nargs="?", type=Path, help="where the notebooks are, if not in ./notebooks")
    sheet = commands.add_parser("paper", help="write the paper exercise and its answers, to print from a browser")
    sheet.add_argument("file", nargs="?", type=Path, default=Path("paper_exercise.html"), help="where to write it")
    gpu = commands.add_parser("gpu-check", help="on a GPU: check every kernel, time it, write what was found")
    gpu.add_argument("--dry", action="store_true", help="rehearse on tiny sizes, without a GPU")
    gpu.add_argument("file", nargs="?", type=Path, help="where to write it, if not under the card's name")
    chosen = parser.parse_args(arguments)
    if chosen.command == "check":
        return check()
    if chosen.command == "preflight":
        return preflight(chosen.folder)
    if chosen.command == "paper":
        return paper(chosen.file)
    if chosen.command == "gpu-check":
        return gpu_check(chosen.file, dry=chosen.dry)
    parser.print_help()
    return 2


def check() -> int:
    """Print what is here and what is missing, each with its fix; 1 if anything is missing."""
    checks = check_setup()
    print(report(checks))
    return int(not all(check.ok for check in checks))


def preflight(folder: Path | None = None) -> int:
    """Run every notebook and print one line each; 1 if any failed, or if they cannot be run here."""
    failed = 0
    try:
        for flight in fly(find_notebooks(folder)):
            print(flight, flush=True)
            failed += bool(flight.error)
    except (FileNotFoundError, ImportError) as error:
        print(error)
        return 1
    print("Every notebook runs." if not failed else f"{failed} failed: open it, run it, and read its last message.")
    return int(failed > 0)


def paper(file: Path) -> int:
    """Write the paper exercise to a file; 1 if it cannot be written there."""
    from prefixkv_teach.course.paper import paper_page

    try:
        file.write_text(paper_page(), encoding="utf-8")
    except OSError as error:
        print(f"{file} could not be written: {error.strerror}. Name another place: prefixkv paper FILE")
        return 1
    print(f"Wrote {file}: open it in a browser and print it. Page 1 is the exercise, page 2 has the answers.")
    return 0


def gpu_check(file: Path | None = None, *, dry: bool = False) -> int:
    """Check and time the kernels on this machine's GPU; 1 if there is none, or a result is wrong."""
    try:
        from prefixkv_teach.attention.gpu_check import main as check_gpu
    except ImportError as error:
        print(f"{error.name} is missing: the GPU check needs torch, triton and numpy. Install them with pip.")
        return 1
    return check_gpu([*(["--dry"] if dry else []), *([str(file)] if file else [])])


if __name__ == "__main__":
    sys.exit(main())
