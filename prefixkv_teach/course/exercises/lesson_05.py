"""Exercises of lesson 05: trace both methods, keep a ledger of readers, know the peak."""

from prefixkv_teach.course.exercises.lesson_05_release import RELEASE
from prefixkv_teach.course.exercises.lesson_05_rules import METHODS_DIFFER, TRAP
from prefixkv_teach.course.honest_run import honest_ledger
from prefixkv_teach.course.judge import judge_answer
from prefixkv_teach.course.record import Exercise, KnownWrong
from prefixkv_teach.draw import sentence_box, token_strips
from prefixkv_teach.plan import plan_tokens
from prefixkv_teach.run import execute
from prefixkv_teach.scenarios import SCENARIOS
from prefixkv_teach.steps.execute import keep_needed

_ARTICLE = SCENARIOS["the article"]
_BRANCHES = SCENARIOS["branches"]
_THIRD = 2  # the position of prompt 4, which runs third


def _next_freed() -> list[int]:
    return list(execute(_ARTICLE.plan(), "count_readers").moments[_THIRD].freed)


def _reveal_next() -> str:
    run = execute(_ARTICLE.plan(), "count_readers")
    return sentence_box(run, _THIRD) + token_strips(run, _THIRD)


NEXT_EVENT_WRONG = (
    KnownWrong(3, "free at once"),
    KnownWrong(0, "only direct children"),
    KnownWrong([0, 1], "letting go frees"),
    KnownWrong(2, "freed twice"),
)

NEXT_EVENT = Exercise(
    key="next-event",
    lesson="05",
    form="answer",
    title="Which page is freed next?",
    statement="The article's prompts run in the order 0, 3, 4, 1, 2. Their pages: prompt 0 has p0 p1; prompt 3 has p0 "
    "p2; prompt 4 has p0 p3; prompt 1 has p0 p3 p4. Prompt 0 is the parent of 3 and 4, and 4 is the parent of 1. A "
    "parent holds its pages until its last child has arrived and added itself; a page that nobody holds is freed. "
    "Prompts 0 and 3 have run, and p2 is freed. Now prompt 4 runs: which page is freed?",
    name="next_freed",
    blank="next_freed = None",
    solution="next_freed = 1",
    hints=(
        "Whose last child is prompt 4? That one lets go of its pages now.",
        "Prompt 0 lets go of p0 and p1. Does anybody else hold one of the two?",
        "Prompt 4 has added itself to p0 before prompt 0 lets go. So p0 still has a reader.",
    ),
    why="Prompt 4 arrives and adds itself to `p0`. It is the last child of prompt 0, so prompt 0 lets go of `p0` and "
    "`p1`. Prompt 4 holds `p0`, nobody holds `p1`: page 1 is freed. Prompt 4 itself is held for its child, prompt 1.",
    usual_wrong="3: prompt 4 has run, so its own page is taken to go. Prompt 1 is still to come, and borrows it.",
    known_wrong=NEXT_EVENT_WRONG,
    minutes=2,
    difficulty=1,
    judge=judge_answer(_next_freed, NEXT_EVENT_WRONG),
    reveal=_reveal_next,
)


def _pages_to_keep() -> list[int]:
    plan = _BRANCHES.plan()
    return keep_needed(plan.order, plan.shared, plan.parent, plan.page_size)


PAGES_TO_KEEP_WRONG = (
    KnownWrong([6, 0, 0, 2, 0, 0], "children add up"),
    KnownWrong([6, 0, 0, 4, 0, 0], "tokens are pages"),
    KnownWrong([4, 0, 0, 3, 0, 0], "parent keeps everything"),
)


PAGES_TO_KEEP = Exercise(
    key="pages-to-keep",
    lesson="05",
    form="answer",
    title="Method 1: how many pages to keep",
    statement="The six prompts of the trip once more, in order 0 to 5. Pages hold 2 tokens. Prompts 1, 2 and 3 are "
    "children of prompt 0 and borrow 6, 4 and 2 tokens of it. Prompt 4 is the child of prompt 3 and borrows 4 tokens. "
    "Prompts 0 and 5 are roots. Prompt 0 has 7 tokens, prompt 3 has 5. How many pages must each prompt keep for its "
    "children? Write six numbers.",
    name="pages_to_keep",
    blank="pages_to_keep = None",
    solution="pages_to_keep = [3, 0, 0, 2, 0, 0]",
    hints=(
        "A prompt without children keeps nothing: four of the six numbers are 0.",
        "The children of prompt 0 borrow 6, 4 and 2 tokens, all from its front. The largest covers the others.",
        "Tokens divided by the page size are pages.",
    ),
    why="Prompt 0: the largest of 6, 4 and 2 is 6 tokens, which is 3 pages. Prompt 3: 4 tokens, 2 pages. The others "
    "have no children.",
    usual_wrong="6 for prompt 0. Whether as a sum of pages or as tokens not divided: 3 pages cover all three children.",
    known_wrong=PAGES_TO_KEEP_WRONG,
    minutes=2,
    difficulty=1,
    judge=judge_answer(_pages_to_keep, PAGES_TO_KEEP_WRONG, counts=True, item="prompt"),
)


def _readers_of_first_page() -> list[int]:
    plan = _BRANCHES.plan()
    return [len(entry.computing[0]) for entry in honest_ledger(plan.order, plan.parent, plan.page_tables)]


READER_LEDGER_WRONG = (
    KnownWrong([1, 1, 1, 1, 1, 0], "free at once"),
    KnownWrong([0, 1, 1, 1, 1, 0], "owner does not read"),
    KnownWrong([1, 2, 2, 2, 2, 0], "parent waits for the end"),
    KnownWrong([1, 2, 3, 4, 5, 5], "readers stay"),
    KnownWrong([5, 4, 3, 2, 1, 0], "readers are counted ahead"),
)

READER_LEDGER = Exercise(
    key="reader-ledger",
    lesson="05",
    form="answer",
    title="A ledger of readers",
    statement="The six prompts of the trip (lesson 04), in order 0 to 5. Prompts 0 to 4 all have page p0 in their page "
    "tables, prompt 5 has not. Prompt 0 is the parent of 1, 2 and 3, and prompt 3 is the parent of 4. Run method 2 as "
    "written: arrive and add yourself; your parent lets go if you are its last child; compute; let go if you have no "
    "children. How many readers does p0 have while each prompt computes? Write six numbers.",
    name="readers_of_p0",
    blank="readers_of_p0 = None",
    solution="readers_of_p0 = [1, 2, 2, 1, 1, 0]",
    hints=(
        "Keep a list of names for p0. Prompt 0 adds itself and is held: 1. Prompt 1 adds itself: 2.",
        "Prompt 1 has no children, so it lets go at its end, before prompt 2 arrives. So does prompt 2.",
        "Prompt 3 adds itself, and it is the last child of prompt 0: who is left on the list?",
    ),
    why="While 0 computes: {0}. While 1 does: {0, 1}. While 2 does: {0, 2}. Prompt 3 arrives, prompt 0 lets go: {3}. "
    "Prompt 4 arrives, prompt 3 lets go: {4}. After it nobody is left, and p0 is freed.",
    usual_wrong="1, 2, 2, 2, 2, 0: the parent is held until its last child has finished. It lets go as soon as that "
    "child has added itself.",
    known_wrong=READER_LEDGER_WRONG,
    minutes=3,
    difficulty=2,
    judge=judge_answer(_readers_of_first_page, READER_LEDGER_WRONG, counts=True, item="prompt"),
)


def _peak_of_a_hundred() -> int:
    beginning = list(range(8))
    prompts = [beginning + [1000 + 10 * number + at for at in range(4)] for number in range(100)]
    return execute(plan_tokens(prompts, page_size=4), "count_readers_tight").peak_pages


HUNDRED_WRONG = (
    KnownWrong(102, "peak is the total"),
    KnownWrong(2, "borrowed pages only"),
    KnownWrong(4, "tight count holds parents"),
)

HUNDRED = Exercise(
    key="hundred-prompts",
    lesson="05",
    form="answer",
    title="A hundred prompts",
    statement="A hundred prompts begin with the same 8 tokens, and each ends with 4 tokens of its own. Pages hold 4 "
    "tokens. They run in order, and readers are counted tightly. How many pages are live at the fullest moment?",
    name="peak_pages",
    blank="peak_pages = None",
    solution="peak_pages = 3",
    hints=(
        "The first prompt computes 3 pages. Which of them does somebody still want afterwards?",
        "When the second one runs, 2 pages are waiting for it. How many does it compute?",
        "When it has run, its own page goes at once. So the third prompt finds what the second one found.",
    ),
    why="Each prompt has 3 pages: 2 that all of them share, 1 of its own. In order, what must wait is always the "
    "beginning of the prompt that has run last, so the peak is the pages of the longest prompt. A hundred or a million "
    "prompts: 3.",
    usual_wrong="102, all pages ever computed: the 100 endings are never live together.",
    known_wrong=HUNDRED_WRONG,
    minutes=2,
    difficulty=2,
    judge=judge_answer(_peak_of_a_hundred, HUNDRED_WRONG),
)


EXERCISES = (NEXT_EVENT, READER_LEDGER, PAGES_TO_KEEP, TRAP, HUNDRED, RELEASE, METHODS_DIFFER)
