"""Prompt sets with known answers: every field of `data/cases.json` is compared, and none is left unread.

The values were worked out by hand, from the article and from other engines' tests and reports (`origin`).
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from prefixkv_teach.plan import PrefixPlan, plan_tokens
from prefixkv_teach.run import execute
from prefixkv_teach.steps import (
    count_readers,
    keep_needed,
    pages_needed,
    release_after_last_reader,
    tokens_in_last_page,
)

CASES = json.loads(Path(__file__).with_name("data").joinpath("cases.json").read_text(encoding="utf-8"))
SORTED = [case for case in CASES if case["kind"] == "sorted"]
FIELDS = {"name", "kind", "prompts", "page_size", "cap", "expected", "note", "origin"}


def place(plan: PrefixPlan, page: int) -> list[int]:
    """A page as the cases write it: its owner, and where it stands in the owner's table."""
    owner = plan.page_owner[page]
    return [owner, plan.page_tables[owner].index(page)]


def places(plan: PrefixPlan, pages: list[int]) -> list[list[int]]:
    return sorted(place(plan, page) for page in pages)


def kept_tokens(plan: PrefixPlan) -> dict[str, int]:
    keep = keep_needed(plan.order, plan.shared, plan.parent, plan.page_size)
    return {str(p): pages * plan.page_size for p, pages in sorted(zip(plan.order, keep, strict=True))}


def page_readers(plan: PrefixPlan) -> list[dict[str, Any]]:
    found = [(*place(plan, page), list(who)) for page, who in enumerate(plan.page_readers)]
    return [{"owner": owner, "page": at, "readers": who} for owner, at, who in sorted(found)]


def freed_after_each(plan: PrefixPlan) -> list[Any]:
    """Method 1 and the tight count, which agree: as a step, and moment by moment."""
    step = release_after_last_reader(plan.order, plan.page_tables)
    for method in ("keep_needed", "count_readers_tight"):
        assert [list(m.freed) for m in execute(plan, method).moments] == step
    return [[prompt, places(plan, freed)] for prompt, freed in zip(plan.order, step, strict=True)]


def freed_parent_held(plan: PrefixPlan) -> list[Any]:
    """Method 2 as written: freed on arrival, and on finish."""
    step = count_readers(plan.order, plan.parent, plan.page_tables)
    moments = execute(plan, "count_readers").moments
    assert [sorted(r.on_arrival) for r in step] == [list(m.freed_on_arrival) for m in moments]
    assert [sorted(r.on_arrival + r.on_finish) for r in step] == [list(m.freed) for m in moments]
    rows = zip(plan.order, step, strict=True)
    return [[p, places(plan, r.on_arrival), places(plan, r.on_finish)] for p, r in rows]


# One entry for each name that a case may have under "expected".
READ: dict[str, Callable[[PrefixPlan], Any]] = {
    "order": lambda plan: list(plan.order),
    "lcp_with_previous": lambda plan: list(plan.common),
    "shared": lambda plan: list(plan.shared),
    "parent": lambda plan: list(plan.parent),
    "reused_tokens": lambda plan: list(plan.reused_tokens),
    "computed_tokens": lambda plan: list(plan.computed_tokens),
    "pages_without_sharing": lambda plan: plan.pages_without_sharing,
    "pages_with_sharing": lambda plan: plan.pages,
    "keep_tokens": kept_tokens,
    "live_pages_after_step": lambda plan: [m.live_pages for m in execute(plan, "keep_needed").moments],
    "peak_pages_sequential": lambda plan: execute(plan, "keep_needed").peak_pages,
    "page_readers": page_readers,
    "freed_after_each": freed_after_each,
    "freed_after_each_parent_held": freed_parent_held,
}


@pytest.mark.parametrize("case", SORTED, ids=lambda case: case["name"])
def test_every_expected_field(case: dict[str, Any]) -> None:
    plan = plan_tokens(case["prompts"], page_size=case["page_size"], cap=case["cap"])
    plan.check_integrity()
    assert {name: READ[name](plan) for name in case["expected"]} == case["expected"]


PAGE_ROWS = [row for case in CASES if case["kind"] == "page_math" for row in case["expected"]["rows"]]


@pytest.mark.parametrize("row", PAGE_ROWS, ids=str)
def test_page_math(row: dict[str, int]) -> None:
    tokens, page_size = row["tokens"], row["page_size"]
    found = {
        "tokens": tokens,
        "page_size": page_size,
        "pages": pages_needed(tokens, page_size),
        "tokens_in_last_page": tokens_in_last_page(tokens, page_size),
    }
    assert found == row


def unread(case: dict[str, Any]) -> set[str]:
    """The fields of a case that no check reads."""
    known = set(READ) if case["kind"] == "sorted" else {"rows"}
    return (set(case) - FIELDS) | (set(case["expected"]) - known)


def test_no_field_is_left_unread() -> None:
    assert {case["name"]: unread(case) for case in CASES if unread(case)} == {}
    assert {case["kind"] for case in CASES} == {"sorted", "page_math"}
    assert set(READ) == {name for case in SORTED for name in case["expected"]}


def test_an_unread_field_is_seen() -> None:
    assert unread({**SORTED[0], "salt": 3, "expected": {"hits": 4, "order": []}}) == {"salt", "hits"}
