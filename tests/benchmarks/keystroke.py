"""From a keystroke in the prompts to the changed tree on the page, in JupyterLab, as a learner waits for it."""

import tempfile
from pathlib import Path
from statistics import median, quantiles

from tests.benchmarks.figure import Figure, Options

KEYSTROKES = 60
PAUSE = 120  # milliseconds of rest after each change: with it, the typing comes at a fast typist's pace
ARTICLE = "The room was clean\nThe room was noisy and cold\nStaff were cold\nThe room was noisy\nThe room was noisy"
HUNDRED = "\n".join(f"You are kind. Group {n // 10} asks about topic {n // 2} and case {n}" for n in range(100))
# Both ends are measured in the page itself: the key event, and the frame in which the new tree is painted.
WATCH = """tree => {
    window.pkStop?.();
    window.pkTimes = [];
    let pressed = null;
    const press = () => { pressed = performance.now(); };
    document.addEventListener('keydown', press, true);
    const observer = new MutationObserver(() => {
        if (pressed === null) return;
        const start = pressed;
        pressed = null;
        requestAnimationFrame(() => window.pkTimes.push(performance.now() - start));
    });
    observer.observe(tree, {childList: true, subtree: true});
    window.pkStop = () => { observer.disconnect(); document.removeEventListener('keydown', press, true); };
}"""


def keystroke(_options: Options) -> list[Figure]:
    """Type into the playground as a fast typist does, and report the 95th percentile."""
    from playwright.sync_api import sync_playwright

    from tests.browser.find_browser import find_browser
    from tests.browser.lab import CHROMIUM_FLAGS, Lab
    from tests.browser.server import start_server

    with (
        tempfile.TemporaryDirectory() as home,
        start_server(Path(home)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_browser(), args=CHROMIUM_FLAGS)
        lab = Lab(server, browser.new_page(viewport={"width": 1400, "height": 1000}))
        lab.open("07_playground.ipynb")
        lab.run_all()
        figures = [
            _figure("5 prompts", _times(lab, ARTICLE), 100),
            _figure("100 prompts", _times(lab, HUNDRED), 150),
        ]
        lab.shut_down()
        browser.close()
    return figures


def _times(lab: "Lab", prompts: str) -> list[float]:  # type: ignore[name-defined]  # noqa: F821
    app = lab.output("playground").locator(".pk-app")
    box = app.locator("textarea")
    box.fill(prompts)
    tree = app.locator(".pk-view-tree")
    last_line = prompts.splitlines()[-1]
    app.locator(".pk-view-outline", has_text=last_line).wait_for()
    lab.page.wait_for_timeout(1000)  # let the kernel and the page come to rest
    tree.evaluate(WATCH)
    box.press("ControlOrMeta+End")
    for count in range(1, KEYSTROKES + 1):
        box.press("abcdefg"[count % 7])
        lab.page.wait_for_function(f"window.pkTimes.length >= {count}")
        lab.page.wait_for_timeout(PAUSE)
    return list(lab.page.evaluate("window.pkTimes"))


def _figure(prompts: str, times: list[float], limit: float) -> Figure:
    p95 = quantiles(times, n=20)[-1]
    what = (
        f"{prompts}, {len(times)} keystrokes about 200 ms apart, JupyterLab in Chromium; median {median(times):.0f} ms"
    )
    return Figure(f"keystroke to changed tree, {prompts}, p95", p95, "ms", limit, "lower", what)
