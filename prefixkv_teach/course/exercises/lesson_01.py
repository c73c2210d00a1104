"""Exercises of lesson 01: what may be reused, and why only from the front."""

from prefixkv_teach.course.front import front_view
from prefixkv_teach.course.honest import honest_common, honest_reused
from prefixkv_teach.course.judge import judge_answer, judge_prompts
from prefixkv_teach.course.record import Exercise, KnownWrong
from prefixkv_teach.draw.parts import many, there_are
from prefixkv_teach.scenarios import SCENARIOS
from prefixkv_teach.steps.tokens import to_token_ids

_ARTICLE = SCENARIOS["the article"].prompts
# The fifth repeats the fourth, and what becomes of a twin is a matter of lesson 02.
FOUR_PROMPTS = (_ARTICLE[0], _ARTICLE[3], _ARTICLE[1], _ARTICLE[2])
THREE_QUESTIONS = (
    "Please tell me when the last train leaves",
    "Do you know when the last train leaves",
    "Please say when the last train leaves",
)
TWO_DOCUMENTS = ("rain falls ice melts why", "ice melts rain falls where", "rain falls ice melts when")


def _reused(prompts: tuple[str, ...] | list[str]) -> int:
    return honest_reused(to_token_ids(prompts))


def _tokens_computed() -> int:
    return sum(map(len, to_token_ids(FOUR_PROMPTS))) - _reused(FOUR_PROMPTS)


PREDICT_COMPUTED_WRONG = (
    KnownWrong(17, "whole prompts only"),
    KnownWrong(9, "same word"),  # the words that differ, too: there are nine
    KnownWrong(7, "reused for computed"),
    KnownWrong(11, "shared by all"),
)

PREDICT_COMPUTED = Exercise(
    key="predict-computed",
    lesson="01",
    form="answer",
    title="Predict the tokens computed",
    statement="Four prompts come one after the other, 17 tokens in all: `The room was clean`, then `The room was "
    "noisy`, then `The room was noisy and cold`, then `Staff were cold`. A token is reused if an earlier prompt has "
    "the same token in the same place, and the same tokens before it. Every other token is computed. How many tokens "
    "are computed in all?",
    name="tokens_computed",
    blank="tokens_computed = None",
    solution="tokens_computed = 10",
    hints=(
        "The first prompt finds nothing to reuse, so it computes its 4 tokens.",
        "`The room was noisy` begins as the first prompt does. Which of its tokens is the first new one?",
        "The third prompt reuses four tokens of the second. The last one begins with a new word, so all of it is new.",
    ),
    why="One after the other: `The room was clean` computes 4. `The room was noisy` reuses 3 and computes 1. `The room "
    "was noisy and cold` reuses 4 and computes 2. `Staff were cold` computes 3. Together 10.",
    usual_wrong="9: the last `cold` is reused too. It is the same word, but other words stand before it.",
    known_wrong=PREDICT_COMPUTED_WRONG,
    minutes=2,
    difficulty=1,
    judge=judge_answer(_tokens_computed, PREDICT_COMPUTED_WRONG, counts=True),
    reveal=lambda: front_view(FOUR_PROMPTS),
)

SHARED_ENDING_WRONG = (
    KnownWrong(10, "shared ending"),
    KnownWrong(11, "any page"),
    KnownWrong(0, "one token is none"),
)

SHARED_ENDING = Exercise(
    key="shared-ending",
    lesson="01",
    form="answer",
    title="Three questions with one ending",
    statement="Three prompts come one after the other: `Please tell me when the last train leaves`, then `Do you know "
    "when the last train leaves`, then `Please say when the last train leaves`. How many tokens are reused in all?",
    name="tokens_reused",
    blank="tokens_reused = None",
    solution="tokens_reused = 1",
    hints=(
        "Ask of each token: is everything before it the same as in an earlier prompt?",
        "The second prompt differs in its very first token. Can anything behind that be reused?",
        "The third begins with `Please`, as the first does. Then it says `say`, and the first says `tell`.",
    ),
    why="The first prompt has none before it. The second differs at once, so it reuses 0. The third reuses `Please`, "
    "and differs after that. Together 1. The equal ending of five tokens is worth nothing.",
    usual_wrong="10: five equal tokens at the end, twice. Other words stand before them, so their KV differs.",
    known_wrong=SHARED_ENDING_WRONG,
    minutes=2,
    difficulty=1,
    judge=judge_answer(lambda: _reused(THREE_QUESTIONS), SHARED_ENDING_WRONG, counts=True),
)


def _reuses_eight(prompts: list[str]) -> str | None:
    if len(prompts) != len(TWO_DOCUMENTS):
        return f"{there_are(len(prompts), 'prompt')}; three are needed, one a line."
    for number, (mine, given) in enumerate(zip(prompts, TWO_DOCUMENTS, strict=True)):
        if sorted(mine.split()) != sorted(given.split()):
            return f"Prompt {number} has other words than `{given}`. Only their order may change."
    reused = _reused(prompts)
    return None if reused == 8 else f"These prompts reuse {many(reused, 'token')} in all; 8 were asked for."


WHAT_FIRST_WRONG = (
    KnownWrong(TWO_DOCUMENTS, "any page"),
    KnownWrong(
        ("why rain falls ice melts", "where rain falls ice melts", "when rain falls ice melts"), "question first"
    ),
    KnownWrong(
        ("rain falls ice melts why", "falls where ice melts rain", "falls when ice melts rain"), "shared ending"
    ),
)

WHAT_FIRST = Exercise(
    key="what-first",
    lesson="01",
    form="prompts",
    title="What goes first?",
    statement="Each prompt holds two documents, `rain falls` and `ice melts`, and a question word. As they stand, 4 "
    "tokens are reused. Change the order of the words, and no word itself, so that 8 tokens are reused.",
    name="three_prompts",
    blank='three_prompts = """\nrain falls ice melts why\nice melts rain falls where\nrain falls ice melts when\n"""',
    solution='three_prompts = """\nrain falls ice melts why\nrain falls ice melts where\n'
    'rain falls ice melts when\n"""',
    hints=(
        "Reuse begins at the front and ends at the first difference.",
        "Which words do all three prompts have? Which word is each prompt's own?",
        "Give all three the same two documents in the same order, and the question word last.",
    ),
    why="Put what all prompts have first, always in the same order, and what differs last. Then the second and the "
    "third prompt reuse four tokens each.",
    usual_wrong="The question word in front: the very first token differs, so nothing behind it is reused.",
    known_wrong=WHAT_FIRST_WRONG,
    minutes=2,
    difficulty=1,
    judge=judge_prompts(
        _reuses_eight,
        WHAT_FIRST_WRONG,
        checked="the words of each prompt, and the tokens reused in all",
        draw=front_view,
    ),
)


def _shares_five(prompts: list[str]) -> str | None:
    if len(prompts) != 2:
        return f"{there_are(len(prompts), 'prompt')}; write two, one a line."
    common = honest_common(*to_token_ids(prompts))
    if common == 5:
        return None
    return f"These two have {many(common, 'token')} in common from the front; 5 were asked for."


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
    minutes=2,
    difficulty=1,
    judge=judge_prompts(
        _shares_five, SHARE_FIVE_WRONG, checked="the tokens that your two prompts share from the front", draw=front_view
    ),
)

EXERCISES = (PREDICT_COMPUTED, SHARED_ENDING, WHAT_FIRST, SHARE_FIVE)
