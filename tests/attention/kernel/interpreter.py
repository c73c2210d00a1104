"""`python -m tests.attention.kernel.interpreter`: every case in Triton's interpreter, one JSON line each.

A process of its own, because TRITON_INTERPRET must be set before triton is first imported, and because a read
behind guarded memory ends the process.
"""

import json
import os

os.environ["TRITON_INTERPRET"] = "1"

import numpy as np
import torch
from torch import Tensor

from prefixkv_teach.attention import KVPool, WorkPlan, paged_attention, plan_flat, triton_paged
from tests.attention.kernel.cases import CASES, Inputs, build, trouble
from tests.attention.kernel.guarded import guarded


def guard(inputs: Inputs) -> Inputs:
    """The same inputs, each tensor with forbidden memory behind it."""
    pool = KVPool(guarded(inputs.pool.k_pages), guarded(inputs.pool.v_pages))
    return Inputs(guarded(inputs.q), pool, inputs.plan, inputs.want, inputs.want_lse)


def attend(
    q: Tensor, k: Tensor, v: Tensor, plan: WorkPlan, out_dtype: torch.dtype, kernel=triton_paged
) -> tuple[Tensor, Tensor]:
    """The kernel with guarded lists, too."""
    lists = kernel.upload(plan, "cpu")
    lists = lists._replace(items=guarded(lists.items), pages=guarded(lists.pages))
    return kernel.triton_attention(q, k, v, plan, out_dtype, lists=lists)


def same_bits() -> str:
    """One prompt's last row, with the hit ending at different places and in pages of different sizes."""
    torch.manual_seed(0)
    q, k, v = torch.randn(40, 4, 32), torch.randn(40, 2, 32), torch.randn(40, 2, 32)
    results = []
    for page in (1, 2, 5, 16):
        needed = -(-40 // page)
        table = (torch.randperm(needed) + 1).tolist()
        pages = torch.full((2, needed + 1, page, 2, 32), float("nan"))
        KVPool(*pages).write(table, 0, k, v)
        for new in (40, 33, 16, 1):
            plan = plan_flat([table], [new], [40], page)
            out, lse = paged_attention(q[40 - new :], *pages, plan, backend="triton")
            results.append((out[-1], lse[-1]))
    first = results[0]
    same = all(torch.equal(a, b) for result in results for a, b in zip(result, first, strict=True))
    return "" if same else "the last row's bits depend on where the hit ended or on the page size"


def quiet() -> None:
    """One thread, and no word about log2(0), which is what a row that sees nothing must give."""
    torch.set_num_threads(1)
    np.seterr(all="ignore")


def main() -> None:
    """Run everything; name each case before it runs, so that a crash can be told from silence."""
    quiet()
    for case in CASES:
        print(json.dumps([case.name, "began and never ended"]), flush=True)
        print(json.dumps([case.name, trouble(case, guard(build(case)), attend)]), flush=True)
    print(json.dumps(["same bits", same_bits()]), flush=True)


if __name__ == "__main__":
    main()
