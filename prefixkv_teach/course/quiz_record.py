"""What a question of the quiz is."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Option:
    """One option of a question.

    Attributes:
        text: what it claims; `code` in backticks.
        right: whether it holds.
        why: one sentence: why it holds, or why not.
        misconception: key of the wrong idea behind it; None for the right option.
    """

    text: str
    right: bool
    why: str
    misconception: str | None = None


@dataclass(frozen=True)
class Question:
    """One question of the quiz.

    Attributes:
        key: its name in `answer_question(key, ...)`.
        lesson: "01" to "06".
        text: the question; `code` in backticks.
        options: exactly one of them is right.
    """

    key: str
    lesson: str
    text: str
    options: tuple[Option, ...]
