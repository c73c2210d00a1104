"""The float64 reference against loops over single numbers."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from prefixkv_teach.attention import dense_attention, dense_layer, make_layer, relative_error
from tests.attention import naive


@settings(max_examples=30, deadline=None)
@given(
    n_kv=st.integers(1, 5),
    cached=st.integers(0, 4),
    kv_heads=st.integers(1, 2),
    group=st.integers(1, 3),
    data=st.data(),
)
def test_dense_attention_is_the_naive_one(
    n_kv: int, cached: int, kv_heads: int, group: int, data: st.DataObject
) -> None:
    generator = torch.Generator().manual_seed(data.draw(st.integers(0, 2**31)))
    n_q = max(1, n_kv - cached)
    q = torch.randn(n_q, kv_heads * group, 4, generator=generator, dtype=torch.float64)
    k, v = torch.randn(2, n_kv, kv_heads, 4, generator=generator, dtype=torch.float64)
    out, lse = dense_attention(q, k, v)
    slow_out, slow_lse = naive.attention(q.tolist(), k.tolist(), v.tolist())
    torch.testing.assert_close(out, torch.tensor(slow_out, dtype=torch.float64), rtol=1e-12, atol=1e-12)
    torch.testing.assert_close(lse, torch.tensor(slow_lse, dtype=torch.float64), rtol=1e-12, atol=1e-12)


def test_dense_layer_is_the_naive_one() -> None:
    layer = make_layer(heads=4, kv_heads=2, head_dim=4, seed=3)
    ids = [7, -7, 7, 2**40]
    x = layer.embed(ids).double()

    def heads(weight: torch.Tensor, count: int, turned: bool) -> naive.Rows:
        rows = (x @ weight.double()).reshape(len(ids), count, 4).tolist()
        if not turned:
            return rows
        return [[naive.turn(head, at, layer.rotary_base) for head in row] for at, row in enumerate(rows)]

    q, k, v = heads(layer.wq, 4, True), heads(layer.wk, 2, True), heads(layer.wv, 2, False)
    out, _ = naive.attention(q, k, v)
    want = torch.tensor(out, dtype=torch.float64).reshape(len(ids), 16) @ layer.wo.double()
    assert relative_error(dense_layer(layer, ids), want) < 1e-12


def test_relative_error_never_hides_a_nan_or_a_shape() -> None:
    one = torch.ones(3)
    assert math.isnan(relative_error(torch.tensor([1.0, 1.0, float("nan")]), one))
    assert relative_error(one, torch.zeros(3)) == pytest.approx(3**0.5)
    assert relative_error(torch.zeros(0), torch.zeros(0)) == 0
    with pytest.raises(ValueError, match="differ"):
        relative_error(torch.ones(1), one)
