"""Bit for bit: when do a pass with reuse and one without give the very same bits, and not only nearly?

A sum of rounded numbers depends on the order of adding, and a library picks that order by the number of rows.
With reuse a prompt has fewer rows, so the last bits differ, although the cache holds the right numbers. If
every prompt is computed in chunks cut at fixed multiples of C, and only whole chunks are reused, then every
chunk that is computed has the same rows either way, and nothing is left that could differ.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from prefixkv_teach.attention.dtypes import dtype_named
from prefixkv_teach.attention.layer import Layer, make_layer
from prefixkv_teach.attention.paged import paged_attention
from prefixkv_teach.attention.pool import KVPool
from prefixkv_teach.attention.route import Route, pool_for, route_with_reuse, route_without, walk
from prefixkv_teach.attention.run_pass import rows_of_every_token
from prefixkv_teach.attention.threads import use_threads
from prefixkv_teach.attention.work_items import plan_flat
from prefixkv_teach.plan import PrefixPlan, plan_tokens

WORDS, VOCABULARIES = 20, 500


@dataclass(frozen=True)
class Bits:
    """How far two passes over the same prompts agree; `compare_bits` makes one.

    Attributes:
        dtype, chunk, threads: what they ran in; chunk is None where prompts were not cut.
        equal: whether every bit of every output and every score is the same.
        max_difference: the largest difference of two numbers of the outputs.
        choices: next words chosen, one per prompt and vocabulary.
        other_words: choices that fell on another word with reuse than without.
        computed, tokens: tokens that the pass with reuse computed, and tokens of all prompts.
    """

    dtype: str
    chunk: int | None
    threads: int
    equal: bool
    max_difference: float
    choices: int
    other_words: int
    computed: int
    tokens: int

    def __str__(self) -> str:
        way = "not cut" if self.chunk is None else f"chunks of {self.chunk}"
        same = "the same bits" if self.equal else f"outputs differ by up to {self.max_difference:.1e}"
        words = f"{self.other_words} of {self.choices:,} next words are another"
        return f"{self.dtype}, {way}: {same}; {words}; {self.computed:,} of {self.tokens:,} tokens computed"


def compare_bits(
    plan: PrefixPlan,
    *,
    dtype: str = "bfloat16",
    chunk: int | None = None,
    threads: int = 1,
    heads: int = 16,
    kv_heads: int = 4,
    head_dim: int = 64,
    seed: int = 0,
    device: torch.device | str = "cpu",
) -> Bits:
    """Run a plan with reuse and without, let each prompt choose a next word, and compare all bits.

    A model chooses the word with the highest score. Our layer has no vocabulary, so it gets random ones:
    `VOCABULARIES` of `WORDS` words each, because one alone seldom holds two words whose scores nearly tie.

    Args:
        plan: the prompts and who shares what.
        dtype: "float32", "bfloat16" or "float16".
        chunk: cut every prompt at multiples of so many tokens, a multiple of the page size, and reuse whole
            chunks only; None leaves prompts in one piece, as `run_pass` does.
        threads: CPU threads.
        heads, kv_heads, head_dim, seed: as in `run_pass`.
        device: where to run.

    Raises:
        TypeError, ValueError: the sentence says which value does not fit.

    Example:
        >>> print(compare_bits(plan_tokens([[*range(40)], [*range(36), 99]]), chunk=16, dtype="float32"))
        float32, chunks of 16: the same bits; 0 of 1,000 next words are another; 45 of 77 tokens computed
    """
    layer = make_layer(
        heads=heads, kv_heads=kv_heads, head_dim=head_dim, dtype=dtype_named(dtype), device=device, seed=seed
    )
    generator = torch.Generator().manual_seed(seed)
    head = torch.randn(layer.width, VOCABULARIES * WORDS, generator=generator).to(device, layer.wq.dtype)
    with use_threads(threads):
        if chunk is None:
            routes = route_with_reuse(plan), route_without(plan)
            outputs = [walk(layer, pool_for(layer, route), route) for route in routes]
        else:
            page_size, plan = plan.page_size, plan_of_chunks(plan, chunk)
            routes = in_pages(route_with_reuse(plan), page_size), in_pages(route_without(plan), page_size)
            outputs = [walk_in_chunks(layer, pool_for(layer, route), route, chunk) for route in routes]
        ours, theirs = rows_of_every_token(plan, outputs[0]), outputs[1]
        # The words are scored for all prompts at once both ways, so the vocabulary adds no difference of its own.
        last = layer.wo.new_empty(0, layer.width)
        scores = [torch.cat([last, *(rows[-1:] for rows in way)]) @ head for way in (ours, theirs)]
        chosen = [way.view(-1, VOCABULARIES, WORDS).argmax(2) for way in scores]
    differences = [(a.double() - b.double()).abs().max().item() for a, b in zip(ours, theirs, strict=True) if len(a)]
    return Bits(
        dtype=dtype,
        chunk=chunk,
        threads=threads,
        equal=all(map(torch.equal, ours, theirs)) and torch.equal(*scores),
        max_difference=max(differences, default=0.0),
        choices=chosen[0].numel(),
        other_words=int((chosen[0] != chosen[1]).sum()),
        computed=sum(routes[0].computed),
        tokens=plan.tokens,
    )


def bits_example() -> PrefixPlan:
    """Return a plan on which the last bits show: 256 prompts that differ in their last token alone.

    A borrower then computes a single row, and for a single row a library mostly has a routine of its own.

    Example:
        >>> plan = bits_example()
        >>> plan.tokens, sum(plan.computed_tokens)
        (8448, 288)
    """
    return plan_tokens([[*range(32), 1000 + last] for last in range(256)], page_size=16)


def plan_of_chunks(plan: PrefixPlan, chunk: int) -> PrefixPlan:
    """Plan the same prompts so that only whole chunks are reused: rounding down to chunks is rounding down to pages.

    Raises:
        ValueError: chunk is not a multiple of the plan's page size.

    Example:
        >>> plan = plan_tokens([[1, 2, 3, 4, 5], [1, 2, 3, 4, 6]], page_size=1)
        >>> plan.reused_tokens, plan_of_chunks(plan, 3).reused_tokens
        ((0, 4), (0, 3))
    """
    if chunk < 1 or chunk % plan.page_size:
        raise ValueError(
            f"chunk is {chunk} and a page holds {plan.page_size}; "
            "expected a multiple of the page, so that a reused chunk is made of whole pages."
        )
    return plan_tokens(plan.token_ids, page_size=chunk, cap=plan.cap)


def in_pages(route: Route, page_size: int, places: Sequence[int] | None = None) -> Route:
    """Lay the chunks of a route out in pages.

    Args:
        route: of a plan of chunks, so that its tables hold numbers of chunks, from 1.
        page_size: tokens in a page; a chunk is a multiple of it.
        places: which page of the pool the k-th page goes to, from 1; in turn if None.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> route = route_with_reuse(plan_tokens([[1, 2, 3, 4, 5], [1, 2, 3, 4, 6]], page_size=4))
        >>> route.tables, in_pages(route, 2).tables
        (((1, 2), (1, 3)), ((1, 2, 3, 4), (1, 2, 5, 6)))
    """
    each = route.page_size // page_size
    places = range(1, route.pages * each + 1) if places is None else places
    tables = tuple(
        tuple(places[(number - 1) * each + at] for number in table for at in range(each)) for table in route.tables
    )
    return Route(route.token_ids, route.order, tables, route.reused, route.pages * each, page_size)


def walk_in_chunks(layer: Layer, pool: KVPool, route: Route, chunk: int) -> tuple[Tensor, ...]:
    """Compute the prompts one by one, each in chunks cut at multiples of `chunk`, counted from its first token.

    Returns:
        By prompt number, the layer's output for the tokens it computed: [computed, width].

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> layer = make_layer(heads=2, kv_heads=1, head_dim=4)
        >>> route = in_pages(route_with_reuse(plan_tokens([[1, 2, 3, 4, 5], [1, 2, 3, 4, 6]], page_size=4)), 2)
        >>> [len(rows) for rows in walk_in_chunks(layer, pool_for(layer, route), route, 4)]
        [5, 1]
    """
    outputs = [layer.wo.new_empty(0, layer.width) for _ in route.token_ids]
    for prompt in route.order:
        ids, table = route.token_ids[prompt], route.tables[prompt]
        rows = []
        for start in range(route.reused[prompt], len(ids), chunk):
            end = min(start + chunk, len(ids))
            q, k, v = layer.project(layer.embed(ids[start:end]), first_position=start)
            pool.write(table, start, k, v)
            work = plan_flat([table], [end - start], [end], route.page_size)
            attended, _ = paged_attention(q, pool.k_pages, pool.v_pages, work)
            rows.append(layer.output(attended))
        if rows:
            outputs[prompt] = torch.cat(rows)
    return tuple(outputs)
