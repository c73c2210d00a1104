"""Small pictures for counterexamples: what a function returned, beside the prompts that it was given."""

from collections.abc import Sequence
from typing import Any

from prefixkv_teach.course.cases import Case
from prefixkv_teach.draw.parts import badge
from prefixkv_teach.draw.safe import html_text


def list_by_position(case: Case, result: Any, what: str) -> str:
    """Draw a list by position: one row per prompt in order, with its tokens and the value.

    Example:
        >>> "[1 2]" in list_by_position(Case(((1, 2),)), [0], "shared tokens")
        True
    """
    plan = case.plan()
    rows = []
    for position, prompt in enumerate(plan.order):
        ids = " ".join(map(str, plan.token_ids[prompt]))
        rows.append((position, badge(prompt, small=True), f"[{ids}]", _value(result, position)))
    return _table(("position", "prompt", "tokens", what), rows, result, len(plan.order))


def list_beside(case: Case, given: Sequence[int], name: str, result: Any, what: str) -> str:
    """Draw what went in beside what came out, by position: one row per prompt in order.

    Example:
        >>> list_beside(Case(((1, 2),)), [3], "shared", [2], "rounded").count("<td>")
        4
    """
    plan = case.plan()
    rows = [
        (position, badge(prompt, small=True), given[position], _value(result, position))
        for position, prompt in enumerate(plan.order)
    ]
    return _table(("position", "prompt", name, what), rows, result, len(plan.order))


def _value(result: Any, at: int) -> str:
    if isinstance(result, Sequence) and not isinstance(result, str) and at < len(result):
        return html_text(str(result[at]), 40)
    return "–"


def _table(names: Sequence[str], rows: Sequence[Sequence[Any]], result: Any, expected: int) -> str:
    note = ""
    if not isinstance(result, Sequence) or isinstance(result, str):
        note = f'<p class="pk-note">The result is {html_text(repr(result), 80)}, and no list.</p>'
    elif len(result) != expected:
        note = f'<p class="pk-note">The list has {len(result)} values for {expected} positions.</p>'
    return table(names, rows) + note


def table(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """Draw a table; every cell is HTML already.

    Example:
        >>> table(["page"], [["p0"]]).count("<td>")
        1
    """
    head = "".join(f'<th scope="col">{name}</th>' for name in names)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<table class="pk-table"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
