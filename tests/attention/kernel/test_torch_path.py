"""The torch path on the kernel's cases."""

import pytest

from prefixkv_teach.attention import torch_attention, torch_path
from tests.attention.kernel.cases import CASES, TORCH_LSE_TOLERANCE, Case, build, trouble


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_torch_path_on_the_kernel_s_cases(case: Case) -> None:
    assert trouble(case, build(case), torch_attention, TORCH_LSE_TOLERANCE) == ""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_formula_for_other_devices_on_the_kernel_s_cases(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch_path, "_attend", torch_path._softmax_attention)
    assert trouble(case, build(case), torch_attention) == ""
