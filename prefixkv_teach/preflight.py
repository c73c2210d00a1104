"""Before a class: does every notebook run from top to bottom on this machine? One line each.

Each runs in a kernel of its own and in a copy of the folder, so that nothing is left behind.
"""

import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

SECONDS_PER_CELL = 120
BESIDE_THE_PACKAGE = Path(__file__).resolve().parent.parent / "notebooks"
NO_NBCLIENT = (
    "The package nbclient, which runs notebooks, is not here. `make lab` and `make test` install it; "
    "without make: python -m pip install nbclient"
)


class Flight(NamedTuple):
    """How one notebook's run ended: `error` is empty when all is well."""

    name: str
    seconds: float
    error: str

    def __str__(self) -> str:
        line = f"{'FAILED' if self.error else 'ok':7} {self.seconds:5.1f} s  {self.name}"
        return f"{line}\n        {self.error}" if self.error else line


def find_notebooks(folder: Path | None = None) -> Path:
    """Return the folder with the notebooks: the one named, `notebooks` where we are, or the one beside the package.

    Raises:
        FileNotFoundError: there is no such folder, or no notebook in it; the message says what to do.

    Example:
        >>> find_notebooks(Path("no_such_folder"))
        Traceback (most recent call last):
        FileNotFoundError: there is no notebook in no_such_folder; name the folder: prefixkv preflight FOLDER
    """
    places = [folder] if folder is not None else [Path("notebooks"), BESIDE_THE_PACKAGE]
    for place in places:
        if any(place.glob("*.ipynb")):
            return place
    looked = " or ".join(map(str, places))
    raise FileNotFoundError(f"there is no notebook in {looked}; name the folder: prefixkv preflight FOLDER")


def fly(folder: Path, run: Callable[[Path], None] | None = None) -> Iterator[Flight]:
    """Run every notebook of `folder`, in order, in a copy of it.

    Args:
        folder: its notebooks run, those of folders within it do not.
        run: runs one notebook and raises if it fails; `run_notebook` if None.

    Example:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     _ = pathlib.Path(folder, "one.ipynb").write_text("{}")
        ...     [(flight.name, flight.error) for flight in fly(pathlib.Path(folder), lambda path: None)]
        [('one.ipynb', '')]
    """
    run = run or run_notebook
    with tempfile.TemporaryDirectory() as home:
        copy = Path(home, "notebooks")
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns(".*"))
        for path in sorted(copy.glob("*.ipynb")):
            start, error = time.monotonic(), ""
            try:
                run(path)
            except ImportError:
                raise
            except Exception as failed:  # whatever a notebook does must not stop the others
                error = last_line(str(failed)) or type(failed).__name__
            yield Flight(path.name, time.monotonic() - start, error)


def run_notebook(path: Path) -> None:
    """Run one notebook from top to bottom in a fresh kernel; raise what its first failing cell raised.

    Raises:
        ImportError: nbclient is not installed; the message says how to get it.
    """
    try:
        import nbformat
        from nbclient import NotebookClient
    except ImportError:
        raise ImportError(NO_NBCLIENT) from None
    notebook = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": str(path.parent)}}
    quiet = ["--log-level=ERROR"]  # a kernel's own remarks would stand between our lines
    client = NotebookClient(
        notebook, timeout=SECONDS_PER_CELL, kernel_name="python3", resources=where, extra_arguments=quiet
    )
    client.execute()


def last_line(text: str) -> str:
    """Return the last line that says something, without colours: where a traceback names its error.

    Example:
        >>> last_line("Traceback\\n  ...\\nValueError: no\\n\\n")
        'ValueError: no'
    """
    lines = [line.strip() for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines() if line.strip()]
    return lines[-1] if lines else ""
