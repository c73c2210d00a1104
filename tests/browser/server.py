"""A real JupyterLab for the browser tests.

It runs with folders of its own, so that neither the settings of whoever runs the tests nor what the tests do leak
into the other.
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
from dataclasses import dataclass
from pathlib import Path

from tests.tracked import ROOT

PATIENCE_SECONDS = 60
SETTINGS = {
    "apputils-extension/notification": '{"fetchNews": "false", "checkForUpdates": false}',
    # By default, what is scrolled out of sight is not in the page, and a test could not find it.
    "notebook-extension/tracker": '{"windowingMode": "none"}',
}


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
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(f"{server.url}/api/status?token={server.token}", timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    tail = log.read_text(encoding="utf-8", errors="replace")[-3000:]
    raise RuntimeError(f"JupyterLab did not start:\n{tail}")
