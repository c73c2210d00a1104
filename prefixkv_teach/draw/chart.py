"""Live pages after each prompt, one stepped line per method."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from prefixkv_teach.draw.parts import many, view
from prefixkv_teach.draw.safe import html_text
from prefixkv_teach.draw.scale import round_up, ticks
from prefixkv_teach.run import METHODS, Run

HEIGHT = 160  # pixels; the width is the box's own, so that text keeps its size
_WIDE = 1000  # units across, stretched to the box
_COLUMNS = 500  # at most so many steps are drawn
_LABEL_GAP = 17  # pixels between two labels
_TICKS = 10


class _Line(NamedTuple):
    methods: list[str]
    values: list[int]


def live_chart(runs: Iterable[Run], position: int | None = None, method: str | None = None) -> str:
    """Draw how many pages are live after each prompt, one stepped line per method.

    Args:
        runs: runs of the same prompts, one per method.
        position: the moment shown, by position; the chosen line gets a dot there.
        method: the chosen method: its line is thick and in the accent colour.

    Returns:
        HTML and SVG, styled by `theme_css`. Methods whose lines are one and the same share it, and their
        labels say so. Of more than 500 moments the highest of each group is drawn.

    Raises:
        IndexError: no such position.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> from prefixkv_teach.run import execute
        >>> live_chart([execute(plan_tokens([[1, 2], [1, 3]]))]).count("<li")
        1
    """
    runs = list(runs)
    lines = _distinct(runs)
    moments = max((len(line.values) for line in lines), default=0)
    if not moments:
        return view(
            "pk-chart",
            "Live pages after each prompt",
            "No prompt yet.",
            '<p class="pk-note">No prompt yet.</p>',
        )
    if position is not None and not 0 <= position < moments:
        raise IndexError(f"position is {position}; the positions of these runs are 0 to {moments - 1}")
    top = round_up(max(1, *(max(line.values) for line in lines)))
    # The chosen line is drawn last, so that it lies on top.
    drawn = sorted(lines, key=lambda line: method in line.methods)
    paths = "".join(_path(line, _dash(line, lines), top, method) for line in drawn)
    grid = "".join(
        f'<path class="pk-grid" d="M0 {_y(v, top):.1f}H{_WIDE}" vector-effect="non-scaling-stroke"/>'
        for v in ticks(top)
    )
    box = f'viewBox="0 0 {_WIDE} {HEIGHT}" preserveAspectRatio="none" aria-hidden="true"'
    plot = f"<svg {box}>{grid}{paths}</svg>"
    body = (
        plot + _ticks(runs[0], moments, top) + _dot(lines, position, method, moments, top) + _ends(lines, top, method)
    )
    said = "; ".join(f"{METHODS[m]}: {_say(line.values)}" for line in lines for m in line.methods)
    label = f"Live pages after each of {many(moments, 'prompt')}. {said}."
    return view(
        "pk-chart",
        "Live pages after each prompt",
        label,
        f'<div class="pk-plot">{body}</div>',
        legend="from left to right: the prompts in order",
    )


def _distinct(runs: Sequence[Run]) -> list[_Line]:
    """Methods that keep the same number of pages at every moment share one line, with one label."""
    lines: dict[tuple[int, ...], _Line] = {}
    for run in runs:
        values = tuple(moment.live_pages for moment in run.moments)
        lines.setdefault(values, _Line([], list(values))).methods.append(run.method)
    return list(lines.values())


def _path(line: _Line, dash: int, top: int, method: str | None) -> str:
    count = len(line.values)
    step = -(-count // _COLUMNS)
    heights = [_y(max(line.values[k : k + step]), top) for k in range(0, count, step)]
    parts = [f"M0 {heights[0]:.1f}"]
    for k, height in enumerate(heights):
        if k and height != heights[k - 1]:
            parts.append(f"V{height:.1f}")
        parts.append(f"H{min(count, (k + 1) * step) * _WIDE / count:.1f}")
    chosen = method in line.methods
    kind = "pk-line pk-chosen" if chosen else f"pk-line pk-dash{dash}"
    return f'<path class="{kind}" d="{"".join(parts)}"/>'


def _dash(line: _Line, lines: Sequence[_Line]) -> int:
    return lines.index(line) % 5


def _ends(lines: Sequence[_Line], top: int, method: str | None) -> str:
    """Labels at the lines' ends, pushed apart where two would meet, each with a lead to its line."""
    ends = sorted(((_y(line.values[-1], top), line) for line in lines), key=lambda end: (end[0], -end[1].values[0]))
    names = [(y, line, name) for y, line in ends for name in line.methods]
    places = _push_apart([y for y, _, _ in names])
    leads, labels = [], []
    for (y, line, name), place in zip(names, places, strict=True):
        leads.append(f'<path class="pk-lead" d="M2 {y:.1f}L22 {place:.1f}"/>')
        same = " (same)" if name != line.methods[0] else ""
        chosen = ' class="pk-chosen"' if name == method else ""
        sample = f'<svg viewBox="0 0 28 8" aria-hidden="true">{_sample(line, lines, method)}</svg>'
        labels.append(f'<li{chosen} style="top:{place:.1f}px">{sample}{html_text(METHODS[name])}{same}</li>')
    return (
        f'<svg class="pk-leads" viewBox="0 0 24 {HEIGHT}" aria-hidden="true">{"".join(leads)}</svg>'
        f'<ul class="pk-ends">{"".join(labels)}</ul>'
    )


def _sample(line: _Line, lines: Sequence[_Line], method: str | None) -> str:
    kind = "pk-chosen" if method in line.methods else f"pk-dash{_dash(line, lines)}"
    return f'<path class="pk-line {kind}" d="M0 4H28"/>'


def _push_apart(wanted: Sequence[float]) -> list[float]:
    """Move sorted places until neighbours are `_LABEL_GAP` apart, staying near where they belong."""
    places: list[float] = []
    for y in wanted:
        places.append(max(y, places[-1] + _LABEL_GAP) if places else y)
    # What ran over the lower edge goes up again, and takes its neighbours along.
    limit = HEIGHT + 6.0
    for k in reversed(range(len(places))):
        places[k] = min(places[k], limit)
        limit = places[k] - _LABEL_GAP
    return places


def _dot(lines: Sequence[_Line], position: int | None, method: str | None, moments: int, top: int) -> str:
    chosen = [line for line in lines if method in line.methods]
    if position is None or not chosen:
        return ""
    left = 100 * (position + 0.5) / moments
    value = chosen[0].values[position]
    where = f"left:{left:.2f}%;top:{_y(value, top):.1f}px"
    return f'<span class="pk-dot" style="{where}" title="{many(value, "page")}"></span>'


def _ticks(run: Run, moments: int, top: int) -> str:
    every = -(-moments // _TICKS)
    below = "".join(
        f'<span class="pk-tick pk-x" style="left:{100 * (k + 0.5) / moments:.2f}%">{run.plan.order[k]}</span>'
        for k in range(0, moments, every)
    )
    beside = "".join(f'<span class="pk-tick pk-y" style="top:{_y(v, top):.1f}px">{v:,}</span>' for v in ticks(top))
    return below + beside


def _y(value: int, top: int) -> float:
    return HEIGHT * (1 - value / top)


def _say(values: Sequence[int]) -> str:
    return f"at most {max(values)}, {values[-1]} at the end"
