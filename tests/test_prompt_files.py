"""Prompts from texts and files: nothing is lost but the lines that cannot be read, and those are named."""

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefixkv_teach.prompt_files import PromptFile, prompts_from_bytes, prompts_from_text, read_prompts

# Characters that tempt a reader to split, to strip or to choke.
tricky = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from(' ",;\t\x0b\x0c\x1c\x85\u2028\ufeff\x00'))
line = tricky.map(lambda text: text.replace("\n", "").replace("\r", ""))
endings = st.sampled_from(["\n", "\r\n", "\r"])
quick = settings(deadline=None)


def numbered(lines: list[str]) -> list[tuple[int, str]]:
    return [(number, text) for number, text in enumerate(lines, 1) if text.strip()]


@quick
@given(st.lists(line), endings, st.booleans())
def test_one_prompt_a_line(lines: list[str], ending: str, ends: bool) -> None:
    text = ending.join(lines) + (ending if ends and lines else "")
    found = prompts_from_text(text)
    # A last line that is empty is the end of the line before it.
    counted = lines if ends or not lines or lines[-1] else lines[:-1]
    assert list(zip(found.line_numbers, found.prompts, strict=True)) == numbered(counted)
    assert found.blank_lines == len(counted) - len(found.prompts)
    assert found.problems == ()
    if not text.startswith("\ufeff"):  # in a file that is a byte order mark
        assert prompts_from_bytes(text.encode(), "x.txt") == found


@quick
@given(st.lists(st.text(st.characters())), st.sampled_from(["prompt", "text"]), endings)
def test_json_lines(prompts: list[str], field: str, ending: str) -> None:
    data = "".join(json.dumps({"id": 1, field: text}) + ending for text in prompts).encode()
    joined = [json.loads(json.dumps(text)) for text in prompts]  # JSON joins the halves of an emoji
    assert prompts_from_bytes(data, "x.JSONL") == PromptFile(tuple(joined), tuple(range(1, len(prompts) + 1)))


@quick
@given(st.lists(st.tuples(tricky, tricky)), endings)
def test_csv(rows: list[tuple[str, str]], ending: str) -> None:
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, lineterminator=ending, quoting=csv.QUOTE_ALL)
    writer.writerows([("prompt", "other"), *rows])
    found = prompts_from_bytes(buffer.getvalue().encode(), "x.csv")
    expected = [cell.replace("\r\n", "\n").replace("\r", "\n") for cell, _ in rows]
    assert (list(found.prompts), found.problems, found.blank_lines) == (expected, (), 0)


@pytest.mark.parametrize("blank, note", [(0, ""), (1, "1 blank line was skipped."), (2, "2 blank lines were skipped.")])
def test_blank_lines_are_counted_and_said(blank: int, note: str) -> None:
    found = prompts_from_text("one \n" + " \t\n" * blank + "two")
    assert (found.prompts, found.line_numbers, found.note) == (("one ", "two"), (1, 2 + blank), note)


def test_half_an_emoji_typed_in_the_box_is_kept() -> None:
    assert prompts_from_text("a\ud83d\udc80\nb\udcff") == PromptFile(("a\ud83d\udc80", "b\udcff"), (1, 2))


@pytest.mark.parametrize("name, head", [("x.txt", b""), ("x.jsonl", b""), ("x.csv", b"prompt\n")])
def test_a_byte_order_mark_is_no_part_of_the_first_line(name: str, head: bytes) -> None:
    row = b'{"text": "one"}' if name == "x.jsonl" else b"one"
    assert prompts_from_bytes(b"\xef\xbb\xbf" + head + row, name).prompts == ("one",)


@pytest.mark.parametrize("name, head", [("x.txt", b""), ("x.jsonl", b""), ("x.csv", b"prompt\n")])
def test_a_line_that_is_not_utf_8_costs_that_line(name: str, head: bytes) -> None:
    rows = [b"ok", b"caf\xe9", b"fine"]
    if name == "x.jsonl":
        rows = [b'{"prompt": "%s"}' % row for row in rows]
    found = prompts_from_bytes(head + b"\n".join(rows), name)
    assert found.prompts == ("ok", "fine")
    bad = 3 if head else 2
    assert len(found.problems) == 1
    assert found.problems[0].startswith(f"line {bad} is not UTF-8: it has the byte 0xE9 at character ")
    assert found.line_numbers == (bad - 1, bad + 1)


def test_a_chat_becomes_one_text() -> None:
    chat = [
        {"role": "system", "content": "Be kind."},
        {"role": "user", "content": [{"type": "text", "text": "Hi "}, {"type": "text", "text": "there"}, "!"]},
        {"role": "assistant", "content": ""},
    ]
    data = json.dumps({"messages": chat}).encode()
    assert prompts_from_bytes(data, "x.jsonl").prompts == ("system: Be kind.\nuser: Hi there!\nassistant: ",)


JSON_PROBLEMS = [
    ("{", "is not JSON: "),
    ("nonsense", "is not JSON: Expecting value at character 1"),
    ("[1]", "holds [1]; expected an object with a field prompt, text or messages"),
    ('"a"', "holds 'a'; expected an object"),
    ("{}", "has no field prompt, text or messages; it has none"),
    ('{"promt": "a", "id": 1}', "has no field prompt, text or messages; it has promt, id"),
    ('{"prompt": 3}', "has 3 as prompt; expected a text"),
    ('{"text": null}', "has None as text; expected a text"),
    ('{"messages": ["hi"]}', "has 'hi' as messages[0]; expected an object with role and content"),
    ('{"messages": [{"content": "hi"}]}', "has None as messages[0].role; expected a text"),
    ('{"messages": [{"role": "user"}]}', "has None as messages[0].content; expected a text"),
    (
        '{"messages": [{"role": "user", "content": ["a", {"image": "b"}]}]}',
        "has None as messages[0].content[1].text; expected a text",
    ),
    ("[" * 100_000, "has a number too long or brackets too deep to be read"),
    ('{"prompt": ' + "9" * 5000 + "}", "has a number too long or brackets too deep to be read"),
]


@pytest.mark.parametrize("bad, why", JSON_PROBLEMS, ids=[why[:30] for _, why in JSON_PROBLEMS])
def test_a_bad_json_line_is_named_and_costs_that_line(bad: str, why: str) -> None:
    found = prompts_from_bytes(f'{{"prompt": "one"}}\n\n{bad}\n{{"text": "two"}}\n'.encode(), "x.jsonl")
    assert (found.prompts, found.line_numbers, found.blank_lines) == (("one", "two"), (1, 4), 1)
    assert len(found.problems) == 1 and found.problems[0].startswith(f"line 3 {why}")
    assert len(found.problems[0]) < 300


def test_a_field_of_json_lines_can_be_named() -> None:
    data = b'{"question": "why", "text": "no"}\n{"text": "no"}\n'
    found = prompts_from_bytes(data, "x.jsonl", column="question")
    assert found.prompts == ("why",)
    assert found.problems == ("line 2 has no field question; it has text",)


def test_a_row_of_csv_begins_where_it_is_numbered() -> None:
    data = b'id,text\r\n1,"two\r\nlines, ""quoted"""\r\n\r\n2,short\r\n'
    assert prompts_from_bytes(data, "x.csv") == PromptFile(('two\nlines, "quoted"', "short"), (2, 5), (), 1)


CSV_PROBLEMS = [
    ("1,a,b", "has 3 cells and line 1 names 2; put a text that has commas in quotes"),
    ("lone", "has 1 cell and line 1 names 2; put a text that has commas in quotes"),
    ('1,"never closed', "is not CSV: unexpected end of data"),
    ('1,"closed"early', "is not CSV: ',' expected after '\"'"),
]


@pytest.mark.parametrize("bad, why", CSV_PROBLEMS)
def test_a_bad_row_of_csv_is_named_and_costs_that_row(bad: str, why: str) -> None:
    found = prompts_from_bytes(f"id,prompt\n0,one\n{bad}\n2,two\n3,three\n".encode(), "x.csv")
    assert (found.prompts, found.line_numbers) == (("one", "two", "three"), (2, 4, 5))
    assert len(found.problems) == 1 and found.problems[0].startswith(f"line 3 {why}")


@pytest.mark.parametrize(
    "header, column, cell",
    [
        ("anything", None, 0),
        ("id,prompt", None, 1),
        ("text,id", None, 0),
        ("text,prompt", None, 1),
        (" Question ,id", "Question", 0),
        ("text,prompt", "text", 0),
    ],
)
def test_the_column_is_found(header: str, column: str | None, cell: int) -> None:
    cells = ["first", "second"][: header.count(",") + 1]
    data = f"\n{header}\n{','.join(cells)}\n".encode()
    assert prompts_from_bytes(data, "x.csv", column=column).prompts == (cells[cell],)


@pytest.mark.parametrize(
    "data, column, sentence",
    [
        ("id,question\n", None, "x.csv has no column prompt or text; it has 'id', 'question'. Name one with column="),
        ("id,prompt\n", "Prompt", "x.csv has no column 'Prompt'; it has 'id', 'prompt'"),
        ("a,a\n", "a", "x.csv has more than one column 'a'; it has 'a', 'a'"),
        ("", None, "x.csv is empty; its first line should name the columns"),
        ("\n \n", None, "x.csv is empty; its first line should name the columns"),
        ('"prompt\nx\n', None, "x.csv: line 1, which names the columns, is not CSV: unexpected end of data"),
    ],
)
def test_a_header_that_does_not_help_is_an_error(data: str, column: str | None, sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        prompts_from_bytes(data.encode(), "x.csv", column=column)
    assert str(error.value).startswith(sentence)


def test_a_cell_longer_than_csv_s_usual_limit_is_read_and_the_limit_stays() -> None:
    usual = csv.field_size_limit(1000)  # an odd value of our own: a reader that leaves another one is seen
    text = "word " * 100_000
    assert prompts_from_bytes(f"prompt\n{text}\n".encode(), "x.csv").prompts == (text,)
    assert csv.field_size_limit(usual) == 1000


def test_many_open_quotes_cost_no_more_than_their_lines() -> None:
    found = prompts_from_bytes(b"prompt\n" + b'"open\n' * 20_000 + b"last", "x.csv")
    assert (found.prompts, len(found.problems)) == (("last",), 20_000)


def test_files_are_read_by_their_ending(tmp_path: Path) -> None:
    for name, content in [("a.txt", "one\n"), ("a.jsonl", '{"prompt": "one"}'), ("A.CSV", "prompt\none\n")]:
        (tmp_path / name).write_text(content)
        assert read_prompts(tmp_path / name) == read_prompts(str(tmp_path / name))
        assert read_prompts(tmp_path / name).prompts == ("one",)


@pytest.mark.parametrize(
    "name, ending", [("a.docx", ".docx"), ("a", "nothing"), (".txt", "nothing"), ("a.txt.gz", ".gz")]
)
def test_an_unknown_ending_is_named(tmp_path: Path, name: str, ending: str) -> None:
    (tmp_path / name).write_text("x")
    with pytest.raises(ValueError, match=rf"ends with {ending}; expected a \.txt, \.jsonl or \.csv file"):
        read_prompts(tmp_path / name)


def test_other_errors_of_a_whole_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"there is no file .*none\.txt; look at the folder and the spelling"):
        read_prompts(tmp_path / "none.txt")
    (tmp_path / "folder.txt").mkdir()
    with pytest.raises(IsADirectoryError, match=r"folder\.txt is a folder; name a file in it"):
        read_prompts(tmp_path / "folder.txt")
    with pytest.raises(ValueError, match=r"^x\.txt is UTF-16; save it as UTF-8$"):
        prompts_from_bytes("one".encode("utf-16"), "x.txt")
    with pytest.raises(ValueError, match=r"column is 'text', but x\.txt has one prompt a line and no columns"):
        prompts_from_bytes(b"one", "x.txt", column="text")
