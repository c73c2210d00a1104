"""Costs against counting one by one, and floors by hand."""

import pytest
from hypothesis import given, settings

from prefixkv_teach.attention.cost import CARDS, COMPUTED, Card, Cost, count_cost, floor_on
from prefixkv_teach.attention.tree_items import PageTree, plan_tree
from prefixkv_teach.plan import PrefixPlan, plan_tokens
from tests.attention.test_tree import asking

SHAPE = {"heads": 6, "kv_heads": 2, "head_dim": 8, "element_size": 2}
TOKEN_BYTES = 2 * 2 * 8 * 2  # keys and values, KV heads, D, bytes of a number
ROW = 6 * 8 * 2


@settings(max_examples=60, deadline=None)
@given(asking())
def test_costs_are_what_counting_gives(case: tuple[PrefixPlan, list[int], int | None]) -> None:
    plan, new, split = case
    flat = count_cost(PageTree.from_plan(plan).flat(new, plan.page_size), **SHAPE)
    tree = plan_tree(plan, new, plan.page_size, split)
    ours = count_cost(tree, **SHAPE)
    pairs = sum(
        position + 1 for ids, n in zip(plan.token_ids, new, strict=True) for position in range(len(ids))[-n:] if n
    )
    assert flat.causal_pairs == ours.causal_pairs == pairs
    assert flat.flops == ours.flops == pairs * 6 * (2 * 8 + 2 * 8)
    assert flat.kv_bytes == TOKEN_BYTES * sum(len(ids) for ids, n in zip(plan.token_ids, new, strict=True) if n)
    assert flat.row_bytes == 2 * sum(new) * ROW
    partial = sum(item.n_q for item in tree.work.items)
    assert ours.row_bytes == partial * ROW + 2 * partial * 6 * 9 * 4 + sum(new) * ROW


@settings(max_examples=60, deadline=None)
@given(asking())
def test_a_decoding_tree_reads_each_slot_that_anybody_reads_once(
    case: tuple[PrefixPlan, list[int], int | None],
) -> None:
    plan, _, split = case
    new = [min(1, len(ids)) for ids in plan.token_ids]
    written = {
        (plan.page_tables[prompt][n // plan.page_size], n % plan.page_size)
        for prompt, ids in enumerate(plan.token_ids)
        for n in range(len(ids))
    }
    assert count_cost(plan_tree(plan, new, plan.page_size, split), **SHAPE).kv_bytes == len(written) * TOKEN_BYTES


def test_the_shared_prefix_of_a_large_batch() -> None:
    """64 x (8192 + 256), bfloat16, 32/8 heads, D 128: 64 x 8448 tokens against 8192 + 64 x 256."""
    prompts = [[*range(8192), *range(start, start + 256)] for start in range(10_000, 10_000 + 64 * 256, 256)]
    plan = plan_tokens(prompts, page_size=16)
    shape = {"heads": 32, "kv_heads": 8, "head_dim": 128, "element_size": 2}
    flat = count_cost(PageTree.from_plan(plan).flat([1] * 64, 16), **shape)
    tree = count_cost(plan_tree(plan, [1] * 64, 16, 1024), **shape)
    assert flat.kv_bytes == 64 * 8448 * 4096 == 2_214_592_512
    assert tree.kv_bytes == (8192 + 64 * 256) * 4096 == 100_663_296
    assert floor_on(flat, "H200").seconds > 15 * floor_on(tree, "H200").seconds


def test_the_longer_of_the_two_ceilings_counts() -> None:
    card = Card("mine", bandwidth=10.0, rate=100.0, source="a copy", date="today", measured=True)
    by_memory = floor_on(Cost(0, flops=100, kv_bytes=30, row_bytes=20), card)
    assert (by_memory.seconds, by_memory.bound_by) == (5.0, "memory")
    by_rate = floor_on(Cost(0, flops=1000, kv_bytes=30, row_bytes=20), card)
    assert (by_rate.seconds, by_rate.bound_by) == (10.0, "arithmetic")
    assert COMPUTED in str(by_rate) and "measured ceilings" in str(by_rate)


def test_every_card_says_where_its_figures_come_from() -> None:
    for name, card in CARDS.items():
        assert card.name == name and "NVIDIA" in card.source and card.date.isdigit() and not card.measured
        assert 1e11 < card.bandwidth < 1e13 < card.rate < 1e16
        assert COMPUTED in str(floor_on(Cost(1, 1, 1, 1), name)) and card.source in str(
            floor_on(Cost(1, 1, 1, 1), name)
        )


def test_an_unknown_card_is_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"card is 'H20'; the table has L4, RTX 4090, A100"):
        floor_on(Cost(1, 1, 1, 1), "H20")


def test_nothing_costs_nothing() -> None:
    cost = count_cost(plan_tree(plan_tokens([]), [], 2), **SHAPE)
    assert cost == Cost(0, 0, 0, 0) and cost.intensity == 0
