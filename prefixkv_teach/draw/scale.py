"""The upright scale of a chart: where it ends, and which values stand beside it."""


def round_up(value: int) -> int:
    """Return the next value that halves, or is cut in three, into whole ticks that people like.

    Example:
        >>> round_up(7), round_up(10), round_up(431)
        (8, 10, 600)
    """
    scale = 10 ** max(0, len(str(value)) - 2)
    return next(n * scale for n in (2, 3, 4, 6, 8, 9, 10, 12, 15, 20, 30, 40, 60, 80, 90, 100) if n * scale >= value)


def ticks(top: int) -> list[int]:
    """Return the values to write beside a scale from 0 to `top`.

    Example:
        >>> ticks(8), ticks(9)
        ([0, 2, 4, 6, 8], [0, 3, 6, 9])
    """
    parts = next((p for p in (3, 4, 2) if top % p == 0), 1)
    return [top * k // parts for k in range(parts + 1)]
