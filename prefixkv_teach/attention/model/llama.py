"""The Llama form of a language model, whose attention reads keys and values from pages.

A token's vector goes through the blocks one after another. A block adds two things to it: what attention gathers
from the tokens before (RMSNorm, projections, rotary positions, `paged_attention`), and what a small network makes
of the vector itself (RMSNorm, SwiGLU). At the end each word of the vocabulary gets a score, its logit.
From "LLaMA: Open and Efficient Foundation Language Models" (Touvron et al., 2023).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import Tensor

from prefixkv_teach.attention.model.step import Step
from prefixkv_teach.attention.model.tokenizer import ModelTokenizer
from prefixkv_teach.attention.paged import paged_attention
from prefixkv_teach.attention.pool import KVPool, make_pool


@dataclass(frozen=True)
class LlamaConfig:
    """The sizes of a model.

    Attributes:
        layers: blocks, each with keys and values of its own.
        width: numbers in a token's vector.
        heads, kv_heads: query heads, and the KV heads they share.
        head_dim: size D of a head.
        ffn_width: numbers in the middle of SwiGLU.
        vocabulary: how many words there are.
        context: the longest prompt and answer together that it was trained for.
        rotary_base: the slowest rotary pair turns about once in this many positions.
        epsilon: keeps RMSNorm from dividing by zero.
    """

    layers: int
    width: int
    heads: int
    kv_heads: int
    head_dim: int
    ffn_width: int
    vocabulary: int
    context: int
    rotary_base: float
    epsilon: float


class Block(NamedTuple):
    """The weights of one block; matrices are [out, in], norms [width]."""

    attn_norm: Tensor
    wq: Tensor
    wk: Tensor
    wv: Tensor
    wo: Tensor
    ffn_norm: Tensor
    gate: Tensor
    up: Tensor
    down: Tensor


@dataclass(frozen=True, eq=False)
class Llama:
    """A language model; `load_model` or `make_tiny` makes one.

    Attributes:
        config: its sizes.
        embedding: [vocabulary, width], one row per word.
        blocks: one after another.
        norm: [width], before the scores.
        output: [vocabulary, width]; the embedding itself where the two are tied.
        tokenizer: from text to token ids and back.
        name: what it is, and where it came from, for people.
    """

    config: LlamaConfig
    embedding: Tensor
    blocks: tuple[Block, ...]
    norm: Tensor
    output: Tensor
    tokenizer: ModelTokenizer
    name: str

    def __repr__(self) -> str:
        c = self.config
        return (
            f"{self.name}\n{c.layers} layers, width {c.width}, {c.heads} query heads on {c.kv_heads} KV heads of "
            f"size {c.head_dim}, {c.vocabulary:,} words, {self.parameters:,} parameters, {self.dtype} on {self.device}"
        )

    @property
    def parameters(self) -> int:
        """How many numbers it has learned; tied ones count once."""
        tensors = [self.embedding, self.norm, *(tensor for block in self.blocks for tensor in block)]
        tensors += [] if self.output is self.embedding else [self.output]
        return sum(tensor.numel() for tensor in tensors)

    @property
    def dtype(self) -> torch.dtype:
        """The number format of its weights and its cache."""
        return self.embedding.dtype

    @property
    def device(self) -> torch.device:
        """Where its weights lie."""
        return self.embedding.device

    def page_bytes(self, page_size: int) -> int:
        """Bytes of one page: keys and values of its tokens in every layer."""
        c = self.config
        return 2 * c.layers * page_size * c.kv_heads * c.head_dim * self.embedding.element_size()


def make_pools(model: Llama, pages: int, page_size: int) -> tuple[KVPool, ...]:
    """Make one KV pool per layer; a page number means the same page in each.

    Example:
        >>> from prefixkv_teach.attention.model.tiny import make_tiny
        >>> [pool.k_pages.shape for pool in make_pools(make_tiny(), pages=3, page_size=2)]
        [torch.Size([4, 2, 2, 16]), torch.Size([4, 2, 2, 16])]
    """
    c = model.config
    sizes = {"page_size": page_size, "kv_heads": c.kv_heads, "head_dim": c.head_dim}
    return tuple(make_pool(pages, **sizes, dtype=model.dtype, device=model.device) for _ in range(c.layers))


def forward(model: Llama, pools: Sequence[KVPool], step: Step, *, backend: str = "auto") -> Tensor:
    """Compute new tokens: write their keys and values into the pools, and score what may come next.

    Args:
        model: the model.
        pools: one per layer; tokens that the step does not compute lie there already.
        step: which tokens, at which positions, in which pages; from `make_step`.
        backend: as in `paged_attention`.

    Returns:
        Logits after the last new token of each prompt, float32, [prompts of the step, vocabulary].

    Example:
        >>> from prefixkv_teach.attention.model.step import make_step
        >>> from prefixkv_teach.attention.model.tiny import make_tiny
        >>> model, step = make_tiny(), make_step([[72, 105]], first=[0], tables=[[1]], page_size=2)
        >>> forward(model, make_pools(model, pages=1, page_size=2), step).shape
        torch.Size([1, 256])
    """
    c = model.config
    x = F.embedding(step.ids.to(model.device), model.embedding)
    turn = rotary(step.positions, c.head_dim, c.rotary_base, model.device)
    for block, pool in zip(model.blocks, pools, strict=True):
        y = rms_norm(x, block.attn_norm, c.epsilon)
        q = rotate_pairs(F.linear(y, block.wq).view(-1, c.heads, c.head_dim), turn)
        k = rotate_pairs(F.linear(y, block.wk).view(-1, c.kv_heads, c.head_dim), turn)
        v = F.linear(y, block.wv).view(-1, c.kv_heads, c.head_dim)
        pool.k_pages[step.pages, step.slots] = k  # before attention: a token also reads itself
        pool.v_pages[step.pages, step.slots] = v
        attended, _ = paged_attention(q, pool.k_pages, pool.v_pages, step.work, backend=backend)
        x = x + F.linear(attended.flatten(1), block.wo)
        y = rms_norm(x, block.ffn_norm, c.epsilon)
        x = x + F.linear(F.silu(F.linear(y, block.gate)) * F.linear(y, block.up), block.down)
    # Only the last token of a prompt is asked what comes next; scores of the others would be thrown away.
    return F.linear(rms_norm(x[step.last_rows], model.norm, c.epsilon), model.output).float()


def rms_norm(x: Tensor, weight: Tensor, epsilon: float) -> Tensor:
    """Scale each vector to a root mean square of 1, then each number by its weight; the mean in float32.

    Example:
        >>> rms_norm(torch.tensor([[3.0, 4.0]]), torch.tensor([1.0, 2.0]), epsilon=0.0)
        tensor([[0.8485, 2.2627]])
    """
    wide = x.float()
    return (wide * torch.rsqrt(wide.square().mean(-1, keepdim=True) + epsilon)).to(x.dtype) * weight


class Turn(NamedTuple):
    """Cosine and sine of each token's rotary angles, [tokens, 1, D / 2], float32."""

    cos: Tensor
    sin: Tensor


def rotary(positions: Tensor, head_dim: int, base: float, device: torch.device) -> Turn:
    """Work out the rotary angles once for a step; every layer turns its queries and keys by the same ones.

    Example:
        >>> rotary(torch.tensor([0, 1]), 2, 10000.0, torch.device("cpu")).cos.flatten().tolist()
        [1.0, 0.5403022766113281]
    """
    # float64, because position times speed loses digits in float32; the CPU, because not all devices have it.
    speed = base ** (-torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
    angle = torch.outer(positions.double(), speed)[:, None]
    return Turn(angle.cos().float().to(device), angle.sin().float().to(device))


def rotate_pairs(x: Tensor, turn: Turn) -> Tensor:
    """Turn each pair of numbers (2i, 2i + 1) of queries or keys by its angle; see `rotate` of the attention layer.

    Example:
        >>> turn = rotary(torch.tensor([1]), 2, 10000.0, torch.device("cpu"))
        >>> rotate_pairs(torch.tensor([[[1.0, 0.0]]]), turn).flatten().tolist()
        [0.5403022766113281, 0.8414709568023682]
    """
    even, odd = x[..., 0::2].float(), x[..., 1::2].float()
    return torch.stack((even * turn.cos - odd * turn.sin, even * turn.sin + odd * turn.cos), -1).flatten(-2).to(x.dtype)
