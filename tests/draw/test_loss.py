"""The loss curve, the page ruler and the climb say what the numbers say, counted here by hand or by brute force."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefixkv_teach.draw import climb_view, loss_curve, page_ruler
from prefixkv_teach.draw.climb import climb_path
from prefixkv_teach.plan import PrefixPlan, make_plan, plan_tokens

ids = st.lists(st.lists(st.integers(0, 2), max_size=6), min_size=1, max_size=7)
ARTICLE = make_plan(
    ["The room was clean", "The room was noisy and cold", "Staff were cold", *["The room was noisy"] * 2]
)


@given(ids=ids, sizes=st.lists(st.integers(1, 7), min_size=1, max_size=9), cap=st.booleans())
def test_each_dot_stands_for_what_a_plan_of_that_size_loses(ids: list[list[int]], sizes: list[int], cap: bool) -> None:
    html = loss_curve(plan_tokens(ids, page_size=3, cap=cap), sizes)
    plans = [plan_tokens(ids, page_size=size, cap=cap) for size in sizes]
    shared = sum(plans[0].capped)
    lost = [sum(plan.capped) - sum(plan.reused_tokens) for plan in plans]
    told = re.findall(r'title="page size (\d+): (\d+) of (\d+) lost"', html)
    expected = [(str(size), str(one), str(shared)) for size, one in zip(sizes, lost, strict=True)]
    assert told == (expected if shared else [])
    spoken = ", ".join(f"{size}: {one}" for size, one in zip(sizes, lost, strict=True))
    assert spoken in html or not shared


def test_a_dot_lies_on_its_line_and_nothing_leaves_the_plot() -> None:
    html = loss_curve(ARTICLE, range(1, 17))
    heights = [float(y) for y in re.findall(r'pk-dot" style="left:[\d.]+%;top:([\d.]+)px', html)]
    lines = [re.findall(r",(-?[\d.]+)", points) for points in re.findall(r'points="([^"]*)"', html)]
    assert [float(y) for y in lines[1]] == heights, "the line of the dots is drawn last, on top"
    assert all(0 <= float(y) <= 160 for line in lines for y in line)
    assert heights[0] == 160 and heights[-1] == 0, "pages of one token lose nothing; of sixteen, all of the ten"


@pytest.mark.parametrize(
    ("plan", "sizes", "said"),
    [(ARTICLE, [], "No page size was given."), (make_plan(["One", "Two"]), [2], "Nothing is shared")],
)
def test_where_there_is_nothing_to_draw_it_says_so(plan: PrefixPlan, sizes: list[int], said: str) -> None:
    assert said in loss_curve(plan, sizes)


def test_a_bad_size_is_named() -> None:
    with pytest.raises(ValueError, match="page_size is 0"):
        loss_curve(ARTICLE, [2, 0])
    with pytest.raises(ValueError, match="65 page sizes; expected at most 64"):
        loss_curve(ARTICLE, range(1, 66))


@given(counts=st.lists(st.integers(0, 40), max_size=4), size=st.integers(4, 9))
def test_the_ruler_fills_as_many_spots_as_there_are_tokens(counts: list[int], size: int) -> None:
    html = page_ruler(counts, size)
    assert html.count("pk-taken") == sum(counts)
    assert html.count("pk-page pk-whole") == sum(tokens // size for tokens in counts)
    assert html.count("pk-page pk-begun") == sum(tokens % size > 0 for tokens in counts)


def test_a_long_row_says_how_many_pages_it_leaves_out() -> None:
    html = page_ruler([15, 240], 1)
    assert "… 3 pages more" in html and "… 228 pages more" in html and html.count("pk-page") == 24
    assert page_ruler([240], 784).count("pk-spot") == 32


@given(ids=ids, page_size=st.integers(1, 3), cap=st.booleans())
def test_the_climb_ends_at_the_owner_of_the_last_borrowed_page(ids: list[list[int]], page_size: int, cap: bool) -> None:
    plan = plan_tokens(ids, page_size=page_size, cap=cap)
    for position, prompt in enumerate(plan.order):
        path, wanted = climb_path(plan, prompt), plan.borrowed_pages(prompt)
        if not wanted:
            assert path == [] and "is a root" in climb_view(plan, prompt)
            continue
        assert path[0] == plan.order[position - 1], "the previous prompt is asked first"
        assert path[-1] == plan.parent[position] == plan.page_owner[wanted[-1]]
        assert all(wanted[-1] in plan.borrowed_pages(one) for one in path[:-1]), "all others borrowed that page"
        assert climb_view(plan, prompt).count("climb to its parent.</td>") == len(path) - 1


def test_a_prompt_that_is_not_there_is_named() -> None:
    with pytest.raises(IndexError, match="prompt is 5; the prompts of this plan are 0 to 4"):
        climb_view(ARTICLE, 5)
