"""A real JupyterLab and a page in Chromium, for tests that use a notebook as a learner does.

`start_server` runs JupyterLab with folders of its own, so that neither the settings of whoever runs the tests
nor what the tests do leak into the other. `Lab` drives one page of it; conftest.py says how a test gets one.
"""

import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.tracked import ROOT

PATIENCE = 60_000  # milliseconds: a slow machine is no failure
CHROMIUM_FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage"
).split()
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark", "contrast": "JupyterLab Dark High Contrast"}
SETTINGS = {
    "apputils-extension/notification": '{"fetchNews": "false", "checkForUpdates": false}',
    # By default, what is scrolled out of sight is not in the page, and a test could not find it.
    "notebook-extension/tracker": '{"windowingMode": "none"}',
}
HERE = {"127.0.0.1", "localhost", "::1"}
# Console messages that are JupyterLab's own and no fault of ours; keep it short, and say why for each.
ALLOWED_ERRORS: tuple[str, ...] = ()


@dataclass(frozen=True)
class Server:
    """A running JupyterLab; `folder` holds its copy of the notebooks."""

    url: str
    token: str
    folder: Path


@contextmanager
def start_server(home: Path) -> Iterator[Server]:
    """Run JupyterLab below the empty folder `home` until the block ends."""
    folder = home / "notebooks"
    shutil.copytree(ROOT / "notebooks", folder, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    for name, text in SETTINGS.items():
        place = home / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    token, port = secrets.token_hex(16), free_port()
    server = Server(f"http://127.0.0.1:{port}", token, folder)
    with open(home / "server.log", "wb") as log:
        command = [sys.executable, "-m", "jupyterlab", *server_options(server, port)]
        process = subprocess.Popen(command, cwd=folder, env=private_folders(home), stdout=log, stderr=log)
        try:
            wait_until_up(server, process, home / "server.log")
            yield server
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(20)


def server_options(server: Server, port: int) -> list[str]:
    """The command line of a JupyterLab that asks nobody anything."""
    return [
        "--no-browser",
        "--allow-root",
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={server.token}",
        f"--ServerApp.root_dir={server.folder}",
        "--LabApp.expose_app_in_browser=True",
        "--LabApp.extension_manager=readonly",
    ]


def private_folders(home: Path) -> dict[str, str]:
    """The environment of a JupyterLab that keeps everything below `home`."""
    places = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    return dict(os.environ, PYTHONPATH=str(ROOT), **{name: str(home / part) for name, part in places.items()})


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_up(server: Server, process: subprocess.Popen[bytes], log: Path) -> None:
    """Return when the server answers; raise with the end of its log when it does not."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(f"{server.url}/api/status?token={server.token}", timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    tail = log.read_text(encoding="utf-8", errors="replace")[-3000:]
    raise RuntimeError(f"JupyterLab did not start:\n{tail}")


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
        self.page.on("pageerror", lambda error: self._note(str(error)))
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

    def output(self, cell_id: str) -> Locator:
        """The output area of the code cell with this id (the ids in the notebook file)."""
        number = self.page.evaluate(
            "id => jupyterapp.shell.currentWidget.content.widgets.findIndex(cell => cell.model.id === id)",
            cell_id,
        )
        assert number >= 0, f"no cell has the id {cell_id!r}"
        return self.page.locator(f".jp-Notebook .jp-Cell[data-windowed-list-index='{number}'] .jp-OutputArea")

    def shut_down(self) -> None:
        """End all kernels, so that the next notebook starts on a quiet machine."""
        self.page.evaluate(
            """async () => {
                await jupyterapp.serviceManager.sessions.shutdownAll();
                await jupyterapp.serviceManager.kernels.shutdownAll();
            }"""
        )
