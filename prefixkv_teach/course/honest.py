"""The slow honest versions: each does what the words say, step by step, and uses no shortcut.

Learners' functions are compared with these, not with the package's own steps, so that a fault in a step cannot
make a wrong answer right.
"""

from collections.abc import Sequence


def honest_count(token_ids: Sequence[Sequence[int]], order: Sequence[int]) -> list[int]:
    """Count what each prompt shares with the previous one, by trying every length, and cap it.

    Example:
        >>> honest_count([[1, 2], [1, 2]], [0, 1])
        [0, 1]
    """
    counts = []
    for position, prompt in enumerate(order):
        current = list(token_ids[prompt])
        previous = list(token_ids[order[position - 1]]) if position else []
        lengths = range(max(0, len(current) - 1) + 1)
        counts.append(max(n for n in lengths if n <= len(previous) and current[:n] == previous[:n]))
    return counts
