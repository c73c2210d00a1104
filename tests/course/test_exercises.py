"""What every exercise promises: its solution passes, its known wrong answers fail, its blank runs, hints help."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from prefixkv_teach.course import MISCONCEPTIONS, Exercise, check, exercise, exercises
from prefixkv_teach.course.judge import compile_named
from tests.tracked import ROOT

ALL = {one.key: one for one in exercises()}
every = pytest.mark.parametrize("one", ALL.values(), ids=ALL)


def handed_in(one: Exercise, source: str) -> Any:
    """What the learner's cell leaves under the exercise's name."""
    return compile_named(source, one.name)


def wrong_answers(one: Exercise) -> Iterator[tuple[Any, str]]:
    for wrong in one.known_wrong:
        is_source = one.form == "function"
        for form in (wrong.answer, *wrong.also):
            yield (handed_in(one, form) if is_source else form), wrong.misconception


@every
def test_the_solution_passes(one: Exercise) -> None:
    report = check(one.key, handed_in(one, one.solution))
    assert report.passed, repr(report)
    assert "Passed" in repr(report) and report.verdict is not None and report.verdict.checked in repr(report)


@every
def test_each_known_wrong_answer_fails_and_is_named(one: Exercise) -> None:
    assert len(one.known_wrong) >= 3
    messages = set()
    for answer, misconception in wrong_answers(one):
        report = check(one.key, answer)
        assert not report.passed, answer
        assert report.verdict is not None and report.verdict.misconception == misconception, repr(report)
        assert MISCONCEPTIONS[misconception].instead.replace("`", "") in repr(report)
        messages.add(misconception)
    assert len(messages) == len(one.known_wrong), "each known wrong answer has a message of its own"


@every
def test_the_blank_runs_and_does_not_pass(one: Exercise) -> None:
    report = check(one.key, handed_in(one, one.blank))
    assert not report.passed
    assert "Traceback" not in repr(report)


@every
def test_solving_only_adds_lines(one: Exercise) -> None:
    if one.form == "function":
        solution = iter(one.solution.splitlines())
        assert all(line in solution for line in one.blank.splitlines()), "the blank's lines stay, in their order"
    else:
        assert one.blank.startswith(f"{one.name} = ") and one.solution.startswith(f"{one.name} = ")


@every
def test_the_record_is_whole(one: Exercise) -> None:
    assert len(one.hints) == 3 and len(set(one.hints)) == 3 and all(one.hints)
    assert one.why and one.usual_wrong and one.title and one.statement.endswith((".", "?", "!"))
    assert 1 <= one.minutes <= 8 and one.difficulty in (1, 2, 3)
    assert len(one.blank.splitlines()) <= 8, "a code cell has at most eight lines"
    card = exercise(one.key).html
    assert card.count("<details>") == 4 and "<details open" not in card, "hints and solution are folded"


@every
@pytest.mark.parametrize("junk", [object(), "", "no idea", -1, [], [None], {}, lambda *_: 1 / 0, lambda: 0, print])
def test_nothing_that_is_handed_in_gives_a_stack_trace(one: Exercise, junk: Any) -> None:
    report = check(one.key, junk)
    assert not report.passed and "Traceback" not in repr(report)
    assert "<script" not in report.to_html()


def test_there_are_enough_of_them() -> None:
    lessons = [one.lesson for one in exercises()]
    assert len(lessons) >= 18
    assert all(lessons.count(lesson) >= 3 for lesson in ("01", "02", "03", "04", "05"))
    assert lessons == sorted(lessons), "in the order in which a learner meets them"
    assert len(ALL) == len(lessons), "keys are unique"


@every
def test_the_blank_in_the_notebook_is_the_record_s(one: Exercise) -> None:
    (path,) = (ROOT / "notebooks").glob(f"{one.lesson}_*.ipynb")
    cells = {cell["id"]: "".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]}
    assert cells.get(f"blank-{one.key}") == one.blank
    assert cells.get(f"check-{one.key}") == f'check("{one.key}", {one.name})'


def test_an_unknown_exercise_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"'no-such'.*predict-computed"):
        check("no-such", 1)


def test_an_error_is_shown_short_at_the_learner_s_line() -> None:
    function = compile_named("def count_shared(token_ids, order):\n    one = 1\n    return one / 0", "count_shared")
    said = repr(check("count-shared", function))
    assert "ZeroDivisionError: division by zero, in line 3 of your code" in said and "judge.py" not in said


def test_a_loop_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    from prefixkv_teach.course import learner

    monkeypatch.setattr(learner, "PATIENCE_SECONDS", 0.2)
    function = compile_named("def count_shared(token_ids, order):\n    while True: pass", "count_shared")
    assert "still running" in repr(check("count-shared", function))
