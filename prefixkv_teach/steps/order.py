"""Step 2 (Sort): put the prompts in order, so that prompts that start alike stand side by side."""

from collections.abc import Sequence


def sort_prompts(token_ids: Sequence[Sequence[int]]) -> list[int]:
    """Return the order in which prompts are processed (article: "sort token ids").

    Two prompts are compared token by token: at the first difference the smaller id comes first, and a prompt
    that ends comes before the one that goes on. Equal prompts keep the order in which they were given.
    Python compares tuples by exactly this rule.

    Args:
        token_ids: one sequence of ids per prompt, by prompt number.

    Returns:
        The order: prompt numbers, by position.

    Example:
        >>> sort_prompts([[10, 20, 30, 40], [10, 20, 30, 50, 60, 70], [80, 90, 70], [10, 20, 30, 50], [10, 20, 30, 50]])
        [0, 3, 4, 1, 2]
    """
    return sorted(range(len(token_ids)), key=lambda number: tuple(token_ids[number]))
