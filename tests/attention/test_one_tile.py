"""The tile that notebook 06b takes apart gives what attention gives, for every item, head, and size of tile."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from prefixkv_teach.attention import TOLERANCES, paged_attention, relative_error
from prefixkv_teach.attention.one_tile import walk_tile
from tests.attention.batches import Batch, batches
from tests.attention.kernel.cases import CASES, Case, build


@settings(max_examples=40)
@given(batches(), st.integers(1, 5), st.integers(1, 5))
def test_all_tiles_together_are_the_whole_result(batch: Batch, rows: int, keys: int) -> None:
    pages = batch.pool.k_pages, batch.pool.v_pages
    want, want_lse = paged_attention(batch.q, *pages, batch.work)
    got, got_lse = torch.zeros_like(want), torch.full_like(want_lse, float("-inf"))
    kv_heads = pages[0].shape[2]
    for number, item in enumerate(batch.work.items):
        for start in range(0, item.n_q * batch.q.shape[1] // kv_heads, rows):
            for kv_head in range(kv_heads):
                place = {"item": number, "kv_head": kv_head, "start": start, "rows": rows, "keys": keys}
                walk = walk_tile(batch.q, *pages, batch.work, **place)
                for (token, head), out, lse in zip(walk.rows, walk.out, walk.lse, strict=True):
                    got[item.out0 + token, head], got_lse[item.out0 + token, head] = out, lse
    assert relative_error(got, want) <= TOLERANCES["float32"]
    assert torch.allclose(got_lse, want_lse, atol=1e-5)


@pytest.mark.parametrize("case", [case for case in CASES if "split" in case.name], ids=lambda case: case.name)
def test_rows_that_see_nothing_are_zero(case: Case) -> None:
    inputs = build(case)
    walk = walk_tile(inputs.q, inputs.pool.k_pages, inputs.pool.v_pages, inputs.plan, rows=64)
    blind = [pair for pair, lse in zip(walk.rows, walk.lse, strict=True) if lse.isinf()]
    assert blind == [(token, head) for token in range(3) for head in range(case.group)]
    assert not walk.out[: len(blind)].any() and not walk.out.isnan().any()
