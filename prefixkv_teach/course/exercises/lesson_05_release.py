"""The last function of lesson 05: when each page may go."""

from dataclasses import replace
from typing import Any

from prefixkv_teach.course.cases import Case, random_cases, smallest
from prefixkv_teach.course.diagnose import naming_mixed_up
from prefixkv_teach.course.honest_run import honest_release
from prefixkv_teach.course.judge import judge_function, say_case
from prefixkv_teach.course.learner import LearnerError, run_learner
from prefixkv_teach.course.reading import plain
from prefixkv_teach.course.record import Exercise, KnownWrong, Verdict
from prefixkv_teach.course.run_parts import freed_by_position, read_too_late
from prefixkv_teach.plan import PrefixPlan

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

# The same idea, without asking whether the child has the page: every page of the owner waits for its last child.
RELEASE_ANY_CHILD = RELEASE_DIRECT_CHILDREN.replace(" and page in page_tables[order[at]]", "")

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
    KnownWrong(RELEASE_DIRECT_CHILDREN, "only direct children", also=(RELEASE_ANY_CHILD,)),
    KnownWrong(
        RELEASE_SOLUTION.replace("last[page] = position", "last.setdefault(page, position)"), "gone with its owner"
    ),
    KnownWrong(RELEASE_SOLUTION.replace("page_tables[prompt]", "page_tables[position]"), "position is prompt"),
    KnownWrong(RELEASE_BORROWED_ONLY, "owner does not read"),
)


def _arguments(plan: PrefixPlan) -> tuple[Any, ...]:
    return list(plan.order), list(plan.parent), [list(pages) for pages in plan.page_tables]


_judge = naming_mixed_up(
    judge_function(honest_release, _arguments, freed_by_position, RELEASE_WRONG, name="release"),
    honest_release,
    _arguments,
)
_FORM = "the form of what your function returns"
_TWO = Case(((1, 2), (1, 3)), 1)  # what a result looks like, shown to whoever hands in something else


def _judge_release(function: Any) -> Verdict:
    """Check a release; a direct-children rule is shown where it does harm: a grandchild reads a freed page."""
    if not callable(function):
        return _judge(function)

    def in_order(*arguments: Any) -> Any:
        """Within one moment pages may be freed in any order, so each list is sorted before it is compared."""
        freed = plain(function(*arguments))
        return [_sorted(pages) for pages in freed] if _is_list_of_lists(freed) else freed

    verdict = _wrong_form(in_order) or _judge(in_order)
    return _shown_late(verdict, in_order) if verdict.misconception == "only direct children" else verdict


def _sorted(pages: list[Any]) -> list[Any]:
    try:
        return sorted(pages)
    except TypeError:  # not all of them are numbers: the comparison will say so
        return pages


def _is_list_of_lists(freed: Any) -> bool:
    return isinstance(freed, list) and all(isinstance(pages, list) for pages in freed)


def _wrong_form(function: Any) -> Verdict | None:
    given = _arguments(_TWO.plan())
    try:
        freed = run_learner(function, given)
    except LearnerError as error:
        # The check itself says what happened, and where; but a loop without end is waited for once only.
        return Verdict(False, _FORM, str(error), case=say_case(_TWO)) if "still running" in str(error) else None
    if freed is None or _is_list_of_lists(freed):
        return None
    said = f"Your function returns {freed!r:.60}, which is no list of lists. Return one list of pages per position."
    right = freed_by_position(_TWO, honest_release(*given))
    return Verdict(False, _FORM, said, right=right, case=say_case(_TWO))


def _shown_late(verdict: Verdict, function: Any) -> Verdict:
    def late(case: Case) -> str:
        plan = case.plan()
        try:
            return read_too_late(plan, run_learner(function, _arguments(plan)))
        except LearnerError:
            return ""

    found = next((case for case in random_cases(200) if late(case)), None)
    if found is None:
        return verdict
    small = smallest(found, lambda case: bool(late(case)))
    given = _arguments(small.plan())
    theirs = freed_by_position(small, run_learner(function, given))
    right = freed_by_position(small, honest_release(*given))
    return replace(verdict, said=late(small), theirs=theirs, right=right, case=say_case(small))


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
    judge=_judge_release,
)
