"""Every text can be read in every theme: contrast is computed from the colours that the sheet really sets."""

import re

import pytest

from prefixkv_teach.draw.theme import (
    BADGE_INK,
    CONTRAST_DARK,
    CONTRAST_LIGHT,
    DARK,
    LIGHT,
    LINE_CONTRAST,
    PALETTE,
    TEXT_CONTRAST,
    Theme,
    badge_colour,
    contrast,
    edge_colour,
    fill_colour,
    mix,
    theme_css,
)

THEMES = {"light": LIGHT, "dark": DARK, "high light": CONTRAST_LIGHT, "high dark": CONTRAST_DARK}
# JupyterLab's own first ink and grounds, since our ink gives way to it: black at 87 % and white.
JUPYTER_INK = {"light": mix("#000000", "#ffffff", 0.87), "dark": "#ffffff"}


@pytest.mark.parametrize("name", THEMES)
def test_ink_and_soft_text_stand_out_from_every_ground(name: str) -> None:
    theme: Theme = THEMES[name]
    fills = [fill_colour(prompt, theme) for prompt in range(len(PALETTE))]
    for ground in (theme.paper, theme.panel, theme.slot, *fills):
        inks = [theme.ink, theme.soft, JUPYTER_INK.get(name, theme.ink)]
        assert min(contrast(ink, ground) for ink in inks) >= TEXT_CONTRAST, ground
    assert contrast(theme.accent, theme.panel) >= TEXT_CONTRAST


@pytest.mark.parametrize("name", THEMES)
def test_a_page_border_stands_out_from_the_panel_and_from_its_own_ground(name: str) -> None:
    theme = THEMES[name]
    for prompt in range(len(PALETTE)):
        edge = edge_colour(prompt, theme)
        assert min(contrast(edge, theme.panel), contrast(edge, fill_colour(prompt, theme))) >= LINE_CONTRAST


def test_badges_can_be_read_and_are_told_apart() -> None:
    badges = [badge_colour(prompt) for prompt in range(len(PALETTE))]
    assert all(contrast(badge, BADGE_INK) >= TEXT_CONTRAST for badge in badges)
    assert len(set(badges)) == len(PALETTE)


def test_every_rule_is_held_inside_our_own_class() -> None:
    css = re.sub(r"/\*.*?\*/", "", theme_css(), flags=re.DOTALL)
    for rule in re.findall(r"([^{}]+)\{", css):
        for selector in rule.split(","):
            assert selector.strip().startswith("@") or ".pk" in selector or "max-width" in selector, selector


def test_the_sheet_sets_every_variable_that_it_uses() -> None:
    css = theme_css()
    used, set_here = set(re.findall(r"var\((--pk-[\w-]+)", css)), set(re.findall(r"(--pk-[\w-]+):", css))
    assert used <= set_here


def test_no_text_is_smaller_than_twelve_pixels() -> None:
    sizes = re.findall(r"font(?:-size)?:[^;}]*?\b(\d+)px", theme_css())
    assert sizes and min(map(int, sizes)) >= 12
