"""What rounding costs: shared tokens that are lost, for one page size after another."""

from collections.abc import Iterable, Sequence

from prefixkv_teach.draw.parts import many, view
from prefixkv_teach.draw.scale import round_up, ticks
from prefixkv_teach.plan import PrefixPlan
from prefixkv_teach.steps.pages import round_down_to_pages

HEIGHT = 160  # pixels; the width is the box's own, so that text keeps its size
_WIDE = 1000  # units across, stretched to the box
_SIZES = 64  # at most so many page sizes are drawn
_LABELS = 16  # ... and so many are written below
_SPOKEN = 20


def loss_curve(plan: PrefixPlan, sizes: Iterable[int]) -> str:
    """Draw how many of the shared tokens are lost when they are rounded down, one dot per page size.

    The dashed line is the rule of thumb: (page size - 1) / 2 for every prompt that shares anything, and never
    more than all that is shared. It holds for shared parts of random length, and only on average.

    Args:
        plan: whose shared tokens (after the cap) are rounded; its own page size does not matter.
        sizes: page sizes in tokens, in the order in which they are drawn; at most 64.

    Returns:
        HTML and SVG, styled by `theme_css`.

    Raises:
        TypeError, ValueError: a size is not a positive integer, or there are more than 64.

    Example:
        >>> from prefixkv_teach.plan import make_plan
        >>> plan = make_plan(["The room was clean", "The room was noisy"])
        >>> "2: 1, 3: 0, 4: 3" in loss_curve(plan, [2, 3, 4])
        True
    """
    sizes = list(sizes)
    if len(sizes) > _SIZES:
        raise ValueError(f"sizes holds {len(sizes)} page sizes; expected at most {_SIZES}, such as range(1, 17)")
    shared = sum(plan.capped)
    lost = [shared - sum(round_down_to_pages(plan.capped, size)) for size in sizes]
    title = "Shared tokens lost to rounding, by page size"
    if not (sizes and shared):
        said = "No page size was given." if not sizes else "Nothing is shared, so nothing can be lost."
        return view("pk-chart", title, said, f'<p class="pk-note">{said}</p>')
    sharing = sum(tokens > 0 for tokens in plan.capped)
    thumb = [min(shared, sharing * (size - 1) / 2) for size in sizes]
    top = round_up(shared)
    grid = "".join(
        f'<path class="pk-grid" d="M0 {_y(v, top):.1f}H{_WIDE}" vector-effect="non-scaling-stroke"/>'
        for v in ticks(top)
    )
    box = f'viewBox="0 0 {_WIDE} {HEIGHT}" preserveAspectRatio="none" aria-hidden="true"'
    lines = _line(thumb, top, "pk-dash1") + _line(lost, top, "pk-chosen")
    plot = f"<svg {box}>{grid}{lines}</svg>{_scales(sizes, top)}{_dots(sizes, lost, shared, top)}{_names()}"
    label = f"{title}, of {many(shared, 'shared token')}. {_say(sizes, lost)}."
    legend = f"{many(shared, 'token')} shared by {many(sharing, 'prompt')}; below: tokens in a page"
    return view("pk-chart", title, label, f'<div class="pk-plot">{plot}</div>', legend=legend)


def _line(values: Sequence[float], top: int, kind: str) -> str:
    points = " ".join(
        f"{_x(at, len(values)) * _WIDE / 100:.1f},{_y(value, top):.1f}" for at, value in enumerate(values)
    )
    return f'<polyline class="pk-line {kind}" points="{points}"/>'


def _dots(sizes: Sequence[int], lost: Sequence[int], shared: int, top: int) -> str:
    return "".join(
        f'<span class="pk-dot" style="left:{_x(at, len(sizes)):.2f}%;top:{_y(one, top):.1f}px" '
        f'title="page size {size}: {one} of {shared} lost"></span>'
        for at, (size, one) in enumerate(zip(sizes, lost, strict=True))
    )


def _scales(sizes: Sequence[int], top: int) -> str:
    every = -(-len(sizes) // _LABELS)
    below = "".join(
        f'<span class="pk-tick pk-x" style="left:{_x(at, len(sizes)):.2f}%">{sizes[at]:,}</span>'
        for at in range(0, len(sizes), every)
    )
    beside = "".join(f'<span class="pk-tick pk-y" style="top:{_y(v, top):.1f}px">{v:,}</span>' for v in ticks(top))
    return below + beside


def _names() -> str:
    """The two lines' names beside the plot; in a narrow box, below it, each with a sample of its line."""
    parts = []
    for place, kind, name in ((30, "pk-chosen", "● lost here"), (54, "pk-dash1", "rule of thumb")):
        mark = ' class="pk-chosen"' if kind == "pk-chosen" else ""
        sample = f'<svg viewBox="0 0 28 8" aria-hidden="true"><path class="pk-line {kind}" d="M0 4H28"/></svg>'
        dashes = "" if mark else "- - "
        parts.append(f'<li{mark} style="top:{place}px">{sample}{dashes}{name}</li>')
    return f'<ul class="pk-ends">{"".join(parts)}</ul>'


def _x(at: int, count: int) -> float:
    return 100 * (at + 0.5) / count


def _y(value: float, top: int) -> float:
    return HEIGHT * (1 - value / top)


def _say(sizes: Sequence[int], lost: Sequence[int]) -> str:
    listed = [f"{size}: {one}" for size, one in zip(sizes, lost, strict=True)][:_SPOKEN]
    left_out = len(sizes) - len(listed)
    return ", ".join(listed) + (f", and {left_out} more" if left_out else "")
