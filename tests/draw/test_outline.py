"""The outline says what the plan says, line by line, at any size."""

import re

from hypothesis import given
from hypothesis import strategies as st

from prefixkv_teach.draw.outline import text_tree
from prefixkv_teach.draw.safe import columns
from prefixkv_teach.plan import make_plan, plan_tokens

ARTICLE = [
    "The room was clean",
    "The room was noisy and cold",
    "Staff were cold",
    "The room was noisy",
    "The room was noisy",
]
batches = st.lists(st.lists(st.integers(0, 2), max_size=7), max_size=14)


def test_the_article() -> None:
    lines = text_tree(make_plan(ARTICLE)).splitlines()
    said = [re.sub("[│├└─ ]+", " ", line).strip() for line in lines]
    assert [line.partition(" reuses")[0].partition(" owns")[0] for line in said] == [
        "0 [The room was clean] Root Node",
        "3 [The room was noisy] Parent of 3 is 0",
        "4 [The room was noisy] Parent of 4 is 0",
        "1 [The room was noisy and cold] Parent of 1 is 4",
        "2 [Staff were cold] Root Node",
    ]
    assert [line[:9] for line in lines] == ["0 [The ro", "3├── [The", "4└── [The", "1    └── ", "2 [Staff "]


@given(batches, st.integers(1, 3), st.booleans())
def test_every_line_says_the_prompt_and_its_parent(batch: list[list[int]], page_size: int, cap: bool) -> None:
    plan = plan_tokens(batch, page_size=page_size, cap=cap)
    lines = text_tree(plan).splitlines()
    assert len(lines) == len(plan.order)
    for line, prompt, lender, shared in zip(lines, plan.order, plan.parent, plan.shared, strict=True):
        assert re.match(rf" *{prompt}\D", line) and f"[{plan.prompts[prompt]}]" in line
        assert (f"Parent of {prompt} is {lender} " in line) == (lender is not None)
        assert ("Root Node" in line) == (lender is None)
        assert (f"reuses {shared} token" in line) == (shared > 0)


@given(batches, st.integers(1, 3))
def test_the_branches_can_be_read_back_as_the_parents(batch: list[list[int]], page_size: int) -> None:
    plan = plan_tokens(batch, page_size=page_size)
    digits = len(str(max(plan.order, default=0)))
    path: list[int] = []
    lines = text_tree(plan).splitlines()
    for at, (line, prompt, lender) in enumerate(zip(lines, plan.order, plan.parent, strict=True)):
        marks = line[digits:].partition("[")[0]
        depth = len(marks) // 4
        del path[depth:]
        assert (path[-1] if path else None) == lender
        path.append(prompt)
        if lender is not None:
            # A │ below says that another child of the same parent follows, and └ says that none does.
            assert ("├" in marks) == (plan.children[lender][-1] != prompt)
            below = lines[at + 1][digits + 4 * (depth - 1) :][:1] if at + 1 < len(lines) else ""
            assert (below in ("│", "├", "└")) == ("├" in marks)


@given(batches)
def test_the_parents_stand_in_one_column(batch: list[list[int]]) -> None:
    lines = text_tree(plan_tokens(batch, page_size=1)).splitlines()
    assert len({re.search("Root Node|Parent of", line).start() for line in lines}) <= 1  # type: ignore[union-attr]


def test_wide_signs_and_hidden_signs_keep_the_columns() -> None:
    lines = text_tree(make_plan(["寒い 部屋", "a\nb\x00", "שלום", "x" * 500, "<s>"])).splitlines()
    assert len(lines) == 5
    assert len({columns(line.partition("Root Node")[0]) for line in lines}) == 1
    assert "[a↵b␀]" in lines[1] and "[<s>]" in lines[4]


def test_a_chain_of_a_thousand_is_bounded() -> None:
    lines = text_tree(plan_tokens([list(range(length)) for length in range(1, 1001)], page_size=1)).splitlines()
    assert len(lines) == 1000 and "… 983 levels …" in lines[-1]
    assert max(map(len, lines)) < 260
