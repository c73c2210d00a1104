"""The quiz on the page explains each option and counts first tries; demo mode shows one panel at a time."""

import pytest

from prefixkv_teach import SCENARIOS, execute
from prefixkv_teach.course.quiz import questions
from prefixkv_teach.draw import page_pool, sentence_box
from prefixkv_teach.widgets import Demo, Quiz
from prefixkv_teach.widgets import quiz as quiz_module


def right_place(quiz: Quiz) -> int:
    return next(at for at, option in enumerate(quiz.question.options) if option.right)


def answer(quiz: Quiz, place: int) -> None:
    quiz.choice.index = place
    quiz.button.click()


def test_a_whole_lesson_is_answered_and_counted_by_first_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quiz_module, "SETTLE_SECONDS", 0.0)  # a learner thinks longer than this test
    quiz = Quiz("01")
    many = len(quiz.questions)
    answer(quiz, (right_place(quiz) + 1) % 3)
    assert "✗ Not so" in quiz.report.value and "The idea behind it" in quiz.report.value
    answer(quiz, right_place(quiz))
    assert "✓ Right" in quiz.report.value and quiz.question.options[right_place(quiz)].why[:10] in quiz.report.value
    assert f"0 of 1 right so far; {many - 1} questions left" in quiz.tally.value
    while quiz.at < many - 1:
        quiz.next.click()
        assert quiz.report.value == "" and quiz.choice.index is None, "a new question starts clean"
        answer(quiz, right_place(quiz))
    assert f"All answered: {many - 1} of {many} right at the first try" in quiz.tally.value


def test_nothing_chosen_is_said_and_counts_for_nothing() -> None:
    quiz = Quiz("02")
    quiz.button.click()
    assert "Choose an option first" in quiz.message.value and quiz.first_tries == {}
    quiz.choice.index = 0
    assert quiz.message.value == ""


def test_a_letter_chooses_and_enter_checks() -> None:
    quiz = Quiz("01")
    quiz.letter.value = " B"
    quiz.letter._handle_custom_msg({"event": "submit"}, [])
    assert quiz.choice.index == 1 and "You chose b" in quiz.report.value
    quiz.letter.value = "<i>"
    assert "none of the letters a, b, c" in quiz.message.value and "<i>" not in quiz.message.value
    quiz.next.click()
    assert quiz.letter.value == "" and quiz.choice.index is None


def test_every_question_is_reached_and_its_options_have_letters() -> None:
    quiz = Quiz()
    seen = [quiz.question]
    while not quiz.next.disabled:
        quiz.next.click()
        seen.append(quiz.question)
    assert tuple(seen) == questions() and quiz.at == len(seen) - 1
    assert [label[0] for label in quiz.choice.options] == ["a", "b", "c"]
    assert not any("`" in label for label in quiz.choice.options)
    quiz.next.click()
    assert quiz.at == len(seen) - 1
    quiz.back.click()
    assert quiz.at == len(seen) - 2


def test_a_lesson_without_questions_is_named() -> None:
    with pytest.raises(ValueError, match=r"'99' has no questions; there are 01, 02"):
        Quiz("99")


def shown(demo: Demo) -> list[str]:
    return [name for name, part in demo.parts.items() if part.layout.display != "none"]


def test_the_demo_shows_one_panel_and_the_sentence_whatever_is_pressed() -> None:
    demo = Demo(SCENARIOS["branches"])
    run = execute(SCENARIOS["branches"].plan())
    for panel in ("prompts", "tree", "pool", "chart", "strips"):
        demo.panel.value = panel
        demo.player.next.click()
        assert shown(demo) == [panel]
        assert demo.views["sentence"].layout.display != "none" and demo.message.value == ""
        assert demo.views["sentence"].value == sentence_box(run, demo.player.position)
    assert demo.views["pool"].value == page_pool(run, demo.player.position)
    demo.controls.prompts.value = "a b\na c"
    assert shown(demo) == ["strips"] and demo.plan.prompts == ("a b", "a c")
    assert "pk-demo" in demo._dom_classes


def test_a_choice_that_arrives_right_after_check_is_what_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quiz_module, "SETTLE_SECONDS", 60.0)
    quiz = Quiz("01")
    right = right_place(quiz)
    quiz.choice.index = (right + 1) % len(quiz.question.options)
    quiz.button.click()
    quiz.choice.index = right
    assert "1 of 1 right" in quiz.tally.value and f"You chose {'abcd'[right]}" in quiz.report.value
