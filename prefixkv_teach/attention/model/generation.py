"""`generate`: prompts through a language model over shared pages, prefill in the plan's order, then greedy decode."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from prefixkv_teach.attention.backend import choose_backend
from prefixkv_teach.attention.model.llama import Llama, make_pools
from prefixkv_teach.attention.model.passes import decode, decode_pages, prefill, tables_with_room
from prefixkv_teach.attention.route import route_with_reuse, route_without
from prefixkv_teach.attention.threads import use_threads
from prefixkv_teach.plan import PrefixPlan, make_plan

LARGEST_CACHE = 4 * 2**30  # bytes of keys and values: more would bring a small machine to its knees


@dataclass(frozen=True, eq=False)
class Generation:
    """What a model answered, and what it took; `generate` makes one.

    Attributes:
        texts: the new text, by prompt number.
        new_ids: its token ids, by prompt number; the mark that ended an answer is not among them.
        plan: who shares what.
        reuse: whether pages were shared.
        computed_tokens: tokens of the prompts that went through the model, by prompt number.
        pages_written: pages of the prompts.
        kv_bytes: bytes of those pages, keys and values of all layers together.
        decode_pages: further pages for the answers.
        seconds_to_first: from the start of all to the first new token, by prompt number. Prompts are computed in
            order, some together, so a later one also waits for those before it.
        prefill_seconds: until the last prompt has its first new token.
        decode_seconds: all further tokens.
        first_logits: scores of every word as the first new token, float32 on the CPU, [prompts, vocabulary].
        setting: model, dtype, device, threads and backend, for people.
    """

    texts: tuple[str, ...]
    new_ids: tuple[tuple[int, ...], ...]
    plan: PrefixPlan = field(repr=False)
    reuse: bool
    computed_tokens: tuple[int, ...]
    pages_written: int
    kv_bytes: int
    decode_pages: int
    seconds_to_first: tuple[float, ...]
    prefill_seconds: float
    decode_seconds: float
    first_logits: Tensor = field(repr=False)
    setting: str

    @property
    def tokens(self) -> int:
        """Prompt tokens computed by all prompts together."""
        return sum(self.computed_tokens)


def plan_prompts(prompts: Iterable[str], *, model: Llama, page_size: int = 16, cap: bool = True) -> PrefixPlan:
    """Plan texts with the model's own tokenizer; the plan can be drawn like any other.

    Raises:
        TypeError, ValueError: as in `make_plan`.

    Example:
        >>> from prefixkv_teach.attention.model.tiny import make_tiny
        >>> plan_prompts(["The sea", "The sky"], model=make_tiny(), page_size=4).reused_tokens
        (0, 4)
    """
    return make_plan(prompts, page_size=page_size, cap=cap, tokenizer=model.tokenizer)


@torch.inference_mode()
def generate(
    prompts: Iterable[str],
    plan: PrefixPlan | int = 16,
    *,
    model: Llama,
    reuse: bool = True,
    max_new_tokens: int = 24,
    chunk: int | None = None,
    threads: int = 1,
    backend: str = "auto",
) -> Generation:
    """Answer prompts, with or without reuse of the pages that a plan shares; the words are the same both ways.

    Args:
        prompts: texts, by prompt number; for a conversation, those of `chat_prompts`.
        plan: from `plan_prompts` over these texts, or a page size to make one with.
        model: from `load_model` or `make_tiny`.
        reuse: whether a prompt borrows pages; without, it computes all its tokens in pages of its own.
        max_new_tokens: longest answer, 1 or more.
        chunk: prefill in chunks cut at multiples of this, a divisor of the page size. The sums then run in the
            same order with reuse and without, so that equal means equal to the bit.
        threads: CPU threads; on a busy machine more than one is slower.
        backend: as in `paged_attention`.

    Raises:
        TypeError, ValueError: the sentence says which value does not fit.

    Example:
        >>> from prefixkv_teach.attention.model.tiny import make_tiny
        >>> prompts, model = ["The sea is wide", "The sea is deep"], make_tiny()
        >>> shared = generate(prompts, 4, model=model, max_new_tokens=3)
        >>> alone = generate(prompts, 4, model=model, max_new_tokens=3, reuse=False)
        >>> shared.tokens, alone.tokens, shared.new_ids == alone.new_ids
        (22, 30, True)
    """
    prompts = prompts if isinstance(prompts, str) else list(prompts)  # make_plan explains a lone text
    if not isinstance(plan, PrefixPlan):
        plan = plan_prompts(prompts, model=model, page_size=plan)
    _check(prompts, plan, model, max_new_tokens, chunk)
    route = route_with_reuse(plan) if reuse else route_without(plan)
    tables, pages = tables_with_room(route, max_new_tokens)
    _check_room(pages * model.page_bytes(plan.page_size))
    pools = make_pools(model, pages, plan.page_size)
    with use_threads(threads):
        start = time.perf_counter()
        logits, to_first = prefill(model, pools, route, plan, chunk, backend)
        middle = time.perf_counter()
        answers = decode(model, pools, route, tables, logits, max_new_tokens, backend)
        end = time.perf_counter()
    return Generation(
        texts=tuple(map(model.tokenizer.decode, answers)),
        new_ids=tuple(map(tuple, answers)),
        plan=plan,
        reuse=reuse,
        computed_tokens=route.computed,
        pages_written=route.pages,
        kv_bytes=route.pages * model.page_bytes(plan.page_size),
        decode_pages=decode_pages(route, answers),
        seconds_to_first=to_first,
        prefill_seconds=middle - start,
        decode_seconds=end - middle,
        first_logits=logits.cpu(),
        setting=_setting(model, plan, threads, backend),
    )


def _check(prompts: Sequence[str], plan: PrefixPlan, model: Llama, new_tokens: int, chunk: int | None) -> None:
    if new_tokens < 1:
        raise ValueError(f"max_new_tokens is {new_tokens}; expected 1 or more.")
    if list(plan.prompts) != list(prompts):
        raise ValueError("the plan is one of other prompts; make it with plan_prompts over the same texts.")
    if chunk is not None and (chunk < 1 or plan.page_size % chunk):
        raise ValueError(f"chunk is {chunk}; expected a divisor of the page size {plan.page_size}.")
    for prompt, ids in enumerate(plan.token_ids):
        if not ids:
            raise ValueError(f"prompt {prompt} is empty; a model needs at least one token to go on from.")
        if not all(0 <= token < model.config.vocabulary for token in ids):
            raise ValueError(
                f"prompt {prompt} has ids outside this model's vocabulary; make the plan with plan_prompts."
            )
        if len(ids) + new_tokens > model.config.context:
            raise ValueError(
                f"prompt {prompt} has {len(ids):,} tokens and may get {new_tokens:,} more; this model was trained for "
                f"{model.config.context:,} together. Shorten the prompt."
            )


def _check_room(needed: int) -> None:
    if needed > LARGEST_CACHE:
        raise ValueError(
            f"these prompts need {needed / 2**30:.1f} GiB for keys and values, and {LARGEST_CACHE / 2**30:.0f} GiB "
            "is the limit; take fewer or shorter prompts."
        )


def _setting(model: Llama, plan: PrefixPlan, threads: int, backend: str) -> str:
    dtype, chosen = str(model.dtype).removeprefix("torch."), choose_backend(backend, model.device).name
    many = "one thread" if threads == 1 else f"{threads} threads"
    return f"{model.name}; {dtype}, {model.device} ({many}), {chosen} path, pages of {plan.page_size} tokens"
