"""Notebooks are kept as sources: no outputs, no widget state, stable cell ids, short cells, plain words."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tracked import name_of, notebooks

LONGEST_CELL = 8
NOT_SAID = re.compile(r"\b(just|simply|obviously)\b", re.IGNORECASE)
# The same for every Python that opens the notebook: no version numbers, no machine's kernel name.
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def troubles(notebook: dict) -> Iterator[str]:
    """Say everything about a notebook that should not be committed."""
    if notebook.get("metadata") != METADATA:
        yield f"the notebook's metadata is {notebook.get('metadata')}, expected {METADATA}"
    if (notebook.get("nbformat"), notebook.get("nbformat_minor")) != (4, 5):
        yield "nbformat is not 4.5, the first with cell ids"
    ids = [cell.get("id") for cell in notebook["cells"]]
    if len(set(ids)) != len(ids):
        yield "two cells have the same id"
    for number, cell in enumerate(notebook["cells"]):
        text = "".join(cell["source"])
        # An id is written by hand, so that it stays the same when a notebook is made anew.
        if not re.fullmatch(r"[a-z][a-z0-9_-]{1,63}", str(cell.get("id"))):
            yield f"cell {number} has the id {cell.get('id')!r}, expected words such as 'first-tree'"
        if word := NOT_SAID.search(text):
            yield f"cell {number} says {word.group()!r}"
        if not text.strip():
            yield f"cell {number} is empty"
        if cell["cell_type"] == "code":
            if cell.get("outputs") or cell.get("execution_count") is not None:
                yield f"cell {number} carries outputs or a count"
            if len(text.strip().splitlines()) > LONGEST_CELL:
                yield f"cell {number} has more than {LONGEST_CELL} lines"
            if cell["metadata"].keys() - {"tags"}:
                yield f"cell {number} has the metadata {cell['metadata']}"


@pytest.mark.parametrize("path", notebooks(), ids=name_of)
def test_a_notebook_is_clean(path: Path) -> None:
    assert list(troubles(json.loads(path.read_text(encoding="utf-8")))) == []


def test_the_notebooks_are_there() -> None:
    assert "notebooks/00_check_setup.ipynb" in map(name_of, notebooks())


def clean_notebook() -> dict:
    cell = {"cell_type": "code", "id": "first-cell", "metadata": {}, "source": ["1 + 1"], "outputs": []}
    cell["execution_count"] = None
    return {"metadata": METADATA, "nbformat": 4, "nbformat_minor": 5, "cells": [cell]}


@pytest.mark.parametrize(
    "change",
    [
        {"outputs": [{"output_type": "stream"}]},
        {"execution_count": 3},
        {"source": ["a\n"] * 9},
        {"source": ["# This is just a test"]},
        {"id": "a3f0 9c"},
        {"metadata": {"collapsed": True}},
        {"source": [" "]},
    ],
)
def test_a_cell_that_is_not_clean_is_seen(change: dict) -> None:
    notebook = clean_notebook()
    assert list(troubles(notebook)) == []
    notebook["cells"][0] |= change
    assert len(list(troubles(notebook))) == 1


def test_widget_state_and_double_ids_are_seen() -> None:
    notebook = clean_notebook()
    notebook["metadata"] = METADATA | {"widgets": {}}
    notebook["cells"] *= 2
    assert len(list(troubles(notebook))) == 2
