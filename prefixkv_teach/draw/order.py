"""The prompts as they were given and as they are sorted, side by side, with a line from each to its place."""

from collections.abc import Sequence

from prefixkv_teach.draw.parts import badge, many, pick, view
from prefixkv_teach.draw.safe import html_text
from prefixkv_teach.draw.theme import colour_class
from prefixkv_teach.plan import PrefixPlan
from prefixkv_teach.sentences import say_list

ROWS = 60
ROW_HEIGHT = 42  # pixels; css.py gives list items the same height, since the lines must meet them
_WIDTH = 72
_IDS = 16
_WORDS = 60


def order_view(plan: PrefixPlan) -> str:
    """Draw the prompts before and after sorting (article: "sort token ids").

    Args:
        plan: of more than 60 prompts, the first and last in order are drawn, and the others counted.

    Returns:
        HTML with SVG lines, styled by `theme_css`: prompt numbers on the left, positions on the right.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> order_view(plan_tokens([[2], [1]])).count('<path class="pk-cross')
        2
    """
    if not plan.order:
        return view("pk-order", "Given and sorted", "No prompt yet.", '<p class="pk-note">No prompt yet.</p>')
    positions = [position for one in pick(len(plan.order), ROWS) for position in one]
    after = [plan.order[position] for position in positions]
    before = sorted(after)
    left = "".join(f"<li>{badge(prompt)}{_words(plan, prompt)}</li>" for prompt in before)
    right = "".join(
        f'<li><span class="pk-pos">{position}</span>{badge(plan.order[position])}'
        f"{_words(plan, plan.order[position])}</li>"
        for position in positions
    )
    body = (
        f'<div class="pk-orders"><b>as given</b><span></span><b>sorted, by position</b>'
        f'<ol aria-label="as given">{left}</ol>{_lines(before, after)}'
        f'<ol aria-label="sorted">{right}</ol></div>'
    )
    left_out = len(plan.order) - len(after)
    if left_out:
        body += f'<p class="pk-note">{many(left_out, "prompt")} in the middle of the order left out here.</p>'
    label = f"Order: prompts {say_list(list(map(str, plan.order)), 12)}."
    return view("pk-order", "Given and sorted", label, body)


def _words(plan: PrefixPlan, prompt: int) -> str:
    ids = plan.token_ids[prompt]
    more = " …" if len(ids) > _IDS else ""
    said = html_text(plan.prompts[prompt], _WORDS) or "(empty)"
    return f'<span>{said}<br><span class="pk-ids">[{" ".join(map(str, ids[:_IDS]))}{more}]</span></span>'


def _lines(before: Sequence[int], after: Sequence[int]) -> str:
    """One curve per prompt, from its place on the left to its place on the right."""
    place = {prompt: index for index, prompt in enumerate(after)}
    height = ROW_HEIGHT * len(before)
    half = ROW_HEIGHT // 2
    curves = []
    for index, prompt in enumerate(before):
        start, end = index * ROW_HEIGHT + half, place[prompt] * ROW_HEIGHT + half
        middle = _WIDTH // 2
        curve = f"M4 {start}C{middle} {start} {middle} {end} {_WIDTH - 6} {end}"
        head = f"M{_WIDTH - 11} {end - 4}L{_WIDTH - 5} {end}L{_WIDTH - 11} {end + 4}"
        curves.append(f'<path class="pk-cross {colour_class(prompt)}" data-prompt="{prompt}" d="{curve}{head}"/>')
    size = f'viewBox="0 0 {_WIDTH} {height}" height="{height}" preserveAspectRatio="none"'
    return f'<svg {size} aria-hidden="true">{"".join(curves)}</svg>'
