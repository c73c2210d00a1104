"""Is everything here? The checks of `prefixkv check` and of notebook 00, as plain values.

Each check looks at one thing and says what it found; where something is missing, it says how to mend it.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

OLDEST_PYTHON = (3, 11)
# Package names as pip writes them, with what stops working without them.
PACKAGES = {
    "jupyterlab": "the notebooks",
    "ipywidgets": "sliders and buttons",
    "graphviz": "the picture of the tree",
    "numpy": "the real attention lesson",
    "torch": "the real attention lesson",
}
MEND = "stop JupyterLab (Ctrl+C in its terminal) and start it with `make lab`, which installs what is missing"


@dataclass(frozen=True)
class Check:
    """One thing that was looked at.

    `fix` is empty when `ok`; otherwise it is a sentence that says what to do.
    """

    name: str
    ok: bool
    found: str
    fix: str = ""


def check_setup() -> list[Check]:
    """Look at Python, the packages, the program that draws trees, and whether there is a GPU.

    Returns:
        One Check for each, in this order. A missing GPU is no fault: every lesson runs on the CPU.

    Example:
        >>> [check.name for check in check_setup()][:3]
        ['Python', 'jupyterlab', 'ipywidgets']
    """
    return [check_python(), *map(check_package, PACKAGES), check_dot(), check_gpu()]


def check_python(running: Sequence[int] = tuple(sys.version_info[:3])) -> Check:
    """Check that Python is new enough; `running` is its version, such as (3, 12, 1).

    Example:
        >>> check_python((3, 9, 0)).fix
        'Python 3.11 or newer is needed. Install one and name it: `make lab PYTHON=python3.12`.'
    """
    found = ".".join(map(str, running))
    if tuple(running[:2]) >= OLDEST_PYTHON:
        return Check("Python", True, found)
    oldest = ".".join(map(str, OLDEST_PYTHON))
    fix = f"Python {oldest} or newer is needed. Install one and name it: `make lab PYTHON=python3.12`."
    return Check("Python", False, found, fix)


def check_package(name: str) -> Check:
    """Check that a package is installed for this Python, without loading it.

    Example:
        >>> check_package("a-package-that-nobody-wrote").fix.startswith("It is missing")
        True
    """
    try:
        return Check(name, True, version(name))
    except PackageNotFoundError:
        use = f" and is needed for {PACKAGES[name]}" if name in PACKAGES else ""
        return Check(name, False, "not installed", f"It is missing{use}: {MEND}.")


def check_dot() -> Check:
    """Check that a tree can be drawn: find the program and let it draw two dots and an arrow.

    Example:
        >>> check_dot().name
        'dot (draws trees)'
    """
    from prefixkv_teach.draw.dot import DotError, find_dot, render_svg

    name = "dot (draws trees)"
    try:
        render_svg("digraph { a -> b }")
        return Check(name, True, str(find_dot()))
    except DotError as error:
        return Check(name, False, "no tree can be drawn", str(error))


def check_gpu() -> Check:
    """Say whether torch sees a GPU. Both answers are fine.

    Example:
        >>> check_gpu().ok
        True
    """
    try:
        import torch
    except (ImportError, OSError):  # OSError: a system library that torch needs is missing
        return Check("GPU", True, "unknown, since torch does not load here")
    if torch.cuda.is_available():
        return Check("GPU", True, f"yes, {torch.cuda.get_device_name(0)}")
    return Check("GPU", True, "no; that is fine, every lesson runs on the CPU")


def report(checks: Sequence[Check]) -> str:
    """Write checks as text: one line each, the fix below what is missing, and a last line that sums up.

    Example:
        >>> print(report([Check("Python", True, "3.12.1"), Check("dot", False, "missing", "Install it.")]))
        ok       Python  3.12.1
        MISSING  dot     missing
                 -> Install it.
        Missing: 1 of 2. What to do stands behind the arrow.
    """
    width = max((len(check.name) for check in checks), default=0)
    lines = []
    for check in checks:
        lines.append(f"{'ok' if check.ok else 'MISSING':7}  {check.name:{width}}  {check.found}")
        if not check.ok:
            lines.append(f"         -> {check.fix}")
    bad = sum(not check.ok for check in checks)
    if bad:
        lines.append(f"Missing: {bad} of {len(checks)}. What to do stands behind the arrow.")
    else:
        lines.append("Everything is here.")
    return "\n".join(lines)
