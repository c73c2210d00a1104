"""Pictures for the exercises about runs: who frees what, a page's ledger, a read that comes too late."""

from collections.abc import Sequence, Set
from typing import Any

from prefixkv_teach.course.cases import Case
from prefixkv_teach.course.honest_run import honest_ledger, honest_trap
from prefixkv_teach.course.parts import table
from prefixkv_teach.draw.parts import badge, view
from prefixkv_teach.draw.safe import html_text
from prefixkv_teach.plan import PrefixPlan
from prefixkv_teach.sentences import say_list


def freed_by_position(case: Case, result: Any) -> str:
    """Draw what each prompt reads, and what was handed in as freed after it, in order.

    Example:
        >>> "p0 p1" in freed_by_position(Case(((1, 2, 3),)), [[0, 1]])
        True
    """
    plan = case.plan()
    listed = result if isinstance(result, Sequence) and not isinstance(result, str) else []
    rows = [
        (
            position,
            badge(prompt, small=True),
            _parent(plan, position),
            say_table(plan.page_tables[prompt]),
            say_table(listed[position]) if position < len(listed) else "–",
        )
        for position, prompt in enumerate(plan.order)
    ]
    note = "" if len(listed) == len(rows) else f'<p class="pk-note">The result is {html_text(repr(result), 80)}.</p>'
    late = read_too_late(plan, listed)
    note += f'<p class="pk-note">✗ {late}</p>' if late else ""
    return table(("position", "prompt", "parent", "its pages", "freed after it"), rows) + note


def read_too_late(plan: PrefixPlan, freed: Any) -> str:
    """Say which page is read after it was freed, the first such read only; "" if there is none.

    Args:
        plan: whose prompts run.
        freed: what was handed in: a list of pages by position, or anything else, of which nothing is said.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> read_too_late(plan_tokens([[1], [1, 2]], page_size=1), [[0], [1]])
        'Prompt 1 reads p0, which is freed after prompt 0.'
    """
    gone: dict[Any, int] = {}
    pages_freed = freed if isinstance(freed, list) else []
    for position, prompt in enumerate(plan.order):
        for page in plan.page_tables[prompt]:
            if page in gone:
                return f"Prompt {prompt} reads p{page}, which is freed after prompt {gone[page]}."
        here = pages_freed[position] if position < len(pages_freed) else ()
        gone |= {page: prompt for page in (here if isinstance(here, list) else ()) if isinstance(page, int)}
    return ""


def ledger_table(plan: PrefixPlan, page: int) -> str:
    """Draw the ledger of one page under method 2 as written: who comes, who goes, and how many read it.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> ledger_table(plan_tokens([[1, 2, 3], [1, 2, 4]]), 0).count("<tr>")
        3
    """
    rows, said = [], []
    before: set[int] = set()
    for position, entry in enumerate(honest_ledger(plan.order, plan.parent, plan.page_tables)):
        prompt = plan.order[position]
        adding, computing, after = entry.adding[page], entry.computing[page], entry.after[page]
        moved = (_badges(adding - before), _badges(adding - computing), _counted(computing))
        rows.append((badge(prompt, small=True), *moved, _badges(computing - after), _badges(after)))
        said.append(f"While prompt {prompt} computes: {_names(computing)}; after it: {_names(after)}")
        before = after
    heads = ("runs", "adds itself", "parent lets go", "readers while it computes", "lets go at the end", "left")
    title = f"The ledger of page p{page}"
    return view(
        "pk-ledger", title, f"{title}. {'. '.join(said)}.", f'<div class="pk-scroll">{table(heads, rows)}</div>'
    )


def trap_table(plan: PrefixPlan) -> str:
    """Draw a run in which each page goes once its owner's last direct child has run; reads too late are marked.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> "✗ p0 is gone" in trap_table(plan_tokens([[1], [1, 2], [1, 2, 3]], page_size=1))
        True
    """
    late = honest_trap(plan.order, plan.parent, plan.page_tables)
    rows, said = [], []
    for position, prompt in enumerate(plan.order):
        gone = [page for at, page in late if at == position]
        found = f"{say_table(gone)} {'is' if len(gone) == 1 else 'are'} gone"
        rows.append(
            (
                badge(prompt, small=True),
                _parent(plan, position),
                say_table(plan.page_tables[prompt]),
                f"✗ {found}" if gone else "✓",
            )
        )
        if gone:
            said.append(f"When prompt {prompt} runs, {found}.")
    title = "A page goes after the last direct child of its owner"
    label = f"{title}. {' '.join(said) or 'Every page is there when it is read.'}"
    return view("pk-trap", title, label, table(("runs", "parent", "reads and computes", "are its pages there?"), rows))


def say_table(pages: Any) -> str:
    """Name pages one by one, as a page table does.

    Example:
        >>> say_table([0, 3]), say_table([])
        ('p0 p3', 'none')
    """
    if isinstance(pages, Sequence) and not isinstance(pages, str):
        return html_text(" ".join(f"p{page}" for page in pages) or "none", 80)
    return html_text(repr(pages), 80)


def _parent(plan: PrefixPlan, position: int) -> str:
    lender = plan.parent[position]
    return "root" if lender is None else badge(lender, small=True)


def _badges(prompts: Set[int]) -> str:
    return " ".join(badge(prompt, small=True) for prompt in sorted(prompts)) or "–"


def _counted(prompts: Set[int]) -> str:
    return f"<b>{len(prompts)}</b>{': ' if prompts else ''}{_badges(prompts) if prompts else ''}"


def _names(prompts: Set[int]) -> str:
    return f"{len(prompts)}, prompt {say_list([str(prompt) for prompt in sorted(prompts)])}" if prompts else "nobody"
