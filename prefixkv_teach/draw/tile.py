"""Pictures of one tile of the attention kernel: the walk over the pages, and grids of rows and keys."""

from collections.abc import Sequence

from prefixkv_teach.draw.parts import many, view
from prefixkv_teach.draw.safe import html_text
from prefixkv_teach.draw.theme import colour_class

NOT_SEEN = "–"


def page_walk(
    tokens: Sequence[str], table: Sequence[int], page_size: int, keys: int, owners: Sequence[int] = ()
) -> str:
    """Draw where a prompt's keys lie: token n in slot n % page size of the page that the table names at n // page size.

    Args:
        tokens: the prompt's tokens as words, the borrowed ones included.
        table: its page numbers in the pool.
        page_size: tokens in a page.
        keys: keys that one turn of the loop reads; a row of the picture is one turn.
        owners: the prompt that computed each page of the table, for its colour.

    Returns:
        HTML, styled by `theme_css`.

    Example:
        >>> "page 7" in page_walk(["The", "room", "was"], [4, 7], page_size=2, keys=4)
        True
    """
    rows = []
    for turn, first in enumerate(range(0, len(tokens), keys)):
        behind = first + keys - len(tokens)
        cells = _pages(tokens, table, page_size, range(first, min(first + keys, len(tokens))), owners)
        note = (
            f'<span class="pk-gap">{many(behind, "place")} behind the last token, not read</span>' if behind > 0 else ""
        )
        rows.append(
            f'<tr><th scope="row" class="pk-left">turn {turn}</th>'
            f'<td class="pk-left"><div class="pk-cells">{cells}{note}</div></td></tr>'
        )
    body = f'<div class="pk-scroll"><table class="pk-table"><tbody>{"".join(rows)}</tbody></table></div>'
    label = f"{many(len(tokens), 'token')} in pages {', '.join(map(str, table))}, {keys} keys in a turn: " + "; ".join(
        f"token {n} is in page {table[n // page_size]}, slot {n % page_size}" for n in range(len(tokens))
    )
    legend = f"table {list(table)}, pages of {many(page_size, 'token')}; under each word: token n, and its slot"
    return view("pk-walk", "The page walk", f"{label}.", body, legend=legend)


def _pages(tokens: Sequence[str], table: Sequence[int], page_size: int, turn: range, owners: Sequence[int]) -> str:
    """The tokens of one turn, page by page; a page that the turn cuts shows the slots that are read."""
    html = ""
    for place in sorted({n // page_size for n in turn}):
        slots = "".join(
            f'<span class="pk-slot">{html_text(tokens[n])}<i>{n}, slot {n % page_size}</i></span>'
            for n in turn
            if n // page_size == place
        )
        colour = f" {colour_class(owners[place])}" if owners else ""
        name = f"page {table[place]}" + (f", of prompt {owners[place]}" if owners else "")
        html += f'<span class="pk-page{colour}"><span class="pk-name">{name}</span>'
        html += f'<span class="pk-slots">{slots}</span></span>'
    return html


def number_grid(
    title: str, columns: Sequence[str], rows: Sequence[tuple[str, Sequence[float]]], *, legend: str = ""
) -> str:
    """Draw numbers with a name for each row and column; an infinite one is a place where a row may not look.

    Args:
        title: what the numbers are.
        columns: the columns' names.
        rows: each row's name and its numbers.
        legend: how to read it.

    Returns:
        HTML, styled by `theme_css`.

    Example:
        >>> number_grid("scores", ["The", "room"], [("row 0", [0.5, float("-inf")])]).count("0.50")
        2
    """
    shown = [(name, [NOT_SEEN if abs(x) == float("inf") else f"{x:.2f}" for x in numbers]) for name, numbers in rows]
    head = "".join(f'<th scope="col">{html_text(name)}</th>' for name in ("", *columns))
    lines = ""
    for name, cells in shown:
        line = "".join(f"<td>{cell}</td>" for cell in cells)
        lines += f'<tr><th scope="row" class="pk-left">{html_text(name)}</th>{line}</tr>'
    table = f'<table class="pk-table"><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>'
    label = f"{title}. " + " ".join(
        f"{name}: " + ", ".join(f"{column} {cell}" for column, cell in zip(columns, cells, strict=True)) + "."
        for name, cells in shown
    )
    return view("pk-grid", title, label, f'<div class="pk-scroll">{table}</div>', legend=legend)
