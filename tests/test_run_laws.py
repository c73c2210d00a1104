"""The laws of Run, against simulations with literal sets that refuse to read a freed page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefixkv_teach.plan import PrefixPlan, plan_tokens, without_sharing
from prefixkv_teach.run import METHODS, Run, execute, peaks
from prefixkv_teach.steps import pages_needed, release_after_last_reader
from tests import slow
from tests.strategies import plans, quick

FREEING = [method for method in METHODS if method != "keep_everything"]


def simulate(plan: PrefixPlan, method: str) -> list[slow.State]:
    """What the slow version of a method shows after each moment."""
    order = slow.order(plan.token_ids)
    found = slow.layout(plan.token_ids, order, plan.page_size, plan.cap)
    if method == "count_readers":
        return list(slow.as_written(order, found))
    if method == "count_readers_tight":
        return list(slow.tightly(order, found))
    if method == "keep_everything":
        return list(slow.keep_all(order, found))
    if method == "no_sharing":
        # A page longer than any prompt can never be borrowed, so we cut the tables by hand.
        counts = [-(-len(plan.token_ids[p]) // plan.page_size) for p in order]
        starts = [sum(counts[:k]) for k in range(len(order))]
        tables: list[list[int]] = [[] for _ in order]
        for prompt, start, count in zip(order, starts, counts, strict=True):
            tables[prompt] = list(range(start, start + count))
        owner = [p for p, count in zip(order, counts, strict=True) for _ in range(count)]
        alone = slow.Layout([0] * len(order), [None] * len(order), tables, owner)
        return list(slow.tightly(order, alone))
    return list(slow.keeping(order, found, plan.page_size, slow.last_descendant(order, found)))


def live_after(run: Run) -> list[set[int]]:
    """The set of live pages after each moment, from what the moments say was computed and freed."""
    live: set[int] = set()
    sets = []
    for moment in run.moments:
        live = (live | set(moment.computed)) - set(moment.freed)
        sets.append(set(live))
    return sets


@pytest.mark.parametrize("method", METHODS)
@quick
@given(plan=plans())
def test_each_moment_is_the_simulation_s(method: str, plan: PrefixPlan) -> None:
    run = execute(plan, method)
    states = simulate(plan, method)
    assert [list(m.freed) for m in run.moments] == [state.freed for state in states]
    assert [m.live_pages for m in run.moments] == [len(state.live) for state in states]
    assert [m.peak_pages for m in run.moments] == [state.peak for state in states]
    assert run.peak_pages == max((state.peak for state in states), default=0)
    for moment, state in zip(run.moments, states, strict=True):
        assert moment.readers.keys() == state.live
        assert len(moment.readers) == moment.live_pages
        # Method 1 names who will still read; the simulation waits for the same prompts.
        assert moment.readers == {page: tuple(sorted(who)) for page, who in state.readers.items()}


@pytest.mark.parametrize("method", FREEING)
@quick
@given(plan=plans())
def test_pages_are_conserved(method: str, plan: PrefixPlan) -> None:
    run = execute(plan, method)
    pool = run.plan.pages
    free, live = set(range(pool)), set[int]()
    for moment in run.moments:
        arrival = set(moment.freed_on_arrival)
        assert arrival <= live  # freed before anything is computed
        assert set(moment.borrowed) <= live - arrival
        live -= arrival
        assert set(moment.computed) <= free
        live |= set(moment.computed)
        free -= set(moment.computed)
        assert len(live) == moment.peak_pages
        gone = set(moment.freed) - arrival
        assert gone <= live and len(moment.freed) == len(set(moment.freed))
        live -= gone
        free |= set(moment.freed)
        assert len(live) == moment.live_pages
        # No page is handed out twice, so those that have come back still count as free.
        assert len(free | live) == pool and not free & live
    assert live == set()
    assert sorted(p for m in run.moments for p in m.freed) == list(range(pool))


@quick
@given(plan=plans())
def test_keep_everything_frees_nothing(plan: PrefixPlan) -> None:
    run = execute(plan, "keep_everything")
    assert all(m.freed == () for m in run.moments)
    assert run.peak_pages == plan.pages


@quick
@given(plan=plans(), method=st.sampled_from(["keep_needed", "count_readers_tight"]))
def test_stack_law(plan: PrefixPlan, method: str) -> None:
    run = execute(plan, method)
    follows = [*plan.shared[1:], 0]
    for moment, live, shared in zip(run.moments, live_after(run), follows, strict=False):
        first_pages = plan.page_tables[moment.prompt][: shared // plan.page_size]
        assert live == set(first_pages)
    longest = max((pages_needed(len(ids), plan.page_size) for ids in plan.token_ids), default=0)
    assert run.peak_pages == longest


SMALLEST_TRAP = [[1], [1, 2], [1, 2, 0]]


def naive(prompts: list[list[int]], page_size: int) -> list[slow.State]:
    order = slow.order(prompts)
    found = slow.layout(prompts, order, page_size, cap=True)
    return list(slow.keeping(order, found, page_size, slow.last_direct_child(order, found)))


def test_the_trap_of_method_1_reads_a_freed_page() -> None:
    with pytest.raises(slow.FreedPageRead):
        naive(SMALLEST_TRAP, 1)
    plan = plan_tokens(SMALLEST_TRAP, page_size=1)
    assert [m.freed for m in execute(plan, "keep_needed").moments] == [(), (), (0, 1, 2)]


def test_no_smaller_set_falls_into_the_trap() -> None:
    few = [[], [0], [1], [0, 0], [0, 1], [1, 0], [1, 1]]
    for a in few:
        for b in few:
            naive([a, b], 1)


@quick
@given(plan=plans())
def test_release_by_last_reader_is_release_by_last_descendant(plan: PrefixPlan) -> None:
    order = slow.order(plan.token_ids)
    found = slow.layout(plan.token_ids, order, plan.page_size, plan.cap)
    states = slow.keeping(order, found, plan.page_size, slow.last_descendant(order, found))
    assert release_after_last_reader(plan.order, plan.page_tables) == [state.freed for state in states]


def freed_at(run: Run) -> dict[int, int]:
    return {page: moment.position for moment in run.moments for page in moment.freed}


@quick
@given(plan=plans())
def test_counting_tightly_frees_earlier_or_at_the_same_time(plan: PrefixPlan) -> None:
    tight, written = (execute(plan, method) for method in ("count_readers_tight", "count_readers"))
    late, early = freed_at(written), freed_at(tight)
    assert all(early[page] <= late[page] for page in range(plan.pages))
    assert all(t.live_pages <= w.live_pages for t, w in zip(tight.moments, written.moments, strict=True))
    assert freed_at(execute(plan, "keep_needed")) == early


def test_as_written_is_slow_to_free_in_the_article_s_example() -> None:
    plan = plan_tokens([[10, 20, 30, 40], [10, 20, 30, 50, 60, 70], [80, 90, 70], [10, 20, 30, 50], [10, 20, 30, 50]])
    written, tight = execute(plan), execute(plan, "count_readers_tight")
    assert [m.freed for m in written.moments] == [(), (2,), (1,), (0, 3, 4), (5, 6)]
    assert [m.freed for m in tight.moments] == [(1,), (2,), (), (0, 3, 4), (5, 6)]
    assert written.moments[2].freed_on_arrival == (1,)
    assert (written.peak_pages, tight.peak_pages) == (3, 3)


@quick
@given(plan=plans())
def test_peaks_stand_in_their_order(plan: PrefixPlan) -> None:
    found = peaks(plan)
    assert list(found) == list(METHODS)
    assert found == {method: max((s.peak for s in simulate(plan, method)), default=0) for method in METHODS}
    assert found["keep_needed"] == found["count_readers_tight"] == found["no_sharing"]
    assert found["keep_needed"] <= found["count_readers"] <= found["keep_everything"]


@quick
@given(plan=plans())
def test_without_sharing_everyone_computes_everything(plan: PrefixPlan) -> None:
    alone = without_sharing(plan)
    assert alone.pages == plan.pages_without_sharing
    assert all(m.borrowed == () and m.computed == m.freed for m in execute(plan, "no_sharing").moments)


@quick
@given(plan=plans(), method=st.sampled_from(list(METHODS)))
def test_kept_pages_are_what_children_borrow(plan: PrefixPlan, method: str) -> None:
    run = execute(plan, method)
    for moment in run.moments:
        wanted = max((run.plan.reused_tokens[c] for c in run.plan.children[moment.prompt]), default=0)
        table = run.plan.page_tables[moment.prompt]
        if method == "keep_everything" or (method == "count_readers" and wanted):
            assert moment.kept == table
        else:
            assert moment.kept == table[: wanted // plan.page_size]
