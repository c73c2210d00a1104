"""From text to token ids and back: byte-pair encoding of a model's vocabulary, or bare bytes."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from prefixkv_teach.attention.model.spots import ModelError
from prefixkv_teach.steps.tokens import ByteTokenizer

# What GGUF calls the rule that cuts a text before byte pairs are merged, and whether digits stand alone there.
DIGITS_ALONE = {"smollm": True, "gpt-2": False}
CONTROL, USER_DEFINED = 3, 4  # kinds of token in a GGUF vocabulary that are never made by merging
TURN_STARTS, TURN_ENDS, TEXT_ENDS = "<|im_start|>", "<|im_end|>", "<|endoftext|>"


class ModelTokenizer(Protocol):
    """What a model needs of a tokenizer; `make_plan` takes one too.

    Attributes:
        size: ids are 0 to size - 1.
        end_ids: an answer ends before one of these.
        chat: whether the vocabulary has the marks of a conversation, `<|im_start|>` and `<|im_end|>`.
    """

    size: int
    end_ids: frozenset[int]
    chat: bool

    def __call__(self, text: str) -> list[int]:
        """Return the token ids of a text."""
        ...

    def token_text(self, token_id: int) -> str:
        """Return what to show for one token."""
        ...

    def decode(self, token_ids: Sequence[int]) -> str:
        """Return the text of some tokens, without marks such as the end of a turn."""
        ...


class ByteText:
    """Every byte is a token: the tokenizer of a model that knows no words.

    Example:
        >>> tokenizer = ByteText()
        >>> tokenizer("Aé"), tokenizer.decode([65, 195, 169])
        ([65, 195, 169], 'Aé')
    """

    size = 256
    end_ids: frozenset[int] = frozenset()
    chat = False

    def __init__(self) -> None:
        self._bytes = ByteTokenizer()

    def __call__(self, text: str) -> list[int]:
        """Return one id per UTF-8 byte."""
        return self._bytes(text)

    def token_text(self, token_id: int) -> str:
        """Return the ASCII character, or two hexadecimal digits."""
        return self._bytes.token_text(token_id)

    def decode(self, token_ids: Sequence[int]) -> str:
        """Return the text; bytes that are no UTF-8 show as a question mark in a box."""
        return bytes(token_ids).decode("utf-8", "replace")


class WordPieces:
    """Byte-pair encoding by the library `tokenizers`; `tokenizer_from_gguf` or `tokenizer_from_json` makes one."""

    def __init__(self, inner: Any, end_ids: Iterable[int], first_ids: Iterable[int] = ()) -> None:
        self._inner = inner
        self._first = tuple(first_ids)
        self.size: int = inner.get_vocab_size()
        self.chat: bool = None not in (inner.token_to_id(TURN_STARTS), inner.token_to_id(TURN_ENDS))
        known = {inner.token_to_id(mark) for mark in (TURN_ENDS, TEXT_ENDS)} - {None}
        self.end_ids = frozenset(end_ids) | known

    def __call__(self, text: str) -> list[int]:
        """Return the token ids of a text, behind the mark of a beginning if the model was taught with one."""
        # Half an emoji, pasted, has no UTF-8 form; it becomes a question mark instead of an error.
        whole = text.encode("utf-8", "replace").decode("utf-8")
        return [*self._first, *self._inner.encode(whole, add_special_tokens=True).ids]

    def token_text(self, token_id: int) -> str:
        """Return the token as text, blanks and marks included."""
        return str(self._inner.decode([token_id], skip_special_tokens=False))

    def decode(self, token_ids: Sequence[int]) -> str:
        """Return the text of some tokens, without marks."""
        return str(self._inner.decode(list(token_ids), skip_special_tokens=True))


def tokenizer_from_gguf(metadata: Mapping[str, Any], name: str) -> WordPieces:
    """Build the tokenizer from the vocabulary and the merges in a GGUF file's metadata.

    Raises:
        ModelError: the file has no vocabulary, or one of a kind that is not supported.

    Example:
        >>> metadata = {"tokenizer.ggml.model": "gpt2", "tokenizer.ggml.pre": "smollm",
        ...             "tokenizer.ggml.tokens": ["h", "i", "4", "2", "hi", "42"],
        ...             "tokenizer.ggml.merges": ["h i", "4 2"]}
        >>> tokenizer_from_gguf(metadata, "six.gguf")("hi42")  # digits stand alone, so 4 and 2 never merge
        [4, 2, 3]
    """
    _need_library()
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

    model, cut = metadata.get("tokenizer.ggml.model"), metadata.get("tokenizer.ggml.pre")
    if model != "gpt2" or cut not in DIGITS_ALONE:
        raise ModelError(
            f"{name}: its vocabulary is of kind {model!r:.60}, cut by the rule {cut!r:.60}; supported is 'gpt2' "
            f"(byte pairs) with {' or '.join(map(repr, DIGITS_ALONE))}."
        )
    words, merges = (_texts(metadata, f"tokenizer.ggml.{what}", name) for what in ("tokens", "merges"))
    pairs = [(first, second) for first, _, second in (merge.partition(" ") for merge in merges)]
    kinds = metadata.get("tokenizer.ggml.token_type", [])
    try:
        inner = Tokenizer(models.BPE(vocab={word: at for at, word in enumerate(words)}, merges=pairs))
    except Exception as error:  # the library raises bare Exceptions and TypeErrors
        raise ModelError(f"{name}: its vocabulary does not hold together: {error!s:.120}.") from None
    digits = [pre_tokenizers.Digits(individual_digits=True)] if DIGITS_ALONE[cut] else []
    inner.pre_tokenizer = pre_tokenizers.Sequence([*digits, pre_tokenizers.ByteLevel(add_prefix_space=False)])
    inner.decoder = decoders.ByteLevel()
    marks = [word for word, kind in zip(words, kinds, strict=False) if kind in (CONTROL, USER_DEFINED)]
    inner.add_special_tokens([AddedToken(mark, special=True, normalized=False) for mark in marks])
    first, end = (metadata.get(f"tokenizer.ggml.{which}_token_id") for which in ("bos", "eos"))
    first = first if metadata.get("tokenizer.ggml.add_bos_token") else None
    return WordPieces(inner, *([mark] if isinstance(mark, int) else [] for mark in (end, first)))


def tokenizer_from_json(path: Path, end_ids: Iterable[int]) -> WordPieces:
    """Read the `tokenizer.json` that lies beside a safetensors file.

    Raises:
        ModelError: there is none, or it cannot be read.

    Example:
        >>> tokenizer_from_json(Path("no_such_folder/tokenizer.json"), [])
        Traceback (most recent call last):
        prefixkv_teach.attention.model.spots.ModelError: there is no tokenizer.json in no_such_folder; ...
    """
    _need_library()
    from tokenizers import Tokenizer

    if not path.is_file():
        raise ModelError(f"there is no {path.name} in {path.parent}; put it beside the weights.")
    try:
        return WordPieces(Tokenizer.from_file(str(path)), end_ids)
    except Exception as error:  # the library raises bare Exceptions
        raise ModelError(f"{path.name} cannot be read as a tokenizer: {error!s:.120}.") from None


def _need_library() -> None:
    if find_spec("tokenizers") is None:
        raise ModelError(
            "the library tokenizers is missing, which cuts text into a model's words: pip install tokenizers"
        )


def _texts(metadata: Mapping[str, Any], key: str, name: str) -> list[str]:
    found = metadata.get(key)
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise ModelError(f"{name}: {key} is missing or is no list of texts.")
    return found
