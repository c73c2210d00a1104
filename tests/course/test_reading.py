"""A typed answer is read for what it means: units and commas count for nothing, and a wrong form is named."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefixkv_teach.course import check
from prefixkv_teach.course.cases import Case, random_cases, smallest
from prefixkv_teach.course.judge import compile_named
from prefixkv_teach.course.reading import read_answer
from prefixkv_teach.widgets import ExerciseBox, Predict

RIGHT: list[tuple[str, Any]] = [
    ("predict-computed", "10 tokens"),
    ("predict-computed", "Ten."),
    ("predict-computed", " 10 tokens in all "),
    ("shared-ending", "1 token"),
    ("shared-ending", "one"),
    ("beat-the-previous", "none"),
    ("beat-the-previous", "Zero"),
    ("beat-the-previous", "in none"),
    ("cap-then-round", "4 and 4"),
    ("predict-15-16-17", "0; 16; 16"),
    ("predict-15-16-17", "none, 16, 16"),
    ("predict-15-16-17", ["0", "16", "16"]),
    ("who-lends", "prompt 4"),
    ("twins-and-cap", ["3", "4"]),
    ("predict-order", "(3, 4, 1, 2, 0)"),
]


@pytest.mark.parametrize(("key", "answer"), RIGHT)
def test_a_right_answer_in_another_form_is_right(key: str, answer: Any) -> None:
    assert check(key, answer).passed


@pytest.mark.parametrize(
    ("key", "answer", "said"),
    [
        ("predict-computed", "some", "Write a number."),
        ("predict-computed", True, "Write a number."),
        ("shared-ending", True, "Write a number."),
        ("shared-ending", [True], "Write a number."),
        ("beat-the-previous", False, "Write a number."),
        ("predict-order", "34120", "Write five numbers with spaces between."),
        ("predict-15-16-17", "0 16", "Write three numbers with spaces between."),
        ("predict-15-16-17", "0 sixteen lots", "Write three numbers with spaces between."),
        ("shared-ending", "0 0 1", "Write a number."),
    ],
)
def test_another_form_than_the_one_asked_for_is_said(key: str, answer: Any, said: str) -> None:
    report = check(key, answer)
    assert not report.passed and said in repr(report)


def test_nobody_is_no_prompt_number() -> None:
    verdict = check("who-lends", "none").verdict
    assert verdict is not None and not verdict.passed and verdict.misconception is None


@given(st.lists(st.integers(0, 400), min_size=2, max_size=6), st.sampled_from([" ", ", ", "; ", " and ", ","]))
def test_numbers_are_read_whatever_stands_between(numbers: list[int], between: str) -> None:
    assert read_answer(between.join(map(str, numbers))) == numbers
    assert read_answer([f"{number} tokens" for number in numbers]) == numbers


def test_a_prediction_in_another_form_stays_covered() -> None:
    prediction = Predict("predict-15-16-17")
    assert prediction.field.placeholder == "three numbers with spaces between"
    prediction.field.value = "some"
    prediction.reveal.click()
    assert "Write three numbers" in prediction.message.value and not prediction.revealed
    prediction.field.value = "0 and 16 and 16"
    prediction.reveal.click()
    assert prediction.revealed and "As you predicted" in prediction.truth.value


def test_the_field_says_which_form_is_wanted() -> None:
    box = ExerciseBox("shared-ending")
    assert box.field.placeholder == "a number"
    box.field.value = "1 token"
    box.button.click()
    assert "Passed" in box.report.value


def test_no_learner_is_asked_about_a_prompt_without_tokens() -> None:
    assert all(row for case in random_cases(300) for row in case.token_ids)
    assert any(not row for case in random_cases(300, empty=True) for row in case.token_ids)
    small = smallest(Case(((1, 2, 3), (4, 5))), lambda case: len(case.token_ids) == 2)
    assert [len(row) for row in small.token_ids] == [1, 1]


COUNT = """\
def count_shared(token_ids, order):
    shared = [0]
    for at in range(1, len(order)):
        now, before = token_ids[{now}], token_ids[{before}]
        count = 0
        for one, other in zip(now, before):
            if one != other:
                break
            count += 1
        shared.append({capped})
    return shared"""
BY_ORDER = {"now": "order[at]", "before": "order[at - 1]", "capped": "min(count, len(now) - 1)"}


def verdict_on(key: str, name: str, source: str) -> Any:
    return check(key, compile_named(source, name)).verdict


def test_a_count_that_does_what_the_box_says_passes() -> None:
    assert verdict_on("count-shared", "count_shared", COUNT.format(**BY_ORDER)).passed


@pytest.mark.parametrize(
    ("changes", "misconception"),
    [
        ({"now": "at", "before": "at - 1"}, "position is prompt"),
        ({"capped": "min(count, len(before) - 1)"}, "previous is capped"),
        ({"capped": "count"}, "whole hit is free"),
    ],
)
def test_the_usual_slips_of_the_count_are_named(changes: dict[str, str], misconception: str) -> None:
    verdict = verdict_on("count-shared", "count_shared", COUNT.format(**(BY_ORDER | changes)))
    assert verdict.misconception == misconception and "[]" not in verdict.case


@pytest.mark.parametrize("line", ["pages -= 1", "pages = max(0, pages - 1)"])
def test_a_page_off_in_any_case_is_named(line: str) -> None:
    source = (
        "def pages_to_lend(shared, page_size):\n    lent = []\n    for tokens in shared:\n"
        f"        pages = -(-tokens // page_size)\n        {line}\n        lent.append(pages)\n    return lent"
    )
    assert verdict_on("bug-hunt", "pages_to_lend", source).misconception == "full page stays"
