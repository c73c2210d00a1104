"""Step 5 (Link): build the tree of who borrows from whom."""

from collections.abc import Sequence


def create_tree(order: Sequence[int], shared: Sequence[int]) -> list[int | None]:
    """Give every prompt that borrows a parent (article: "create the tree").

    A prompt that shares nothing is a root. For any other, start at the previous prompt. If that one borrowed at
    least as many tokens itself, it did not compute the last page we want: climb to its parent, and ask again.
    The climb ends at the prompt that *owns* (computed) the last borrowed page.

    The article's words ask for the first prompt in the order that computed those tokens. With the cap off that is
    the same prompt. With the cap on, a twin recomputes its last page, and the climb finds the twin: the article's own
    answer, parent 4 for prompt 1, is the climb's.

    Args:
        order: prompt numbers, by position.
        shared: shared tokens rounded to pages, by position.

    Raises:
        ValueError: `order` and `shared` do not fit together.

    Returns:
        Parents, by position: a prompt number, or None for a root.

    Example:
        >>> create_tree([0, 3, 4, 1, 2], [0, 2, 2, 4, 0])
        [None, 0, 0, 4, None]
    """
    if len(order) != len(shared):
        raise ValueError(
            f"order has {len(order)} prompts and shared {len(shared)} counts; expected one for each position"
        )
    position_of = {prompt: position for position, prompt in enumerate(order)}
    parent: list[int | None] = []
    for position, tokens in enumerate(shared):
        if tokens < 0 or (tokens and position == 0):
            raise ValueError(
                f"shared at position {position} is {tokens}; expected 0 or more, and 0 for the first prompt"
            )
        if tokens == 0:
            parent.append(None)
            continue
        candidate = order[position - 1]
        while shared[position_of[candidate]] >= tokens:
            climbed = parent[position_of[candidate]]
            assert climbed is not None  # a prompt that borrows has a parent
            candidate = climbed
        parent.append(candidate)
    return parent
