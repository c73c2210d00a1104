"""The kernel, case by case, in Triton's interpreter: right numbers, no forbidden read, the same bits."""

import json

import pytest

from tests.attention.kernel.cases import CASES

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def said(kernel_script) -> dict[str, str]:
    """What went wrong in each case; "" where nothing did. One run serves all tests of this file."""
    run = kernel_script("interpreter")
    found = dict(json.loads(line) for line in run.stdout.splitlines())
    found["the process"] = "" if run.returncode == 0 else f"exit status {run.returncode}\n{run.stderr[-2000:]}"
    return found


@pytest.mark.parametrize("name", [*(case.name for case in CASES), "same bits", "the process"])
def test_in_the_interpreter(said: dict[str, str], name: str) -> None:
    assert said.get(name, "never began") == ""
