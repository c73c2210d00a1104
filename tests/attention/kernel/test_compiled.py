"""The kernel compiled for six GPU generations, on a machine with none: it must fit, and spill nothing."""

import json

import pytest

from tests.attention.kernel.builds import BUILDS, REGISTERS_OF_A_CORE, REGISTERS_OF_A_THREAD, SHARED_LIMIT, Build

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def compiled(kernel_script) -> dict[str, dict[str, int] | str]:
    """What each compilation needs, or its error; one run serves all tests of this file."""
    run = kernel_script("compiled")
    assert run.returncode == 0, run.stderr[-2000:]
    return dict(json.loads(line) for line in run.stdout.splitlines())


@pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)
def test_it_compiles_and_fits(compiled: dict[str, dict[str, int]], build: Build) -> None:
    needs = compiled[build.name]
    assert isinstance(needs, dict), needs
    assert needs["shared"] <= SHARED_LIMIT[build.capability]
    assert needs["registers"] <= REGISTERS_OF_A_THREAD
    assert needs["registers"] * needs["threads"] <= REGISTERS_OF_A_CORE
    assert needs["wide_loads"], "keys and values must be loaded 16 bytes at a time"
    if build.dtype != "float32":
        assert (needs["stack"], needs["local"]) == (0, 0), "something spilled"
        assert needs["tensor_core_steps"], "16-bit products must use the tensor cores"
