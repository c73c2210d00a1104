"""All steps for one set of prompts as one frozen value: who shares with whom, and which page holds what."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from prefixkv_teach.steps.order import sort_prompts
from prefixkv_teach.steps.pages import check_page_size, pages_needed, round_down_to_pages
from prefixkv_teach.steps.shared import count_common, count_shared
from prefixkv_teach.steps.tokens import Tokenizer, WordTokenizer, check_ids, to_token_ids
from prefixkv_teach.steps.tree import create_tree


@dataclass(frozen=True)
class PrefixPlan:
    """The plan for one set of prompts; make one with `make_plan` or `plan_tokens`.

    Two numberings, never mixed: a *prompt number* says where a prompt stands in the list that was given, a
    *position* says where it stands in the order.

    Attributes:
        prompts: texts, by prompt number.
        token_ids: token ids, by prompt number.
        token_texts: what to show for each token, by prompt number.
        page_size: tokens in a page.
        cap: whether a prompt always computes at least one token.
        order: prompt numbers, by position.
        common: tokens in common with the previous prompt before the cap, by position.
        capped: the same after the cap, by position.
        shared: the same rounded down to whole pages, by position.
        parent: parents as prompt numbers, None for a root, by position.
        page_tables: page numbers, by prompt number. Numbered 0, 1, 2, ... as they are computed in order.
        page_owner: the prompt that computed each page, by page number.
        page_readers: the sorted prompts that read each page, its owner included, by page number.
    """

    prompts: tuple[str, ...]
    token_ids: tuple[tuple[int, ...], ...]
    token_texts: tuple[tuple[str, ...], ...]
    page_size: int
    cap: bool
    order: tuple[int, ...]
    common: tuple[int, ...]
    capped: tuple[int, ...]
    shared: tuple[int, ...]
    parent: tuple[int | None, ...]
    page_tables: tuple[tuple[int, ...], ...]
    page_owner: tuple[int, ...]
    page_readers: tuple[tuple[int, ...], ...]

    @cached_property
    def position_of(self) -> tuple[int, ...]:
        """Position in the order, by prompt number."""
        positions = [0] * len(self.order)
        for position, prompt in enumerate(self.order):
            positions[prompt] = position
        return tuple(positions)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """Prompt numbers of each prompt's direct children, in order, by prompt number."""
        children: list[list[int]] = [[] for _ in self.order]
        for prompt, lender in zip(self.order, self.parent, strict=True):
            if lender is not None:
                children[lender].append(prompt)
        return tuple(map(tuple, children))

    @cached_property
    def reused_tokens(self) -> tuple[int, ...]:
        """Tokens whose KV is borrowed, by prompt number."""
        return tuple(self.shared[position] for position in self.position_of)

    @cached_property
    def computed_tokens(self) -> tuple[int, ...]:
        """Tokens whose KV is computed, by prompt number."""
        return tuple(len(ids) - reused for ids, reused in zip(self.token_ids, self.reused_tokens, strict=True))

    @property
    def tokens(self) -> int:
        """Tokens of all prompts together."""
        return sum(map(len, self.token_ids))

    @property
    def pages(self) -> int:
        """Pages computed when pages are shared."""
        return len(self.page_owner)

    @cached_property
    def pages_without_sharing(self) -> int:
        """Pages computed when every prompt computes all of its own."""
        return sum(pages_needed(len(ids), self.page_size) for ids in self.token_ids)

    def borrowed_pages(self, prompt: int) -> tuple[int, ...]:
        """Return the pages at the front of this prompt's table that somebody else computed."""
        return self.page_tables[prompt][: self.reused_tokens[prompt] // self.page_size]

    def owned_pages(self, prompt: int) -> tuple[int, ...]:
        """Return the pages that this prompt computes itself."""
        return self.page_tables[prompt][self.reused_tokens[prompt] // self.page_size :]

    def page_tokens(self, page: int) -> range:
        """Return which tokens of its owner this page holds, as a half-open range of token indices.

        Example:
            >>> make_plan(["The room was clean"], page_size=3).page_tokens(1)
            range(3, 4)
        """
        if not 0 <= page < self.pages:
            raise IndexError(f"page is {page}; the pages of this plan are 0 to {self.pages - 1}")
        owner = self.page_owner[page]
        # An owner's own pages have consecutive numbers, so the place in its table needs no search.
        place = len(self.page_tables[owner]) - 1 - (self.page_tables[owner][-1] - page)
        start = place * self.page_size
        return range(start, min(start + self.page_size, len(self.token_ids[owner])))

    def check_integrity(self) -> None:
        """State the invariants of a plan as code; raise an AssertionError that says which one is broken.

        Example:
            >>> make_plan(["The room was clean", "The room was noisy"]).check_integrity()
        """
        for holds, sentence in self._invariants():
            if not holds:
                raise AssertionError(sentence)

    def _invariants(self) -> Iterable[tuple[bool, str]]:
        everyone = range(len(self.prompts))
        by_prompt = (self.token_ids, self.token_texts, self.page_tables)
        by_position = (self.order, self.common, self.capped, self.shared, self.parent)
        one_each = all(len(values) == len(everyone) for values in (*by_prompt, *by_position))
        yield one_each, "every field by prompt or by position has one entry for each prompt"
        texts_fit = list(map(len, self.token_ids)) == list(map(len, self.token_texts))
        yield texts_fit, "every token has a text to show"
        yield self.page_size >= 1, "a page holds at least one token"
        yield sorted(self.order) == list(everyone), "the order holds every prompt once"
        in_order = [self.token_ids[prompt] for prompt in self.order]
        yield (
            all(a <= b for a, b in pairwise(in_order)),
            "each prompt in the order is at least as large as the last",
        )
        ties_stay = all(p < q or self.token_ids[p] != self.token_ids[q] for p, q in pairwise(self.order))
        yield ties_stay, "equal prompts keep the order in which they were given"
        for position, prompt in enumerate(self.order):
            shared, lender, ids = self.shared[position], self.parent[position], self.token_ids[prompt]
            who = f"prompt {prompt} at position {position}"
            previous = in_order[position - 1] if position else ()
            room = max(0, len(ids) - 1) if self.cap else len(ids)
            yield (
                self.common[position] == count_common(previous, ids),
                f"{who}: common is the count with the previous",
            )
            yield (
                self.capped[position] == min(self.common[position], room),
                f"{who}: capped is common, limited",
            )
            yield (
                shared == self.capped[position] // self.page_size * self.page_size,
                f"{who}: shared is whole pages",
            )
            yield (
                (lender is None) == (shared == 0),
                f"{who}: a root shares nothing, any other prompt has a parent",
            )
            if lender is not None:
                yield lender in everyone, f"{who}: its parent {lender} is one of the prompts"
                at = self.position_of[lender]
                yield at < position, f"{who}: its parent {lender} stands earlier"
                yield self.shared[at] < shared, f"{who}: its parent {lender} computed the last borrowed page"
                yield (
                    self.token_ids[lender][:shared] == ids[:shared],
                    f"{who}: it starts like its parent {lender}",
                )
                lent = self.page_tables[lender][: shared // self.page_size]
                yield self.borrowed_pages(prompt) == lent, f"{who}: its table begins like its parent's"
            yield (
                len(self.page_tables[prompt]) == pages_needed(len(ids), self.page_size),
                f"{who}: its table fits it",
            )
        computed = [page for prompt in self.order for page in self.owned_pages(prompt)]
        yield computed == list(range(self.pages)), "pages are numbered as they are computed, each once"
        readers: list[list[int]] = [[] for _ in range(self.pages)]
        for prompt in everyone:
            for page in self.page_tables[prompt]:
                readers[page].append(prompt)
        yield (
            readers == [list(who) for who in self.page_readers],
            "a page's readers are the prompts whose table has it",
        )
        owners = [prompt for prompt in self.order for _ in self.owned_pages(prompt)]
        yield owners == list(self.page_owner), "a page's owner is the prompt that computed it"


def make_plan(
    prompts: Iterable[str], *, page_size: int = 2, cap: bool = True, tokenizer: Tokenizer | None = None
) -> PrefixPlan:
    """Plan a list of texts: all steps of the article in one call.

    Args:
        prompts: texts, by prompt number. An empty one is a root without pages.
        page_size: tokens in a page, 1 or more.
        cap: limit what a prompt borrows to its length - 1.
        tokenizer: any callable ``str -> list[int]``; a fresh `WordTokenizer` if None. Where it has a method
            ``token_text(token_id)``, pictures show that text, otherwise the id.

    Raises:
        TypeError, ValueError: a prompt, the tokenizer's result or the page size is not what it should be; the
            message names the prompt and the value.

    Example:
        >>> plan = make_plan(["The room was clean", "The room was noisy and cold", "Staff were cold",
        ...                   "The room was noisy", "The room was noisy"], page_size=2)
        >>> plan.order, plan.shared, plan.parent
        ((0, 3, 4, 1, 2), (0, 2, 2, 4, 0), (None, 0, 0, 4, None))
        >>> sum(plan.computed_tokens), plan.tokens, plan.pages, plan.pages_without_sharing
        (13, 21, 7, 11)
    """
    if isinstance(prompts, Iterable) and not isinstance(prompts, str):
        prompts = list(prompts)  # what is none of that, to_token_ids explains
    tokenizer = WordTokenizer() if tokenizer is None else tokenizer
    token_ids = to_token_ids(prompts, tokenizer)
    show = getattr(tokenizer, "token_text", str)
    return _plan(token_ids, page_size, cap, list(prompts), [list(map(show, ids)) for ids in token_ids])


def plan_tokens(token_ids: Iterable[Iterable[int]], *, page_size: int = 2, cap: bool = True) -> PrefixPlan:
    """Plan prompts that are token ids already; ids may be any integers, also negative.

    Args:
        token_ids: one sequence of ids per prompt, by prompt number.
        page_size: tokens in a page, 1 or more.
        cap: limit what a prompt borrows to its length - 1.

    Raises:
        TypeError, ValueError: an id is not an integer, or the page size is not a positive one.

    Example:
        >>> plan_tokens([[1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4]], page_size=4).reused_tokens
        (4, 0)
    """
    if isinstance(token_ids, (str, bytes)) or not isinstance(token_ids, Iterable):
        raise TypeError(f"token_ids is {token_ids!r:.60}; expected lists of integers. For texts, call make_plan.")
    ids = [check_ids(row, f"prompt {number}") for number, row in enumerate(token_ids)]
    texts = [list(map(str, row)) for row in ids]
    return _plan(ids, page_size, cap, [" ".join(row) for row in texts], texts)


def _plan(
    token_ids: list[list[int]], page_size: int, cap: bool, prompts: list[str], token_texts: list[list[str]]
) -> PrefixPlan:
    page_size = check_page_size(page_size)
    if not isinstance(cap, bool):
        raise TypeError(f"cap is {cap!r:.60}, a {type(cap).__name__}; expected True or False")
    order = sort_prompts(token_ids)
    common = count_shared(token_ids, order, cap=False)
    # Capping the counts we have is the same as counting again with the cap, and half the work.
    capped = [max(0, min(c, len(token_ids[p]) - 1)) if cap else c for p, c in zip(order, common, strict=True)]
    shared = round_down_to_pages(capped, page_size)
    tables, owner, readers = _lay_out_pages(token_ids, order, shared, page_size)
    return PrefixPlan(
        prompts=tuple(prompts),
        token_ids=tuple(map(tuple, token_ids)),
        token_texts=tuple(map(tuple, token_texts)),
        page_size=page_size,
        cap=cap,
        order=tuple(order),
        common=tuple(common),
        capped=tuple(capped),
        shared=tuple(shared),
        parent=tuple(create_tree(order, shared)),
        page_tables=tables,
        page_owner=owner,
        page_readers=readers,
    )


def without_sharing(plan: PrefixPlan) -> PrefixPlan:
    """Return the plan of the same prompts in the same order when nothing is shared: the baseline.

    Example:
        >>> without_sharing(make_plan(["The room was clean", "The room was noisy"])).page_tables
        ((0, 1), (2, 3))
    """
    nothing = (0,) * len(plan.order)
    tables, owner, readers = _lay_out_pages(plan.token_ids, plan.order, nothing, plan.page_size)
    roots = (None,) * len(plan.order)
    return replace(
        plan,
        capped=nothing,
        shared=nothing,
        parent=roots,
        page_tables=tables,
        page_owner=owner,
        page_readers=readers,
    )


Pages = tuple[tuple[int, ...], ...]


def _lay_out_pages(
    token_ids: Sequence[Sequence[int]], order: Sequence[int], shared: Sequence[int], page_size: int
) -> tuple[Pages, tuple[int, ...], Pages]:
    """Give every prompt its page table: the borrowed pages of the one before, then new ones of its own."""
    tables: list[list[int]] = [[] for _ in order]
    owner: list[int] = []
    readers: list[list[int]] = []
    previous: list[int] = []
    for prompt, borrowed_tokens in zip(order, shared, strict=True):
        # The previous prompt's table starts with every page we may borrow, whoever computed it.
        table = previous[: borrowed_tokens // page_size]
        for page in table:
            readers[page].append(prompt)
        own = range(len(owner), len(owner) + pages_needed(len(token_ids[prompt]), page_size) - len(table))
        owner.extend(prompt for _ in own)
        readers.extend([prompt] for _ in own)
        tables[prompt] = previous = table + list(own)
    return tuple(map(tuple, tables)), tuple(owner), tuple(tuple(sorted(who)) for who in readers)


def check_plan(plan: object) -> PrefixPlan:
    """Return `plan` if it is one, or raise a TypeError that says how to make one.

    Example:
        >>> check_plan([[1, 2]])
        Traceback (most recent call last):
        TypeError: the plan is [[1, 2]], a list; expected a PrefixPlan, from make_plan or plan_tokens
    """
    if not isinstance(plan, PrefixPlan):
        kind = type(plan).__name__
        raise TypeError(f"the plan is {plan!r:.60}, a {kind}; expected a PrefixPlan, from make_plan or plan_tokens")
    return plan
