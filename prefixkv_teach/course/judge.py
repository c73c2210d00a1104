"""The three kinds of check: a function against the slow honest version, an answer, a set of prompts."""

from collections.abc import Callable, Sequence
from typing import Any

from prefixkv_teach.course.cases import Case, random_cases, smallest
from prefixkv_teach.course.learner import LearnerError, run_learner
from prefixkv_teach.course.reading import first_wrong, in_form, none_as_zero, read_answer, wanted
from prefixkv_teach.course.reading import plain as plain
from prefixkv_teach.course.record import KnownWrong, Verdict
from prefixkv_teach.draw.safe import html_text
from prefixkv_teach.plan import PrefixPlan, make_plan

Arguments = Callable[[PrefixPlan], tuple[Any, ...]]
Draw = Callable[[Case, Any], str]


def judge_function(
    honest: Callable[..., Any],
    arguments: Arguments,
    draw: Draw,
    known_wrong: Sequence[KnownWrong],
    *,
    name: str,
    cases: Sequence[Case] | None = None,
) -> Callable[[Any], Verdict]:
    """Return a check of a learner's function against `honest`, on random and asymmetric cases.

    Args:
        honest: the slow version that does what the words say.
        arguments: what both functions get, from a case's plan.
        draw: a case and a result as HTML: the counterexample's picture.
        known_wrong: source texts of wrong functions; one that gives the learner's results names the misconception.
        name: the function's name in those source texts.
        cases: what to check with; 200 seeded random prompt sets if None.
    """
    checking = list(cases or random_cases(200))
    checked = f"{len(checking)} prompt sets, made at random, with prompts of different lengths and page sizes 1 to 4"

    def judge(function: Any) -> Verdict:
        if not callable(function):
            return Verdict(False, checked, f"{function!r:.60} is not a function. Hand in the name, without brackets.")

        def outcome(case: Case) -> Any:
            return plain(run_learner(function, arguments(case.plan())))

        def fails(case: Case) -> bool:
            try:
                return bool(outcome(case) != plain(honest(*arguments(case.plan()))))
            except LearnerError:
                return True

        failing = next((case for case in checking if fails(case)), None)
        if failing is None:
            return Verdict(True, checked, "It agrees with the slow version that does what the words say, every time.")
        return _explain(failing, fails, outcome)

    def _explain(failing: Case, fails: Callable[[Case], bool], outcome: Callable[[Case], Any]) -> Verdict:
        try:
            outcome(failing)
        except LearnerError as error:
            if "still running" in str(error):  # making the case smaller would wait again and again
                return Verdict(False, checked, str(error), case=say_case(failing))
        small = smallest(failing, fails)
        case, right = say_case(small), draw(small, honest(*arguments(small.plan())))
        try:
            theirs = outcome(small)
        except LearnerError as error:
            return Verdict(False, checked, str(error), right=right, case=case)
        if theirs is None:
            return Verdict(
                False, checked, "Your function returned nothing: is a `return` missing?", right=right, case=case
            )
        said = "Your function gives another result here."
        return Verdict(False, checked, said, _named(outcome), draw(small, theirs), right, case)

    def _named(outcome: Callable[[Case], Any]) -> str | None:
        for wrong in known_wrong:
            if any(_is_same(outcome, source) for source in (wrong.answer, *wrong.also)):
                return wrong.misconception
        return None

    def _is_same(outcome: Callable[[Case], Any], source: str) -> bool:
        try:
            function = compile_named(source, name)
            return all(outcome(case) == plain(function(*arguments(case.plan()))) for case in checking)
        except Exception:  # one of the two fails where the other does not: not the same mistake
            return False

    return judge


def judge_answer(
    truth: Callable[[], Any],
    known_wrong: Sequence[KnownWrong],
    *,
    draw: Callable[[Any], str] | None = None,
    counts: bool = False,
    item: str = "",
) -> Callable[[Any], Verdict]:
    """Return a check of one typed answer: a number, a list of numbers, or a word.

    Args:
        truth: computes the right answer, in place.
        known_wrong: answers that name their misconception.
        draw: an answer as HTML; its plain text if None.
        counts: whether the question is how many, so that "none" is 0.
        item: what each number of a list belongs to, counted from 0, such as "prompt".
    """
    checked = "your answer, against the one computed by the package"

    def show(value: Any) -> str:
        return f"<code>{html_text(repr(value), 200)}</code>" if draw is None else draw(value)

    def read(value: Any) -> Any:
        return none_as_zero(read_answer(value)) if counts and isinstance(value, str) else read_answer(value)

    def judge(answer: Any) -> Verdict:
        right, theirs = truth(), read(answer)
        if theirs == read(right):
            return Verdict(True, checked, "Right.", right=show(right))
        said = f"That is not it. {first_wrong(theirs, read(right), item)}".rstrip()
        for wrong in known_wrong:
            if any(theirs == read(form) for form in (wrong.answer, *wrong.also)):
                return Verdict(False, checked, said, wrong.misconception, show(answer))
        if wanted(right) and not in_form(theirs, right):
            return Verdict(False, checked, f"Write {wanted(right)}.", theirs=show(answer), unread=True)
        # The right answer stays covered: there are hints, and the solution is one click away.
        return Verdict(False, checked, said, theirs=show(answer))

    return judge


def judge_prompts(
    asks: Callable[[list[str]], str | None],
    known_wrong: Sequence[KnownWrong],
    *,
    checked: str,
    draw: Callable[[list[str]], str],
) -> Callable[[Any], Verdict]:
    """Return a check of a set of prompts that the learner wrote.

    Args:
        asks: None if the prompts do what was asked; otherwise a sentence that says what they do instead.
        known_wrong: prompt sets that name their misconception; a set with the same plan is recognised.
        checked: what was checked.
        draw: the learner's prompts as HTML.
    """

    def judge(prompts: Any) -> Verdict:
        lines = prompts.splitlines() if isinstance(prompts, str) else prompts
        if not isinstance(lines, Sequence) or not all(isinstance(line, str) for line in lines):
            return Verdict(False, checked, f"{prompts!r:.60} is no list of texts. Write one prompt a line.")
        texts = [line for line in lines if line.strip()]
        said = asks(texts)
        if said is None:
            return Verdict(True, checked, "Your prompts do what was asked.", right=draw(texts))
        named = next(
            (w.misconception for w in known_wrong if any(_same_ids(p, texts) for p in (w.answer, *w.also))), None
        )
        return Verdict(False, checked, said, named, theirs=draw(texts))

    return judge


def _same_ids(one: Sequence[str], other: Sequence[str]) -> bool:
    return make_plan(list(one)).token_ids == make_plan(list(other)).token_ids


def say_case(case: Case) -> str:
    """Say a case in words: its prompts as token ids, page size and cap.

    Example:
        >>> say_case(Case(((1, 2), (1,)), 2))
        'prompts [1 2] and [1], page size 2, cap on'
    """
    rows = [f"[{' '.join(map(str, row))}]" for row in case.token_ids]
    listed = ", ".join(rows[:-1]) + (" and " if len(rows) > 1 else "") + rows[-1] if rows else "none"
    many = "prompt" if len(rows) == 1 else "prompts"
    return f"{many} {listed}, page size {case.page_size}, cap {'on' if case.cap else 'off'}"


def compile_named(source: str, name: str) -> Callable[..., Any]:
    """Run a source text and return the function that it defines under `name`.

    Example:
        >>> compile_named("def twice(n): return 2 * n", "twice")(4)
        8
    """
    space: dict[str, Any] = {}
    exec(compile(source, f"<{name}>", "exec"), space)  # the course's own texts, never a learner's
    return space[name]
