"""SmolLM2 over shared pages against the same prompts without sharing, on one thread of the CPU."""

from tests.benchmarks.figure import Figure, Options

ROUNDS = 5
PAGE_SIZE = 16


def model_with_reuse(_options: Options) -> list[Figure]:
    """Time the prefill of the built-in example, eight questions behind one system prompt, with reuse and without."""
    from prefixkv_teach.attention.model import chat_prompts, find_model, load_model, plan_prompts

    found = find_model(environ={})
    if found.path is None:
        raise RuntimeError(f"SmolLM2 is not there: {found.why}")
    model = load_model(found.path)
    prompts = chat_prompts(tokenizer=model.tokenizer)
    plan = plan_prompts(prompts, model=model, page_size=PAGE_SIZE)
    ours, theirs = median_rounds(prompts, plan, model)
    size = f"SmolLM2-135M, {len(prompts)} prompts with {min(plan.common[1:])} common tokens, float32, one thread"
    times = f"{ours * 1000:,.0f} ms against {theirs * 1000:,.0f} ms"
    what = f"{size}; whole prefill up to the first new token; medians of {ROUNDS} rounds in turn; {times}"
    counted = f"{size}; counted, not timed"
    tokens = plan.tokens / sum(plan.computed_tokens)
    pages = plan.pages_without_sharing / plan.pages
    return [
        Figure("language model's prefill with reuse against without", theirs / ours, "x", 4.5, "higher", what),
        Figure("the same, tokens computed", tokens, "x", None, "higher", counted),
        Figure("the same, pages written", pages, "x", None, "higher", counted),
    ]


def median_rounds(prompts, plan, model) -> tuple[float, float]:
    """Median prefill seconds with reuse and without; they take turns, so that a busy moment hits both.

    Both ways must give the same likeliest word for every prompt in every round, or their times mean nothing.
    """
    from statistics import median

    from prefixkv_teach.attention.model import generate

    times: tuple[list[float], list[float]] = ([], [])
    for turn in range(ROUNDS + 1):
        both = [generate(prompts, plan, model=model, reuse=reuse, max_new_tokens=1) for reuse in (True, False)]
        first_words = [way.first_logits.argmax(-1).tolist() for way in both]
        if first_words[0] != first_words[1]:
            raise AssertionError(f"the likeliest first words differ: {first_words[0]} and {first_words[1]}")
        for way, seconds in zip(both, times, strict=True):
            if turn:  # the first round warms up
                seconds.append(way.prefill_seconds)
    return median(times[0]), median(times[1])
