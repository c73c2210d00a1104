"""Step 1: convert prompts to token ids.

A model never sees letters. A tokenizer cuts a text into tokens and gives each token a number, its id; two
prompts can share work where these *ids* agree from the front. Any callable ``str -> list[int]`` will do here.
"""

from collections.abc import Callable, Iterable
from operator import index

Tokenizer = Callable[[str], Iterable[int]]


class WordTokenizer:
    """Each word is a token; ids are 10, 20, 30, ... in order of first appearance, as in the article.

    It remembers the words it has met, so one tokenizer gives equal words equal ids in every prompt.

    Example:
        >>> words = WordTokenizer()
        >>> words("The room was clean"), words("The room was noisy")
        ([10, 20, 30, 40], [10, 20, 30, 50])
        >>> words.token_text(50)
        'noisy'
    """

    def __init__(self) -> None:
        self._id_of_word: dict[str, int] = {}
        self._words: list[str] = []

    def __call__(self, text: str) -> list[int]:
        """Return one id per word of `text`; words are what white space separates."""
        ids = []
        for word in text.split():
            if word not in self._id_of_word:
                self._words.append(word)
                self._id_of_word[word] = 10 * len(self._words)
            ids.append(self._id_of_word[word])
        return ids

    def token_text(self, token_id: int) -> str:
        """Return the word that `token_id` stands for, or raise a KeyError."""
        number, rest = divmod(token_id, 10)
        if rest or not 1 <= number <= len(self._words):
            raise KeyError(f"no word has the id {token_id}; the ids are 10 to {10 * len(self._words)}, in steps of 10")
        return self._words[number - 1]


class ByteTokenizer:
    """Each byte of the text's UTF-8 form is a token, and the byte's value is its id (0 to 255).

    Nothing has to be remembered and no text is unknown to it; an "é" is two tokens, most emoji are four.

    Example:
        >>> ByteTokenizer()("Aé")
        [65, 195, 169]
    """

    def __call__(self, text: str) -> list[int]:
        """Return one id per UTF-8 byte of `text`."""
        # A lone surrogate (half an emoji, pasted) has no UTF-8 form; "surrogatepass" keeps it instead of failing.
        return list(text.encode("utf-8", "surrogatepass"))

    def token_text(self, token_id: int) -> str:
        """Return the ASCII character of the byte, or its two hexadecimal digits where it has none."""
        return chr(token_id) if 32 <= token_id < 127 else f"{token_id:02X}"


def to_token_ids(prompts: Iterable[str], tokenizer: Tokenizer | None = None) -> list[list[int]]:
    """Turn every prompt into its list of token ids (article: "convert prompts to token ids").

    Args:
        prompts: the texts, by prompt number.
        tokenizer: any callable ``str -> list[int]``; a fresh `WordTokenizer` if None.

    Returns:
        One list of ids per prompt, by prompt number.

    Raises:
        TypeError: a prompt is not a text, or the tokenizer returned something else than integers.

    Example:
        >>> to_token_ids(["The room was clean", "Staff were cold"])
        [[10, 20, 30, 40], [50, 60, 70]]
    """
    if isinstance(prompts, str):
        raise TypeError(f"prompts is one text, {prompts[:40]!r}; expected a list of texts, such as [{prompts[:40]!r}]")
    if not isinstance(prompts, Iterable):
        raise TypeError(f"prompts is {prompts!r:.60}, a {type(prompts).__name__}; expected a list of texts")
    tokenize = WordTokenizer() if tokenizer is None else tokenizer
    if isinstance(tokenize, type):
        raise TypeError(
            f"tokenizer is the class {tokenize.__name__}; expected one of it, such as {tokenize.__name__}()"
        )
    if not callable(tokenize):
        raise TypeError(f"tokenizer is {tokenize!r}; expected a callable that takes a text and returns integers")
    token_ids = []
    for number, prompt in enumerate(prompts):
        if not isinstance(prompt, str):
            raise TypeError(
                f"prompt {number} is {prompt!r:.60}, a {type(prompt).__name__}; expected a text. "
                "If your prompts are token ids already, call plan_tokens."
            )
        token_ids.append(check_ids(tokenize(prompt), f"the tokenizer's result for prompt {number} ({prompt[:40]!r})"))
    return token_ids


def check_ids(ids: Iterable[int], place: str) -> list[int]:
    """Return `ids` as a list of plain integers, or raise a TypeError that says which one at which `place` is none.

    Example:
        >>> check_ids((3, 5), "prompt 0")
        [3, 5]
    """
    if isinstance(ids, (str, bytes)) or not isinstance(ids, Iterable):
        raise TypeError(f"{place} is {ids!r:.60}, a {type(ids).__name__}; expected a list of integers (token ids)")
    checked = []
    for at, token in enumerate(ids):
        try:
            if isinstance(token, bool):
                raise TypeError
            checked.append(index(token))  # numpy's and torch's integers pass here and become plain ones
        except TypeError:
            raise TypeError(
                f"{place} has {token!r:.60} at index {at}, a {type(token).__name__}; expected an integer (a token id)"
            ) from None
    return checked
