"""Lessons 04 and 05: slips in many forms are named, and what the texts say of the article's run is what it does."""

import json
from typing import Any

import pytest

from prefixkv_teach.course import check, find_exercise
from prefixkv_teach.course.exercises.lesson_04 import CLIMB_SOLUTION
from prefixkv_teach.course.exercises.lesson_05_release import (
    RELEASE_ANY_CHILD,
    RELEASE_DIRECT_CHILDREN,
    RELEASE_SOLUTION,
)
from prefixkv_teach.course.judge import compile_named
from prefixkv_teach.course.run_parts import read_too_late
from prefixkv_teach.draw import page_pool, theme_css
from prefixkv_teach.plan import make_plan, plan_tokens
from prefixkv_teach.run import execute
from prefixkv_teach.scenarios import SCENARIOS
from tests.tracked import ROOT

# A list of parents by position, asked with a prompt number: it raises, or it climbs to somebody else.
PARENTS_BY_POSITION = """\
def create_tree(order, shared):
    parents = []
    for position, prompt in enumerate(order):
        candidate = None
        if shared[position] > 0:
            candidate = order[position - 1]
            while shared[order.index(candidate)] >= shared[position]:
                candidate = parents[candidate]
        parents.append(candidate)
    return parents"""

# The direct-children rule again, in the form that the blank suggests.
CHILD_AFTER_CHILD = """\
def release(order, parent, page_tables):
    freed = [[] for _ in order]
    owner, last = {}, {}
    for position, prompt in enumerate(order):
        for page in page_tables[prompt]:
            if owner.setdefault(page, prompt) in (prompt, parent[position]):
                last[page] = position
    for page, position in last.items():
        freed[position].append(page)
    return freed"""


def verdict_on(key: str, answer: Any) -> Any:
    report = check(key, answer)
    assert report.verdict is not None and not report.passed
    return report.verdict


@pytest.mark.parametrize(
    "source",
    [CLIMB_SOLUTION.replace("shared[order.index(candidate)]", "shared[candidate]"), PARENTS_BY_POSITION],
    ids=["shared[candidate]", "parents[candidate]"],
)
def test_a_prompt_number_taken_for_a_position_is_named_even_where_it_raises(source: str) -> None:
    assert verdict_on("the-climb", compile_named(source, "create_tree")).misconception == "position is prompt"


def test_other_mistakes_in_the_climb_are_not_taken_for_mixed_up_numbers() -> None:
    one_too_far = CLIMB_SOLUTION.replace("parent_of[prompt] = candidate", "parent_of[prompt] = parent_of[candidate]")
    assert verdict_on("the-climb", compile_named(one_too_far, "create_tree")).misconception is None


@pytest.mark.parametrize("source", [RELEASE_DIRECT_CHILDREN, RELEASE_ANY_CHILD, CHILD_AFTER_CHILD])
def test_the_direct_children_rule_is_shown_with_a_grandchild_that_reads_a_freed_page(source: str) -> None:
    verdict = verdict_on("release", compile_named(source, "release"))
    assert verdict.misconception == "only direct children"
    assert " reads p0, which is freed after prompt " in verdict.said and verdict.said in verdict.theirs
    assert "freed after prompt" not in verdict.right


@pytest.mark.parametrize("returned", ["last", "3", "'p0'", "[0, 1]"])
def test_a_result_of_another_form_is_told_so(returned: str) -> None:
    function = compile_named(RELEASE_SOLUTION.replace("return freed", f"return {returned}"), "release")
    assert "no list of lists" in verdict_on("release", function).said


def test_a_release_without_end_is_waited_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from prefixkv_teach.course import learner

    waited = []
    monkeypatch.setattr(learner, "PATIENCE_SECONDS", 0.1)
    for key, name in (("release", "release"), ("the-climb", "create_tree")):
        function = compile_named(f"def {name}(*given, waited):\n    waited.append(1)\n    while True: pass", name)
        waited.clear()
        assert "still running" in verdict_on(key, lambda *given, f=function: f(*given, waited=waited)).said
        assert len(waited) <= 2


def test_pages_freed_too_early_are_found_and_nothing_is_said_of_what_is_no_list() -> None:
    chain = plan_tokens([[1], [1, 2], [1, 2, 3]], page_size=1)
    assert read_too_late(chain, [[], [0], [1, 2]]) == "Prompt 2 reads p0, which is freed after prompt 1."
    assert [read_too_late(chain, freed) for freed in ([[], [], [0, 1, 2]], [], 3, {0: 1}, [None, "p0", [[0]]])] == [
        ""
    ] * 5


def test_a_page_may_be_named_as_the_pictures_name_it() -> None:
    assert all(check("next-event", said).passed for said in ("1", "p1", "page 1", "page p1", "P1"))
    assert verdict_on("next-event", "p0 p1").theirs == "<code>&#x27;p0 p1&#x27;</code>"
    assert verdict_on("next-event", "p2").misconception == "freed twice"


def test_two_children_in_any_words_are_no_trap_and_the_untouched_blank_is_not_told_the_task_s_own_rule() -> None:
    siblings = "We met\nWe met late at night\nWe met at home"
    assert verdict_on("grandchild-trap", siblings).misconception == "two children"
    blank = verdict_on("grandchild-trap", compile_named(find_exercise("grandchild-trap").blank, "trap_prompts"))
    assert blank.misconception is None and "Who else could read a page?" in blank.said


def test_a_release_at_a_prompt_number_is_named_in_other_forms_too() -> None:
    for slip in (
        RELEASE_SOLUTION.replace("last[page] = position", "last[page] = prompt"),
        RELEASE_SOLUTION.replace("freed[position].append", "freed[order[position]].append"),
    ):
        assert verdict_on("release", compile_named(slip, "release")).misconception == "position is prompt"


@pytest.mark.parametrize(
    ("key", "answer", "said"),
    [
        ("reader-ledger", "1 2 2 2 1 0", "Look at the number of prompt 3: all before it is right."),
        ("reader-ledger", "1 2 3 3 3 0", "Look at the number of prompt 2: all before it is right."),
        ("pages-to-keep", "3 0 0 1 0 0", "Look at the number of prompt 3: all before it is right."),
    ],
)
def test_the_first_wrong_number_of_a_list_is_named(key: str, answer: str, said: str) -> None:
    assert verdict_on(key, answer).said == f"That is not it. {said}"


@pytest.mark.parametrize("key", ["flattest", "deepest"])
def test_one_prompt_is_counted_as_one(key: str) -> None:
    assert verdict_on(key, "The room").said == "There is 1 prompt; write 4, one a line."


def test_the_article_s_fullest_moments_are_those_that_lesson_05_names() -> None:
    plan = SCENARIOS["the article"].plan()
    written, tight = (execute(plan, method) for method in ("count_readers", "count_readers_tight"))
    fullest = [moment.prompt for moment in written.moments if moment.peak_pages == written.peak_pages]
    needs = {moment.prompt: moment.peak_pages for moment in tight.moments}
    text = source_of("05_run_tree", "same-peak")
    assert f"memory is fullest twice, while prompts {fullest[0]} and {fullest[1]} compute" in text and len(fullest) == 2
    assert (
        f"prompt {fullest[0]} needs {needs[fullest[0]]} pages, but prompt {fullest[1]} still needs {tight.peak_pages}"
        in text
    )
    assert find_exercise("methods-differ").usual_wrong.count("3") == 3 and needs == {0: 2, 3: 2, 4: 2, 1: 3, 2: 2}


def test_the_folded_answers_of_lesson_04_are_what_the_plan_says() -> None:
    article, twins = SCENARIOS["the article"].prompts, SCENARIOS["twins and the cap"].prompts
    without_twin = make_plan([*article[:3], article[4]])
    parents = {prompt: without_twin.parent[at] for prompt, at in enumerate(without_twin.position_of)}
    assert f"its parent is prompt {parents[1]}," in source_of("04_build_tree", "link-compare")
    capped, free = make_plan(twins), make_plan(twins, cap=False)
    (changed,) = [n for n in range(4) if capped.parent[capped.position_of[n]] != free.parent[free.position_of[n]]]
    (owns_now,) = set(capped.page_owner) - set(free.page_owner)
    now, before = capped.parent[capped.position_of[changed]], free.parent[free.position_of[changed]]
    said = source_of("04_build_tree", "twins-compare")
    assert f"Prompt {owns_now} " in said
    assert f"parent of prompt {changed} is prompt {now} now, and no longer prompt {before}" in said


def test_freed_cards_and_cards_to_come_look_as_the_legend_says() -> None:
    run = execute(SCENARIOS["the article"].plan())
    assert "struck through: freed; dotted: not yet" in page_pool(run, 1)
    css = theme_css()
    assert ".pk .pk-card.pk-later { border-style: dotted; }" in css
    assert ".pk .pk-card.pk-freed { border-style: solid; }" in css
    assert css.index(".pk-freed { background: transparent; border-style: dotted") < css.index(".pk-card.pk-freed {")


def source_of(notebook: str, cell_id: str) -> str:
    cells = json.loads((ROOT / "notebooks" / f"{notebook}.ipynb").read_text(encoding="utf-8"))["cells"]
    (found,) = ["".join(cell["source"]) for cell in cells if cell["id"] == cell_id]
    return " ".join(found.split())
