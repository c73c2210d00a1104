"""Everything in one HTML file that needs no kernel and loads nothing: to mail, to print, to keep."""

from collections.abc import Sequence

from prefixkv_teach.draw.chart import live_chart
from prefixkv_teach.draw.counts import count_table
from prefixkv_teach.draw.export_page import PAGE
from prefixkv_teach.draw.order import order_view
from prefixkv_teach.draw.parts import check_position, many
from prefixkv_teach.draw.picture import outline_view
from prefixkv_teach.draw.pool import page_pool
from prefixkv_teach.draw.safe import html_text
from prefixkv_teach.draw.savings import meters, peak_table
from prefixkv_teach.draw.sentence import sentence_box
from prefixkv_teach.draw.strips import token_strips
from prefixkv_teach.draw.theme import theme_css
from prefixkv_teach.draw.tree import tree_svg
from prefixkv_teach.plan import PrefixPlan
from prefixkv_teach.run import METHODS, Run, execute

FRAMES = 200
_FRAME_BYTES = 6_000_000  # all moments together; a file that opens in a blink matters more than the last moment


def whole_view(
    plan: PrefixPlan,
    method: str = "count_readers",
    position: int = 0,
    title: str = "Prefix indexing in KV caching",
) -> str:
    """Return a whole plan and its run as one self-contained HTML file with a small player.

    Args:
        plan: what to show.
        method: how to run it, one of `METHODS`.
        position: the moment shown first, by position.
        title: stands at the top; plain text.

    Returns:
        An HTML document: nothing in it is loaded from anywhere. Of a long run, as many moments as fit into a
        few megabytes are in the file, and it says which.

    Raises:
        ValueError: no such method. IndexError: no such position (an empty plan has none, and needs none).

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> page = whole_view(plan_tokens([[1, 2, 3, 4], [1, 2, 3, 5]]))
        >>> page.startswith("<!doctype html>"), page.count('class="pk-frame"')
        (True, 2)
    """
    runs = [execute(plan, name) for name in METHODS]
    run = next((run for run in runs if run.method == method), None) or execute(plan, method)
    if run.moments:
        check_position(run, position)
    said = (
        f"{many(len(plan.order), 'prompt')}, page size {plan.page_size}, cap {'on' if plan.cap else 'off'}, "
        f"method: {METHODS[method]}."
    )
    parts = {
        "TITLE": html_text(title),
        "STYLE": theme_css(),
        "SAID": html_text(said),
        "SUMS": meters(plan) + peak_table(runs, method),
        "STEPS": _steps(plan, run),
        "PLAYER": _player(run, runs, position),
        "OUTLINE": outline_view(plan),
    }
    # One pass over the template: what a part contains is never searched for the name of another.
    return "".join(parts.get(piece, piece) for piece in PAGE)


def _steps(plan: PrefixPlan, run: Run) -> str:
    # The baseline without sharing changes the plan; the steps show the plan that was asked for.
    shown = run if run.plan is plan else execute(plan)
    strips = "".join(token_strips(shown, step=step) for step in ("Share", "Round", "Link"))
    return order_view(plan) + strips + count_table(plan)


def _player(run: Run, runs: Sequence[Run], position: int) -> str:
    if not run.moments:
        return token_strips(run)
    count = len(run.moments)
    shown = _which_frames(count, position, len(_frame(run, runs, position)))
    frames = "".join(
        f'<div class="pk-frame" data-moment="{k}"{"" if k == position else " hidden"}>{_frame(run, runs, k)}</div>'
        for k in shown
    )
    note = ""
    if len(shown) < count:
        said = f"Moments {shown.start + 1:,} to {shown.stop:,} of {count:,} are in this file"
        note = f'<p class="pk-note">{said}; all of them would make it too large.</p>'
    ends = f'min="{shown.start}" max="{shown.stop - 1}" value="{position}"'
    controls = (
        '<div class="pk-controls" hidden><button type="button" data-go="-1">Back</button>'
        '<button type="button" data-go="1">Next</button><button type="button" data-play>Play</button>'
        f'<input type="range" {ends} aria-label="Moment">'
        f'<output class="pk-num">{position + 1} of {count}</output></div>'
    )
    return f'<section class="pk-player" data-moments="{count}">{controls}{note}{frames}</section>'


def _which_frames(moments: int, position: int, size: int) -> range:
    """Choose the moments that fit: the first ones, or those around the moment shown if it lies further on."""
    fit = max(1, min(FRAMES, moments, _FRAME_BYTES // max(1, size)))
    start = 0 if position < fit else min(position - fit // 2, moments - fit)
    return range(start, start + fit)


def _frame(run: Run, runs: Sequence[Run], position: int) -> str:
    return (
        sentence_box(run, position)
        + token_strips(run, position)
        + tree_svg(run.plan, run, position)
        + page_pool(run, position)
        + live_chart(runs, position, run.method)
    )
