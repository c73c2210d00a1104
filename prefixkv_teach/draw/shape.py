"""The shape of the tree, for picture and outline: how deep each prompt stands, and what is folded."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from prefixkv_teach.plan import PrefixPlan

MOST_NODES = 300  # beyond this, laying the tree out takes longer than a keystroke may


@dataclass(frozen=True)
class Fold:
    """Prompts drawn as one node: the last children of one prompt and all below them, or the last roots.

    Attributes:
        parent: whose children they are, or None for roots.
        positions: where they stand in the order; a subtree always stands together there.
        children: how many of them are children of `parent`, or roots.
        reused_tokens: tokens that they reuse, together.
    """

    parent: int | None
    positions: range
    children: int
    reused_tokens: int


@dataclass(frozen=True)
class Shape:
    """What is drawn of a tree.

    Attributes:
        prompts: those drawn one by one, in order.
        folds: the rest, in order.
    """

    prompts: tuple[int, ...]
    folds: tuple[Fold, ...]


def depths(plan: PrefixPlan) -> tuple[int, ...]:
    """Return how deep each prompt stands below its root, by position; a root stands at 0.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> depths(plan_tokens([[1, 2], [1, 2, 3], [4]], page_size=1))
        (0, 1, 0)
    """
    depth: list[int] = []
    for lender in plan.parent:
        depth.append(0 if lender is None else depth[plan.position_of[lender]] + 1)
    return tuple(depth)


def fold_tree(plan: PrefixPlan, at_most: int = MOST_NODES) -> Shape:
    """Choose what to draw of a large tree: its top, level by level, and one node for each thing folded.

    Args:
        plan: whose tree.
        at_most: nodes to draw, the folded ones counted.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> fold_tree(plan_tokens([[1], [1, 2], [1, 2, 3], [4]], page_size=1), 3)
        Shape(prompts=(0, 3), folds=(Fold(parent=0, positions=range(1, 3), children=1, reused_tokens=3),))
    """
    if len(plan.order) <= at_most:
        return Shape(plan.order, ())
    stops = _subtree_stops(plan)
    roots = [prompt for prompt, lender in zip(plan.order, plan.parent, strict=True) if lender is None]
    shown: list[int] = []
    folds: list[Fold] = []
    waiting: deque[tuple[int | None, Sequence[int]]] = deque([(None, roots)])
    room = at_most - 1  # each waiting group holds one place, for the node that folds it if no more fits
    while waiting:
        lender, group = waiting.popleft()
        room += 1
        for place, prompt in enumerate(group):
            cost, others_follow = 1 + bool(plan.children[prompt]), place < len(group) - 1
            if cost + others_follow > room:
                folds.append(_fold(plan, lender, group[place:], stops))
                room -= 1
                break
            room -= cost
            shown.append(prompt)
            if plan.children[prompt]:
                waiting.append((prompt, plan.children[prompt]))
    shown.sort(key=plan.position_of.__getitem__)
    folds.sort(key=lambda fold: fold.positions.start)
    return Shape(tuple(shown), tuple(folds))


def short_pages(pages: Sequence[int]) -> str:
    """Name pages in few signs.

    Example:
        >>> short_pages([0, 3]), short_pages([0, 1, 2, 3, 7]), short_pages(range(0, 40, 2)), short_pages([])
        ('p0 p3', 'p0–p3 p7', 'p0 p2 p4 and 17 more', 'no page')
    """
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    words = []
    for run in runs[:3]:
        words += [f"p{run[0]}–p{run[-1]}"] if len(run) > 2 else [f"p{page}" for page in run]
    left_out = sum(map(len, runs[3:]))
    return " ".join(words) + (f" and {left_out} more" if left_out else "") or "no page"


def _subtree_stops(plan: PrefixPlan) -> list[int]:
    """Where the subtree that begins at each position ends in the order (half-open)."""
    stops = list(range(1, len(plan.order) + 1))
    for position in reversed(range(len(plan.order))):
        lender = plan.parent[position]
        if lender is not None:
            at = plan.position_of[lender]
            stops[at] = max(stops[at], stops[position])
    return stops


def _fold(plan: PrefixPlan, lender: int | None, group: Sequence[int], stops: Sequence[int]) -> Fold:
    first, last = plan.position_of[group[0]], plan.position_of[group[-1]]
    positions = range(first, stops[last])
    return Fold(lender, positions, len(group), sum(plan.shared[positions.start : positions.stop]))
