"""The real SmolLM2, which `make model` installs: known ids, a known answer, and the same words with reuse."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
import torch

from prefixkv_teach.attention import relative_error
from prefixkv_teach.attention.model import (
    Llama,
    chat_prompts,
    compare,
    find_model,
    forward,
    generate,
    load_model,
    make_pools,
    make_step,
    plan_prompts,
)
from prefixkv_teach.attention.model.gguf import read_gguf
from tests.attention.model import dense
from tests.attention.model.checkpoints import Sizes
from tests.attention.model.files import unpack
from tests.attention.model.test_tokenizer import slow_ids

pytestmark = pytest.mark.slow
TEMPLATE = (
    "<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n"
    "<|im_start|>user\nWhat is the capital of France?<|im_end|>\n<|im_start|>assistant\n"
)


@pytest.fixture(scope="module")
def model() -> Iterator[Llama]:
    found = find_model(environ={})
    if found.path is None:
        pytest.skip(f"SmolLM2 is not installed: {found.why}")
    yield load_model(found.path)


def test_it_is_the_model_that_we_name(model: Llama) -> None:
    c = model.config
    assert (c.layers, c.width, c.heads, c.kv_heads, c.head_dim, c.vocabulary) == (30, 576, 9, 3, 64, 49_152)
    assert model.parameters == 134_515_008 and model.output is model.embedding


def test_ids_are_known_and_those_of_merging_by_hand(model: Llama) -> None:
    assert model.tokenizer("Hello world") == [19556, 905]
    assert model.tokenizer("<|im_start|>user\n") == [1, 4093, 198]
    assert chat_prompts(["What is the capital of France?"], None, tokenizer=model.tokenizer) == [TEMPLATE]
    metadata = read_gguf(find_model(environ={}).path).metadata
    words = metadata["tokenizer.ggml.tokens"]
    merges = [tuple(merge.split(" ")) for merge in metadata["tokenizer.ggml.merges"]]
    for text in ("The room was clean.", "It's 2024, isn't it?\n\n  Yes!", "naive coffee \u00e9\u00e8 12345"):
        assert model.tokenizer(text) == slow_ids(text, words, merges)
        assert model.tokenizer.decode(model.tokenizer(text)) == text


def test_quantised_numbers_are_those_of_plain_loops(model: Llama) -> None:
    opened = read_gguf(find_model(environ={}).path)
    for name in ("blk.7.ffn_down.weight", "token_embd.weight", "blk.29.attn_q.weight"):
        kind, _, start, _ = opened.spots[name]
        few = opened.data[start : start + 680]  # 680 is a multiple of both blocks' bytes
        want = torch.tensor(unpack(kind, few))
        assert torch.equal(opened.tensor(name).flatten()[: len(want)], want)


def test_logits_are_those_of_the_dense_model_in_float64(model: Llama) -> None:
    c, ids = model.config, model.tokenizer("The capital of France is")
    few = replace(c, layers=3)  # three of its layers: all thirty in float64 take long and show nothing more
    short = replace(model, config=few, blocks=model.blocks[:3])
    sizes = Sizes(3, c.width, c.heads, c.kv_heads, c.head_dim, c.ffn_width, c.rotary_base, c.epsilon)
    weights = {"model.embed_tokens.weight": model.embedding, "model.norm.weight": model.norm}
    names = ("input_layernorm", *(f"self_attn.{letter}_proj" for letter in "qkvo"), "post_attention_layernorm")
    names += ("mlp.gate_proj", "mlp.up_proj", "mlp.down_proj")
    for layer, block in enumerate(short.blocks):
        for name, weight in zip(names, block, strict=True):
            weight = to_halves(weight, c.head_dim) if name[-6:] in ("q_proj", "k_proj") else weight
            weights[f"model.layers.{layer}.{name}.weight"] = weight
    with torch.inference_mode():
        step = make_step([ids], [0], [[1, 2, 3]], 2)
        got = forward(short, make_pools(short, 3, 2), step)[0]
    assert relative_error(got, dense.logits(weights, sizes, ids)[-1]) <= 5e-6


def to_halves(weight: torch.Tensor, head_dim: int) -> torch.Tensor:
    """Rows 2i and 2i + 1 of each head become rows i and i + D / 2."""
    heads = weight.split(head_dim)
    return torch.cat([torch.cat((head[0::2], head[1::2])) for head in heads])


def test_it_knows_the_capital_of_france(model: Llama) -> None:
    prompts = chat_prompts(["What is the capital of France?"], None, tokenizer=model.tokenizer)
    assert generate(prompts, 2, model=model, max_new_tokens=12).texts == ("The capital of France is Paris.",)


def test_the_example_gives_the_same_words_for_a_sixth_of_the_tokens(model: Llama) -> None:
    prompts = chat_prompts(tokenizer=model.tokenizer)
    plan = plan_prompts(prompts, model=model)
    assert 250 <= min(plan.common[1:]) <= 260 and plan.tokens / sum(plan.computed_tokens) > 5.5
    found = compare(prompts[:4], model=model, max_new_tokens=10)
    assert found.same_words and not found.flipped
    assert found.largest_difference < 1e-3
    for word, text in zip(("Paris", "Tokyo", "blue", "eight"), found.with_reuse.texts, strict=True):
        assert word in text
