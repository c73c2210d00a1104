"""Removes what the other make targets made: `make clean`. Nothing that git tracks is touched."""

import pathlib
import shutil

ROOT = pathlib.Path(__file__).resolve().parent.parent
MADE = [".venv", ".pytest_cache", ".hypothesis", ".mypy_cache", ".ruff_cache", "build", "dist"]


def main():
    """Remove .venv, the caches and the files of past runs; say what went."""
    folders = [ROOT / name for name in MADE] + [ROOT / "prefixkv_teach.egg-info"]
    for part in ("prefixkv_teach", "tests", "tools", "notebooks"):
        folders += sorted((ROOT / part).rglob("__pycache__")) + sorted((ROOT / part).rglob(".ipynb_checkpoints"))
    for folder in folders:
        if folder.exists():
            shutil.rmtree(folder, ignore_errors=True)
    figures = ROOT / "benchmarks.json"
    if figures.exists():
        figures.unlink()
    print("Gone: .venv, caches and benchmarks.json.")


if __name__ == "__main__":
    main()
