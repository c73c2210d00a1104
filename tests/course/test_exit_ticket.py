"""The exit ticket: its answers agree with the package, and nothing is written before the click."""

import json
import re
from pathlib import Path

import pytest

from prefixkv_teach import plan_tokens
from prefixkv_teach.course import MISCONCEPTIONS
from prefixkv_teach.course.exit_ticket import EXIT_QUESTIONS, answer_exit
from prefixkv_teach.course.quiz import LETTERS
from prefixkv_teach.widgets.exit_ticket import ExitQuestion, MuddyField
from tests.tracked import ROOT


def test_the_right_count_is_the_one_that_the_package_computes() -> None:
    rows = [[int(token) for token in row.split()] for row in re.findall(r"\[([\d ]+)\]", EXIT_QUESTIONS[0].text)]
    plan = plan_tokens(rows, page_size=2)
    place = plan.position_of[0]
    (right,) = (option.text for option in EXIT_QUESTIONS[0].options if option.right)
    assert right == f"{plan.shared[place]}, and prompt {plan.parent[place]}"
    assert plan.capped[place] > plan.shared[place] and plan.parent[place] != plan.order[place - 1], "all four steps"


@pytest.mark.parametrize("number", [1, 2])
def test_one_option_is_right_and_the_others_are_wrong_ideas(number: int) -> None:
    options = EXIT_QUESTIONS[number - 1].options
    assert [option.right for option in options].count(True) == 1
    ideas = [option.misconception for option in options if not option.right]
    assert len(set(ideas)) == len(ideas) and all(idea in MISCONCEPTIONS for idea in ideas)
    widget = ExitQuestion(number)
    widget.button.click()
    assert "Choose an option first" in widget.message.value
    for at, option in enumerate(options):
        widget.choice.index = at
        assert widget.report.value == "", "the report was about another option"
        widget.button.click()
        assert option.why in widget.report.value and ("✓ Right" in widget.report.value) == option.right


@pytest.mark.parametrize(("number", "choice"), [(0, "a"), (3, "a"), (2, "d"), (1, ""), (1, "ab"), (1, None)])
def test_a_wrong_call_is_answered_with_a_sentence(number: int, choice: str) -> None:
    said = answer_exit(number, choice)
    assert isinstance(said, str) and said.endswith("is none of them.")


def test_what_was_muddy_is_written_on_the_click_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    field = MuddyField()
    field.text.value = "Half an emoji \ud83d and the climb"
    assert list(tmp_path.iterdir()) == []
    field.button.click()
    assert "Saved in muddy.txt" in field.message.value
    field.text.value = "And the cap."
    field.button.click()
    (file,) = tmp_path.iterdir()
    assert file.read_text(encoding="utf-8") == "Half an emoji \\ud83d and the climb\n\nAnd the cap.\n\n"


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "muddy.txt").mkdir()
    field = MuddyField()
    field.text.value = "The climb."
    field.button.click()
    assert "still there" in field.message.value and field.text.value == "The climb."


def test_the_notebook_says_the_same_without_widgets() -> None:
    cells = json.loads((ROOT / "notebooks/exit_ticket.ipynb").read_text(encoding="utf-8"))["cells"]
    text = "".join(next(cell["source"] for cell in cells if cell["id"] == "without-widgets"))
    for question in EXIT_QUESTIONS:
        assert question.text in text
        for letter, option in zip(LETTERS, question.options, strict=False):
            assert f"**{letter}** {option.text}" in text
