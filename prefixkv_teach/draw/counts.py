"""The article's numbers as a table: common, capped, rounded and parent, by position."""

from prefixkv_teach.draw.parts import badge, many, pick, view
from prefixkv_teach.plan import PrefixPlan

ROWS = 60
_HEADS = ("position", "prompt", "tokens", "common", "capped", "shared", "parent")


def count_table(plan: PrefixPlan) -> str:
    """Set out what each prompt shares with the one before, what the cap and rounding leave, and its parent.

    Args:
        plan: of more than 60 prompts, the first and last in order are set out, and a row counts the others.

    Returns:
        HTML, styled by `theme_css`; all columns by position, parents as prompt numbers.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> count_table(plan_tokens([[1, 2], [1, 2]])).count('scope="row"')
        2
    """
    rows, at = [], 0
    for one in pick(len(plan.order), ROWS):
        if one.start > at:
            gap = many(one.start - at, "prompt")
            rows.append(f'<tr><td class="pk-left" colspan="{len(_HEADS)}">… {gap} more …</td></tr>')
        rows += [_row(plan, position) for position in one]
        at = one.stop
    heads = "".join(f'<th scope="col">{name}</th>' for name in _HEADS)
    caption = f"Tokens shared with the previous prompt, in pages of {many(plan.page_size, 'token')}"
    head = f"<caption>{caption}</caption><thead><tr>{heads}</tr></thead>"
    table = f'<table class="pk-table">{head}<tbody>{"".join(rows)}</tbody></table>'
    label = f"Table of {many(len(plan.order), 'prompt')} by position: common, capped, shared, parent."
    legend = "struck through: before the cap" if plan.capped != plan.common else ""
    return view("pk-counts", "Counted, capped, rounded", label, f'<div class="pk-scroll">{table}</div>', legend=legend)


def _row(plan: PrefixPlan, position: int) -> str:
    prompt, lender = plan.order[position], plan.parent[position]
    common, capped = plan.common[position], plan.capped[position]
    cells = (
        badge(prompt, small=True),
        f"{len(plan.token_ids[prompt])}",
        f"{common}",
        f"<s>{common}</s>{capped}" if capped < common else f"{capped}",
        f"<b>{plan.shared[position]}</b>",
        "root" if lender is None else badge(lender, small=True),
    )
    return (
        f'<tr><th scope="row" class="pk-num">{position}</th>' + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
    )
