"""Figures of the plain library: how fast it starts, and how fast it plans and runs many prompts."""

import random
import subprocess
import sys
from statistics import median
from time import perf_counter

from tests.benchmarks.figure import Figure, Options, seconds_of
from tests.tracked import ROOT

IMPORT_ROUNDS = 21
PROMPTS, TOKENS = 1_000, 200
PAGE_SIZES = (2, 16)


def import_time(_options: Options) -> Figure:
    """Time `import prefixkv_teach` beyond what bare Python takes to start."""
    bare, with_us = [], []
    for _ in range(IMPORT_ROUNDS):  # one after the other, so that a busy moment hits both
        bare.append(process_seconds("pass"))
        with_us.append(process_seconds("import prefixkv_teach"))
    return Figure(
        "import prefixkv_teach, beyond bare Python",
        median(with_us) - median(bare),
        "s",
        limit=0.1,
        better="lower",
        what=f"new processes, difference of the medians of {IMPORT_ROUNDS} each",
    )


def process_seconds(code: str) -> float:
    """The time of a whole Python process that runs `code`."""
    start = perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
    return perf_counter() - start


def plan_and_run(_options: Options) -> Figure:
    """Time all steps, the plan and its run for many prompts with shared beginnings."""
    prompts = branching_prompts(PROMPTS, TOKENS)
    by_page = {size: seconds_of(lambda size=size: everything_asked(prompts, size), rounds=5) for size in PAGE_SIZES}
    slowest = max(by_page, key=by_page.__getitem__)
    sizes = ", ".join(f"{size}: {seconds:.3f} s" for size, seconds in by_page.items())
    return Figure(
        f"plan and run of {PROMPTS:,} prompts of {TOKENS} tokens",
        by_page[slowest],
        "s",
        limit=0.3,
        better="lower",
        what=f"plan, run (default method), totals, one moment's readers; median of 5; page size {sizes}",
    )


def everything_asked(prompts: list[list[int]], page_size: int) -> None:
    """Plan and run, and ask for the totals and for one moment's readers, which are computed when asked for."""
    from prefixkv_teach import execute, plan_tokens

    plan = plan_tokens(prompts, page_size=page_size)
    run = execute(plan)
    _ = plan.computed_tokens, plan.pages_without_sharing, plan.children, run.peak_pages
    _ = run.moments[len(prompts) // 2].readers


def branching_prompts(count: int, tokens: int, seed: int = 0) -> list[list[int]]:
    """Prompts with shared beginnings: each follows an earlier one up to a random place, then its own way."""
    draw = random.Random(seed)
    prompts = [[draw.randrange(50_000) for _ in range(tokens)]]
    while len(prompts) < count:
        shared = draw.choice(prompts)[: draw.randrange(tokens)]
        prompts.append(shared + [draw.randrange(50_000) for _ in range(tokens - len(shared))])
    return prompts
