"""A picture to stand in a notebook by itself: the static one beside each widget, and the outline as a view."""

import re
from dataclasses import dataclass
from html import escape, unescape

from prefixkv_teach.draw.outline import text_tree
from prefixkv_teach.draw.parts import view
from prefixkv_teach.draw.theme import theme_css
from prefixkv_teach.plan import PrefixPlan

LINES_SHOWN = 300


@dataclass(frozen=True)
class Picture:
    """HTML from this package's drawing functions, with its style sheet; a notebook shows it as a picture.

    Printed, or where pictures cannot be shown, it is the text that says the same.

    Example:
        >>> Picture('<div class="pk" role="img" aria-label="two prompts">...</div>')
        two prompts
    """

    html: str

    def _repr_html_(self) -> str:
        return f"<style>{theme_css()}</style>{self.html}"

    def __repr__(self) -> str:
        return "\n".join(unescape(label) for label in re.findall('aria-label="([^"]*)"', self.html))


def outline_view(plan: PrefixPlan) -> str:
    """Draw the tree as text, as `text_tree` writes it: at most 300 lines, and the rest counted in words.

    Returns:
        HTML, styled by `theme_css`.

    Example:
        >>> from prefixkv_teach.plan import make_plan
        >>> "Root Node" in outline_view(make_plan(["The room was clean"]))
        True
    """
    lines = text_tree(plan).splitlines()
    left_out = len(lines) - LINES_SHOWN
    note = f'<p class="pk-note">{left_out:,} more lines are not shown.</p>' if left_out > 0 else ""
    text = escape("\n".join(lines[:LINES_SHOWN])) or "No prompt yet."
    body = f'<pre class="pk-outline">{text}</pre>{note}'
    return view("pk-outline-view", "The tree as text", "The tree as text, one prompt a line", body)
