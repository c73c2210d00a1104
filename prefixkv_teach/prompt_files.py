"""Read prompts from a text, a file of lines, JSON Lines or CSV. A bad line costs that line alone."""

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

Line = TypeVar("Line")


@dataclass(frozen=True)
class PromptFile:
    """What was read.

    Attributes:
        prompts: texts, in the order of the file.
        line_numbers: the line, counted from 1, on which each prompt begins.
        problems: one sentence for each line that could not be read.
        blank_lines: how many empty lines were skipped.
        header: the first line of a CSV file with one column, if it was taken for the column's name.
    """

    prompts: tuple[str, ...]
    line_numbers: tuple[int, ...]
    problems: tuple[str, ...] = ()
    blank_lines: int = 0
    header: str = field(default="", repr=False)

    @property
    def note(self) -> str:
        """What happened to lines that became no prompt without being wrong: blank ones, a header. "" if none did.

        Example:
            >>> prompts_from_text("one\\n\\ntwo").note
            '1 blank line was skipped.'
        """
        said = []
        if self.header:
            said.append(f"The first line, {self.header!r:.60}, was taken for the column's name.")
        if self.blank_lines:
            said.append(f"{self.blank_lines} blank line{' was' if self.blank_lines == 1 else 's were'} skipped.")
        return " ".join(said)


def prompts_from_text(text: str) -> PromptFile:
    """Read one prompt a line; blank lines are skipped and counted, spaces in a line are kept.

    Example:
        >>> prompts_from_text("The room was clean\\n\\nStaff were cold\\n")
        PromptFile(prompts=('The room was clean', 'Staff were cold'),
                   line_numbers=(1, 3), problems=(), blank_lines=1)
    """
    return _collect(_lines(text), lambda line: line)


def read_prompts(path: str | PathLike[str], *, column: str | None = None) -> PromptFile:
    """Read prompts from a file; its ending says how.

    `.txt` has one prompt a line. `.jsonl` has one object a line, with `prompt`, `text` or `messages` (a chat;
    each message becomes "role: content"). `.csv` has a line of column names first.

    Args:
        path: the file, in UTF-8.
        column: which column of a `.csv`, or which field of a `.jsonl`, holds the prompt. If None, a `.csv`
            with one column has it there, any other in its column `prompt` or `text`.

    Returns:
        The prompts, their line numbers, and one sentence for each line that could not be read.

    Raises:
        FileNotFoundError, IsADirectoryError: there is no such file.
        ValueError: the ending is unknown, or the column is not there; the message names those that are.

    Example:
        >>> import tempfile, pathlib
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "mine.jsonl")
        ...     _ = path.write_text('{"prompt": "The room was clean"}\\n{"promt": "oops"}\\n')
        ...     read_prompts(path).problems
        ('line 2 has no field prompt, text or messages; it has promt',)
    """
    return prompts_from_bytes(read_bytes(path), str(path), column=column)


def prompts_from_bytes(data: bytes, name: str, *, column: str | None = None) -> PromptFile:
    """Read prompts from the content of a file called `name`, such as an uploaded one; see `read_prompts`.

    Example:
        >>> prompts_from_bytes(b"id,prompt\\n7,The room was clean\\n", "mine.csv").prompts
        ('The room was clean',)
    """
    ending = Path(name).suffix.lower()
    if ending not in (".txt", ".jsonl", ".csv"):
        hint = " (a scenario is read by load_scenario)" if ending == ".json" else ""
        raise ValueError(f"{name} ends with {ending or 'nothing'}; expected a .txt, .jsonl or .csv file{hint}")
    if ending == ".txt" and column is not None:
        raise ValueError(f"column is {column!r}, but {name} has one prompt a line and no columns; leave column out")
    text = _decode(data, name)
    if ending == ".txt":
        return _collect(_lines(text), _utf8)
    if ending == ".jsonl":
        return _collect(_lines(text), lambda line: _prompt_of_json(_utf8(line), column))
    usual_limit = csv.field_size_limit(2**31 - 1)  # the usual 131,072 is less than some documents have
    try:
        return _read_csv(text, column, name)
    finally:
        csv.field_size_limit(usual_limit)


def read_bytes(path: str | PathLike[str]) -> bytes:
    """Read a file, or say in a sentence why it cannot be read.

    Example:
        >>> read_bytes("no_such.txt")
        Traceback (most recent call last):
        FileNotFoundError: there is no file no_such.txt; look at the folder and the spelling
    """
    if not str(path):
        raise FileNotFoundError("the file's name is empty; give a path, such as 'prompts.txt'")
    if Path(path).is_dir():
        raise IsADirectoryError(f"{path} is a folder; name a file in it")
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise FileNotFoundError(f"there is no file {path}; look at the folder and the spelling") from None


def _decode(data: bytes, name: str) -> str:
    """Decode UTF-8; a byte that is none becomes a surrogate, which `_utf8` finds in its line."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ValueError(f"{name} is UTF-16; save it as UTF-8")
    return data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")


def _utf8(line: str) -> str:
    bad = re.search("[\udc80-\udcff]", line)
    if bad:
        raise ValueError(f"is not UTF-8: it has the byte 0x{ord(bad[0]) - 0xDC00:02X} at character {bad.start() + 1}")
    return line


def _lines(text: str) -> Iterator[tuple[int, str]]:
    # Not splitlines(): it also breaks at characters, such as U+2028, that may stand inside a prompt.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[-1] == "":
        lines.pop()  # what follows the last line end is no line
    return enumerate(lines, 1)


def _collect(lines: Iterable[tuple[int, Line]], read: Callable[[Line], str]) -> PromptFile:
    """Read every line; a ValueError of `read` costs that line alone."""
    prompts, numbers, problems, blank = [], [], [], 0
    for number, line in lines:
        if not line or (isinstance(line, str) and not line.strip()):
            blank += 1
            continue
        try:
            prompts.append(read(line))
            numbers.append(number)
        except ValueError as error:
            problems.append(f"line {number} {error}")
    return PromptFile(tuple(prompts), tuple(numbers), tuple(problems), blank)


def _prompt_of_json(line: str, field: str | None) -> str:
    try:
        found = json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"is not JSON: {error.msg} at character {error.colno}") from None
    except (ValueError, RecursionError):  # a number of more than 4,300 digits; brackets thousands deep
        raise ValueError("has a number too long or brackets too deep to be read") from None
    names = (field,) if field is not None else ("prompt", "text", "messages")
    if not isinstance(found, dict):
        raise ValueError(f"holds {found!r:.60}; expected an object with a field {_either(names)}")
    name = next((name for name in names if name in found), None)
    if name is None:
        raise ValueError(f"has no field {_either(names)}; it has {', '.join(found)[:200] or 'none'}")
    if isinstance(found[name], list):
        return "\n".join(_message(message, f"{name}[{at}]") for at, message in enumerate(found[name]))
    return _text(found[name], name)


def _message(message: Any, name: str) -> str:
    if not isinstance(message, dict):
        raise ValueError(f"has {message!r:.60} as {name}; expected an object with role and content")
    role, content = _text(message.get("role"), f"{name}.role"), message.get("content")
    if isinstance(content, list):
        parts = [part.get("text") if isinstance(part, dict) else part for part in content]
        content = "".join(_text(part, f"{name}.content[{at}].text") for at, part in enumerate(parts))
    return f"{role}: {_text(content, f'{name}.content')}"


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"has {value!r:.60} as {name}; expected a text")
    return value


def _either(names: Sequence[str]) -> str:
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _read_csv(text: str, column: str | None, source: str) -> PromptFile:
    rows = _csv_rows(text, _delimiter(text))
    line, header = next(((line, row) for line, row in rows if row), (1, []))
    if isinstance(header, ValueError):
        raise ValueError(f"{source}: line {line}, which names the columns, {header}")
    if not header:
        raise ValueError(f"{source} is empty; its first line should name the columns, such as: prompt")
    at = _choose_column([name.strip() for name in header], column, source)

    def cell(row: list[str] | ValueError) -> str:
        if isinstance(row, ValueError):
            raise row
        if len(row) != len(header):
            raise ValueError(
                f"has {len(row)} cell{'s' * (len(row) != 1)} and line {line} names {len(header)}; "
                "put a text that has commas in quotes"
            )
        return _utf8(row[at])

    found = _collect(rows, cell)
    guessed = column is None and len(header) == 1 and header[0].strip().lower() not in ("prompt", "text")
    return replace(found, header=header[0].strip()) if guessed else found


def _choose_column(names: list[str], column: str | None, source: str) -> int:
    there = f"it has {', '.join(map(repr, names))}"
    if column is not None:
        if names.count(column) != 1:
            how_many = "more than one" if column in names else "no"
            raise ValueError(f"{source} has {how_many} column {column!r}; {there}")
        return names.index(column)
    if len(names) == 1:
        return 0
    known = [name for name in ("prompt", "text") if names.count(name) == 1]
    if not known:
        raise ValueError(f"{source} has no column prompt or text; {there}. Name one with column=")
    return names.index(known[0])


def _delimiter(text: str) -> str:
    """What stands between the cells of the first line: a comma, or what other countries' programs write."""
    first = next((line for _, line in _lines(text) if line.strip()), "")
    return max(",;\t", key=first.count)  # where none is there, or as many, the comma


def _csv_rows(text: str, delimiter: str) -> Iterator[tuple[int, list[str] | ValueError]]:
    """Yield each row with the line it begins on, or the reason why that line is no row."""
    lines = [line + "\n" for _, line in _lines(text)]
    done = 0
    while done < len(lines):
        start, reader = (
            done,
            csv.reader(map(lines.__getitem__, range(done, len(lines))), strict=True, delimiter=delimiter),
        )
        try:
            for row in reader:
                yield done + 1, row if "".join(row).strip() or len(row) > 1 else []
                done = start + reader.line_num
        except csv.Error as error:
            # An unclosed quote swallows all that follows: only its first line is bad, so go on behind that.
            yield done + 1, ValueError(f"is not CSV: {error}; a quote inside quotes is written twice")
            done += 1
