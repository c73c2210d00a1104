"""Whatever a user types stays text: it is shown, and never read by HTML, SVG or Graphviz."""

import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from prefixkv_teach.draw.dot import render_svg
from prefixkv_teach.draw.safe import columns, dot_text, html_text, plain_text, shorten

HOSTILE = [
    "<", ">", '"', "'", "&", "\\", "\\N", "\\\\", "\\\\N\\", "\x00", "%", "]]>", "-->", "<!--", "{a|b}", "&copy;",
    "&#60;", "<|system|>", "<b>x</b>", "</svg><script>alert(1)</script>", "<s>", "👨‍👩‍👧", "e\u0301", "\ud800",
    "\udfff", "\ufffe", "\u202e", "\u2066", "مرحبا", "שלום (1)", "\r\n", "\t", " ", "  ", "\u0085", "\u2028", "𐐀",
]  # fmt: skip
texts = st.lists(st.sampled_from(HOSTILE) | st.text(st.characters(exclude_categories=())), max_size=8).map("".join)


class _Reader(HTMLParser):
    """Collects what a browser would see."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, list[tuple[str, str | None]]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, attrs))

    def handle_data(self, data: str) -> None:
        self.text += data


@given(texts)
def test_html_reads_back_the_plain_text_and_no_tag(text: str) -> None:
    reader = _Reader()
    reader.feed(f'<p title="{html_text(text)}">{html_text(text)}</p>')
    reader.close()
    assert reader.tags == [("p", [("title", plain_text(text))])]
    assert reader.text == plain_text(text)


@given(texts)
def test_it_may_stand_in_xml(text: str) -> None:
    node = ElementTree.fromstring(f'<text title="{html_text(text)}">{html_text(text)}</text>')
    assert node.text in (plain_text(text), None) and node.get("title") == plain_text(text)


@given(texts)
def test_plain_text_is_one_line_that_can_be_stored_and_seen(text: str) -> None:
    plain = plain_text(text)
    plain.encode("utf-8")
    assert len(plain.splitlines()) <= 1
    assert plain == plain.strip(" ") and "  " not in plain
    # Marks that turn text around come in pairs, and only from us.
    assert not set(plain) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u200e\u200f")
    assert plain.count("\u2068") == plain.count("\u2069") <= 1


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126)))
def test_what_can_be_seen_already_is_not_touched(text: str) -> None:
    assert plain_text(text) == text


def test_text_from_right_to_left_is_isolated() -> None:
    assert plain_text("שלום") == "\u2068שלום\u2069"


@given(texts, st.integers(1, 40))
def test_a_limit_holds(text: str, at_most: int) -> None:
    plain = plain_text(text, at_most).strip("\u2068\u2069")
    assert len(plain) <= at_most
    full = plain_text(text).strip("\u2068\u2069")
    head, _, tail = plain.partition("…")
    assert plain == full or (full.startswith(head) and full.endswith(tail)) or "…" in text


@given(st.text("ab", max_size=50), st.integers(-1, 60))
def test_shorten_keeps_start_and_end(text: str, at_most: int) -> None:
    short = shorten(text, at_most)
    if len(text) <= at_most:
        assert short == text
    else:
        head, tail = short.split("…")
        assert text.startswith(head) and text.endswith(tail) and len(short) == max(1, at_most)


@pytest.mark.parametrize("whole", ["👨‍👩‍👧", "👍🏽", "e\u0301"])
def test_shorten_does_not_cut_a_sign_in_two(whole: str) -> None:
    text = "abc" + whole * 6 + "xyz"
    for at_most in range(1, len(text)):
        head, tail = shorten(text, at_most).split("…")
        for kept in (head, tail):
            assert not kept.replace(whole, "").strip("abcxyz"), (at_most, kept)


def test_a_very_long_text_gives_the_same_as_shortening_all_of_it() -> None:
    text = " ab" + "x" * 5_000 + "\ncd "
    assert plain_text(text, 20) == shorten(plain_text(text), 20)


@given(texts)
@example('"\\')
@example("\\")
def test_dot_text_cannot_leave_its_label(text: str) -> None:
    safe = dot_text(text)
    assert not set(safe) & set('<>"\n\0')
    assert (len(safe) - len(safe.rstrip("\\"))) % 2 == 0


def test_graphviz_draws_every_hostile_text_as_it_is() -> None:
    nodes = "\n".join(f'n{number} [label="{dot_text(text)}"]' for number, text in enumerate(HOSTILE))
    svg = ElementTree.fromstring(render_svg(f"digraph {{ {nodes} }}"))
    drawn = ["".join(text.itertext()) for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert [text.replace("\u00a0", " ") for text in drawn] == [plain_text(text) for text in HOSTILE]


@given(texts)
def test_columns_is_at_most_two_for_a_character(text: str) -> None:
    assert 0 <= columns(text) <= 2 * len(text)
    assert columns(text + "寒a\u200d") == columns(text) + 3
