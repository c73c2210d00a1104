"""Habits of the house: examples in docstrings, no machine's paths, and a README whose commands exist."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tracked import PACKAGE, ROOT, name_of, project_files

# Put together from words, so that this line does not name such a path itself.
FOLDERS = "|".join(["home", "Users", "root", "work", "tmp", "farm"])
MACHINE_PATH = re.compile(rf"(?<![\w.~/])/(?:{FOLDERS})/\w|[A-Z]:\\Users\\\w")
PUBLIC_PARTS = ("steps", "plan.py", "run.py", "scenarios.py", "prompt_files.py", "draw", "attention")
TEXT = {".py", ".md", ".toml", ".yml", ".txt", ".ipynb", ".json", ".css", ".svg", ""}
LARGEST = 1_000_000


def modules() -> list[Path]:
    """The files whose public functions a learner reads."""
    found = [PACKAGE / part for part in PUBLIC_PARTS]
    return sorted(file for part in found for file in ([part] if part.suffix else part.rglob("*.py")))


def without_example(source: str) -> Iterator[str]:
    """Name the public functions of a module that lack a docstring with an example that runs."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            doc = ast.get_docstring(node) or ""
            if "Example:" not in doc or ">>>" not in doc:
                yield node.name


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_public_functions_have_an_example(path: Path) -> None:
    assert list(without_example(path.read_text(encoding="utf-8"))) == []


def test_a_missing_example_is_seen() -> None:
    assert list(without_example('def f():\n    """Words."""\n\ndef _g(): ...')) == ["f"]


def test_no_file_names_a_path_of_a_machine() -> None:
    found = []
    for path in project_files():
        if path.suffix in TEXT:
            lines = path.read_text(encoding="utf-8").splitlines()
            found += [f"{name_of(path)}:{n}: {line}" for n, line in enumerate(lines, 1) if MACHINE_PATH.search(line)]
    assert found == []


@pytest.mark.parametrize("line", ["cd {}home/ada/project", "open('{}Users/ada')", "path={}tmp/x"])
def test_a_path_of_a_machine_is_seen(line: str) -> None:
    assert MACHINE_PATH.search(line.format("/"))


def test_no_file_is_larger_than_a_megabyte() -> None:
    assert [name_of(path) for path in project_files() if path.stat().st_size > LARGEST] == []


def test_the_readme_s_commands_exist_and_it_credits_the_article() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z]+)", "\n".join(re.findall(r"```.*?```|`[^`]+`", readme, re.DOTALL))))
    assert {"lab", "test", "bench"} <= named <= targets
    assert "Prefix indexing in KV caching" in readme


def test_the_readme_s_paths_exist() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:|#)([^)]+)\)", readme)
    assert [link for link in links if not (ROOT / link).exists()] == []
