"""Exercises of lesson 02: sort by token ids, and count what is shared."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from prefixkv_teach.course.cases import Case
from prefixkv_teach.course.honest import honest_common, honest_count
from prefixkv_teach.course.judge import judge_answer, judge_function
from prefixkv_teach.course.parts import list_by_position
from prefixkv_teach.course.record import Exercise, KnownWrong, Verdict
from prefixkv_teach.draw import step_view
from prefixkv_teach.draw.parts import many
from prefixkv_teach.plan import PrefixPlan, make_plan, plan_tokens

FIVE_LISTS = ((100, 9), (9, 100), (10,), (9,), (9, 20))


def _sorted_by_hand() -> list[int]:
    """Take the smallest that is left, again and again; lists of numbers compare as the rule says."""
    left = dict(enumerate(FIVE_LISTS))
    order = []
    while left:
        order.append(min(left, key=lambda number: left[number]))
        del left[order[-1]]
    return order


PREDICT_ORDER_WRONG = (
    KnownWrong([2, 0, 3, 1, 4], "string order"),
    KnownWrong([4, 1, 3, 2, 0], "longer first"),
    KnownWrong([3, 2, 4, 1, 0], "shortest first"),
    KnownWrong([4, 2, 3, 0, 1], "position is prompt"),
)

PREDICT_ORDER = Exercise(
    key="predict-order",
    lesson="02",
    form="answer",
    title="Predict the order",
    statement="Five prompts, already as numbers: prompt 0 is `[100 9]`, prompt 1 is `[9 100]`, prompt 2 is `[10]`, "
    "prompt 3 is `[9]`, prompt 4 is `[9 20]`. Two are compared at the first place where they differ: the smaller "
    "number goes first. If one ends there, it goes first. Enter the prompt numbers in order, such as `0 1 2 3 4`.",
    name="sorted_prompts",
    blank="sorted_prompts = None",
    solution="sorted_prompts = [3, 4, 1, 2, 0]",
    hints=(
        "Look at the first numbers only: 100, 9, 10, 9, 9. Which prompts come first, which is last?",
        "Prompts 1, 3 and 4 begin with 9. One of them ends there: it goes before the other two.",
        "Prompts 4 and 1 differ at their second number: 20 is smaller than 100.",
    ),
    why="`[9]` ends where `[9 20]` and `[9 100]` go on, so it is first. 20 is smaller than 100, 9 smaller than 10, and "
    "10 smaller than 100.",
    usual_wrong="2 0 3 1 4: sorted as words are, in which 10 and 100 stand before 9.",
    known_wrong=PREDICT_ORDER_WRONG,
    minutes=2,
    difficulty=1,
    judge=judge_answer(_sorted_by_hand, PREDICT_ORDER_WRONG),
    reveal=lambda: step_view(plan_tokens(FIVE_LISTS), "Sort"),
)

COUNT_SHARED_BLANK = """\
def count_shared(token_ids, order):
    shared = []
    for position in range(len(order)):
        count = 0
        shared.append(count)
    return shared"""

COUNT_SHARED_SOLUTION = """\
def count_shared(token_ids, order):
    shared = []
    for position in range(len(order)):
        count = 0
        if position > 0:
            now, before = token_ids[order[position]], token_ids[order[position - 1]]
            while count < min(len(now) - 1, len(before)) and now[count] == before[count]:
                count += 1
        shared.append(count)
    return shared"""

COUNT_SHARED_ANYWHERE = """\
def count_shared(token_ids, order):
    shared = []
    for position in range(len(order)):
        count = 0
        if position > 0:
            now, before = token_ids[order[position]], token_ids[order[position - 1]]
            for mine, other in zip(now, before):
                if mine == other:
                    count += 1
        shared.append(count)
    return shared"""

COUNT_SHARED_WRONG = (
    KnownWrong(COUNT_SHARED_SOLUTION.replace("len(now) - 1", "len(now)"), "whole hit is free"),
    KnownWrong(
        COUNT_SHARED_SOLUTION.replace("order[position]", "position").replace("order[position - 1]", "position - 1"),
        "position is prompt",
    ),
    KnownWrong(COUNT_SHARED_SOLUTION.replace("len(before)", "len(before) - 1"), "previous is capped"),
    KnownWrong(
        COUNT_SHARED_SOLUTION.replace("now[count] == before[count]", "now[-1 - count] == before[-1 - count]"),
        "shared ending",
    ),
    KnownWrong(
        COUNT_SHARED_SOLUTION.replace("len(now) - 1", "len(now)").replace("(count)", "(max(0, count - 1))"),
        "cap on everybody",
    ),
    KnownWrong(
        COUNT_SHARED_ANYWHERE,
        "behind a difference",
        also=(
            COUNT_SHARED_ANYWHERE.replace("zip(now, before)", "zip(now[:-1], before)"),
            COUNT_SHARED_ANYWHERE.replace("append(count)", "append(min(count, len(token_ids[order[position]]) - 1))"),
            # The same, begun without asking whether there is a previous prompt: `order[-1]` is the last one.
            COUNT_SHARED_ANYWHERE.replace("if position > 0:", "if True:"),
            COUNT_SHARED_ANYWHERE.replace("if position > 0:", "if True:").replace("zip(now,", "zip(now[:-1],"),
        ),
    ),
)


def _count_arguments(plan: PrefixPlan) -> tuple[Any, ...]:
    return [list(ids) for ids in plan.token_ids], list(plan.order)


def _draw_counts(case: Case, result: Any) -> str:
    return list_by_position(case, result, "shared tokens")


_judge_function = judge_function(honest_count, _count_arguments, _draw_counts, COUNT_SHARED_WRONG, name="count_shared")


def _judge_count(function: Any) -> Verdict:
    """Check it, and say nothing of page sizes: they belong to the next lesson, and change no count."""
    verdict = _judge_function(function)
    checked, case = verdict.checked.partition(" and page sizes")[0], verdict.case.partition(", page size")[0]
    return replace(verdict, checked=checked, case=case)


COUNT_SHARED = Exercise(
    key="count-shared",
    lesson="02",
    form="function",
    title="Write the count",
    statement="`token_ids` holds one list of ids per prompt, `order` the prompt numbers by position. Return, "
    "by position, how many tokens each prompt shares with the previous one, at most its length - 1. The first is 0.",
    name="count_shared",
    blank=COUNT_SHARED_BLANK,
    solution=COUNT_SHARED_SOLUTION,
    hints=(
        "`order[position]` is the prompt's number; `token_ids[order[position]]` are its tokens.",
        "Walk along both prompts while the tokens are equal, and count.",
        "Stop at the shorter one's end, and stop one token earlier at the end of the current prompt: that is the cap.",
    ),
    why="Equal tokens are counted from the front until the first difference. The limit `len(now) - 1` is the cap.",
    usual_wrong="`position` in place of `order[position]`: that compares prompts in the order they were given.",
    known_wrong=COUNT_SHARED_WRONG,
    minutes=5,
    difficulty=2,
    judge=_judge_count,
)

_SHORT = tuple(ids for length in (1, 2) for ids in product((1, 2), repeat=length))
SMALL_SETS = tuple(product(_SHORT, repeat=3))


def beats_previous(rows: Sequence[Sequence[int]]) -> bool:
    """Try every prompt with every earlier one: does any share more with it than the one before it does?

    Example:
        >>> beats_previous([[1, 2], [3], [1, 2]]), beats_previous([[1, 2], [1, 2], [3]])
        (True, False)
    """
    return any(
        honest_common(rows[at], earlier) > honest_common(rows[at], rows[at - 1])
        for at in range(1, len(rows))
        for earlier in rows[: at - 1]
    )


def _sets_that_do() -> int:
    return sum(beats_previous(sorted(rows)) for rows in SMALL_SETS)


BEAT_THE_PREVIOUS_WRONG = (
    KnownWrong(62, "any order will do"),
    KnownWrong(36, "shortest first"),
    KnownWrong(117, "a tie is more"),
)
_judge_number = judge_answer(_sets_that_do, BEAT_THE_PREVIOUS_WRONG, counts=True)


def _judge_sets(answer: Any) -> Verdict:
    """Take a number; or take prompts, and say how close they came."""
    lines = answer.strip().splitlines() if isinstance(answer, str) else answer
    texts = isinstance(lines, list | tuple) and len(lines) > 1 and all(isinstance(line, str) for line in lines)
    if texts and any(line.strip() for line in lines):
        return _how_close([line for line in lines if line.strip()])
    verdict = _judge_number(answer)
    checked = f"all {len(SMALL_SETS)} lists of three prompts with one or two tokens out of two, each one sorted"
    said = "Right: none of them, and none of any other size." if verdict.passed else verdict.said
    return replace(verdict, checked=checked, said=said)


def _how_close(prompts: list[str]) -> Verdict:
    plan = make_plan(prompts, page_size=1)
    rows = [plan.token_ids[number] for number in plan.order]
    margins = []
    for at in range(2, len(rows)):
        best = max(honest_common(rows[at], earlier) for earlier in rows[: at - 1])
        margins.append((honest_common(rows[at], rows[at - 1]) - best, at, best))
    said = "A prompt with two others before it is needed: write three or more."
    if margins:
        less, at, best = min(margins)
        said = (
            f"The closest is the prompt at position {at}: it shares {many(best + less, 'token')} with the previous "
            f"one, and {best} with the best of the earlier ones. More was asked for. Why does it not work?"
        )
    checked = "your prompts, sorted: each one with every earlier one"
    return Verdict(False, checked, said, theirs=step_view(plan, "Share"))


BEAT_THE_PREVIOUS = Exercise(
    key="beat-the-previous",
    lesson="02",
    form="answer",
    title="Beat the previous one",
    statement="Look for prompts that, once they are sorted, hold this surprise: some prompt shares more tokens with "
    "an earlier one than with the one right before it. Take all 216 lists of three prompts that have one or two "
    "tokens, each token 1 or 2, and sort each list. In how many of them does it happen?",
    name="surprises",
    blank="surprises = None",
    solution="surprises = 0",
    hints=(
        "Try some: `[1 1]`, `[1 2]`, `[2]`. Does `[2]` share anything with either? Where does sorting put it?",
        "Say that a prompt shares its first two tokens with an earlier one. Which prompts can stand between these two?",
        "In a dictionary, every word between `care` and `cart` begins with `car`. So does the one right before `cart`.",
    ),
    why="Sorting leaves no gap: what stands between two prompts with the same beginning has that beginning too. So the "
    "previous prompt shares at least as much as any earlier one, and one look back is enough.",
    usual_wrong="62: counted without sorting. As they are given, the previous prompt may be any.",
    known_wrong=BEAT_THE_PREVIOUS_WRONG,
    minutes=3,
    difficulty=2,
    judge=_judge_sets,
)

EXERCISES = (PREDICT_ORDER, BEAT_THE_PREVIOUS, COUNT_SHARED)
