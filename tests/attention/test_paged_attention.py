"""The torch path over pages against the dense float64 reference, in every dtype; and bad input."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from prefixkv_teach.attention import (
    TOLERANCES,
    WorkItem,
    WorkPlan,
    choose_backend,
    dense_attention,
    paged_attention,
    plan_flat,
    relative_error,
    torch_path,
)
from tests.attention.batches import Batch, batches

LSE_TOLERANCE = 1e-5


def check(batch: Batch, dtype: str, out_dtype: torch.dtype | None = None) -> None:
    """Compare a batch with the reference, prompt by prompt put together."""
    out, lse = paged_attention(batch.q, batch.pool.k_pages, batch.pool.v_pages, batch.work, out_dtype=out_dtype)
    assert out.shape == batch.q.shape and lse.shape == batch.q.shape[:2]
    assert out.dtype == (out_dtype or batch.q.dtype) and lse.dtype == torch.float32
    if not len(batch.q):
        return
    want, want_lse = (torch.cat(parts) for parts in zip(*(dense_attention(*one) for one in batch.dense), strict=True))
    assert relative_error(out, want) <= TOLERANCES[dtype]
    assert (lse - want_lse).abs().max() <= LSE_TOLERANCE


@settings(max_examples=60, deadline=None)
@given(batches())
def test_float32_equals_the_reference(batch: Batch) -> None:
    check(batch, "float32")


@settings(max_examples=30, deadline=None)
@given(batches(torch.bfloat16))
def test_bfloat16_equals_the_reference(batch: Batch) -> None:
    check(batch, "bfloat16")


@settings(max_examples=15, deadline=None)
@given(batches(torch.float16))
def test_float16_equals_the_reference(batch: Batch) -> None:
    check(batch, "float16")


@settings(max_examples=15, deadline=None)
@given(batches(torch.bfloat16))
def test_a_wider_result_is_computed_wider(batch: Batch) -> None:
    check(batch, "float32", out_dtype=torch.float32)


@settings(max_examples=30, deadline=None)
@given(batches(), st.integers(1, 4))
def test_long_prompts_go_in_blocks_of_rows(batch: Batch, rows: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(torch_path, "ROWS_AT_ONCE", rows)
        check(batch, "float32")


@settings(max_examples=30, deadline=None)
@given(batches())
def test_the_formula_serves_devices_without_the_operator(batch: Batch) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(torch_path, "_attend", torch_path._softmax_attention)
        check(batch, "float32")


def test_rows_may_see_every_key_and_results_may_go_elsewhere() -> None:
    """pos0 = n_kv: what a shared stretch of keys will look like; rows nobody writes are (0, -inf)."""
    q, (k, v) = torch.randn(2, 4, 8), torch.randn(2, 3, 2, 2, 8)
    item = WorkItem(q0=0, n_q=2, page0=0, n_kv=3, pos0=3, out0=3)
    out, lse = paged_attention(q, k, v, WorkPlan((item,), (2, 1), page_size=2, query_rows=2, out_rows=6))
    keys, values = (torch.cat((pool[2], pool[1]))[:3] for pool in (k, v))
    for row in range(2):
        want, want_lse = dense_attention(q[row : row + 1], keys, values)
        assert relative_error(out[3 + row], want[0]) <= TOLERANCES["float32"]
        assert (lse[3 + row] - want_lse[0]).abs().max() <= LSE_TOLERANCE
    assert not out[[0, 1, 2, 5]].any() and (lse[[0, 1, 2, 5]] == -math.inf).all()


def test_an_item_without_keys_is_empty_and_not_nan() -> None:
    pool = torch.full((2, 2, 1, 8), math.nan)
    item = WorkItem(q0=0, n_q=1, page0=0, n_kv=0, pos0=0, out0=0)
    out, lse = paged_attention(torch.ones(1, 1, 8), pool, pool, WorkPlan((item,), (), 2, 1, 1))
    assert not out.any() and (lse == -math.inf).all()


def test_backends() -> None:
    assert choose_backend().name == choose_backend("torch", "cpu").name == "torch"
    with pytest.raises(ValueError, match="backend is 'tritn'; expected one of 'auto', 'torch', 'triton'"):
        choose_backend("tritn")
    pool = torch.zeros(2, 2, 1, 8)
    with pytest.raises(ValueError, match="backend is 'fast'"):
        paged_attention(torch.ones(1, 1, 8), pool, pool, plan_flat([[1]], [1], [1], 2), backend="fast")


@pytest.mark.parametrize(
    ("q", "k", "v", "says"),
    [
        ((1, 8), (2, 2, 1, 8), (2, 2, 1, 8), "q has shape"),
        ((1, 2, 8), (2, 2, 8), (2, 2, 8), "k_pages has shape"),
        ((1, 2, 8), (2, 2, 1, 8), (3, 2, 1, 8), "expected equal shapes"),
        ((2, 2, 8), (2, 2, 1, 8), (2, 2, 1, 8), "q has 2 rows; the plan has 1"),
        ((1, 2, 4), (2, 2, 1, 8), (2, 2, 1, 8), "head size 4 and the pages 8"),
        ((1, 3, 8), (2, 2, 2, 8), (2, 2, 2, 8), "3 query heads cannot be shared out evenly among 2 KV heads"),
        ((1, 2, 8), (2, 3, 1, 8), (2, 3, 1, 8), "pages of 3 tokens and the plan of 2"),
        ((1, 2, 8), (1, 2, 1, 8), (1, 2, 1, 8), "reads page 1, but the pool has 1 pages, 0 to 0"),
    ],
)
def test_shapes_that_do_not_fit_are_named(
    q: tuple[int, ...], k: tuple[int, ...], v: tuple[int, ...], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        paged_attention(torch.zeros(q), torch.zeros(k), torch.zeros(v), plan_flat([[1]], [1], [1], 2))


def test_mixed_dtypes_are_named() -> None:
    pool = torch.zeros(2, 2, 1, 8)
    with pytest.raises(ValueError, match="expected one dtype and one device"):
        paged_attention(torch.zeros(1, 1, 8).bfloat16(), pool, pool, plan_flat([[1]], [1], [1], 2))
