"""Faults planted into the kernel and into the torch path: a case must notice each."""

import json

import pytest

from tests.attention.kernel.fault_list import FAULTS, NO_FAULT, Fault

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def noticed(kernel_script) -> dict[tuple[str, str], str]:
    """What noticed each fault, by file and name; one run serves all tests of this file."""
    run = kernel_script("planted")
    assert run.returncode == 0, run.stderr[-2000:]
    return {(file, name): said for file, name, said in map(json.loads, run.stdout.splitlines())}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.file}: {fault.name}")
def test_a_planted_fault_is_noticed(noticed: dict[tuple[str, str], str], fault: Fault) -> None:
    said = noticed[fault.file, fault.name]
    assert not said.startswith("MISTAKE"), said
    assert (said == "") == (fault.name == NO_FAULT), said or "no case noticed it"
