"""Execution as a list of moments: the player, the ledger, the charts and the tests all read the same list."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import accumulate

from prefixkv_teach.plan import PrefixPlan, check_plan, without_sharing
from prefixkv_teach.sentences import moment_sentence
from prefixkv_teach.steps.execute import Release, count_readers, keep_needed, release_after_last_reader

METHODS: Mapping[str, str] = {
    "keep_needed": "method 1: keep what is needed",
    "count_readers": "method 2: count, as written",
    "count_readers_tight": "method 2: count, tightly",
    "no_sharing": "no sharing",
    "keep_everything": "keep everything",
}


@dataclass(frozen=True)
class Moment:
    """One prompt runs: it arrives and borrows, its parent may let go, it computes, it finishes.

    Attributes:
        position: where the prompt stands in the order.
        prompt: its number.
        borrowed: page numbers read and not computed.
        computed: page numbers computed.
        kept: pages that this prompt holds on to for its children.
        freed: page numbers freed in this moment, sorted.
        freed_on_arrival: those of them freed because the parent let go, before anything was computed.
        live_pages: how many pages are live after the moment.
        peak_pages: how many were live at the moment's fullest, while the prompt computed.
    """

    position: int
    prompt: int
    borrowed: tuple[int, ...]
    computed: tuple[int, ...]
    kept: tuple[int, ...]
    freed: tuple[int, ...]
    freed_on_arrival: tuple[int, ...]
    live_pages: int
    peak_pages: int
    # Both are worked out when they are asked for: a sentence takes longer than all else in a moment, and all
    # readers of all moments would be prompts x pages large.
    _say: Callable[[], str] = field(repr=False, compare=False)
    _find_readers: Callable[[int], dict[int, tuple[int, ...]]] = field(repr=False, compare=False)

    @cached_property
    def sentence(self) -> str:
        """What happened, to be read aloud."""
        return self._say()

    @cached_property
    def readers(self) -> dict[int, tuple[int, ...]]:
        """The sorted prompts that hold each live page after the moment, by page number.

        Counting as written, those are the prompts that have arrived and not let go. Counting tightly, and with
        method 1, they are the borrowers still to come.
        """
        return self._find_readers(self.position)


@dataclass(frozen=True)
class Run:
    """One execution of a plan by one method.

    Attributes:
        plan: the plan that was run; for "no_sharing" the same prompts with nothing shared, so page numbers differ.
        method: one of `METHODS`.
        moments: one per prompt, by position.
    """

    plan: PrefixPlan
    method: str
    moments: tuple[Moment, ...]

    @property
    def peak_pages(self) -> int:
        """The most pages that were live at any time."""
        return max((moment.peak_pages for moment in self.moments), default=0)


def execute(plan: PrefixPlan, method: str = "count_readers") -> Run:
    """Run the tree in order, one prompt at a time (article: "execute on the tree").

    Args:
        plan: what to run.
        method: "keep_needed" (method 1, each page released after its last reader), "count_readers" (method 2 as
            the article writes it: a parent holds its pages until the last of its children has arrived),
            "count_readers_tight" (a page waits only for borrowers still to come), or a baseline: "no_sharing"
            (every prompt computes everything and frees it), "keep_everything" (nothing is ever freed).

    Returns:
        A `Run`: moments by position, and the peak.

    Raises:
        TypeError: `plan` is none. ValueError: `method` is none of these.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> plan = plan_tokens([[1, 2, 3, 4], [1, 2, 3, 5], [1, 2, 3, 5]])
        >>> for moment in execute(plan).moments:
        ...     print(moment.freed, moment.live_pages, moment.sentence)
        () 2 Prompt 0 is a root: it computes pages p0 and p1. Prompt 0 is held for prompts 1 and 2.
        (2,) 2 Prompt 1 borrows page p0 and computes page p2. Prompt 1 has no children, so it lets go and page p2 is
        freed.
        (0, 1, 3) 0 Prompt 2 borrows page p0 and computes page p3. It is the last child of prompt 0, so prompt 0
        lets go and page p1 is freed. Prompt 2 has no children, so it lets go and pages p0 and p3 are freed.
    """
    check_plan(plan)
    if method not in METHODS:
        raise ValueError(f"method is {method!r}; expected one of {', '.join(METHODS)}")
    if method == "no_sharing":
        plan = without_sharing(plan)
    releases = _releases(plan, method)
    find_readers = _reader_lookup(plan, method)
    keep = keep_needed(plan.order, plan.shared, plan.parent, plan.page_size)
    live = 0
    moments = []
    for position, (prompt, release) in enumerate(zip(plan.order, releases, strict=True)):
        table, computed = plan.page_tables[prompt], plan.owned_pages(prompt)
        peak = live - len(release.on_arrival) + len(computed)
        live = peak - len(release.on_finish)
        if method == "keep_everything" or (method == "count_readers" and plan.children[prompt]):
            kept = table
        else:
            kept = table[: keep[position]]
        moments.append(
            Moment(
                position=position,
                prompt=prompt,
                borrowed=plan.borrowed_pages(prompt),
                computed=computed,
                kept=kept,
                freed=tuple(sorted(release.on_arrival + release.on_finish)),
                freed_on_arrival=tuple(sorted(release.on_arrival)),
                live_pages=live,
                peak_pages=peak,
                _say=partial(moment_sentence, plan, method, position, release, kept),
                _find_readers=find_readers,
            )
        )
    return Run(plan, method, tuple(moments))


def peaks(plan: PrefixPlan) -> dict[str, int]:
    """Return the peak pages of every method, side by side, by method name.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> peaks(plan_tokens([[1, 2, 3, 4], [1, 2, 3, 5], [1, 2, 3, 5]]))
        {'keep_needed': 2, 'count_readers': 3, 'count_readers_tight': 2, 'no_sharing': 2, 'keep_everything': 4}
    """
    return {method: execute(plan, method).peak_pages for method in METHODS}


def _releases(plan: PrefixPlan, method: str) -> list[Release]:
    """Which pages each method frees on arrival and on finish, by position."""
    if method == "count_readers":
        return count_readers(plan.order, plan.parent, plan.page_tables)
    if method == "keep_everything":
        return [Release([], []) for _ in plan.order]
    # Method 1 and the tight count release alike; with nothing shared, every prompt is the last reader of its pages.
    return [Release([], freed) for freed in release_after_last_reader(plan.order, plan.page_tables)]


def _reader_lookup(plan: PrefixPlan, method: str) -> Callable[[int], dict[int, tuple[int, ...]]]:
    """Return the function that finds every live page's readers after the moment at a position."""
    computed_by_then = list(accumulate(len(plan.owned_pages(prompt)) for prompt in plan.order))
    # For each prompt, the half-open range of moments *after* which it still counts as a reader.
    holds = [_hold(plan, method, prompt) for prompt in range(len(plan.order))]

    def find(position: int) -> dict[int, tuple[int, ...]]:
        readers = {}
        for page in range(computed_by_then[position]):
            holding = tuple(prompt for prompt in plan.page_readers[page] if position in holds[prompt])
            if holding:
                readers[page] = holding
        return readers

    return find


def _hold(plan: PrefixPlan, method: str, prompt: int) -> range:
    arrival = plan.position_of[prompt]
    if method == "keep_everything":
        return range(arrival, len(plan.order))
    if method == "count_readers":
        # Children stand in order, so the last one listed is the last to arrive.
        children = plan.children[prompt]
        return range(arrival, plan.position_of[children[-1]] if children else arrival)
    return range(arrival)  # counted from the start, as a borrower still to come, until it has run
