"""How a result is shown: plain text and HTML say the same, nothing is injected, a NaN never passes."""

import math
from dataclasses import FrozenInstanceError, replace
from html.parser import HTMLParser

import pytest

from prefixkv_teach.attention import PassResult, run_pass
from prefixkv_teach.plan import make_plan


@pytest.fixture(scope="module")
def result() -> PassResult:
    return run_pass(make_plan(["a b c d", "a b c e"]), heads=2, kv_heads=1, head_dim=8, repeats=1)


class Text(HTMLParser):
    """Collects texts, and checks that every tag is closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_text_and_html_say_the_same(result: PassResult) -> None:
    page = Text()
    assert result._repr_html_() == result.to_html()
    page.feed(result.to_html())
    assert not page.open
    words = [cell for row in result.rows for cell in row] + list(result.sentences)
    assert page.texts == ["with reuse", "without", "ratio", *words]
    assert all(word in str(result) for word in words)


def test_text_columns_line_up(result: PassResult) -> None:
    lines = result.table().split("\n\n")[0].splitlines()
    assert len({len(line) for line in lines}) == 1 and len(lines) == 6


def test_html_escapes_and_brings_no_colour_of_its_own(result: PassResult) -> None:
    shown = replace(result, device="<script>alert(1)</script>").to_html()
    assert "<script" not in shown and "&lt;script&gt;" in shown
    assert "#" not in shown and "rgb" not in shown


@pytest.mark.parametrize("difference", [math.nan, math.inf, 1.0])
def test_a_nan_or_a_large_difference_never_passes(result: PassResult, difference: float) -> None:
    assert result.equal and result.correct
    different = replace(result, difference=difference)
    assert not different.equal and "DO NOT agree" in str(different)
    for side in ("with_reuse", "without"):
        wrong = replace(result, **{side: replace(getattr(result, side), error=difference)})
        assert not wrong.correct and "NOT within" in str(wrong)


def test_results_are_frozen(result: PassResult) -> None:
    with pytest.raises(FrozenInstanceError):
        result.tolerance = 1.0  # type: ignore[misc]
