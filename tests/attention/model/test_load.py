"""From files to a model: equal to the dense one in float64 in both formats, and refusals in words."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from prefixkv_teach.attention import relative_error
from prefixkv_teach.attention.model import Llama, ModelError, forward, load_model, make_pools, make_step
from tests.attention.model import dense
from tests.attention.model.checkpoints import (
    Sizes,
    gguf_metadata,
    gguf_tensors,
    published_weights,
    write_small_folder,
    write_small_gguf,
)
from tests.attention.model.files import write_gguf

IDS = [3, 80, 264, 17, 17, 200, 5]
SHAPES = [Sizes(), Sizes(tied=False), Sizes(heads=3, kv_heads=1, head_dim=10), Sizes(layers=1, heads=4, kv_heads=4)]


def last_logits(model: Llama, ids: list[int], page_size: int = 2) -> Tensor:
    pages = -(-len(ids) // page_size)
    step = make_step([ids], [0], [list(range(pages, 0, -1))], page_size)
    return forward(model, make_pools(model, pages, page_size), step)[0]


@pytest.mark.parametrize("sizes", SHAPES)
@pytest.mark.parametrize("write", [write_small_gguf, write_small_folder])
def test_both_formats_equal_the_dense_model(write: Callable[..., Path], sizes: Sizes, tmp_path: Path) -> None:
    weights = published_weights(sizes)
    model = load_model(write(tmp_path / "m.gguf", sizes, weights))
    for length in (1, 2, 7):
        want = dense.logits(weights, sizes, IDS[:length])[-1]
        assert relative_error(last_logits(model, IDS[:length]), want) <= 2e-6
    assert (model.output is model.embedding) == sizes.tied
    assert model.parameters == sum(weight.numel() for weight in weights.values())


def test_dtypes(tmp_path: Path) -> None:
    weights = published_weights(Sizes())
    path = write_small_gguf(tmp_path / "m.gguf", Sizes(), weights)
    want = dense.logits(weights, Sizes(), IDS)[-1]
    for dtype, tolerance in (("bfloat16", 5e-2), ("float16", 5e-3)):
        model = load_model(path, dtype=dtype)
        assert model.dtype == getattr(torch, dtype) and last_logits(model, IDS).dtype == torch.float32
        assert 0 < relative_error(last_logits(model, IDS), want) <= tolerance
    with pytest.raises(ValueError, match="dtype is 'int8'"):
        load_model(path, dtype="int8")


def test_quantised_weights_are_those_that_their_bytes_say(tmp_path: Path) -> None:
    sizes, weights = Sizes(), published_weights(Sizes())
    path = write_gguf(tmp_path / "q.gguf", gguf_metadata(sizes), gguf_tensors(weights, sizes, "Q8_0"))
    assert 1e-4 < relative_error(last_logits(load_model(path), IDS), dense.logits(weights, sizes, IDS)[-1]) < 5e-2


Change = Callable[[dict[str, Any], dict[str, tuple[str, Tensor]]], Any]
BAD_GGUF: dict[str, tuple[Change, str]] = {
    "another form": (lambda m, t: m.update({"general.architecture": "qwen2"}), "of the form 'qwen2'; 'llama' is"),
    "experts": (lambda m, t: m.update({"llama.expert_count": 8}), "experts or scaled rotary"),
    "scaled": (lambda m, t: m.update({"llama.rope.scaling.type": "yarn"}), "experts or scaled rotary"),
    "no layers": (lambda m, t: m.pop("llama.block_count"), "llama.block_count is None; expected a whole number"),
    "a text": (lambda m, t: m.update({"llama.block_count": "2"}), "llama.block_count is '2'"),
    "many layers": (lambda m, t: m.update({"llama.block_count": 3}), "the tensor 'blk.2.attn_norm.weight' is missing"),
    "heads": (lambda m, t: m.update({"llama.attention.head_count_kv": 3}), "4 heads on 3 KV heads"),
    "part of a head": (lambda m, t: m.update({"llama.rope.dimension_count": 4}), "differs from the head size 8"),
    "base": (lambda m, t: m.update({"llama.rope.freq_base": float("nan")}), "llama.rope.freq_base is nan"),
    "shape": (
        lambda m, t: m.update({"llama.feed_forward_length": 32}),
        r"shape \(64, 32\); its sizes ask for \(32, 32\)",
    ),
    "bias": (
        lambda m, t: t.update({"blk.0.attn_q.bias": ("F32", torch.ones(4))}),
        "does not know, such as 'blk.0.attn_q.bias'",
    ),
    "rope": (
        lambda m, t: t.update({"rope_freqs.weight": ("F32", torch.ones(4))}),
        "does not know, such as 'rope_freqs",
    ),
    "vocabulary": (lambda m, t: m.update({"tokenizer.ggml.model": "llama"}), "its vocabulary is of kind 'llama'"),
    "cut": (lambda m, t: m.update({"tokenizer.ggml.pre": "llama-bpe"}), "cut by the rule 'llama-bpe'"),
    "no words": (lambda m, t: m.pop("tokenizer.ggml.tokens"), "tokenizer.ggml.tokens is missing"),
    "words that are numbers": (lambda m, t: m.update({"tokenizer.ggml.tokens": [1]}), "is no list of texts"),
    "a merge of nothing": (lambda m, t: m.update({"tokenizer.ggml.merges": ["q zz"]}), "does not hold together"),
    "too many words": (lambda m, t: m["tokenizer.ggml.tokens"].append("more"), "scores for 266 only"),
}


@pytest.mark.parametrize("what", BAD_GGUF)
def test_a_gguf_that_is_not_supported_is_refused_in_words(what: str, tmp_path: Path) -> None:
    change, says = BAD_GGUF[what]
    metadata, tensors = gguf_metadata(Sizes()), gguf_tensors(published_weights(Sizes()), Sizes())
    change(metadata, tensors)
    with pytest.raises(ModelError, match=says):
        load_model(write_gguf(tmp_path / "bad.gguf", metadata, tensors))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"model_type": "gemma"}, "of the form 'gemma'"),
        ({"hidden_act": "gelu"}, "an activation other than 'silu'"),
        ({"attention_bias": True}, "biases and"),
        ({"rope_scaling": {"rope_type": "llama3", "factor": 8}}, "of kind 'llama3'"),
        ({"rope_parameters": {"rope_type": "yarn"}}, "of kind 'yarn'"),
        ({"rope_scaling": 3}, "of kind 3"),
        ({"partial_rotary_factor": 0.5}, "on a part of a head"),
        ({"vocab_size": 10**30}, "vocab_size is 1000"),
        ({"num_hidden_layers": True}, "num_hidden_layers is True"),
        ({"rms_norm_eps": 0}, "rms_norm_eps is 0"),
    ],
)
def test_a_config_that_is_not_supported_is_refused_in_words(changes: dict[str, Any], says: str, tmp_path: Path) -> None:
    folder = write_small_folder(tmp_path / "m", Sizes(), published_weights(Sizes()), **changes)
    with pytest.raises(ModelError, match=says):
        load_model(folder)


def test_rotary_parameters_of_newer_configs_are_read(tmp_path: Path) -> None:
    weights = published_weights(Sizes())
    folder = write_small_folder(tmp_path / "m", Sizes(), weights)
    config = json.loads((folder / "config.json").read_text())
    config["rope_parameters"] = {"rope_type": "default", "rope_theta": config.pop("rope_theta")}
    (folder / "config.json").write_text(json.dumps(config))
    assert load_model(folder).config.rotary_base == Sizes().base


@pytest.mark.parametrize(("name", "says"), [("config.json", "no config.json"), ("tokenizer.json", "no tokenizer.json")])
def test_what_lies_beside_the_weights_is_asked_for(name: str, says: str, tmp_path: Path) -> None:
    folder = write_small_folder(tmp_path / "m", Sizes(), published_weights(Sizes()))
    (folder / name).write_text("[1, 2]")
    with pytest.raises(ModelError, match=r"is no JSON object|cannot be read as a tokenizer"):
        load_model(folder)
    (folder / name).unlink()
    with pytest.raises(ModelError, match=says):
        load_model(folder)
