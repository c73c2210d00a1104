"""The slow honest versions: each does what the words say, step by step, and uses no shortcut.

Learners' functions are compared with these, not with the package's own steps, so that a fault in a step cannot
make a wrong answer right.
"""

from collections.abc import Sequence


def honest_common(one: Sequence[int], other: Sequence[int]) -> int:
    """Count the tokens that two prompts have in common from the front, by trying every length.

    Example:
        >>> honest_common([1, 2, 3], [1, 2, 4, 3])
        2
    """
    lengths = range(min(len(one), len(other)) + 1)
    return max(length for length in lengths if list(one[:length]) == list(other[:length]))


def honest_reused(token_ids: Sequence[Sequence[int]]) -> int:
    """Count the tokens, of all prompts together, that an earlier prompt in the list begins with too.

    Example:
        >>> honest_reused([[1, 2, 3], [1, 2, 4], [5]])
        2
    """
    starts: set[tuple[int, ...]] = set()
    reused = 0
    for ids in token_ids:
        mine = {tuple(ids[:length]) for length in range(1, len(ids) + 1)}
        reused += len(mine & starts)
        starts |= mine
    return reused


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


def honest_round(shared: Sequence[int], page_size: int) -> list[int]:
    """Round down by filling one page after another, as long as a whole one fits.

    Example:
        >>> honest_round([0, 3, 4], 2)
        [0, 2, 4]
    """
    return [max(full for full in range(0, tokens + 1, page_size)) for tokens in shared]


def honest_whole_pages(shared: Sequence[int], page_size: int) -> list[int]:
    """Count the whole pages by taking them away one by one.

    Example:
        >>> honest_whole_pages([0, 3, 4], 2)
        [0, 1, 2]
    """
    counts = []
    for tokens in shared:
        pages = 0
        while tokens >= page_size:
            tokens, pages = tokens - page_size, pages + 1
        counts.append(pages)
    return counts


def honest_loss(shared: Sequence[int], page_size: int) -> int:
    """Count, token by token, the shared ones whose page has a token that is not shared.

    Example:
        >>> honest_loss([0, 3, 4], 2)
        1
    """
    lost = 0
    for tokens in shared:
        for token in range(tokens):
            page_ends = (token // page_size + 1) * page_size
            lost += page_ends > tokens
    return lost


def honest_parents(order: Sequence[int], shared: Sequence[int]) -> list[int | None]:
    """Write down who computed each token's KV, prompt by prompt; the parent owns the last borrowed token.

    Example:
        >>> honest_parents([0, 3, 4, 1, 2], [0, 2, 2, 4, 0])
        [None, 0, 0, 4, None]
    """
    parents: list[int | None] = []
    owners: list[int] = []  # of the previous prompt's tokens, from the front
    longest = max(shared, default=0)  # nobody asks for an owner behind this
    for prompt, tokens in zip(order, shared, strict=True):
        parents.append(owners[tokens - 1] if tokens else None)
        owners = owners[:tokens] + [prompt] * (longest - tokens)
    return parents
