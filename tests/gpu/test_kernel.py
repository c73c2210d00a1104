"""The kernel's cases on a real GPU: both backends, and the same bits wherever the hit ended."""

import pytest
import torch
from torch import Tensor

from prefixkv_teach.attention import (
    KVPool,
    WorkPlan,
    choose_backend,
    make_pool,
    paged_attention,
    plan_flat,
    torch_attention,
)
from tests.attention.kernel.cases import CASES, TORCH_LSE_TOLERANCE, Case, Inputs, build, trouble

pytestmark = pytest.mark.gpu


def on(device: torch.device, inputs: Inputs) -> Inputs:
    """The same inputs on the GPU; what must come back stays where it is."""
    pool = KVPool(inputs.pool.k_pages.to(device), inputs.pool.v_pages.to(device))
    return Inputs(inputs.q.to(device), pool, inputs.plan, inputs.want, inputs.want_lse)


def kernel(q: Tensor, k: Tensor, v: Tensor, plan: WorkPlan, out_dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    from prefixkv_teach.attention.triton_paged import triton_attention

    return triton_attention(q, k, v, plan, out_dtype)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_kernel(case: Case, gpu: torch.device) -> None:
    assert trouble(case, on(gpu, build(case)), kernel) == ""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_torch_path(case: Case, gpu: torch.device) -> None:
    allow_tf32 = torch.backends.cuda.matmul.allow_tf32
    torch.backends.cuda.matmul.allow_tf32 = False
    try:
        assert trouble(case, on(gpu, build(case)), torch_attention, TORCH_LSE_TOLERANCE) == ""
    finally:
        torch.backends.cuda.matmul.allow_tf32 = allow_tf32


def test_auto_takes_the_kernel_without_a_warning(gpu: torch.device, recwarn: pytest.WarningsRecorder) -> None:
    assert choose_backend("auto", gpu).name == "triton"
    pages = torch.randn(2, 2, 1, 64, device=gpu)
    paged_attention(torch.randn(1, 2, 64, device=gpu), pages, pages, plan_flat([[1]], [1], [2], 2))
    assert not [str(warning.message) for warning in recwarn if "torch path" in str(warning.message)]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("head_dim", [64, 128])
def test_bits_do_not_depend_on_where_the_hit_ended_or_on_the_page(
    dtype: torch.dtype, head_dim: int, gpu: torch.device
) -> None:
    tokens = 300
    q, k, v = (torch.randn(tokens, heads, head_dim, device=gpu).to(dtype) for heads in (8, 2, 2))
    results = []
    for page in (1, 2, 16, 48):
        needed = -(-tokens // page)
        table = (torch.randperm(needed) + 1).tolist()
        pool = make_pool(needed, page_size=page, kv_heads=2, head_dim=head_dim, dtype=dtype, device=gpu)
        pool.write(table, 0, k, v)
        for new in (300, 299, 100, 64, 1):
            plan = plan_flat([table], [new], [tokens], page)
            out, lse = paged_attention(q[tokens - new :], pool.k_pages, pool.v_pages, plan, backend="triton")
            results.append((out[-1], lse[-1]))
    for out, lse in results:
        assert torch.equal(out, results[0][0]) and torch.equal(lse, results[0][1])
