"""A tiny Llama with random weights: the lesson runs with it where no real model is at hand."""

import torch
from torch import Tensor

from prefixkv_teach.attention.dtypes import dtype_named
from prefixkv_teach.attention.model.llama import Block, Llama, LlamaConfig
from prefixkv_teach.attention.model.tokenizer import ByteText

TINY = LlamaConfig(
    layers=2,
    width=64,
    heads=4,
    kv_heads=2,
    head_dim=16,
    ffn_width=128,
    vocabulary=256,
    context=16_384,
    rotary_base=10_000.0,
    epsilon=1e-5,
)


def make_tiny(
    seed: int = 0,
    *,
    config: LlamaConfig = TINY,
    dtype: str = "float32",
    device: torch.device | str = "cpu",
) -> Llama:
    """Make a Llama with random weights, whose tokens are bytes: its words mean nothing, its work is real work.

    Args:
        seed: fixes the weights.
        config: the sizes; the vocabulary has at least 256 words.
        dtype: "float32", "bfloat16" or "float16".
        device: where the weights go.

    Raises:
        ValueError: there is no such dtype.

    Example:
        >>> make_tiny().parameters, torch.equal(make_tiny(1).norm, make_tiny(2).norm)
        (90432, False)
    """
    generator = torch.Generator().manual_seed(seed % 2**32)
    number = dtype_named(dtype)

    def matrix(rows: int, columns: int) -> Tensor:
        return (torch.randn(rows, columns, generator=generator) / columns**0.5).to(device, number)

    def norm() -> Tensor:
        return (1 + 0.1 * torch.randn(config.width, generator=generator)).to(device, number)

    q_width, kv_width = config.heads * config.head_dim, config.kv_heads * config.head_dim
    blocks = tuple(
        Block(
            attn_norm=norm(),
            wq=matrix(q_width, config.width),
            wk=matrix(kv_width, config.width),
            wv=matrix(kv_width, config.width),
            wo=matrix(config.width, q_width),
            ffn_norm=norm(),
            gate=matrix(config.ffn_width, config.width),
            up=matrix(config.ffn_width, config.width),
            down=matrix(config.width, config.ffn_width),
        )
        for _ in range(config.layers)
    )
    embedding = matrix(config.vocabulary, config.width)
    name = f"A tiny Llama with random weights (seed {seed}): its words mean nothing, its work is real"
    return Llama(config, embedding, blocks, norm(), embedding, ByteText(), name)
