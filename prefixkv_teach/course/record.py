"""What an exercise is: one frozen record that the notebook, the check and the tests all read."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Form = Literal["function", "answer", "prompts"]


@dataclass(frozen=True)
class KnownWrong:
    """A wrong answer that people give, and the misconception behind it.

    Attributes:
        answer: for a function its source text, otherwise the value that was entered.
        misconception: a key of `MISCONCEPTIONS`.
        also: other answers that the same idea leads to.
    """

    answer: Any
    misconception: str
    also: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """What a check found.

    Attributes:
        passed: whether the answer holds.
        checked: what was checked, and on how many cases.
        said: what is wrong, or what was right, in one or two sentences.
        misconception: key of the misconception behind a known wrong answer.
        theirs, right: the smallest counterexample, as HTML: what was handed in, and what is right.
        case: the counterexample in words.
        unread: whether the answer has another form than what was asked for, so that nothing was judged.
    """

    passed: bool
    checked: str
    said: str = ""
    misconception: str | None = None
    theirs: str = ""
    right: str = ""
    case: str = ""
    unread: bool = False


@dataclass(frozen=True)
class Exercise:
    """One exercise.

    Attributes:
        key: its name in `check(key, ...)`, in the notebook's cell ids and in the progress file.
        lesson: "01" to "06".
        form: whether the learner writes a function, types an answer or edits prompts.
        title, statement: what to do; plain text, with `code` in backticks.
        name: the name that the blank defines and the learner hands in.
        blank: the source text of the notebook's cell, as the learner finds it; it runs.
        solution: the blank with lines added (for an answer: the blank's line with the value filled in).
        hints: three, each a little more.
        why: why the solution is right.
        usual_wrong: the wrong answer that is seen most often, and what it overlooks.
        known_wrong: at least three answers that must fail, each with its own misconception or message.
        minutes: how long it takes.
        difficulty: 1, 2 or 3.
        judge: the check itself; it never raises for what a learner handed in.
        reveal: the truth as a picture (HTML), for an exercise that asks for a prediction.
    """

    key: str
    lesson: str
    form: Form
    title: str
    statement: str
    name: str
    blank: str
    solution: str
    hints: tuple[str, str, str]
    why: str
    usual_wrong: str
    known_wrong: tuple[KnownWrong, ...]
    minutes: int
    difficulty: Literal[1, 2, 3]
    judge: Callable[[Any], Verdict]
    reveal: Callable[[], str] | None = None
