"""Predict, then reveal: the truth stays covered until something was entered, or was skipped on purpose."""

from typing import Any

from prefixkv_teach.course.catalogue import find_exercise
from prefixkv_teach.course.record import Exercise
from prefixkv_teach.course.reports import (
    card_with,
    check,
    hints_html,
    idea_html,
    inline,
    sides_html,
    solution_html,
)
from prefixkv_teach.draw import Picture
from prefixkv_teach.draw.safe import html_text

SKIP = "skip"
COVERED = (
    '<div class="pk pk-covered"><p><b>Covered.</b> What happens is shown here as soon as you have entered a prediction '
    "and pressed Reveal, or pressed Skip.</p></div>"
)


def reveal(key: str, prediction: Any = None) -> Picture:
    """Show what happens beside what was predicted; covered while the prediction is None.

    Args:
        key: the name of an exercise that asks for a prediction.
        prediction: the learner's answer; the word "skip" shows the truth without one.

    Raises:
        ValueError: no exercise has that name, or it has no picture to reveal.

    Example:
        >>> "Covered" in reveal("predict-computed").html, "Covered" in reveal("predict-computed", "skip").html
        (True, False)
    """
    return Picture(revealed_html(find_prediction(key), prediction))


def find_prediction(key: str) -> Exercise:
    """Return the exercise of this name, which asks for a prediction.

    Raises:
        ValueError: there is none, or it has no picture to reveal.
    """
    found = find_exercise(key)
    if found.reveal is None:
        raise ValueError(f"the exercise {key!r} has no picture to reveal; show it with ExerciseBox({key!r})")
    return found


def covered_card_html(one: Exercise) -> str:
    """Return the card of a prediction as HTML: statement and hints; the solution comes with the truth."""
    return card_with(one, hints_html(one))


def revealed_html(one: Exercise, prediction: Any) -> str:
    """Return the prediction and the truth side by side as HTML, with the verdict above and the why folded below."""
    if prediction is None or one.reveal is None:
        return COVERED
    if isinstance(prediction, str) and prediction.strip().lower() == SKIP:
        said, look, theirs = "<p><b>Skipped.</b> You entered no prediction; this is what happens.</p>", "", ""
    else:
        said, look, theirs = _verdict(one, prediction)
    sides = sides_html([("your prediction", theirs or "<p>none</p>"), ("what happens", one.reveal())])
    why = f'<div class="pk-folds">{solution_html(one)}</div>'
    return f'<div class="pk pk-report{look}" role="status">{said}{sides}{why}</div>'


def _verdict(one: Exercise, prediction: Any) -> tuple[str, str, str]:
    verdict = check(one.key, prediction).verdict
    typed = f"<code>{html_text(str(prediction), 200)}</code>"
    if verdict is None:
        return "<p><b>Nothing was predicted.</b></p>", "", typed
    if verdict.passed:
        return "<p><b>✓ As you predicted.</b></p>", " pk-passed", typed
    form = f" {inline(verdict.said)}" if verdict.unread else ""
    said = f"<p><b>✗ Not as you predicted.</b>{form}</p>{idea_html(verdict.misconception)}"
    return said, " pk-failed", verdict.theirs or typed
