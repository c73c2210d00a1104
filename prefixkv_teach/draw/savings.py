"""What sharing saves, as bars with their numbers, and what each method needs at its fullest."""

from collections.abc import Iterable

from prefixkv_teach.draw.parts import view
from prefixkv_teach.draw.safe import html_text
from prefixkv_teach.plan import PrefixPlan
from prefixkv_teach.run import METHODS, Run


def meters(plan: PrefixPlan) -> str:
    """Draw two bars: tokens computed and reused, pages with sharing and without.

    Args:
        plan: the plan to sum up.

    Returns:
        HTML, styled by `theme_css`.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> "<b>5</b> computed, <b>2</b> reused of 7" in meters(plan_tokens([[1, 2, 3, 4], [1, 2, 3]]))
        True
    """
    computed, reused = sum(plan.computed_tokens), sum(plan.reused_tokens)
    tokens = f"Tokens: <b>{computed:,}</b> computed, <b>{reused:,}</b> reused of {plan.tokens:,}"
    pages = f"Pages: <b>{plan.pages:,}</b> of {plan.pages_without_sharing:,} without sharing"
    label = (
        f"{computed} of {plan.tokens} tokens computed, {reused} reused. "
        f"{plan.pages} pages with sharing, {plan.pages_without_sharing} without."
    )
    body = _meter(tokens, computed, plan.tokens) + _meter(pages, plan.pages, plan.pages_without_sharing)
    return view("pk-meters", "What it saves", label, body, legend="hatched: saved")


def peak_table(runs: Iterable[Run], method: str | None = None) -> str:
    """Set out the most pages that were live at once, method by method.

    Args:
        runs: runs of the same prompts, one per method.
        method: the chosen one, which is set off.

    Returns:
        HTML, styled by `theme_css`.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> from prefixkv_teach.run import execute
        >>> ">2</td>" in peak_table([execute(plan_tokens([[1, 2, 3]]))])
        True
    """
    runs = list(runs)
    rows = "".join(
        f'<tr{_chosen(run, method)}><th scope="row" class="pk-left">{html_text(METHODS[run.method])}</th>'
        f"<td>{run.peak_pages:,}</td></tr>"
        for run in runs
    )
    head = '<thead><tr><th scope="col" class="pk-left">method</th><th scope="col">pages</th></tr></thead>'
    said = ", ".join(f"{METHODS[run.method]}: {run.peak_pages}" for run in runs)
    table = f'<table class="pk-table">{head}<tbody>{rows}</tbody></table>'
    return view(
        "pk-peaks",
        "Most pages live at once",
        f"Peak pages, counted while a prompt computes. {said}.",
        table,
        legend="counted while a prompt computes",
    )


def _meter(words: str, part: int, whole: int) -> str:
    width = 100 * part / whole if whole else 0
    bar = f'<span style="width:{width:.2f}%"></span><span class="pk-saved"></span>' if whole else ""
    return f'<div class="pk-meter"><p>{words}</p><div class="pk-bar" aria-hidden="true">{bar}</div></div>'


def _chosen(run: Run, method: str | None) -> str:
    return ' class="pk-chosen" aria-current="true"' if run.method == method else ""
