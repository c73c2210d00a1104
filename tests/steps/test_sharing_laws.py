"""The laws of Sort, Share, Round and Link, against slow versions that use none of their shortcuts."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from prefixkv_teach.plan import PrefixPlan, plan_tokens
from prefixkv_teach.steps import (
    count_common,
    count_shared,
    create_tree,
    keep_needed,
    pages_needed,
    round_down_to_pages,
    sort_prompts,
    tokens_in_last_page,
)
from tests import slow
from tests.strategies import batches, ids, page_sizes, plans, quick

CAP_ON, CAP_OFF = st.just(True), st.just(False)


@quick
@given(batches)
def test_sort_is_the_pairwise_comparison(prompts: list[list[int]]) -> None:
    assert sort_prompts(prompts) == slow.order(prompts)


@quick
@given(st.lists(ids, max_size=6), st.lists(ids, max_size=6))
def test_common_is_the_longest_equal_front(a: list[int], b: list[int]) -> None:
    assert count_common(a, b) == count_common(b, a) == slow.common(a, b)


@quick
@given(batches, st.booleans())
def test_previous_is_best(prompts: list[list[int]], cap: bool) -> None:
    order = sort_prompts(prompts)
    counted = count_shared(prompts, order, cap=cap)
    for position, prompt in enumerate(order):
        best = max((slow.common(prompts[p], prompts[prompt]) for p in order[:position]), default=0)
        room = len(prompts[prompt]) - (1 if cap and prompts[prompt] else 0)
        assert counted[position] == min(best, room)


@quick
@given(plans())
def test_plan_is_the_replay_with_a_dictionary(plan: PrefixPlan) -> None:
    replay = slow.layout(plan.token_ids, slow.order(plan.token_ids), plan.page_size, plan.cap)
    assert list(plan.shared) == replay.shared
    assert list(plan.parent) == replay.parent
    assert list(map(list, plan.page_tables)) == replay.tables
    assert list(plan.page_owner) == replay.owner
    has = [[p for p, table in enumerate(replay.tables) if page in table] for page in range(plan.pages)]
    assert list(map(list, plan.page_readers)) == has
    plan.check_integrity()


@quick
@given(plans())
def test_each_page_holds_its_owner_s_tokens_in_turn(plan: PrefixPlan) -> None:
    for prompt, table in enumerate(plan.page_tables):
        held = [
            token
            for page in table
            for token in [plan.token_ids[plan.page_owner[page]][at] for at in plan.page_tokens(page)]
        ]
        assert held == list(plan.token_ids[prompt])


@quick
@given(plans())
def test_parent_stands_before_its_child_and_starts_alike(plan: PrefixPlan) -> None:
    for position, parent in enumerate(plan.parent):
        shared = plan.shared[position]
        assert (parent is None) == (shared == 0)
        if parent is not None:
            assert parent in plan.order[:position]
            assert plan.token_ids[parent][:shared] == plan.token_ids[plan.order[position]][:shared]


@quick
@given(plans())
def test_parent_owns_the_last_borrowed_page(plan: PrefixPlan) -> None:
    for position, parent in enumerate(plan.parent):
        if parent is not None:
            last = plan.page_tables[plan.order[position]][plan.shared[position] // plan.page_size - 1]
            assert plan.page_owner[last] == parent
            assert plan.shared[plan.order.index(parent)] < plan.shared[position]


@quick
@given(plans())
def test_a_child_s_table_begins_with_its_parent_s(plan: PrefixPlan) -> None:
    for position, parent in enumerate(plan.parent):
        if parent is not None:
            pages = plan.shared[position] // plan.page_size
            assert plan.page_tables[plan.order[position]][:pages] == plan.page_tables[parent][:pages]


@quick
@given(plans(CAP_OFF))
def test_cap_off_the_parent_is_the_earliest_holder(plan: PrefixPlan) -> None:
    for position, parent in enumerate(plan.parent):
        if parent is not None:
            shared = plan.shared[position]
            start = plan.token_ids[plan.order[position]][:shared]
            assert parent == next(p for p in plan.order if plan.token_ids[p][:shared] == start)


def test_cap_on_the_parent_is_not_the_earliest_holder() -> None:
    plan = plan_tokens([[1, 2, 3], [1, 2], [1, 2]], page_size=1)
    assert (plan.order, plan.shared, plan.parent) == ((1, 2, 0), (0, 1, 2), (None, 1, 2))


@quick
@given(batches, page_sizes)
def test_cap_bites_only_on_twins_of_whole_pages_and_costs_one_page(prompts: list[list[int]], page_size: int) -> None:
    on = plan_tokens(prompts, page_size=page_size)
    off = plan_tokens(prompts, page_size=page_size, cap=False)
    in_order = [prompts[p] for p in on.order]
    bitten = [False] + [a == b != [] and len(b) % page_size == 0 for a, b in pairwise(in_order)]
    lost = [without - with_cap for without, with_cap in zip(off.shared, on.shared, strict=True)]
    assert lost == [page_size if bites else 0 for bites in bitten[: len(lost)]]
    assert on.pages - off.pages == sum(bitten)


def test_cap_then_round_is_not_round_then_minus_one() -> None:
    tokens, page_size = 4, 2  # a twin: all four tokens in common
    assert round_down_to_pages([min(4, tokens - 1)], page_size) == [2]
    assert min(round_down_to_pages([4], page_size)[0], tokens - 1) == 3  # no whole number of pages


@pytest.mark.parametrize("page_size", range(1, 6))
def test_the_two_differ_exactly_for_a_twin_of_whole_pages(page_size: int) -> None:
    for tokens in range(1, 13):
        for common in range(tokens + 1):
            cap_first = round_down_to_pages([min(common, tokens - 1)], page_size)[0]
            round_first = min(round_down_to_pages([common], page_size)[0], tokens - 1)
            twin = common == tokens and tokens % page_size == 0
            assert (cap_first != round_first) == (twin and page_size > 1)
            assert cap_first % page_size == 0


def reuse_in_this_order(prompts: list[list[int]], order: list[int], page_size: int, cap: bool) -> int:
    return sum(round_down_to_pages(count_shared(prompts, order, cap=cap), page_size))


def test_descending_order_loses_to_the_cap() -> None:
    prompts = [[1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4]]
    assert reuse_in_this_order(prompts, [1, 0], 4, cap=True) == 4
    assert reuse_in_this_order(prompts, [0, 1], 4, cap=True) == 0
    assert reuse_in_this_order(prompts, [0, 1], 4, cap=False) == 4


@quick
@given(batches, page_sizes, st.randoms(use_true_random=False))
def test_cap_on_no_order_reuses_more_than_the_sorted_one(prompts, page_size, random) -> None:
    any_order = list(range(len(prompts)))
    random.shuffle(any_order)
    sorted_total = sum(plan_tokens(prompts, page_size=page_size).shared)
    descending = sort_prompts(prompts)[::-1]
    assert reuse_in_this_order(prompts, descending, page_size, cap=True) <= sorted_total
    assert sum(slow.layout(prompts, any_order, page_size, cap=True).shared) <= sorted_total


@quick
@given(batches, page_sizes, st.randoms(use_true_random=False))
def test_cap_off_total_reuse_is_the_same_in_any_order(prompts, page_size, random) -> None:
    any_order = list(range(len(prompts)))
    random.shuffle(any_order)
    full_pages = [tuple(p[:end]) for p in prompts for end in range(page_size, len(p) + 1, page_size)]
    repeated = (len(full_pages) - len(set(full_pages))) * page_size
    assert sum(plan_tokens(prompts, page_size=page_size, cap=False).shared) == repeated
    assert sum(slow.layout(prompts, any_order, page_size, cap=False).shared) == repeated


@pytest.mark.parametrize("page_size", [1, 2, 3, 4, 5, 16])
def test_average_loss_to_rounding_is_half_of_a_page_less_one(page_size: int) -> None:
    lengths = range(3 * page_size)  # every remainder equally often
    lost = [n - rounded for n, rounded in zip(lengths, round_down_to_pages(lengths, page_size), strict=True)]
    assert Fraction(sum(lost), len(lost)) == Fraction(page_size - 1, 2)


@given(st.integers(0, 300), st.integers(1, 40))
def test_page_math_is_filling_pages_one_token_at_a_time(tokens: int, page_size: int) -> None:
    pages: list[int] = []
    for _ in range(tokens):
        if not pages or pages[-1] == page_size:
            pages.append(0)
        pages[-1] += 1
    assert pages_needed(tokens, page_size) == len(pages)
    assert tokens_in_last_page(tokens, page_size) == (pages[-1] if pages else 0)
    assert round_down_to_pages([tokens], page_size) == [sum(n for n in pages if n == page_size)]


@quick
@given(plans())
def test_the_climb_finds_the_previous_smaller_value(plan: PrefixPlan) -> None:
    for position, parent in enumerate(plan.parent):
        smaller = [at for at in range(position) if plan.shared[at] < plan.shared[position]]
        assert parent == (plan.order[max(smaller)] if plan.shared[position] else None)


class CountedList(list):
    """A list that counts how often it is asked for an item."""

    asked = 0

    def __getitem__(self, at):
        self.asked += 1
        return super().__getitem__(at)


@quick
@given(plans())
def test_the_climb_takes_at_most_one_step_a_prompt_in_all(plan: PrefixPlan) -> None:
    shared = CountedList(plan.shared)
    create_tree(plan.order, shared)
    first_looks = sum(parent is not None for parent in plan.parent)
    assert shared.asked - first_looks <= len(plan.order)


def test_the_climb_is_counted_on_stairs() -> None:
    """Up ten stairs and down again: no prompt on the way down climbs all the way from the top."""
    shared = CountedList([*range(11), *range(10, 0, -1)])
    create_tree(range(21), shared)
    assert shared.asked - 20 == 19  # the second 10 climbs once, the nine others twice; from the top it were 55


@quick
@given(plans())
def test_children_borrow_less_and_less_and_the_first_says_what_to_keep(plan: PrefixPlan) -> None:
    shared_of = dict(zip(plan.order, plan.shared, strict=True))
    for children in plan.children:
        assert all(shared_of[a] >= shared_of[b] for a, b in pairwise(children))
    keep = keep_needed(plan.order, plan.shared, plan.parent, plan.page_size)
    follows = [*plan.shared[1:], 0][: len(plan.shared)]
    rule = [b // plan.page_size if b > a else 0 for a, b in zip(plan.shared, follows, strict=True)]
    borrowed_from = [
        max((shared_of[c] for c in plan.children[prompt]), default=0) // plan.page_size for prompt in plan.order
    ]
    assert keep == rule == borrowed_from


@quick
@given(plans())
def test_readers_of_a_page_stand_side_by_side(plan: PrefixPlan) -> None:
    for readers in plan.page_readers:
        positions = sorted(plan.order.index(prompt) for prompt in readers)
        assert positions == list(range(positions[0], positions[0] + len(readers)))


@quick
@given(plans())
def test_totals_count_what_the_tables_hold(plan: PrefixPlan) -> None:
    computed = Counter[int]()
    for page, owner in enumerate(plan.page_owner):
        computed[owner] += len(plan.page_tokens(page))
    assert plan.computed_tokens == tuple(computed[p] for p in range(len(plan.prompts)))
    assert plan.tokens == sum(plan.computed_tokens) + sum(plan.reused_tokens)
    assert plan.pages_without_sharing == sum(map(len, plan.page_tables))


@quick
@given(plans(CAP_ON))
def test_cap_on_every_prompt_with_tokens_computes_one(plan: PrefixPlan) -> None:
    assume(plan.prompts)
    assert all(n > 0 for n, ids in zip(plan.computed_tokens, plan.token_ids, strict=True) if ids)


ARTICLE = [[10, 20, 30, 40], [10, 20, 30, 50, 60, 70], [80, 90, 70], [10, 20, 30, 50], [10, 20, 30, 50]]


def test_the_article_s_totals() -> None:
    plan = plan_tokens(ARTICLE, page_size=2)
    assert (plan.pages_without_sharing, plan.pages, plan.tokens, sum(plan.computed_tokens)) == (11, 7, 21, 13)
    assert len(plan.page_readers[plan.page_tables[0][0]]) == 4
    assert (plan.common, plan.capped, plan.shared) == ((0, 3, 4, 4, 0), (0, 3, 3, 4, 0), (0, 2, 2, 4, 0))
    off = plan_tokens(ARTICLE, page_size=2, cap=False)
    assert (off.pages, off.computed_tokens[4]) == (6, 0)
