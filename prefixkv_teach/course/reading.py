"""Reading a typed answer: what is meant counts, and not whether units or commas were typed as well."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

NUMBER_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
).split()
_PLACES = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
# Words around a number that change nothing about it.
_AROUND = set(
    "token tokens page pages prompt prompts set sets list lists row rows reader readers slot slots "
    "and then are is it in all".split()
)
_NOBODY = {"none", "nothing", "nobody"}


def plain(value: Any) -> Any:
    """Make lists of tuples, ranges and other sequences, so that only the content is compared.

    Example:
        >>> plain((1, (2, 3), range(2)))
        [1, [2, 3], [0, 1]]
    """
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        return [plain(item) for item in value]
    return value


def read_answer(answer: Any) -> Any:
    """Read what was entered: numbers from text, with units or without; words without case; None for "none".

    Example:
        >>> read_answer(" 13 "), read_answer("[0, 16, None]"), read_answer("0; 16 and 16"), read_answer("Yes")
        (13, [0, 16, None], [0, 16, 16], 'yes')
        >>> read_answer("ten tokens"), read_answer("page 1"), read_answer(["3", "4"]), read_answer(True)
        (10, 1, [3, 4], 'true')
    """
    if isinstance(answer, bool):  # Python counts with True, and a learner does not
        return str(answer).lower()
    if isinstance(answer, str):
        return _read_text(answer.lower())
    listed = plain(answer)
    if not isinstance(listed, list):
        return listed
    items = [read_answer(item) if isinstance(item, (str, bool)) else item for item in listed]
    return items[0] if len(items) == 1 else items


def _read_text(text: str) -> Any:
    words = [word.rstrip(".!?") for word in re.split(r"[\s,;:&()\[\]'\"`]+", text)]
    values = [_read_word(word) for word in words if word and word not in _AROUND]
    if len(values) == 1:
        return values[0]
    is_numbers = values and not any(isinstance(value, str) for value in values)
    return values if is_numbers else " ".join(text.split())


def _read_word(word: str) -> Any:
    if word in _NOBODY:
        return None
    if word in NUMBER_WORDS:
        return NUMBER_WORDS.index(word)
    number = re.fullmatch(r"(?:p|page|prompt)?([+-]?\d{1,18})(?:\.0+)?", word)  # every picture calls page 1 "p1"
    return int(number[1]) if number else word


def none_as_zero(value: Any) -> Any:
    """Take "none" for 0, where the question is how many.

    Example:
        >>> none_as_zero(None), none_as_zero([None, 2])
        (0, [0, 2])
    """
    if isinstance(value, list):
        return [none_as_zero(item) for item in value]
    return 0 if value is None else value


def first_wrong(theirs: Any, right: Any, item: str = "") -> str:
    """Say where a list goes wrong first, and not what would be right there; "" for anything else.

    Args:
        theirs, right: two answers that were read.
        item: what each number belongs to, counted from 0, such as "prompt"; if "", numbers are counted from 1.

    Example:
        >>> first_wrong([3, 1, 0], [3, 0, 0]), first_wrong([2, 1], [3, 1], "prompt")
        ('Look at the second number: all before it is right.', 'Look at the number of prompt 0.')
    """
    if not (isinstance(theirs, list) and isinstance(right, list) and len(theirs) == len(right)):
        return ""
    at = next((at for at, (one, other) in enumerate(zip(theirs, right, strict=True)) if one != other), None)
    if at is None:
        return ""
    which = f"the number of {item} {at}" if item else f"the {_PLACES[at]} number" if at < 10 else f"number {at + 1}"
    return f"Look at {which}{': all before it is right' if at else ''}."


def wanted(right: Any) -> str:
    """Say in which form an answer is wanted; "" where it is a word.

    Args:
        right: the right answer, or any of its form.

    Example:
        >>> wanted(10), wanted([0, 16, 16]), wanted("yes")
        ('a number', 'three numbers with spaces between', '')
    """
    value = read_answer(right)
    if _is_number(value):
        return "a number"
    if isinstance(value, list) and value and all(_is_number(item) or item is None for item in value):
        how_many = NUMBER_WORDS[len(value)] if len(value) < len(NUMBER_WORDS) else str(len(value))
        return f"{how_many} numbers with spaces between"
    return ""


def in_form(value: Any, right: Any) -> bool:
    """Say whether an answer that was read has the form of the right one, be it right or wrong.

    Example:
        >>> in_form(9, 10), in_form("some", 10), in_form(34, [3, 4]), in_form([4, None], [3, 4])
        (True, False, False, True)
    """
    right = read_answer(right)
    if isinstance(right, list):
        return isinstance(value, list) and len(value) == len(right) and all(map(_is_item, value))
    return _is_item(value) if _is_number(right) else True


def _is_item(value: Any) -> bool:
    return value is None or _is_number(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
