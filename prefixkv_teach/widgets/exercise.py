"""An exercise on the page: what to do, an entry field where one is needed, and the report at once."""

from dataclasses import replace
from math import inf
from time import monotonic
from typing import Any

import ipywidgets as W

from prefixkv_teach.course.catalogue import find_exercise
from prefixkv_teach.course.judge import compile_named
from prefixkv_teach.course.predict import SKIP, covered_card_html, find_prediction, revealed_html
from prefixkv_teach.course.reading import read_answer, wanted
from prefixkv_teach.course.record import Exercise
from prefixkv_teach.course.reports import Report, card_html, check, report_html
from prefixkv_teach.widgets.panel import LivePanel, html_view

IN_THE_CELL = '<p class="pk pk-note">Write it in the next cell, run that cell, then run the cell after it.</p>'
OR_IN_THE_CELL = '<p class="pk pk-note">The next two cells do the same as this field, without it.</p>'
# The page sends one edit at a time, so a click can overtake the last letters typed before it. What arrives so soon
# after a click was typed before it: the answer is checked again and not forgotten.
SETTLE_SECONDS = 0.5


class ExerciseBox(LivePanel):
    """One exercise: its card, and for an answer or prompts an entry field with a Check button and the report.

    Args:
        key: the exercise's name.

    Raises:
        ValueError: no exercise has that name; the message lists those that have.

    Example:
        >>> box = ExerciseBox("predict-computed")
        >>> box.field.value = "10"
        >>> box.button.click()
        >>> "Passed" in box.report.value
        True
    """

    after_error = "What you entered is still there."

    def __init__(self, key: str) -> None:
        self.exercise = find_exercise(key)
        super().__init__()
        self.add_class("pk-exercise")
        self.card = html_view("card")
        self.card.value = card_html(self.exercise)
        self.picture = html_view("live")
        self.report = html_view("report")
        self.button = text_button("Check")
        self._handed_in_at = -inf
        self.add(self.card)
        if self.exercise.form == "function":
            self.add(W.HTML(IN_THE_CELL))
        else:
            self._add_field()

    def _add_field(self) -> None:
        is_prompts = self.exercise.form == "prompts"
        self.field = prompts_field(self.exercise) if is_prompts else answer_field(self.exercise, "Your answer")
        hand_in = self.guarded(self._hand_in)
        self.button.on_click(hand_in)
        self.field.observe(self.guarded(self._edited), names="value")
        if is_prompts:
            self.add(self.field, self.picture, row(self.button), self.message, self.report)
            self.guarded(self._edited)()
        else:
            on_enter(self.field, hand_in)
            self.add(row(self.field, self.button), self.message, self.report)
        self.add(W.HTML(OR_IN_THE_CELL))

    def _edited(self) -> str:
        if monotonic() - self._handed_in_at < SETTLE_SECONDS:
            self._report()
        else:
            self.report.value = ""  # it was about another answer
        if self.exercise.form == "prompts":
            verdict = self.exercise.judge(self.field.value)
            self.picture.value = verdict.right if verdict.passed else verdict.theirs
        return ""

    def _hand_in(self) -> str:
        self._handed_in_at = monotonic()
        self._report()
        return ""

    def _report(self) -> None:
        report = check(self.exercise.key, entered(self.field))
        self.report.value = report_html(self._without_picture(report))

    def _without_picture(self, report: Report) -> Report:
        # The learner's prompts are drawn above already, as they are typed.
        if report.verdict is None or self.exercise.form != "prompts":
            return report
        return Report(report.exercise, replace(report.verdict, theirs="", right=""))


class Predict(LivePanel):
    """Predict, then reveal: the truth stays covered until something was entered, or Skip was pressed.

    Args:
        key: the name of an exercise that asks for a prediction.

    Raises:
        ValueError: no exercise has that name, or it has no picture to reveal.
    """

    after_error = "What you entered is still there."

    def __init__(self, key: str) -> None:
        self.exercise = find_prediction(key)
        super().__init__()
        self.add_class("pk-exercise")
        self.card = html_view("card")
        self.card.value = covered_card_html(self.exercise)
        self.field = answer_field(self.exercise, "Your prediction")
        self.reveal, self.skip = text_button("Reveal"), text_button("Skip")
        self.truth = html_view("truth")
        self.add(self.card, row(self.field, self.reveal, self.skip), self.message, self.truth)
        self.revealed = False
        press = self.guarded(self._press)
        self.reveal.on_click(press)
        on_enter(self.field, press)
        self.skip.on_click(self.guarded(lambda: self._show(SKIP)))
        self.field.observe(self.guarded(self._edited), names="value")
        self.cover()

    def cover(self) -> None:
        """Cover the truth, and take a new prediction."""
        self._show(None)

    def _edited(self) -> str:
        # Once revealed, nothing can be typed: what still arrives was typed before Reveal was pressed.
        return self._show(entered(self.field)) if self.revealed else ""

    def _press(self) -> str:
        if self.revealed:
            self.revealed = False
            self.field.value = ""
            return self._show(None)
        prediction = entered(self.field)
        if prediction is None:
            return "Enter a prediction first, or press Skip to see what happens without one."
        verdict = self.exercise.judge(prediction)
        return verdict.said if verdict.unread else self._show(prediction)

    def _show(self, prediction: Any) -> str:
        # The truth is drawn only now: before, it is nowhere in the page.
        self.truth.value = revealed_html(self.exercise, prediction)
        self.revealed = prediction is not None
        self.field.disabled = self.skip.disabled = self.revealed
        self.reveal.description = "Cover again" if self.revealed else "Reveal"
        return ""


def answer_field(one: Exercise, label: str) -> W.Text:
    """Return a field for a short answer, with a visible label that belongs to it, and the form that is wanted."""
    form = wanted(compile_named(one.solution, one.name)) or "a word"
    field = W.Text(description=label, placeholder=form, layout=W.Layout(width="auto", flex="1 1 260px"))
    return field.add_class("pk-stacked")


def prompts_field(one: Exercise) -> W.Textarea:
    """Return a field for prompts, one a line, with what the blank holds in it."""
    text: Any = compile_named(one.blank, one.name)
    lines = text.strip("\n") if isinstance(text, str) else "\n".join(text or ())
    field = W.Textarea(lines, description="Your prompts, one a line", rows=5, layout=W.Layout(width="100%"))
    return field.add_class("pk-stacked")


def entered(field: W.Text | W.Textarea) -> Any:
    """Return what a field holds: prompts as their text, a number or numbers as such; None if nothing."""
    if isinstance(field, W.Textarea) or not field.value.strip():
        return field.value if field.value.strip() else None
    # The word "none" can be an answer; for `check`, None would say that nothing was entered.
    return field.value if read_answer(field.value) is None else read_answer(field.value)


def text_button(label: str) -> W.Button:
    """Return a button with a text."""
    return W.Button(description=label, layout=W.Layout(width="auto", min_width="72px"))


def row(*widgets: W.Widget) -> W.Box:
    """Put controls side by side; they wrap where there is no room."""
    return W.Box(widgets).add_class("pk-entry")


def on_enter(field: W.Text, act: Any) -> None:
    """Let the Enter key in a field do what its button does."""
    field.on_msg(lambda _field, content, _buffers: act() if content.get("event") == "submit" else None)
