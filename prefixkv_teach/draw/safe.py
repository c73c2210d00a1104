"""The one place through which every text that a user typed goes on its way into a picture.

A prompt may hold anything: `<|system|>`, a script tag, a NUL, half an emoji, a sign that turns text around.
First `plain_text` makes a harmless line of it in which everything can be seen; then `html_text` or `dot_text`
escapes what the picture's language would read as its own.
"""

import html
import re
import unicodedata
from functools import lru_cache

_NAMED = {"\n": "↵", "\t": "⇥", "\x7f": "␡"}
# What has no picture of its own: control characters, marks that turn the direction of text or draw nothing,
# halves of a surrogate pair, and what XML does not allow. The joiners U+200C and U+200D stay: emoji and
# Persian need them.
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U000e0000-\U000e0fff]"
)
_OPEN_SPACES = re.compile("^ +| +$| {2,}")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"


def html_text(text: str, at_most: int | None = None) -> str:
    """Make a text safe between the tags of HTML or SVG, and inside a quoted attribute.

    Args:
        text: anything.
        at_most: characters to keep; a longer text is shortened in the middle.

    Example:
        >>> html_text("<|system|>"), html_text('a "b" & c'), html_text("two  spaces\\n")
        ('&lt;|system|&gt;', 'a &quot;b&quot; &amp; c', 'two␣␣spaces↵')
    """
    return html.escape(plain_text(text, at_most), quote=True)


def dot_text(text: str, at_most: int | None = None) -> str:
    """Make a text safe inside a Graphviz label: nothing in it is read as HTML, as an escape or as the end.

    Args:
        text: anything.
        at_most: characters to keep; a longer text is shortened in the middle.

    Example:
        >>> print(dot_text("<s>"), dot_text(r"\\N"), dot_text('say "hi"'))
        &lt;s&gt; \\\\N say &quot;hi&quot;
    """
    # Graphviz decodes entities in labels, so no bracket and no quote of the user stands in the DOT source.
    return html.escape(plain_text(text, at_most), quote=True).replace("\\", "\\\\")


def plain_text(text: str, at_most: int | None = None) -> str:
    """Make one line of a text in which everything can be seen, and which cannot turn its neighbours around.

    Newline, tab, control characters, and spaces at an end or side by side get a visible sign. Text that runs
    from right to left is put between isolating marks, so that the words beside it stay where they are.

    Args:
        text: anything.
        at_most: characters to keep (the two isolating marks not counted); a longer text is shortened in the
            middle.

    Example:
        >>> plain_text("one\\ttwo\\x00"), plain_text(" a"), plain_text("a\\u202eb"), plain_text("abcdefgh", 6)
        ('one⇥two␀', '␣a', 'a⟨U+202E⟩b', 'abc…gh')
    """
    if at_most is not None and len(text) > 2 * at_most:
        # Every character gives at least one, so the middle of a very long text is never looked at.
        head, tail = text[: at_most + 1], text[len(text) - at_most :]
        seen = _show(head) + " " + _show(tail)
    else:
        seen = _show(text)
    if at_most is not None:
        seen = shorten(seen, at_most)
    return f"{_ISOLATE}{seen}{_END_ISOLATE}" if _RIGHT_TO_LEFT.search(seen) else seen


def shorten(text: str, at_most: int) -> str:
    """Shorten a text with … in its middle: prompts that share a start differ at the end.

    Args:
        text: any text.
        at_most: characters to keep, the … included; below 1 counts as 1.

    Example:
        >>> shorten("The room was noisy and cold", 16), shorten("cold", 16)
        ('The room …d cold', 'cold')
    """
    if len(text) <= at_most:
        return text
    keep = max(0, at_most - 1)
    head, tail = keep - keep * 2 // 5, keep * 2 // 5
    start = len(text) - tail
    # Do not cut a letter from its accent or an emoji from its other half.
    while head and _belongs_together(text, head):
        head -= 1
    while start < len(text) and _belongs_together(text, start):
        start += 1
    return text[:head] + "…" + text[start:]


def _belongs_together(text: str, cut: int) -> bool:
    after, before = text[cut], text[cut - 1]
    joined = "\u200d" in (after, before) or "\U0001f3fb" <= after <= "\U0001f3ff"
    return joined or unicodedata.category(after).startswith("M")


def _show(text: str) -> str:
    return _OPEN_SPACES.sub(lambda spaces: "␣" * len(spaces[0]), _UNSEEN.sub(_sign, text))


def _sign(match: re.Match[str]) -> str:
    character = match[0]
    if character < " ":
        return _NAMED.get(character, chr(0x2400 + ord(character)))
    return _NAMED.get(character, f"⟨U+{ord(character):04X}⟩")


def columns(text: str) -> int:
    """Count columns in a monospaced face: two for a wide sign, none for a joiner or an accent.

    Example:
        >>> columns("cold"), columns("寒い"), columns("e\\u0301")
        (4, 4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(map(_columns_of, text))


@lru_cache(maxsize=4096)
def _columns_of(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 1 + (unicodedata.east_asian_width(sign) in "WF")
