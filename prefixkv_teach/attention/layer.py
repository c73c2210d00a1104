"""One attention layer with random, seeded weights: token ids in, one vector per token out."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True, eq=False)
class Layer:
    """One attention layer; `make_layer` makes one.

    Keys and values of a token follow from its own embedding and position alone, never from its neighbours.
    That is why a borrowed page holds the very numbers that the borrower would have computed.

    Attributes:
        heads, kv_heads: query heads, and the KV heads they share.
        head_dim: size D of a head.
        seed: fixes weights and embedding.
        wq, wk, wv, wo: weights [width, heads x D], [width, KV heads x D] twice, [heads x D, width].
        rotary_base: the slowest rotary pair turns about once in this many positions.
    """

    heads: int
    kv_heads: int
    head_dim: int
    seed: int
    wq: Tensor
    wk: Tensor
    wv: Tensor
    wo: Tensor
    rotary_base: float = 10000.0

    @property
    def width(self) -> int:
        """Numbers in a token's vector."""
        return self.heads * self.head_dim

    def embed(self, token_ids: Sequence[int]) -> Tensor:
        """Return one random vector per token, [tokens, width]; equal ids get equal vectors in any batch.

        Example:
            >>> x = make_layer(heads=2, kv_heads=1, head_dim=4).embed([10, 20, 10])
            >>> x.shape, torch.equal(x[0], x[2]), torch.equal(x[0], x[1])
            (torch.Size([3, 8]), True, False)
        """
        place = {token: row for row, token in enumerate(dict.fromkeys(token_ids))}
        rows = torch.empty(len(place), self.width)
        generator = torch.Generator()
        for token, row in place.items():
            # Ids may be any integers and a generator takes 32 bits, hence the checksum of its text.
            token_seed = zlib.crc32(f"{self.seed} {token}".encode())
            rows[row] = torch.randn(self.width, generator=generator.manual_seed(token_seed))
        where = torch.tensor([place[token] for token in token_ids], dtype=torch.long)
        return rows[where].to(self.wq.device, self.wq.dtype)

    def project(self, x: Tensor, first_position: int) -> tuple[Tensor, Tensor, Tensor]:
        """Make queries, keys and values of consecutive tokens.

        Args:
            x: [tokens, width].
            first_position: position of the first of them in its prompt: the number of tokens borrowed, not 0.

        Returns:
            q [tokens, heads, D], k and v [tokens, KV heads, D]; q and k are turned to their positions.

        Example:
            >>> layer = make_layer(heads=2, kv_heads=1, head_dim=4)
            >>> q, k, v = layer.project(layer.embed([10, 20]), first_position=0)
            >>> q.shape, k.shape, v.shape
            (torch.Size([2, 2, 4]), torch.Size([2, 1, 4]), torch.Size([2, 1, 4]))
        """
        q = (x @ self.wq).view(-1, self.heads, self.head_dim)
        k = (x @ self.wk).view(-1, self.kv_heads, self.head_dim)
        v = (x @ self.wv).view(-1, self.kv_heads, self.head_dim)
        positions = torch.arange(first_position, first_position + len(x), device=x.device)
        return rotate(q, positions, self.rotary_base), rotate(k, positions, self.rotary_base), v

    def output(self, attended: Tensor) -> Tensor:
        """Bring the heads of each token together, [tokens, heads, D] to [tokens, width].

        Example:
            >>> make_layer(heads=2, kv_heads=1, head_dim=4).output(torch.zeros(3, 2, 4)).shape
            torch.Size([3, 8])
        """
        return attended.reshape(len(attended), self.width) @ self.wo


def make_layer(
    *,
    heads: int = 8,
    kv_heads: int = 2,
    head_dim: int = 64,
    dtype: torch.dtype = torch.float32,
    device: torch.device | str = "cpu",
    seed: int = 0,
) -> Layer:
    """Make a layer with random weights; one seed gives the same layer on every device, up to dtype.

    Raises:
        ValueError: the heads cannot be grouped, or the head size is odd (rotary positions turn pairs).

    Example:
        >>> make_layer(heads=4, kv_heads=2, head_dim=8).width
        32
    """
    if kv_heads < 1 or heads < 1 or heads % kv_heads:
        raise ValueError(f"heads is {heads} and kv_heads {kv_heads}; expected heads to be a multiple of kv_heads.")
    if head_dim < 2 or head_dim % 2:
        raise ValueError(f"head_dim is {head_dim}; expected an even number, because rotary positions turn pairs.")
    width = heads * head_dim
    generator = torch.Generator().manual_seed(seed % 2**32)

    def weight(columns: int) -> Tensor:
        # Over the root of the width, so that queries, keys and values have about unit size.
        return (torch.randn(width, columns, generator=generator) / width**0.5).to(device, dtype)

    wq, wk, wv = weight(width), weight(kv_heads * head_dim), weight(kv_heads * head_dim)
    return Layer(heads, kv_heads, head_dim, seed, wq, wk, wv, wo=weight(width))


def rotate(x: Tensor, positions: Tensor, base: float = 10000.0) -> Tensor:
    """Apply rotary positions: turn each pair of numbers (2i, 2i + 1) by an angle that grows with position.

    The score of a query and a key then depends on how far apart they are. From "RoFormer: Enhanced
    Transformer with Rotary Position Embedding" (Su et al., 2021).

    Args:
        x: [tokens, heads, D], D even.
        positions: [tokens].

    Returns:
        The same shape and dtype; the turn itself is done in float32.

    Example:
        >>> x = torch.tensor([[[1.0, 0.0]], [[1.0, 0.0]]])
        >>> rotate(x, torch.tensor([0, 1])).flatten().tolist()  # position 1: cos 1, sin 1
        [1.0, 0.0, 0.5403022766113281, 0.8414709568023682]
    """
    head_dim = x.shape[-1]
    # float64, because position times speed loses digits in float32; the CPU, because not all devices have it.
    speed = base ** (-torch.arange(0, head_dim, 2, dtype=torch.float64) / head_dim)
    angle = torch.outer(positions.to("cpu", torch.float64), speed)[:, None]
    cos, sin = angle.cos().float().to(x.device), angle.sin().float().to(x.device)
    even, odd = x[..., 0::2].float(), x[..., 1::2].float()
    return torch.stack((even * cos - odd * sin, even * sin + odd * cos), dim=-1).flatten(-2).to(x.dtype)
