"""One page of a real JupyterLab, driven as a learner would; conftest.py says how a test gets one."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.server import Server

PATIENCE = 60_000  # milliseconds: a slow machine is no failure
CHROMIUM_FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage"
).split()
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark", "contrast": "JupyterLab Dark High Contrast"}
HERE = {"127.0.0.1", "localhost", "::1"}
# Console messages that are JupyterLab's own and no fault of ours; keep it short, and say why for each.
ALLOWED_ERRORS: tuple[str, ...] = ()


@dataclass
class Lab:
    """One page of JupyterLab, and what it did behind the scene: console errors, requests to other hosts."""

    server: Server
    page: Page
    errors: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        self.page.on("console", lambda message: self._note(message.text) if message.type == "error" else None)
        self.page.on("pageerror", lambda error: self._note(f"{error}\n{error.stack}"))
        self.page.on("request", lambda request: self._see(request.url))
        self.page.on("websocket", lambda socket: self._see(socket.url))

    def _note(self, text: str) -> None:
        if not any(known in text for known in ALLOWED_ERRORS):
            self.errors.append(text)

    def _see(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname not in HERE:
            self.foreign.append(url)

    def open(self, name: str) -> None:
        """Open a notebook by its file name, alone on the page, and wait until its kernel is ready."""
        # Without `reset`, JupyterLab opens the tabs of the last visit again.
        self.page.goto(f"{self.server.url}/lab/tree/{name}?token={self.server.token}&reset")
        self.page.wait_for_function("window.jupyterapp !== undefined")
        self.page.evaluate("async () => { await jupyterapp.restored; }")
        self.page.wait_for_function(
            "name => jupyterapp.shell.currentWidget?.context?.path === name", arg=name, timeout=PATIENCE
        )
        self.page.evaluate(
            """async () => {
                const panel = jupyterapp.shell.currentWidget;
                await panel.context.ready;
                await panel.sessionContext.ready;
            }"""
        )
        self.wait_idle()
        self.wait_for_splash()

    def run_all(self) -> None:
        """Run all cells, wait until the kernel is idle again, and fail if a cell raised."""
        self.page.evaluate("async () => { await jupyterapp.commands.execute('notebook:run-all-cells'); }")
        self.wait_idle()
        raised = self.page.evaluate(
            """() => jupyterapp.shell.currentWidget.content.model.sharedModel.cells
                .flatMap(cell => cell.cell_type === 'code' ? cell.toJSON().outputs : [])
                .filter(output => output.output_type === 'error')
                .map(output => `${output.ename}: ${output.evalue}`)"""
        )
        assert raised == [], f"a cell raised: {raised}"

    def wait_idle(self) -> None:
        """Wait until the kernel itself says that it has nothing left to do."""
        self.page.wait_for_function(
            "() => jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.status === 'idle'"
        )

    def theme(self, which: str) -> None:
        """Switch to "light", "dark" or "contrast", and wait until the page shows it."""
        self.page.evaluate(
            "async theme => { await jupyterapp.commands.execute('apputils:change-theme', {theme}); }",
            THEMES[which],
        )
        self.page.wait_for_function("theme => document.body.dataset.jpThemeName === theme", arg=THEMES[which])
        self.wait_for_splash()

    def wait_for_splash(self) -> None:
        """Wait until JupyterLab's opening picture is gone: a theme switched before that removes it twice and raises."""
        self.page.wait_for_function("() => document.getElementById('jupyterlab-splash') === null")

    def cell(self, cell_id: str) -> Locator:
        """The cell with this id (the ids in the notebook file)."""
        number = self.page.evaluate(
            "id => jupyterapp.shell.currentWidget.content.widgets.findIndex(cell => cell.model.id === id)",
            cell_id,
        )
        assert number >= 0, f"no cell has the id {cell_id!r}"
        return self.page.locator(f".jp-Notebook .jp-Cell[data-windowed-list-index='{number}']")

    def output(self, cell_id: str) -> Locator:
        """The output area of the code cell with this id."""
        return self.cell(cell_id).locator(".jp-OutputArea")

    def write(self, cell_id: str, text: str) -> None:
        """Put a text in the place of what a cell holds, as a learner would, and run the cell."""
        editor = self.cell(cell_id).locator(".cm-content")
        editor.click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(text)
        self.run(cell_id)

    def run(self, cell_id: str) -> None:
        """Run one cell with Shift-Enter, and wait until the kernel is idle again."""
        self.cell(cell_id).locator(".cm-content").click()
        self.page.keyboard.press("Shift+Enter")
        self.wait_idle()

    def shut_down(self) -> None:
        """End all kernels, so that the next notebook starts on a quiet machine."""
        self.page.evaluate(
            """async () => {
                await jupyterapp.serviceManager.sessions.shutdownAll();
                await jupyterapp.serviceManager.kernels.shutdownAll();
            }"""
        )
