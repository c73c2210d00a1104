"""The slow honest version: dense float64 attention, without pages or sharing; all else is checked by it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import torch
from torch import Tensor

if TYPE_CHECKING:
    from prefixkv_teach.attention.layer import Layer


def dense_attention(q: Tensor, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
    """Attend over one prompt's whole keys and values, head by head, in float64.

    Args:
        q: [n_q, query heads, D], the prompt's last n_q tokens.
        k, v: [n_kv, KV heads, D], all its tokens. Query head h reads KV head h // (query heads / KV heads).

    Returns:
        The result [n_q, query heads, D] and the log-sum-exp of the scaled scores [n_q, query heads], both
        float64 on the CPU.

    Example:
        >>> one = torch.ones(1, 1, 2)
        >>> out, lse = dense_attention(one, one, 3 * one)   # a single key gets all the weight
        >>> out.flatten().tolist(), round(lse.item(), 4)    # its score is 1 + 1, over the root of 2
        ([3.0, 3.0], 1.4142)
    """
    q, k, v = (tensor.detach().to("cpu", torch.float64) for tensor in (q, k, v))
    n_q, query_heads, head_dim = q.shape
    n_kv, kv_heads, _ = k.shape
    out = torch.zeros_like(q)
    lse = torch.zeros(n_q, query_heads, dtype=torch.float64)
    too_late = torch.ones(n_q, n_kv, dtype=torch.bool).triu(n_kv - n_q + 1)
    for head in range(query_heads):
        kv_head = head * kv_heads // query_heads
        scores = q[:, head] @ k[:, kv_head].T / head_dim**0.5
        scores[too_late] = float("-inf")
        lse[:, head] = torch.logsumexp(scores, dim=1)
        out[:, head] = torch.exp(scores - lse[:, head, None]) @ v[:, kv_head]
    return out, lse


def dense_layer(layer: "Layer", token_ids: Sequence[int]) -> Tensor:
    """Run a whole layer over one prompt in float64: every token computed, nothing cached.

    Rotary positions are applied here as complex numbers, another way than the layer's own, so that a fault in
    one of them shows.

    Args:
        layer: weights and embedding, as its dtype rounded them: both ways start from equal numbers.
        token_ids: the prompt, in any length from 0.

    Returns:
        [tokens, width], float64 on the CPU.

    Example:
        >>> from prefixkv_teach.attention import make_layer
        >>> dense_layer(make_layer(heads=2, kv_heads=1, head_dim=4), [10, 20, 30]).shape
        torch.Size([3, 8])
    """
    x = layer.embed(token_ids).to("cpu", torch.float64)
    wq, wk, wv, wo = (weight.to("cpu", torch.float64) for weight in (layer.wq, layer.wk, layer.wv, layer.wo))
    q = (x @ wq).reshape(len(token_ids), layer.heads, layer.head_dim)
    k = (x @ wk).reshape(len(token_ids), layer.kv_heads, layer.head_dim)
    v = (x @ wv).reshape(len(token_ids), layer.kv_heads, layer.head_dim)
    out, _ = dense_attention(_turn(q, layer.rotary_base), _turn(k, layer.rotary_base), v)
    return out.reshape(len(token_ids), layer.width) @ wo


def _turn(x: Tensor, base: float) -> Tensor:
    tokens, heads, head_dim = x.shape
    speed = base ** (-torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
    angle = torch.outer(torch.arange(tokens, dtype=torch.float64), speed)
    pairs = torch.view_as_complex(x.reshape(tokens, heads, head_dim // 2, 2))
    turned = pairs * torch.polar(torch.ones_like(angle), angle)[:, None]
    return torch.view_as_real(turned).reshape(x.shape)


def relative_error(got: Tensor, want: Tensor) -> float:
    """Return the relative Frobenius error |got - want| / |want|; NaN if anything is NaN, 0 if both are empty.

    Example:
        >>> relative_error(torch.tensor([3.0, 4.5]), torch.tensor([3.0, 4.0]))
        0.1
    """
    got, want = (tensor.detach().to("cpu", torch.float64) for tensor in (got, want))
    if got.shape != want.shape:
        raise ValueError(f"shapes {tuple(got.shape)} and {tuple(want.shape)} differ; compare like with like.")
    wrong, size = torch.linalg.vector_norm(got - want).item(), torch.linalg.vector_norm(want).item()
    return wrong if size == 0 else wrong / size
