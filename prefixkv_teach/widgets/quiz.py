"""The quiz on the page: one question at a time, why at once, and a count."""

import re
from time import monotonic

import ipywidgets as W

from prefixkv_teach.course.quiz import (
    LETTERS,
    Question,
    answer_html,
    answer_question,
    question_html,
    questions,
    tally_html,
)
from prefixkv_teach.widgets.exercise import SETTLE_SECONDS, on_enter, row, text_button
from prefixkv_teach.widgets.panel import LivePanel, html_view


class Quiz(LivePanel):
    """The questions of a lesson, one at a time; each answer is explained, and first tries are counted.

    Args:
        lesson: "01" to "06"; all questions if None.

    Raises:
        ValueError: the lesson has no questions.

    Example:
        >>> quiz = Quiz("01")
        >>> quiz.choice.index = 0
        >>> quiz.button.click()
        >>> "You chose a" in quiz.report.value
        True
    """

    after_error = "Your earlier answers are kept."

    def __init__(self, lesson: str | None = None) -> None:
        self.questions = questions(lesson)
        if not self.questions:
            known = sorted({one.lesson for one in questions()})
            raise ValueError(f"lesson {lesson!r} has no questions; there are {', '.join(known)}, or None for all")
        super().__init__()
        self.add_class("pk-exercise")
        self.first_tries: dict[str, bool] = {}
        self.at = 0
        self.head, self.report, self.tally = html_view("question"), html_view("report"), html_view("tally")
        self.options = W.VBox()
        # A letter typed while a radio button has focus is a command of the notebook; in a field it is a letter.
        self.letter = W.Text(description="Or its letter", layout=W.Layout(width="110px")).add_class("pk-stacked")
        self.letter.observe(self.guarded(self._typed), names="value")
        self.button, self.back, self.next = text_button("Check"), text_button("◀ Back"), text_button("Next ▶")
        check = self.guarded(self._check)
        on_enter(self.letter, check)
        self.button.on_click(check)
        self.back.on_click(self.guarded(lambda: self._show(self.at - 1)))
        self.next.on_click(self.guarded(lambda: self._show(self.at + 1)))
        buttons = row(self.letter, self.button, self.back, self.next)
        self.add(self.head, self.options, buttons, self.message, self.report, self.tally)
        self._show(0)

    @property
    def question(self) -> Question:
        """The question that is shown."""
        return self.questions[self.at]

    def _show(self, at: int) -> str:
        self.at = min(max(at, 0), len(self.questions) - 1)
        self._checked_at = -SETTLE_SECONDS
        self.head.value = question_html(self.question, self.at + 1, len(self.questions))
        self.choice = choices(self.question)
        self.choice.observe(self.guarded(self._chosen), names="index")
        self.options.children = (self.choice,)
        self.letter.value = ""
        self.back.disabled = self.at == 0
        self.next.disabled = self.at == len(self.questions) - 1
        self._count()
        return self._forget()

    def _chosen(self) -> str:
        # A click can overtake the last choice on its way here: what arrives right after Check was chosen before it.
        if monotonic() - self._checked_at < SETTLE_SECONDS:
            if self._first:
                self.first_tries.pop(self.question.key, None)
            return self._check()
        return self._forget()

    def _forget(self) -> str:
        self.report.value = ""  # it was about another option
        return ""

    def _typed(self) -> str | None:
        typed = self.letter.value.strip().lower()
        letters = LETTERS[: len(self.question.options)]
        if not typed:
            return None
        if len(typed) > 1 or typed not in letters:
            return f"{typed[:20]!r} is none of the letters {', '.join(letters)}."
        self.choice.index = letters.index(typed)
        return ""

    def _check(self) -> str:
        self._checked_at = monotonic()
        self._first = self.question.key not in self.first_tries
        if self.choice.index is None:
            return "Choose an option first."
        answer = answer_question(self.question.key, self.choice.index)
        self.first_tries.setdefault(self.question.key, answer.passed)
        self.report.value = answer_html(answer)
        self._count()
        return ""

    def _count(self) -> None:
        tries = self.first_tries.values()
        self.tally.value = tally_html(sum(tries), len(tries), len(self.questions))


def choices(question: Question) -> W.RadioButtons:
    """Return the options as radio buttons, none of them chosen; a letter stands before each."""
    # A radio button's label is plain text: what is code in the report stands in quotation marks here.
    texts = [re.sub("`([^`]+)`", r"“\1”", option.text) for option in question.options]
    labels = [f"{letter})  {text}" for letter, text in zip(LETTERS, texts, strict=False)]
    return W.RadioButtons(options=labels, index=None, layout=W.Layout(width="100%")).add_class("pk-choices")
