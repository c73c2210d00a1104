"""Exercises of lesson 04: who is whose parent, and what the tree looks like."""

from typing import Any

from prefixkv_teach.course.cases import Case
from prefixkv_teach.course.diagnose import naming_mixed_up
from prefixkv_teach.course.honest import honest_parents
from prefixkv_teach.course.judge import judge_answer, judge_function, judge_prompts
from prefixkv_teach.course.parts import list_beside
from prefixkv_teach.course.record import Exercise, KnownWrong
from prefixkv_teach.draw import climb_view, step_view
from prefixkv_teach.draw.parts import many
from prefixkv_teach.draw.picture import tree_view
from prefixkv_teach.draw.shape import depths
from prefixkv_teach.plan import PrefixPlan, make_plan
from prefixkv_teach.scenarios import SCENARIOS
from prefixkv_teach.steps.schedule import schedule_by_new_tokens

_ARTICLE = SCENARIOS["the article"].prompts
_SIXTH = (*_ARTICLE, "The room was noisy and warm")

WHO_LENDS_WRONG = (
    KnownWrong(3, "earliest holder"),
    KnownWrong(2, "parent is a position"),
    KnownWrong(0, "owner of the first page"),
)

WHO_LENDS = Exercise(
    key="who-lends",
    lesson="04",
    form="answer",
    title="Predict: the lender of prompt 1",
    statement="The article's prompts, sorted, in pages of 2. Prompt 0 `[10 20 | 30 40]` computes everything. Prompt 3 "
    "`[10 20 | 30 50]` borrows 2 tokens and computes the page `30 50`. Prompt 4 is the same text as prompt 3; "
    "because of the cap it borrows 2 tokens and computes its own page `30 50` again. Then comes prompt 1, "
    "`[10 20 | 30 50 | 60 70]`, and borrows 4 tokens, as it shares them with the one before it. Whose page `30 50` "
    "does it borrow: which prompt is its parent? Write the prompt number.",
    name="lender",
    blank="lender = None",
    solution="lender = 4",
    hints=(
        "Each prompt compares itself with the one before it in the order, and with nobody else.",
        "The one before prompt 1 is prompt 4. Did prompt 4 borrow the page `30 50`, or compute it?",
        "Prompt 4 computed it, so the search is over at the first prompt that is asked.",
    ),
    why="Prompt 1 looks at the prompt before it, which is 4, and takes the pages from the front of that prompt's "
    "row. Its page `30 50` is one that prompt 4 computed itself, so prompt 4 is the parent.",
    usual_wrong="3, the earliest prompt that computed these tokens. That is what the article's sentence says, and "
    "not what its numbers say: this lesson shows why.",
    known_wrong=WHO_LENDS_WRONG,
    minutes=1,
    difficulty=2,
    judge=judge_answer(lambda: SCENARIOS["the article"].plan().parent[3], WHO_LENDS_WRONG),
    reveal=lambda: climb_view(SCENARIOS["the article"].plan(), 1),
)

SIXTH_PROMPT_WRONG = (
    KnownWrong(1, "previous is parent"),
    KnownWrong(3, "earliest holder"),
    KnownWrong(2, "parent is a position"),
    KnownWrong(0, "owner of the first page"),
)


def _parent_of_sixth() -> int | None:
    plan = make_plan(_SIXTH)
    return plan.parent[plan.position_of[5]]


def _reveal_sixth() -> str:
    plan = make_plan(_SIXTH)
    return step_view(plan, "Sort") + climb_view(plan, 5) + tree_view(plan)


SIXTH_PROMPT = Exercise(
    key="sixth-prompt",
    lesson="04",
    form="answer",
    title="A sixth prompt, on paper",
    statement="A sixth prompt, number 5, joins the article's five: `The room was noisy and warm`, which is "
    "`[10 20 30 50 60 100]`. Take a sheet of paper. Where does it go in the order 0, 3, 4, 1, 2? How many tokens "
    "does it share with the one before it, after the cap and the rounding to pages of 2? Then climb: who is its "
    "parent?",
    name="parent_of_5",
    blank="parent_of_5 = None",
    solution="parent_of_5 = 4",
    hints=(
        "It differs from prompt 1, `[10 20 30 50 60 70]`, in the last token, and 100 is greater than 70.",
        "It shares 5 tokens with prompt 1. The cap allows 5, and two whole pages are 4 tokens.",
        "Ask prompt 1: it borrowed 4 tokens itself, so it did not compute the second page. Climb to its parent.",
    ),
    why="The order becomes 0, 3, 4, 1, 5, 2. Prompt 5 wants 4 tokens. Prompt 1 borrowed 4 as well, so climb to its "
    "parent, prompt 4, which borrowed 2 only: it computed the second page and is the parent.",
    usual_wrong="1, the prompt before it. They share most, and yet prompt 1 owns neither of the two pages.",
    known_wrong=SIXTH_PROMPT_WRONG,
    minutes=2,
    difficulty=2,
    judge=judge_answer(_parent_of_sixth, SIXTH_PROMPT_WRONG),
    reveal=_reveal_sixth,
)

CLIMB_BLANK = """\
def create_tree(order, shared):
    parent_of = {}
    for position, prompt in enumerate(order):
        parent_of[prompt] = None
        if shared[position] > 0:
            candidate = order[position - 1]
            parent_of[prompt] = candidate
    return [parent_of[prompt] for prompt in order]"""

CLIMB_SOLUTION = """\
def create_tree(order, shared):
    parent_of = {}
    for position, prompt in enumerate(order):
        parent_of[prompt] = None
        if shared[position] > 0:
            candidate = order[position - 1]
            while shared[order.index(candidate)] >= shared[position]:
                candidate = parent_of[candidate]
            parent_of[prompt] = candidate
    return [parent_of[prompt] for prompt in order]"""

CLIMB_WRONG = (
    KnownWrong(CLIMB_BLANK, "previous is parent"),
    KnownWrong(CLIMB_SOLUTION.replace("while ", "if "), "climb always"),
    KnownWrong(
        CLIMB_SOLUTION.replace("for prompt in order]", "for prompt in range(len(order))]"), "position is prompt"
    ),
    KnownWrong(CLIMB_SOLUTION.replace(">=", ">"), "equal is owner"),
    KnownWrong(CLIMB_SOLUTION.replace(">= shared[position]", "> 0"), "owner of the first page"),
    KnownWrong(
        CLIMB_BLANK.replace(
            "order[position - 1]", "next(p for at, p in enumerate(order) if shared[at] < shared[position])"
        ),
        "first in the order",
    ),
)


def _tree_arguments(plan: PrefixPlan) -> tuple[Any, ...]:
    return list(plan.order), list(plan.shared)


def _draw_parents(case: Case, result: Any) -> str:
    return list_beside(case, case.plan().shared, "shared", result, "parent")


THE_CLIMB = Exercise(
    key="the-climb",
    lesson="04",
    form="function",
    title="Write the climb",
    statement="`order` holds prompt numbers by position, `shared` the rounded counts by position. Return the parents "
    "by position, as prompt numbers, with None for a root. The blank takes the previous prompt as the parent, and "
    "never climbs. Add the climb; `order.index(x)` gives the position at which `x` stands.",
    name="create_tree",
    blank=CLIMB_BLANK,
    solution=CLIMB_SOLUTION,
    hints=(
        "`candidate` is a prompt number. What it borrowed itself is `shared[order.index(candidate)]`.",
        "While the candidate borrowed at least as many tokens as we want, `shared[position]`, it is not the owner.",
        "The next candidate is `parent_of[candidate]`. Write two lines: a `while`, and an assignment in it.",
    ),
    why="A candidate that borrowed at least as many tokens got our last page from somebody else, so we ask its "
    "parent. The climb ends at the latest at a root, which borrowed 0 tokens.",
    usual_wrong="`if` in place of `while`: one climb is enough for the article's prompts, and not for deeper trees.",
    known_wrong=CLIMB_WRONG,
    minutes=4,
    difficulty=3,
    judge=naming_mixed_up(
        judge_function(honest_parents, _tree_arguments, _draw_parents, CLIMB_WRONG, name="create_tree"),
        honest_parents,
        _tree_arguments,
    ),
)


def _draw_tree(prompts: list[str]) -> str:
    return tree_view(make_plan(prompts))


def _says_shape(prompts: list[str], wanted: int) -> tuple[list[int], str | None]:
    """The depths by position, and a complaint if the number of prompts or roots is wrong."""
    found = list(depths(make_plan(prompts)))
    if len(prompts) != wanted:
        are = "is" if len(prompts) == 1 else "are"
        return found, f"There {are} {many(len(prompts), 'prompt')}; write {wanted}, one a line."
    roots = found.count(0)
    if roots > 1:
        return found, f"There are {roots} roots; all but one prompt should borrow a page, that is 2 tokens or more."
    return found, None


def _is_flat(prompts: list[str]) -> str | None:
    found, said = _says_shape(prompts, 4)
    if said is None and max(found) > 1:
        said = f"One prompt stands {many(max(found), 'step')} from the root; all three should stand one step from it."
    return said


FLATTEST_WRONG = (
    KnownWrong(
        ("Rain falls at night", "Owls hunt at night", "Ships sail at night", "Who sang at night"), "shared ending"
    ),
    KnownWrong(("The room", "The staff", "The bed", "The bath"), "part of a page"),
    KnownWrong(("The room was old", "the room was cold", "THE room was clean", "tHe room was new"), "text is ids"),
)

FLATTEST = Exercise(
    key="flattest",
    lesson="04",
    form="prompts",
    title="The flattest tree",
    statement="Write four prompts whose tree is as flat as a tree can be that shares at all: one root, and the three "
    "others one step from it. Pages hold 2 tokens, each word is a token, the cap is on.",
    name="flat_prompts",
    blank='flat_prompts = """\nThe room was clean\nStaff were cold\n"""',
    solution='flat_prompts = """\nThe room was clean\nThe room was noisy\nThe room is old\nThe room smells\n"""',
    hints=(
        "All four need a first page in common. How many words is that?",
        "Start all four with the same two words. One of them computes the page, and is the root.",
        "Behind these two words, no two of them may share another whole page.",
    ),
    why="All share the first page and nothing beyond it. The first in the order computes it, and every other finds, by "
    "climbing, that the first one is its owner.",
    usual_wrong="Only one word in common: that is less than a page, so every prompt is a root.",
    known_wrong=FLATTEST_WRONG,
    minutes=2,
    difficulty=1,
    judge=judge_prompts(_is_flat, FLATTEST_WRONG, checked="the tree of your prompts in pages of 2", draw=_draw_tree),
)


def _is_deep(prompts: list[str]) -> str | None:
    found, said = _says_shape(prompts, 4)
    if said is None and max(found) < 3:
        said = f"The prompt furthest from the root stands {many(max(found), 'step')} from it; 3 steps are possible."
    return said


DEEPEST_WRONG = (
    KnownWrong(("The", "The room", "The room was", "The room was noisy"), "longer is deeper"),
    KnownWrong(("The room was old",) * 4, "twins in a chain"),
    KnownWrong(("cold", "and cold", "noisy and cold", "was noisy and cold"), "shared ending"),
)

DEEPEST = Exercise(
    key="deepest",
    lesson="04",
    form="prompts",
    title="The deepest tree",
    statement="Now the opposite: write four prompts whose tree is a chain: each one but the first is the child "
    "of the one before it. Pages hold 2 tokens, each word is a token, the cap is on.",
    name="deep_prompts",
    blank='deep_prompts = """\nThe room\nThe room was\n"""',
    solution='deep_prompts = """\nWe met\nWe met at noon\nWe met at noon and ate\nWe met at noon and ate hot soup\n"""',
    hints=(
        "A child stands one step further from the root than its parent, and borrows a page which that one computed.",
        "So each prompt has to compute one more page, and the next prompt has to borrow that page.",
        "Let each prompt be the one before it with two more words behind.",
    ),
    why="Each prompt goes on where the one before it ended, by one whole page. It borrows the page that the one "
    "before it has computed, so that one is its parent.",
    usual_wrong="Four equal prompts: all twins borrow the same pages from the first, so the tree is flat.",
    known_wrong=DEEPEST_WRONG,
    minutes=2,
    difficulty=2,
    judge=judge_prompts(_is_deep, DEEPEST_WRONG, checked="the tree of your prompts in pages of 2", draw=_draw_tree),
)


def _without_cap() -> list[int | None]:
    plan = make_plan(_ARTICLE, cap=False)
    seen = schedule_by_new_tokens(plan.token_ids, plan.order, plan.shared)
    (unseen,) = set(plan.order) - set(seen)
    return [plan.parent[plan.position_of[1]], unseen]


TWINS_AND_CAP_WRONG = (
    KnownWrong((4, 4), "cap moves no parent"),
    KnownWrong((4, 3), "first twin is missed"),
    KnownWrong((3, None), "seen in any case"),
)

TWINS_AND_CAP = Exercise(
    key="twins-and-cap",
    lesson="04",
    form="answer",
    title="Twins and the cap",
    statement="The article's prompts again, and now the cap is off: prompt 4 may borrow all of its 4 tokens. Two "
    "questions. Who is the parent of prompt 1 now? And a scheduler, the part of a program that picks what to run next, "
    "looks for prompts that have tokens to compute: which prompt does it never see? Write two prompt numbers; `none` "
    "for nobody.",
    name="parent_and_unseen",
    blank="parent_and_unseen = None",
    solution="parent_and_unseen = [3, 4]",
    hints=(
        "Without the cap, prompt 4 borrows 4 of its 4 tokens. Which pages does it compute itself?",
        "Prompt 1 asks prompt 4 first. Did prompt 4 compute the page `30 50`? If not, climb to its parent.",
        "A prompt is seen if its length is greater than what it borrows. For which prompt are both 4?",
    ),
    why="Prompt 4 owns nothing now, so the climb of prompt 1 goes on to prompt 3, which computed the page. And "
    "prompt 4 has 0 tokens to compute, so this scheduler takes it for no work at all.",
    usual_wrong="4 and 4: with the cap off, prompt 4 has borrowed the page itself and cannot be the owner.",
    known_wrong=TWINS_AND_CAP_WRONG,
    minutes=2,
    difficulty=2,
    judge=judge_answer(_without_cap, TWINS_AND_CAP_WRONG),
)

EXERCISES = (WHO_LENDS, SIXTH_PROMPT, THE_CLIMB, TWINS_AND_CAP, FLATTEST, DEEPEST)
