"""The article's walkthrough in a real JupyterLab: every step has its still picture and its live widget."""

import pytest
from playwright.sync_api import expect

from tests.browser.lab import THEMES, Lab

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LIVE = ("ids", "sort", "share", "round", "link", "run")


@pytest.fixture(scope="module", autouse=True)
def notebook(lab: Lab) -> None:
    lab.open("article_walkthrough.ipynb")
    lab.run_all()


@pytest.mark.parametrize("theme", THEMES)
def test_still_pictures_and_widgets_are_seen(lab: Lab, theme: str) -> None:
    lab.theme(theme)
    for step in LIVE:
        expect(lab.output(f"{step}-live").locator(".pk-view").first).to_be_visible()
        if step != "run":
            expect(lab.output(f"{step}-picture").locator(".pk-view").first).to_be_visible()


@pytest.mark.parametrize("step", LIVE)
def test_each_live_step_follows_what_is_typed(lab: Lab, step: str) -> None:
    area = lab.output(f"{step}-live")
    area.locator("textarea").fill("A fresh start\nA fresh start here")
    expect(area.locator(".pk-view").last).to_be_visible()
    expect(area).to_contain_text("here")
    expect(area.locator(".pk-view", has_text="fresh").first).to_be_visible()
    for view in area.locator(".pk-view").all():
        expect(view).not_to_contain_text("Staff")
