"""Step 1 as a picture: every prompt as its tokens, each with its id."""

from prefixkv_teach.draw.parts import badge
from prefixkv_teach.draw.safe import html_text
from prefixkv_teach.plan import PrefixPlan

ROWS_SHOWN, TOKENS_SHOWN = 60, 60


def token_list(plan: PrefixPlan) -> str:
    """Draw the prompts in the order in which they were given, as token and id, token and id (article, step 1).

    Args:
        plan: at most 60 of its prompts are drawn, with at most 60 tokens each, and the rest is counted in words.

    Returns:
        HTML.

    Example:
        >>> from prefixkv_teach.plan import make_plan
        >>> ">room<i>20</i>" in token_list(make_plan(["The room was clean"]))
        True
    """
    rows = "".join(_row(plan, prompt) for prompt in range(min(ROWS_SHOWN, len(plan.prompts))))
    left_out = len(plan.prompts) - ROWS_SHOWN
    note = f'<p class="pk-note">{left_out:,} more prompts are not drawn.</p>' if left_out > 0 else ""
    said = f"{len(plan.prompts)} prompts as {plan.tokens} token ids, in the order in which they were given"
    return (
        f'<div class="pk pk-view" role="group" aria-label="{said}">'
        f'<span class="pk-title">Prompts as token ids</span>{rows}{note}</div>'
    )


def _row(plan: PrefixPlan, prompt: int) -> str:
    pairs = list(zip(plan.token_texts[prompt], plan.token_ids[prompt], strict=True))
    slots = "".join(f'<span class="pk-slot">{html_text(text, 24)}<i>{i}</i></span>' for text, i in pairs[:TOKENS_SHOWN])
    more = len(pairs) - TOKENS_SHOWN
    gap = f'<span class="pk-gap">… {more:,} tokens more</span>' if more > 0 else ""
    empty = "" if pairs else '<span class="pk-gap">no tokens</span>'
    return (
        f'<div class="pk-row" data-prompt="{prompt}"><span></span>'
        f"<span>{badge(prompt)}</span>"
        f'<span class="pk-cells">{slots}{gap}{empty}</span></div>'
    )
