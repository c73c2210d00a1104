"""More exercises of lesson 05: find where a rule for letting go fails, write the right one, tell two counts apart."""

from typing import Any

from prefixkv_teach.course.honest_run import honest_peaks, honest_release, honest_trap
from prefixkv_teach.course.judge import judge_function, judge_prompts, plain
from prefixkv_teach.course.record import Exercise, KnownWrong, Verdict
from prefixkv_teach.course.run_parts import freed_by_position, trap_table
from prefixkv_teach.draw import live_chart, outline_view, peak_table
from prefixkv_teach.plan import PrefixPlan, make_plan
from prefixkv_teach.run import execute
from prefixkv_teach.scenarios import SCENARIOS


def _draw_trap(prompts: list[str]) -> str:
    plan = make_plan(prompts)
    return outline_view(plan) + trap_table(plan)


def _falls_into_the_trap(prompts: list[str]) -> str | None:
    plan = make_plan(prompts)
    late = honest_trap(plan.order, plan.parent, plan.page_tables)
    if not late:
        return "Here the rule does no harm: every page is still there when it is read."
    if len(prompts) > 3:
        return f"The rule does harm here, and you used {len(prompts)} prompts. It can be done with 3."
    return None


TRAP_WRONG = (
    KnownWrong(("The room was clean", "The room was noisy"), "only direct children"),
    KnownWrong(("The room", "The room was clean", "The room was noisy"), "next is child"),
    KnownWrong(("The room was noisy",) * 3, "previous is parent"),
)

TRAP = Exercise(
    key="grandchild-trap",
    lesson="05",
    form="prompts",
    title="The grandchild trap",
    statement="Somebody proposes: “a page may go when the last direct child of the prompt that computed it has run.” "
    "Write at most 3 prompts, one a line, for which this rule frees a page that is still read later. Page size 2, cap "
    "on. Each word is a token.",
    name="trap_prompts",
    blank='trap_prompts = """\nThe room was clean\nThe room was noisy\n"""',
    solution='trap_prompts = """\nThe room\nThe room was noisy\nThe room was noisy and cold\n"""',
    hints=(
        "You need a grandchild: a prompt that borrows from a child, and not from the first prompt directly.",
        "The child must compute a whole page that the grandchild then borrows.",
        "Begin with a prompt of two words, let the second go on with two more, and the third with two more again.",
    ),
    why="`The room` owns p0, and its only child is `The room was noisy`. After that child p0 would go. But the "
    "grandchild's table begins like its parent's: p0, then p1. It reads p0 when it is gone.",
    usual_wrong="Two children of one parent: the rule waits for both of them. Only a grandchild goes unseen.",
    known_wrong=TRAP_WRONG,
    minutes=3,
    difficulty=3,
    judge=judge_prompts(
        _falls_into_the_trap,
        TRAP_WRONG,
        checked="whether any prompt reads a page that the rule has freed, prompt by prompt",
        draw=_draw_trap,
    ),
)


RELEASE_BLANK = """\
def release(order, parent, page_tables):
    freed = [[] for _ in order]
    last = {}  # page -> position of the last prompt that has it in its table
    return freed"""

RELEASE_SOLUTION = """\
def release(order, parent, page_tables):
    freed = [[] for _ in order]
    last = {}  # page -> position of the last prompt that has it in its table
    for position, prompt in enumerate(order):
        for page in page_tables[prompt]:
            last[page] = position
    for page, position in last.items():
        freed[position].append(page)
    return freed"""

RELEASE_DIRECT_CHILDREN = """\
def release(order, parent, page_tables):
    freed, owner = [[] for _ in order], {}
    for prompt in order:
        for page in page_tables[prompt]:
            owner.setdefault(page, prompt)
    for page, who in sorted(owner.items()):
        waits_for = [at for at, lender in enumerate(parent) if lender == who and page in page_tables[order[at]]]
        freed[max([order.index(who), *waits_for])].append(page)
    return freed"""

RELEASE_BORROWED_ONLY = """\
def release(order, parent, page_tables):
    freed, last = [[] for _ in order], {}
    for position, prompt in enumerate(order):
        for page in page_tables[prompt]:
            last[page] = position if page in last else None
    for page, position in last.items():
        if position is not None:
            freed[position].append(page)
    return freed"""

RELEASE_WRONG = (
    KnownWrong(RELEASE_DIRECT_CHILDREN, "only direct children"),
    KnownWrong(
        RELEASE_SOLUTION.replace("last[page] = position", "last.setdefault(page, position)"), "gone with its owner"
    ),
    KnownWrong(RELEASE_SOLUTION.replace("page_tables[prompt]", "page_tables[position]"), "position is prompt"),
    KnownWrong(RELEASE_BORROWED_ONLY, "owner does not read"),
)


def _release_arguments(plan: PrefixPlan) -> tuple[Any, ...]:
    return list(plan.order), list(plan.parent), [list(pages) for pages in plan.page_tables]


_judge_release = judge_function(honest_release, _release_arguments, freed_by_position, RELEASE_WRONG, name="release")


def _sorted(pages: list[Any]) -> list[Any]:
    try:
        return sorted(pages)
    except TypeError:  # not all of them are numbers: the comparison will say so
        return pages


def _release_in_any_order(function: Any) -> Verdict:
    """Within one moment pages may be freed in any order, so each list is sorted before it is compared."""
    if not callable(function):
        return _judge_release(function)

    def in_order(*arguments: Any) -> Any:
        freed = plain(function(*arguments))
        is_list_of_lists = isinstance(freed, list) and all(isinstance(pages, list) for pages in freed)
        return [_sorted(pages) for pages in freed] if is_list_of_lists else freed

    return _judge_release(in_order)


RELEASE = Exercise(
    key="release",
    lesson="05",
    form="function",
    title="When may each page go?",
    statement="Write the rule that method 1 leaves out. You get the `order`, the `parent` by position, and each "
    "prompt's `page_tables` by prompt number. Return one list per position: the pages that are freed when the prompt "
    "there has run, which are those that no later prompt reads. You may not need everything that you get.",
    name="release",
    blank=RELEASE_BLANK,
    solution=RELEASE_SOLUTION,
    hints=(
        "Whoever reads a page has it in its table. The parents do not matter.",
        "Walk along the order, and note for every page of every table the position at which you saw it.",
        "A later note replaces an earlier one: `last[page] = position`. Then put each page into `freed[last[page]]`.",
    ),
    why="A page may go when the last prompt that has it in its table has run, be it a child, a grandchild or the owner "
    "itself. Walking along the order, the last note about a page is that position.",
    usual_wrong="Waiting for the owner's direct children only: a grandchild reads the page too, through its parent's "
    "table.",
    known_wrong=RELEASE_WRONG,
    minutes=4,
    difficulty=2,
    judge=_release_in_any_order,
)


def _draw_both(prompts: list[str]) -> str:
    plan = make_plan(prompts)
    runs = [execute(plan, "count_readers"), execute(plan, "count_readers_tight")]
    return outline_view(plan) + live_chart(runs) + peak_table(runs)


def _peaks_differ(prompts: list[str]) -> str | None:
    plan = make_plan(prompts)
    written, tight = honest_peaks(plan.order, plan.parent, plan.page_tables)
    if written == tight:
        return f"Both ways of counting have the same peak here: {tight} page{'s' * (tight != 1)}."
    if len(prompts) > 4:
        return f"They differ, {written} against {tight}, and you used {len(prompts)} prompts. Use at most 4."
    return None


METHODS_DIFFER_WRONG = (
    KnownWrong(SCENARIOS["the article"].prompts, "staying longer is more"),
    KnownWrong(("The room was clean", "The room was noisy"), "one child is enough"),
    KnownWrong(("Rain fell", "Staff were cold"), "methods always differ"),
)

METHODS_DIFFER = Exercise(
    key="methods-differ",
    lesson="05",
    form="prompts",
    title="Make the two ways of counting differ",
    statement="Write at most 4 prompts, one a line, for which method 2 as written needs more pages at its peak than "
    "the tight count. Page size 2, cap on.",
    name="my_prompts",
    blank='my_prompts = """\nThe room was clean\nThe room was noisy\n"""',
    solution='my_prompts = """\nThe room was clean\nThe room was noisy\nThe room was warm\n"""',
    hints=(
        "The two differ about a page that no child wants, while its owner waits for its children.",
        "The owner lets go when its last child arrives. So it needs a child before the last one.",
        "One parent of two pages, and two children that borrow its first page and compute a page of their own.",
    ),
    why="The first prompt's ending is wanted by nobody. As written it stays until the third prompt arrives, so while "
    "the second one computes there are 3 pages. Counted tightly it goes at once, and 2 pages are enough.",
    usual_wrong="The article's own prompts: there page p1 does stay longer, and yet the fullest moment comes later, "
    "when prompt 1 runs, and needs 3 pages either way.",
    known_wrong=METHODS_DIFFER_WRONG,
    minutes=2,
    difficulty=3,
    judge=judge_prompts(
        _peaks_differ,
        METHODS_DIFFER_WRONG,
        checked="the most pages that are live at once, in both ways of counting, with page size 2 and the cap on",
        draw=_draw_both,
    ),
)
