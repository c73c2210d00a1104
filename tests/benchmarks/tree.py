"""Decode over a tree against flat decode, our torch path against torch's own, and the bits of whole chunks."""

from functools import partial
from typing import TYPE_CHECKING, Any

from tests.benchmarks.attention import take_turns
from tests.benchmarks.figure import Figure, Options

if TYPE_CHECKING:
    from torch import Tensor

    from prefixkv_teach.attention import KVPool, WorkPlan

PROMPTS, SHARED, OWN = 32, 512, 64
HEADS, KV_HEADS, HEAD_DIM, PAGE_SIZE = 32, 8, 64, 16
ROUNDS = 15
SIZE = f"{SHARED} + {PROMPTS} x {OWN} tokens, {HEADS}/{KV_HEADS} heads, D {HEAD_DIM}, float32, one thread"
CHUNKS = (16, 32, 64)


def tree_decode(_options: Options) -> list[Figure]:
    """Time and count one decode step over the tree and flat; planning the work is timed, too."""
    import torch

    from prefixkv_teach.attention.borrowers import decode_flat, decode_tree, one_prefix
    from prefixkv_teach.attention.cost import count_cost
    from prefixkv_teach.attention.threads import use_threads
    from prefixkv_teach.attention.tree_items import plan_tree

    tree = one_prefix(PROMPTS, SHARED, OWN, PAGE_SIZE)
    pool, q = filled_pool(max(map(max, tree.tables))), torch.randn(PROMPTS, HEADS, HEAD_DIM)
    new, shape = [1] * PROMPTS, {"heads": HEADS, "kv_heads": KV_HEADS, "head_dim": HEAD_DIM, "element_size": 4}
    flat = count_cost(tree.flat(new, PAGE_SIZE), **shape).kv_bytes
    over = count_cost(plan_tree(tree, new, PAGE_SIZE), **shape).kv_bytes
    by_hand = PROMPTS * (SHARED + OWN) / (SHARED + PROMPTS * OWN)
    with use_threads(1):
        insist_on_one_answer(decode_tree(q, pool, tree), decode_flat(q, pool, tree))
        slow, fast = take_turns([partial(way, q, pool, tree) for way in (decode_flat, decode_tree)], ROUNDS)
    what = f"{SIZE}; planning, page walk, attention, merge; medians of {ROUNDS} rounds in turn"
    return [
        Figure("decode over the tree, time", slow / fast, "x", 2, "higher", f"{what}; {milliseconds(fast, slow)}"),
        Figure("decode over the tree, KV bytes", flat / over, "x", by_hand, "higher", f"{SIZE}; {flat:,} to {over:,}"),
        Figure("the same, off the counted ratio", abs(flat / over - by_hand), "", 0, "lower", "counted, not timed"),
    ]


def torch_path_against_sdpa(_options: Options) -> Figure:
    """Time our torch path, from the plan on, and torch's attention on keys and values that are gathered already."""
    import torch

    from prefixkv_teach.attention import paged_attention
    from prefixkv_teach.attention.borrowers import one_prefix
    from prefixkv_teach.attention.threads import use_threads

    tree = one_prefix(PROMPTS, SHARED, OWN, PAGE_SIZE)
    work = tree.flat([OWN] * PROMPTS, PAGE_SIZE)
    pool, q = filled_pool(max(work.pages)), torch.randn(work.query_rows, HEADS, HEAD_DIM)
    gathered = [gather(pool, q, work, at) for at in range(PROMPTS)]
    sdpa = torch.nn.functional.scaled_dot_product_attention

    def ours() -> Any:
        return paged_attention(q, pool.k_pages, pool.v_pages, tree.flat([OWN] * PROMPTS, PAGE_SIZE))[0]

    def theirs() -> Any:
        return [sdpa(queries, k, v, attn_mask=mask) for queries, k, v, mask in gathered]

    with use_threads(1):
        # Theirs stays folded: the heads of a group as rows, [1, KV heads, rows x group, D].
        rows = [out[0].view(KV_HEADS, OWN, -1, HEAD_DIM).transpose(0, 1).reshape(OWN, HEADS, -1) for out in theirs()]
        insist_on_one_answer(ours(), torch.cat(rows))
        paged, dense = take_turns([ours, theirs], ROUNDS)
    what = f"{PROMPTS} x ({SHARED} shared + {OWN} own) tokens, as above; medians of {ROUNDS} rounds in turn"
    name = "torch path against scaled_dot_product_attention"
    return Figure(name, paged / dense, "x", 1.15, "lower", f"{what}; {milliseconds(paged, dense)}")


def chunk_bits(_options: Options) -> Figure:
    """Count the runs in which reuse changed a bit, prompts cut in chunks: number formats, chunk sizes, threads."""
    from prefixkv_teach.attention.chunks import compare_bits
    from prefixkv_teach.plan import plan_tokens

    plan = plan_tokens([[*range(200), *range(1000 * n, 1000 * n + 3 * n)] for n in range(1, 9)], page_size=16)
    runs = [
        compare_bits(plan, dtype=dtype, chunk=chunk, threads=threads, heads=8, kv_heads=2)
        for dtype in ("float32", "bfloat16")
        for chunk in CHUNKS
        for threads in (1, 2)
    ]
    what = f"{len(runs)} runs: float32 and bfloat16, chunks of {', '.join(map(str, CHUNKS))}, 1 and 2 threads"
    return Figure("chunks: runs with another bit", sum(not run.equal for run in runs), "", 0, "lower", what)


def filled_pool(pages: int) -> "KVPool":
    """Make a pool of random pages behind the null page."""
    import torch

    from prefixkv_teach.attention import make_pool

    pool = make_pool(pages, page_size=PAGE_SIZE, kv_heads=KV_HEADS, head_dim=HEAD_DIM)
    for numbers in (pool.k_pages, pool.v_pages):
        numbers[1:] = torch.randn(numbers[1:].shape, generator=torch.Generator().manual_seed(pages))
    return pool


def gather(pool: "KVPool", q: "Tensor", work: "WorkPlan", at: int) -> tuple[Any, ...]:
    """Lay out one prompt for torch's own attention: queries with the group as rows, keys, values, mask."""
    import torch

    from prefixkv_teach.attention.torch_path import _fold

    item = work.items[at]
    pages = torch.tensor(work.item_pages(item))
    k, v = (numbers[pages].flatten(0, 1)[: item.n_kv].transpose(0, 1)[None] for numbers in (pool.k_pages, pool.v_pages))
    late = torch.ones(item.n_q, item.n_kv, dtype=torch.bool).triu(item.pos0 + 1)
    mask = torch.zeros(item.n_q, item.n_kv).masked_fill(late, float("-inf")).repeat_interleave(HEADS // KV_HEADS, 0)
    return _fold(q[item.q0 : item.q0 + item.n_q], KV_HEADS), k, v, mask


def insist_on_one_answer(ours: "Tensor", theirs: "Tensor") -> None:
    """Raise unless both ways give the same numbers; this also warms up."""
    from prefixkv_teach.attention import TOLERANCES, relative_error

    error = relative_error(ours, theirs)
    if not error <= TOLERANCES["float32"]:
        raise AssertionError(f"the two ways differ by {error}, so their times mean nothing")


def milliseconds(ours: float, theirs: float) -> str:
    """Say both times."""
    return f"{ours * 1000:.1f} ms against {theirs * 1000:.1f} ms"
