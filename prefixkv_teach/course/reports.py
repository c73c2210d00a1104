"""What a learner calls: show an exercise, check an answer, take a hint, see the solution."""

import re
from collections.abc import Sequence
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
        return words_of(self.to_html())


def check(key: str, answer: Any = None) -> Report:
    """Check what was handed in for an exercise, and say at once what was checked and what was found.

    Args:
        key: the exercise's name.
        answer: a function, a value, or prompts; None says that nothing has been entered yet.

    Raises:
        ValueError: no exercise has that name; the message lists those that have.

    Example:
        >>> check("predict-computed", 10).passed
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
    return card_with(one, hints_html(one) + solution_html(one))


def card_with(one: Exercise, below: str) -> str:
    """Return title, time, level and statement as HTML, with `below` (HTML) under them."""
    minutes = f"{one.minutes} minute{'s' * (one.minutes != 1)}"
    level = ("first steps", "takes a thought", "hard")[one.difficulty - 1]
    return (
        f'<section class="pk pk-card-exercise" aria-label="Exercise: {escape(one.title)}">'
        f'<h4 class="pk-exercise-title">{escape(one.title)} <span>{minutes} · {level}</span></h4>'
        f'{say(one.statement)}<div class="pk-folds">{below}</div></section>'
    )


def hints_html(one: Exercise) -> str:
    """Return the three hints as HTML, each folded."""
    return "".join(folded(f"Hint {number}", say(hint)) for number, hint in enumerate(one.hints, 1))


def solution_html(one: Exercise) -> str:
    """Return the solution with its why and the usual wrong answer as HTML, folded."""
    solution = f'<pre class="pk-code">{escape(one.solution)}</pre>{say(one.why)}'
    solution += f"<p><b>The usual wrong answer.</b> {inline(one.usual_wrong)}</p>"
    return folded("Solution", solution)


def report_html(report: Report) -> str:
    """Return a report as HTML: the sign and the sentence first, then theirs beside the right one."""
    verdict, title = report.verdict, escape(report.exercise.title)
    if verdict is None:
        said = f"Nothing has been entered for <code>{escape(report.exercise.name)}</code> yet."
        stop = "" if title.endswith((".", "?", "!")) else "."
        return f'<div class="pk pk-report" role="status"><p><b>{title}{stop}</b> {said}</p></div>'
    sign = "✓ Passed" if verdict.passed else "✗ Not yet"
    parts = [f"<p><b>{sign}.</b> {inline(verdict.said)}</p>", idea_html(verdict.misconception)]
    if verdict.case:
        parts.append(f"<p>The smallest case in which it shows: {escape(verdict.case)}.</p>")
    sides = [("yours", verdict.theirs), ("right", verdict.right)]
    parts.append(sides_html([(name, html) for name, html in sides if html]))
    parts.append(f'<p class="pk-note">Checked: {escape(verdict.checked)}.</p>')
    look = "pk-passed" if verdict.passed else "pk-failed"
    return f'<div class="pk pk-report {look}" role="status">{"".join(parts)}</div>'


def idea_html(misconception: str | None) -> str:
    """Return the misconception behind a wrong answer as HTML, with what is so instead; "" for None."""
    if misconception is None:
        return ""
    idea, instead = MISCONCEPTIONS[misconception]
    return f"<p><b>The idea behind it:</b> “{inline(idea)}” {inline(instead)}</p>"


def sides_html(sides: Sequence[tuple[str, str]]) -> str:
    """Return pictures side by side, each (HTML) under its name; "" for none."""
    shown = "".join(f"<div><b>{name}</b>{html}</div>" for name, html in sides)
    return f'<div class="pk-sides">{shown}</div>' if shown else ""


def folded(summary: str, html: str) -> str:
    """Return a part that opens on a click or with the Enter key."""
    return f"<details><summary>{escape(summary)}</summary>{html}</details>"


def say(text: str) -> str:
    """Return plain text with `code` in backticks as HTML paragraphs.

    Example:
        >>> say("Use `len`.")
        '<p>Use <code>len</code>.</p>'
    """
    return "".join(f"<p>{inline(part)}</p>" for part in text.split("\n\n"))


def inline(text: str) -> str:
    """Return plain text with `code` in backticks as HTML, without a paragraph.

    Example:
        >>> inline("`a` < b")
        '<code>a</code> &lt; b'
    """
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def words_of(html: str) -> str:
    """Return the words of a report's HTML, one block a line: what is seen and what is printed cannot differ.

    Example:
        >>> words_of("<p>✓ <b>Passed</b>.</p><p>2 &lt; 3</p>")
        '✓ Passed.\\n2 < 3'
    """
    html = re.sub(r"</(?:code|b)>(?=[,.;:!?)])", "", html)  # no space before the comma behind `code`
    text = unescape(re.sub(r"<[^>]+>", " ", re.sub(r"</(?:p|h4|div|tr|figure)>", "\n", html)))
    return "\n".join(" ".join(line.split()) for line in text.splitlines() if line.strip())
