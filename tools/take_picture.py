"""Takes the README's picture: the playground in JupyterLab, at the third moment of the article's prompts.

Run it with `.venv/bin/python -m tools.take_picture` after a change of the pictures; it writes docs/playground.png.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.find_browser import get_browser
from tests.browser.lab import CHROMIUM_FLAGS, Lab
from tests.browser.server import start_server
from tests.tracked import ROOT


def main() -> None:
    """Open the playground, press Next twice, and take its picture."""
    with tempfile.TemporaryDirectory() as home, start_server(Path(home)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=get_browser(), args=CHROMIUM_FLAGS)
        lab = Lab(server, browser.new_page(viewport={"width": 1400, "height": 1500}))
        lab.open("07_playground.ipynb")
        lab.page.evaluate("() => jupyterapp.commands.execute('application:toggle-left-area')")
        lab.run_all()
        app = lab.output("playground").locator(".pk-app")
        for sentence in ("Prompt 3", "Prompt 4"):
            app.get_by_role("button", name="Next").click()
            app.locator(".pk-view-sentence", has_text=sentence).wait_for()
        lab.page.wait_for_timeout(500)
        app.screenshot(path=ROOT / "docs" / "playground.png")
        lab.shut_down()
        browser.close()


if __name__ == "__main__":
    main()
