"""`make test`: linter, formatter, types, a browser, then every test. Arguments go to pytest.

Each part runs even if one before it failed, so that one look shows all that is wrong; the exit status is 0
only when all of them passed.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.browser.find_browser import VARIABLE, NoBrowser, get_browser, wanted

ROOT = Path(__file__).resolve().parent.parent


def python(*arguments: str) -> Callable[[], bool]:
    """A part that runs `python -m ...` in the project's root and passes when that exits with 0."""
    return lambda: subprocess.call([sys.executable, "-m", *arguments], cwd=ROOT) == 0


def browser() -> bool:
    """Make sure of a Chromium and hand its path to the browser tests; without it, they are what fails."""
    if not wanted():
        print("  BROWSER=0: the browser tests are left out on purpose")
        return True
    try:
        os.environ[VARIABLE] = get_browser()
        print(f"  {os.environ[VARIABLE]}")
    except NoBrowser as error:
        print(f"  {error}")
    return True


def main(arguments: list[str]) -> int:
    """Run all parts, say how long each took, and return the exit status."""
    parts = [
        ("ruff check", python("ruff", "check", "--quiet", ".")),
        ("ruff format", python("ruff", "format", "--check", "--quiet", ".")),
        ("mypy", python("mypy")),
        ("browser", browser),
        ("pytest", python("pytest", *arguments)),
    ]
    lines = []
    failed = False
    for name, part in parts:
        print(f"== {name}", flush=True)
        start = time.monotonic()
        passed = part()
        failed = failed or not passed
        lines.append(f"{name:12} {'ok' if passed else 'FAILED':6} {time.monotonic() - start:6.1f} s")
    print("== make test, part by part", *lines, sep="\n", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
