"""The pre-flight command: one line for each notebook, and nonzero when one of them fails."""

import sys
from pathlib import Path

import nbformat
import pytest

from prefixkv_teach import preflight
from prefixkv_teach.cli import main


def write(folder: Path, name: str, source: str) -> None:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
    nbformat.write(notebook, folder / name)


@pytest.mark.slow
def test_each_notebook_has_a_line_and_a_failing_one_says_why(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "01_good.ipynb", "open('left_behind.txt', 'w').write('x')")
    write(tmp_path, "02_bad.ipynb", "raise ValueError('no such page')")
    write(tmp_path, "03_good.ipynb", "import prefixkv_teach")
    assert main(["preflight", str(tmp_path)]) == 1
    said = capfd.readouterr()
    starts = [(line.split()[0], line.split()[-1]) for line in said.out.splitlines() if line.endswith(".ipynb")]
    assert starts == [("ok", "01_good.ipynb"), ("FAILED", "02_bad.ipynb"), ("ok", "03_good.ipynb")]
    assert "ValueError: no such page" in said.out and "1 failed" in said.out
    assert "WARNING" not in said.err, "a kernel's remarks stand between our lines"
    assert not (tmp_path / "left_behind.txt").exists()


def test_when_all_run_the_exit_status_is_0(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, "one.ipynb", "1")
    monkeypatch.setattr(preflight, "run_notebook", lambda path: None)
    assert main(["preflight", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith("Every notebook runs.\n")


def test_without_nbclient_one_sentence_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, "one.ipynb", "1")
    monkeypatch.setitem(sys.modules, "nbclient", None)
    assert main(["preflight", str(tmp_path)]) == 1
    assert capsys.readouterr().out == preflight.NO_NBCLIENT + "\n"


def test_a_folder_without_notebooks_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["preflight", str(tmp_path)]) == 1
    assert f"there is no notebook in {tmp_path}" in capsys.readouterr().out
