"""Progress in one small local file, for those who want it: nothing is written before `start_progress()`."""

import json
from collections.abc import Iterable
from pathlib import Path

from prefixkv_teach.draw.safe import html_text

FILE = Path(".prefixkv_progress.json")  # beside the notebook, whose folder is the working folder


def start_progress(path: Path = FILE) -> str:
    """Begin to keep progress, in one file beside the notebooks; what is there already stays.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     start_progress(Path(folder, "progress.json"))
        'From now on, each exercise that you pass is noted in progress.json. reset_progress() forgets it all.'
    """
    if not path.exists():
        _write(set(), path)
    return f"From now on, each exercise that you pass is noted in {path.name}. reset_progress() forgets it all."


def reset_progress(path: Path = FILE) -> str:
    """Forget all progress, and stop keeping it.

    Example:
        >>> reset_progress(Path("no_such_progress.json"))
        'Progress is forgotten, and no longer kept. start_progress() begins anew.'
    """
    path.unlink(missing_ok=True)
    return "Progress is forgotten, and no longer kept. start_progress() begins anew."


def passed_exercises(path: Path = FILE) -> set[str] | None:
    """Return the keys of the exercises that were passed; None if progress is not kept.

    A damaged file counts as empty: losing it is a pity, and no reason to stop a lesson.

    Example:
        >>> passed_exercises(Path("no_such_progress.json")) is None
        True
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        return set()
    passed = found.get("passed", []) if isinstance(found, dict) else []
    return {key for key in passed if isinstance(key, str)} if isinstance(passed, list) else set()


def note_passed(key: str, path: Path = FILE) -> None:
    """Note a passed exercise, if progress is kept.

    Example:
        >>> note_passed("x", Path("no_such_progress.json"))  # not kept: nothing is written
    """
    passed = passed_exercises(path)
    if passed is not None and key not in passed:
        _write(passed | {key}, path)


def progress_html(titles: Iterable[tuple[str, str]], passed: set[str] | None) -> str:
    """Draw a bar with one box per exercise of a lesson; the words beside it say the same.

    Args:
        titles: key and title of each exercise, in order.
        passed: keys of those passed; None if progress is not kept.

    Example:
        >>> "1 of 2" in progress_html([("a", "A"), ("b", "B")], {"a"})
        True
    """
    listed = list(titles)
    done = passed or set()
    count = sum(key in done for key, _ in listed)
    boxes = "".join(
        f'<span class="pk-box{" pk-done" if key in done else ""}" title="{html_text(title)}">'
        f"{'✓' if key in done else number}</span>"
        for number, (key, title) in enumerate(listed, 1)
    )
    said = f"{count} of {len(listed)} exercises passed"
    kept = "" if passed is not None else " Progress is not kept: run <code>start_progress()</code> to keep it."
    return f'<div class="pk pk-progress" role="group" aria-label="{said}">{boxes} <span>{said}.{kept}</span></div>'


def _write(passed: set[str], path: Path) -> None:
    path.write_text(json.dumps({"version": 1, "passed": sorted(passed)}, indent=1) + "\n", encoding="utf-8")
