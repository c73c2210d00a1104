"""Chunks cut at fixed multiples, whole ones reused: the same bits with and without, wherever the pages lie."""

import random

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from prefixkv_teach.attention import TOLERANCES, KVPool, Layer, dense_layer, make_layer, relative_error
from prefixkv_teach.attention.chunks import (
    Bits,
    bits_example,
    compare_bits,
    in_pages,
    plan_of_chunks,
    walk_in_chunks,
)
from prefixkv_teach.attention.route import pool_for, route_with_reuse
from prefixkv_teach.attention.run_pass import rows_of_every_token
from prefixkv_teach.plan import PrefixPlan, plan_tokens
from tests.attention.batches import plans

SMALL = {"heads": 8, "kv_heads": 2, "head_dim": 32}
# Common fronts of 150, 64 and 20 tokens, endings of 1 to 40, a twin, and a prompt alone.
FRONT = list(range(150))
PROMPTS = [
    [*FRONT, 900],
    [*FRONT, *range(600, 640)],
    [*FRONT[:64], *range(700, 709)],
    [*FRONT[:64], *range(700, 709)],
    [*FRONT[:20], 800, 801],
    [-5] * 17,
]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("chunk", [16, 32, 64, 128])
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_whole_chunks_give_the_same_bits(dtype: str, chunk: int, threads: int) -> None:
    bits = compare_bits(plan_tokens(PROMPTS, page_size=16), dtype=dtype, chunk=chunk, threads=threads, **SMALL)
    assert bits.equal and bits.max_difference == 0 and bits.other_words == 0
    assert bits.tokens == sum(map(len, PROMPTS)) > bits.computed


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_other_physical_pages_and_another_page_size_change_no_bit(dtype: str) -> None:
    layer = make_layer(**SMALL, dtype=getattr(torch, dtype))
    plan = plan_of_chunks(plan_tokens(PROMPTS, page_size=16), 32)
    found = []
    for page_size, shuffle in ((16, False), (16, True), (2, True), (32, False)):
        pages = list(range(1, plan.pages * 32 // page_size + 1))
        if shuffle:
            random.Random(3).shuffle(pages)
        route = in_pages(route_with_reuse(plan), page_size, pages)
        rows = walk_in_chunks(layer, pool_for(layer, route), route, 32)
        found.append(torch.cat(rows_of_every_token(plan, rows)))
    assert all(torch.equal(found[0], other) for other in found[1:])


@settings(max_examples=25, deadline=None)
@given(plans(), st.integers(1, 3), st.sampled_from(["float32", "bfloat16"]))
def test_any_batch_in_chunks_has_the_same_bits_and_the_right_numbers(plan: PrefixPlan, pages: int, dtype: str) -> None:
    chunk = pages * plan.page_size
    assert compare_bits(plan, dtype=dtype, chunk=chunk, heads=4, kv_heads=2, head_dim=8).equal
    layer = make_layer(heads=4, kv_heads=2, head_dim=8, dtype=getattr(torch, dtype))
    chunks = plan_of_chunks(plan, chunk)
    route = in_pages(route_with_reuse(chunks), plan.page_size)
    rows = rows_of_every_token(chunks, walk_in_chunks(layer, pool_for(layer, route), route, chunk))
    for ids, got in zip(plan.token_ids, rows, strict=True):
        assert relative_error(got, dense_layer(layer, ids)) <= TOLERANCES[dtype]


def test_a_wrong_position_is_not_hidden_by_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Layer.project
    calls = []

    def late(self: Layer, x: torch.Tensor, first_position: int):
        calls.append(first_position)
        return right(self, x, first_position + (len(calls) == 30))

    monkeypatch.setattr(Layer, "project", late)
    assert not compare_bits(plan_tokens(PROMPTS, page_size=16), dtype="float32", chunk=16, **SMALL).equal


def test_a_chunk_that_was_not_written_is_not_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    right = KVPool.write
    monkeypatch.setattr(
        KVPool, "write", lambda self, table, first, k, v: first != 32 and right(self, table, first, k, v)
    )
    bits = compare_bits(plan_tokens(PROMPTS, page_size=16), dtype="float32", chunk=16, **SMALL)
    assert not bits.equal  # NaN equals nothing


def test_without_chunks_the_difference_is_rounding_and_no_more() -> None:
    """Whether bits differ depends on the library and the processor, so only the size of it is tested."""
    for dtype, most in (("float32", 1e-5), ("bfloat16", 0.1)):
        bits = compare_bits(plan_tokens(PROMPTS, page_size=16), dtype=dtype, **SMALL)
        assert bits.max_difference < most and bits.chunk is None
        assert bits.equal == (bits.max_difference == 0)


def test_what_is_said() -> None:
    bits = Bits("bfloat16", None, 1, False, 0.0039, 128_000, 4, 288, 8448)
    assert str(bits) == (
        "bfloat16, not cut: outputs differ by up to 3.9e-03; 4 of 128,000 next words are another; "
        "288 of 8,448 tokens computed"
    )


def test_the_example_leaves_one_row_to_each_borrower() -> None:
    assert set(bits_example().computed_tokens[1:]) == {1}


@pytest.mark.parametrize("chunk", [0, -16, 24])
def test_a_chunk_is_made_of_whole_pages(chunk: int) -> None:
    with pytest.raises(ValueError, match=rf"chunk is {chunk} and a page holds 16; expected a multiple"):
        compare_bits(plan_tokens(PROMPTS, page_size=16), chunk=chunk, **SMALL)
