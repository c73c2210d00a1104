"""Step 6 (Run): execute on the tree. Which pages must stay, and when may each one go?

The article names two methods. Method 1 says how much of a prompt to *keep*; it leaves out when to let go.
Method 2 *counts the readers* of each page and frees a page when nobody reads it any more.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from prefixkv_teach.steps.pages import check_page_size


def keep_needed(order: Sequence[int], shared: Sequence[int], parent: Sequence[int | None], page_size: int) -> list[int]:
    """Method 1: return how many of its first pages each prompt must keep for its children.

    That is the largest number of tokens that any child borrows, in pages.

    Args:
        order: prompt numbers, by position.
        shared: shared tokens rounded to pages, by position.
        parent: parents as prompt numbers, by position.
        page_size: tokens in a page, 1 or more.

    Returns:
        Pages to keep, by position; 0 for a prompt without children.

    Raises:
        TypeError, ValueError: `page_size` is not a positive integer, or the lists do not fit together.

    Example:
        >>> keep_needed([0, 3, 4, 1, 2], [0, 2, 2, 4, 0], [None, 0, 0, 4, None], 2)
        [1, 0, 2, 0, 0]
    """
    size = check_page_size(page_size)
    check_by_position(order, shared=shared, parent=parent)
    most_borrowed: Counter[int] = Counter()
    for tokens, lender in zip(shared, parent, strict=True):
        if lender is not None:
            most_borrowed[lender] = max(most_borrowed[lender], tokens)
    return [most_borrowed[prompt] // size for prompt in order]


def release_after_last_reader(order: Sequence[int], page_tables: Sequence[Sequence[int]]) -> list[list[int]]:
    """The half that method 1 leaves out: free each page once the last prompt that reads it is done.

    "Once the last *child* is done" is a trap. With [1], [1, 2], [1, 2, 0] at page size 1, the grandchild reads
    the grandparent's page through its parent's table, and would read a page that is gone.

    Counting method 2 tightly, so that a page waits only for the borrowers still to come, frees the same pages at
    the same moments.

    Args:
        order: prompt numbers, by position.
        page_tables: page numbers of each prompt, by prompt number.

    Returns:
        Page numbers freed after each prompt, by position.

    Example:
        >>> release_after_last_reader([0, 3, 4, 1, 2], [[0, 1], [0, 3, 4], [5, 6], [0, 2], [0, 3]])
        [[1], [2], [], [0, 3, 4], [5, 6]]
    """
    last_position = {page: position for position, prompt in enumerate(order) for page in page_tables[prompt]}
    freed: list[list[int]] = [[] for _ in order]
    for page, position in sorted(last_position.items()):
        freed[position].append(page)
    return freed


class Release(NamedTuple):
    """Page numbers freed while one prompt runs: when it arrives (its parent lets go), and when it finishes."""

    on_arrival: list[int]
    on_finish: list[int]


def count_readers(
    order: Sequence[int], parent: Sequence[int | None], page_tables: Sequence[Sequence[int]]
) -> list[Release]:
    """Method 2 as the article writes it: count each page's readers, free a page that has none.

    Inside one moment: the prompt adds itself to its pages; its parent lets go if this was the last child; the
    prompt computes; a prompt without children removes itself at once, any other is held until its last child
    has arrived. Safe, but slow to free: a held prompt also holds the pages that no child wants.

    Args:
        order: prompt numbers, by position.
        parent: parents as prompt numbers, by position.
        page_tables: page numbers of each prompt, by prompt number.

    Returns:
        What is freed on arrival and on finish, by position.

    Example:
        >>> tables = [[0, 1], [0, 3, 4], [5, 6], [0, 2], [0, 3]]
        >>> for release in count_readers([0, 3, 4, 1, 2], [None, 0, 0, 4, None], tables):
        ...     print(release.on_arrival, release.on_finish)
        [] []
        [] [2]
        [1] []
        [] [0, 3, 4]
        [] [5, 6]
    """
    check_by_position(order, parent=parent)
    readers: defaultdict[int, int] = defaultdict(int)
    children_to_come = Counter(lender for lender in parent if lender is not None)

    def let_go(prompt: int) -> list[int]:
        for page in page_tables[prompt]:
            readers[page] -= 1
        return [page for page in page_tables[prompt] if readers[page] == 0]

    releases = []
    for prompt, lender in zip(order, parent, strict=True):
        for page in page_tables[prompt]:
            readers[page] += 1
        on_arrival = []
        if lender is not None:
            children_to_come[lender] -= 1
            if children_to_come[lender] == 0:
                on_arrival = let_go(lender)
        on_finish = let_go(prompt) if children_to_come[prompt] == 0 else []
        releases.append(Release(on_arrival, on_finish))
    return releases


def check_by_position(order: Sequence[int], **lists: Sequence[int | None]) -> None:
    """Raise a ValueError if a list by position does not fit the order, or names a parent that has not run.

    Example:
        >>> check_by_position([0, 1], parent=[None, 1])
        Traceback (most recent call last):
        ValueError: the parent of prompt 1 is 1; expected a prompt that stands earlier in the order
    """
    for name, values in lists.items():
        if len(values) != len(order):
            raise ValueError(f"{name} has {len(values)} values for {len(order)} positions; expected one for each")
    seen: set[int] = set()
    for prompt, lender in zip(order, lists.get("parent", ()), strict=False):
        if lender is not None and lender not in seen:
            raise ValueError(
                f"the parent of prompt {prompt} is {lender}; expected a prompt that stands earlier in the order"
            )
        seen.add(prompt)
