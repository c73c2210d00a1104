"""The exit ticket: a question about planning, one about running, and what was muddy, kept in a local file if asked."""

from pathlib import Path

from prefixkv_teach.course.quiz import LETTERS, Answer, Option, Question

MUDDY_FILE = Path("muddy.txt")  # beside the notebook, whose folder is the working folder

EXIT_QUESTIONS = (
    Question(
        "exit-share",
        "exit",
        "Three prompts, already as numbers: prompt 0 is `[1 2 3 12]`, prompt 1 is `[1 2 3 4 5]`, prompt 2 is "
        "`[1 2 3 4]`. Pages hold 2 tokens, and the cap is on. Sort, count, round, climb: how many tokens does prompt 0 "
        "reuse, and which prompt is its parent?",
        (
            Option("None: it comes first in the order", False, "12 is more than 4, so it comes last.", "string order"),
            Option("2, and prompt 1", False, "Prompt 1 borrowed that page itself: climb on.", "previous is parent"),
            Option("2, and prompt 2", True, "It shares 3 with prompt 1, rounded to 2; prompt 2 computed that page."),
            Option("3, and prompt 1", False, "The third token stands in a page that differs.", "part of a page"),
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


def answer_exit(number: int, choice: str) -> Answer | str:
    """Answer a question of the exit ticket, and say why the chosen option holds or does not.

    A question or option that does not exist is answered with a sentence, for learners call this by hand.

    Args:
        number: 1 or 2.
        choice: the option's letter, "a" to "d".

    Example:
        >>> answer_exit(1, "c").passed, answer_exit(2, "a").passed
        (True, False)
        >>> answer_exit(2, "d")
        "Question 2 has the options a to c, and 'd' is none of them."
    """
    if number not in (1, 2):
        return f"There are the questions 1 and 2, and {number!r:.40} is none of them."
    question = EXIT_QUESTIONS[number - 1]
    letters = LETTERS[: len(question.options)]
    letter = str(choice).strip().lower()
    if len(letter) != 1 or letter not in letters:
        return f"Question {number} has the options a to {letters[-1]}, and {choice!r:.40} is none of them."
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
