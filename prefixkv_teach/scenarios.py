"""Named prompt sets, each with its point, and the small JSON file in which a set is kept."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any

from prefixkv_teach.plan import PrefixPlan, make_plan
from prefixkv_teach.prompt_files import read_bytes
from prefixkv_teach.steps.pages import check_page_size
from prefixkv_teach.steps.tokens import ByteTokenizer, Tokenizer, WordTokenizer

TOKENIZERS: Mapping[str, Callable[[], Tokenizer]] = MappingProxyType({"words": WordTokenizer, "bytes": ByteTokenizer})

FORMAT_VERSION = 1


@dataclass(frozen=True)
class Scenario:
    """A prompt set and how to plan it.

    Attributes:
        name: what a menu shows.
        prompts: texts, by prompt number; any list of texts becomes a tuple.
        page_size: tokens in a page, 1 or more.
        cap: whether a prompt always computes at least one token.
        tokenizer: a key of `TOKENIZERS`.
        about: the point, in one sentence.

    Raises:
        TypeError, ValueError: a field is not what it should be; the message names the field and the value.

    Example:
        >>> Scenario("two", ("The room was clean", "The room was noisy")).plan().shared
        (0, 2)
    """

    name: str
    prompts: tuple[str, ...]
    page_size: int = 2
    cap: bool = True
    tokenizer: str = "words"
    about: str = ""

    def __post_init__(self) -> None:
        set_field = object.__setattr__  # the one way to tidy a field of a frozen value
        for field in ("name", "about"):
            set_field(self, field, _check_text(field, getattr(self, field)))
        if isinstance(self.prompts, str) or not isinstance(self.prompts, list | tuple):
            raise TypeError(f"prompts is {self.prompts!r:.60}; expected a list of texts")
        set_field(self, "prompts", tuple(_check_text(f"prompts[{n}]", text) for n, text in enumerate(self.prompts)))
        set_field(self, "page_size", check_page_size(self.page_size))
        if not isinstance(self.cap, bool):
            raise TypeError(f"cap is {self.cap!r:.60}; expected true or false")
        if not isinstance(self.tokenizer, str) or self.tokenizer not in TOKENIZERS:
            raise ValueError(f"tokenizer is {self.tokenizer!r:.60}; expected one of {', '.join(TOKENIZERS)}")

    def plan(self) -> PrefixPlan:
        """Return the plan of these prompts.

        Example:
            >>> SCENARIOS["the article"].plan().parent
            (None, 0, 0, 4, None)
        """
        tokenizer = TOKENIZERS[self.tokenizer]()
        return make_plan(self.prompts, page_size=self.page_size, cap=self.cap, tokenizer=tokenizer)


def scenario_to_json(scenario: Scenario) -> str:
    """Return the scenario as JSON text, ready to be written as UTF-8.

    Example:
        >>> scenario_from_json(scenario_to_json(SCENARIOS["branches"])) == SCENARIOS["branches"]
        True
    """
    text = json.dumps({"version": FORMAT_VERSION} | asdict(scenario), ensure_ascii=False, indent=2)
    # Half an emoji has no UTF-8 form; as an escape it survives.
    return re.sub("[\ud800-\udfff]", lambda half: f"\\u{ord(half[0]):04x}", text) + "\n"


def scenario_from_json(text: str, source: str = "this text") -> Scenario:
    """Read a scenario from JSON text; `source` is how error messages call it.

    Every field has to be there, and no other: a misspelt one would else be lost without a word.

    Raises:
        ValueError: the text is no scenario; the message names source, field, value and fix.

    Example:
        >>> scenario_from_json('{"version": 1, "name": "my prompts"}', "mine.json")
        Traceback (most recent call last):
        ValueError: mine.json is not a scenario: prompts is missing; add it, such as ["The room was clean"]
    """
    wrong = f"{source} is not a scenario"
    try:
        found = json.loads(text, object_pairs_hook=_unique_fields)
    except RecursionError:
        raise ValueError(f"{wrong}: it nests too deeply; save it again from the Playground") from None
    except ValueError as error:
        raise ValueError(f"{wrong}: it is not JSON ({error}); save it again from the Playground") from None
    if not isinstance(found, dict):
        raise ValueError(f"{wrong}: it holds {found!r:.60}; expected an object with the fields {', '.join(_FIELDS)}")
    version = found.get("version")
    if isinstance(version, int) and version > FORMAT_VERSION:
        raise ValueError(f"{wrong} that this version can read: version is {version}; update prefixkv_teach")
    for field in found:
        if field not in _FIELDS:
            raise ValueError(f"{wrong}: {field!r:.60} is no field; take it out, or use one of {', '.join(_FIELDS)}")
    for field in _FIELDS:
        if field not in found:
            raise ValueError(f"{wrong}: {field} is missing; add it, such as {_EXAMPLE[field]}")
    if version != FORMAT_VERSION or isinstance(version, bool):
        raise ValueError(f"{wrong}: version is {version!r:.60}; expected {FORMAT_VERSION}")
    del found["version"]
    try:
        return Scenario(**found)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{wrong}: {error}") from None


def as_scenario(given: Scenario | str | Sequence[str] | None) -> Scenario:
    """Return what is meant by a scenario, the name of one in `SCENARIOS`, a list of prompts, or None: the article.

    Raises:
        TypeError, ValueError: it is none of these; the message says what it is.

    Example:
        >>> as_scenario("branches").page_size, as_scenario(["a b", "a c"]).prompts
        (2, ('a b', 'a c'))
    """
    if given is None:
        return SCENARIOS["the article"]
    if isinstance(given, Scenario):
        return given
    if isinstance(given, str):
        if given not in SCENARIOS:
            raise ValueError(f"no scenario is called {given!r:.60}; there are {', '.join(SCENARIOS)}")
        return SCENARIOS[given]
    if isinstance(given, list | tuple):
        return Scenario("your own", tuple(given))
    raise TypeError(f"the scenario is {given!r:.60}; expected a Scenario, a name in SCENARIOS, or a list of prompts")


def save_scenario(scenario: Scenario, path: str | PathLike[str]) -> None:
    """Write the scenario to one small JSON file (UTF-8), replacing a file of that name.

    Raises:
        FileNotFoundError: the folder does not exist.

    Example:
        >>> import tempfile, pathlib
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     save_scenario(SCENARIOS["the article"], pathlib.Path(folder, "mine.json"))
        ...     load_scenario(pathlib.Path(folder, "mine.json")).page_size
        2
    """
    data = scenario_to_json(scenario).encode("utf-8")  # before the file is opened: an error must not empty it
    folder = Path(path).parent
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder} is not a folder; make it first, or choose another place for the scenario")
    if Path(path).is_dir():
        raise IsADirectoryError(f"{path} is a folder; name a file in it, such as {Path(path) / 'mine.json'}")
    Path(path).write_bytes(data)


def load_scenario(path: str | PathLike[str]) -> Scenario:
    """Read a scenario that `save_scenario` wrote.

    Raises:
        FileNotFoundError, IsADirectoryError: there is no such file.
        ValueError: the file is no scenario; the message names the file, the field, its value and what to do.

    Example:
        >>> load_scenario("no_such.json")
        Traceback (most recent call last):
        FileNotFoundError: there is no file no_such.json; look at the folder and the spelling
    """
    return scenario_from_bytes(read_bytes(path), str(path))


def scenario_from_bytes(data: bytes, source: str) -> Scenario:
    """Read a scenario from the content of a file, such as an uploaded one; see `load_scenario`.

    Example:
        >>> scenario_from_bytes(scenario_to_json(SCENARIOS["few-shot"]).encode(), "mine.json").page_size
        3
    """
    if not data.strip():
        raise ValueError(f"{source} is not a scenario: it is empty; save it again from the Playground")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = f"byte 0x{data[error.start]:02X} at {error.start}"
        raise ValueError(f"{source} is not a scenario: its {byte} is not UTF-8; save it as UTF-8.") from None
    return scenario_from_json(text, source)


def _check_text(field: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{field} is {value!r:.60}, a {type(value).__name__}; expected a text")
    # Two halves of an emoji side by side become the emoji, as in every JSON reader; saving would change them.
    halves = re.search("[\ud800-\udbff][\udc00-\udfff]", value)
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass") if halves else value


def _unique_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the field {twice!r:.60} stands there twice")
    return found


_FIELDS = ("version", *(field.name for field in fields(Scenario)))
_EXAMPLE = dict(zip(_FIELDS, ("1", '"mine"', '["The room was clean"]', "2", "true", '"words"', '""'), strict=True))

_ALL = (
    Scenario(
        "the article",
        (
            "The room was clean",
            "The room was noisy and cold",
            "Staff were cold",
            "The room was noisy",
            "The room was noisy",
        ),
        page_size=2,
        about="After sorting, every prompt borrows the whole pages that it shares with the one before it.",
    ),
    Scenario(
        "system prompt",
        (
            "You are a kind and very patient guide. What is rain?",
            "You are a kind and very patient guide. Why do cats purr?",
            "You are a kind and very patient guide. How old is Earth?",
            "You are a kind and very patient guide. Where do birds sleep?",
        ),
        page_size=4,
        about="The instructions in front are computed once, however many questions follow them.",
    ),
    Scenario(
        "few-shot",
        (
            "hot → cold big → small wet →",
            "hot → cold big → small old →",
            "hot → cold big → small early →",
            "hot → cold tall →",
            "loud →",
        ),
        page_size=3,
        about="Each worked example fills a page, and a prompt borrows as many as it shares from the front.",
    ),
    Scenario(
        "branches",
        (
            "We went north by train and slept",
            "We went north by train and read books",
            "We went north by boat",
            "We went south on foot",
            "We went south on bikes",
            "We stayed",
        ),
        page_size=2,
        about="Where texts fork the tree forks, and a borrower can lend in its turn.",
    ),
    Scenario(
        "documents reordered",
        (
            "rain falls ice melts why",
            "ice melts rain falls why",
            "rain falls ice melts when",
        ),
        page_size=2,
        about="In another order the same documents share nothing: a token's KV depends on all before it.",
    ),
    Scenario(
        "one token short of a page",
        (
            "The sky is blue today",
            "The sky is blue again",
            "My cat is asleep now",
            "My cat is awake now",
        ),
        page_size=4,
        about="Four tokens in common fill a page and are reused; three do not, and nothing is.",
    ),
    Scenario(
        "identical prompts",
        ("Will it rain today", "Will it rain today", "Will it rain today", "Will it rain today"),
        page_size=2,
        about="A twin borrows all but its last page, because the cap leaves every prompt a token to compute.",
    ),
    Scenario(
        "nothing shared",
        ("Rain fell all night", "Owls hunt all night", "Some ships sail all night", "Who sang all night"),
        page_size=2,
        about="A shared ending cannot be reused: every prompt is a root, and sharing saves no page.",
    ),
    Scenario(
        "twins and the cap",
        (
            "Read the first report",
            "Read the first report",
            "Read the second report",
            "Read the first report again",
        ),
        page_size=2,
        cap=False,
        about="Without the cap a twin computes nothing, and a scheduler by new tokens never sees it.",
    ),
)
SCENARIOS: Mapping[str, Scenario] = MappingProxyType({scenario.name: scenario for scenario in _ALL})
