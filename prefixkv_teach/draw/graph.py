"""The tree as a Graphviz graph, in readable light colours of its own: for a file, or for a bare notebook."""

import html
from collections import defaultdict
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from prefixkv_teach.draw.dot import tell_graphviz
from prefixkv_teach.draw.parts import many
from prefixkv_teach.draw.safe import columns, dot_text
from prefixkv_teach.draw.shape import Fold, Shape, depths, fold_tree, short_pages
from prefixkv_teach.draw.theme import LIGHT, PALETTE, colour_class, edge_colour, fill_colour, mix
from prefixkv_teach.plan import PrefixPlan, check_plan
from prefixkv_teach.run import Run

if TYPE_CHECKING:
    import graphviz

FONT_SIZE = 13
WORDS_AT_MOST = 28
GAP = "\u00a0\u00a0"
_THIN, _THICK = "1.3", "3"


def draw_tree(plan: PrefixPlan, run: Run | None = None, position: int | None = None) -> "graphviz.Digraph":
    """Draw the tree (article: "create the tree") as a Graphviz graph.

    A node shows a prompt's number, its words, and the pages it borrows and owns; an arrow shows how many
    tokens are reused. Of a tree with more than 300 prompts the top is drawn and the rest is folded, and the
    picture says so.

    Args:
        plan: whose tree.
        run: an execution of it, when a moment is to be shown.
        position: the moment's position in the order: its prompt is outlined, those after it are faded. None
            shows the whole plan.

    Returns:
        A `graphviz.Digraph`: a notebook shows it, ``.source`` is its DOT, ``.pipe(format="svg")`` renders it.

    Raises:
        IndexError: no moment stands at `position`. ValueError: `run` is a run of other prompts.

    Example:
        >>> from prefixkv_teach.plan import make_plan
        >>> tree = draw_tree(make_plan(["The room was clean", "The room was noisy"]))
        >>> "n0 -> n1" in tree.source, "2 tokens" in tree.source
        (True, True)
    """
    import graphviz

    check_moment(plan, run, position)
    tell_graphviz()
    shape = fold_tree(plan)
    # `ordering` keeps a prompt's children from top to bottom as they stand in the order.
    graph = {"rankdir": "LR", "ordering": "out", "nodesep": "0.2", "ranksep": "0.1", "pad": "0.05"}
    node = {"shape": "box", "style": "rounded,filled", "fontname": "Courier", "fontsize": str(FONT_SIZE)}
    node |= {"margin": "0.14,0.07", "height": "0.53"}
    edge = {"fontname": "Courier", "fontsize": str(FONT_SIZE - 1), "arrowsize": "0.7"}
    edge |= {"headport": "w", "color": LIGHT.soft, "fontcolor": LIGHT.soft}
    tree = graphviz.Digraph("tree", graph_attr=graph, node_attr=node, edge_attr=edge)
    if shape.folds:
        tree.attr(label=say_folded(plan, shape), labelloc="t", labeljust="l", fontname="Courier")
    lines = {prompt: _lines(plan, prompt) for prompt in shape.prompts}
    widths = _widths(plan, lines)
    for prompt in shape.prompts:
        at = plan.position_of[prompt]
        _add_prompt(tree, plan, prompt, lines[prompt], widths[prompt], state_class(range(at, at + 1), position))
    for fold in shape.folds:
        _add_fold(tree, fold, state_class(fold.positions, position))
    _keep_roots_in_order(tree, plan, shape)
    return tree


def check_moment(plan: PrefixPlan, run: Run | None, position: int | None) -> None:
    """Raise where there is no such moment: an IndexError, or a ValueError for a run of other prompts.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> check_moment(plan_tokens([[1]]), None, 0)
    """
    check_plan(plan)
    if run is not None and run.plan.order != plan.order:
        raise ValueError("run is a run of other prompts than plan's; expected execute(plan, ...)")
    if position is not None and not 0 <= position < len(plan.order):
        have = f"0 to {len(plan.order) - 1}" if plan.order else "none, since there is no prompt"
        raise IndexError(f"position is {position}; the positions of this plan are {have}. None shows the whole plan.")


def state_class(positions: range, position: int | None) -> str:
    """Return the class, after a space, of what stands at some positions, in the moment at `position`.

    Example:
        >>> state_class(range(2, 3), 2), state_class(range(2, 3), 1), state_class(range(2, 3), None)
        (' pk-now', ' pk-later', '')
    """
    if position is None:
        return ""
    if position in positions:
        return " pk-now"
    return " pk-later" if positions.start > position else ""


def say_folded(plan: PrefixPlan, shape: Shape) -> str:
    """Say that a picture does not draw every prompt one by one.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> plan = plan_tokens([[1], [2], [3], [4]])
        >>> say_folded(plan, fold_tree(plan, 3))
        '2 of 4 prompts are drawn one by one; the rest are folded.'
    """
    shown = f"{len(shape.prompts):,} of {len(plan.order):,} prompts"
    return f"{shown} are drawn one by one; the rest are folded."


def say_fold(fold: Fold) -> tuple[str, str]:
    """Say in two lines what is folded.

    Example:
        >>> say_fold(Fold(0, range(1, 58), 3, 1234)), say_fold(Fold(None, range(9, 19), 7, 20))[0]
        (('… 57 prompts below', '\xa0\xa0reuse 1,234 tokens'), '… 7 more roots, 3 prompts below them')
    """
    count = len(fold.positions)
    if fold.parent is None:
        below = f", {many(count - fold.children, 'prompt')} below them" if count > fold.children else ""
        first = f"… {fold.children:,} more root{'s' * (fold.children != 1)}{below}"
    else:
        first = f"… {many(count, 'prompt')} below"
    return first, f"{GAP}reuse {many(fold.reused_tokens, 'token')}"


def say_pages_of(plan: PrefixPlan, prompt: int) -> str:
    """Say in few signs which pages a prompt borrows and owns.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> say_pages_of(plan_tokens([[1, 2, 3, 4], [1, 2, 3, 5]]), 1)
        'borrows p0 · owns p2'
    """
    borrowed, owned = plan.borrowed_pages(prompt), plan.owned_pages(prompt)
    return (f"borrows {short_pages(borrowed)} · " if borrowed else "") + f"owns {short_pages(owned)}"


def _add_prompt(
    tree: "graphviz.Digraph", plan: PrefixPlan, prompt: int, lines: tuple[str, str], width: str, state: str
) -> None:
    first, second = lines
    paint = _paint(prompt % len(PALETTE), state) | {"width": width, "id": f"n{prompt}"}
    # "class" is a word of Python, so it cannot be written as a keyword argument.
    paint["class"] = f"pk-node {colour_class(prompt)}{state}"
    tree.node(f"n{prompt}", f"{first}\\l{second}\\l", **paint)
    at = plan.position_of[prompt]
    lender = plan.parent[at]
    if lender is not None:
        named = {"id": f"e{prompt}", "class": f"pk-link {colour_class(prompt)}{state}"}
        tree.edge(f"n{lender}", f"n{prompt}", f" {many(plan.shared[at], 'token')} ", **named)


def _add_fold(tree: "graphviz.Digraph", fold: Fold, state: str) -> None:
    name, lines = f"f{fold.positions.start}", say_fold(fold)
    paint = {"fillcolor": LIGHT.paper, "color": LIGHT.soft, "fontcolor": LIGHT.soft, "style": "rounded,dotted"}
    paint |= {"penwidth": _THICK if state == " pk-now" else _THIN, "width": _inches(max(map(columns, lines)))}
    paint |= {"id": name, "class": f"pk-node pk-fold{state}"}
    tree.node(name, "".join(f"{line}\\l" for line in lines), **paint)
    if fold.parent is not None:
        tree.edge(f"n{fold.parent}", name, **{"id": f"e{name}", "class": f"pk-link pk-fold{state}"})


@lru_cache(maxsize=3 * len(PALETTE))
def _paint(colour: int, state: str) -> dict[str, str]:
    if state == " pk-later":
        faded = mix(edge_colour(colour), LIGHT.paper, 0.5)
        return {"fillcolor": LIGHT.paper, "color": faded, "fontcolor": LIGHT.soft, "penwidth": _THIN}
    paint = {"fillcolor": fill_colour(colour), "color": edge_colour(colour), "fontcolor": LIGHT.ink}
    return paint | {"penwidth": _THICK if state == " pk-now" else _THIN}


def _keep_roots_in_order(tree: "graphviz.Digraph", plan: PrefixPlan, shape: Shape) -> None:
    """Hold the roots from top to bottom as they stand in the order: Graphviz by itself puts them anywhere."""
    names = [f"n{prompt}" for prompt in shape.prompts if plan.parent[plan.position_of[prompt]] is None]
    names += [f"f{fold.positions.start}" for fold in shape.folds if fold.parent is None]
    with tree.subgraph(graph_attr={"rank": "same"}) as roots:
        for one, other in pairwise(names):
            roots.edge(one, other, style="invis")


def _widths(plan: PrefixPlan, lines: dict[int, tuple[str, str]]) -> dict[int, str]:
    """Width in inches of each prompt's node: all nodes that stand equally deep are equally wide."""
    depth, widest = depths(plan), defaultdict[int, int](int)
    for prompt, both in lines.items():
        taken = max(columns(html.unescape(line)) for line in both)
        at = depth[plan.position_of[prompt]]
        widest[at] = max(widest[at], taken)
    return {prompt: _inches(widest[depth[plan.position_of[prompt]]]) for prompt in lines}


def _inches(taken: int) -> str:
    return f"{taken * 0.6 * FONT_SIZE / 72 + 0.3:.3f}"


def _lines(plan: PrefixPlan, prompt: int) -> tuple[str, str]:
    """The two lines of a node, safe in DOT."""
    # SVG drops plain spaces at the start of a line, and one of two that stand side by side.
    indent = GAP[:1] * len(str(prompt)) + GAP
    words = dot_text(plan.prompts[prompt] or "(empty)", WORDS_AT_MOST)
    return f"{prompt}{GAP}{words}", indent + say_pages_of(plan, prompt)
