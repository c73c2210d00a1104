"""Fixtures for tests in a real JupyterLab.

A test file gets everything by naming the fixture `lab`::

    import pytest
    from playwright.sync_api import expect

    pytestmark = [pytest.mark.browser, pytest.mark.slow]

    @pytest.fixture(scope="module", autouse=True)
    def notebook(lab):
        lab.open("07_playground.ipynb")     # a fresh kernel; waits until it is idle
        lab.run_all()                       # fails if a cell raises

    @pytest.mark.parametrize("theme", THEMES)                # light, dark, contrast: from tests.browser.lab
    def test_the_tree_follows_the_prompts(lab, theme):
        lab.theme(theme)
        area = lab.output("playground")                      # a Playwright locator: the cell with this id
        area.locator("textarea").fill("a b c")
        expect(area.locator("svg")).to_contain_text("a b")   # waits until it holds; never sleep

The server runs once per session, the page once per file: the tests of a file follow one another on one page,
so each should set what it needs and leave it as it was. `lab.page` is Playwright's own page. After each test,
a console error or a request to another host makes it fail, without the test asking. The Chromium is the one
of find_browser.py; without one these tests fail with the sentence that says how to get it.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.find_browser import NoBrowser, find_browser
from tests.browser.lab import CHROMIUM_FLAGS, Lab
from tests.browser.server import Server, start_server


@pytest.fixture(scope="session")
def browser_path() -> str:
    """The path of a Chromium, or a failure in one sentence."""
    try:
        return find_browser()
    except NoBrowser as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture(scope="session")
def server(browser_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A JupyterLab with its own folders and a copy of the notebooks."""
    with start_server(tmp_path_factory.mktemp("jupyter")) as running:
        yield running


@pytest.fixture(scope="module")
def lab(server: Server, browser_path: str) -> Iterator[Lab]:
    """One page of that JupyterLab, for all tests of a file."""
    # Playwright is stopped with each file: its event loop would be in the way of tests that need their own.
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=CHROMIUM_FLAGS)
        page = browser.new_page(viewport={"width": 1400, "height": 1000})
        opened = Lab(server, page)
        yield opened
        if page.url.startswith(server.url):
            opened.shut_down()
        browser.close()


@pytest.fixture(autouse=True)
def nothing_wrong_behind_the_scene(lab: Lab) -> Iterator[None]:
    """Fail a test after which the console has an error, or the page asked another host for something."""
    yield
    errors, foreign = lab.errors[:], lab.foreign[:]
    lab.errors.clear()
    lab.foreign.clear()
    assert errors == [], "errors in the browser's console"
    assert foreign == [], "requests to other hosts"
