"""The exit ticket on the page: two questions with their why, and a field that is saved on a click."""

import ipywidgets as W

from prefixkv_teach.course.exit_ticket import EXIT_QUESTIONS, save_muddy
from prefixkv_teach.course.quiz import Answer, answer_html, question_html
from prefixkv_teach.widgets.exercise import row, text_button
from prefixkv_teach.widgets.panel import LivePanel, html_view
from prefixkv_teach.widgets.quiz import choices


class ExitQuestion(LivePanel):
    """One of the two questions, and why the chosen option holds or does not.

    Example:
        >>> one = ExitQuestion(1)
        >>> one.choice.index = 2
        >>> one.button.click()
        >>> "Right" in one.report.value
        True
    """

    after_error = "Choose again."

    def __init__(self, number: int) -> None:
        super().__init__()
        self.add_class("pk-exercise")
        self.exit_question = question = EXIT_QUESTIONS[number - 1]
        head, self.report = html_view("question"), html_view("report")
        head.value = question_html(question, number, len(EXIT_QUESTIONS)).replace(", lesson exit", "")
        self.choice, self.button = choices(question), text_button("Check")
        self.button.on_click(self.guarded(self._check))
        self.choice.observe(self.guarded(self._forget), names="index")
        self.add(head, self.choice, row(self.button), self.message, self.report)

    def _forget(self) -> str:
        self.report.value = ""  # it was about another option
        return ""

    def _check(self) -> str:
        if self.choice.index is None:
            return "Choose an option first."
        chosen = self.exit_question.options[self.choice.index]
        self.report.value = answer_html(Answer(self.exit_question, chosen))
        return ""


class MuddyField(LivePanel):
    """A field for what is still unclear; it is written to a local file when Save is pressed, and never before.

    Example:
        >>> field = MuddyField()
        >>> field.button.click()
        >>> "nothing to save" in field.message.value
        True
    """

    after_error = "What you wrote is still there."

    def __init__(self) -> None:
        super().__init__()
        self.add_class("pk-exercise")
        self.text = W.Textarea(description="What was muddy?", rows=4, layout=W.Layout(width="100%"))
        self.text.add_class("pk-stacked")
        self.button = text_button("Save")
        self.button.on_click(self.guarded(lambda: save_muddy(self.text.value)))
        self.text.observe(self.guarded(lambda: ""), names="value")
        self.add(self.text, row(self.button), self.message)
