"""Step 3 (Share): count the tokens each prompt has in common with the one before it, and cap the count."""

from collections.abc import Sequence


def count_common(a: Sequence[int], b: Sequence[int]) -> int:
    """Return how many tokens two prompts share from the front.

    A shared ending does not count: the KV of a token depends on every token before it.

    Example:
        >>> count_common([10, 20, 30, 40], [10, 20, 30, 50])
        3
        >>> count_common([1, 7, 8, 9], [2, 7, 8, 9])
        0
    """
    common = 0
    for left, right in zip(a, b, strict=False):
        if left != right:
            break
        common += 1
    return common


def count_shared(token_ids: Sequence[Sequence[int]], order: Sequence[int], *, cap: bool = True) -> list[int]:
    """Count the tokens each prompt shares with the previous one (article: "store shared token length").

    Looking one step back is enough: after sorting, no earlier prompt shares more than the previous one does.
    With the cap on, at least one token of every prompt stays to be computed.

    Args:
        token_ids: one sequence of ids per prompt, by prompt number.
        order: prompt numbers, by position.
        cap: limit each count to the prompt's length - 1, and never below 0.

    Returns:
        Shared tokens, by position; the first is always 0.

    Example:
        >>> ids = [[10, 20, 30, 40], [10, 20, 30, 50, 60, 70], [80, 90, 70], [10, 20, 30, 50], [10, 20, 30, 50]]
        >>> count_shared(ids, [0, 3, 4, 1, 2], cap=False)
        [0, 3, 4, 4, 0]
        >>> count_shared(ids, [0, 3, 4, 1, 2])
        [0, 3, 3, 4, 0]
    """
    shared = [0] * len(order)
    for position in range(1, len(order)):
        current, previous = token_ids[order[position]], token_ids[order[position - 1]]
        shared[position] = count_common(previous, current)
        if cap:
            shared[position] = max(0, min(shared[position], len(current) - 1))
    return shared
