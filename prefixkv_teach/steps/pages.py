"""Step 4 (Round): KV lives in pages, and only whole pages can be borrowed."""

from collections.abc import Iterable
from operator import index


def round_down_to_pages(shared: Iterable[int], page_size: int) -> list[int]:
    """Round each count down to whole pages (article: "round the shared array down").

    A page may hold tokens that only its owner has, so half a page cannot be lent.

    Args:
        shared: shared tokens, by position.
        page_size: tokens in a page, 1 or more.

    Returns:
        Shared tokens, by position, each a multiple of `page_size`.

    Raises:
        TypeError, ValueError: `page_size` is not a positive integer, or a count is none.

    Example:
        >>> round_down_to_pages([0, 3, 3, 4, 0], 2)
        [0, 2, 2, 4, 0]
        >>> round_down_to_pages([15, 16, 17], 16)
        [0, 16, 16]
    """
    size = check_page_size(page_size)
    return [check_count(tokens, f"shared at position {at}") // size * size for at, tokens in enumerate(shared)]


def pages_needed(tokens: int, page_size: int) -> int:
    """Return how many pages hold `tokens` tokens; the last one may be partly filled.

    Example:
        >>> pages_needed(4, 4), pages_needed(5, 4), pages_needed(0, 4)
        (1, 2, 0)
    """
    size = check_page_size(page_size)
    return (check_count(tokens, "tokens") + size - 1) // size


def tokens_in_last_page(tokens: int, page_size: int) -> int:
    """Return how many slots of the last page are filled; a full page holds `page_size` tokens, not 0.

    Example:
        >>> tokens_in_last_page(5, 4), tokens_in_last_page(8, 4), tokens_in_last_page(0, 4)
        (1, 4, 0)
    """
    size, tokens = check_page_size(page_size), check_count(tokens, "tokens")
    # `tokens % size` alone would call a full last page empty: the classic fault.
    return (tokens - 1) % size + 1 if tokens else 0


def check_count(count: int, place: str) -> int:
    """Return a count of tokens as a plain integer, or raise an error that names the value and its place.

    Example:
        >>> check_count(3, "tokens")
        3
    """
    try:
        whole = index(count)
    except TypeError:
        raise TypeError(
            f"{place} is {count!r:.60}, a {type(count).__name__}; expected a whole number, 0 or more"
        ) from None
    if whole < 0:
        raise ValueError(f"{place} is {whole}; expected a whole number of tokens, 0 or more")
    return whole


def check_page_size(page_size: int) -> int:
    """Return `page_size` as a plain integer, or raise an error that names the value and the fix.

    Example:
        >>> check_page_size(16)
        16
    """
    try:
        if isinstance(page_size, bool):
            raise TypeError
        size = index(page_size)
    except TypeError:
        raise TypeError(
            f"page_size is {page_size!r}, a {type(page_size).__name__}; expected a positive integer, such as 2 or 16"
        ) from None
    if size < 1:
        raise ValueError(f"page_size is {page_size}; expected 1 or more, since a page holds at least one token")
    return size
