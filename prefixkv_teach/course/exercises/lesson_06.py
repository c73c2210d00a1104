"""Exercises of lesson 06: what a real pass computes, where, and how much that saves. No torch is needed here."""

from typing import Any

from prefixkv_teach.course.cases import Case
from prefixkv_teach.course.judge import judge_answer, judge_function
from prefixkv_teach.course.parts import table
from prefixkv_teach.course.record import Exercise, KnownWrong
from prefixkv_teach.draw import meters
from prefixkv_teach.draw.parts import badge
from prefixkv_teach.draw.safe import html_text
from prefixkv_teach.plan import PrefixPlan, plan_tokens

OWN_POSITIONS_BLANK = """\
def own_positions(lengths, reused):
    positions = []
    for length, borrowed in zip(lengths, reused):
        own = []
        positions.append(own)
    return positions"""

OWN_POSITIONS_SOLUTION = OWN_POSITIONS_BLANK.replace(
    "        own = []", "        own = []\n        own.extend(range(borrowed, length))"
)

OWN_POSITIONS_WRONG = (
    KnownWrong(OWN_POSITIONS_SOLUTION.replace("(borrowed, length)", "(length - borrowed)"), "positions restart"),
    KnownWrong(
        OWN_POSITIONS_SOLUTION.replace("(borrowed, length)", "(borrowed + 1, length + 1)"), "positions from one"
    ),
    KnownWrong(OWN_POSITIONS_SOLUTION.replace("(borrowed, length)", "(length)"), "borrowed tokens run again"),
)


def honest_positions(lengths: list[int], reused: list[int]) -> list[list[int]]:
    """Number all tokens from 0, and cross out the borrowed ones one by one.

    Example:
        >>> honest_positions([4, 4], [0, 2])
        [[0, 1, 2, 3], [2, 3]]
    """
    positions = []
    for length, borrowed in zip(lengths, reused, strict=True):
        left = list(range(length))
        for _ in range(borrowed):
            left.pop(0)
        positions.append(left)
    return positions


def _position_arguments(plan: PrefixPlan) -> tuple[Any, ...]:
    return list(map(len, plan.token_ids)), list(plan.reused_tokens)


def _draw_positions(case: Case, result: Any) -> str:
    plan = case.plan()
    listed = result if isinstance(result, list) else []
    rows = [
        (
            badge(prompt, small=True),
            len(plan.token_ids[prompt]),
            plan.reused_tokens[prompt],
            html_text(str(listed[prompt]), 60) if prompt < len(listed) else "–",
        )
        for prompt in range(len(plan.order))
    ]
    return table(("prompt", "tokens", "borrowed", "positions of its own"), rows)


POSITIONS = Exercise(
    key="positions-restart",
    lesson="06",
    form="function",
    title="Where do a borrower's own tokens stand?",
    statement="The layer must know at which position in its prompt each token stands; the first one is 0. `lengths` "
    "has each prompt's number of tokens, `reused` how many it borrows, both by prompt number. Return, for each prompt, "
    "the list of the positions of the tokens that it computes itself.",
    name="own_positions",
    blank=OWN_POSITIONS_BLANK,
    solution=OWN_POSITIONS_SOLUTION,
    hints=(
        "A prompt of 4 tokens has the positions 0, 1, 2, 3. It borrows 2 tokens: which positions are left?",
        "Borrowed tokens are always the first ones, so they take the positions 0 to `borrowed` - 1.",
        "`range(start, stop)` counts from `start` up to, and without, `stop`.",
    ),
    why="The borrowed tokens stand at 0 to `borrowed - 1`, so the first token of its own stands at `borrowed`. The "
    "borrowed pages were computed for the front positions; the new tokens must go on from there.",
    usual_wrong="Beginning at 0 again. A real engine had this fault: everything ran, nothing crashed, and the answers "
    "were wrong.",
    known_wrong=OWN_POSITIONS_WRONG,
    minutes=3,
    difficulty=1,
    judge=judge_function(
        honest_positions, _position_arguments, _draw_positions, OWN_POSITIONS_WRONG, name="own_positions"
    ),
)


def _twins() -> PrefixPlan:
    return plan_tokens([list(range(8)), list(range(8))], page_size=4)


def _rows_of_the_twin() -> int:
    return _twins().computed_tokens[1]


WHOLE_HIT_WRONG = (
    KnownWrong(0, "whole hit is free"),
    KnownWrong(1, "part of a page"),
    KnownWrong(8, "twin starts over"),
)

WHOLE_HIT = Exercise(
    key="whole-hit",
    lesson="06",
    form="answer",
    title="A whole hit",
    statement="The same prompt of 8 tokens is sent twice, pages hold 4 tokens, and the cap is on. The layer gives one "
    "row of output for each token that it computes. How many rows does the second prompt get?",
    name="rows_of_the_second",
    blank="rows_of_the_second = None",
    solution="rows_of_the_second = 4",
    hints=(
        "All 8 tokens are known. What does the cap make of the 8?",
        "7 tokens may be borrowed, and pages are borrowed whole.",
        "7 rounded down to pages of 4 is 4. The other tokens are computed.",
    ),
    why="The cap leaves 7, rounding leaves 4: one page is borrowed, and the other page's 4 tokens are computed. The "
    "last row is the one from which a model chooses the next word.",
    usual_wrong="0, as if a known prompt needed no work. Without a row for its last token there is no next word; "
    "engines have crashed at this very case.",
    known_wrong=WHOLE_HIT_WRONG,
    minutes=1,
    difficulty=1,
    judge=judge_answer(_rows_of_the_twin, WHOLE_HIT_WRONG, counts=True),
)


def _sixteen() -> PrefixPlan:
    beginning = list(range(256))
    return plan_tokens([beginning + list(range(1000 * n, 1000 * n + 32)) for n in range(1, 17)], page_size=16)


def _tokens_of_sixteen() -> int:
    return sum(_sixteen().computed_tokens)


def _reveal_sixteen() -> str:
    return meters(_sixteen())


PREDICT_SAVING_WRONG = (
    KnownWrong(512, "nobody computes the shared part"),
    KnownWrong(288, "only the first computes"),
    KnownWrong(1008, "cap on everybody"),
)

PREDICT_SAVING = Exercise(
    key="predict-saving",
    lesson="06",
    form="answer",
    title="Predict the saving",
    statement="Sixteen prompts have the same 256 tokens in front and 32 tokens of their own behind, in pages of 16. "
    "Without reuse, 16 times 288 tokens are computed: 4608. How many are computed with reuse?",
    name="tokens_with_reuse",
    blank="tokens_with_reuse = None",
    solution="tokens_with_reuse = 768",
    hints=(
        "Somebody has to compute the shared part, once.",
        "256 tokens fill exactly 16 pages of 16, so rounding takes nothing away. Does the cap?",
        "256 once, and 32 for each of the sixteen.",
    ),
    why="The first prompt computes 288. Each of the fifteen others borrows 256 and computes 32: 288 + 15 × 32 = 768, "
    "six times fewer than 4608. The cap allows 287, so it does not bite.",
    usual_wrong="512, the sixteen endings alone: the shared part is computed too, by the first prompt.",
    known_wrong=PREDICT_SAVING_WRONG,
    minutes=1,
    difficulty=1,
    judge=judge_answer(_tokens_of_sixteen, PREDICT_SAVING_WRONG),
    reveal=_reveal_sixteen,
)

EXERCISES = (POSITIONS, PREDICT_SAVING, WHOLE_HIT)
