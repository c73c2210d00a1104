"""The three kinds of check: a function against the slow honest version, an answer, a set of prompts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from prefixkv_teach.course.cases import Case, random_cases, smallest
from prefixkv_teach.course.learner import LearnerError, run_learner
from prefixkv_teach.course.record import KnownWrong, Verdict
from prefixkv_teach.draw.safe import html_text
from prefixkv_teach.plan import PrefixPlan, make_plan

Arguments = Callable[[PrefixPlan], tuple[Any, ...]]
Draw = Callable[[Case, Any], str]


def plain(value: Any) -> Any:
    """Make lists of tuples, ranges and other sequences, so that only the content is compared.

    Example:
        >>> plain((1, (2, 3), range(2)))
        [1, [2, 3], [0, 1]]
    """
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        return [plain(item) for item in value]
    return value


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
            try:
                function = compile_named(wrong.answer, name)
                if all(outcome(case) == plain(function(*arguments(case.plan()))) for case in checking):
                    return wrong.misconception
            except Exception:  # the wrong function fails where the learner's does not: not the same mistake
                continue
        return None

    return judge


def judge_answer(
    truth: Callable[[], Any], known_wrong: Sequence[KnownWrong], *, draw: Callable[[Any], str] | None = None
) -> Callable[[Any], Verdict]:
    """Return a check of one typed answer: a number, a list of numbers, or a word.

    Args:
        truth: computes the right answer, in place.
        known_wrong: answers that name their misconception.
        draw: an answer as HTML; its plain text if None.
    """

    def show(value: Any) -> str:
        return f"<code>{html_text(repr(value), 200)}</code>" if draw is None else draw(value)

    def judge(answer: Any) -> Verdict:
        right = truth()
        checked = "your answer, against the one computed by the package"
        if read_answer(answer) == read_answer(right):
            return Verdict(True, checked, "Right.", right=show(right))
        for wrong in known_wrong:
            if read_answer(answer) == read_answer(wrong.answer):
                return Verdict(False, checked, "That is not it.", wrong.misconception, show(answer), "")
        # The right answer stays covered: there are hints, and the solution is one click away.
        return Verdict(False, checked, "That is not it.", None, show(answer), "")

    return judge


def read_answer(answer: Any) -> Any:
    """Read what was typed: numbers from text, lists of numbers from "1, 2, 3", words without case.

    Example:
        >>> read_answer(" 13 "), read_answer("[0, 16, None]"), read_answer("0 16"), read_answer("Yes")
        (13, [0, 16, None], [0, 16], 'yes')
    """
    if not isinstance(answer, str):
        listed = plain(answer)
        return listed[0] if isinstance(listed, list) and len(listed) == 1 else listed
    words = answer.replace(",", " ").strip("[]() \n\t").split()
    values: list[Any] = [_read_word(word) for word in words]
    if len(values) == 1:
        return values[0]
    return values if all(not isinstance(value, str) for value in values) else " ".join(answer.lower().split())


def _read_word(word: str) -> Any:
    if word.lower() == "none":
        return None
    try:
        return int(word)
    except ValueError:
        return word.lower()


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
        named = next((w.misconception for w in known_wrong if _same_ids(w.answer, texts)), None)
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
