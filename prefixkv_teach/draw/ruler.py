"""Shared tokens laid into pages: which pages are whole, and what is left over."""

from collections.abc import Iterable

from prefixkv_teach.draw.parts import many, view
from prefixkv_teach.steps.pages import check_page_size

PAGES = 12  # at most so many pages of a row are drawn


def page_ruler(counts: Iterable[int], page_size: int) -> str:
    """Draw each count of shared tokens as pages: a whole page can be lent, one that is only begun cannot.

    Args:
        counts: shared tokens, each 0 or more; one row each, at most 12 pages of it.
        page_size: tokens in a page, 1 or more.

    Returns:
        HTML, styled by `theme_css`.

    Raises:
        TypeError, ValueError: `page_size` is not a positive integer.

    Example:
        >>> "15 tokens: 0 can be reused" in page_ruler([15, 16], 16)
        True
    """
    size, counts = check_page_size(page_size), list(counts)
    said = [f"{many(tokens, 'token')}: {tokens // size * size:,} can be reused" for tokens in counts]
    rows = "".join(_row(tokens, size, words) for tokens, words in zip(counts, said, strict=True))
    label = f"Shared tokens in pages of {many(size, 'token')}. {'. '.join(said)}."
    legend = "solid: a whole page, lent; dotted: a page that is only begun"
    return view("pk-ruler", f"Pages of {many(size, 'token')}", label, rows or "<p>No count.</p>", legend=legend)


def _row(tokens: int, size: int, words: str) -> str:
    starts = range(0, tokens, size)
    pages = "".join(_page(min(size, tokens - start), size) for start in starts[:PAGES])
    more = f'<span class="pk-gap">… {many(len(starts) - PAGES, "page")} more</span>' if len(starts) > PAGES else ""
    return f'<p class="pk-ruler-words">{words}</p><div class="pk-cells" aria-hidden="true">{pages}{more}</div>'


def _page(filled: int, size: int) -> str:
    kind = "pk-whole" if filled == size else "pk-begun"
    shown = min(size, 32)  # what a page of hundreds of tokens looks like is said by its number
    taken = filled * shown // size if size > shown else filled
    slots = "".join(f'<span class="pk-spot{" pk-taken" * (at < taken)}"></span>' for at in range(shown))
    return f'<span class="pk-page {kind}"><span class="pk-name">{filled} of {size}</span>{slots}</span>'
