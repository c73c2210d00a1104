"""Charts say their content in words, keep text large enough, and draw what they are given."""

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings

from prefixkv_teach.attention.borrowers import DecodeStep, one_prefix, time_borrowers
from prefixkv_teach.attention.charts import Chart, Point, borrowers_chart, page_map, roofline
from prefixkv_teach.attention.cost import CARDS, Card, Cost
from prefixkv_teach.plan import PrefixPlan, make_plan, plan_tokens
from tests.attention.batches import plans

SVG = "{http://www.w3.org/2000/svg}"
FLAT, TREE = Cost(100, 80_000, 40_000, 1_000), Cost(100, 80_000, 10_000, 2_000)
STEPS = [DecodeStep(1, FLAT, FLAT, 1e-3, 1e-3, 0.0), DecodeStep(32, FLAT, TREE, 9e-3, 3e-3, 1e-7)]


def read(chart: Chart) -> ET.Element:
    """Parse a chart and check what holds for each: a label, text of 12 or more, nothing outside the picture."""
    root = ET.fromstring(chart)
    assert root.get("role") == "img" and len(root.get("aria-label", "")) > 20
    assert all(float(size) >= 12 for size in re.findall(r'font-size=["\']([\d.]+)', chart))
    assert chart._repr_html_() == chart
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for text in root.iter(f"{SVG}text"):
        assert text.get("fill") == "currentColor"
        assert 0 <= float(text.get("x", 0)) <= width and 0 <= float(text.get("y", 0)) <= height
    assert "nan" not in chart and "inf" not in re.sub("information", "", chart)
    return root


@settings(max_examples=40, deadline=None)
@given(plans())
def test_every_page_of_every_table_is_a_cell_and_shared_ones_stand_in_one_column(plan: PrefixPlan) -> None:
    cells = [cell for cell in read(page_map(plan)).iter(f"{SVG}rect") if cell.get("class") == "cell"]
    assert len(cells) == sum(map(len, plan.page_tables))
    columns: dict[str, set[str]] = {}
    for cell in cells:
        title = cell.find(f"{SVG}title")
        assert title is not None and title.text
        columns.setdefault(title.text, set()).add(cell.get("x", ""))
    assert all(len(places) == 1 for places in columns.values())
    assert len(columns) == plan.pages


def test_the_article_has_two_shared_nodes() -> None:
    article = ["The room was clean", "The room was noisy and cold", "Staff were cold", *["The room was noisy"] * 2]
    chart = page_map(make_plan(article))
    assert chart.count("class='node'") == 2
    assert "7 pages, 2 of them read by more than one prompt, at most by 4; without sharing there would be 11" in chart


def test_large_batches_are_cut_and_said_so() -> None:
    chart = page_map(plan_tokens([[*range(200), 1000 + n] for n in range(100)], page_size=2))
    assert chart.count("class='cell'") == 40 * 60 and "and 60 prompts more" in chart
    read(chart)


def test_the_borrowers_chart_draws_three_lines_and_says_their_ends() -> None:
    root = read(borrowers_chart(STEPS, "one <thread>"))
    assert len([line for line in root.iter(f"{SVG}polyline") if line.get("stroke-width") == "2"]) == 3
    said = root.get("aria-label", "")
    assert "flat from 1.00 ms to 9.00 ms" in said and "tree from 1.00 ms to 3.00 ms" in said
    assert "tree, theory from 9.00 ms to 2.25 ms" in said  # a quarter of the bytes, at the flat step's pace
    with pytest.raises(ValueError, match="no step to draw"):
        borrowers_chart([], "one thread")


@pytest.mark.parametrize("card", [CARDS["L4"], Card("mine & yours", 2e10, 8e10, "measured", "today", measured=True)])
def test_a_roofline_says_where_its_ceilings_come_from(card: Card) -> None:
    root = read(roofline(card, [Point("flat", FLAT, 1e-3), Point("a < b", TREE, 1e-4)]))
    said = root.get("aria-label", "")
    assert card.name in said and ("measured ceilings" if card.measured else "computed, not measured") in said
    assert len(list(root.iter(f"{SVG}circle"))) == 2 and "a < b: 100.0 us, 12.00 kB" in said


def test_a_point_on_the_roof_is_drawn_on_the_roof() -> None:
    card = Card("mine", 1e9, 1e12, "measured", "today", measured=True)
    cost = Cost(1, flops=100, kv_bytes=10, row_bytes=0)  # 10 FLOPs per byte: memory allows 1e10 a second
    root = read(roofline(card, [Point("p", cost, 100 / 1e10)]))
    circle = next(root.iter(f"{SVG}circle"))
    roof = next(line for line in root.iter(f"{SVG}polyline") if line.get("stroke-width") == "2")
    (x0, y0), (x1, y1), _ = [tuple(map(float, pair.split(","))) for pair in roof.get("points", "").split()]
    x, y = float(circle.get("cx", 0)), float(circle.get("cy", 0))
    assert x0 < x < x1 and y == pytest.approx(y0 + (y1 - y0) * (x - x0) / (x1 - x0), abs=0.2)


def test_a_point_without_time_is_a_sentence() -> None:
    with pytest.raises(ValueError, match="flat has no work or no time"):
        roofline(CARDS["L4"], [Point("flat", FLAT, 0.0)])


def test_a_decode_step_is_timed_and_counted_both_ways() -> None:
    (step,) = time_borrowers([3], shared=8, own=3, page_size=4, heads=4, kv_heads=2, head_dim=8, repeats=1)
    token = 2 * 2 * 8 * 4
    assert (step.flat.kv_bytes, step.tree.kv_bytes) == (3 * 11 * token, (8 + 3 * 3) * token)
    assert step.difference < 2e-6 and min(step.flat_seconds, step.tree_seconds) > 0
    assert "1.94x less" in str(step)
    with pytest.raises(ValueError, match="shared is 7 and a page holds 4"):
        one_prefix(2, 7, 1, 4)
