"""Where the kernel's tests run: Triton has wheels for Linux on x86-64, and the guards need Linux."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tracked import ROOT

HERE = Path(__file__).parent
# Scripts for a process of their own; looking for doctests in them would import them into this one.
collect_ignore = ["interpreter.py", "planted.py", "compiled.py"]
NEEDS_TRITON = ("test_interpreter.py", "test_planted.py", "test_compiled.py")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Elsewhere they are left out as a whole, and counted as deselected; on Linux a missing triton is a failure."""
    if sys.platform == "linux" and platform.machine() == "x86_64":
        return
    gone = [item for item in items if item.path.parent == HERE and item.path.name in NEEDS_TRITON]
    config.hook.pytest_deselected(items=gone)
    items[:] = [item for item in items if item not in gone]


@pytest.fixture(scope="session")
def kernel_script(tmp_path_factory: pytest.TempPathFactory):
    """Run a script of this folder in a process of its own; returns what it printed, and how it ended."""
    cache = str(tmp_path_factory.mktemp("triton"))

    def run(name: str) -> subprocess.CompletedProcess:
        environment = dict(os.environ, TRITON_CACHE_DIR=cache)
        environment.pop("TRITON_INTERPRET", None)
        command = [sys.executable, "-m", f"tests.attention.kernel.{name}"]
        return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment)

    return run
