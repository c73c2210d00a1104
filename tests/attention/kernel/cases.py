"""The cases that every attention backend must get right: interpreter, GPU, torch path and planted bugs use them.

Each is hostile on purpose: the null page and every slot that no token was written to hold NaN, the page list
has nonsense between the items' stretches, and rows that no item answers must stay (0, -inf).
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from prefixkv_teach.attention import TOLERANCES, KVPool, WorkItem, WorkPlan, make_pool, relative_error
from prefixkv_teach.attention.dtypes import dtype_named

LSE_TOLERANCE = 1e-5
# torch's operator for a CPU takes a quicker exponential when its numbers have 16 bits.
TORCH_LSE_TOLERANCE = 1e-4
NONSENSE = 1 << 30
# (q, k_pages, v_pages, plan, out_dtype) -> (out, lse)
Attend = Callable[[Tensor, Tensor, Tensor, WorkPlan, torch.dtype], tuple[Tensor, Tensor]]


@dataclass(frozen=True)
class Case:
    """Asks are (rows, stored tokens, pos0), one per work item; see WorkItem for the rule."""

    name: str
    asks: tuple[tuple[int, int, int], ...]
    page: int = 2
    head_dim: int = 64
    kv_heads: int = 2
    group: int = 2
    dtype: str = "float32"
    out_dtype: str | None = None


@dataclass(frozen=True, eq=False)
class Inputs:
    """What a case hands to a backend, and what must come back."""

    q: Tensor
    pool: KVPool
    plan: WorkPlan
    want: Tensor
    want_lse: Tensor


def prompt(new: int, cached: int = 0) -> tuple[int, int, int]:
    """New tokens behind cached ones: prefill, or decode when one token is new."""
    return new, cached + new, cached


def shared(rows: int, tokens: int) -> tuple[int, int, int]:
    """A shared stretch of keys, all of which every row sees."""
    return rows, tokens, tokens


ARTICLE = (prompt(5), prompt(1, 2), prompt(1, 4), prompt(2, 2), prompt(4))
CASES = (
    Case("the article, pages of 2", ARTICLE),
    Case("prefill", (prompt(37),), page=16),
    Case("prefill over a tile's edge", (prompt(9, 30), prompt(17)), page=16),
    Case("behind a cached prefix", (prompt(5, 64), prompt(12, 32)), page=16),
    Case("decode", tuple(prompt(1, n) for n in (0, 1, 15, 16, 33)), page=16),
    Case("shared node", (shared(9, 32), prompt(2, 3)), page=16),
    Case("split: some rows see nothing", ((6, 8, -3), (3, 5, -9), prompt(4)), page=4),
    Case("nothing to read, nobody asks", ((3, 0, 0), (0, 6, 6), prompt(2, 3)), page=3),
    Case("pages of 1", (prompt(5, 14),), page=1),
    Case("pages of 3", (prompt(5, 14), prompt(4, 3)), page=3),
    Case("pages of 5", (prompt(5, 20), prompt(1, 11)), page=5),
    Case("pages of 48", (prompt(5, 48), prompt(50)), page=48, kv_heads=1),
    Case("one head for each", (prompt(6, 10),), page=4, kv_heads=3, group=1),
    Case("group of 3", (prompt(6, 10), prompt(3)), page=4, group=3),
    Case("group of 8, one KV head", (prompt(4, 17),), page=4, kv_heads=1, group=8),
    Case("D 16", (prompt(5, 12),), page=4, head_dim=16),
    Case("D 40", (prompt(5, 12),), page=4, head_dim=40),
    Case("D 96", (prompt(5, 12),), page=4, head_dim=96),
    Case("D 128", (prompt(5, 12),), page=4, head_dim=128),
    Case("float16", (prompt(20, 70), prompt(1, 65)), page=16, dtype="float16"),
    Case("float16, D 128", (prompt(9, 66),), page=16, dtype="float16", head_dim=128),
    Case("float16, D 80, group 3", (prompt(7, 9), *ARTICLE), dtype="float16", head_dim=80, group=3),
    Case("bfloat16", (prompt(20, 70), prompt(1, 65)), page=16, dtype="bfloat16"),
    Case("bfloat16, D 128, pages of 2", ARTICLE, dtype="bfloat16", head_dim=128, group=4),
    Case("bfloat16, partial results in float32", (shared(9, 80),), page=16, dtype="bfloat16", out_dtype="float32"),
)


def build(case: Case, seed: int = 0) -> Inputs:
    """Make a case's tensors on the CPU, and its float64 answer in loops over rows and heads."""
    generator = torch.Generator().manual_seed(seed)
    dtype, heads = dtype_named(case.dtype), case.kv_heads * case.group
    used = [-(-stored // case.page) for _, stored, _ in case.asks]
    free = (torch.randperm(sum(used), generator=generator) + 1).tolist()
    pool = make_pool(sum(used), page_size=case.page, kv_heads=case.kv_heads, head_dim=case.head_dim, dtype=dtype)
    rows = sum(asked for asked, _, _ in case.asks)
    q = torch.randn(rows, heads, case.head_dim, generator=generator).to(dtype)
    want = torch.zeros(rows + 3, heads, case.head_dim, dtype=torch.float64)
    want_lse = torch.full((rows + 3, heads), float("-inf"), dtype=torch.float64)
    items: list[WorkItem] = []
    pages: list[int] = [NONSENSE]
    q0, out0 = 0, rows + 2  # results go to other rows than the questions come from, and some rows stay empty
    for (asked, stored, pos0), needed in zip(case.asks, used, strict=True):
        out0 -= asked
        table = [free.pop() for _ in range(needed)]
        k, v = (torch.randn(stored, case.kv_heads, case.head_dim, generator=generator).to(dtype) for _ in "kv")
        pool.write(table, 0, k, v)
        items.append(WorkItem(q0=q0, n_q=asked, page0=len(pages), n_kv=stored, pos0=pos0, out0=out0))
        pages += [*table, -NONSENSE, NONSENSE]
        for i in range(asked):
            seen = max(0, min(stored, pos0 + i + 1))
            want[out0 + i], want_lse[out0 + i] = answer(q[q0 + i], k[:seen], v[:seen])
        q0 += asked
    # The list ends with the last item's pages, so that a step too far is a step out of it.
    plan = WorkPlan(tuple(items), tuple(pages[:-2]), case.page, query_rows=rows, out_rows=rows + 3)
    return Inputs(q, pool, plan, want, want_lse)


def answer(q: Tensor, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
    """One row's attention [heads, D] over the keys it sees, in float64; (0, -inf) if there are none."""
    q, k, v = q.double(), k.double(), v.double()
    heads, kv_heads = len(q), k.shape[1]
    of = [head * kv_heads // heads for head in range(heads)]
    scores = torch.einsum("hd,nhd->hn", q, k[:, of]) / q.shape[-1] ** 0.5
    lse = torch.logsumexp(scores, dim=1)
    return torch.einsum("hn,nhd->hd", torch.exp(scores - lse[:, None]), v[:, of]), lse


def trouble(case: Case, inputs: Inputs, attend: Attend, lse_tolerance: float = LSE_TOLERANCE) -> str:
    """Run a case and say what is wrong with the result; nothing if all is well."""
    dtype = dtype_named(case.out_dtype or case.dtype)
    out, lse = attend(inputs.q, inputs.pool.k_pages, inputs.pool.v_pages, inputs.plan, dtype)
    if out.dtype != dtype or lse.dtype != torch.float32 or out.shape != inputs.want.shape:
        return f"out is {out.dtype} {tuple(out.shape)}, lse is {lse.dtype}"
    error, allowed = relative_error(out, inputs.want), TOLERANCES[case.dtype]
    if not error <= allowed:  # a NaN is not <= anything
        return f"error {error:.1e}, allowed {allowed:.0e}"
    lse = lse.cpu().double()
    empty = inputs.want_lse.isinf()
    if not torch.equal(lse.isinf(), empty) or out.cpu()[empty].any():
        return "rows that see no key are not (0, -inf), or others are"
    off = (lse - inputs.want_lse)[~empty].abs().max().item()
    return "" if off <= lse_tolerance else f"log-sum-exp off by {off:.1e}"
