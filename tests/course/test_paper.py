"""The paper exercise: it is the one of lesson 04, it has no answer on its first page, and it is one page."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from prefixkv_teach.cli import main
from prefixkv_teach.course import find_exercise
from prefixkv_teach.course.paper import SIXTH, paper_page
from prefixkv_teach.plan import make_plan
from prefixkv_teach.scenarios import SCENARIOS
from tests.browser.find_browser import find_browser
from tests.browser.lab import CHROMIUM_FLAGS


def test_the_sixth_prompt_is_the_one_of_lesson_04() -> None:
    assert SIXTH in find_exercise("sixth-prompt").statement


def test_the_answers_are_on_the_second_page_only() -> None:
    exercise, answers = paper_page().split("<section")[1:]
    plan = make_plan((*SCENARIOS["the article"].prompts, SIXTH))
    rows = re.findall(r"<tr><th scope=\"row\".*?</tr>", answers)
    assert len(rows) == len(plan.order) == exercise.count("<tr><td>")
    for row, prompt, shared in zip(rows, plan.order, plan.shared, strict=True):
        assert f'data-prompt="{prompt}"' in row and f"<b>{shared}</b>" in row
    assert set(re.findall(r"<tr><td>\d</td>(.*?)</tr>", exercise)) == {"<td></td>" * 6}, "every cell is empty"
    assert "Parent" not in exercise and "<svg" not in exercise and "<svg" in answers


def test_a_prompt_with_angle_brackets_is_text() -> None:
    assert "<script" not in paper_page("<script>alert(1)</script>")


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_exercise_prints_on_one_page_and_the_answers_on_another(paper: str, tmp_path: Path) -> None:
    file = tmp_path / "paper.html"
    assert main(["paper", str(file)]) == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=CHROMIUM_FLAGS)
        page = browser.new_page()
        page.goto(file.as_uri())
        printed = page.pdf(format=paper, print_background=True)
        browser.close()
    assert re.findall(rb"/Count (\d+)", printed)[0] == b"2"


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["paper", str(tmp_path / "none" / "x.html")]) == 1
    assert "could not be written" in capsys.readouterr().out
