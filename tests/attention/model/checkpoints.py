"""A small Llama in the form that its makers publish, and the same one in the two file formats."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor

from tests.attention.model.files import safetensors_bytes, write_gguf

WORDS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]


class Sizes(NamedTuple):
    layers: int = 2
    width: int = 32
    heads: int = 4
    kv_heads: int = 2
    head_dim: int = 8
    ffn: int = 64
    base: float = 500.0
    epsilon: float = 1e-4
    tied: bool = True


def byte_alphabet() -> list[str]:
    """The visible stand-in for every byte in byte-level vocabularies, by GPT-2's rule: by byte."""
    shown = [*range(33, 127), *range(161, 173), *range(174, 256)]
    hidden = [byte for byte in range(256) if byte not in shown]
    return [chr(byte) if byte in shown else chr(256 + hidden.index(byte)) for byte in range(256)]


def vocabulary() -> tuple[list[str], list[tuple[str, str]]]:
    """Three marks, 256 bytes and a few merges."""
    merges = [("t", "h"), ("th", "e"), ("Ġ", "t"), ("Ġt", "h"), ("Ġth", "e"), ("i", "n"), ("1", "2")]
    return [*WORDS, *byte_alphabet(), *("".join(pair) for pair in merges)], merges


def published_weights(sizes: Sizes, seed: int = 0) -> dict[str, Tensor]:
    """Random weights by the names and in the order of rows that safetensors checkpoints have."""
    generator = torch.Generator().manual_seed(seed)
    words = len(vocabulary()[0])
    q, kv = sizes.heads * sizes.head_dim, sizes.kv_heads * sizes.head_dim

    def matrix(rows: int, columns: int) -> Tensor:
        return torch.randn(rows, columns, generator=generator) / columns**0.5

    def norm() -> Tensor:
        return 1 + 0.3 * torch.randn(sizes.width, generator=generator)

    weights = {"model.embed_tokens.weight": matrix(words, sizes.width), "model.norm.weight": norm()}
    for layer in range(sizes.layers):
        part = f"model.layers.{layer}."
        weights[part + "input_layernorm.weight"] = norm()
        weights[part + "post_attention_layernorm.weight"] = norm()
        weights[part + "self_attn.q_proj.weight"] = matrix(q, sizes.width)
        weights[part + "self_attn.k_proj.weight"] = matrix(kv, sizes.width)
        weights[part + "self_attn.v_proj.weight"] = matrix(kv, sizes.width)
        weights[part + "self_attn.o_proj.weight"] = matrix(sizes.width, q)
        weights[part + "mlp.gate_proj.weight"] = matrix(sizes.ffn, sizes.width)
        weights[part + "mlp.up_proj.weight"] = matrix(sizes.ffn, sizes.width)
        weights[part + "mlp.down_proj.weight"] = matrix(sizes.width, sizes.ffn)
    if not sizes.tied:
        weights["lm_head.weight"] = matrix(words, sizes.width)
    return weights


def config_json(sizes: Sizes) -> dict[str, Any]:
    return {
        "model_type": "llama",
        "hidden_act": "silu",
        "num_hidden_layers": sizes.layers,
        "hidden_size": sizes.width,
        "num_attention_heads": sizes.heads,
        "num_key_value_heads": sizes.kv_heads,
        "head_dim": sizes.head_dim,
        "intermediate_size": sizes.ffn,
        "vocab_size": len(vocabulary()[0]),
        "max_position_embeddings": 512,
        "rope_theta": sizes.base,
        "rms_norm_eps": sizes.epsilon,
        "eos_token_id": 2,
    }


def gguf_metadata(sizes: Sizes) -> dict[str, Any]:
    words, merges = vocabulary()
    return {
        "general.architecture": "llama",
        "general.name": "small",
        "llama.block_count": sizes.layers,
        "llama.embedding_length": sizes.width,
        "llama.attention.head_count": sizes.heads,
        "llama.attention.head_count_kv": sizes.kv_heads,
        "llama.attention.key_length": sizes.head_dim,
        "llama.attention.value_length": sizes.head_dim,
        "llama.rope.dimension_count": sizes.head_dim,
        "llama.feed_forward_length": sizes.ffn,
        "llama.context_length": 512,
        "llama.rope.freq_base": sizes.base,
        "llama.attention.layer_norm_rms_epsilon": sizes.epsilon,
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "smollm",
        "tokenizer.ggml.tokens": words,
        "tokenizer.ggml.merges": [" ".join(pair) for pair in merges],
        "tokenizer.ggml.token_type": [3] * len(WORDS) + [1] * (len(words) - len(WORDS)),
        "tokenizer.ggml.eos_token_id": 2,
    }


def gguf_tensors(weights: dict[str, Tensor], sizes: Sizes, kind: str = "F32") -> dict[str, tuple[str, Tensor]]:
    """The same weights as GGUF has them: other names, and the rows of queries and keys in another order."""
    names = {
        "model.embed_tokens": "token_embd",
        "model.norm": "output_norm",
        "lm_head": "output",
        "input_layernorm": "attn_norm",
        "post_attention_layernorm": "ffn_norm",
        "self_attn.q_proj": "attn_q",
        "self_attn.k_proj": "attn_k",
        "self_attn.v_proj": "attn_v",
        "self_attn.o_proj": "attn_output",
        "mlp.gate_proj": "ffn_gate",
        "mlp.up_proj": "ffn_up",
        "mlp.down_proj": "ffn_down",
    }
    tensors = {}
    for name, weight in weights.items():
        for theirs, ours in names.items():
            name = name.replace(theirs, ours)
        name = name.replace("model.layers.", "blk.")
        if "attn_q" in name or "attn_k" in name:
            weight = interleave(weight, sizes.head_dim)
        tensors[name] = (kind if weight.dim() == 2 else "F32", weight)
    return tensors


def interleave(weight: Tensor, head_dim: int) -> Tensor:
    """Within each head, row i and row i + D / 2 become rows 2i and 2i + 1."""
    rows = []
    for head in range(0, len(weight), head_dim):
        for i in range(head_dim // 2):
            rows += [weight[head + i], weight[head + i + head_dim // 2]]
    return torch.stack(rows)


def write_small_gguf(path: Path, sizes: Sizes, weights: dict[str, Tensor]) -> Path:
    return write_gguf(path, gguf_metadata(sizes), gguf_tensors(weights, sizes))


def write_small_folder(folder: Path, sizes: Sizes, weights: dict[str, Tensor], **changes: Any) -> Path:
    """model.safetensors, config.json and tokenizer.json in a folder."""
    folder.mkdir(exist_ok=True)
    (folder / "model.safetensors").write_bytes(safetensors_bytes(weights))
    (folder / "config.json").write_text(json.dumps(config_json(sizes) | changes), encoding="utf-8")
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer_json()), encoding="utf-8")
    return folder


def tokenizer_json() -> dict[str, Any]:
    words, merges = vocabulary()
    cut = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    marks = [
        {"id": at, "content": word, "special": True, "normalized": False}
        | dict.fromkeys(("single_word", "lstrip", "rstrip"), False)
        for at, word in enumerate(WORDS)
    ]
    return {
        "version": "1.0",
        "added_tokens": marks,
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Digits", "individual_digits": True}, cut]},
        "decoder": cut,
        "model": {
            "type": "BPE",
            "vocab": {word: at for at, word in enumerate(words)},
            "merges": [list(pair) for pair in merges],
        },
    }
