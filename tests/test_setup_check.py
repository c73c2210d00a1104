"""The setup check says what is missing and how to mend it."""

import sys

import pytest

from prefixkv_teach import setup_check
from prefixkv_teach.cli import main
from prefixkv_teach.setup_check import (
    Check,
    check_dot,
    check_gpu,
    check_package,
    check_python,
    check_setup,
    report,
)


def test_all_is_well_where_the_tests_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert [check.name for check in check_setup() if not check.ok] == []
    assert main(["check"]) == 0
    assert capsys.readouterr().out.endswith("Everything is here.\n")


@pytest.mark.parametrize(("running", "ok"), [((3, 10, 9), False), ((3, 11, 0), True), ((4, 0, 0), True)])
def test_python_must_be_new_enough(running: tuple[int, ...], ok: bool) -> None:
    check = check_python(running)
    assert (check.ok, bool(check.fix)) == (ok, not ok)
    assert check.found == ".".join(map(str, running))


def test_a_missing_package_names_its_use_and_the_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(setup_check.PACKAGES, "no-such-package", "the tests")
    check = check_package("no-such-package")
    assert not check.ok
    assert "the tests" in check.fix and "make lab" in check.fix


def test_a_dot_that_is_not_there_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setenv("PREFIXKV_DOT", "no-such-dot")
    check = check_dot()
    assert not check.ok and "no-such-dot" in check.fix
    assert main(["check"]) == 1
    assert "no-such-dot" in capsys.readouterr().out


def test_torch_that_does_not_load_is_said_and_not_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert "torch does not load" in check_gpu().found


def test_the_report_has_a_fix_below_each_missing_thing() -> None:
    lines = report([Check("a", True, "1"), Check("bb", False, "none", "Do this."), Check("c", True, "2")]).splitlines()
    assert [line.split()[0] for line in lines] == ["ok", "MISSING", "->", "ok", "Missing:"]
    assert "Do this." in lines[2]
