"""A Llama in float64 without pages, cache or batches: every token of one prompt, all at once, head by head.

Written from the published form of the weights (rotary halves), and shares no line with the package.
"""

import math
from collections.abc import Mapping, Sequence

import torch
from torch import Tensor

from tests.attention.model.checkpoints import Sizes


def logits(weights: Mapping[str, Tensor], sizes: Sizes, ids: Sequence[int]) -> Tensor:
    """Scores after every token, [tokens, vocabulary], float64."""
    w = {name: tensor.double() for name, tensor in weights.items()}
    x = w["model.embed_tokens.weight"][list(ids)]
    for layer in range(sizes.layers):
        part = f"model.layers.{layer}."
        x = x + attention(norm(x, w[part + "input_layernorm.weight"], sizes), w, part + "self_attn.", sizes)
        y = norm(x, w[part + "post_attention_layernorm.weight"], sizes)
        gate = y @ w[part + "mlp.gate_proj.weight"].T
        swish = gate / (1 + torch.exp(-gate))
        x = x + (swish * (y @ w[part + "mlp.up_proj.weight"].T)) @ w[part + "mlp.down_proj.weight"].T
    head = w["model.embed_tokens.weight"] if sizes.tied else w["lm_head.weight"]
    return norm(x, w["model.norm.weight"], sizes) @ head.T


def norm(x: Tensor, weight: Tensor, sizes: Sizes) -> Tensor:
    return x / torch.sqrt((x**2).mean(1, keepdim=True) + sizes.epsilon) * weight


def attention(x: Tensor, w: Mapping[str, Tensor], part: str, sizes: Sizes) -> Tensor:
    d, n = sizes.head_dim, len(x)
    q, k, v = (x @ w[f"{part}{letter}_proj.weight"].T for letter in "qkv")
    later = torch.ones(n, n, dtype=torch.bool).triu(1)
    heads = []
    for head in range(sizes.heads):
        kv = head // (sizes.heads // sizes.kv_heads)
        query, key = turn(q[:, head * d : head * d + d], sizes), turn(k[:, kv * d : kv * d + d], sizes)
        scores = (query @ key.T / math.sqrt(d)).masked_fill(later, -math.inf)
        heads.append(torch.softmax(scores, 1) @ v[:, kv * d : kv * d + d])
    return torch.cat(heads, 1) @ w[f"{part}o_proj.weight"].T


def turn(x: Tensor, sizes: Sizes) -> Tensor:
    """Rotary positions on halves: number i turns with number i + D / 2."""
    half = sizes.head_dim // 2
    speed = torch.tensor([sizes.base ** (-2 * i / sizes.head_dim) for i in range(half)], dtype=torch.float64)
    angle = torch.arange(len(x), dtype=torch.float64)[:, None] * speed
    first, second = x[:, :half], x[:, half:]
    return torch.cat((first * angle.cos() - second * angle.sin(), second * angle.cos() + first * angle.sin()), 1)


def greedy(
    weights: Mapping[str, Tensor], sizes: Sizes, ids: Sequence[int], count: int, ends: frozenset[int]
) -> list[int]:
    """The likeliest tokens, one by one; everything is computed again for each."""
    found: list[int] = []
    while len(found) < count:
        token = int(logits(weights, sizes, [*ids, *found])[-1].argmax())
        if token in ends:
            break
        found.append(token)
    return found
