"""Makes .venv for the Makefile: `python3 tools/make_venv.py`, from the project's root.

Standard library only, and readable by any Python 3.6 or newer, so that an old one can say what is wrong in
words. The file .venv/ready is written last: an install that was interrupted leaves none, and the next `make`
goes on from there.
"""

import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(VENV, "bin", "python")
READY = os.path.join(VENV, "ready")
OLDEST = (3, 11)


def main():
    """Make or mend .venv; on trouble leave with one sentence that names the fix."""
    complain_about_python()
    if is_newest(READY) and works():
        return
    remove(READY)
    if not works():
        print("Making .venv with Python {}.{}.{} ...".format(*sys.version_info[:3]), flush=True)
        shutil.rmtree(VENV, ignore_errors=True)
        run([sys.executable, "-m", "venv", VENV], "Python could not make .venv. " + venv_fix())
    print(
        "Installing what pyproject.toml and constraints.txt name (some minutes the first time) ...",
        flush=True,
    )
    command = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run(
        [*command, "-c", "constraints.txt", "-e", ".[test]"],
        "The packages could not be installed: pip says why above. Type the same make command again to go on.",
    )
    with open(READY, "w") as stamp:
        stamp.write("Installed by tools/make_venv.py. Remove this file to have it looked over again.\n")


def complain_about_python():
    """Leave with a sentence when this Python is too old, or cannot make virtual environments."""
    if sys.version_info < OLDEST:
        found = "{}.{}".format(*sys.version_info[:2])
        sys.exit(
            "This is Python " + found + ", and Python 3.11 or newer is needed.\n"
            "Install one and name it, for example: make lab PYTHON=python3.12"
        )
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError as error:
        sys.exit(f"This Python lacks the module {error.name}. " + venv_fix())


def venv_fix():
    """The remedy for a Python without venv or ensurepip, as a sentence."""
    package = "python{}.{}-venv".format(*sys.version_info[:2])
    return (
        f"On Debian and Ubuntu: sudo apt-get install python3-venv (or {package}). "
        "Elsewhere, install Python from python.org. Then type the same make command again."
    )


def works():
    """Whether .venv holds this Python's version and a working pip."""
    if not os.path.exists(PYTHON):
        return False
    question = f"import pip, sys; sys.exit(sys.version_info[:2] != {sys.version_info[:2]!r})"
    return subprocess.call([PYTHON, "-c", question], stderr=subprocess.DEVNULL) == 0


def is_newest(path):
    """Whether a file is there, and no older than what it depends on (for make, a named Python is always newer)."""
    if not os.path.exists(path):
        return False
    sources = [os.path.join(ROOT, name) for name in ("pyproject.toml", "constraints.txt", "tools/make_venv.py")]
    return all(os.path.exists(it) and os.path.getmtime(path) >= os.path.getmtime(it) for it in sources)


def run(command, otherwise):
    """Run a command in the project's root; leave with the sentence `otherwise` when it fails."""
    # A user-wide `pip --user` setting would make pip refuse to install into .venv.
    env = dict(os.environ, PIP_USER="0")
    if subprocess.call(command, cwd=ROOT, env=env) != 0:
        sys.exit(otherwise)


def remove(path):
    """Delete a file that may not be there."""
    if os.path.exists(path):
        os.remove(path)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("Stopped. Type the same make command again to go on.")
