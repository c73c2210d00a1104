"""Small pieces that several pictures share: badges, the state of pages, what to leave out of a long row."""

from collections.abc import Sequence
from typing import NamedTuple

from prefixkv_teach.draw.safe import html_text
from prefixkv_teach.draw.theme import colour_class
from prefixkv_teach.run import Run


class PageStates(NamedTuple):
    """What has become of the pages by one moment; all are page numbers.

    Attributes:
        computed: pages below this number have been computed.
        now: pages that this moment computes.
        borrowed: pages that this moment borrows.
        freed: pages freed so far, this moment included.
    """

    computed: int
    now: frozenset[int]
    borrowed: frozenset[int]
    freed: frozenset[int]


def page_states(run: Run, position: int | None) -> PageStates:
    """Return the state of the pages at one moment; with None everything is computed and nothing is freed.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> from prefixkv_teach.run import execute
        >>> page_states(execute(plan_tokens([[1, 2, 3, 4], [1, 2, 3, 5]])), 1).computed
        3
    """
    if position is None:
        return PageStates(run.plan.pages, frozenset(), frozenset(), frozenset())
    moment = run.moments[position]
    freed = frozenset(page for past in run.moments[: position + 1] for page in past.freed)
    # Pages are numbered as they are computed, so the count of computed pages says which ones they are.
    computed = len(freed) + moment.live_pages
    return PageStates(computed, frozenset(moment.computed), frozenset(moment.borrowed), freed)


def check_position(run: Run, position: int | None) -> int | None:
    """Return the position, or raise an IndexError that says which positions there are.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> from prefixkv_teach.run import execute
        >>> check_position(execute(plan_tokens([[1, 2]])), 0)
        0
    """
    if position is None or 0 <= position < len(run.moments):
        return position
    have = f"0 to {len(run.moments) - 1}" if run.moments else "none, since there is no prompt"
    raise IndexError(f"position is {position}; the positions of this run are {have}. None shows the whole plan.")


def badge(prompt: int, *, small: bool = False) -> str:
    """Return a prompt's number on its colour, as HTML.

    Example:
        >>> badge(3)
        '<span class="pk-badge pk-c3" data-prompt="3">3</span>'
    """
    size = " pk-small" if small else ""
    return f'<span class="pk-badge {colour_class(prompt)}{size}" data-prompt="{prompt}">{prompt}</span>'


def view(kind: str, title: str, label: str, body: str, *, legend: str = "") -> str:
    """Return one picture: a figure with a title, and a label that says its content in words.

    Args:
        kind: the picture's own CSS class, such as "pk-pool".
        title: what stands above it; plain text.
        label: the content in words, for those who hear the page; plain text.
        body: HTML, already safe.
        legend: how to read it, beside the title; plain text.

    Example:
        >>> print(view("pk-x", "Title", "Nothing.", "<p>body</p>").partition("<figcaption")[0])
        <figure class="pk pk-view pk-x" role="figure" aria-label="Nothing.">
    """
    said = f' <span class="pk-legend">{html_text(legend)}</span>' if legend else ""
    return (
        f'<figure class="pk pk-view {kind}" role="figure" aria-label="{html_text(label)}">'
        f'<figcaption class="pk-title">{html_text(title)}{said}</figcaption>{body}</figure>'
    )


def pick(count: int, at_most: int, around: int | None = None) -> list[range]:
    """Choose what to show of a long row: its start, its end, and what surrounds one place of interest.

    Args:
        count: how many there are.
        at_most: how many to show, 3 or more.
        around: an index to show in any case.

    Returns:
        Half-open ranges of indices in order; what lies between two of them is left out.

    Example:
        >>> pick(5, 9), pick(100, 9), pick(100, 9, around=50)
        ([range(0, 5)], [range(0, 6), range(97, 100)], [range(0, 3), range(49, 52), range(97, 100)])
    """
    if count <= at_most:
        return [range(count)]
    third = max(1, at_most // 3)
    head, tail = at_most - third, third
    if around is None or around < head or around >= count - tail:
        return [range(head), range(count - tail, count)]
    middle = range(max(third, around - third // 2), min(count - third, around - third // 2 + third))
    ranges = [range(third), middle, range(count - third, count)]
    return _join(ranges)


def _join(ranges: Sequence[range]) -> list[range]:
    joined = [ranges[0]]
    for one in ranges[1:]:
        if one.start <= joined[-1].stop:
            joined[-1] = range(joined[-1].start, max(joined[-1].stop, one.stop))
        else:
            joined.append(one)
    return joined


def many(count: int, thing: str) -> str:
    """Say how many, with an s where it belongs.

    Example:
        >>> many(1, "page"), many(1234, "page")
        ('1 page', '1,234 pages')
    """
    return f"{count:,} {thing}{'s' * (count != 1)}"


def there_are(count: int, thing: str) -> str:
    """Say how many there are, as a sentence begins.

    Example:
        >>> there_are(1, "prompt"), there_are(3, "prompt")
        ('There is 1 prompt', 'There are 3 prompts')
    """
    return f"There {'is' if count == 1 else 'are'} {many(count, thing)}"
