"""Exercises of lesson 02: sort by token ids, and count what is shared."""

from typing import Any

from prefixkv_teach.course.cases import Case
from prefixkv_teach.course.honest import honest_count
from prefixkv_teach.course.judge import judge_function
from prefixkv_teach.course.parts import list_by_position
from prefixkv_teach.course.record import Exercise, KnownWrong
from prefixkv_teach.plan import PrefixPlan

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

COUNT_SHARED_WRONG = (
    KnownWrong(COUNT_SHARED_SOLUTION.replace("len(now) - 1", "len(now)"), "whole hit is free"),
    KnownWrong(
        COUNT_SHARED_SOLUTION.replace("order[position]", "position").replace("order[position - 1]", "position - 1"),
        "position is prompt",
    ),
    KnownWrong(
        COUNT_SHARED_SOLUTION.replace("now[count] == before[count]", "now[-1 - count] == before[-1 - count]"),
        "shared ending",
    ),
)


def _count_arguments(plan: PrefixPlan) -> tuple[Any, ...]:
    return [list(ids) for ids in plan.token_ids], list(plan.order)


def _draw_counts(case: Case, result: Any) -> str:
    return list_by_position(case, result, "shared tokens")


COUNT_SHARED = Exercise(
    key="count-shared",
    lesson="02",
    form="function",
    title="Write the count",
    statement="`token_ids` holds one list of ids per prompt, `order` the prompt numbers by position. Return, "
    "by position, how many tokens each prompt shares with the previous one, at most its own length - 1. The first is 0.",
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
    judge=judge_function(honest_count, _count_arguments, _draw_counts, COUNT_SHARED_WRONG, name="count_shared"),
)

EXERCISES = (COUNT_SHARED,)
