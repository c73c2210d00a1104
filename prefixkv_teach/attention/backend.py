"""Which backend runs where, and why: the one place that decides between the Triton kernel and plain torch."""

import os
import warnings
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec

import torch

from prefixkv_teach.attention.dtypes import TOLERANCES
from prefixkv_teach.attention.pool import make_pool
from prefixkv_teach.attention.reference import relative_error
from prefixkv_teach.attention.torch_path import torch_attention
from prefixkv_teach.attention.work_items import plan_flat

BACKENDS = ("torch", "triton")
OLDEST_GPU = (8, 0)


@dataclass(frozen=True)
class Choice:
    """A backend's name, and why it was chosen; printed, it is one sentence.

    Example:
        >>> print(Choice("torch", "cpu has no kernel of its own"))
        torch path: cpu has no kernel of its own
    """

    name: str
    why: str

    def __str__(self) -> str:
        return f"{self.name} path: {self.why}"


def choose_backend(backend: str = "auto", device: torch.device | str = "cpu") -> Choice:
    """Choose the backend that will run on a device; "auto" takes the fastest one that it has.

    Args:
        backend: "auto", "torch" or "triton".
        device: where the tensors are.

    Raises:
        ValueError: there is no backend of that name, or the device cannot run it.

    Example:
        >>> choose_backend("auto", "cpu").name
        'torch'
        >>> print(choose_backend("auto", "cpu"))
        torch path: the Triton kernel needs an NVIDIA GPU, and this is cpu
    """
    if backend not in ("auto", *BACKENDS):
        known = ", ".join(repr(name) for name in ("auto", *BACKENDS))
        raise ValueError(f"backend is {backend!r}; expected one of {known}.")
    if backend == "torch":
        return Choice("torch", "asked for by name")
    device = torch.device(device)
    if backend == "triton" and device.type == "cpu" and interpreted():
        return Choice("triton", "in Triton's interpreter, because TRITON_INTERPRET is set; slow, for checks only")
    # The device comes first: nobody should install triton for nothing.
    trouble = _needs_nvidia(device) or ("" if find_spec("triton") else "the package triton is not installed")
    if trouble and backend == "triton":
        raise ValueError(f"backend is 'triton', but {trouble}; use 'auto' or 'torch'.")
    return Choice("torch", trouble) if trouble else Choice("triton", _what_it_is(device))


def _needs_nvidia(device: torch.device) -> str:
    if device.type != "cuda" or torch.version.cuda is None:
        name = "an AMD GPU" if device.type == "cuda" else device.type
        return f"the Triton kernel needs an NVIDIA GPU, and this is {name}"
    found = torch.cuda.get_device_capability(device)
    if found < OLDEST_GPU:
        wanted, has = ("{}.{}".format(*capability) for capability in (OLDEST_GPU, found))
        return (
            f"the Triton kernel needs compute capability {wanted}, and {torch.cuda.get_device_name(device)} has {has}"
        )
    return ""


def _what_it_is(device: torch.device) -> str:
    major, minor = torch.cuda.get_device_capability(device)
    return f"{torch.cuda.get_device_name(device)} has compute capability {major}.{minor}"


def interpreted() -> bool:
    """Whether Triton runs kernels in its interpreter, on a CPU: TRITON_INTERPRET=1 was set before Python started.

    Example:
        >>> interpreted()
        False
    """
    return os.environ.get("TRITON_INTERPRET", "").lower() in ("1", "true", "on", "yes", "y")


def try_backend(
    backend: str,
    device: torch.device | str,
    *,
    dtype: torch.dtype,
    head_dim: int,
    group: int,
    page_size: int,
    out_dtype: torch.dtype | None = None,
) -> Choice:
    """Choose as `choose_backend` does, and make sure that the kernel works for these shapes before it is used.

    Where it does not, "auto" warns in one sentence and takes the torch path.

    Raises:
        ValueError: as `choose_backend`.
        RuntimeError: the kernel was asked for by name and does not work here.

    Example:
        >>> try_backend("auto", "cpu", dtype=torch.float32, head_dim=64, group=4, page_size=2).name
        'torch'
    """
    choice = choose_backend(backend, device)
    if choice.name != "triton":
        return choice
    trouble = try_kernel(dtype, out_dtype or dtype, head_dim, group, page_size, torch.device(device))
    if trouble and backend == "triton":
        raise RuntimeError(f"backend is 'triton', but {trouble}; use 'auto' or 'torch'.")
    if trouble:
        warnings.warn(f"The torch path runs instead of the Triton kernel: {trouble}.", stacklevel=3)
        return Choice("torch", trouble)
    return choice


@cache
def try_kernel(
    dtype: torch.dtype, out_dtype: torch.dtype, head_dim: int, group: int, page_size: int, device: torch.device
) -> str:
    """Compile the kernel for these shapes, run it on one small prompt, and compare with the torch path.

    A card or a version that we never saw may refuse the kernel, or run it wrongly; both show here, before a
    result depends on it. Each combination is tried once.

    Returns:
        What went wrong, as part of a sentence; nothing if all is well.

    Example:
        >>> try_kernel(torch.float64, torch.float64, 64, 1, 16, torch.device("cpu"))
        'the kernel does not know float64'
    """
    name = str(dtype).removeprefix("torch.")
    if name not in TOLERANCES:
        return f"the kernel does not know {name}"
    if head_dim > 128:
        return f"the kernel's tiles hold heads of up to 128 numbers, not {head_dim}"
    try:
        error = _first_run(dtype, out_dtype, head_dim, group, page_size, device)
    except Exception as trouble:  # whatever the compiler, the driver or the card objects to
        reason = (str(trouble).strip() or type(trouble).__name__).splitlines()[0]
        return f"the kernel did not compile or run here ({reason:.200})"
    tolerance = TOLERANCES[name]
    return "" if error <= tolerance else f"the kernel's result is off by {error:.1e} here (tolerance {tolerance:.0e})"


def _first_run(
    dtype: torch.dtype, out_dtype: torch.dtype, head_dim: int, group: int, page_size: int, device: torch.device
) -> float:
    from prefixkv_teach.attention.triton_paged import triton_attention

    tokens = page_size + 1  # a second page, so that the walk takes a step
    pool = make_pool(2, page_size=page_size, kv_heads=1, head_dim=head_dim, dtype=dtype, device=device)
    generator = torch.Generator().manual_seed(0)
    q, k, v = (torch.randn(tokens, heads, head_dim, generator=generator).to(device, dtype) for heads in (group, 1, 1))
    pool.write([2, 1], 0, k, v)
    inputs, plan = (q[-2:], pool.k_pages, pool.v_pages), plan_flat([[2, 1]], [2], [tokens], page_size)
    q, k, v = (tensor.float() for tensor in inputs)
    ours, theirs = triton_attention(*inputs, plan, out_dtype), torch_attention(q, k, v, plan, torch.float32)
    return max(relative_error(a, b) for a, b in zip(ours, theirs, strict=True))
