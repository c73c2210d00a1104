"""Exercises of lesson 03: only whole pages are lent, and what that costs."""

from typing import Any

from prefixkv_teach.course.cases import Case
from prefixkv_teach.course.honest import honest_loss, honest_round, honest_whole_pages
from prefixkv_teach.course.judge import judge_answer, judge_function
from prefixkv_teach.course.parts import list_beside, table
from prefixkv_teach.course.record import Exercise, KnownWrong
from prefixkv_teach.draw import page_ruler
from prefixkv_teach.draw.safe import html_text
from prefixkv_teach.plan import PrefixPlan, plan_tokens
from prefixkv_teach.steps.pages import round_down_to_pages, tokens_in_last_page

PREDICT_WRONG = (
    KnownWrong((16, 16, 32), "rounding up"),
    KnownWrong((15, 16, 17), "part of a page"),
    KnownWrong((0, 1, 1), "pages for tokens", also=((0, 1, 2), (1, 1, 2))),
    KnownWrong((0, 0, 16), "cap on everybody"),
)

PREDICT_15_16_17 = Exercise(
    key="predict-15-16-17",
    lesson="03",
    form="answer",
    title="Predict: 15, 16 and 17 shared tokens",
    statement="KV is kept in pages of 16 tokens, and a page is lent whole or not at all. Three prompts share 15, 16 "
    "and 17 tokens with the one before them (the cap has been applied already). How many tokens can each of them "
    "reuse? Write three numbers, such as `1 2 3`.",
    name="reused",
    blank="reused = None",
    solution="reused = [0, 16, 16]",
    hints=(
        "Fill pages of 16 from the front. How many of them are full?",
        "15 tokens do not fill one page. What can be lent of a page that is not full?",
        "17 tokens fill one page and begin another. The begun page stays with its owner.",
    ),
    why="15 tokens fill no page, so nothing is reused. 16 fill one page. 17 fill one page too; the seventeenth token "
    "stands in a page whose other tokens differ, and is computed again.",
    usual_wrong="15, 16, 17: as if part of a page could be lent.",
    known_wrong=PREDICT_WRONG,
    minutes=1,
    difficulty=1,
    judge=judge_answer(lambda: round_down_to_pages([15, 16, 17], 16), PREDICT_WRONG, counts=True),
    reveal=lambda: page_ruler([15, 16, 17], 16),
)

ROUND_DOWN_BLANK = """\
def round_down_to_pages(shared, page_size):
    rounded = []
    for tokens in shared:
        reused = 0
        rounded.append(reused)
    return rounded"""

ROUND_DOWN_SOLUTION = """\
def round_down_to_pages(shared, page_size):
    rounded = []
    for tokens in shared:
        reused = 0
        reused = tokens // page_size * page_size
        rounded.append(reused)
    return rounded"""

ROUND_DOWN_WRONG = (
    KnownWrong(ROUND_DOWN_SOLUTION.replace("tokens //", "(tokens + page_size - 1) //"), "rounding up"),
    KnownWrong(ROUND_DOWN_SOLUTION.replace(" // page_size * page_size", ""), "part of a page"),
    KnownWrong(ROUND_DOWN_SOLUTION.replace(" * page_size", ""), "pages for tokens"),
    KnownWrong(ROUND_DOWN_SOLUTION.replace("tokens //", "max(0, tokens - 1) //"), "cap on everybody"),
)


def _round_arguments(plan: PrefixPlan) -> tuple[Any, ...]:
    return list(plan.capped), plan.page_size


def _draw_rounded(case: Case, result: Any) -> str:
    return list_beside(case, case.plan().capped, "shared", result, "rounded")


ROUND_DOWN = Exercise(
    key="round-down",
    lesson="03",
    form="function",
    title="Write the rounding",
    statement="`shared` holds each prompt's count of shared tokens after the cap, `page_size` the tokens in a page. "
    "Return a list of the same length: each count rounded down to whole pages, still counted in tokens.",
    name="round_down_to_pages",
    blank=ROUND_DOWN_BLANK,
    solution=ROUND_DOWN_SOLUTION,
    hints=(
        "How many whole pages fit into `tokens`? Python's `//` divides and drops the rest.",
        "`tokens // page_size` is a number of pages. The list asks for tokens.",
        "Multiply the whole pages by the page size again: `... // page_size * page_size`.",
    ),
    why="`tokens // page_size` counts the whole pages, and `* page_size` says how many tokens they hold. It looks as "
    "if the two cancelled out, but `//` has dropped the page that is only begun.",
    usual_wrong="`tokens // page_size`: that counts pages, and the list is in tokens.",
    known_wrong=ROUND_DOWN_WRONG,
    minutes=2,
    difficulty=1,
    judge=judge_function(honest_round, _round_arguments, _draw_rounded, ROUND_DOWN_WRONG, name="round_down_to_pages"),
)

BUG_HUNT_BLANK = """\
def pages_to_lend(shared, page_size):
    lent = []
    for tokens in shared:
        pages = 0
        while pages * page_size < tokens:
            pages += 1
        lent.append(pages)
    return lent"""

BUG_HUNT_SOLUTION = """\
def pages_to_lend(shared, page_size):
    lent = []
    for tokens in shared:
        pages = 0
        while pages * page_size < tokens:
            pages += 1
        if pages * page_size > tokens:
            pages -= 1
        lent.append(pages)
    return lent"""

BUG_HUNT_WRONG = (
    KnownWrong(BUG_HUNT_BLANK, "rounding up"),
    KnownWrong(
        BUG_HUNT_SOLUTION.replace("pages * page_size > tokens", "pages > 0"),
        "full page stays",
        also=(
            BUG_HUNT_SOLUTION.replace(
                "        if pages * page_size > tokens:\n            pages -= 1", "        pages -= 1"
            ),
        ),
    ),
    KnownWrong(BUG_HUNT_SOLUTION.replace("lent.append(pages)", "lent.append(pages * page_size)"), "pages for tokens"),
)


def _draw_lent(case: Case, result: Any) -> str:
    return list_beside(case, case.plan().capped, "shared", result, "pages to lend")


BUG_HUNT = Exercise(
    key="bug-hunt",
    lesson="03",
    form="function",
    title="Bug hunt",
    statement="This function should return how many pages can be lent, for each count in `shared`. The loop stops "
    "at the first number of pages that has room for all the tokens. That is right for storing them, and wrong for "
    "lending. Repair it by adding lines before `lent.append(pages)`.",
    name="pages_to_lend",
    blank=BUG_HUNT_BLANK,
    solution=BUG_HUNT_SOLUTION,
    hints=(
        "Go through it by hand with `tokens = 3` and `page_size = 2`, then with `tokens = 4`. Which one goes wrong?",
        "After the loop, the last page may have room left. How can you tell, from `pages`, `page_size` and `tokens`?",
        "If `pages * page_size` is greater than `tokens`, the last page is not full: take it off.",
    ),
    why="The loop rounds up. Where the pages have more room than there are tokens, the last one is only begun, and is "
    "not lent. Where they fit exactly, all of them are. With `//` it would be one line: `tokens // page_size`.",
    usual_wrong="Taking one page off in any case: that gives away a full page whenever the tokens fit exactly.",
    known_wrong=BUG_HUNT_WRONG,
    minutes=2,
    difficulty=2,
    judge=judge_function(honest_whole_pages, _round_arguments, _draw_lent, BUG_HUNT_WRONG, name="pages_to_lend"),
)

LOSS_BLANK = """\
def tokens_lost(shared, page_size):
    lost = 0
    for tokens in shared:
        kept = tokens // page_size * page_size
    return lost"""

LOSS_SOLUTION = """\
def tokens_lost(shared, page_size):
    lost = 0
    for tokens in shared:
        kept = tokens // page_size * page_size
        lost += tokens - kept
    return lost"""

LOSS_WRONG = (
    KnownWrong(LOSS_SOLUTION.replace("tokens - kept", "-tokens % page_size"), "gap to the next page"),
    KnownWrong(LOSS_SOLUTION.replace("tokens - kept", "(page_size - 1) / 2"), "average for each"),
    KnownWrong(LOSS_SOLUTION.replace("tokens - kept", "tokens - kept if kept else 0"), "short loses nothing"),
    KnownWrong(LOSS_SOLUTION.replace("lost +=", "lost ="), "set again"),
)


def _draw_loss(case: Case, result: Any) -> str:
    plan = case.plan()
    shared = ", ".join(map(str, plan.capped))
    return table(("shared", "page size", "lost"), [(f"[{shared}]", plan.page_size, html_text(str(result), 40))])


PAGE_SIZE_LOSS = Exercise(
    key="page-size-loss",
    lesson="03",
    form="function",
    title="What a page size loses",
    statement="Return how many of the shared tokens are lost to rounding, for all prompts together: the tokens in "
    "`shared` that are not in a whole page. One line is missing.",
    name="tokens_lost",
    blank=LOSS_BLANK,
    solution=LOSS_SOLUTION,
    hints=(
        "`tokens` are shared, `kept` of them can be reused. What is lost of this one?",
        "Add it to `lost`, inside the loop.",
        "`lost += ...` with the difference of the two numbers.",
    ),
    why="What was shared and is not kept, is lost: `tokens - kept`. It is the remainder `tokens % page_size`, from 0 "
    "to page size - 1 tokens a prompt.",
    usual_wrong="The empty slots of the last page. They were never shared, so nobody can lose them.",
    known_wrong=LOSS_WRONG,
    minutes=2,
    difficulty=1,
    judge=judge_function(honest_loss, _round_arguments, _draw_loss, LOSS_WRONG, name="tokens_lost"),
)

_LENGTHS = (5, 8, 9, 12)

LAST_PAGE_WRONG = (
    KnownWrong((1, 0, 1, 0), "full page is empty"),
    KnownWrong((4, 4, 4, 4), "whole pages only"),
    KnownWrong((3, 4, 3, 4), "gap to the next page"),
    KnownWrong((4, 8, 8, 12), "all tokens in the last page"),
)

LAST_PAGE = Exercise(
    key="last-page",
    lesson="03",
    form="answer",
    title="The last page",
    statement="Now storing, not lending. Four prompts have 5, 8, 9 and 12 tokens, and pages hold 4. How many tokens "
    "are in the last page of each? Write four numbers.",
    name="in_last_page",
    blank="in_last_page = None",
    solution="in_last_page = [1, 4, 1, 4]",
    hints=(
        "Fill pages of 4 from the front: 5 tokens are 4 and then 1.",
        "8 tokens are 4 and then 4. Is there a third page?",
        "A page is only there if it holds a token. So a last page never holds 0.",
    ),
    why="5 = 4 + 1, 8 = 4 + 4, 9 = 4 + 4 + 1, 12 = 4 + 4 + 4. In code: `(length - 1) % page_size + 1`.",
    usual_wrong="1, 0, 1, 0, which is `length % page_size`. It calls a full last page empty: a fault that a real "
    "engine had.",
    known_wrong=LAST_PAGE_WRONG,
    minutes=1,
    difficulty=2,
    judge=judge_answer(lambda: [tokens_in_last_page(length, 4) for length in _LENGTHS], LAST_PAGE_WRONG, counts=True),
)


def _twins_of(length: int) -> int:
    twin = list(range(length))
    return plan_tokens([twin, twin], page_size=4).shared[1]


CAP_THEN_ROUND_WRONG = (
    KnownWrong((7, 3), "cap after rounding"),
    KnownWrong((8, 4), "whole hit is free", also=((8, 6),)),
    KnownWrong((7, 5), "part of a page"),
    KnownWrong((8, 8), "rounding up"),
)

CAP_THEN_ROUND = Exercise(
    key="cap-then-round",
    lesson="03",
    form="answer",
    title="First the cap, then the rounding",
    statement="Two equal prompts of 8 tokens, in pages of 4: how many tokens does the second one reuse? And two equal "
    "prompts of 6 tokens? The cap comes first: at most the length - 1. Write two numbers.",
    name="two_twins",
    blank="two_twins = None",
    solution="two_twins = [4, 4]",
    hints=(
        "What does the cap leave of 8 shared tokens? And of 6?",
        "7 and 5. Now round each down to whole pages of 4.",
        "7 is one whole page and 3 tokens. 5 is one whole page and 1 token.",
    ),
    why="8 is capped to 7, and 7 is one whole page: 4. The cap took one token and cost a page. 6 is capped to 5, "
    "which is one page as well: here the cap cost nothing, since rounding would have dropped that token in any case.",
    usual_wrong="7 and 3: rounded first, then one taken off. Neither is a number of whole pages.",
    known_wrong=CAP_THEN_ROUND_WRONG,
    minutes=1,
    difficulty=2,
    judge=judge_answer(lambda: [_twins_of(8), _twins_of(6)], CAP_THEN_ROUND_WRONG, counts=True),
)

EXERCISES = (PREDICT_15_16_17, ROUND_DOWN, PAGE_SIZE_LOSS, BUG_HUNT, LAST_PAGE, CAP_THEN_ROUND)
