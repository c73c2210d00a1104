"""Bad input to the steps gets a sentence that names the prompt, the value and what was expected."""

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import prefixkv_teach as pk
from prefixkv_teach.plan import make_plan, plan_tokens
from prefixkv_teach.steps import (
    ByteTokenizer,
    WordTokenizer,
    append_questions,
    keep_needed,
    pages_needed,
    round_down_to_pages,
    to_token_ids,
    tokens_in_last_page,
)


def message(call: Any, kind: type[Exception]) -> str:
    with pytest.raises(kind) as error:
        call()
    assert type(error.value) is kind
    return str(error.value)


PAGE_STEPS = {
    "round_down_to_pages": lambda size: round_down_to_pages([3], size),
    "pages_needed": lambda size: pages_needed(3, size),
    "tokens_in_last_page": lambda size: tokens_in_last_page(3, size),
    "keep_needed": lambda size: keep_needed([0], [0], [None], size),
    "append_questions": lambda size: append_questions([[0]], [2], [1], size),
    "plan_tokens": lambda size: plan_tokens([], page_size=size),
}


@pytest.mark.parametrize("step", PAGE_STEPS)
@pytest.mark.parametrize("size", [0, -1])
def test_a_page_holds_at_least_one_token(step: str, size: int) -> None:
    said = message(lambda: PAGE_STEPS[step](size), ValueError)
    assert said == f"page_size is {size}; expected 1 or more, since a page holds at least one token"


@pytest.mark.parametrize("step", PAGE_STEPS)
@pytest.mark.parametrize("size", [2.5, 2.0, "2", True, False, None, np.float64(2)])
def test_a_page_size_is_an_integer(step: str, size: Any) -> None:
    said = message(lambda: PAGE_STEPS[step](size), TypeError)
    assert said.startswith(f"page_size is {size!r}, a {type(size).__name__}; expected a positive integer")


@pytest.mark.parametrize("step", PAGE_STEPS)
def test_a_numpy_integer_is_an_integer(step: str) -> None:
    assert PAGE_STEPS[step](np.int32(2)) == PAGE_STEPS[step](2)


@pytest.mark.parametrize("call", [make_plan, to_token_ids])
def test_one_text_is_not_a_list_of_prompts(call: Any) -> None:
    said = message(lambda: call("The room"), TypeError)
    assert said == "prompts is one text, 'The room'; expected a list of texts, such as ['The room']"


@pytest.mark.parametrize("call", [make_plan, to_token_ids])
@pytest.mark.parametrize("prompt", [None, 3, b"text", ["a"]])
def test_a_prompt_that_is_no_text_is_named(call: Any, prompt: Any) -> None:
    said = message(lambda: call(["fine", "fine", prompt]), TypeError)
    assert f"prompt 2 is {prompt!r}, a {type(prompt).__name__}; expected a text" in said
    assert "plan_tokens" in said


@pytest.mark.parametrize(
    "result, named",
    [
        ("ids", "is 'ids', a str"),
        (b"ids", "is b'ids', a bytes"),
        (None, "is None, a NoneType"),
        (7, "is 7, a int"),
        ([1, 2.0], "has 2.0 at index 1, a float"),
        ([1, "2"], "has '2' at index 1, a str"),
        ([True], "has True at index 0, a bool"),
        ([None], "has None at index 0, a NoneType"),
    ],
)
def test_a_tokenizer_that_returns_no_integers_is_named(result: Any, named: str) -> None:
    results = iter([[1], result])
    said = message(lambda: make_plan(["one", "two"], tokenizer=lambda text: next(results)), TypeError)
    assert f"the tokenizer's result for prompt 1 ('two') {named}" in said
    assert "expected a" in said


def test_a_tokenizer_may_be_a_generator_and_may_give_numpy_integers() -> None:
    def lengths(text: str) -> Any:
        yield from np.array([len(word) for word in text.split()])

    assert to_token_ids(["to be", ""], lengths) == [[2, 2], []]
    assert type(to_token_ids(["to be"], lengths)[0][0]) is int


def test_a_tokenizer_that_cannot_be_called_is_named() -> None:
    assert "tokenizer is 'words'; expected a callable" in message(
        lambda: make_plan(["a"], tokenizer="words"), TypeError
    )


@pytest.mark.parametrize(
    "rows, named",
    [
        ([[1], [2, 3.5]], "prompt 1 has 3.5 at index 1, a float"),
        ([[1], [True]], "prompt 1 has True at index 0, a bool"),
        ([[1], "12"], "prompt 1 is '12', a str"),
        ([[1], 12], "prompt 1 is 12, a int"),
        ("12", "token_ids is '12'"),
    ],
)
def test_token_ids_that_are_no_integers_are_named(rows: Any, named: str) -> None:
    assert named in message(lambda: plan_tokens(rows), TypeError)


def test_a_long_value_is_cut_in_the_message() -> None:
    assert len(message(lambda: to_token_ids([["x" * 10_000]]), TypeError)) < 250
    assert len(message(lambda: to_token_ids("x" * 10_000), TypeError)) < 250


def test_an_error_of_the_tokenizer_itself_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError):
        make_plan(["a"], tokenizer=lambda text: [1 // 0])


def test_words_are_what_white_space_separates() -> None:
    words = WordTokenizer()
    assert words(" The\troom\n The  ") == [10, 20, 10]
    assert words("") == words(" \n") == []
    assert [words.token_text(i) for i in (10, 20)] == ["The", "room"]


def test_bytes_are_the_text_s_utf_8() -> None:
    tokenizer = ByteTokenizer()
    for text in ["", "Aé😀", "שלום", "\x00\x7f"]:
        assert bytes(tokenizer(text)).decode() == text
    assert tokenizer("\ud83d") == [0xED, 0xA0, 0xBD]  # half an emoji
    assert [tokenizer.token_text(byte) for byte in (65, 32, 10, 0xC3)] == ["A", " ", "0A", "C3"]


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: pk.round_down_to_pages([4, -3], 2), "shared at position 1 is -3"),
        (lambda: pk.round_down_to_pages([1.5], 2), "shared at position 0 is 1.5, a float"),
        (lambda: pk.pages_needed(2.5, 2), "tokens is 2.5"),
        (lambda: pk.tokens_in_last_page(-1, 2), "tokens is -1"),
        (lambda: pk.tokens_in_last_page(None, 2), "tokens is None"),
        (lambda: pk.create_tree([0, 1], [0, 2, 2]), "order has 2 prompts and shared 3 counts"),
        (lambda: pk.create_tree([0], [2]), "shared at position 0 is 2"),
        (lambda: pk.create_tree([0, 1], [0, -2]), "shared at position 1 is -2"),
        (lambda: pk.keep_needed([0, 1], [0, 2], [None, 9], 2), "the parent of prompt 1 is 9"),
        (lambda: pk.keep_needed([0, 1], [0], [None, 0], 2), "shared has 1 values for 2 positions"),
        (lambda: pk.count_readers([0, 1], [1, None], [[0], [1]]), "the parent of prompt 0 is 1"),
        (lambda: pk.WordTokenizer().token_text(15), "no word has the id 15"),
        (lambda: pk.make_plan(["a"]).page_tokens(-1), "page is -1"),
        (lambda: pk.make_plan(["a"], cap="False"), "cap is 'False'"),
        (lambda: pk.make_plan(None), "prompts is None"),
        (lambda: pk.plan_tokens(5), "token_ids is 5"),
        (lambda: pk.make_plan(["a"], tokenizer=pk.WordTokenizer), "such as WordTokenizer()"),
        (lambda: pk.execute(["a"]), "expected a PrefixPlan"),
        (lambda: pk.text_tree(None), "expected a PrefixPlan"),
        (lambda: pk.draw_tree([[1]]), "expected a PrefixPlan"),
        (lambda: pk.read_prompts(""), "name is empty"),
        (lambda: pk.read_prompts("scenario.json"), "no file scenario.json"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(call: Callable[[], object], words: str) -> None:
    with pytest.raises((TypeError, ValueError, KeyError, IndexError, OSError), match=re.escape(words)):
        call()
