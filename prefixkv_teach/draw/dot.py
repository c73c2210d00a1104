"""Find the program that lays out the tree, and run it: DOT source in, a picture out."""

import os
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

PATIENCE_SECONDS = 20.0

HOW_TO_GET_DOT = (
    "`pip install graphviz-pure`, or `conda install -c conda-forge graphviz`, or your system's package "
    "`graphviz`; or set the environment variable PREFIXKV_DOT to the path of a `dot` program"
)


class DotError(RuntimeError):
    """The tree could not be drawn; the message is a sentence for the reader, with the fix."""


def find_dot() -> Path:
    """Find the program that turns DOT source into a picture.

    Looks in this order: the environment variable PREFIXKV_DOT, `dot` on PATH, `dot` beside this Python (conda
    puts it there, also when PATH does not name it), `graphviz-pure` beside this Python (pip puts it there).

    Raises:
        DotError: none of these is there, or PREFIXKV_DOT names no program.

    Example:
        >>> find_dot().stem in {"dot", "graphviz-pure"}
        True
    """
    return _search(os.environ.get("PREFIXKV_DOT"), os.environ.get("PATH"), sys.prefix)


@lru_cache(maxsize=4)  # the search touches the disk, and a picture is drawn at every keystroke
def _search(wanted: str | None, path: str | None, prefix: str) -> Path:
    if wanted:
        found = shutil.which(wanted, path=path)
        if found is None:
            raise DotError(f"PREFIXKV_DOT is {wanted!r}, and no program is there. Correct it or unset it.")
        return Path(found)
    beside = os.pathsep.join(str(Path(prefix, *place)) for place in (["bin"], ["Scripts"], ["Library", "bin"]))
    for name, places in (("dot", path), ("dot", beside), ("graphviz-pure", beside)):
        found = shutil.which(name, path=places)
        if found is not None:
            return Path(found)
    raise DotError(f"The tree needs Graphviz, and no `dot` was found. Get one with {HOW_TO_GET_DOT}.")


def render(dot_source: str, picture_format: str = "svg") -> bytes:
    """Draw DOT source; may be called from several threads at once.

    Args:
        dot_source: a graph in the DOT language.
        picture_format: "svg" or "png".

    Raises:
        ValueError: another format.
        DotError: no program was found, it could not be started, it did not understand the source, or it took
            longer than `PATIENCE_SECONDS`.

    Example:
        >>> render("digraph { a -> b }", "png")[1:4]
        b'PNG'
    """
    if picture_format not in ("svg", "png"):
        raise ValueError(f'picture_format is {picture_format!r}; expected "svg" or "png"')
    program = find_dot()
    command = [str(program), "-Kdot", f"-T{picture_format}"]
    source = dot_source.encode("utf-8", "replace")
    try:
        done = subprocess.run(command, input=source, capture_output=True, timeout=PATIENCE_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        took = f"{program} took longer than {PATIENCE_SECONDS:g} seconds and was stopped"
        raise DotError(f"The tree could not be drawn: {took}. Try fewer prompts.") from None
    except OSError as error:
        raise DotError(f"{program} could not be started ({error}). Get another with {HOW_TO_GET_DOT}.") from error
    if done.returncode or not done.stdout:
        said = " ".join(done.stderr.decode("utf-8", "replace").split())[:300] or f"code {done.returncode}"
        raise DotError(f"The tree could not be drawn: {program} said: {said}")
    return done.stdout


def render_svg(dot_source: str) -> str:
    """Draw DOT source as SVG text.

    Raises:
        DotError: as `render` does.

    Example:
        >>> "</svg>" in render_svg("digraph { a -> b }")
        True
    """
    return render(dot_source, "svg").decode("utf-8")


def tell_graphviz() -> None:
    """Let the `graphviz` package use the program that we found, where it has only its default, `dot` on PATH.

    Without this, `draw_tree(plan).pipe()` and the picture that a notebook shows by itself would fail for
    somebody who has `graphviz-pure` and no `dot`. Does nothing when no program is there: the DOT source is of
    use without one.

    Example:
        >>> tell_graphviz()
    """
    from graphviz.backend import dot_command

    if dot_command.DOT_BINARY != Path("dot"):
        return  # somebody has chosen one
    try:
        program = find_dot()
    except DotError:
        return
    if os.environ.get("PREFIXKV_DOT") or program.stem != "dot" or shutil.which("dot") is None:
        dot_command.DOT_BINARY = program
