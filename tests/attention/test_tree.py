"""Tree attention: every query sees every visible key once, and the result is the flat pass's."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from prefixkv_teach.attention import TOLERANCES, make_pool, paged_attention, relative_error
from prefixkv_teach.attention.merge import merge_states, tree_attention
from prefixkv_teach.attention.tree_items import PageTree, TreePlan, plan_tree
from prefixkv_teach.plan import PrefixPlan, plan_tokens
from tests.attention.batches import plans


@st.composite
def asking(draw: st.DrawFn) -> tuple[PrefixPlan, list[int], int | None]:
    """A plan, how many of each prompt's last tokens ask, and where items are split."""
    plan = draw(plans())
    new = [draw(st.one_of(st.integers(0, len(ids)), st.just(min(1, len(ids))))) for ids in plan.token_ids]
    split = draw(st.one_of(st.none(), st.integers(1, 3).map(lambda pages: pages * plan.page_size)))
    return plan, new, split


def slots_seen(tree: TreePlan) -> list[list[tuple[int, int]]]:
    """By row of the flat plan, every (page, slot) that its items let it see, with repetitions."""
    size = tree.work.page_size
    seen: list[list[tuple[int, int]]] = [[] for _ in tree.rows]
    for item in tree.work.items:
        pages = tree.work.item_pages(item)
        for i in range(item.n_q):
            keys = [n for n in range(item.n_kv) if n <= item.pos0 + i]
            seen[tree.rows[item.q0 + i]] += [(pages[n // size], n % size) for n in keys]
    return seen


@settings(max_examples=150, deadline=None)
@given(asking())
def test_every_query_sees_every_visible_key_exactly_once(case: tuple[PrefixPlan, list[int], int | None]) -> None:
    plan, new, split = case
    tree = plan_tree(plan, new, plan.page_size, split)
    want = []
    for prompt, ids in enumerate(plan.token_ids):
        for position in range(len(ids) - new[prompt], len(ids)):
            keys = range(position + 1)
            table = plan.page_tables[prompt]
            want.append([(table[n // plan.page_size] + 1, n % plan.page_size) for n in keys])
    assert [sorted(row) for row in slots_seen(tree)] == [sorted(row) for row in want]
    assert sorted(tree.rows) == list(range(sum(new)))
    # No item has a row that sees nothing: such a row costs a place in the merge and gives nothing.
    assert all(item.pos0 >= 0 and item.n_q and item.n_kv for item in tree.work.items)
    assert split is None or all(item.n_kv <= split for item in tree.work.items)


@settings(max_examples=80, deadline=None)
@given(asking())
def test_each_item_writes_rows_of_its_own_and_each_row_merges_all_of_its_parts(
    case: tuple[PrefixPlan, list[int], int | None],
) -> None:
    plan, new, split = case
    tree = plan_tree(plan, new, plan.page_size, split)
    written = [(item.q0 + i, item.out0 + i) for item in tree.work.items for i in range(item.n_q)]
    empty = tree.work.out_rows - 1
    assert sorted(out for _, out in written) == list(range(empty))
    merged = [(row, part) for parts in tree.parts for row, part in enumerate(parts) if part != empty]
    assert sorted(merged) == sorted(written)


@settings(max_examples=60, deadline=None)
@given(plans())
def test_decoding_reads_each_page_once(plan: PrefixPlan) -> None:
    """With one new token each, and the cap or none, no page stands in two items."""
    new = [min(1, len(ids)) for ids in plan.token_ids]
    tree = plan_tree(plan, new, plan.page_size)
    assert sorted(tree.work.pages) == list(range(1, plan.pages + 1))


@settings(max_examples=40, deadline=None)
@given(asking(), st.sampled_from([torch.float64, torch.float32, torch.bfloat16]), st.sampled_from([(4, 2), (3, 3)]))
def test_the_tree_gives_what_the_flat_pass_gives(
    case: tuple[PrefixPlan, list[int], int | None], dtype: torch.dtype, heads: tuple[int, int]
) -> None:
    plan, new, split = case
    pool = make_pool(plan.pages, page_size=plan.page_size, kv_heads=heads[1], head_dim=8, dtype=dtype)
    generator = torch.Generator().manual_seed(sum(new))
    for table, ids in zip(plan.page_tables, plan.token_ids, strict=True):  # a shared slot is written again: fine
        k, v = torch.randn(2, len(ids), heads[1], 8, generator=generator).to(dtype)
        pool.write([page + 1 for page in table], 0, k, v)
    q = torch.randn(sum(new), heads[0], 8, generator=generator).to(dtype)
    tree = plan_tree(plan, new, plan.page_size, split)
    out, lse = tree_attention(q, pool.k_pages, pool.v_pages, tree)
    flat = PageTree.from_plan(plan).flat(new, plan.page_size)
    want, want_lse = paged_attention(q, pool.k_pages, pool.v_pages, flat)
    assert out.dtype == dtype and lse.shape == want_lse.shape
    within = {torch.float64: 1e-14}.get(dtype) or TOLERANCES[str(dtype).removeprefix("torch.")]
    assert relative_error(out, want) <= within
    assert not len(q) or (lse - want_lse).abs().max() <= (1e-13 if dtype == torch.float64 else 1e-5)


states = st.lists(
    st.tuples(st.floats(-5, 5), st.one_of(st.floats(-300, 300), st.just(-math.inf))), min_size=1, max_size=6
)


def merge(parts: list[tuple[torch.Tensor, torch.Tensor]]) -> tuple[torch.Tensor, torch.Tensor]:
    """Merge a list of (out, lse) pairs."""
    outs, lses = zip(*parts, strict=True)
    return merge_states(torch.stack(outs), torch.stack(lses))


@given(states, st.data())
def test_merging_in_groups_or_in_another_order_is_the_same(drawn: list[tuple[float, float]], data: st.DataObject):
    parts = [
        (torch.tensor([x if lse > -math.inf else 0.0], dtype=torch.float64), torch.tensor(lse, dtype=torch.float64))
        for x, lse in drawn
    ]
    want, want_lse = merge(parts)
    cut = data.draw(st.integers(0, len(parts)))
    groups = [merge(group) for group in (parts[:cut], parts[cut:]) if group]
    for got, got_lse in (merge(groups), merge(data.draw(st.permutations(parts)))):
        torch.testing.assert_close(got, want, rtol=1e-12, atol=1e-12)
        torch.testing.assert_close(got_lse, want_lse, rtol=1e-12, atol=1e-12)
    assert not want.isnan().any()


def test_empty_sets_stay_empty_and_a_nan_is_not_swallowed() -> None:
    out, lse = merge_states(torch.zeros(2, 3, 4), torch.full((2, 3), -math.inf))
    assert not out.any() and (lse == -math.inf).all()
    out, lse = merge_states(torch.tensor([[math.nan], [1.0]]), torch.tensor([0.0, 0.0]))
    assert out.isnan().all()


@pytest.mark.parametrize("prompts", [[], [[]], [[], [5], []]])
def test_nothing_to_do_is_not_an_error(prompts: list[list[int]]) -> None:
    plan = plan_tokens(prompts)
    new = [min(1, len(ids)) for ids in prompts]
    pages = torch.ones(plan.pages + 1, 2, 1, 4)
    out, lse = tree_attention(torch.ones(sum(new), 2, 4), pages, pages, plan_tree(plan, new, 2))
    assert out.shape == (sum(new), 2, 4) and lse.shape == (sum(new), 2)


def test_rows_of_a_prompt_without_a_token_are_not_asked() -> None:
    tree = plan_tree(PageTree((0, 1), ((1,), (1,)), (2, 2)), [0, 1], page_size=2)
    assert tree.rows == (0,) and [item.n_q for item in tree.work.items] == [1]


@pytest.mark.parametrize(
    ("tree", "new", "size", "split", "says"),
    [
        (PageTree((0, 1), ((1,), (1,)), (1, 1)), [1, 1], 2, None, "share page 1, but prompt 0 ends inside it"),
        (PageTree((0, 1), ((1, 2), (1, 2)), (4, 3)), [0, 1], 2, None, "share page 2, but prompt 1 ends inside it"),
        (PageTree((0, 0), ((1,), (2,)), (2, 2)), [1, 1], 2, None, "does not name each of 2 prompts once"),
        (
            PageTree((0,), ((1,),), (2,)),
            [1],
            2,
            3,
            "on a page boundary, so give a multiple of the page, such as 4",
        ),
        (PageTree((0,), ((1,),), (2,)), [1], 2, 0, "max_item_tokens is 0"),
        (PageTree((0,), ((1,),), (2,)), [3], 2, None, "prompt 0: 3 new tokens but a total length of 2"),
        (PageTree((0,), ((1,),), (2,)), [1, 1], 2, None, "1 page tables, 2 new lengths"),
        (plan_tokens([[1, 2]], page_size=4), [1], 2, None, "page_size is 2, but the plan has pages of 4"),
    ],
)
def test_wrong_values_are_named(tree, new: list[int], size: int, split: int | None, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        plan_tree(tree, new, size, split)


def test_a_wrong_number_of_rows_is_named() -> None:
    tree = plan_tree(plan_tokens([[2], [1]]), [1, 1], 2)
    pages = torch.ones(3, 2, 1, 4)
    with pytest.raises(ValueError, match="q has 3 rows; the plan has 2"):
        tree_attention(torch.ones(3, 2, 4), pages, pages, tree)
