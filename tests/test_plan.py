"""A plan as a value: its edges, its errors, and how it notices that it was damaged."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefixkv_teach.plan import PrefixPlan, make_plan, plan_tokens
from tests.strategies import plans, quick

PROMPTS = [
    "The room was clean",
    "The room was noisy and cold",
    "Staff were cold",
    "The room was noisy",
    "The room was noisy",
]
ARTICLE = make_plan(PROMPTS, page_size=2)


def test_texts_and_ids_give_the_same_plan() -> None:
    from_ids = plan_tokens(ARTICLE.token_ids, page_size=2)
    assert replace(from_ids, prompts=ARTICLE.prompts, token_texts=ARTICLE.token_texts) == ARTICLE
    assert ARTICLE.token_texts[2] == ("Staff", "were", "cold")
    assert from_ids.token_texts[2] == ("80", "90", "70")
    assert from_ids.prompts[2] == "80 90 70"


def test_no_prompts_give_an_empty_plan() -> None:
    for plan in (make_plan([]), plan_tokens([])):
        plan.check_integrity()
        assert (plan.order, plan.pages, plan.tokens, plan.pages_without_sharing) == ((), 0, 0, 0)


def test_an_empty_prompt_is_a_root_without_pages() -> None:
    plan = make_plan(["a b", "", "a b c", "   "], page_size=2)
    plan.check_integrity()
    assert plan.order == (1, 3, 0, 2)
    assert plan.page_tables == ((0,), (), (0, 1), ())
    assert plan.parent == (None, None, None, 0)


def test_ids_may_be_negative_and_sort_as_numbers() -> None:
    assert plan_tokens([[10], [9], [-1], [100], [-20]]).order == (4, 2, 1, 0, 3)


def test_numpy_s_integers_become_plain_ones() -> None:
    plan = plan_tokens(np.array([[1, 2, 3], [1, 2, 4]]), page_size=np.int64(2))
    assert plan == plan_tokens([[1, 2, 3], [1, 2, 4]], page_size=2)
    assert {type(token) for ids in plan.token_ids for token in ids} == {int}
    assert type(plan.page_size) is int


def test_a_generator_of_prompts_and_a_generator_of_ids_are_read_once() -> None:
    lengths = make_plan((text for text in PROMPTS), tokenizer=lambda text: (len(word) for word in text.split()))
    assert lengths.token_ids[0] == (3, 4, 3, 5)
    assert lengths.prompts == tuple(PROMPTS)
    assert lengths.token_texts[0] == ("3", "4", "3", "5")
    assert plan_tokens(iter([iter([1]), iter([2])])).token_ids == ((1,), (2,))


def test_a_plan_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        ARTICLE.page_size = 3  # type: ignore[misc]


@pytest.mark.parametrize("page_size", [0, -1])
def test_a_page_size_below_1_is_named(page_size: int) -> None:
    for plan in (
        lambda: make_plan(PROMPTS, page_size=page_size),
        lambda: plan_tokens([[1]], page_size=page_size),
    ):
        with pytest.raises(ValueError, match=rf"page_size is {page_size}; expected 1 or more"):
            plan()


@pytest.mark.parametrize("page_size", [2.5, 2.0, "2", True, None, [2]])
def test_a_page_size_that_is_no_integer_is_named(page_size: Any) -> None:
    with pytest.raises(TypeError) as error:
        make_plan(PROMPTS, page_size=page_size)
    assert str(error.value).startswith(f"page_size is {page_size!r}, a {type(page_size).__name__}; expected")


# Each field of the article's plan, damaged, and what the integrity check says about it.
DAMAGE = [
    ("prompts", ARTICLE.prompts[:4], "one entry for each prompt"),
    ("token_ids", ARTICLE.token_ids[:4], "one entry for each prompt"),
    ("token_ids", ((10, 20, 35, 40), *ARTICLE.token_ids[1:]), "at least as large"),
    ("token_ids", ((10, 20, 25, 40), *ARTICLE.token_ids[1:]), "prompt 3 at position 1: common is"),
    ("token_texts", ((), *ARTICLE.token_texts[1:]), "every token has a text"),
    ("page_size", 0, "at least one token"),
    ("page_size", 3, "prompt 3 at position 1: shared is whole pages"),
    ("cap", False, "prompt 4 at position 2: capped is common, limited"),
    ("order", (0, 3, 4, 1, 1), "every prompt once"),
    ("order", (0, 3, 4, 2, 1), "at least as large"),
    ("order", (0, 4, 3, 1, 2), "equal prompts keep the order"),
    ("common", (0, 3, 3, 4, 0), "prompt 4 at position 2: common is the count with the previous"),
    ("capped", (0, 3, 4, 4, 0), "prompt 4 at position 2: capped is common, limited"),
    ("shared", (0, 3, 2, 4, 0), "prompt 3 at position 1: shared is whole pages"),
    ("parent", (None, None, 0, 4, None), "prompt 3 at position 1: a root shares nothing"),
    ("parent", (None, 0, 0, 7, None), "its parent 7 is one of the prompts"),
    ("parent", (None, 3, 0, 4, None), "its parent 3 stands earlier"),
    ("parent", (None, 0, 3, 4, None), "its parent 3 computed the last borrowed page"),
    ("parent", (None, 0, 0, 0, None), "it starts like its parent 0"),
    ("parent", (None, 0, 0, 3, None), "its table begins like its parent's"),
    ("page_tables", ((0, 1), (0, 2, 4), (5, 6), (0, 2), (0, 3)), "its table begins like its parent's"),
    ("page_tables", ((0, 1), (0, 3, 4), (5,), (0, 2), (0, 3)), "prompt 2 at position 4: its table fits it"),
    ("page_tables", ((0, 1), (0, 3, 4), (6, 5), (0, 2), (0, 3)), "numbered as they are computed"),
    ("page_owner", (0, 0, 3, 4, 1, 2, 1), "owner is the prompt that computed it"),
    ("page_owner", (0, 0, 3, 4, 1, 2), "numbered as they are computed"),
    ("page_readers", ((0, 1, 3), *ARTICLE.page_readers[1:]), "a page's readers"),
]


@pytest.mark.parametrize("field, value, sentence", DAMAGE)
def test_the_integrity_check_names_each_kind_of_damage(field: str, value: Any, sentence: str) -> None:
    with pytest.raises(AssertionError) as error:
        replace(ARTICLE, **{field: value}).check_integrity()
    assert sentence in str(error.value)


def test_every_field_is_damaged_once() -> None:
    assert {field for field, _, _ in DAMAGE} == set(ARTICLE.__dataclass_fields__)


numbers = st.integers(-1, 6)
CHANGES = {
    "token_ids": st.lists(numbers, max_size=4).map(tuple),
    "order": numbers,
    "common": numbers,
    "capped": numbers,
    "shared": numbers,
    "parent": st.none() | numbers,
    "page_tables": st.lists(numbers, max_size=4).map(tuple),
    "page_owner": numbers,
    "page_readers": st.lists(numbers, max_size=4).map(tuple),
}


@quick
@given(plans(), st.sampled_from(sorted(CHANGES)), st.data())
def test_only_the_plan_itself_passes_its_check(plan: PrefixPlan, field: str, data: st.DataObject) -> None:
    entries = list(getattr(plan, field))
    change = data.draw(CHANGES[field])
    if entries:
        entries[data.draw(st.integers(0, len(entries) - 1))] = change
    texts = plan.token_texts
    if field == "token_ids":
        texts = tuple(tuple("x" for _ in ids) for ids in entries)
    changed = replace(plan, **{field: tuple(entries), "token_texts": texts})
    true = plan_tokens(changed.token_ids, page_size=plan.page_size, cap=plan.cap)
    if changed == replace(true, prompts=changed.prompts, token_texts=texts):
        changed.check_integrity()
    else:
        with pytest.raises(AssertionError):
            changed.check_integrity()
