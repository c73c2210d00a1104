"""The tokenizer against byte pairs merged by hand, in both formats."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefixkv_teach.attention.model import load_model, make_tiny
from prefixkv_teach.attention.model.tokenizer import WordPieces, tokenizer_from_gguf, tokenizer_from_json
from tests.attention.model.checkpoints import (
    Sizes,
    byte_alphabet,
    gguf_metadata,
    published_weights,
    tokenizer_json,
    vocabulary,
    write_small_folder,
)

# GPT-2's rule for cutting a text, for letters without accents, after single digits have been set apart.
CUT = re.compile(r"'(?:s|t|re|ve|m|ll|d)| ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+|\s+(?!\S)|\s+")


def slow_ids(text: str, words: list[str], merges: list[tuple[str, str]]) -> list[int]:
    """Cut, spell in bytes, then merge the pair that stands first in the list, again and again."""
    alphabet, found = byte_alphabet(), []
    for part in re.split(r"([0-9])", text):
        for piece in CUT.findall(part):
            symbols = [alphabet[byte] for byte in piece.encode()]
            while True:
                ranks = [merges.index(pair) for pair in pairwise(symbols) if pair in merges]
                if not ranks:
                    break
                first, second = merges[min(ranks)]
                joined: list[str] = []
                for symbol in symbols:
                    if joined and (joined[-1], symbol) == (first, second):
                        joined[-1] = first + second
                    else:
                        joined.append(symbol)
                symbols = joined
            found += [words.index(symbol) for symbol in symbols]
    return found


@pytest.fixture(scope="module")
def pieces() -> WordPieces:
    return tokenizer_from_gguf(gguf_metadata(Sizes()), "small.gguf")


@given(text=st.text(st.sampled_from("then i12 \n't!."), max_size=30))
def test_ids_are_those_of_merging_by_hand(pieces: WordPieces, text: str) -> None:
    assert pieces(text) == slow_ids(text, *vocabulary())
    assert pieces.decode(pieces(text)) == text


@given(text=st.text(max_size=20))
def test_any_text_comes_back(pieces: WordPieces, text: str) -> None:
    if not any(mark in text for mark in vocabulary()[0][:3]):
        assert pieces.decode(pieces(text)) == text.encode("utf-8", "replace").decode()


def test_marks_are_single_tokens_and_leave_no_text(pieces: WordPieces) -> None:
    ids = pieces("<|im_start|>the<|im_end|>")
    assert (ids[0], ids[-1], len(ids)) == (1, 2, 3)
    assert pieces.decode(ids) == "the" and pieces.token_text(1) == "<|im_start|>"
    assert pieces.chat and pieces.end_ids == {0, 2}


def test_half_an_emoji_is_no_error(pieces: WordPieces) -> None:
    assert pieces("a\ud83d") == pieces("a?")


def test_both_formats_give_the_same_ids(pieces: WordPieces, tmp_path: Path) -> None:
    other = load_model(write_small_folder(tmp_path / "m", Sizes(), published_weights(Sizes()))).tokenizer
    text = "<|im_start|>then the 12th in 2012<|im_end|> ééé\n\n"
    assert other(text) == pieces(text) and other.end_ids == pieces.end_ids and other.size == pieces.size


def test_the_mark_of_a_beginning_is_set_where_the_model_was_taught_with_one(tmp_path: Path) -> None:
    metadata = gguf_metadata(Sizes()) | {"tokenizer.ggml.bos_token_id": 1}
    plain = tokenizer_from_gguf(metadata, "m.gguf")("the")
    assert tokenizer_from_gguf(metadata | {"tokenizer.ggml.add_bos_token": True}, "m.gguf")("the") == [1, *plain]
    assert tokenizer_from_gguf(metadata | {"tokenizer.ggml.add_bos_token": False}, "m.gguf")("the") == plain
    mark = {"SpecialToken": {"id": "<|im_start|>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}
    beginning = {
        "type": "TemplateProcessing",
        "single": mark,
        "pair": mark,
        "special_tokens": {"<|im_start|>": {"id": "<|im_start|>", "ids": [1], "tokens": ["<|im_start|>"]}},
    }
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(tokenizer_json() | {"post_processor": beginning}), encoding="utf-8")
    assert tokenizer_from_json(path, [])("the") == [1, *plain]


def test_the_tiny_model_reads_bytes() -> None:
    tokenizer = make_tiny().tokenizer
    assert tokenizer.decode(tokenizer("né")) == "né" and not tokenizer.chat and not tokenizer.end_ids
