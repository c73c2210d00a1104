"""A whole pass: with reuse and without give one answer for less work, and every classic fault shows."""

import math
from dataclasses import replace
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from prefixkv_teach.attention import (
    TOLERANCES,
    KVPool,
    Layer,
    corrupt_page,
    dense_layer,
    make_layer,
    paged_attention,
    plan_flat,
    relative_error,
    run_pass,
)
from prefixkv_teach.attention.route import pool_for, route_with_reuse, walk
from prefixkv_teach.plan import PrefixPlan, make_plan, plan_tokens
from prefixkv_teach.steps import append_questions
from tests.attention.batches import plans

ARTICLE = [
    "The room was clean",
    "The room was noisy and cold",
    "Staff were cold",
    "The room was noisy",
    "The room was noisy",
]
SMALL: dict[str, Any] = {"heads": 4, "kv_heads": 2, "head_dim": 8, "repeats": 1}


@settings(max_examples=40, deadline=None)
@given(plans(), st.sampled_from(sorted(TOLERANCES)), st.sampled_from([(4, 1), (4, 2), (3, 3)]))
def test_reuse_changes_the_work_and_not_the_answer(plan: PrefixPlan, dtype: str, heads: tuple[int, int]) -> None:
    result = run_pass(plan, dtype=dtype, heads=heads[0], kv_heads=heads[1], head_dim=8, repeats=1)
    assert result.equal and result.correct
    ours, theirs = result.with_reuse, result.without
    assert ours.computed_tokens == plan.computed_tokens
    assert theirs.computed_tokens == tuple(map(len, plan.token_ids))
    assert [len(rows) for rows in ours.outputs] == list(plan.computed_tokens)
    assert (ours.pages_written, theirs.pages_written) == (plan.pages, plan.pages_without_sharing)
    number = {"float32": 4}.get(dtype, 2)
    assert ours.kv_bytes == plan.pages * plan.page_size * 2 * heads[1] * 8 * number
    assert theirs.causal_pairs == sum(n * (n + 1) // 2 for n in map(len, plan.token_ids))
    unseen = sum(n * (n + 1) // 2 for n in plan.reused_tokens)
    assert ours.causal_pairs == theirs.causal_pairs - unseen


@settings(max_examples=40, deadline=None)
@given(plans())
def test_each_page_is_written_once_and_nothing_else_is(plan: PrefixPlan) -> None:
    layer, route = make_layer(heads=2, kv_heads=1, head_dim=4), route_with_reuse(plan)
    pool = pool_for(layer, route)
    walk(layer, pool, route)
    for numbers in (pool.k_pages, pool.v_pages):
        full = ~numbers.isnan().flatten(2).any(2)  # [page, slot]
        assert full.sum() == sum(plan.computed_tokens)
        assert full.any(1).tolist() == [False] + [True] * plan.pages


@settings(max_examples=30, deadline=None)
@given(plans(), st.data())
def test_a_spoiled_page_reaches_its_readers_and_no_other(plan: PrefixPlan, data: st.DataObject) -> None:
    if not plan.pages:
        return
    page = data.draw(st.integers(0, plan.pages - 1))
    dtype = data.draw(st.sampled_from(sorted(TOLERANCES)))
    readers = [prompt for prompt in plan.page_readers[page] if plan.computed_tokens[prompt]]
    assert corrupt_page(plan, page, heads=2, kv_heads=1, head_dim=4, dtype=dtype) == readers


def test_a_twin_that_computes_nothing_reads_a_page_but_has_no_output() -> None:
    plan = make_plan(ARTICLE, cap=False)
    assert 4 in plan.page_readers[0] and plan.computed_tokens[4] == 0
    assert corrupt_page(plan, 0, heads=2, kv_heads=1, head_dim=4) == [0, 1, 3]


def test_the_article() -> None:
    result = run_pass(make_plan(ARTICLE), **SMALL)
    assert (result.with_reuse.tokens, result.without.tokens) == (13, 21)
    assert (result.with_reuse.pages_written, result.without.pages_written) == (7, 11)
    assert result.equal and result.correct


@pytest.mark.parametrize("ids", [[], [[]], [[], []], [[], [5], []]])
@pytest.mark.parametrize("cap", [True, False])
def test_nothing_to_do_is_not_an_error(ids: list[list[int]], cap: bool) -> None:
    result = run_pass(plan_tokens(ids, cap=cap), **SMALL)
    assert result.equal and result.correct and len(result.with_reuse.outputs) == len(ids)


def test_positions_that_restart_behind_a_borrowed_prefix_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Layer.project
    monkeypatch.setattr(Layer, "project", lambda self, x, first_position: right(self, x, 0))
    result = run_pass(make_plan(ARTICLE), **SMALL)
    assert not result.equal and not result.correct
    assert result.without.error <= result.tolerance  # without reuse nothing restarts


def test_a_page_that_nobody_wrote_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    right = KVPool.write

    def forget_pages(self: KVPool, table: tuple[int, ...], first: int, k: Any, v: Any) -> None:
        if first == 0:  # a borrower's own pages are never written
            right(self, table, first, k, v)

    monkeypatch.setattr(KVPool, "write", forget_pages)
    result = run_pass(make_plan(ARTICLE), **SMALL)
    assert math.isnan(result.difference) and math.isnan(result.with_reuse.error)
    assert not result.equal and not result.correct


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_questions_behind_documents_that_are_borrowed_whole(dtype: str) -> None:
    """The article's aside: with the cap off, a question goes into fresh pages and reads the borrowed ones."""
    plan = make_plan(ARTICLE, cap=False)
    assert plan.computed_tokens[4] == 0
    lengths, question = [len(ids) for ids in plan.token_ids], [700, 710, 720]
    passes = append_questions(plan.page_tables, lengths, [len(question)] * len(lengths), plan.page_size)
    layer = make_layer(heads=4, kv_heads=2, head_dim=8, dtype=getattr(torch, dtype))
    route = route_with_reuse(plan)
    pool = pool_for(layer, replace(route, pages=max(page for one in passes for page in one.new_pages) + 1))
    walk(layer, pool, route)
    tables, queries = [], []
    for one in passes:
        q, k, v = layer.project(layer.embed(question), one.first_position)
        tables.append([page + 1 for page in one.read_pages + one.new_pages])
        pool.write(tables[-1], one.first_position, k, v)
        queries.append(q)
    totals = [length + len(question) for length in lengths]
    work = plan_flat(tables, [len(question)] * len(tables), totals, plan.page_size)
    attended, _ = paged_attention(torch.cat(queries), pool.k_pages, pool.v_pages, work)
    for prompt, rows in enumerate(layer.output(attended).split(len(question))):
        want = dense_layer(layer, [*plan.token_ids[prompt], *question])[lengths[prompt] :]
        assert relative_error(rows, want) <= TOLERANCES[dtype]


@pytest.mark.parametrize(
    ("wrong", "error", "says"),
    [
        ({"dtype": "float8"}, ValueError, "dtype is 'float8'; expected one of 'float32'"),
        ({"repeats": 0}, ValueError, "repeats is 0"),
        ({"threads": 0}, ValueError, "threads is 0"),
        ({"heads": 3}, ValueError, "heads is 3 and kv_heads 2"),
        ({"backend": "fast"}, ValueError, "backend is 'fast'"),
        ({"plan": [[1]]}, TypeError, "expected a PrefixPlan"),
    ],
)
def test_bad_input_is_a_sentence(wrong: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        run_pass(**({"plan": make_plan(ARTICLE)} | SMALL | wrong))


def test_a_page_or_dtype_that_is_not_there_is_a_sentence() -> None:
    with pytest.raises(ValueError, match="page is 99; this plan has 7 pages"):
        corrupt_page(make_plan(ARTICLE), 99)
    with pytest.raises(ValueError, match="dtype is 'float8'"):
        corrupt_page(make_plan(ARTICLE), 0, dtype="float8")


def test_a_pass_runs_on_the_threads_it_names_and_leaves_the_rest_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    right, seen = Layer.project, set()

    def project(self: Layer, x: torch.Tensor, first_position: int) -> Any:
        seen.add(torch.get_num_threads())
        return right(self, x, first_position)

    monkeypatch.setattr(Layer, "project", project)
    torch.set_num_threads(3)
    assert run_pass(make_plan(ARTICLE), **SMALL, threads=2).threads == 2
    with pytest.raises(ValueError, match="backend is 'fast'"):
        run_pass(make_plan(ARTICLE), **SMALL, threads=2, backend="fast")
    assert seen == {2} and torch.get_num_threads() == 3
