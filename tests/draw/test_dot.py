"""The program that lays out the tree: found in the promised order, and every failure is a sentence."""

import os
import shutil
import sys
import threading
from pathlib import Path

import pytest

from prefixkv_teach.draw import dot
from prefixkv_teach.draw.dot import DotError, find_dot, render, render_svg, tell_graphviz
from prefixkv_teach.draw.graph import draw_tree
from prefixkv_teach.draw.tree import tree_svg
from prefixkv_teach.plan import make_plan

PURE = shutil.which("graphviz-pure", path=os.pathsep.join(str(Path(sys.prefix, at)) for at in ("bin", "Scripts")))
PROGRAMS = [program for program in (shutil.which("dot"), PURE) if program]
posix = pytest.mark.skipif(os.name != "posix", reason="writes a shell script as the program")


def _program(path: Path, body: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """No program anywhere: an empty PATH and an empty place of installation."""
    monkeypatch.delenv("PREFIXKV_DOT", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "prefix"))
    return tmp_path


@posix
def test_looks_in_the_promised_order(nothing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for place in ("prefix/bin/graphviz-pure", "prefix/bin/dot", "path/dot", "chosen"):
        _program(nothing / place, "exit 0")
        dot._search.cache_clear()
        if place == "chosen":
            monkeypatch.setenv("PREFIXKV_DOT", str(nothing / place))
        found.append(str(find_dot().relative_to(nothing)))
    assert found == ["prefix/bin/graphviz-pure", "prefix/bin/dot", "path/dot", "chosen"]


def test_nothing_found_names_every_fix(nothing: Path) -> None:
    with pytest.raises(DotError) as error:
        find_dot()
    for fix in ("pip install graphviz-pure", "conda install", "graphviz", "PREFIXKV_DOT"):
        assert fix in str(error.value)


def test_a_wrong_variable_is_named_and_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PREFIXKV_DOT", "/no/such/program")
    with pytest.raises(DotError, match="PREFIXKV_DOT is '/no/such/program'"):
        render_svg("digraph { a }")


@posix
@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("sleep 5", "took longer than 0.2 seconds"),
        ("echo 'syntax error in line 1' >&2; exit 1", "syntax error in line 1"),
        ("exit 3", "code 3"),
        ("exit 0", "could not be drawn"),
    ],
)
def test_a_failing_program_gives_a_sentence(
    body: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # `exec` so that stopping the program stops what hangs, and not only the shell around it.
    body = f"exec {body}" if body.startswith("sleep") else body
    monkeypatch.setenv("PREFIXKV_DOT", _program(tmp_path / "dot", f"cat >/dev/null; {body}"))
    monkeypatch.setattr(dot, "PATIENCE_SECONDS", 0.2 if "sleep" in body else 20)
    with pytest.raises(DotError, match=said):
        render_svg("digraph { a }")


@posix
def test_a_file_that_is_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "dot"
    path.write_bytes(b"\x7fELF and nothing more")
    path.chmod(0o755)
    monkeypatch.setenv("PREFIXKV_DOT", str(path))
    with pytest.raises(DotError, match="could not be started"):
        render_svg("digraph { a }")


def test_only_svg_and_png() -> None:
    with pytest.raises(ValueError, match="'pdf'"):
        render("digraph { a }", "pdf")


@pytest.mark.parametrize("program", PROGRAMS)
def test_each_program_draws_the_same_tree(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PREFIXKV_DOT", program)
    plan = make_plan(["The room was clean", "The room was noisy and cold", "Staff were cold", "The room was noisy"])
    svg = tree_svg(plan, None, 2)
    assert [svg.count(f"pk-node pk-c{prompt}") for prompt in range(4)] == [1, 1, 1, 1]
    assert svg.count("pk-disc") == 4 and svg.count(">2 tokens<") + svg.count("> 2 tokens <") == 1
    assert render(draw_tree(plan).source, "png").startswith(b"\x89PNG")


@pytest.mark.skipif(PURE is None, reason="graphviz-pure is not installed")
def test_the_graphviz_package_works_for_somebody_who_has_only_graphviz_pure(
    nothing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from graphviz.backend import dot_command

    place = nothing / "prefix" / "bin" / "graphviz-pure"
    place.parent.mkdir(parents=True)
    place.symlink_to(str(PURE))
    monkeypatch.setattr(dot_command, "DOT_BINARY", Path("dot"))
    dot._search.cache_clear()
    assert b"</svg>" in draw_tree(make_plan(["The room was clean"])).pipe(format="svg")


def test_a_program_that_somebody_chose_for_graphviz_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphviz.backend import dot_command

    monkeypatch.setenv("PREFIXKV_DOT", PROGRAMS[0])
    monkeypatch.setattr(dot_command, "DOT_BINARY", Path("/their/own/dot"))
    tell_graphviz()
    assert dot_command.DOT_BINARY == Path("/their/own/dot")


def test_several_threads_at_once() -> None:
    drawn: dict[int, str] = {}

    def draw(number: int) -> None:
        drawn[number] = render_svg(f"digraph {{ node{number} }}")

    threads = [threading.Thread(target=draw, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(f">node{number}<" in drawn[number] for number in range(6))
