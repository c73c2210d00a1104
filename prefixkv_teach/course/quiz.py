"""The quiz: one right option a question, and a sentence of why for each of them."""

from dataclasses import dataclass
from html import escape

from prefixkv_teach.course.questions import QUESTIONS
from prefixkv_teach.course.quiz_record import Option, Question
from prefixkv_teach.course.reports import idea_html, inline, words_of
from prefixkv_teach.draw import Picture

LETTERS = "abcdef"

__all__ = ["LETTERS", "Answer", "Option", "Question", "answer_question", "find_question", "questions"]


@dataclass(frozen=True)
class Answer:
    """What a chosen option is worth: shown as a picture in a notebook, and as text wherever it is printed."""

    question: Question
    option: Option

    @property
    def passed(self) -> bool:
        """Whether the right option was chosen."""
        return self.option.right

    def _repr_html_(self) -> str:
        return Picture(self.to_html())._repr_html_()

    def to_html(self) -> str:
        """Return it as HTML, styled by `theme_css`."""
        return answer_html(self)

    def __repr__(self) -> str:
        return words_of(self.to_html())


def questions(lesson: str | None = None) -> tuple[Question, ...]:
    """Return the questions of a lesson, "01" to "06", or all of them.

    Example:
        >>> questions("01")[0].lesson, len(questions()) >= 12
        ('01', True)
    """
    return tuple(one for one in QUESTIONS if lesson in (None, one.lesson))


def find_question(key: str) -> Question:
    """Return the question of this name.

    Raises:
        ValueError: there is none; the message lists those there are.
    """
    for one in questions():
        if one.key == key:
            return one
    raise ValueError(f"no question is called {key!r}; there are {', '.join(one.key for one in questions())}")


def answer_question(key: str, choice: str | int) -> Answer:
    """Answer a question, and say why the chosen option holds or does not.

    Args:
        key: the question's name.
        choice: the option by its letter, "a" to "d", or by its place, from 0.

    Raises:
        ValueError: no question has that name, or it has no such option.

    Example:
        >>> answer_question("shared-ending", "a").passed
        False
    """
    question = find_question(key)
    letters = LETTERS[: len(question.options)]
    places: dict[str | int, int] = {letter: at for at, letter in enumerate(letters)}
    places |= {at: at for at in range(len(letters))}
    wanted = choice.strip().lower() if isinstance(choice, str) else choice
    if isinstance(wanted, (bool, float)) or wanted not in places:
        listed = ", ".join(repr(letter) for letter in letters)
        raise ValueError(f"the choice is {choice!r:.40}; expected one of {listed}, or a number from 0")
    return Answer(question, question.options[places[wanted]])


def answer_html(answer: Answer) -> str:
    """Return the report on a chosen option as HTML: right or not, why, and the idea behind a wrong one."""
    option = answer.option
    sign = "✓ Right" if option.right else "✗ Not so"
    letter = LETTERS[answer.question.options.index(option)]
    chosen = f'<p class="pk-note">You chose {letter}: {inline(option.text)}</p>'
    idea = "" if option.right else idea_html(option.misconception)
    look = "pk-passed" if option.right else "pk-failed"
    body = f"{chosen}<p><b>{sign}.</b> {inline(option.why)}</p>{idea}"
    return f'<div class="pk pk-report {look}" role="status">{body}</div>'


def question_html(question: Question, number: int, of: int) -> str:
    """Return a question's head and text as HTML."""
    head = f"Question {number} of {of}, lesson {escape(question.lesson)}"
    return f'<div class="pk pk-question"><p class="pk-title">{head}</p><p>{inline(question.text)}</p></div>'


def tally_html(right: int, answered: int, of: int) -> str:
    """Return the count as HTML: how many were right at the first try.

    Example:
        >>> "2 of 3 right at the first try" in tally_html(2, 3, 3)
        True
    """
    if answered < of:
        left = of - answered
        said = f"{right} of {answered} right so far; {left} question{'s' * (left != 1)} left."
    else:
        said = f"All answered: {right} of {of} right at the first try."
    return f'<p class="pk pk-note pk-tally" role="status">{said}</p>'
