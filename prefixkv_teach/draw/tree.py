"""The tree for our pages: Graphviz lays out a plan once, the theme colours it, and a class shows the moment.

Laying out takes many milliseconds, and a moment changes nothing but classes. So the SVG of a plan is cut
where those classes go, and a moment is a matter of joining strings.
"""

import re
from functools import lru_cache

from prefixkv_teach.draw.dot import render_svg
from prefixkv_teach.draw.graph import (
    FONT_SIZE,
    check_moment,
    draw_tree,
    say_fold,
    say_folded,
    say_pages_of,
    state_class,
)
from prefixkv_teach.draw.parts import many, view
from prefixkv_teach.draw.safe import html_text
from prefixkv_teach.draw.shape import Fold, fold_tree
from prefixkv_teach.draw.theme import colour_class
from prefixkv_teach.draw.tree_style import TREE_CSS
from prefixkv_teach.plan import PrefixPlan
from prefixkv_teach.run import Run

__all__ = ["TREE_CSS", "draw_tree", "tree_in_words", "tree_svg"]

SPOKEN_PROMPTS = 40


def tree_svg(plan: PrefixPlan, run: Run | None = None, position: int | None = None) -> str:
    """Draw the tree as SVG for a page that carries `theme_css`, in a box that scrolls sideways.

    Classes carry colour and moment; ``data-prompt`` marks a prompt as it does in every other picture. The SVG
    has no ids, so that two pictures in one page cannot clash.

    Args:
        plan: whose tree.
        run: an execution of it, when a moment is to be shown.
        position: the moment's position in the order; None shows the whole plan, with nothing faded.

    Returns:
        HTML, styled by `theme_css`.

    Raises:
        IndexError: no moment stands at `position`. ValueError: `run` is a run of other prompts.
        DotError: there is no program to lay the tree out, or it failed; the message says what to do.

    Example:
        >>> from prefixkv_teach.plan import make_plan
        >>> svg = tree_svg(make_plan(["The room was clean", "The room was noisy"]), position=0)
        >>> 'data-prompt="1"' in svg, "<?xml" in svg, svg.count("<svg")
        (True, False, 1)
    """
    check_moment(plan, run, position)
    if not plan.order:
        body = '<p class="pk-note">No prompt yet.</p>'
    else:
        words = f'<div class="pk-tree"><svg role="img" aria-label="{html_text(tree_in_words(plan, position))}"'
        parts = [
            words,
            *(part if isinstance(part, str) else state_class(part, position) for part in _lay_out(_Same(plan))),
        ]
        shape = fold_tree(plan)
        note = f'<p class="pk-note">{say_folded(plan, shape)}</p>' if shape.folds else ""
        body = f"{note}{''.join(parts)}</div>"
    legend = "an arrow: tokens reused" if any(plan.shared) else ""
    title = "The tree: who borrows from whom"
    return view("pk-tree-view", title, title, body, legend=legend)


def tree_in_words(plan: PrefixPlan, position: int | None = None) -> str:
    """Say the tree in words, for whoever cannot see it.

    Args:
        plan: whose tree; of a large one, the first 40 prompts in order.
        position: the moment shown, or None.

    Example:
        >>> from prefixkv_teach.plan import make_plan
        >>> tree_in_words(make_plan(["The room was clean", "The room was noisy"]), 1)
        'Tree of 2 prompts. Now: prompt 1. Prompt 0 is a root. Prompt 1 reuses 2 tokens of prompt 0.'
    """
    count = len(plan.order)
    parts = [f"Tree of {many(count, 'prompt')}"]
    if position is not None:
        parts.append(f"Now: prompt {plan.order[position]}")
    parts += [_say_link(plan, at) for at in range(min(count, SPOKEN_PROMPTS))]
    if count > SPOKEN_PROMPTS:
        parts.append(f"And {count - SPOKEN_PROMPTS:,} more")
    return ". ".join(parts) + "."


def _say_link(plan: PrefixPlan, position: int) -> str:
    prompt, lender = plan.order[position], plan.parent[position]
    if lender is None:
        return f"Prompt {prompt} is a root"
    return f"Prompt {prompt} reuses {many(plan.shared[position], 'token')} of prompt {lender}"


class _Same:
    """A plan told apart by identity: comparing all its tokens would take longer than looking it up saves."""

    def __init__(self, plan: PrefixPlan) -> None:
        self.plan = plan

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.plan is self.plan

    def __hash__(self) -> int:
        return id(self.plan)


_COMMENT = re.compile(r"<!--.*?-->\s*", re.DOTALL)
_HEAD = re.compile(
    r'.*?<svg [^>]*?viewBox="[\d.]+ [\d.]+ (?P<width>[\d.]+) (?P<height>[\d.]+)"(?P<spaces>[^>]*)>'
    r'\s*<g id="graph0"[^>]*?translate\((?P<x>[-\d.]+)[ ,]+(?P<y>[-\d.]+)\)"[^>]*>'
    r"\s*(?:<title>[^<]*</title>)?\s*(?:<polygon[^>]*/>)?",
    re.DOTALL,
)
_OPENING = re.compile(r'<g id="([nef]+)(\d+)" class="[^"]*">\s*<title>[^<]*</title>')
# Only in a node do two lines of text follow right on the outline.
_NODE = re.compile(
    r'(<path[^>]* d="([^"]*)"/>)\s*<text[^>]*? (font-[^>]*)>(\d*)(?:\s|&#160;)*([^<]*)</text>'
    r"\s*<text[^>]*>(?:\s|&#160;)*([^<]*)</text>"
)
_POINT = re.compile(r"(-?[\d.]+),(-?[\d.]+)")
# What the theme's style sheet says for every part: in the SVG it would double its size, at every keystroke.
_STYLED = re.compile(r' (?:font-family|font-size|fill|stroke|stroke-width|stroke-dasharray)="[^"]*"')
_CUT = "\x00"  # may not stand in XML, and no text of a user has one left


@lru_cache(maxsize=8)
def _lay_out(same: _Same) -> tuple[str | range, ...]:
    """Lay a plan out: the SVG after its ``<svg``, cut at each class by the positions that decide on it."""
    plan = same.plan
    folds = {fold.positions.start: fold for fold in fold_tree(plan).folds}
    tree = draw_tree(plan)
    tree.node_attr["fixedsize"] = "true"  # programs differ in how wide they think a sign is, and we have counted
    tree.attr(label="")  # what it says stands above the picture, where it does not scroll away
    svg = _COMMENT.sub("", render_svg(tree.source))
    left = min(float(point[0]) for node in _NODE.finditer(svg) for point in _POINT.findall(node[2]))
    svg = _HEAD.sub(lambda match: _head(match, left), svg, count=1)
    svg = _OPENING.sub(lambda match: _open(plan, folds, match[1], int(match[2])), svg)
    svg = _STYLED.sub("", _NODE.sub(_write, svg))
    parts: list[str | range] = []
    for number, part in enumerate(svg.split(_CUT)):
        parts.append(range(*map(int, part.split())) if number % 2 else part)
    return tuple(parts)


def _head(match: re.Match[str], left: float) -> str:
    """Begin the SVG at its leftmost node; one point of the layout is one pixel, never shrunk, to be readable."""
    width, height, x, y = (float(match[name]) for name in ("width", "height", "x", "y"))
    cut = max(0, left + x - 3)
    size = f'width="{width - cut:.0f}" height="{height:.0f}" viewBox="{cut:.2f} 0 {width - cut:.2f} {height:.2f}"'
    return f' {size}{match["spaces"]}><g transform="translate({x} {y})">'


def _open(plan: PrefixPlan, folds: dict[int, Fold], kind: str, number: int) -> str:
    """Open the group of a node (n), an arrow (e), a fold (f) or a fold's arrow (ef)."""
    look = "pk-link" if "e" in kind else "pk-node"
    if "f" in kind:
        positions, mark, said = folds[number].positions, "", " ".join(say_fold(folds[number]))
        look += " pk-fold"
    else:
        at = plan.position_of[number]
        positions, mark, said = range(at, at + 1), f' data-prompt="{number}"', _say_link(plan, at)
        look += f" {colour_class(number)}"
        if kind == "n":
            said = f"{said}; {say_pages_of(plan, number)}: {html_text(plan.prompts[number], 400)}"
    cut = f"{_CUT}{positions.start} {positions.stop}{_CUT}"
    return f'<g class="{look}{cut}"{mark}><title>{said}</title>'


def _write(match: re.Match[str]) -> str:
    """Write a node's two lines from its left edge on, with its number on a disc of its colour before them."""
    outline, points, font, number, first, second = match.groups()
    across, down = zip(*(map(float, point) for point in _POINT.findall(points)), strict=True)
    left, middle = min(across) + 10, (min(down) + max(down)) / 2
    written = [outline]
    if number:
        wide = len(number) * FONT_SIZE * 0.6 + 10
        disc = f'x="{left - 5:.2f}" y="{middle - 9:.2f}" width="{wide:.2f}" height="18" rx="9"'
        figures = f'x="{left + wide / 2 - 5:.2f}" y="{middle + 4.5:.2f}" text-anchor="middle"'
        written += [f'<rect class="pk-disc" {disc}/><text class="pk-number" {figures} {font}>{number}</text>']
        left += wide + 2
    for line, below in ((first, -3), (second, 12)):
        written.append(f'<text x="{left:.2f}" y="{middle + below:.2f}" {font}>{line}</text>')
    return "".join(written)
