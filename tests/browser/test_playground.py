"""The playground in a real JupyterLab: typed into, stepped, played, saved from, in every theme, as a learner would."""

import json

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lab import THEMES, Lab

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ARTICLE = "The room was clean\nThe room was noisy and cold\nStaff were cold\nThe room was noisy\nThe room was noisy"


@pytest.fixture(scope="module", autouse=True)
def notebook(lab: Lab) -> None:
    lab.open("07_playground.ipynb")
    lab.run_all()


@pytest.fixture
def app(lab: Lab) -> Locator:
    """The first playground of the notebook, with the article's prompts and its first moment."""
    app = lab.output("playground").locator(".pk-app")
    app.locator("textarea").fill(ARTICLE)
    page_size(app).fill("2")
    app.get_by_role("button", name="Run", exact=True).click()
    expect(app.locator(".pk-view-tree")).to_contain_text("Staff were cold")
    number_box(app).fill("1")
    number_box(app).press("Enter")
    expect(app.locator(".pk-view-sentence")).to_contain_text("Prompt 0")
    return app


def page_size(app: Locator) -> Locator:
    return app.locator(".pk-field", has_text="Page size").locator("input[type=text]")


def number_box(app: Locator) -> Locator:
    return app.locator(".pk-player input[type=number]")


def sentence(app: Locator) -> Locator:
    return app.locator(".pk-view-sentence")


@pytest.mark.parametrize("theme", THEMES)
def test_typing_changes_order_shared_tokens_pages_and_tree(lab: Lab, app: Locator, theme: str) -> None:
    lab.theme(theme)
    box = app.locator("textarea")
    box.click()
    box.press("ControlOrMeta+End")
    box.press_sequentially(" today")
    for view in ("tree", "strips", "outline"):
        expect(app.locator(f".pk-view-{view}")).to_contain_text("today")
    expect(app.locator(".pk-view-meters")).to_contain_text("of 22")


def test_the_page_size_by_key_and_by_button(app: Locator) -> None:
    meters = app.locator(".pk-view-meters")
    expect(meters).to_contain_text("8 reused")
    page_size(app).fill("3")
    expect(meters).to_contain_text("9 reused")
    app.get_by_role("button", name="+", exact=True).click()
    expect(page_size(app)).to_have_value("4")
    expect(meters).to_contain_text("4 reused")


def test_a_wrong_page_size_is_said_in_the_panel_and_the_tree_stays(app: Locator) -> None:
    page_size(app).fill("0")
    expect(app.locator(".pk-message")).to_contain_text("The page size is '0'")
    expect(app.locator(".pk-view-tree")).to_contain_text("Staff were cold")
    page_size(app).fill("1")
    expect(app.get_by_text("The page size is")).to_have_count(0)


def test_hostile_text_is_shown_as_text(lab: Lab, app: Locator) -> None:
    app.locator("textarea").fill("<script>document.title='taken'</script> one\n<|system|> <b>two</b> 😀 שלום")
    expect(app.locator(".pk-view-tree")).to_contain_text("<|system|>")
    expect(app.locator(".pk-view-strips")).to_contain_text("<b>two</b>")
    assert app.locator(".pk-view script, .pk-view b:text-is('two')").count() == 0
    assert "taken" not in lab.page.title()


def test_next_back_and_the_number_box(app: Locator) -> None:
    app.get_by_role("button", name="Next").click()
    expect(sentence(app)).to_contain_text("Prompt 3")
    app.get_by_role("button", name="Next").press("Enter")
    expect(sentence(app)).to_contain_text("Prompt 4")
    expect(number_box(app)).to_have_value("3")
    app.get_by_role("button", name="Back").click()
    expect(sentence(app)).to_contain_text("Prompt 3")
    number_box(app).fill("5")
    number_box(app).press("Enter")
    expect(sentence(app)).to_contain_text("Prompt 2 is a root")


def test_the_slider_by_mouse_and_by_key(lab: Lab, app: Locator) -> None:
    handle = app.locator(".pk-player .noUi-handle")
    track = app.locator(".pk-player .noUi-target")
    box = track.bounding_box()
    assert box is not None
    handle.hover()
    lab.page.mouse.down()
    lab.page.mouse.move(box["x"] + box["width"], box["y"] + box["height"] / 2, steps=8)
    lab.page.mouse.up()
    expect(sentence(app)).to_contain_text("Prompt 2 is a root")
    handle.focus()
    lab.page.keyboard.press("ArrowLeft")
    expect(sentence(app)).to_contain_text("Prompt 1 borrows")
    expect(app.locator(".pk-view-pool .pk-now")).not_to_have_count(0)


def test_play_runs_to_the_end_by_itself(app: Locator) -> None:
    play = app.get_by_role("button", name="Play", exact=True)
    play.press("Enter")
    expect(number_box(app)).to_have_value("5", timeout=20_000)
    expect(sentence(app)).to_contain_text("Prompt 2 is a root")
    expect(play).not_to_have_class("mod-active", timeout=20_000)


def test_the_five_steps(app: Locator) -> None:
    for step in ("Sort", "Share", "Round", "Link", "Run"):
        app.get_by_role("button", name=step, exact=True).click()
        expect(app.locator(".pk-view-strips figure")).to_be_visible()
        expect(app.locator(".pk-view-order figure")).to_have_count(1 if step == "Sort" else 0)
        expect(app.locator(".pk-view-pool")).to_be_visible(visible=step == "Run")


def test_typing_while_a_cell_runs_still_changes_the_tree(lab: Lab, app: Locator) -> None:
    started = lab.page.evaluate(
        """() => {
            const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
            window.busy = kernel.requestExecute({code: 'import time; time.sleep(3)'});
            window.busy.done.then(() => { window.busyDone = true; });
            window.busyDone = false;
            return true;
        }"""
    )
    assert started
    app.locator("textarea").fill("while it runs one\nwhile it runs two")
    expect(app.locator(".pk-view-tree")).to_contain_text("while it runs two", timeout=2_500)
    assert lab.page.evaluate("window.busyDone") is False, "the cell had ended before the picture was checked"
    lab.page.evaluate("async () => { await window.busy.done; }")


def test_the_last_of_many_fast_edits_is_what_stays(app: Locator) -> None:
    box = app.locator("textarea")
    for number in range(25):
        box.fill(f"fast edit {number}\nfast edit {number} again")
    expect(app.locator(".pk-view-outline")).to_contain_text("fast edit 24 again")
    expect(app.locator(".pk-view-tree")).to_contain_text("fast edit 24 again")
    expect(app.locator(".pk-view-strips")).to_contain_text("24")


def test_saving_and_loading_a_scenario(lab: Lab, app: Locator) -> None:
    app.locator("textarea").fill("save me one\nsave me two")
    app.get_by_role("button", name="Scenario", exact=True).click()
    link = app.get_by_role("link", name="Download scenario.json")
    with lab.page.expect_download() as download:
        link.click()
    saved = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert saved["prompts"] == ["save me one", "save me two"]
    app.locator("textarea").fill("something else")
    with lab.page.expect_file_chooser() as chooser:
        app.get_by_role("button", name="Load").click()
    chooser.value.set_files({"name": "mine.json", "mimeType": "application/json", "buffer": json.dumps(saved).encode()})
    expect(app.locator("textarea")).to_have_value("save me one\nsave me two")
    expect(app.locator(".pk-view-tree")).to_contain_text("save me two")


def test_the_whole_view_is_one_file_that_works_alone(lab: Lab, app: Locator) -> None:
    app.get_by_role("button", name="Whole view").click()
    with lab.page.expect_download() as download:
        app.get_by_role("link", name="Download playground.html").click()
    html = download.value.path().read_text(encoding="utf-8")
    browser = lab.page.context.browser
    assert browser is not None
    alone = browser.new_page()
    requests: list[str] = []
    alone.on("request", lambda request: requests.append(request.url))
    alone.set_content(html)
    alone.get_by_role("button", name="Next").click()
    expect(alone.locator("body")).to_contain_text("Prompt 3 borrows")
    assert requests == []
    alone.close()


def test_no_text_is_smaller_than_twelve_pixels(app: Locator) -> None:
    small = app.locator(".pk-view").evaluate_all(
        """views => views.flatMap(view => [...view.querySelectorAll('*')])
            .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()))
            .filter(e => e.checkVisibility() && parseFloat(getComputedStyle(e).fontSize) < 12)
            .map(e => `${e.tagName}.${e.className}: ${e.textContent.slice(0, 30)}`)"""
    )
    assert small == []


@pytest.mark.parametrize("width", [1400, 900, 620])
def test_nothing_but_the_tree_and_the_outline_scrolls_sideways(lab: Lab, app: Locator, width: int) -> None:
    before = lab.page.viewport_size
    lab.page.set_viewport_size({"width": width, "height": 900})
    try:
        wide = app.evaluate(
            """app => [...app.querySelectorAll('*')]
                .filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0)
                .filter(e => !e.closest('.pk-tree, .pk-outline, svg, select, input, textarea'))
                .filter(e => getComputedStyle(e).overflowX !== 'visible')
                .map(e => `${e.tagName}.${e.className} ${e.scrollWidth} > ${e.clientWidth}`)"""
        )
        assert wide == []
        assert app.evaluate("app => app.scrollWidth - app.clientWidth") <= 4
    finally:
        assert before is not None
        lab.page.set_viewport_size(before)
