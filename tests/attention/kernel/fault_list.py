"""Faults to plant into the source text of the kernel and of the torch path."""

from typing import NamedTuple

KERNEL, TORCH = "triton_paged.py", "torch_path.py"
NO_FAULT = "no fault"


class Fault(NamedTuple):
    """A change of one file's text: `right` must stand there exactly once and becomes `wrong`."""

    name: str
    file: str
    right: str
    wrong: str


FAULTS = (
    # Two files as they are: were these noticed, too, then the others would prove nothing.
    Fault(NO_FAULT, KERNEL, "THE PAGE WALK", "THE PAGE WALK"),
    Fault(NO_FAULT, TORCH, "This is the page walk", "This is the page walk"),
    Fault("wrong slot", KERNEL, "n % PAGE)", "(n + 1) % PAGE)"),
    Fault("wrong page", KERNEL, "PAGES + page0 + n // PAGE", "PAGES + n // PAGE"),
    Fault("the next page", KERNEL, "page0 + n // PAGE", "page0 + n // PAGE + 1"),
    Fault("off-by-one mask", KERNEL, "(n[None, :] <= pos0", "(n[None, :] < pos0"),
    Fault("one key too many", KERNEL, "<= pos0 + token[:, None]", "<= pos0 + token[:, None] + 1"),
    Fault("position not shifted", KERNEL, "<= pos0 + token[:, None]", "<= token[:, None]"),
    Fault("groups mixed up", KERNEL, "kv_head * GROUP + row % GROUP", "kv_head + row % GROUP * kv_heads"),
    Fault("wrong KV head", KERNEL, "* kv_heads + kv_head\n", "* kv_heads + kv_heads - 1 - kv_head\n"),
    Fault("missing scale", KERNEL, '"ieee") * scale', '"ieee")'),
    Fault("stops before the prefix", KERNEL, "n_kv, pos0 + (start", "n_kv, (start"),
    Fault("stops with the tile's first row", KERNEL, "(start + ROWS - 1)", "start"),
    Fault("table read too far", KERNEL, "mask=n < n_kv, other=0)", "mask=n >= 0, other=0)"),
    Fault("slots behind the last token", KERNEL, "kv_here = (n < n_kv)[:, None] & (d < D)", "kv_here = d < D"),
    Fault("numbers behind the head", KERNEL, "(n < n_kv)[:, None] & (d < D)", "(n < n_kv)[:, None] & (d < WIDTH)"),
    Fault("earlier keys not brought down", KERNEL, "total = total * shrink +", "total = total +"),
    Fault("earlier values not brought down", KERNEL, "mixed = mixed * shrink[:, None] +", "mixed = mixed +"),
    Fault("rows that see nothing", KERNEL, 'tl.where(higher == float("-inf"), 0.0, higher)', "higher"),
    Fault("result in the question's row", KERNEL, "(out0.to", "(q0.to"),
    Fault("log-sum-exp in base 2", KERNEL, " * 0.6931471805599453", ""),
    Fault("rows of nobody written", KERNEL, "mask=token < n_q)", "mask=token >= 0)"),
    Fault("wrong slot", TORCH, "tokens[:n_kv]", "tokens.roll(1, 0)[:n_kv]"),
    Fault("wrong page", TORCH, "plan.item_pages(item)", "plan.item_pages(item)[::-1]"),
    Fault("off-by-one mask", TORCH, "> pos0 + torch.arange(rows", ">= pos0 + torch.arange(rows"),
    Fault("position not shifted", TORCH, "> pos0 + torch.arange(rows", "> torch.arange(rows"),
    Fault("groups mixed up", TORCH, "grouped.transpose(0, 1).reshape", "grouped.flip(2).transpose(0, 1).reshape"),
    Fault("rows that see nothing", TORCH, "range(max(0, -item.pos0), item", "range(0, item"),
    Fault("missing scale", TORCH, "False, attn_mask=mask)", "False, attn_mask=mask, scale=1.0)"),
)  # fmt: skip
