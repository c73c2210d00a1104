"""The exercise on the page: solved, got wrong, left empty, in each form; and a prediction stays covered until asked."""

from collections.abc import Callable
from dataclasses import replace
from html import unescape
from typing import Any

import pytest

import prefixkv_teach.widgets.exercise as exercise_module
from prefixkv_teach.course import MISCONCEPTIONS, Exercise, check, exercises, find_exercise
from prefixkv_teach.course.judge import compile_named
from prefixkv_teach.course.predict import reveal
from prefixkv_teach.course.reports import card_html, report_html
from prefixkv_teach.widgets import ExerciseBox, Predict

ALL = {one.key: one for one in exercises()}
TYPED = [one for one in ALL.values() if one.form == "answer"]
PROMPTS = [one for one in ALL.values() if one.form == "prompts"]
FUNCTIONS = [one for one in ALL.values() if one.form == "function"]
PREDICTIONS = [one for one in ALL.values() if one.reveal]


def each(found: list[Exercise]) -> Callable[..., Any]:
    return pytest.mark.parametrize("one", found, ids=[one.key for one in found])


def typed(one: Exercise, value: Any = None) -> str:
    """What a learner types for a value: prompts one a line, an answer as it is printed."""
    value = compile_named(one.solution, one.name) if value is None else value
    if one.form == "prompts":
        return value if isinstance(value, str) else "\n".join(value)
    return value if isinstance(value, str) else repr(value)


def press_enter(field: Any) -> None:
    field._handle_custom_msg({"event": "submit"}, [])


def state(widget: Any) -> str:
    """All text that a page would get for a widget and what is inside it."""
    inside = "".join(state(child) for child in getattr(widget, "children", ()))
    return f"{widget.get_state()}{inside}"


@each(TYPED + PROMPTS)
def test_the_solution_typed_in_passes(one: Exercise) -> None:
    box = ExerciseBox(one.key)
    box.field.value = typed(one)
    box.button.click()
    assert "✓ Passed" in box.report.value and "pk-passed" in box.report.value, box.report.value
    assert box.message.value == ""


@each(TYPED + PROMPTS)
def test_a_known_wrong_answer_is_named_with_its_misconception(one: Exercise) -> None:
    wrong = one.known_wrong[0]
    box = ExerciseBox(one.key)
    box.field.value = typed(one, wrong.answer)
    box.button.click()
    idea = MISCONCEPTIONS[wrong.misconception].idea.replace("`", "")
    said = unescape(box.report.value).replace("<code>", "").replace("</code>", "")
    assert "✗ Not yet" in said and "pk-failed" in said and idea in said


@each(PROMPTS)
def test_the_learner_s_prompts_are_drawn_while_they_are_typed(one: Exercise) -> None:
    box = ExerciseBox(one.key)
    before = box.picture.value
    assert before and "Passed" not in before and box.report.value == "", "the blank is drawn, and not yet judged"
    box.field.value += " indeed"
    assert "indeed" in box.picture.value != before
    box.button.click()
    assert box.report.value and "indeed" not in box.report.value, "the picture is there once"


@each(FUNCTIONS)
def test_a_function_has_its_card_and_no_field(one: Exercise) -> None:
    box = ExerciseBox(one.key)
    assert box.card.value == card_html(one) and not hasattr(box, "field")
    assert "next cell" in state(box)


@each(FUNCTIONS)
def test_a_wrong_function_gets_its_counterexample_beside_the_right_result(one: Exercise) -> None:
    wrong = one.known_wrong[0]
    report = check(one.key, compile_named(wrong.answer, one.name))
    html = report_html(report)
    assert "pk-failed" in html and "The smallest case" in html and "<b>right</b>" in html


def test_the_card_has_three_hints_and_the_solution_all_folded() -> None:
    box = ExerciseBox("count-shared")
    card = unescape(box.card.value)
    for hint in find_exercise("count-shared").hints:
        assert hint.replace("`", "") in card.replace("<code>", "").replace("</code>", "")
    assert card.count("<details>") == 4 and "<details open" not in card


def test_enter_in_the_field_hands_in() -> None:
    box = ExerciseBox(TYPED[0].key)
    box.field.value = typed(TYPED[0])
    press_enter(box.field)
    assert "✓ Passed" in box.report.value


@pytest.mark.parametrize("empty", ["", "   "])
def test_nothing_entered_is_said(empty: str) -> None:
    box = ExerciseBox(TYPED[0].key)
    box.field.value = empty
    box.button.click()
    assert "Nothing has been entered" in box.report.value


def test_a_report_goes_when_the_answer_is_edited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exercise_module, "SETTLE_SECONDS", 0.0)
    box = ExerciseBox(TYPED[0].key)
    box.field.value = "999"
    box.button.click()
    assert box.report.value
    box.field.value = "9"
    assert box.report.value == ""


def test_letters_that_arrive_after_the_click_still_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exercise_module, "SETTLE_SECONDS", 60.0)
    answer = typed(TYPED[0])
    box, widget = ExerciseBox(TYPED[0].key), Predict(PREDICTIONS[0].key)
    box.field.value, widget.field.value = answer[:-1] or "0", "12"
    box.button.click()
    widget.reveal.click()
    box.field.value, widget.field.value = answer, "123"
    assert "✓ Passed" in box.report.value
    assert ">123<" in widget.truth.value and ">12<" not in widget.truth.value


def test_an_unknown_exercise_is_named() -> None:
    for widget in (ExerciseBox, Predict):
        with pytest.raises(ValueError, match=r"'no-such'.*predict-computed"):
            widget("no-such")


@each([TYPED[0], PROMPTS[0]])
@pytest.mark.parametrize("text", ["<script>alert(1)</script> x", '"><img src=x onerror=alert(1)>', "\x00\u202e שלום"])
def test_hostile_text_is_shown_as_text(one: Exercise, text: str) -> None:
    box = ExerciseBox(one.key)
    box.field.value = text
    box.button.click()
    shown = box.report.value + box.picture.value
    assert "<script" not in shown and "<img" not in shown and "pk-failed" in shown
    assert box.field.value == text


def test_what_goes_wrong_inside_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no <ink>")

    box = ExerciseBox(TYPED[0].key)
    monkeypatch.setattr(exercise_module, "check", broken)
    box.field.value = "1"
    box.button.click()
    assert "RuntimeError: no <ink>" in unescape(box.message.value) and "<ink>" not in box.message.value
    monkeypatch.undo()
    box.button.click()
    assert box.message.value == "" and "Not yet" in box.report.value


@each(PREDICTIONS)
def test_the_truth_is_nowhere_in_the_page_before_it_is_revealed(one: Exercise) -> None:
    assert one.reveal is not None
    truth = one.reveal()
    widget = Predict(one.key)
    assert truth not in state(widget) and repr(truth)[1:-1] not in state(widget)
    assert one.solution not in state(widget) and "Covered" in widget.truth.value
    widget.reveal.click()
    assert "press Skip" in widget.message.value and "Covered" in widget.truth.value
    widget.field.value = typed(one)
    assert widget.message.value == "" and "Covered" in widget.truth.value, "typing alone reveals nothing"
    widget.reveal.click()
    assert truth in widget.truth.value and "As you predicted" in widget.truth.value


@each(PREDICTIONS)
def test_a_wrong_prediction_stands_beside_the_truth_with_its_misconception(one: Exercise) -> None:
    wrong = one.known_wrong[0]
    widget = Predict(one.key)
    widget.field.value = typed(one, wrong.answer)
    press_enter(widget.field)
    html = widget.truth.value
    assert html.index("your prediction") < html.index("what happens") and one.reveal and one.reveal() in html
    assert "Not as you predicted" in html
    idea = MISCONCEPTIONS[wrong.misconception].idea.replace("`", "")
    assert idea in unescape(html).replace("<code>", "").replace("</code>", "")


def test_skip_shows_the_truth_and_says_so_and_it_can_be_covered_again() -> None:
    one = PREDICTIONS[0]
    assert one.reveal is not None
    widget = Predict(one.key)
    widget.skip.click()
    assert "Skipped" in widget.truth.value and one.reveal() in widget.truth.value
    assert "pk-passed" not in widget.truth.value and widget.field.disabled
    widget.reveal.click()
    assert "Covered" in widget.truth.value and not widget.field.disabled and widget.field.value == ""
    assert one.reveal() not in state(widget)


def test_the_same_as_a_plain_call() -> None:
    one = PREDICTIONS[0]
    assert one.reveal is not None and one.reveal() not in reveal(one.key).html
    assert one.reveal() in reveal(one.key, one.known_wrong[0].answer).html


def test_an_exercise_without_a_picture_to_reveal_is_named() -> None:
    with pytest.raises(ValueError, match=r"'count-shared' has no picture.*ExerciseBox"):
        Predict("count-shared")


def test_the_word_none_can_be_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exercise_module, "SETTLE_SECONDS", 0.0)
    handed_in: list[Any] = []
    one = replace(TYPED[0], judge=lambda answer: handed_in.append(answer) or TYPED[0].judge(answer))
    monkeypatch.setattr("prefixkv_teach.course.reports.find_exercise", lambda _: one)
    box = ExerciseBox(one.key)
    for text in ("None", "0, 2 None", "12"):
        box.field.value = text
        box.button.click()
    assert handed_in == ["None", [0, 2, None], 12]
