"""The strips, the pool, the sentence and the chart show what the run says, and no more than fits."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefixkv_teach.draw.chart import _LABEL_GAP, _push_apart, live_chart
from prefixkv_teach.draw.parts import page_states, pick
from prefixkv_teach.draw.pool import page_pool
from prefixkv_teach.draw.sentence import mark_up
from prefixkv_teach.draw.strips import ROWS, token_strips
from prefixkv_teach.plan import make_plan, plan_tokens
from prefixkv_teach.run import METHODS, execute

ARTICLE = ["The room was clean", "The room was noisy and cold", "Staff were cold", "The room was noisy"]
ARTICLE = [*ARTICLE, "The room was noisy"]
BATCHES = st.lists(st.lists(st.integers(0, 2), max_size=7), min_size=1, max_size=8)


def test_the_article_in_rows() -> None:
    html = token_strips(execute(make_plan(ARTICLE)), 2)
    rows = re.findall(r'<div class="pk-row pk-c\d( pk-now| pk-later)?"', html)
    assert rows == ["", "", " pk-now", " pk-later", " pk-later"]
    assert '<s title="before the cap">4</s>3' in html
    freed = re.findall(r'pk-freed" data-page="(\d)"', html)
    assert freed == ["1", "2"]
    assert re.findall(r'pk-borrowed" data-page="(\d)"', html) == ["0", "0", "0", "3"]


@pytest.mark.parametrize(("step", "columns"), [("Sort", 0), ("Share", 2), ("Round", 3), ("Link", 4), ("Run", 4)])
def test_a_step_shows_what_is_known_by_then(step: str, columns: int) -> None:
    html = token_strips(execute(make_plan(ARTICLE)), 2, step=step)
    assert html.count('role="columnheader"') == columns
    assert ("data-page" in html) == (step in ("Link", "Run"))
    assert ("pk-now" in html) == (step == "Run")


def test_an_unknown_step_is_named() -> None:
    with pytest.raises(ValueError, match="step is 'Sorted'; expected one of Sort, Share"):
        token_strips(execute(make_plan(ARTICLE)), step="Sorted")


@given(batch=BATCHES, page_size=st.integers(1, 3), method=st.sampled_from(list(METHODS)))
def test_page_states_are_those_of_a_ledger(batch: list[list[int]], page_size: int, method: str) -> None:
    run = execute(plan_tokens(batch, page_size=page_size), method)
    live: set[int] = set()
    for position, moment in enumerate(run.moments):
        live = live | set(moment.computed)
        live -= set(moment.freed)
        states = page_states(run, position)
        assert {page for page in range(states.computed) if page not in states.freed} == live
        html = page_pool(run, position)
        shown = re.findall(r'class="pk-page pk-card pk-c\d([^"]*)" role="listitem" data-page="(\d+)"', html)
        assert {int(page) for kind, page in shown if "freed" not in kind and "later" not in kind} == live


@given(st.integers(1, 300), st.integers(3, 80), st.integers(0, 299))
def test_what_is_picked_holds_the_place_of_interest(count: int, at_most: int, around: int) -> None:
    around %= count
    ranges = pick(count, at_most, around)
    picked = [index for one in ranges for index in one]
    assert picked == sorted(set(picked)) and len(picked) <= at_most
    assert {0, around, count - 1} <= set(picked)
    assert all(a.stop < b.start for a, b in pairwise(ranges))


def test_a_large_batch_stays_small_and_shows_its_moment() -> None:
    plan = plan_tokens([[number, *range(300)] for number in range(400)], page_size=4)
    html = token_strips(execute(plan), 200)
    assert 'aria-current="step"' in html and 'aria-label="position 200,' in html
    assert html.count('role="row"') <= ROWS + 1 and html.count('class="pk-slot"') <= 2400
    rows = html.count('class="pk-row pk-c')
    assert sum(map(int, re.findall(r"… (\d+) prompts more", html))) == 400 - rows and ROWS - 3 < rows <= ROWS


@given(st.lists(st.floats(0, 160), min_size=1, max_size=5).map(sorted))
def test_labels_at_the_ends_never_meet(wanted: list[float]) -> None:
    places = _push_apart(wanted)
    assert all(b - a >= _LABEL_GAP - 1e-6 for a, b in pairwise(places))


@settings(max_examples=30, deadline=None)
@given(batch=BATCHES)
def test_one_label_per_method(batch: list[list[int]]) -> None:
    runs = [execute(plan_tokens(batch), method) for method in METHODS]
    html = live_chart(runs, 0, "keep_needed")
    assert all(html.count(f"{name}</li>") + html.count(f"{name} (same)</li>") == 1 for name in METHODS.values())
    assert html.count("pk-dot") == 1


def test_one_moment_and_very_many() -> None:
    assert "<path" in live_chart([execute(plan_tokens([[1]]))])
    many = execute(plan_tokens([[number] for number in range(5000)]), "keep_everything")
    assert len(live_chart([many], 4999, "keep_everything")) < 30_000


def test_numbers_in_a_sentence_are_marked_and_other_numbers_are_not() -> None:
    html = mark_up("It is held for prompts 3, 4 and 12 more. Pages p0 to p8 <b>.")
    assert re.findall(r'data-prompt="(\d+)"', html) == ["3", "4"]
    assert re.findall(r'data-page="(\d+)"', html) == ["0", "8"]
    assert "&lt;b&gt;" in html
