"""Pictures of pages, times and ceilings, as SVG text. They draw what they are given and measure nothing."""

import html
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from prefixkv_teach.attention.borrowers import DecodeStep
from prefixkv_teach.attention.cost import Card, Cost, show_bytes, show_seconds
from prefixkv_teach.plan import PrefixPlan

# Text and lines take the page's own text colour (currentColor), which is right in light, dark and high-contrast
# themes; nothing has to be taken from `draw`, so this also runs where only torch is. These two grounds and lines
# (Okabe and Ito's blue and orange) stand out from a white and from a black page.
BLUE, ORANGE = "#2b8cc4", "#d87a1a"
FONT = 'font-family="system-ui, sans-serif" font-size="13"'
CELL, LEFT, TOP = 34, 64, 48
WIDTH, HEIGHT = 640, 320
PLOT_LEFT, PLOT_RIGHT, PLOT_TOP, PLOT_BOTTOM = 92, 620, 24, 262
MOST_ROWS, MOST_COLUMNS = 40, 60


class Chart(str):
    """SVG text that a notebook shows as a picture when it stands at the end of a cell.

    Example:
        >>> Chart("<svg></svg>")._repr_html_()
        '<svg></svg>'
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


class Point(NamedTuple):
    """One measured or computed point: a name, its cost, and the seconds it took or would take."""

    name: str
    cost: Cost
    seconds: float


def page_map(plan: PrefixPlan) -> Chart:
    """Draw every page table as a row, in the plan's order, darker where more prompts read the page.

    A shared page stands in the same column for all its readers, and they stand side by side in the order: each
    frame is one node of the tree, the pages that the same prompts read.

    Args:
        plan: the prompts and who shares what; the first 40 prompts and 60 pages are drawn.

    Example:
        >>> from prefixkv_teach.plan import make_plan
        >>> page_map(make_plan(["a b c", "a b d"])).count("<rect class='cell'")
        4
    """
    order = plan.order[:MOST_ROWS]
    columns = min(MOST_COLUMNS, max((len(plan.page_tables[prompt]) for prompt in order), default=0))
    most = max((len(readers) for readers in plan.page_readers), default=1)
    parts = [_text(LEFT, 16, "place in the page table"), _text(8, TOP - 10, "prompt")]
    step = 1 if columns <= 20 else 5
    parts += [_text(_x(at) + CELL / 2, TOP - 10, at, "middle") for at in range(0, columns, step)]
    for row, prompt in enumerate(order):
        parts.append(_text(LEFT - 12, _y(row) + CELL / 2 + 5, prompt, "end"))
        for column, page in enumerate(plan.page_tables[prompt][:columns]):
            parts.append(_cell(row, column, page, len(plan.page_readers[page]), most))
    parts += [_frame(*box) for box in _boxes(plan, order, columns)]
    left_out = len(plan.order) - len(order)
    if left_out:
        parts.append(_text(LEFT, _y(len(order)) + 20, f"... and {left_out} prompts more"))
    shared = sum(len(readers) > 1 for readers in plan.page_readers)
    label = (
        f"Page tables of {len(plan.order)} prompts, one row each, in the order. {plan.pages} pages, {shared} of them "
        f"read by more than one prompt, at most by {most if plan.pages else 0}; without sharing there "
        f"would be {plan.pages_without_sharing}."
    )
    return _svg(LEFT + max(columns, 5) * CELL + 12, _y(len(order)) + (30 if left_out else 10), label, parts)


def _cell(row: int, column: int, page: int, readers: int, most: int) -> str:
    # Never so strong that the page's number, in the page's text colour, could not be read on it.
    strength = 0.0 if readers == 1 else 0.15 + 0.35 * (readers - 1) / max(1, most - 1)
    box = f"x='{_x(column)}' y='{_y(row)}' width='{CELL}' height='{CELL}'"
    said = f"page {page}, read by {readers}"
    return (
        f"<rect class='cell' {box} fill='{BLUE}' fill-opacity='{strength:.2f}' stroke='currentColor' "
        f"stroke-opacity='0.25'><title>{said}</title></rect>"
        f"{_text(_x(column) + CELL / 2, _y(row) + CELL / 2 + 5, page, 'middle')}"
    )


def _boxes(plan: PrefixPlan, order: Sequence[int], columns: int) -> list[tuple[int, int, int, int]]:
    """The stretches of rows and columns that hold the same pages in every row: first row, rows, column, columns."""
    boxes: dict[tuple[int, int], list[int]] = {}
    row_of = {prompt: row for row, prompt in enumerate(order)}
    for page, readers in enumerate(plan.page_readers):
        rows = [row_of[prompt] for prompt in readers if prompt in row_of]
        if len(rows) > 1:
            column = plan.page_tables[readers[0]].index(page)
            if column < columns:
                boxes.setdefault((min(rows), len(rows)), []).append(column)
    return [(first, rows, min(at), max(at) - min(at) + 1) for (first, rows), at in boxes.items()]


def _frame(row: int, rows: int, column: int, columns: int) -> str:
    box = f"x='{_x(column)}' y='{_y(row)}' width='{columns * CELL}' height='{rows * CELL}'"
    return f"<rect class='node' {box} fill='none' stroke='{BLUE}' stroke-width='3'/>"


def borrowers_chart(steps: Sequence[DecodeStep], where: str) -> Chart:
    """Draw the time of a decode step against the number of borrowers, flat and over the tree, with a theory line.

    The theory is that time follows the bytes: the tree's bytes, at the pace at which the largest flat step
    read its own.

    Args:
        steps: from `time_borrowers`, by growing number of borrowers.
        where: what they were measured on, such as "one CPU thread".

    Raises:
        ValueError: there is no step.

    Example:
        >>> cost = Cost(causal_pairs=1, flops=1, kv_bytes=100, row_bytes=0)
        >>> chart = borrowers_chart([DecodeStep(1, cost, cost, 0.001, 0.001, 0.0)], "one thread")
        >>> "flat" in chart and "tree" in chart and "theory" in chart
        True
    """
    if not steps:
        raise ValueError("there is no step to draw; time_borrowers needs at least one number of borrowers.")
    counts = [step.borrowers for step in steps]
    pace = steps[-1].flat_seconds / steps[-1].flat.kv_bytes
    lines = [
        ("flat", [step.flat_seconds for step in steps], ORANGE, ""),
        ("tree", [step.tree_seconds for step in steps], BLUE, ""),
        ("tree, theory", [step.tree.kv_bytes * pace for step in steps], "currentColor", "6 5"),
    ]
    top = max(max(values) for _, values, _, _ in lines)

    def x(count: float) -> float:
        return PLOT_LEFT + (PLOT_RIGHT - 100 - PLOT_LEFT) * (count - counts[0]) / max(1, counts[-1] - counts[0])

    def y(seconds: float) -> float:
        return PLOT_BOTTOM - (PLOT_BOTTOM - PLOT_TOP) * seconds / top

    parts = _axes("borrowers of one prefix", f"time ({html.escape(where)})")
    parts += [_text(x(count), PLOT_BOTTOM + 20, count, "middle") for count in _spread(counts, x)]
    parts += [_text(PLOT_LEFT - 8, y(top * k / 2) + 5, show_seconds(top * k / 2), "end") for k in (1, 2)]
    places = _apart([y(values[-1]) for _, values, _, _ in lines])
    for (name, values, colour, dash), place in zip(lines, places, strict=True):
        parts.append(_line([(x(n), y(value)) for n, value in zip(counts, values, strict=True)], colour, dash))
        parts.append(_text(x(counts[-1]) + 12, place + 5, name))
    said = "; ".join(f"{name} from {show_seconds(v[0])} to {show_seconds(v[-1])}" for name, v, _, _ in lines)
    label = f"Time of a decode step, {where}, for {counts[0]} to {counts[-1]} borrowers: {said}."
    return _svg(WIDTH, HEIGHT, label, parts)


def roofline(card: Card, points: Sequence[Point]) -> Chart:
    """Draw the two ceilings of a card, and where passes lie under them; both axes are logarithmic.

    Args:
        card: the ceilings, from a data sheet or measured.
        points: what ran or would run, each with its cost and seconds.

    Raises:
        ValueError: a point has no FLOPs, bytes or seconds, which no logarithm has a place for.

    Example:
        >>> from prefixkv_teach.attention.cost import CARDS
        >>> chart = roofline(CARDS["H200"], [Point("flat", Cost(1, 4_000, 1_000, 0), 1e-9)])
        >>> "flat" in chart and "computed, not measured" in chart
        True
    """
    for point in points:
        if not (point.cost.flops > 0 and point.cost.bytes > 0 and point.seconds > 0):
            raise ValueError(f"{point.name} has no work or no time; a roofline needs FLOPs, bytes and seconds above 0.")
    ridge = card.rate / card.bandwidth
    reached = [point.cost.flops / point.seconds for point in points]
    x = _log_scale([ridge, *(point.cost.intensity for point in points)], PLOT_LEFT, PLOT_RIGHT)
    low = 10**x.low
    y = _log_scale([card.rate, low * card.bandwidth, *reached], PLOT_BOTTOM, PLOT_TOP)
    roof = [(low, low * card.bandwidth), (ridge, card.rate), (10**x.high, card.rate)]
    parts = _axes("FLOPs per byte moved", "FLOPs per second")
    parts += [_text(x(10**k), PLOT_BOTTOM + 20, _power(k), "middle") for k in range(x.low, x.high + 1)]
    parts += [_text(PLOT_LEFT - 8, y(10**k) + 5, _power(k), "end") for k in range(y.low, y.high + 1)]
    parts.append(_line([(x(a), y(b)) for a, b in roof], "currentColor"))
    said = []
    for number, (point, rate) in enumerate(zip(points, reached, strict=True)):
        colour, at_x, at_y = (ORANGE, BLUE)[number % 2], x(point.cost.intensity), y(rate)
        parts.append(f"<circle cx='{at_x:.1f}' cy='{at_y:.1f}' r='6' fill='{colour}' stroke='currentColor'/>")
        text = f"{point.name}: {show_seconds(point.seconds)}, {show_bytes(point.cost.bytes)}"
        # Below the point, where the roof never is; a point near the right edge has its text end there.
        place = (at_x + 12, at_y + 16, "start") if at_x < PLOT_RIGHT - 190 else (PLOT_RIGHT, at_y + 24, "end")
        parts.append(_text(place[0], place[1], html.escape(text), place[2]))
        said.append(f"{text}, {point.cost.intensity:.1f} FLOPs per byte")
    ceilings = "measured ceilings" if card.measured else "computed, not measured"
    title = f"{card.name}, {ceilings} ({card.source}, {card.date})"
    parts.append(_text(PLOT_LEFT + 10, PLOT_TOP - 4, html.escape(title)))
    return _svg(WIDTH, HEIGHT, f"Roofline of {title}. {'; '.join(said)}.", parts)


class _Scale(NamedTuple):
    low: int
    high: int
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return self.start + (self.end - self.start) * share


def _log_scale(values: Sequence[float], start: float, end: float) -> _Scale:
    low, high = math.floor(math.log10(min(values)) - 0.3), math.ceil(math.log10(max(values)) + 0.3)
    return _Scale(low, high, start, end)


def _power(k: int) -> str:
    if -3 <= k <= 3:
        return f"{10.0**k:g}"
    return f"10{str(k).translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


def _axes(below: str, beside: str) -> list[str]:
    return [
        _line([(PLOT_LEFT, PLOT_TOP), (PLOT_LEFT, PLOT_BOTTOM), (PLOT_RIGHT, PLOT_BOTTOM)], "currentColor", width=1),
        _text((PLOT_LEFT + PLOT_RIGHT) / 2, HEIGHT - 12, below, "middle"),
        f"<text transform='translate(18 {(PLOT_TOP + PLOT_BOTTOM) / 2}) rotate(-90)' text-anchor='middle' "
        f"fill='currentColor'>{beside}</text>",
    ]


def _spread(counts: Sequence[int], x: Callable[[float], float]) -> list[int]:
    """The counts whose numbers have room side by side, from the last one down."""
    kept: list[int] = []
    for count in sorted(set(counts), reverse=True):
        if not kept or x(kept[-1]) - x(count) >= 26:
            kept.append(count)
    return kept


def _apart(wanted: Sequence[float]) -> list[float]:
    """Move labels down until neighbours are a line of text apart."""
    places = list(wanted)
    last = -math.inf
    for at in sorted(range(len(places)), key=places.__getitem__):
        places[at] = last = max(places[at], last + 17)
    return places


def _line(points: Sequence[tuple[float, float]], colour: str, dash: str = "", width: int = 2) -> str:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashes = f" stroke-dasharray='{dash}'" if dash else ""
    return f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='{width}'{dashes}/>"


def _text(x: float, y: float, text: object, anchor: str = "start") -> str:
    return f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' fill='currentColor'>{text}</text>"


def _x(column: int) -> int:
    return LEFT + column * CELL


def _y(row: int) -> int:
    return TOP + row * CELL


def _svg(width: int, height: int, label: str, parts: Sequence[str]) -> Chart:
    said = html.escape(label, quote=True)
    return Chart(
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{said}" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" {FONT}>{"".join(parts)}</svg>'
    )
