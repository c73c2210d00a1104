"""`run_pass`: one real layer over a plan's pages, with reuse and without, measured and compared."""

import time
from collections.abc import Callable, Sequence
from functools import partial

import torch
from torch import Tensor

from prefixkv_teach.attention.backend import Choice, try_backend
from prefixkv_teach.attention.dtypes import TOLERANCES, dtype_named
from prefixkv_teach.attention.layer import Layer, make_layer
from prefixkv_teach.attention.pool import KVPool
from prefixkv_teach.attention.reference import dense_layer, relative_error
from prefixkv_teach.attention.result import PassResult, PassSide
from prefixkv_teach.attention.route import Route, pool_for, route_with_reuse, route_without, walk
from prefixkv_teach.attention.threads import use_threads
from prefixkv_teach.attention.work_items import plan_flat
from prefixkv_teach.plan import PrefixPlan


def run_pass(
    plan: PrefixPlan,
    *,
    heads: int = 8,
    kv_heads: int = 2,
    head_dim: int = 64,
    dtype: str = "float32",
    seed: int = 0,
    repeats: int = 3,
    threads: int = 1,
    device: str = "auto",
    backend: str = "auto",
) -> PassResult:
    """Run one attention layer over a plan with reuse and without, and compare outputs, work and time.

    With reuse, every page is computed once, by its owner, and a prompt computes the tokens it does not
    borrow. Without, every prompt computes all its tokens in pages of its own. A borrowed token's output is
    its owner's, so the two ways are compared for every token of every prompt.

    Args:
        plan: the prompts and who shares what; any page size, cap on or off, empty prompts too.
        heads, kv_heads, head_dim: query heads, the KV heads they share, and the (even) size of a head.
        dtype: "float32", "bfloat16" or "float16".
        seed: fixes weights and embedding.
        repeats: timed rounds; the two ways take turns after one round of warming up, and the shortest counts.
        threads: CPU threads; one gives the steadiest times, above all on a busy machine.
        device: "auto" (an NVIDIA GPU if torch sees one, else the CPU) or a name that torch knows.
        backend: as in `paged_attention`.

    Raises:
        TypeError, ValueError: the sentence says which value does not fit.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> result = run_pass(plan_tokens([[10, 20, 30, 40], [10, 20, 30, 50]]), heads=2, kv_heads=1)
        >>> result.with_reuse.tokens, result.without.tokens, result.equal
        (6, 8, True)
    """
    _check(plan, repeats)
    on, number = _choose_device(device), dtype_named(dtype)
    layer = make_layer(heads=heads, kv_heads=kv_heads, head_dim=head_dim, dtype=number, device=on, seed=seed)
    with use_threads(threads):
        with_reuse, without = _both_ways(plan, layer, repeats, backend)
        ours, theirs = _stack(rows_of_every_token(plan, with_reuse.outputs)), _stack(without.outputs)
    return PassResult(
        with_reuse=with_reuse,
        without=without,
        difference=relative_error(ours, theirs),
        max_difference=(ours - theirs).abs().max().item() if len(ours) else 0.0,
        tolerance=TOLERANCES[dtype],
        dtype=dtype,
        device=str(on),
        backend=_ran_on(backend, layer, plan.page_size).name,
        page_size=plan.page_size,
        prompts=len(plan.prompts),
        repeats=repeats,
        threads=threads,
    )


def _ran_on(backend: str, layer: Layer, page_size: int) -> Choice:
    group, device = layer.heads // layer.kv_heads, layer.wq.device
    return try_backend(backend, device, dtype=layer.wq.dtype, head_dim=layer.head_dim, group=group, page_size=page_size)


def _both_ways(plan: PrefixPlan, layer: Layer, repeats: int, backend: str) -> tuple[PassSide, PassSide]:
    routes = route_with_reuse(plan), route_without(plan)
    pools = [pool_for(layer, route) for route in routes]
    ways = [partial(walk, layer, pool, route, backend=backend) for route, pool in zip(routes, pools, strict=True)]
    outputs, seconds = _take_turns(ways, [pool.clear for pool in pools], repeats, layer.wq.device)
    truth = [dense_layer(layer, ids) for ids in plan.token_ids]
    with_reuse, without = (
        _side(route, pool, rows, best, truth)
        for route, pool, rows, best in zip(routes, pools, outputs, seconds, strict=True)
    )
    return with_reuse, without


def rows_of_every_token(plan: PrefixPlan, outputs: Sequence[Tensor]) -> list[Tensor]:
    """Complete each prompt's computed rows with its parent's rows for the tokens it borrowed.

    Args:
        plan: the plan that was run.
        outputs: [computed, width], by prompt number.

    Returns:
        [tokens, width], by prompt number.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> plan = plan_tokens([[1, 2, 3], [1, 2, 4]])
        >>> [len(rows) for rows in rows_of_every_token(plan, [torch.zeros(3, 8), torch.zeros(1, 8)])]
        [3, 3]
    """
    rows = list(outputs)
    for prompt, lender, shared in zip(plan.order, plan.parent, plan.shared, strict=True):
        if lender is not None:  # a parent stands earlier, so its rows are complete
            rows[prompt] = torch.cat((rows[lender][:shared], outputs[prompt]))
    return rows


def _side(route: Route, pool: KVPool, outputs: tuple[Tensor, ...], seconds: float, truth: list[Tensor]) -> PassSide:
    lengths = [len(ids) for ids in route.token_ids]
    work = plan_flat(route.tables, route.computed, lengths, route.page_size)
    wanted = [rows[reused:] for rows, reused in zip(truth, route.reused, strict=True)]
    return PassSide(
        outputs=outputs,
        computed_tokens=route.computed,
        pages_written=route.pages,
        kv_bytes=route.pages * pool.page_bytes(),
        causal_pairs=work.visible_pairs(),
        seconds=seconds,
        error=relative_error(_stack(outputs), _stack(wanted)),
    )


def _take_turns(
    ways: Sequence[Callable[[], tuple[Tensor, ...]]],
    before: Sequence[Callable[[], None]],
    repeats: int,
    device: torch.device,
) -> tuple[list[tuple[Tensor, ...]], list[float]]:
    best = [float("inf")] * len(ways)
    outputs: list[tuple[Tensor, ...]] = [()] * len(ways)
    for turn in range(repeats + 1):
        for at, (way, prepare) in enumerate(zip(ways, before, strict=True)):
            prepare()
            _wait(device)
            start = time.perf_counter()
            outputs[at] = way()
            _wait(device)
            if turn:  # the first round warms up
                best[at] = min(best[at], time.perf_counter() - start)
    return outputs, best


def _stack(rows: Sequence[Tensor]) -> Tensor:
    return torch.cat([part.detach().to("cpu", torch.float64) for part in rows]) if rows else torch.zeros(0, 0)


def _wait(device: torch.device) -> None:
    if device.type == "cuda":  # a GPU returns before it is done
        torch.cuda.synchronize(device)


def _choose_device(device: str) -> torch.device:
    if device == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return torch.device(device)


def _check(plan: PrefixPlan, repeats: int) -> None:
    if not isinstance(plan, PrefixPlan):
        raise TypeError(f"plan is {plan!r:.60}; expected a PrefixPlan. Make one with make_plan or plan_tokens.")
    if repeats < 1:
        raise ValueError(f"repeats is {repeats}; expected 1 or more timed rounds.")
