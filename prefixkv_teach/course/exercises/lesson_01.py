"""Exercises of lesson 01: what may be reused, and why only from the front."""

from prefixkv_teach.course.judge import judge_answer, judge_prompts
from prefixkv_teach.course.record import Exercise, KnownWrong
from prefixkv_teach.draw import step_view
from prefixkv_teach.plan import make_plan
from prefixkv_teach.scenarios import SCENARIOS
from prefixkv_teach.steps.shared import count_common
from prefixkv_teach.steps.tokens import to_token_ids

_ARTICLE = SCENARIOS["the article"]


def _tokens_computed() -> int:
    return sum(_ARTICLE.plan().computed_tokens)


PREDICT_COMPUTED_WRONG = (
    KnownWrong(21, "caching changes the text"),
    KnownWrong(11, "whole hit is free"),
    KnownWrong(10, "part of a page"),
)

PREDICT_COMPUTED = Exercise(
    key="predict-computed",
    lesson="01",
    form="answer",
    title="Predict the tokens computed",
    statement="The article's five prompts have 21 tokens. Pages hold 2 tokens, and only whole pages are reused; a "
    "prompt that is known entirely still computes its last page. How many tokens are computed in all?",
    name="tokens_computed",
    blank="tokens_computed = None",
    solution="tokens_computed = 13",
    hints=(
        "Start with the prompts that share nothing with an earlier one: they compute all of their tokens.",
        "`The room` fills one page, and four prompts start with it. Who computes it, and who borrows it?",
        "Go down the order: 4 tokens, then 2, then 2, then 2, then 3.",
    ),
    why="In order: `The room was clean` computes 4. `The room was noisy` borrows the page `The room`, computes 2. Its "
    "twin does the same, because of the cap. `The room was noisy and cold` borrows 4 and computes 2. `Staff were cold` "
    "computes 3. Together 13.",
    usual_wrong="11: the twin is taken to compute nothing. It computes its last page again.",
    known_wrong=PREDICT_COMPUTED_WRONG,
    minutes=2,
    difficulty=1,
    judge=judge_answer(_tokens_computed, PREDICT_COMPUTED_WRONG),
)


def _shares_five(prompts: list[str]) -> str | None:
    if len(prompts) != 2:
        return f"There are {len(prompts)} prompts; write two, one a line."
    common = count_common(*to_token_ids(prompts))
    if common == 5:
        return None
    return f"These two have {common} token{'s' * (common != 1)} in common from the front; 5 were asked for."


def _draw_pair(prompts: list[str]) -> str:
    return step_view(make_plan(prompts, page_size=1), "Share")


SHARE_FIVE_WRONG = (
    KnownWrong(("Now we go home to sleep well", "Then we go home to sleep well"), "shared ending"),
    KnownWrong(("We go home now to sleep well", "We go home late to sleep well"), "any page"),
    KnownWrong(("We go home to sleep well", "we go home to sleep well"), "text is ids"),
)

SHARE_FIVE = Exercise(
    key="share-five",
    lesson="01",
    form="prompts",
    title="Share exactly five tokens",
    statement="Write two prompts, one a line, with exactly 5 tokens in common from the front. Each word is a token.",
    name="two_prompts",
    blank='two_prompts = """\nWe go home\nWe stay here\n"""',
    solution='two_prompts = """\nWe go home to sleep now\nWe go home to sleep later\n"""',
    hints=(
        "Count from the front, and stop at the first word that differs.",
        "Write five words that both prompts start with, in the same order and in the same spelling.",
        "After the five words, the prompts must differ, or one of them must end.",
    ),
    why="Five equal words stand in front of the first difference. What follows does not count, equal or not.",
    usual_wrong="Five equal words at the end, or in the middle: tokens before them differ, so their KV does.",
    known_wrong=SHARE_FIVE_WRONG,
    minutes=3,
    difficulty=1,
    judge=judge_prompts(
        _shares_five, SHARE_FIVE_WRONG, checked="the tokens that your two prompts share from the front", draw=_draw_pair
    ),
)

EXERCISES = (PREDICT_COMPUTED, SHARE_FIVE)
