"""Prefill and greedy decode over a route: which tokens go through the model when, and into which pages."""

import time
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import torch
from torch import Tensor

from prefixkv_teach.attention.model.llama import Llama, forward
from prefixkv_teach.attention.model.step import make_step
from prefixkv_teach.attention.pool import KVPool
from prefixkv_teach.attention.route import Route
from prefixkv_teach.plan import PrefixPlan

ROWS_AT_ONCE = 256  # new tokens in one step: few waste the processor's time, many fall out of its caches


class Piece(NamedTuple):
    """Tokens first to until - 1 of a prompt, which go through the model in one step."""

    prompt: int
    first: int
    until: int


def prefill_steps(route: Route, chunk: int | None) -> list[list[Piece]]:
    """Cut the prefill into steps: prompts together, in order, until a step is full; or one chunk at a time.

    A borrower may go in the same step as its lender: in every layer all keys and values are written before
    anybody reads.

    Example:
        >>> from prefixkv_teach.attention.route import route_with_reuse
        >>> from prefixkv_teach.plan import plan_tokens
        >>> route = route_with_reuse(plan_tokens([[1, 2, 3, 4], [1, 2, 5]], page_size=2))
        >>> [[tuple(piece) for piece in step] for step in prefill_steps(route, chunk=None)]
        [[(0, 0, 4), (1, 2, 3)]]
        >>> [[tuple(piece) for piece in step] for step in prefill_steps(route, chunk=2)]
        [[(0, 0, 2)], [(0, 2, 4)], [(1, 2, 3)]]
    """
    steps: list[list[Piece]] = []
    rows = 0
    for prompt in route.order:
        first, end = route.reused[prompt], len(route.token_ids[prompt])
        if chunk is not None:
            cuts = [*range(first, end, chunk), end]  # first lies on a page boundary, so on a multiple of chunk
            steps += [[Piece(prompt, *cut)] for cut in pairwise(cuts)]
        elif first < end:
            if not steps or rows + end - first > ROWS_AT_ONCE:
                steps.append([])
                rows = 0
            steps[-1].append(Piece(prompt, first, end))
            rows += end - first
    return steps


def prefill(
    model: Llama, pools: Sequence[KVPool], route: Route, plan: PrefixPlan, chunk: int | None, backend: str
) -> tuple[Tensor, tuple[float, ...]]:
    """Compute what the prompts do not borrow.

    Returns:
        Logits after each prompt's last token, [prompts, vocabulary], and the seconds from the start until they were
        there, by prompt number.

    Example:
        >>> from prefixkv_teach.attention.model.llama import make_pools
        >>> from prefixkv_teach.attention.model.tiny import make_tiny
        >>> from prefixkv_teach.attention.route import route_with_reuse
        >>> from prefixkv_teach.plan import plan_tokens
        >>> model, plan = make_tiny(), plan_tokens([[1, 2, 3], [1, 2, 5]])
        >>> route = route_with_reuse(plan)
        >>> prefill(model, make_pools(model, route.pages, 2), route, plan, None, "auto")[0].shape
        torch.Size([2, 256])
    """
    start = time.perf_counter()
    logits = torch.zeros(len(route.token_ids), model.config.vocabulary, device=model.device)
    seconds = [0.0] * len(route.token_ids)
    for pieces in prefill_steps(route, chunk):
        new = [route.token_ids[piece.prompt][piece.first : piece.until] for piece in pieces]
        tables = [route.tables[piece.prompt] for piece in pieces]
        step = make_step(new, [piece.first for piece in pieces], tables, route.page_size)
        who = [piece.prompt for piece in pieces]
        logits[who] = forward(model, pools, step, backend=backend)
        logits[who[-1]].argmax().item()  # a GPU returns before it is done; this waits for the number
        for prompt in who:
            seconds[prompt] = time.perf_counter() - start
    for prompt in route.order:
        if not route.computed[prompt]:  # only with the cap off: a twin takes what its parent was asked for
            lender = _lender(plan, prompt)
            logits[prompt], seconds[prompt] = logits[lender], seconds[lender]
    return logits, tuple(seconds)


def decode(
    model: Llama,
    pools: Sequence[KVPool],
    route: Route,
    tables: Sequence[Sequence[int]],
    logits: Tensor,
    max_new_tokens: int,
    backend: str,
) -> list[list[int]]:
    """Add the likeliest token to every prompt that has not ended, all of them in one step, again and again.

    Args:
        model, pools, route: as in `prefill`, which has run.
        tables: the page tables with room for the answers.
        logits: scores of the first new token, from `prefill`.
        max_new_tokens: longest answer.
        backend: as in `paged_attention`.

    Returns:
        New token ids, by prompt number, without the mark that ended an answer.

    Example:
        >>> from prefixkv_teach.attention.model.llama import make_pools
        >>> from prefixkv_teach.attention.model.tiny import make_tiny
        >>> from prefixkv_teach.attention.route import route_with_reuse
        >>> from prefixkv_teach.plan import plan_tokens
        >>> model, plan = make_tiny(), plan_tokens([[1, 2, 3], [1, 2, 5]])
        >>> route = route_with_reuse(plan)
        >>> tables, pages = tables_with_room(route, new_tokens=4)
        >>> pools = make_pools(model, pages, 2)
        >>> logits, _ = prefill(model, pools, route, plan, None, "auto")
        >>> [len(new) for new in decode(model, pools, route, tables, logits, 4, "auto")]
        [4, 4]
    """
    answers: list[list[int]] = [[] for _ in tables]
    lengths = [len(ids) for ids in route.token_ids]
    running = list(range(len(tables)))
    while True:
        chosen = logits.argmax(-1).tolist()
        going_on = []
        for prompt, token in zip(running, chosen, strict=True):
            if token not in model.tokenizer.end_ids:
                answers[prompt].append(token)
                if len(answers[prompt]) < max_new_tokens:
                    going_on.append(prompt)
        running = going_on
        if not running:
            return answers
        first = [lengths[prompt] + len(answers[prompt]) - 1 for prompt in running]
        last = [answers[prompt][-1:] for prompt in running]
        step = make_step(last, first, [tables[prompt] for prompt in running], route.page_size)
        logits = forward(model, pools, step, backend=backend)


def tables_with_room(route: Route, new_tokens: int) -> tuple[list[list[int]], int]:
    """Append pages of its own to each prompt's table for its answer; and count all pages.

    A last page that is half full is always a prompt's own, because only whole pages are shared: the answer may
    go on in it.

    Example:
        >>> from prefixkv_teach.attention.route import route_with_reuse
        >>> from prefixkv_teach.plan import plan_tokens
        >>> tables_with_room(route_with_reuse(plan_tokens([[1, 2, 3], [1, 2, 5]])), new_tokens=4)
        ([[1, 2, 4], [1, 3, 5]], 5)
    """
    pages, tables = route.pages, []
    for ids, table in zip(route.token_ids, route.tables, strict=True):
        more = _pages_for(len(ids) + new_tokens - 1, route.page_size) - len(table)  # the last token is never read
        tables.append([*table, *range(pages + 1, pages + 1 + more)])
        pages += more
    return tables, pages


def decode_pages(route: Route, answers: Sequence[Sequence[int]]) -> int:
    """Count the pages that answers have begun, beyond those of the prompts; the last token of each is never stored.

    Example:
        >>> from prefixkv_teach.attention.route import route_with_reuse
        >>> from prefixkv_teach.plan import plan_tokens
        >>> decode_pages(route_with_reuse(plan_tokens([[1, 2, 3]])), [[7, 8, 9]])
        1
    """
    written = (len(ids) + max(0, len(new) - 1) for ids, new in zip(route.token_ids, answers, strict=True))
    return sum(_pages_for(n, route.page_size) - len(table) for n, table in zip(written, route.tables, strict=True))


def _pages_for(tokens: int, page_size: int) -> int:
    return -(-tokens // page_size)


def _lender(plan: PrefixPlan, prompt: int) -> int:
    lender = plan.parent[plan.position_of[prompt]]
    if lender is None or plan.token_ids[lender] != plan.token_ids[prompt]:
        raise AssertionError(f"prompt {prompt} computes nothing, but its parent {lender} is no twin of it")
    return lender
