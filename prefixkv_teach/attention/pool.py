"""The paged KV pool: where keys and values lie, page by page."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True, eq=False)
class KVPool:
    """Pages of keys and values; `make_pool` makes one, full of NaN.

    Page 0 is the null page: nobody owns it, and it stays NaN. So does every slot that no token was written
    to. A read of a wrong page or slot then shows as NaN in the result and cannot pass for a number.

    Attributes:
        k_pages, v_pages: [pages, page size, KV heads, D].
    """

    k_pages: Tensor
    v_pages: Tensor

    def write(self, table: Sequence[int], first_token: int, k: Tensor, v: Tensor) -> None:
        """Store keys and values of a prompt's tokens from first_token on, in the pages its table names.

        Args:
            table: the prompt's page numbers in this pool.
            first_token: how many tokens of the prompt lie in the pool already.
            k, v: [tokens, KV heads, D].

        Raises:
            IndexError: the table is too short for the tokens.

        Example:
            >>> pool = make_pool(3, page_size=2, kv_heads=1, head_dim=2)
            >>> pool.write([2, 1], first_token=2, k=torch.ones(1, 1, 2), v=torch.ones(1, 1, 2))
            >>> pool.k_pages[1, 0, 0].tolist()   # token 2 is slot 0 of the second page in the table
            [1.0, 1.0]
        """
        page_size = self.k_pages.shape[1]
        tokens = range(first_token, first_token + len(k))
        pages = torch.tensor([table[token // page_size] for token in tokens], dtype=torch.long)
        slots = torch.tensor([token % page_size for token in tokens], dtype=torch.long)
        self.k_pages[pages, slots] = k
        self.v_pages[pages, slots] = v

    def clear(self) -> None:
        """Fill the pool with NaN again.

        Example:
            >>> pool = make_pool(1, page_size=1, kv_heads=1, head_dim=2)
            >>> pool.clear()
            >>> pool.k_pages.isnan().all().item()
            True
        """
        self.k_pages.fill_(float("nan"))
        self.v_pages.fill_(float("nan"))

    def page_bytes(self) -> int:
        """Return the bytes of one page, keys and values together.

        Example:
            >>> make_pool(1, page_size=2, kv_heads=2, head_dim=64).page_bytes()  # 2 x (2 x 2 x 64) x 4
            2048
        """
        return 2 * self.k_pages[0].numel() * self.k_pages.element_size()


def make_pool(
    pages: int,
    *,
    page_size: int,
    kv_heads: int,
    head_dim: int,
    dtype: torch.dtype = torch.float32,
    device: torch.device | str = "cpu",
) -> KVPool:
    """Make a pool of `pages` pages and, before them, the null page 0.

    Example:
        >>> make_pool(7, page_size=2, kv_heads=2, head_dim=64).k_pages.shape
        torch.Size([8, 2, 2, 64])
    """
    shape = (pages + 1, page_size, kv_heads, head_dim)
    k_pages = torch.full(shape, float("nan"), dtype=dtype, device=device)
    return KVPool(k_pages, k_pages.clone())
