"""What all pictures share: hostile text changes no tag, every picture is named, and one thing has one id."""

from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefixkv_teach.draw.chart import live_chart
from prefixkv_teach.draw.climb import climb_view
from prefixkv_teach.draw.counts import count_table
from prefixkv_teach.draw.export import whole_view
from prefixkv_teach.draw.loss import loss_curve
from prefixkv_teach.draw.order import order_view
from prefixkv_teach.draw.pool import page_pool
from prefixkv_teach.draw.ruler import page_ruler
from prefixkv_teach.draw.savings import meters, peak_table
from prefixkv_teach.draw.sentence import sentence_box
from prefixkv_teach.draw.strips import STEPS, token_strips
from prefixkv_teach.plan import PrefixPlan, make_plan, plan_tokens
from prefixkv_teach.run import METHODS, execute

ARTICLE = ["The room was clean", "The room was noisy and cold", "Staff were cold", "The room was noisy"]
ARTICLE = [*ARTICLE, "The room was noisy"]
HOSTILE = ["<script>alert(1)</script>", "</svg><script>", '" onload="x', "<|system|>", "]]>", "\\N%s", "a\x00b", "‮x"]
HOSTILE = [*HOSTILE, "مرحبا", "\ud800", "'><img src=x onerror=y>", "{TITLE}", "--></style>", "&amp;", "😀" * 300]


class _Tags(HTMLParser):
    """Collects the tree of tags with their attributes' names, and checks that each is closed."""

    VOID = frozenset({"br", "meta", "input"})

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, tuple[str, ...]]] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, tuple(name for name, _ in attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, tuple(name for name, _ in attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    @classmethod
    def of(cls, html: str) -> list[tuple[str, tuple[str, ...]]]:
        parser = cls()
        parser.feed(html)
        parser.close()
        assert parser.open == []
        return parser.seen


VIEWS: dict[str, Callable[[PrefixPlan], str]] = {
    **{f"strips {step}": lambda plan, step=step: token_strips(execute(plan), step=step) for step in STEPS},
    "strips at a moment": lambda plan: token_strips(execute(plan), len(plan.order) // 2),
    "pool": lambda plan: page_pool(execute(plan)),
    "pool at a moment": lambda plan: page_pool(execute(plan), len(plan.order) // 2),
    "order": order_view,
    "counts": count_table,
    "chart": lambda plan: live_chart([execute(plan, m) for m in METHODS], 0, "count_readers"),
    "meters": meters,
    "loss": lambda plan: loss_curve(plan, range(1, 9)),
    "ruler": lambda plan: page_ruler(plan.capped, plan.page_size),
    "climbs": lambda plan: "<br>".join(climb_view(plan, prompt) for prompt in plan.order) or "<br>",
    "peaks": lambda plan: peak_table([execute(plan, m) for m in METHODS], "count_readers"),
    "sentence": lambda plan: sentence_box(execute(plan), 0),
}


@pytest.mark.parametrize("name", VIEWS)
@settings(max_examples=25, deadline=None)
@given(
    words=st.lists(st.sampled_from(HOSTILE) | st.text(min_size=1, max_size=20), min_size=1, max_size=6, unique=True),
    shape=st.lists(st.lists(st.integers(0, 5), max_size=5), min_size=1, max_size=5),
    page_size=st.integers(1, 3),
)
def test_hostile_text_changes_no_tag(name: str, words: list[str], shape: list[list[int]], page_size: int) -> None:
    ids = [[n % len(words) for n in row] for row in shape]
    # Words of the same ids, so that all that differs is the text.
    plain = plan_tokens(ids, page_size=page_size)
    harmless = replace(plain, token_texts=tuple(tuple("w" for _ in row) for row in ids))
    texts = tuple(tuple(words[n] for n in row) for row in ids)
    hostile = replace(plain, token_texts=texts, prompts=tuple(" ".join(row) for row in texts))
    tags = _Tags.of(VIEWS[name](hostile))
    # A text that is its own id needs no second line, in which case one tag is rightly missing.
    if not any(text == str(n) for row, said in zip(ids, texts, strict=True) for n, text in zip(row, said, strict=True)):
        assert tags == _Tags.of(VIEWS[name](harmless))
    assert all(tag != "script" and not any(a.startswith("on") for a in names) for tag, names in tags)


@pytest.mark.parametrize("name", VIEWS)
def test_every_picture_says_its_content_in_words(name: str) -> None:
    html = VIEWS[name](make_plan(ARTICLE))
    assert 'aria-label="' in html or 'aria-live="polite"' in html
    assert 'aria-label=""' not in html


@pytest.mark.parametrize("name", [name for name in VIEWS if "moment" not in name and name != "sentence"])
def test_no_prompt_gives_a_sentence_and_no_error(name: str) -> None:
    if name == "chart":
        assert "No prompt yet." in live_chart([execute(make_plan([]))])
    else:
        assert "<" in VIEWS[name](make_plan([]))


def test_the_exported_page_is_whole_and_asks_for_nothing() -> None:
    html = whole_view(make_plan([*ARTICLE, *(f"The {text}" for text in HOSTILE)]), title="<script>TITLE</script>")
    tags = _Tags.of(html)
    assert sum(tag == "script" for tag, _ in tags) == 1
    assert not any({"src", "href"} & set(names) for _, names in tags)
    assert "url(" not in html and "@import" not in html
    assert "&lt;script&gt;TITLE&lt;/script&gt;" in html


def test_the_exported_page_of_a_long_run_says_which_moments_it_holds() -> None:
    plan = make_plan([f"shared start {number}" for number in range(230)])
    first = whole_view(plan)
    later = whole_view(plan, position=229)
    assert "of 230 are in this file" in first and 'data-moment="0">' in first
    assert 'data-moment="229">' in later and later.count('<div class="pk-frame"') <= 200
    assert len(later) < 12_000_000


def test_a_position_that_is_not_there_is_named() -> None:
    run = execute(make_plan(ARTICLE))
    for draw in (token_strips, page_pool, sentence_box):
        with pytest.raises(IndexError, match="position is 5; the positions of this run are 0 to 4"):
            draw(run, 5)
