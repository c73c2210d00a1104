"""More exercises of lesson 05: find where a rule for letting go fails, tell two ways of counting apart."""

from dataclasses import replace
from typing import Any

from prefixkv_teach.course.honest_run import honest_peaks, honest_trap
from prefixkv_teach.course.judge import judge_prompts
from prefixkv_teach.course.record import Exercise, KnownWrong, Verdict
from prefixkv_teach.course.run_parts import trap_table
from prefixkv_teach.draw import live_chart, outline_view, peak_table
from prefixkv_teach.plan import make_plan
from prefixkv_teach.run import execute
from prefixkv_teach.scenarios import SCENARIOS


def _draw_trap(prompts: list[str]) -> str:
    plan = make_plan(prompts)
    return outline_view(plan) + trap_table(plan)


def _falls_into_the_trap(prompts: list[str]) -> str | None:
    plan = make_plan(prompts)
    late = honest_trap(plan.order, plan.parent, plan.page_tables)
    if not late:
        said = "Here the rule does no harm: every page is still there when it is read."
        few = " With fewer than three prompts there is a parent and a child at most. Who else could read a page?"
        return said + (few if len(prompts) < 3 else "")
    if len(prompts) > 3:
        return f"The rule does harm here, and you used {len(prompts)} prompts. It can be done with 3."
    return None


TRAP_WRONG = (
    KnownWrong(("The room", "The room was clean", "The room was noisy"), "two children"),
    KnownWrong(("The room", "The room was", "The room was noisy"), "longer is deeper"),
    KnownWrong(("The room", "The room was noisy", "Staff were cold"), "next is child"),
    KnownWrong(("The room was noisy",) * 3, "previous is parent"),
)

_judge_trap = judge_prompts(
    _falls_into_the_trap,
    TRAP_WRONG,
    checked="whether any prompt reads a page that the rule has freed, prompt by prompt",
    draw=_draw_trap,
)


def _judge_trap_and_name(prompts: Any) -> Verdict:
    """Name the usual wrong answer in whatever words it comes: a parent with several children, and no grandchild."""
    verdict = _judge_trap(prompts)
    if verdict.passed or verdict.misconception or not verdict.theirs:
        return verdict
    lines = prompts.splitlines() if isinstance(prompts, str) else prompts
    parents = [lender for lender in make_plan([line for line in lines if line.strip()]).parent if lender is not None]
    has_siblings = len(set(parents)) < len(parents)
    return replace(verdict, misconception="two children") if has_siblings else verdict


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
    "grandchild's page table begins like its parent's: p0, then p1. It reads p0 when it is gone.",
    usual_wrong="Two children of one parent: the rule waits for both of them. Only a grandchild goes unseen.",
    known_wrong=TRAP_WRONG,
    minutes=3,
    difficulty=3,
    judge=_judge_trap_and_name,
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
    usual_wrong="The article's own prompts: there page p1 does stay longer, and prompt 3 then needs 3 pages in place "
    "of 2. But prompt 1 needs 3 either way, so the peak is the same.",
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
