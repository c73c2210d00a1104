"""Notebook 00 in a real JupyterLab: the list, the slider, the tree, in every theme."""

import pytest
from playwright.sync_api import expect

from tests.browser.lab import THEMES, Lab

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module", autouse=True)
def notebook(lab: Lab) -> None:
    lab.open("00_check_setup.ipynb")
    lab.run_all()


def test_the_list_says_that_everything_is_here(lab: Lab) -> None:
    expect(lab.output("check-setup")).to_contain_text("Everything is here.")


@pytest.mark.parametrize("theme", THEMES)
def test_slider_and_tree_are_seen(lab: Lab, theme: str) -> None:
    lab.theme(theme)
    expect(lab.output("slider").locator(".noUi-handle")).to_be_visible()
    tree = lab.output("tree").locator("svg").first
    expect(tree).to_be_visible()
    expect(tree).to_contain_text("noisy")


def test_the_arrow_keys_move_the_slider_and_the_sentence_follows(lab: Lab) -> None:
    area = lab.output("slider")
    expect(area).to_contain_text("in one page: 2")
    area.locator(".noUi-handle").focus()
    lab.page.keyboard.press("ArrowRight")
    expect(area).to_contain_text("in one page: 3")
    lab.page.keyboard.press("ArrowLeft")
    expect(area).to_contain_text("in one page: 2")
