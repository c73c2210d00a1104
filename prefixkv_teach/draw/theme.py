"""One look for every picture: colours with enough contrast, in light, dark and high-contrast themes."""

from dataclasses import dataclass
from functools import cache

from prefixkv_teach.draw.course_css import COURSE_RULES
from prefixkv_teach.draw.css import RULES

# Okabe and Ito's colours, which stay apart for colour-blind eyes, in an order that puts unlike ones side by side.
PALETTE = ("#56B4E9", "#CC79A7", "#D55E00", "#009E73", "#E69F00", "#0072B2", "#F0E442", "#999999")

TEXT_CONTRAST = 7.0  # what WCAG's level AAA asks of text
LINE_CONTRAST = 3.0  # ... and level AA of a line that means something


@dataclass(frozen=True)
class Theme:
    """The colours of one theme, as ``#rrggbb``.

    Attributes:
        ink, soft: text, and text that steps back. Both reach `TEXT_CONTRAST` on every ground below.
        rule, grid: thin lines that mean nothing, round a picture and in a chart.
        paper, panel, slot: the page, a picture's ground, a token's ground.
        accent: the one colour of controls and of the chosen line.
        tint: how much of a prompt's colour its pages' ground takes, 0 to 1.
    """

    ink: str
    soft: str
    rule: str
    grid: str
    paper: str
    panel: str
    slot: str
    accent: str
    tint: float


LIGHT = Theme("#1b1f24", "#3f4650", "#d5dae0", "#d5dae0", "#ffffff", "#f9fafb", "#ffffff", "#0a4fa3", 0.17)
DARK = Theme("#eceff3", "#c8d0d9", "#3a424b", "#3a424b", "#111417", "#191d22", "#101316", "#8fc1ff", 0.15)
CONTRAST_LIGHT = Theme("#000000", "#262626", "#000000", "#b5b5b5", "#ffffff", "#ffffff", "#ffffff", "#003d8a", 0.0)
CONTRAST_DARK = Theme("#ffffff", "#e6e6e6", "#ffffff", "#606060", "#000000", "#000000", "#000000", "#a8d0ff", 0.0)
BADGE_INK = "#14181d"


def colour_class(prompt: int) -> str:
    """Return the CSS class that gives a prompt, and every page it computed, its colour.

    There are eight colours; from the ninth prompt on they come round again, and the numbers tell them apart.

    Example:
        >>> colour_class(3), colour_class(11)
        ('pk-c3', 'pk-c3')
    """
    return f"pk-c{prompt % len(PALETTE)}"


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours as WCAG 2 defines it, from 1 to 21.

    Example:
        >>> contrast("#000000", "#ffffff")
        21.0
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mix(colour: str, ground: str, share: float) -> str:
    """Return `share` of a colour on a ground, both ``#rrggbb``.

    Example:
        >>> mix("#000000", "#ffffff", 0.2)
        '#cccccc'
    """
    pairs = zip(_channels(colour), _channels(ground), strict=True)
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in pairs)


def fill_colour(prompt: int, theme: Theme = LIGHT) -> str:
    """Return the ground of the pages that a prompt computed.

    Example:
        >>> fill_colour(0)
        '#e2f2fb'
    """
    return mix(PALETTE[prompt % len(PALETTE)], theme.slot, theme.tint)


def edge_colour(prompt: int, theme: Theme = LIGHT) -> str:
    """Return the border of a prompt's pages: its colour, moved away from the ground until it shows.

    Example:
        >>> edge_colour(5), contrast(edge_colour(6), LIGHT.panel) >= LINE_CONTRAST
        ('#0072b2', True)
    """
    needed = TEXT_CONTRAST if theme.tint == 0 else LINE_CONTRAST
    return _move(PALETTE[prompt % len(PALETTE)], theme.ink, (theme.panel, fill_colour(prompt, theme)), needed)


def badge_colour(prompt: int) -> str:
    """Return the ground of a prompt's number, light enough for dark figures in every theme.

    Example:
        >>> contrast(badge_colour(5), BADGE_INK) >= TEXT_CONTRAST
        True
    """
    return _move(PALETTE[prompt % len(PALETTE)], "#ffffff", (BADGE_INK,), TEXT_CONTRAST)


@cache
def theme_css() -> str:
    """Return all CSS of all pictures, without a ``<style>`` tag; every rule is held inside ``.pk``.

    Example:
        >>> "--pk-ink" in theme_css() and "</" not in theme_css()
        True
    """
    colours = "\n".join(
        f".pk .pk-c{n}, .pk.pk-c{n} {{ --pk-edge: var(--pk-edge-{n}); --pk-fill: var(--pk-fill-{n}); "
        f"--pk-badge: {badge_colour(n)}; }}"
        for n in range(len(PALETTE))
    )
    dark = 'body[data-jp-theme-light="false"] .pk, body.vscode-dark .pk, html[data-pk-theme="dark"] .pk'
    named = 'body[data-jp-theme-name*="High Contrast"]'
    blocks = [
        f".pk {{ {_variables(LIGHT)} }}",
        f"{dark} {{ {_variables(DARK)} }}",
        # An exported page follows the reader's system until its theme button is used; then the button wins.
        f'@media (prefers-color-scheme: dark) {{ html[data-pk-theme="auto"] .pk {{ {_variables(DARK)} }} }}',
        f"{named} .pk {{ {_variables(CONTRAST_LIGHT)} }}",
        f'{named}[data-jp-theme-light="false"] .pk {{ {_variables(CONTRAST_DARK)} }}',
        # Paper is white, whatever the screen was.
        f"@media print {{ html[data-pk-theme] .pk {{ {_variables(LIGHT)} }} }}",
        colours,
        RULES,
        COURSE_RULES,
        _tree_css(),
    ]
    return "\n".join(blocks)


def _tree_css() -> str:
    # The tree's rules take colours from here, so they can only be asked for when the sheet is put together.
    from prefixkv_teach.draw.tree_style import TREE_CSS

    return TREE_CSS


def _variables(theme: Theme) -> str:
    # JupyterLab's own ink fits the reader's theme best; in high contrast ours is black or white already.
    ink = theme.ink if theme.tint == 0 else f"var(--jp-ui-font-color1, {theme.ink})"
    names = {
        "soft": theme.soft,
        "rule": theme.rule,
        "grid": theme.grid,
        "paper": theme.paper,
        "panel": theme.panel,
        "slot": theme.slot,
    }
    values = {"ink": ink, **names, "accent": theme.accent, "accent-ink": theme.paper}
    for number in range(len(PALETTE)):
        values[f"edge-{number}"] = edge_colour(number, theme)
        values[f"fill-{number}"] = fill_colour(number, theme)
    return " ".join(f"--pk-{name}: {value};" for name, value in values.items())


def _move(colour: str, towards: str, grounds: tuple[str, ...], needed: float) -> str:
    """Move a colour towards another in small steps until it stands out from every ground."""
    for step in range(51):
        moved = mix(towards, colour, step / 50)
        if all(contrast(moved, ground) >= needed for ground in grounds):
            return moved
    return towards


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in _channels(colour))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
