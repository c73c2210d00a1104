"""The tests in this folder run where torch sees an NVIDIA GPU that the kernel is made for."""

import pytest
import torch

from prefixkv_teach.attention import choose_backend


@pytest.fixture(autouse=True)
def gpu() -> torch.device:
    """The GPU; without one, the test says what is missing."""
    if not torch.cuda.is_available():
        pytest.skip("torch sees no NVIDIA GPU here")
    device = torch.device("cuda")
    if (choice := choose_backend("auto", device)).name != "triton":
        pytest.skip(str(choice))
    return device
