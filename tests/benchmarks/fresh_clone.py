"""Figures of a newcomer's first minutes: `make test` on a fresh clone, and again. Only with ARGS=--fresh."""

import os
import subprocess
import tempfile
from pathlib import Path
from time import perf_counter

from tests.benchmarks.figure import Figure, Options
from tests.tracked import ROOT


def fresh_clone(options: Options) -> list[Figure]:
    """Clone what is committed into an empty folder and time `make test` there, twice."""
    if not options.fresh:
        return []
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
        first, again = make_test_minutes(clone), make_test_minutes(clone)
    what = "git clone to a temporary folder, then make test, with every part"
    return [
        Figure("make test on a fresh clone", first, "min", 10, "lower", f"{what}; .venv is made"),
        Figure("make test again", again, "min", 4, "lower", what),
    ]


def make_test_minutes(clone: Path) -> float:
    """Run `make test`; its output is shown only when it fails, and then it counts as an error."""
    # A `make` inside a `make` would inherit the outer one's arguments.
    env = {
        name: value
        for name, value in os.environ.items()
        if name not in ("ARGS", "MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES")
    }
    start = perf_counter()
    answer = subprocess.run(["make", "test"], cwd=clone, env=env, capture_output=True, text=True)
    if answer.returncode:
        raise RuntimeError("make test failed in the clone:\n" + answer.stdout[-3000:] + answer.stderr[-1000:])
    return (perf_counter() - start) / 60
