"""The project's files, for tests that read all of them."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "prefixkv_teach"
LEFT_OUT = {".git", ".venv", "__pycache__", ".ipynb_checkpoints", "build", "dist", "prefixkv_teach.egg-info"}
LEFT_OUT |= {".pytest_cache", ".hypothesis", ".mypy_cache", ".ruff_cache"}


def project_files() -> list[Path]:
    """Every file that git tracks; in a copy without git, every file that no tool made."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        names = [ROOT / name for name in answer.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        names = [path for path in ROOT.rglob("*") if not LEFT_OUT & set(path.relative_to(ROOT).parts)]
    return [path for path in names if path.is_file()]


def notebooks() -> list[Path]:
    """The notebooks, in order, without the copies that Jupyter saves on the side."""
    found = (ROOT / "notebooks").rglob("*.ipynb")
    return sorted(path for path in found if ".ipynb_checkpoints" not in path.parts)


def name_of(path: Path) -> str:
    """A file's place in the project, for test names and messages."""
    return path.relative_to(ROOT).as_posix()
