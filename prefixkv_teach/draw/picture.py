"""A picture to stand in a notebook by itself: the static one beside each widget, one for each step."""

import re
from dataclasses import dataclass
from html import escape, unescape

from prefixkv_teach.draw.dot import DotError
from prefixkv_teach.draw.ids import token_list
from prefixkv_teach.draw.order import order_view
from prefixkv_teach.draw.outline import text_tree
from prefixkv_teach.draw.parts import view
from prefixkv_teach.draw.safe import html_text
from prefixkv_teach.draw.strips import token_strips
from prefixkv_teach.draw.theme import theme_css
from prefixkv_teach.draw.tree import tree_svg
from prefixkv_teach.plan import PrefixPlan
from prefixkv_teach.run import Run, execute

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
    return view("pk-text", "The tree as text", "The tree as text, one prompt a line.", body)


def tree_view(plan: PrefixPlan, run: Run | None = None, position: int | None = None) -> str:
    """Draw the tree, or say why it cannot be drawn: a missing `dot` must not take the other pictures along.

    Args and returns as for `tree_svg`; it raises no `DotError`.

    Example:
        >>> from prefixkv_teach.plan import make_plan
        >>> "The room was clean" in tree_view(make_plan(["The room was clean"]))
        True
    """
    try:
        return tree_svg(plan, run, position)
    except DotError as error:
        note = f'<p class="pk-note">{html_text(str(error))}</p>'
        return view("pk-tree-missing", "The tree: who borrows from whom", "The tree cannot be drawn here.", note)


def step_view(plan: PrefixPlan, step: str) -> str:
    """Draw one step of the article: what it makes of the prompts, and nothing that a later step adds.

    Args:
        plan: whose step.
        step: "Ids", "Sort", "Share", "Round", "Link" or "Run" (the whole plan, before the first moment).

    Returns:
        HTML, styled by `theme_css`.

    Raises:
        ValueError: `step` is none of these.

    Example:
        >>> from prefixkv_teach.plan import make_plan
        >>> "<svg" in step_view(make_plan(["The room was clean", "The room was noisy"]), "Link")
        True
    """
    if step == "Ids":
        return token_list(plan)
    if step == "Sort":
        return order_view(plan)
    strips = token_strips(execute(plan), step=step)
    return strips + tree_view(plan) + outline_view(plan) if step in ("Link", "Run") else strips
