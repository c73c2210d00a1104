"""Every notebook runs from top to bottom in a fresh kernel, and what it shows then holds (assertions.py)."""

import os
import re
import shutil
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from tests.notebooks.assertions import ASSERTIONS
from tests.tracked import ROOT, name_of, notebooks

SECONDS_PER_CELL = 120
# Lessons 01 to 05 also run in a browser's Python, which has no torch, and they answer while a class is waiting.
LIGHT = re.compile(r"0[1-5]_")
SECONDS_OF_A_LIGHT_LESSON = 30
NO_ARRAYS = """
import sys
heavy = {"torch", "numpy"} & set(sys.modules)
assert not heavy, f"{heavy} was imported by a lesson that does without"
"""
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def execute(path: Path, extra_cells: list[str]) -> nbformat.NotebookNode:
    """Run a notebook with cells appended; a cell that raises fails the test with its source and traceback."""
    notebook = nbformat.read(path, as_version=4)
    own = len(notebook.cells)
    notebook.cells += [nbformat.v4.new_code_cell(source) for source in extra_cells]
    light = bool(LIGHT.match(path.name))
    if light:
        notebook.cells.append(nbformat.v4.new_code_cell(NO_ARRAYS))
    client = NotebookClient(
        notebook,
        timeout=SECONDS_OF_A_LIGHT_LESSON if light else SECONDS_PER_CELL,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        client.execute()
    except CellExecutionError as error:
        pytest.fail(f"{path.name}, {which_cell(notebook, own)}\n{COLOURS.sub('', str(error))}", pytrace=False)
    return notebook


def which_cell(notebook: nbformat.NotebookNode, own: int) -> str:
    """Name the cell that raised: by its id in the notebook, by its number among the appended ones."""
    for number, cell in enumerate(notebook.cells):
        if any(output.output_type == "error" for output in cell.get("outputs", [])):
            return f"cell {number} ({cell.id!r})" if number < own else f"assertion {number - own}"
    return "an unknown cell"


@pytest.fixture
def copy_of_notebooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the notebooks folder, so that what a lesson saves does not land in the project."""
    # The history and the settings of whoever runs the tests stay out of it.
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep))
    folder = tmp_path / "notebooks"
    shutil.copytree(ROOT / "notebooks", folder, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("path", notebooks(), ids=name_of)
def test_a_notebook_runs_and_its_assertions_hold(path: Path, copy_of_notebooks: Path) -> None:
    execute(copy_of_notebooks / path.relative_to(ROOT / "notebooks"), ASSERTIONS.get(path.name, []))


@pytest.mark.slow
def test_a_failing_assertion_is_seen_with_its_cell(copy_of_notebooks: Path) -> None:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("x = 1")])
    nbformat.write(notebook, copy_of_notebooks / "small.ipynb")
    with pytest.raises(pytest.fail.Exception, match=r"small\.ipynb, assertion 1\n[\s\S]*assert x == 2"):
        execute(copy_of_notebooks / "small.ipynb", ["assert x == 1", "assert x == 2"])


@pytest.mark.slow
def test_a_lesson_that_imports_numpy_is_seen(copy_of_notebooks: Path) -> None:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("import numpy")])
    nbformat.write(notebook, copy_of_notebooks / "03_small.ipynb")
    with pytest.raises(pytest.fail.Exception, match=r"03_small\.ipynb, assertion 0\n[\s\S]*'numpy'"):
        execute(copy_of_notebooks / "03_small.ipynb", [])


def test_assertions_belong_to_notebooks_that_exist() -> None:
    assert set(ASSERTIONS) <= {path.name for path in notebooks()}
