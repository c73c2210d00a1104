"""The first picture of the course: which tokens of each prompt are known from a prompt above it.

No sorting, no pages, no cap: lesson 01 has none of them yet.
"""

from collections.abc import Sequence

from prefixkv_teach.draw.parts import badge, many, view
from prefixkv_teach.draw.safe import html_text
from prefixkv_teach.steps.shared import count_common
from prefixkv_teach.steps.tokens import to_token_ids

ROWS, TOKENS = 60, 60


def reused_from_above(token_ids: Sequence[Sequence[int]]) -> list[int]:
    """Count, by prompt number, the tokens that a prompt has in common, from the front, with any prompt above it.

    Example:
        >>> reused_from_above([[1, 2, 3], [1, 2, 4], [5]])
        [0, 2, 0]
    """
    return [
        max((count_common(ids, above) for above in token_ids[:number]), default=0)
        for number, ids in enumerate(token_ids)
    ]


def front_view(prompts: Sequence[str]) -> str:
    """Draw prompts one below the other, with the tokens hatched that a prompt above begins with too.

    Args:
        prompts: texts, one token a word; at most 60 are drawn, with 60 tokens each, and the rest is counted.

    Returns:
        HTML, styled by `theme_css`.

    Example:
        >>> front_view(["We go home", "We go on"]).count("pk-same")
        2
    """
    shown = list(prompts[:ROWS])
    token_ids = to_token_ids(shown)
    reused = reused_from_above(token_ids)
    rows = [_row(number, shown[number].split(), reused[number]) for number in range(len(shown))]
    tokens, known = sum(map(len, token_ids)), sum(reused)
    total = f"Together: {many(tokens, 'token')}, {known:,} reused, {tokens - known:,} computed."
    left_out = len(prompts) - len(shown)
    note = f" {left_out:,} more prompts are not drawn and not counted." if left_out else ""
    body = "".join(rows) + f'<p class="pk-note">{total}{note}</p>'
    return view("pk-front", "What is known from above", total, body, legend="hatched: reused; plain: computed here")


def _row(number: int, words: Sequence[str], reused: int) -> str:
    slots = "".join(
        f'<span class="pk-slot{" pk-same" if at < reused else ""}">{html_text(word, 24)}</span>'
        for at, word in enumerate(words[:TOKENS])
    )
    more = len(words) - TOKENS
    gap = f'<span class="pk-gap">… {many(more, "token")} more</span>' if more > 0 else ""
    said = f"{reused} reused, {len(words) - reused} computed"
    return (
        f'<div class="pk-row" role="group" aria-label="prompt {number}: {said}"><span></span>{badge(number)}'
        f'<span class="pk-cells"><span class="pk-slots">{slots}</span>{gap}</span>'
        f'<span class="pk-num">{said}</span></div>'
    )
