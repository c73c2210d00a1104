"""The exit ticket: two questions about the whole course, and what was muddy, kept in a local file if asked."""

from pathlib import Path

from prefixkv_teach.course.quiz import LETTERS, Answer, Option, Question

MUDDY_FILE = Path("muddy.txt")  # beside the notebook, whose folder is the working folder

EXIT_QUESTIONS = (
    Question(
        "exit-count",
        "exit",
        "Two prompts of 10 tokens each agree in their first 7 tokens. A page has room for 4 tokens, and the cap is on. "
        "How many tokens does the second prompt reuse?",
        (
            Option("7", False, "The last 3 of them fill no whole page.", "part of a page"),
            Option("8", False, "The second page is begun, and not full of common tokens.", "rounding up"),
            Option("4", True, "7 tokens in common, below the cap of 9, are one whole page of 4."),
            Option("0", False, "They need not be equal to the end.", "whole prompts only"),
        ),
    ),
    Question(
        "exit-free",
        "exit",
        "Prompts run one after the other. When may a page be freed?",
        (
            Option("As soon as its owner has run", False, "Its borrowers come later.", "free at once"),
            Option(
                "When the last child of its owner has run", False, "A grandchild may follow.", "only direct children"
            ),
            Option("When no prompt is left that reads it", True, "That is what the count of readers is for."),
        ),
    ),
)


def answer_exit(number: int, choice: str) -> Answer:
    """Answer a question of the exit ticket, and say why the chosen option holds or does not.

    Args:
        number: 1 or 2.
        choice: the option's letter, "a" to "d".

    Raises:
        ValueError: there is no such question or option.

    Example:
        >>> answer_exit(1, "c").passed, answer_exit(2, "a").passed
        (True, False)
    """
    if number not in (1, 2):
        raise ValueError(f"the question is {number!r:.40}; expected 1 or 2")
    question = EXIT_QUESTIONS[number - 1]
    letters = LETTERS[: len(question.options)]
    letter = str(choice).strip().lower()
    if len(letter) != 1 or letter not in letters:
        raise ValueError(f"the choice is {choice!r:.40}; expected a letter from a to {letters[-1]}")
    return Answer(question, question.options[letters.index(letter)])


def save_muddy(text: str, path: Path = MUDDY_FILE) -> str:
    """Add a text to the file of muddy points, and say where it lies; nothing is sent anywhere.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     save_muddy("The climb.", Path(folder, "muddy.txt"))
        'Saved in muddy.txt, beside this notebook. Nothing was sent anywhere.'
        >>> save_muddy("  ")
        'There is nothing to save yet: the field is empty.'
    """
    if not text.strip():
        return "There is nothing to save yet: the field is empty."
    with path.open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text.strip() + "\n\n")
    return f"Saved in {path.name}, beside this notebook. Nothing was sent anywhere."
