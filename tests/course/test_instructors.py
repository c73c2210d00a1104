"""The instructors' page: it knows every exercise, its answers are the records', and its minutes add up."""

import json
import re

import pytest

from prefixkv_teach.course import MISCONCEPTIONS, exercises
from tests.tracked import ROOT
from tools.write_solutions import GUIDE, lesson_notebook, with_answers

WORDS_A_MINUTE = 200
TEXT = GUIDE.read_text(encoding="utf-8")


def minutes(plan: int) -> dict[str, int]:
    """The rows of the plan with this many minutes: what, and for how long."""
    section = TEXT.split(f"### {plan} minutes\n")[1].split("\n#")[0]
    return {f"{name} {line}": int(found) for line, (name, found) in enumerate(rows(section))}


def rows(section: str) -> list[tuple[str, str]]:
    return re.findall(r"^\| (\w+) \| (\d+) \|", section, re.MULTILINE)


@pytest.mark.parametrize("plan", [90, 60, 210])
def test_the_minutes_of_a_plan_add_up(plan: int) -> None:
    assert sum(minutes(plan).values()) == plan


def test_the_ninety_minutes_are_those_that_the_lessons_name() -> None:
    section = TEXT.split("### 90 minutes\n")[1].split("\n#")[0]
    for name, found in rows(section):
        if name[0] == "0":
            notebook = json.loads((ROOT / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8"))
            title = "".join(notebook["cells"][0]["source"])
            assert f"about {found} minutes" in title, name


def test_talking_and_doing_add_up() -> None:
    section = TEXT.split("### 90 minutes\n")[1].split("\n#")[0]
    talking = sum(int(found) for found in re.findall(r"\| (\d+) \|$", section, re.MULTILINE))
    assert f"{talking} minutes of talking and {90 - talking} of doing" in section


def test_the_expected_answers_are_the_records() -> None:
    assert with_answers(TEXT) == TEXT, "run .venv/bin/python -m tools.write_solutions"
    for one in exercises():
        assert f"(`{one.key}`, {one.minutes} min)" in TEXT
        assert all(MISCONCEPTIONS[wrong.misconception].idea in TEXT for wrong in one.known_wrong)


def test_every_lesson_has_what_to_say_ask_and_show() -> None:
    for lesson in sorted({one.lesson for one in exercises()}):
        section = re.split(rf"^### {lesson} · ", TEXT, flags=re.MULTILINE)[1].split("\n### ")[0]
        assert all(f"**{word}:**" in section for word in ("Say", "Ask", "Show")), lesson
        assert lesson_notebook(lesson).exists()


def test_the_keys_and_commands_that_it_names_exist() -> None:
    keys = {one.key for one in exercises()}
    skipped = TEXT.split("### What to skip first\n")[1].split("\n## ")[0]
    assert set(re.findall(r"`([a-z-]+)`", skipped)) <= keys
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(f"\n{target}:" in makefile for target in re.findall(r"make (\w+)", TEXT) if target != "pairs")
    assert not re.search(r"\b(just|simply|obviously)\b", TEXT, re.IGNORECASE)


@pytest.mark.parametrize("lesson", ["01", "02", "03", "04", "05"])
def test_what_is_not_marked_for_home_fits_the_minutes(lesson: str) -> None:
    named = {one.key: one.minutes for one in exercises()}
    cells = json.loads(lesson_notebook(lesson).read_text(encoding="utf-8"))["cells"]
    words, minutes_needed, waiting = 0, 0, 0
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown" and "Short of time?" in source:
            waiting = 2 if "These two" in source else 1
        elif cell["cell_type"] == "markdown":
            words += len(re.sub(r"<details>.*?</details>|\]\([^)]*\)", "", source, flags=re.DOTALL).split())
        elif cell["id"].startswith("box-"):
            minutes_needed += 0 if waiting else named[cell["id"].removeprefix("box-")]
            waiting = max(0, waiting - 1)
    said = int(re.findall(r"about (\d+) minutes", "".join(cells[0]["source"]))[0])
    assert words / WORDS_A_MINUTE + minutes_needed <= said, (words, minutes_needed)
