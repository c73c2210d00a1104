"""Attention over shared pages against attention without sharing, on one thread of the CPU."""

from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tests.benchmarks.figure import Figure, Options

if TYPE_CHECKING:
    from prefixkv_teach.attention.route import Route

PROMPTS, SHARED, OWN = 32, 512, 64
HEADS, KV_HEADS, HEAD_DIM, PAGE_SIZE = 32, 8, 64, 16
ROUNDS = 7
SIZE = f"{PROMPTS} x ({SHARED} shared + {OWN} own) tokens, {HEADS}/{KV_HEADS} heads, D {HEAD_DIM}, float32"

Way = Callable[[], list[Any]]  # runs every prompt's attention; one tensor per prompt


def attention_with_reuse(_options: Options) -> list[Figure]:
    """Time attention with reuse and without, all else equal, and count the work of both."""
    import torch

    from prefixkv_teach.attention.route import route_with_reuse, route_without
    from prefixkv_teach.plan import plan_tokens

    prompts = [[*range(SHARED), *range(start, start + OWN)] for start in range(1_000, 1_000 * PROMPTS + 1, 1_000)]
    plan = plan_tokens(prompts, page_size=PAGE_SIZE)
    routes = [route_with_reuse(plan), route_without(plan)]
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        ways = [attention_of(route) for route in routes]
        insist_on_one_answer(ways, plan.reused_tokens)
        ours, theirs = take_turns(ways, ROUNDS)
    finally:
        torch.set_num_threads(threads)
    what = f"{SIZE}, one thread; work items, page walk and attention; medians of {ROUNDS} rounds in turn"
    times = f"{ours * 1000:.0f} ms against {theirs * 1000:.0f} ms"
    return [
        Figure("attention with reuse against without", theirs / ours, "x", 5, "higher", f"{what}; {times}"),
        *work_figures(*routes),
    ]


def work_figures(ours: "Route", theirs: "Route") -> list[Figure]:
    """How many times less there is to do, counted: what the time is to be read against."""
    tokens = sum(theirs.computed) / sum(ours.computed)
    pairs = pairs_of(theirs) / pairs_of(ours)
    return [
        Figure("the same, tokens computed", tokens, "x", None, "higher", f"{SIZE}; counted, not timed"),
        Figure("the same, causal pairs", pairs, "x", None, "higher", f"{SIZE}; counted, not timed"),
    ]


def pairs_of(route: "Route") -> int:
    """Count the (query, key) pairs of a route."""
    from prefixkv_teach.attention import plan_flat

    lengths = [len(ids) for ids in route.token_ids]
    return plan_flat(route.tables, route.computed, lengths, route.page_size).visible_pairs()


def attention_of(route: "Route") -> Way:
    """Put keys and values in pages and return what is timed: attention of all prompts, from their tables on.

    A token's numbers follow from its id, so both ways see the same ones.
    """
    import torch

    from prefixkv_teach.attention import make_pool, paged_attention, plan_flat

    vocabulary = max(map(max, route.token_ids)) + 1
    generator = torch.Generator().manual_seed(0)
    all_k, all_v = torch.randn(2, vocabulary, KV_HEADS, HEAD_DIM, generator=generator)
    all_q = torch.randn(vocabulary, HEADS, HEAD_DIM, generator=generator)
    pool = make_pool(route.pages, page_size=PAGE_SIZE, kv_heads=KV_HEADS, head_dim=HEAD_DIM)
    lengths = [len(ids) for ids in route.token_ids]
    own = [list(ids[reused:]) for ids, reused in zip(route.token_ids, route.reused, strict=True)]
    for table, reused, ids in zip(route.tables, route.reused, own, strict=True):
        pool.write(table, reused, all_k[ids], all_v[ids])
    q = torch.cat([all_q[ids] for ids in own])

    def act() -> list[Any]:
        work = plan_flat(route.tables, route.computed, lengths, PAGE_SIZE)
        out, _ = paged_attention(q, pool.k_pages, pool.v_pages, work)
        return list(out.split(list(route.computed)))

    return act


def insist_on_one_answer(ways: Sequence[Way], reused: Sequence[int]) -> None:
    """Raise unless both ways give the same numbers for the tokens that both compute; this also warms up."""
    import torch

    from prefixkv_teach.attention import TOLERANCES, relative_error

    ours, theirs = (way() for way in ways)
    same_tokens = [rows[skip:] for rows, skip in zip(theirs, reused, strict=True)]
    error = relative_error(torch.cat(ours), torch.cat(same_tokens))
    if not error <= TOLERANCES["float32"]:
        raise AssertionError(f"the two ways differ by {error}, so their times mean nothing")


def take_turns(ways: Sequence[Way], rounds: int) -> list[float]:
    """The median seconds of each way; they take turns, so that a busy moment hits all."""
    times: list[list[float]] = [[] for _ in ways]
    for _ in range(rounds):
        for way, seconds in zip(ways, times, strict=True):
            start = perf_counter()
            way()
            seconds.append(perf_counter() - start)
    return list(map(median, times))
