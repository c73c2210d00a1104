"""The picture of the tree says what the plan says, moment by moment, and no text of a user can change its form."""

import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefixkv_teach.draw import tree as tree_module
from prefixkv_teach.draw.graph import draw_tree
from prefixkv_teach.draw.safe import plain_text
from prefixkv_teach.draw.shape import MOST_NODES, fold_tree
from prefixkv_teach.draw.theme import LIGHT, contrast, fill_colour
from prefixkv_teach.draw.tree import TREE_CSS, tree_in_words, tree_svg
from prefixkv_teach.plan import PrefixPlan, make_plan, plan_tokens
from prefixkv_teach.run import execute

ARTICLE = [
    "The room was clean",
    "The room was noisy and cold",
    "Staff were cold",
    "The room was noisy",
    "The room was noisy",
]
SVG = "{http://www.w3.org/2000/svg}"
batches = st.lists(st.lists(st.integers(0, 2), max_size=8), max_size=40)


def _groups(html: str) -> list[ElementTree.Element]:
    return [group for group in ElementTree.fromstring(html).iter(f"{SVG}g") if group.get("class")]


def _nodes(html: str) -> dict[int, ElementTree.Element]:
    return {int(g.attrib["data-prompt"]): g for g in _groups(html) if "pk-node" in g.attrib["class"].split()}


def _texts(group: ElementTree.Element) -> list[str]:
    return [(text.text or "").strip() for text in group.iter(f"{SVG}text")]


def test_the_article() -> None:
    html = tree_svg(make_plan(ARTICLE))
    assert {prompt: _texts(node) for prompt, node in _nodes(html).items()} == {
        0: ["0", "The room was clean", "owns p0 p1"],
        3: ["3", "The room was noisy", "borrows p0 · owns p2"],
        4: ["4", "The room was noisy", "borrows p0 · owns p3"],
        1: ["1", "The room was noisy and cold", "borrows p0 p3 · owns p4"],
        2: ["2", "Staff were cold", "owns p5 p6"],
    }
    links = {g.attrib["data-prompt"]: _texts(g) for g in _groups(html) if "pk-link" in g.attrib["class"]}
    assert links == {"3": ["2 tokens"], "4": ["2 tokens"], "1": ["4 tokens"]}


@settings(max_examples=15, deadline=None)
@given(batches, st.integers(1, 3))
def test_nodes_and_arrows_are_the_prompts_and_their_parents(batch: list[list[int]], page_size: int) -> None:
    plan = plan_tokens(batch, page_size=page_size)
    source = draw_tree(plan).source
    arrows = re.findall(r"n(\d+) -> n(\d+) \[label=\" (\d+) token", source)
    expected = [
        (str(lender), str(prompt), str(shared))
        for prompt, lender, shared in zip(plan.order, plan.parent, plan.shared, strict=True)
        if lender is not None
    ]
    assert arrows == expected
    if batch:
        assert list(_nodes(tree_svg(plan))) and set(_nodes(tree_svg(plan))) == set(plan.order)


def test_roots_and_children_stand_in_order_from_top_to_bottom() -> None:
    plan = plan_tokens([[n % 3, n % 2, n % 5, n] for n in range(24)], page_size=1)
    nodes = _nodes(tree_svg(plan))
    height = {prompt: float(node.find(f"{SVG}rect").get("y")) for prompt, node in nodes.items()}  # type: ignore
    roots = [prompt for prompt in plan.order if plan.parent[plan.position_of[prompt]] is None]
    for siblings in (roots, *plan.children):
        assert [height[prompt] for prompt in siblings] == sorted(height[prompt] for prompt in siblings)


def test_a_moment_outlines_its_prompt_and_fades_what_is_to_come() -> None:
    plan = make_plan(ARTICLE)
    for position in range(5):
        for prompt, node in _nodes(tree_svg(plan, execute(plan), position)).items():
            classes = node.attrib["class"].split()
            assert ("pk-now" in classes) == (plan.position_of[prompt] == position)
            assert ("pk-later" in classes) == (plan.position_of[prompt] > position)
    assert "pk-now" not in tree_svg(plan) and "pk-later" not in tree_svg(plan)
    source = draw_tree(plan, execute(plan), 2).source
    assert re.search(r"n4 \[.*penwidth=3", source) and not re.search(r"n3 \[.*penwidth=3", source)


def test_a_moment_changes_classes_and_words_and_nothing_else() -> None:
    plan = make_plan(ARTICLE)
    pictures = {
        re.sub(" pk-(now|later)", "", tree_svg(plan, None, at)).replace(f"Now: prompt {plan.order[at]}. ", "")
        for at in range(5)
    }
    assert pictures == {tree_svg(plan)}


def test_the_player_lays_a_plan_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    render = tree_module.render_svg
    monkeypatch.setattr(tree_module, "render_svg", lambda source: calls.append(1) or render(source))
    plan = make_plan(ARTICLE)
    for position in (None, 0, 1, 2, 3, 4):
        tree_svg(plan, None, position)
    assert len(calls) == 1
    tree_svg(make_plan(ARTICLE))
    assert len(calls) == 2, "another plan is never shown an old picture"


def test_a_moment_that_is_not_there() -> None:
    plan = make_plan(ARTICLE)
    for draw in (draw_tree, tree_svg):
        with pytest.raises(IndexError, match="position is 5; the positions of this plan are 0 to 4"):
            draw(plan, None, 5)
        with pytest.raises(ValueError, match="other prompts"):
            draw(plan, execute(make_plan(["a"])), 0)


def test_no_prompt_gives_a_sentence_and_an_empty_one_a_node() -> None:
    assert "No prompt yet." in tree_svg(make_plan([]))
    assert draw_tree(make_plan([])).source.startswith("digraph")
    assert _texts(_nodes(tree_svg(make_plan([""])))[0]) == ["0", "(empty)", "owns no page"]


HOSTILE = ["</svg><script>alert(1)</script>", "<s>", "\\N \\", '" onload="x', "]]>", "\x00\ud800", "&lt; %", "שלום (1)",
           "12 34", "  ", "@ {a|b}", "<!-- -->", "</title>", "<g id=\"n1\" class=\"x\"><title>n1</title>"]  # fmt: skip


def test_no_text_changes_the_form_of_the_picture() -> None:
    def form(plan: PrefixPlan) -> list[tuple[str, list[str]]]:
        return [(node.tag, sorted(node.keys())) for node in ElementTree.fromstring(tree_svg(plan)).iter()]

    ids = [[number, 7, 8] for number in range(len(HOSTILE))]
    harmless = make_plan(["abc"] * len(HOSTILE), tokenizer=_Numbers(ids))
    hostile = make_plan(HOSTILE, tokenizer=_Numbers(ids))
    assert form(hostile) == form(harmless)
    for prompt, node in _nodes(tree_svg(hostile)).items():
        assert _texts(node)[1].replace("\u00a0", " ") == plain_text(HOSTILE[prompt], 28)
        assert (node.find(f"{SVG}title").text or "").endswith(plain_text(HOSTILE[prompt]))  # type: ignore


class _Numbers:
    def __init__(self, rows: list[list[int]]) -> None:
        self.rows = iter(rows)

    def __call__(self, text: str) -> list[int]:
        return next(self.rows)


def test_it_says_itself_in_words_and_clashes_with_no_other_picture() -> None:
    html = tree_svg(make_plan(ARTICLE), None, 2)
    svg = ElementTree.fromstring(html).find(f".//{SVG}svg")
    assert svg is not None and svg.get("role") == "img"
    assert svg.get("aria-label") == tree_in_words(make_plan(ARTICLE), 2)
    assert "Now: prompt 4." in html and "Prompt 1 reuses 4 tokens of prompt 4." in html
    assert " id=" not in html and "<!--" not in html and "<?xml" not in html


def test_text_is_never_below_12_pixels() -> None:
    html = tree_svg(plan_tokens([[n % 2, n] for n in range(200)], page_size=1))
    assert "font-size" not in html, "the style sheet says it"
    assert min(map(float, re.findall(r"font(?:-size)?: ([\d.]+)px", TREE_CSS))) >= 12
    width, box = re.search(r'width="(\d+)" height="\d+" viewBox="\S+ 0 ([\d.]+)', html).groups()  # type: ignore
    assert abs(float(width) - float(box)) <= 1, "one unit of the picture is one pixel"
    assert "overflow: auto" in TREE_CSS


@given(batches, st.integers(1, 2), st.integers(2, 12))
def test_folding_leaves_out_nothing_and_draws_no_more_than_it_may(
    batch: list[list[int]], page_size: int, at_most: int
) -> None:
    plan = plan_tokens(batch, page_size=page_size)
    shape = fold_tree(plan, at_most)
    assert len(shape.prompts) + len(shape.folds) <= max(at_most, 0)
    folded = [at for fold in shape.folds for at in fold.positions]
    assert sorted([plan.position_of[prompt] for prompt in shape.prompts] + folded) == list(range(len(batch)))
    for fold in shape.folds:
        assert fold.parent is None or fold.parent in shape.prompts
        children = [at for at in fold.positions if plan.parent[at] == fold.parent]
        assert len(children) == fold.children
        assert fold.reused_tokens == sum(plan.shared[at] for at in fold.positions)
    for prompt in shape.prompts:
        lender = plan.parent[plan.position_of[prompt]]
        assert lender is None or lender in shape.prompts


def test_folding_keeps_the_top_of_every_branch() -> None:
    chains = [[first, *range(length)] for first in (50, 60) for length in range(12)]
    shape = fold_tree(plan_tokens(chains, page_size=1), 8)
    assert shape.prompts == (0, 1, 2, 12, 13, 14)
    assert [len(fold.positions) for fold in shape.folds] == [9, 9]


@pytest.mark.parametrize(
    "batch",
    [
        [[n] for n in range(5000)],
        [list(range(length)) for length in range(1, 1001)],
        [[n % 7, n % 49, n] for n in range(2000)],
    ],
    ids=["roots", "chain", "bushy"],
)
def test_a_large_tree_is_folded_and_says_so(batch: list[list[int]]) -> None:
    plan = plan_tokens(batch, page_size=1)
    html = tree_svg(plan, None, len(batch) - 1)
    groups = _groups(html)
    folds = [group for group in groups if {"pk-node", "pk-fold"} <= set(group.attrib["class"].split())]
    nodes = [group for group in groups if "pk-node" in group.attrib["class"]]
    assert len(nodes) <= MOST_NODES and folds
    said = f"{len(nodes) - len(folds):,} of {len(batch):,} prompts are drawn one by one; the rest are folded."
    assert said in html and said in draw_tree(plan).source
    hidden = sum(len(fold.positions) for fold in fold_tree(plan).folds)
    assert len(nodes) - len(folds) + hidden == len(batch)
    assert any("pk-now" in fold.attrib["class"] for fold in folds), "the moment is seen, also in a folded part"


def test_the_style_sheet_knows_every_class_of_the_picture() -> None:
    plan = plan_tokens([[n % 2, n] for n in range(400)], page_size=1)
    used = set(re.findall(r"pk-[a-z]+\b(?!-)", " ".join(re.findall(r'class="([^"]*)"', tree_svg(plan, None, 3)))))
    known = set(re.findall(r"\.(pk-[a-z]+)", TREE_CSS))
    assert used - {"pk-view", "pk-title", "pk-legend", "pk-note", "pk-tree", "pk-c"} <= known


def test_text_on_a_tinted_node_is_in_full_ink() -> None:
    # Softer ink says "not yet", so only nodes without a ground may use it.
    rules = dict(re.findall(r"^(\S.*?) \{ (.*?) \}", TREE_CSS, re.MULTILINE))
    assert rules[".pk .pk-node rect ~ text"] == "fill: var(--pk-ink);"
    softer = [selector for selector, rule in rules.items() if "pk-node" in selector and "fill: var(--pk-soft)" in rule]
    assert all("pk-later" in one for selector in softer for one in selector.split(","))
    assert "fill: none" in rules[".pk .pk-node.pk-later path"]
    assert contrast(LIGHT.ink, fill_colour(5)) >= 7
