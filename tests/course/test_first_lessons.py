"""Lessons 01 and 02: nothing of a later lesson is taken for granted, and the first picture counts right."""

import json
import re
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefixkv_teach import plan_tokens
from prefixkv_teach.course import Exercise, check, exercises, find_exercise, front_view
from prefixkv_teach.course.exercises.lesson_02 import beats_previous
from prefixkv_teach.course.front import reused_from_above
from prefixkv_teach.course.honest import honest_common, honest_reused
from prefixkv_teach.course.judge import compile_named
from prefixkv_teach.course.quiz import answer_question, questions
from tests.tracked import ROOT

EARLY = [one for one in exercises() if one.lesson in ("01", "02")]
PROMPTS = st.lists(st.lists(st.integers(1, 3), max_size=5), max_size=6)


@pytest.mark.parametrize("one", EARLY, ids=lambda one: one.key)
def test_pages_are_not_spoken_of_before_lesson_03(one: Exercise) -> None:
    said = [
        str(getattr(one, field.name)) for field in fields(one) if field.name not in ("judge", "known_wrong", "reveal")
    ]
    for wrong in one.known_wrong:
        answer = compile_named(wrong.answer, one.name) if one.form == "function" else wrong.answer
        said.append(repr(check(one.key, answer)))
    assert [text for text in said if "page" in text] == []


def test_the_cap_is_not_spoken_of_before_lesson_02() -> None:
    for one in EARLY:
        if one.lesson == "01":
            assert "cap" not in f"{one.statement} {one.hints} {one.why} {one.usual_wrong}".split()


@given(PROMPTS)
def test_the_first_picture_reuses_what_the_slow_count_and_the_plan_without_cap_reuse(rows: list[list[int]]) -> None:
    assert sum(reused_from_above(rows)) == honest_reused(rows)
    assert honest_reused(rows) == sum(plan_tokens(rows, page_size=1, cap=False).reused_tokens)


@given(st.lists(st.integers(1, 2), max_size=6), st.lists(st.integers(1, 2), max_size=6))
def test_the_slow_count_ends_at_the_first_difference(one: list[int], other: list[int]) -> None:
    common = honest_common(one, other)
    assert one[:common] == other[:common]
    assert one[common : common + 1] != other[common : common + 1] or common == min(len(one), len(other))


@given(PROMPTS)
def test_after_sorting_none_beats_the_previous(rows: list[list[int]]) -> None:
    assert not beats_previous(sorted(rows))


def test_prompts_that_are_handed_in_hear_how_close_they_come() -> None:
    said = repr(check("beat-the-previous", ["a b c", "a b d", "a b c"]))
    assert "position 2" in said and "shares 2 tokens with the previous one, and 2 with the best" in said
    assert "three or more" in repr(check("beat-the-previous", ["a b", "a"]))
    assert not check("beat-the-previous", ["a", "b", "c"]).passed


def test_changed_words_are_no_other_order() -> None:
    lines = find_exercise("what-first").solution.split('"""')[1].strip().splitlines()
    assert check("what-first", lines).passed
    assert "other words" in repr(check("what-first", [*lines[:2], "rain falls ice melts why"]))
    assert "three are needed" in repr(check("what-first", lines[:2]))


def test_the_first_picture_says_what_it_leaves_out_and_escapes_what_was_typed() -> None:
    many = front_view(["<b> x"] * 61)
    assert "1 more prompts are not drawn" in many and "<b> x" not in many and "&lt;b&gt;" in many
    assert "… 3 tokens more" in front_view([" ".join(["x"] * 63)])
    assert "0 tokens" in front_view([]) and "0 reused, 0 computed" in front_view([""])


@pytest.mark.parametrize(
    ("key", "answer", "said"),
    [
        ("predict-computed", 7, "take the reused ones off the total"),
        ("predict-computed", "nine", "stands behind others"),
        ("shared-ending", "none", "begins with Please, as the first does"),
        ("predict-15-16-17", "0 1 2", "pages times page size gives tokens"),
        ("cap-then-round", "8 and 6", "at least one token to compute"),
        ("share-five", ["a b c d e f"], "There is 1 prompt; write two"),
        ("what-first", ["rain falls ice melts why"], "There is 1 prompt; three are needed"),
    ],
)
def test_plausible_wrong_answers_hear_why(key: str, answer: object, said: str) -> None:
    assert said in repr(check(key, answer))


# Counting what is equal anywhere, in words that no known wrong answer uses.
EQUAL_ANYWHERE = """\
def count_shared(token_ids, order):
    shared = [0]
    for previous, prompt in zip(order, order[1:]):
        now, before = token_ids[prompt], token_ids[previous]
        shared.append(sum(now[at] == before[at] for at in range(min(len(now), len(before)))))
    return shared"""


@pytest.mark.parametrize("limit", ["len(now)", "len(now) - 1"])
def test_equal_tokens_behind_a_difference_are_named_with_the_cap_and_without(limit: str) -> None:
    verdict = check("count-shared", compile_named(EQUAL_ANYWHERE.replace("len(now)", limit), "count_shared")).verdict
    assert verdict is not None and verdict.misconception == "behind a difference"


def test_a_missing_return_is_shown_on_a_prompt_and_what_is_printed_stays_unseen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    function = compile_named("def count_shared(token_ids, order):\n    print(order)", "count_shared")
    said = repr(check("count-shared", function))
    assert "returned nothing" in said and "prompt [1]" in said and "prompts none" not in said
    assert capsys.readouterr().out == ""


def test_losses_that_are_set_again_are_not_added_up() -> None:
    solution = find_exercise("page-size-loss").solution
    last_only = compile_named(solution.replace("lost += tokens - kept", "lost = tokens % page_size"), "tokens_lost")
    verdict = check("page-size-loss", last_only).verdict
    assert verdict is not None and verdict.misconception == "set again"


@pytest.mark.parametrize(("key", "stop"), [("next-event", "?"), ("last-page", ".")])
def test_a_title_ends_with_one_mark_only(key: str, stop: str) -> None:
    title = find_exercise(key).title
    assert f"{title.rstrip('?')}{stop} Nothing has been entered" in repr(check(key))


def test_the_first_quiz_asks_for_nothing_that_the_lesson_does_not_teach() -> None:
    said = " ".join(repr(answer_question(one.key, at)) + one.text for one in questions("01") for at in range(3))
    unknown = ("prefix", "system prompt", "batch", "rounding", "constant time", "the index", "letters", "cache")
    assert [term for term in unknown if term in said] == []


@pytest.mark.parametrize("lesson", ["01", "02", "03"])
def test_reading_and_exercises_fit_the_minutes_that_the_lesson_names(lesson: str) -> None:
    (path,) = (ROOT / "notebooks").glob(f"{lesson}_*.ipynb")
    words, said, minutes = 0, "", {one.key: one.minutes for one in exercises() if one.lesson == lesson}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            words, said = words + len(source.split()), source
        elif cell["id"].startswith("box-") and "Short of time?" in said:
            minutes.pop(cell["id"].removeprefix("box-"))
    named = int(re.search(r"about (\d+) minutes", path.read_text(encoding="utf-8"))[1])  # type: ignore[index]
    assert words / 200 + sum(minutes.values()) <= named, f"{words} words, {minutes}"
