"""Moments as values and as sentences to be read aloud."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefixkv_teach.plan import PrefixPlan, make_plan, plan_tokens
from prefixkv_teach.run import METHODS, execute, peaks
from prefixkv_teach.sentences import say_list, say_pages, say_prompts
from tests.strategies import plans, quick

ARTICLE = make_plan(
    [
        "The room was clean",
        "The room was noisy and cold",
        "Staff were cold",
        "The room was noisy",
        "The room was noisy",
    ]
)
methods = st.sampled_from(list(METHODS))


def test_the_article_s_moments_as_written() -> None:
    run = execute(ARTICLE)
    assert (run.method, run.plan, run.peak_pages) == ("count_readers", ARTICLE, 3)
    assert [m.prompt for m in run.moments] == [0, 3, 4, 1, 2]
    assert [m.borrowed for m in run.moments] == [(), (0,), (0,), (0, 3), ()]
    assert [m.computed for m in run.moments] == [(0, 1), (2,), (3,), (4,), (5, 6)]
    assert [m.kept for m in run.moments] == [(0, 1), (), (0, 3), (), ()]
    assert [m.live_pages for m in run.moments] == [2, 2, 2, 0, 0]
    assert [m.peak_pages for m in run.moments] == [2, 3, 2, 3, 2]
    assert [m.readers for m in run.moments] == [
        {0: (0,), 1: (0,)},
        {0: (0,), 1: (0,)},
        {0: (4,), 3: (4,)},
        {},
        {},
    ]


def test_the_article_s_moments_counted_tightly() -> None:
    run = execute(ARTICLE, "count_readers_tight")
    assert [m.readers for m in run.moments] == [{0: (1, 3, 4)}, {0: (1, 4)}, {0: (1,), 3: (1,)}, {}, {}]
    assert [m.kept for m in run.moments] == [(0,), (), (0, 3), (), ()]


def test_peaks_of_the_article() -> None:
    assert list(peaks(ARTICLE).values()) == [3, 3, 3, 3, 7]


def test_no_prompts_give_no_moments() -> None:
    for method in METHODS:
        run = execute(plan_tokens([]), method)
        assert (run.moments, run.peak_pages) == ((), 0)


@pytest.mark.parametrize("method", ["keep", "", None, "COUNT_READERS"])
def test_an_unknown_method_is_named_with_those_there_are(method: str) -> None:
    with pytest.raises(ValueError) as error:
        execute(ARTICLE, method)
    assert f"method is {method!r}; expected one of keep_needed, count_readers" in str(error.value)


def named_pages(text: str) -> set[int]:
    return {int(number) for number in re.findall(r"\bp(\d+)\b", text)}


@quick
@given(plans(), methods)
def test_sentences_can_be_read_aloud(plan: PrefixPlan, method: str) -> None:
    for moment in execute(plan, method).moments:
        sentence = moment.sentence
        assert re.fullmatch(rf"Prompt {moment.prompt} \S.*\.", sentence)
        assert not re.search(r"\[|\(|None|  |\.\.| ,|\bp-|[{}]", sentence)
        assert not re.search(r"\b(just|simply|obviously)\b", sentence, re.IGNORECASE)
        assert all(part[0].isupper() for part in re.split(r"(?<=\.) ", sentence))
        assert not re.search(r"\bpage p\d+ are\b|\bpages [^.]* is freed|\bprompts \d+[.:;]", sentence)


@quick
@given(plans(), methods)
def test_sentences_name_the_pages_that_are_few(plan: PrefixPlan, method: str) -> None:
    run = execute(plan, method)
    for moment in run.moments:
        named = named_pages(moment.sentence)
        on_finish = set(moment.freed) - set(moment.freed_on_arrival)
        for pages in (moment.borrowed, moment.computed, moment.freed_on_arrival, on_finish):
            if len(pages) <= 4:
                assert set(pages) <= named
        known = {*run.plan.page_tables[moment.prompt], *moment.freed}
        assert named <= known
        assert ("freed" in moment.sentence) == (bool(moment.freed) or method == "keep_everything")


@quick
@given(plans())
def test_sentences_of_the_written_method_name_parent_and_children(plan: PrefixPlan) -> None:
    for moment in execute(plan).moments:
        parent, children = plan.parent[moment.position], plan.children[moment.prompt]
        assert ("is a root" in moment.sentence) == (parent is None and plan.page_tables[moment.prompt] != ())
        last = parent is not None and plan.children[parent][-1] == moment.prompt
        assert (f"child of prompt {parent}, so prompt {parent} lets go" in moment.sentence) == last
        if children:
            assert f"Prompt {moment.prompt} is held for {say_prompts(children)}." in moment.sentence


@given(st.lists(st.integers(0, 30), unique=True).map(sorted))
def test_a_long_list_is_shortened_and_counts_right(pages: list[int]) -> None:
    said = say_pages(pages)
    if len(pages) <= 4:
        assert named_pages(said) == set(pages)
    elif pages[-1] - pages[0] == len(pages) - 1:
        assert said == f"pages p{pages[0]} to p{pages[-1]}"
    else:
        assert len(named_pages(said)) + int(re.search(r"(\d+) more$", said)[1]) == len(pages)


def test_lists_are_joined_as_a_person_would() -> None:
    assert [say_list(list("abcd")[:n]) for n in range(5)] == ["", "a", "a and b", "a, b and c", "a, b, c and d"]
