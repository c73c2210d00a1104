"""The course in a real JupyterLab: exercises solved and got wrong, a hint, a prediction, the quiz, progress, demo."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from prefixkv_teach.course import MISCONCEPTIONS, find_exercise
from tests.browser.lab import THEMES, Lab

pytestmark = [pytest.mark.browser, pytest.mark.slow]

COUNT = find_exercise("count-shared")
PREDICTION = find_exercise("predict-computed")
CELLS = {
    "start": "from prefixkv_teach.course import check, progress, reset_progress, start_progress\n"
    "from prefixkv_teach.widgets import Demo, ExerciseBox, Predict, Quiz\nstart_progress()",
    "box-count-shared": 'ExerciseBox("count-shared")',
    "blank-count-shared": COUNT.blank,
    "check-count-shared": 'check("count-shared", count_shared)',
    "answer": 'ExerciseBox("predict-computed")',
    "prompts": 'ExerciseBox("share-five")',
    "predict": 'Predict("predict-computed")',
    "quiz": 'Quiz("01")',
    "bar": 'progress("01")',
    "reset": "reset_progress()",
    "demo": "Demo()",
}
every_theme = pytest.mark.parametrize("theme", THEMES)
# The contrast of each text with the ground it really stands on; what is disabled is left out, as WCAG does.
FAINT = """root => {
    const channels = text => (text.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
    const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
        .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const over = (top, ground) => {
        const alpha = top.length > 3 ? top[3] : 1;
        return [0, 1, 2].map(i => alpha * top[i] + (1 - alpha) * ground[i]);
    };
    const ground = e => {
        const above = [];
        for (; e; e = e.parentElement) above.unshift(channels(getComputedStyle(e).backgroundColor));
        return above.reduce((under, top) => over(top, under), [255, 255, 255]);
    };
    return [...root.querySelectorAll('*')]
        .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()))
        .filter(e => e.closest('.pk') && e.checkVisibility() && !e.closest('style, svg, :disabled'))
        .map(e => {
            const under = ground(e), ink = over(channels(getComputedStyle(e).color), under);
            const [low, high] = [light(ink), light(under)].sort((a, b) => a - b);
            return [(high + 0.05) / (low + 0.05), parseFloat(getComputedStyle(e).fontSize), e];
        })
        .filter(([ratio, size, e]) => ratio < 7 || size < 12)
        .map(([ratio, size, e]) => `${ratio.toFixed(2)} ${size}px ${e.className}: ${e.textContent.slice(0, 40)}`);
}"""


def write_notebook(path: Path) -> None:
    cells = [
        {"cell_type": "code", "id": name, "source": source, "metadata": {}, "outputs": [], "execution_count": None}
        for name, source in CELLS.items()
    ]
    kernel = {"kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}}
    notebook = {"nbformat": 4, "nbformat_minor": 5, "metadata": kernel, "cells": cells}
    path.write_text(json.dumps(notebook), encoding="utf-8")


@pytest.fixture(scope="module", autouse=True)
def notebook(lab: Lab) -> None:
    write_notebook(lab.server.folder / "course_parts.ipynb")
    lab.open("course_parts.ipynb")
    lab.run_all()


def button(area: Locator, name: str) -> Locator:
    return area.get_by_role("button", name=name, exact=True)


@every_theme
def test_a_function_is_written_in_its_cell_and_checked(lab: Lab, theme: str) -> None:
    lab.theme(theme)
    lab.write("blank-count-shared", COUNT.solution)
    lab.run("check-count-shared")
    report = lab.output("check-count-shared")
    expect(report).to_contain_text("✓ Passed")
    assert report.evaluate(FAINT) == []


@every_theme
def test_a_wrong_function_sees_its_smallest_counterexample_beside_the_right_result(lab: Lab, theme: str) -> None:
    lab.theme(theme)
    wrong = COUNT.known_wrong[0]
    lab.write("blank-count-shared", wrong.answer)
    lab.run("check-count-shared")
    report = lab.output("check-count-shared")
    expect(report).to_contain_text("✗ Not yet")
    expect(report).to_contain_text("The smallest case in which it shows: prompts [")
    expect(report).to_contain_text(MISCONCEPTIONS[wrong.misconception].idea)
    yours, right = report.locator(".pk-sides > div").all()
    expect(yours).to_contain_text("yours")
    expect(right).to_contain_text("right")
    expect(yours.locator("table")).to_be_visible()
    assert yours.locator("table").inner_text() != right.locator("table").inner_text()
    assert report.evaluate(FAINT) == []


def test_an_error_in_the_learner_s_function_is_one_sentence_at_their_line(lab: Lab) -> None:
    lab.write("blank-count-shared", "def count_shared(token_ids, order):\n    return token_ids[99]")
    lab.run("check-count-shared")
    report = lab.output("check-count-shared")
    expect(report).to_contain_text("IndexError")
    expect(report).to_contain_text("in line 2 of your code")
    expect(report).not_to_contain_text("Traceback")


@every_theme
def test_an_answer_is_typed_got_wrong_and_then_right(lab: Lab, theme: str) -> None:
    lab.theme(theme)
    area, wrong = lab.output("answer"), PREDICTION.known_wrong[0]
    field = area.get_by_label("Your answer")
    field.fill(str(wrong.answer))
    button(area, "Check").click()
    expect(area.locator(".pk-report")).to_contain_text("✗ Not yet")
    expect(area.locator(".pk-report")).to_contain_text(MISCONCEPTIONS[wrong.misconception].idea)
    assert area.evaluate(FAINT) == []
    field.fill(PREDICTION.solution.partition("= ")[2])
    field.press("Enter")
    expect(area.locator(".pk-report")).to_contain_text("✓ Passed")
    field.fill("")


@every_theme
def test_prompts_are_drawn_as_they_are_typed_and_checked(lab: Lab, theme: str) -> None:
    lab.theme(theme)
    area = lab.output("prompts")
    box = area.get_by_label("Your prompts, one a line")
    box.fill("one two three\none two four")
    expect(area.locator(".pk-view-live")).to_contain_text("four")
    button(area, "Check").click()
    expect(area.locator(".pk-report")).to_contain_text("2 tokens in common")
    box.fill("one two three four five six\none two three four five seven")
    expect(area.locator(".pk-view-live")).to_contain_text("seven")
    button(area, "Check").press("Enter")
    expect(area.locator(".pk-report")).to_contain_text("✓ Passed")
    assert area.evaluate(FAINT) == []


@every_theme
def test_a_hint_opens_by_key_and_the_solution_stays_folded(lab: Lab, theme: str) -> None:
    lab.theme(theme)
    area = lab.output("box-count-shared")
    hint, solution = (area.locator("details", has=area.page.get_by_text(name)) for name in ("Hint 1", "Solution"))
    expect(hint.locator("p")).to_be_hidden()
    hint.locator("summary").press("Enter")
    expect(hint.locator("p")).to_be_visible()
    expect(solution.locator("pre")).to_be_hidden()
    assert area.evaluate(FAINT) == []
    hint.locator("summary").press("Enter")
    expect(hint.locator("p")).to_be_hidden()


@every_theme
def test_a_prediction_covers_the_truth_until_it_is_entered(lab: Lab, theme: str) -> None:
    lab.theme(theme)
    area, wrong = lab.output("predict"), PREDICTION.known_wrong[0]
    expect(area.locator(".pk-covered")).to_be_visible()
    assert area.locator(".pk-sides, .pk-view").count() == 0
    button(area, "Reveal").click()
    expect(area.locator(".pk-message")).to_contain_text("press Skip")
    expect(area.locator(".pk-covered")).to_be_visible()
    assert area.evaluate(FAINT) == []
    area.get_by_label("Your prediction").press_sequentially(str(wrong.answer))
    button(area, "Reveal").press("Enter")
    expect(area.locator(".pk-report")).to_contain_text("✗ Not as you predicted")
    yours, truth = area.locator(".pk-sides > div").all()
    expect(yours).to_contain_text(str(wrong.answer))
    expect(truth.locator(".pk-view").first).to_be_visible()
    assert area.evaluate(FAINT) == []
    button(area, "Cover again").click()
    button(area, "Skip").click()
    expect(area.locator(".pk-report")).to_contain_text("Skipped")
    button(area, "Cover again").click()
    expect(area.locator(".pk-covered")).to_be_visible()


@every_theme
def test_the_quiz_is_answered_by_key_alone(lab: Lab, theme: str) -> None:
    lab.theme(theme)
    area = lab.output("quiz")
    expect(area.locator(".pk-question")).to_contain_text("Question 1 of")
    area.get_by_role("radio").first.focus()
    lab.page.keyboard.press("Space")
    expect(area.get_by_role("radio").first).to_be_checked()
    lab.page.keyboard.press("Tab")
    lab.page.keyboard.press("Space")
    expect(area.get_by_role("radio").nth(1)).to_be_checked()
    expect(area.get_by_role("radio", checked=True)).to_have_count(1)
    button(area, "Check").press("Enter")
    expect(area.locator(".pk-report")).to_contain_text("You chose b")
    cells = lab.page.locator(".jp-Cell").count()
    area.get_by_label("Or its letter").press_sequentially("c")
    expect(area.get_by_role("radio").nth(2)).to_be_checked()
    lab.page.keyboard.press("Enter")
    expect(area.locator(".pk-report")).to_contain_text("You chose c")
    assert lab.page.locator(".jp-Cell").count() == cells, "a letter is no command of the notebook"
    expect(area.locator(".pk-tally")).to_contain_text("right so far")
    assert area.evaluate(FAINT) == []
    button(area, "Next ▶").click()
    expect(area.locator(".pk-question")).to_contain_text("Question 2 of")
    expect(area.get_by_role("radio", checked=True)).to_have_count(0)
    button(area, "◀ Back").click()
    expect(area.locator(".pk-question")).to_contain_text("Question 1 of")


@every_theme
def test_progress_is_kept_shown_and_reset(lab: Lab, theme: str) -> None:
    lab.theme(theme)
    lab.run("reset")
    lab.run("bar")
    expect(lab.output("bar")).to_contain_text("start_progress()")
    lab.run("start")
    area = lab.output("prompts")
    area.get_by_label("Your prompts, one a line").fill("one two three four five six\none two three four five eight")
    button(area, "Check").click()
    expect(area.locator(".pk-report")).to_contain_text("✓ Passed")
    lab.run("bar")
    expect(lab.output("bar")).to_contain_text("1 of ")
    expect(lab.output("bar").locator(".pk-done")).to_have_text("✓")
    assert lab.output("bar").evaluate(FAINT) == []
    lab.run("reset")
    lab.run("bar")
    expect(lab.output("bar")).to_contain_text("0 of ")
    expect(lab.output("bar").locator(".pk-done")).to_have_count(0)


@every_theme
def test_demo_mode_is_large_and_shows_one_panel(lab: Lab, theme: str) -> None:
    lab.theme(theme)
    area = lab.output("demo")
    for name in ("◀ Back", "Next ▶", "Play", "Tree"):
        box = button(area, name).bounding_box()
        assert box is not None and box["height"] >= 48, name
    expect(area.locator(".pk-sentence")).to_contain_text("Prompt 0")
    for name, view in {"Tree": "tree", "Pool": "pool", "Chart": "chart", "Strips": "strips"}.items():
        button(area, name).click()
        expect(area.locator(f".pk-view-{view}")).to_be_visible()
        expect(area.locator(".pk-view").filter(visible=True)).to_have_count(1)
        expect(area.locator(".pk-sentence")).to_be_visible()
    button(area, "Next ▶").click()
    expect(area.locator(".pk-sentence")).to_contain_text("Prompt 3")
    expect(area.locator(".pk-view-tree")).to_be_hidden()
    button(area, "◀ Back").click()
    expect(area.locator(".pk-sentence")).to_contain_text("Prompt 0")
    assert area.evaluate(FAINT) == []


@pytest.mark.parametrize("width", [1400, 900, 740])
def test_nothing_is_cut_off_where_it_is_narrow(lab: Lab, width: int) -> None:
    before = lab.page.viewport_size
    assert before is not None
    button(lab.output("predict"), "Skip").click()
    expect(lab.output("predict").locator(".pk-sides")).to_be_visible()
    lab.page.set_viewport_size({"width": width, "height": 900})
    try:
        for name in ("box-count-shared", "answer", "prompts", "predict", "quiz", "check-count-shared"):
            area = lab.output(name)
            wide = area.evaluate(
                """area => [...area.querySelectorAll('*')]
                    .filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0)
                    .filter(e => !e.closest('.pk-code, svg, input, textarea, style'))
                    .filter(e => getComputedStyle(e).overflowX !== 'visible')
                    .map(e => `${e.tagName}.${e.className} ${e.scrollWidth} > ${e.clientWidth}`)"""
            )
            assert wide == [], name
    finally:
        lab.page.set_viewport_size(before)
        button(lab.output("predict"), "Cover again").click()


def test_lesson_01_from_top_to_bottom(lab: Lab) -> None:
    lab.open("01_why_share.ipynb")
    lab.run_all()
    box = lab.output("box-share-five")
    box.get_by_label("Your prompts, one a line").fill("a b c d e f\na b c d e g")
    button(box, "Check").click()
    expect(box.locator(".pk-report")).to_contain_text("✓ Passed")
    for name in ("predict-computed", "share-five"):
        expect(lab.output(f"check-{name}").locator(".pk-report")).to_be_visible()
