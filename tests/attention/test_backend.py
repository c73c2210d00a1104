"""The choice of the backend: by the machine, with a reason; and a kernel that does not work is not used."""

import importlib.util
import subprocess
import sys
import types
from collections.abc import Iterator

import pytest
import torch

from prefixkv_teach.attention import backend as backend_module
from prefixkv_teach.attention import choose_backend, paged_attention, plan_flat, torch_attention
from prefixkv_teach.attention.backend import Choice, try_kernel


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> Iterator[types.SimpleNamespace]:
    """A machine with a GPU and triton, as far as the choice can see."""
    card = types.SimpleNamespace(capability=(9, 0), name="H200", cuda="12.8")
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda device=None: card.capability)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda device=None: card.name)
    monkeypatch.setattr(torch.version, "cuda", card.cuda)
    monkeypatch.setattr(backend_module, "find_spec", lambda name: object())
    monkeypatch.delenv("TRITON_INTERPRET", raising=False)
    try_kernel.cache_clear()
    yield card
    try_kernel.cache_clear()


@pytest.mark.parametrize(
    ("capability", "name", "says"),
    [
        ((8, 0), "triton", "A card has compute capability 8.0"),
        ((12, 0), "triton", "A card has compute capability 12.0"),
        ((7, 5), "torch", "the Triton kernel needs compute capability 8.0, and A card has 7.5"),
    ],
)
def test_an_nvidia_gpu_by_its_age(
    card: types.SimpleNamespace, capability: tuple[int, int], name: str, says: str
) -> None:
    card.name, card.capability = "A card", capability
    assert choose_backend("auto", "cuda:0") == Choice(name, says)


@pytest.mark.parametrize("device", ["cpu", "mps"])
def test_no_nvidia_gpu(card: types.SimpleNamespace, device: str) -> None:
    assert choose_backend("auto", device) == Choice(
        "torch", f"the Triton kernel needs an NVIDIA GPU, and this is {device}"
    )
    with pytest.raises(ValueError, match=f"backend is 'triton', but .* this is {device}; use 'auto' or 'torch'"):
        choose_backend("triton", device)


def test_an_amd_gpu_calls_itself_cuda(card: types.SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.version, "cuda", None)
    assert str(choose_backend("auto", "cuda")).endswith("and this is an AMD GPU")


def test_triton_is_missing(card: types.SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend_module, "find_spec", lambda name: None)
    assert choose_backend("auto", "cuda") == Choice("torch", "the package triton is not installed")


def test_the_interpreter_is_taken_only_by_name(card: types.SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRITON_INTERPRET", "1")
    assert choose_backend("auto", "cpu").name == "torch"
    assert "interpreter" in choose_backend("triton", "cpu").why


def inputs() -> tuple:
    generator = torch.Generator().manual_seed(0)
    pages = torch.randn(2, 2, 1, 8, generator=generator)
    return torch.randn(1, 2, 8, generator=generator), pages, pages, plan_flat([[1]], [1], [2], 2)


def kernel_that(monkeypatch: pytest.MonkeyPatch, attention) -> None:
    """Put a function in the kernel's place, and let the choice fall on it on a CPU."""
    module = types.ModuleType("prefixkv_teach.attention.triton_paged")
    module.triton_attention = attention
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(backend_module, "_needs_nvidia", lambda device: "")
    monkeypatch.setattr(backend_module, "_what_it_is", lambda device: "a test")


def refuses(*_: object) -> None:
    raise RuntimeError("ptxas died\nat line 7\nof many")


def is_wrong(*call: object):
    out, lse = torch_attention(*call)
    return out * 1.01, lse


def has_a_wrong_lse(*call: object):
    out, lse = torch_attention(*call)
    return out, lse + 0.01


@pytest.mark.parametrize(
    ("attention", "says"),
    [
        (refuses, r"the kernel did not compile or run here \(ptxas died\)\.$"),
        (is_wrong, r"the kernel's result is off by 1.0e-02 here \(tolerance 2e-06\)\.$"),
        (has_a_wrong_lse, "the kernel's result is off by"),
    ],
)
def test_a_kernel_that_does_not_work_is_said_in_one_sentence_and_not_used(
    card: types.SimpleNamespace, monkeypatch: pytest.MonkeyPatch, attention, says: str
) -> None:
    kernel_that(monkeypatch, attention)
    with pytest.warns(UserWarning, match="The torch path runs instead of the Triton kernel: " + says):
        out, lse = paged_attention(*inputs())
    want, want_lse = torch_attention(*inputs(), torch.float32)
    assert torch.equal(out, want) and torch.equal(lse, want_lse)
    with pytest.raises(RuntimeError, match="backend is 'triton', but the kernel"):
        paged_attention(*inputs(), backend="triton")


def test_a_kernel_that_works_is_tried_once_and_used(
    card: types.SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def works(*call: object):
        calls.append(call)
        return torch_attention(*call)

    kernel_that(monkeypatch, works)
    paged_attention(*inputs())
    paged_attention(*inputs())
    assert len(calls) == 3, "one trial and two calls"


def test_heads_and_numbers_that_the_kernel_does_not_know(card: types.SimpleNamespace) -> None:
    cpu = torch.device("cpu")
    assert "float64" in try_kernel(torch.float64, torch.float64, 64, 1, 16, cpu)
    assert "up to 128 numbers, not 256" in try_kernel(torch.float16, torch.float16, 256, 1, 16, cpu)


def test_importing_attention_does_not_import_triton() -> None:
    code = "import sys, prefixkv_teach.attention; sys.exit('triton' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
    assert importlib.util.find_spec("prefixkv_teach.attention.triton_paged")
