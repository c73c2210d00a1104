"""The frame itself: nothing is skipped silently in CI, .venv is ready only when it is, and a browser is looked for."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import find_browser as browsers
from tests.tracked import ROOT
from tools import make_venv

SKIPPING = """
import pytest
@pytest.mark.gpu
def test_without_gpu(): pytest.skip("no GPU here")
@pytest.mark.skip(reason="a mark")
def test_marked(): pass
def test_inside(): pytest.skip("inside")
@pytest.mark.xfail
def test_expected_to_fail(): assert False
@pytest.mark.browser
def test_in_a_browser(): pass
"""


def run_pytest(folder: Path, source: str, **env: str) -> str:
    """Run pytest on one file under the rules of tests/conftest.py, and return the last line of its output."""
    (folder / "test_small.py").write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "-c", str(ROOT / "pyproject.toml")]
    command += ["-p", "no:cacheprovider", f"--rootdir={folder}", str(folder / "test_small.py")]
    clean = {name: value for name, value in os.environ.items() if name not in ("CI", "BROWSER")}
    answer = subprocess.run(command, cwd=ROOT, env=clean | env, capture_output=True, text=True)
    return answer.stdout.strip().splitlines()[-1]


@pytest.mark.slow
def test_elsewhere_a_test_may_be_skipped_and_browser_0_leaves_the_browser_tests_out(tmp_path: Path) -> None:
    assert run_pytest(tmp_path, SKIPPING, BROWSER="0").startswith("3 skipped, 1 deselected, 1 xfailed")


@pytest.mark.slow
def test_in_ci_a_skipped_test_is_red_unless_it_needs_a_gpu(tmp_path: Path) -> None:
    # "failed" is the one that skipped while running, "error" the one that a mark skipped before it began.
    assert run_pytest(tmp_path, SKIPPING, CI="true").startswith("1 failed, 1 passed, 1 skipped, 1 xfailed, 1 error")


@pytest.mark.slow
def test_in_ci_a_file_that_skips_itself_is_an_error(tmp_path: Path) -> None:
    source = "import pytest\npytest.importorskip('no_such_module')\ndef test_a(): pass"
    assert "error" in run_pytest(tmp_path, source, CI="true")


def test_an_old_python_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 1))
    with pytest.raises(SystemExit, match=r"This is Python 3\.9, and Python 3\.11 or newer is needed"):
        make_venv.complain_about_python()


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_venv_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(SystemExit, match=rf"lacks the module {module}.*apt-get install python3-venv"):
        make_venv.complain_about_python()


@pytest.fixture
def empty_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let make_venv work in an empty folder, where the install fails: there is no constraints.txt."""
    venv = tmp_path / ".venv"
    monkeypatch.setattr(make_venv, "ROOT", str(tmp_path))
    monkeypatch.setattr(make_venv, "VENV", str(venv))
    monkeypatch.setattr(make_venv, "PYTHON", str(venv / "bin" / "python"))
    monkeypatch.setattr(make_venv, "READY", str(venv / "ready"))
    return tmp_path


def test_a_failed_install_leaves_no_venv_that_is_believed_ready(empty_project: Path, monkeypatch) -> None:
    venv = empty_project / ".venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "ready").touch()
    monkeypatch.setattr(make_venv, "works", lambda: True)
    monkeypatch.setattr(make_venv.subprocess, "call", lambda *_args, **_env: 1)
    with pytest.raises(SystemExit, match="Type the same make command again"):
        make_venv.main()
    assert not (venv / "ready").exists()


def test_a_broken_venv_is_made_anew(empty_project: Path, monkeypatch) -> None:
    (empty_project / ".venv" / "bin").mkdir(parents=True)
    (empty_project / ".venv" / "bin" / "python").touch(mode=0o755)
    commands = []

    def call(command, **_env) -> int:
        commands.append(command[1:3])
        return int(command[1] == "-c")

    monkeypatch.setattr(make_venv.subprocess, "call", call)
    with pytest.raises(FileNotFoundError):  # the folder was removed, and our stand-in makes none
        make_venv.main()
    assert commands == [commands[0], ["-m", "venv"], ["-m", "pip"]]


def test_a_venv_of_another_python_is_not_taken(empty_project: Path, monkeypatch) -> None:
    (empty_project / ".venv" / "bin").mkdir(parents=True)
    (empty_project / ".venv" / "bin" / "python").symlink_to(sys.executable)
    monkeypatch.setattr(make_venv.sys, "version_info", (*sys.version_info[:1], sys.version_info[1] + 1, 0))
    assert not make_venv.works()


def test_a_named_browser_that_does_not_start_is_an_error_that_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(browsers.VARIABLE, "no-such-browser")
    with pytest.raises(browsers.NoBrowser, match=r"no-such-browser.*install one"):
        browsers.get_browser()


def test_without_a_browser_every_way_is_tried_and_the_sentence_says_how(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []
    monkeypatch.delenv(browsers.VARIABLE, raising=False)
    monkeypatch.setattr(browsers, "candidates", lambda: iter(()))
    monkeypatch.setattr(browsers, "install_by_playwright", lambda: bool(tried.append("playwright")))
    monkeypatch.setattr(browsers, "install_by_apt", lambda: tried.append("apt") is None)
    with pytest.raises(browsers.NoBrowser, match=r"apt-get install chromium.*BROWSER=0"):
        browsers.get_browser()
    assert tried == ["playwright", "apt"]


def test_the_first_browser_that_starts_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(browsers.VARIABLE, raising=False)
    monkeypatch.setattr(browsers, "candidates", lambda: iter(["broken", "good", "unused"]))
    monkeypatch.setattr(browsers, "starts", lambda path: path != "broken")
    assert browsers.find_browser() == "good"
