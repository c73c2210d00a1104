"""`paged_attention`: one call for every backend. Which one runs is decided in `backend`."""

import torch
from torch import Tensor

from prefixkv_teach.attention.backend import try_backend
from prefixkv_teach.attention.torch_path import torch_attention
from prefixkv_teach.attention.work_items import WorkPlan


def paged_attention(
    q: Tensor,
    k_pages: Tensor,
    v_pages: Tensor,
    plan: WorkPlan,
    *,
    backend: str = "auto",
    out_dtype: torch.dtype | None = None,
) -> tuple[Tensor, Tensor]:
    """Attend over keys and values that lie in pages.

    Args:
        q: [query rows, query heads, D], row by row as the plan's items say.
        k_pages, v_pages: [pages, page size, KV heads, D]; page 0 is a null page that nobody owns.
        plan: the work items, from `plan_flat`.
        backend: "auto", "torch" or "triton", as in `choose_backend`. Where the kernel turns out not to work, "auto"
            says so once and takes the torch path.
        out_dtype: dtype of the result; q's if None.

    Returns:
        The result [out rows, query heads, D], and the float32 log-sum-exp [out rows, query heads].

    Raises:
        ValueError: shapes, dtypes or devices do not fit together; the message names both sides.
        RuntimeError: the kernel was asked for by name and does not work here.

    Example:
        >>> from prefixkv_teach.attention import plan_flat
        >>> plan = plan_flat([[1], [1]], [2, 1], [2, 2], page_size=2)  # the second prompt borrows a token
        >>> pages = torch.ones(2, 2, 1, 4)
        >>> out, lse = paged_attention(torch.ones(3, 2, 4), pages, pages, plan)
        >>> out.shape, lse.shape
        (torch.Size([3, 2, 4]), torch.Size([3, 2]))
    """
    _check(q, k_pages, v_pages, plan)
    out_dtype = out_dtype or q.dtype
    _, page_size, kv_heads, head_dim = k_pages.shape
    shape = {"head_dim": head_dim, "group": q.shape[1] // kv_heads, "page_size": page_size}
    choice = try_backend(backend, q.device, dtype=q.dtype, out_dtype=out_dtype, **shape)
    if choice.name == "triton":
        from prefixkv_teach.attention.triton_paged import triton_attention  # triton may be missing

        return triton_attention(q, k_pages, v_pages, plan, out_dtype)
    return torch_attention(q, k_pages, v_pages, plan, out_dtype)


def _check(q: Tensor, k_pages: Tensor, v_pages: Tensor, plan: WorkPlan) -> None:
    def need(holds: bool, sentence: str) -> None:
        if not holds:
            raise ValueError(sentence)

    q_shape, k_shape, v_shape = (tuple(tensor.shape) for tensor in (q, k_pages, v_pages))
    need(len(q_shape) == 3, f"q has shape {q_shape}; expected [query rows, query heads, D].")
    need(len(k_shape) == 4, f"k_pages has shape {k_shape}; expected [pages, page size, KV heads, D].")
    need(k_shape == v_shape, f"k_pages has shape {k_shape} and v_pages {v_shape}; expected equal shapes.")
    pages, page_size, kv_heads, head_dim = k_shape
    need(q_shape[0] == plan.query_rows, f"q has {q_shape[0]} rows; the plan has {plan.query_rows} query rows.")
    need(q_shape[2] == head_dim, f"q has head size {q_shape[2]} and the pages {head_dim}; expected equal ones.")
    need(
        kv_heads > 0 and q_shape[1] % kv_heads == 0,
        f"{q_shape[1]} query heads cannot be shared out evenly among {kv_heads} KV heads; take a multiple.",
    )
    need(
        page_size == plan.page_size,
        f"the pool has pages of {page_size} tokens and the plan of {plan.page_size}.",
    )
    highest = max(plan.pages, default=0)
    need(highest < pages, f"the plan reads page {highest}, but the pool has {pages} pages, 0 to {pages - 1}.")
    kinds = {(str(tensor.dtype), str(tensor.device)) for tensor in (q, k_pages, v_pages)}
    need(len(kinds) == 1, f"q, k_pages and v_pages mix {sorted(kinds)}; expected one dtype and one device.")
