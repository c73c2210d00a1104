"""The built-in example: one system prompt and eight questions, and the form in which a chat model wants them."""

from collections.abc import Sequence

from prefixkv_teach.attention.model.tokenizer import TURN_ENDS, TURN_STARTS, ModelTokenizer

# What SmolLM2-Instruct is told where nothing else is.
DEFAULT_SYSTEM = "You are a helpful AI assistant named SmolLM, trained by Hugging Face"

SYSTEM = (
    "You are a kind and patient teacher who answers the questions of children in a school library. Answer every "
    "question in one short sentence of plain words, and stop after that sentence. Say what is true, and say it the "
    "way you would say it to a friend. Do not make lists, do not ask a question back, and do not tell a story. If a "
    "question asks for a place, name the place. If it asks for a number, name the number. If it asks for a person, "
    "name the person. If you do not know, say that you do not know, and that we can look it up together in a book. "
    "Here are some questions that were asked before, with good answers. What is the capital of Italy? The capital of "
    "Italy is Rome. How many days are in a week? There are seven days in a week. What do cows eat? Cows eat grass. "
    "Who wrote Hamlet? Hamlet was written by William Shakespeare. What is the "
    "largest animal? The largest animal is the blue whale. Where do penguins live? Penguins live in the cold south "
    "of the world. What is two plus three? Two plus three is five. Now a child comes to you with a new question."
)

QUESTIONS = (
    "What is the capital of France?",
    "What is the capital of Japan?",
    "What is the color of the sky?",
    "How many legs does a spider have?",
    "What do bees make?",
    "Which planet is the largest?",
    "What is the opposite of hot?",
    "Where do fish live?",
)

# Two words are nearly equally likely in the answers to these: in bfloat16 another order of sums may pick the other one.
UNDECIDED = (
    "Can pigs fly?",
    "How are you?",
    "What should I read?",
    "What is a good name for a cat?",
)


def chat_prompts(
    questions: Sequence[str] = QUESTIONS, system: str | None = SYSTEM, *, tokenizer: ModelTokenizer
) -> list[str]:
    """Put questions into the form of a conversation, all behind the same system prompt.

    A model without the marks of a conversation gets the system prompt and the question as plain text.

    Args:
        questions: one per prompt.
        system: what the model is told first; None for the words that SmolLM2 is told by default.
        tokenizer: the model's.

    Returns:
        One text per question, ready for `generate` or `make_plan`.

    Raises:
        TypeError: questions is one text.

    Example:
        >>> from prefixkv_teach.attention.model.tiny import make_tiny
        >>> chat_prompts(["How are you?"], "Be kind.", tokenizer=make_tiny().tokenizer)
        ['Be kind.\\n\\nQuestion: How are you?\\nAnswer:']
    """
    if isinstance(questions, str):
        raise TypeError(
            f"questions is the text {questions!r:.60}; expected a list of texts, such as [{questions!r:.60}]."
        )
    system = DEFAULT_SYSTEM if system is None else system
    if not tokenizer.chat:
        return [f"{system}\n\nQuestion: {question}\nAnswer:" for question in questions]
    first = _turn("system", system)
    return [first + _turn("user", question) + f"{TURN_STARTS}assistant\n" for question in questions]


def _turn(role: str, words: str) -> str:
    return f"{TURN_STARTS}{role}\n{words}{TURN_ENDS}\n"
