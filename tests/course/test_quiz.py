"""The quiz: one right option a question, each wrong one a wrong idea that people have, and a why for all of them."""

import subprocess
import sys
from collections import Counter

import pytest

from prefixkv_teach.course import MISCONCEPTIONS
from prefixkv_teach.course.quiz import LETTERS, Option, Question, answer_html, answer_question, questions
from prefixkv_teach.course.quiz import Answer as QuizAnswer
from tests.tracked import ROOT

ALL = {one.key: one for one in questions()}
every = pytest.mark.parametrize("one", ALL.values(), ids=ALL)
# The wrong ideas that are met most often must all have their question.
COMMON = {
    "shared ending",
    "part of a page",
    "whole hit is free",
    "rounding is negligible",
    "system prompts only",
    "attention in constant time",
    "caching changes the text",
    "text is ids",
}


def test_there_are_enough_questions_for_every_lesson() -> None:
    lessons = [one.lesson for one in questions()]
    assert len(ALL) == len(lessons) >= 14
    assert all(lessons.count(lesson) >= 2 for lesson in ("01", "02", "03", "04", "05", "06"))
    assert lessons == sorted(lessons)
    assert [one.key for one in questions("03")] == [key for key, one in ALL.items() if one.lesson == "03"]


@every
def test_exactly_one_option_is_right_and_each_has_its_why(one: Question) -> None:
    assert sum(option.right for option in one.options) == 1
    assert 3 <= len(one.options) <= len(LETTERS)
    assert len({option.text for option in one.options}) == len(one.options)
    for option in one.options:
        assert option.why.endswith(".") and option.why != option.text
        assert (option.misconception is None) == option.right, "each wrong option is a wrong idea"
        assert option.right or option.misconception in MISCONCEPTIONS
    assert one.text.endswith(("?", "."))


def test_every_common_misconception_is_somebody_s_option() -> None:
    used = {option.misconception for one in questions() for option in one.options}
    assert used >= COMMON


def test_the_right_option_stands_at_each_place_about_equally_often() -> None:
    places = Counter(next(at for at, option in enumerate(one.options) if option.right) for one in questions())
    assert min(places[at] for at in range(3)) >= len(ALL) // 5
    lengths = [max(one.options, key=lambda option: len(option.text)).right for one in questions()]
    assert sum(lengths) <= len(ALL) // 2, "the longest option must not give the right one away"


@every
def test_each_option_is_answered_with_its_why(one: Question) -> None:
    for at, option in enumerate(one.options):
        answer = answer_question(one.key, LETTERS[at])
        assert answer == answer_question(one.key, at) == answer_question(one.key, f" {LETTERS[at].upper()} ")
        assert answer.passed == option.right
        said = " ".join(repr(answer).split())
        assert ("Right" in said) == option.right and ("Not so" in said) == (not option.right)
        assert option.why.replace("`", "")[:20] in said
        assert option.right or MISCONCEPTIONS[option.misconception].idea.replace("`", "")[:20] in said


@pytest.mark.parametrize("choice", ["z", "", "ab", -1, 3, True, None, 1.0])
def test_a_choice_that_does_not_exist_is_named(choice: object) -> None:
    with pytest.raises(ValueError, match=r"expected one of 'a', 'b', 'c'"):
        answer_question("shared-ending", choice)  # type: ignore[arg-type]


def test_an_unknown_question_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"'no-such'.*shared-ending"):
        answer_question("no-such", "a")


def test_hostile_text_in_a_question_is_shown_as_text() -> None:
    option = Option("<script>x</script>", False, "<b>no</b>", "text is ids")
    html = answer_html(QuizAnswer(Question("k", "01", "?", (option,)), option))
    assert "<script" not in html and "<b>no" not in html and "&lt;script&gt;" in html


def test_the_lists_stay_functions_after_their_first_use() -> None:
    """A module of the same name, loaded late, would take its place."""
    code = "import prefixkv_teach.course as c; c.exercises(); c.exercises(); c.questions(); c.questions()"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
