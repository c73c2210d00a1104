"""What a learner calls: show an exercise, check an answer, take a hint, see the solution."""

import re
from dataclasses import dataclass
from html import escape, unescape
from typing import Any

from prefixkv_teach.course.catalogue import exercises, find_exercise
from prefixkv_teach.course.misconceptions import MISCONCEPTIONS
from prefixkv_teach.course.progress_file import note_passed, passed_exercises, progress_html
from prefixkv_teach.course.record import Exercise, Verdict
from prefixkv_teach.draw import Picture


@dataclass(frozen=True)
class Report:
    """The answer to an answer: shown as a picture in a notebook, and as text wherever it is printed."""

    exercise: Exercise
    verdict: Verdict | None  # None: nothing has been entered yet

    @property
    def passed(self) -> bool:
        """Whether the exercise is solved."""
        return self.verdict is not None and self.verdict.passed

    def _repr_html_(self) -> str:
        return Picture(self.to_html())._repr_html_()

    def to_html(self) -> str:
        """Return the report as HTML, styled by `theme_css`."""
        return report_html(self)

    def __repr__(self) -> str:
        # The words of the HTML, one block a line: what is seen and what is printed cannot differ.
        lines = re.sub(r"</(?:p|h4|div|tr|figure)>", "\n", self.to_html())
        text = unescape(re.sub(r"<[^>]+>", " ", lines))
        return "\n".join(" ".join(line.split()) for line in text.splitlines() if line.strip())


def check(key: str, answer: Any = None) -> Report:
    """Check what was handed in for an exercise, and say at once what was checked and what was found.

    Args:
        key: the exercise's name.
        answer: a function, a value, or prompts; None says that nothing has been entered yet.

    Raises:
        ValueError: no exercise has that name; the message lists those that have.

    Example:
        >>> check("predict-computed", 13).passed
        True
    """
    exercise = find_exercise(key)
    if answer is None or answer is ...:
        return Report(exercise, None)
    verdict = exercise.judge(answer)
    if verdict.passed:
        note_passed(key)
    return Report(exercise, verdict)


def exercise(key: str) -> Picture:
    """Show an exercise: what to do, how long it takes, and folded below it three hints and the solution.

    Example:
        >>> "Hint 1" in exercise("predict-computed").html
        True
    """
    return Picture(card_html(find_exercise(key)))


def progress(lesson: str) -> Picture:
    """Show how far the learner has come in a lesson, "01" to "06".

    Example:
        >>> "exercises passed" in progress("01").html
        True
    """
    mine = [(one.key, one.title) for one in exercises() if one.lesson == lesson]
    return Picture(progress_html(mine, passed_exercises()))


def card_html(one: Exercise) -> str:
    """Return the exercise's card as HTML: statement, then hints and solution, each folded."""
    hints = "".join(folded(f"Hint {number}", say(hint)) for number, hint in enumerate(one.hints, 1))
    solution = f'<pre class="pk-code">{escape(one.solution)}</pre>{say(one.why)}'
    solution += f"<p><b>The usual wrong answer.</b> {_inline(one.usual_wrong)}</p>"
    minutes = f"{one.minutes} minute{'s' * (one.minutes != 1)}"
    level = ("first steps", "takes a thought", "hard")[one.difficulty - 1]
    return (
        f'<section class="pk pk-card-exercise" aria-label="Exercise: {escape(one.title)}">'
        f'<h4 class="pk-exercise-title">{escape(one.title)} <span>{minutes} · {level}</span></h4>'
        f"{say(one.statement)}{hints}{folded('Solution', solution)}</section>"
    )


def report_html(report: Report) -> str:
    """Return a report as HTML: the sign and the sentence first, then theirs beside the right one."""
    verdict, title = report.verdict, escape(report.exercise.title)
    if verdict is None:
        said = f"Nothing has been entered for <code>{escape(report.exercise.name)}</code> yet."
        return f'<div class="pk pk-report" role="status"><p><b>{title}.</b> {said}</p></div>'
    sign = "✓ Passed" if verdict.passed else "✗ Not yet"
    parts = [f"<p><b>{sign}.</b> {_inline(verdict.said)}</p>"]
    if verdict.misconception:
        idea, instead = MISCONCEPTIONS[verdict.misconception]
        parts.append(f"<p><b>The idea behind it:</b> “{_inline(idea)}” {_inline(instead)}</p>")
    if verdict.case:
        parts.append(f"<p>The smallest case in which it shows: {escape(verdict.case)}.</p>")
    sides = [("yours", verdict.theirs), ("right", verdict.right)]
    shown = "".join(f"<div><b>{name}</b>{html}</div>" for name, html in sides if html)
    if shown:
        parts.append(f'<div class="pk-sides">{shown}</div>')
    parts.append(f'<p class="pk-note">Checked: {escape(verdict.checked)}.</p>')
    look = "pk-passed" if verdict.passed else "pk-failed"
    return f'<div class="pk pk-report {look}" role="status">{"".join(parts)}</div>'


def folded(summary: str, html: str) -> str:
    """Return a part that opens on a click or with the Enter key."""
    return f"<details><summary>{escape(summary)}</summary>{html}</details>"


def say(text: str) -> str:
    """Return plain text with `code` in backticks as HTML paragraphs.

    Example:
        >>> say("Use `len`.")
        '<p>Use <code>len</code>.</p>'
    """
    return "".join(f"<p>{_inline(part)}</p>" for part in text.split("\n\n"))


def _inline(text: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
