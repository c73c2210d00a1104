"""Finds a Chromium for the browser tests, and installs one where that is possible.

`find_browser()` only looks; `get_browser()` also tries to install, and is called once by `make test`. The
order: the environment variable CHROMIUM, the system's browser, Playwright's own, `playwright install`, and
apt-get where we are root.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

VARIABLE = "CHROMIUM"
ON_PATH = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC = ("Google Chrome.app/Contents/MacOS/Google Chrome", "Chromium.app/Contents/MacOS/Chromium")
WINDOWS = ("Google/Chrome/Application/chrome.exe", "Chromium/Application/chrome.exe")
HOW_TO_INSTALL = (
    "No Chromium for the browser tests: install one (Debian: sudo apt-get install chromium; anywhere: "
    ".venv/bin/python -m playwright install chromium), or name one with CHROMIUM=path, "
    "or leave these tests out with BROWSER=0."
)


class NoBrowser(Exception):
    """No usable Chromium; the message is one sentence that says how to get one."""


def wanted() -> bool:
    """Whether the browser tests are to be run: BROWSER=0 leaves them out on purpose."""
    return os.environ.get("BROWSER") != "0"


def find_browser() -> str:
    """The path of a Chromium that starts, or NoBrowser. Installs nothing."""
    named = os.environ.get(VARIABLE)
    if named:
        if starts(named):
            return named
        raise NoBrowser(f"{VARIABLE}={named} does not start with --version. {HOW_TO_INSTALL}")
    for path in candidates():
        if starts(path):
            return path
    raise NoBrowser(HOW_TO_INSTALL)


def get_browser() -> str:
    """Like find_browser, after trying to install one where none is there."""
    for install in (None, install_by_playwright, install_by_apt):
        if install and not install():
            continue
        try:
            return find_browser()
        except NoBrowser:
            if os.environ.get(VARIABLE):
                raise
    raise NoBrowser(HOW_TO_INSTALL)


def candidates() -> Iterator[str]:
    """Places where a Chromium usually is, the system's own before Playwright's."""
    yield from filter(None, map(shutil.which, ON_PATH))
    for folder in (Path("/Applications"), Path.home() / "Applications"):
        yield from (str(folder / name) for name in MAC)
    for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        if variable in os.environ:
            yield from (str(Path(os.environ[variable]) / name) for name in WINDOWS)
    # Asked in another process: Playwright's driver keeps an event loop that other tests must not meet.
    code = "import playwright.sync_api as s\nwith s.sync_playwright() as p: print(p.chromium.executable_path)"
    answer = run([sys.executable, "-c", code], seconds=60)
    if answer and answer.returncode == 0:
        yield answer.stdout.strip()


def starts(path: str) -> bool:
    """Whether the program is there and says its version (`chromium-browser` may be an empty shell)."""
    if not (Path(path).is_file() or shutil.which(path)):
        return False
    if os.name == "nt":  # chrome.exe opens a window instead of printing its version
        return True
    answer = run([path, "--version"], seconds=60)
    return bool(answer and answer.returncode == 0 and "chrom" in answer.stdout.lower())


def install_by_playwright() -> bool:
    """Fetch Playwright's own Chromium; False where that does not work, for example without a network."""
    print("  no Chromium here: trying `playwright install chromium` ...", flush=True)
    answer = run([sys.executable, "-m", "playwright", "install", "chromium"], seconds=300)
    return bool(answer and answer.returncode == 0)


def install_by_apt() -> bool:
    """Install Debian's Chromium where we may; False elsewhere."""
    if not (shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0):
        return False
    print("  no Chromium here: trying `apt-get install chromium` ...", flush=True)
    run(["apt-get", "update", "-q"], seconds=300)
    answer = run(["apt-get", "install", "-q", "-y", "chromium", "fonts-dejavu-core"], seconds=900)
    return bool(answer and answer.returncode == 0)


def run(command: Sequence[str], seconds: float) -> subprocess.CompletedProcess[str] | None:
    """Run a program quietly; None when it is missing or takes too long."""
    env = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    try:
        return subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, env=env, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return None


if __name__ == "__main__":
    try:
        print(get_browser())
    except NoBrowser as error:
        sys.exit(str(error))
