"""What lies behind a wrong function that resembles no known one: positions and prompt numbers mixed up."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from prefixkv_teach.course.cases import Case, random_cases
from prefixkv_teach.course.judge import Arguments
from prefixkv_teach.course.learner import LearnerError, run_learner
from prefixkv_teach.course.reading import plain
from prefixkv_teach.course.record import Verdict


def naming_mixed_up(
    judge: Callable[[Any], Verdict], honest: Callable[..., Any], arguments: Arguments
) -> Callable[[Any], Verdict]:
    """Return the check `judge`, which now also names the slip of taking a position for a prompt number.

    Such a function may raise, or give anything at all, so it resembles no known wrong one. What gives it away: it
    is right wherever the prompts were handed in sorted, so that both numbers are the same.

    Args:
        judge: the check of a function.
        honest: the slow version that does what the words say.
        arguments: what both functions get, from a case's plan.
    """
    cases = [in_order(case) for case in random_cases(200)]

    def is_right(function: Any, case: Case) -> bool:
        given = arguments(case.plan())
        try:
            return bool(run_learner(lambda *copies: plain(function(*copies)), given) == plain(honest(*given)))
        except LearnerError:
            return False

    def judge_and_name(function: Any) -> Verdict:
        verdict = judge(function)
        # A loop without end was waited for once already.
        if verdict.passed or verdict.misconception or not callable(function) or "still running" in verdict.said:
            return verdict
        if all(is_right(function, case) for case in cases):
            return replace(verdict, misconception="position is prompt")
        return verdict

    return judge_and_name


def in_order(case: Case) -> Case:
    """Return the same prompts, numbered in their order.

    Example:
        >>> in_order(Case(((3,), (1, 2)))).token_ids
        ((1, 2), (3,))
    """
    return replace(case, token_ids=tuple(case.token_ids[prompt] for prompt in case.plan().order))
