"""The tree as lines of text, in the article's form; it says the same as the picture of the tree."""

from prefixkv_teach.draw.parts import many
from prefixkv_teach.draw.safe import columns, plain_text
from prefixkv_teach.draw.shape import depths, short_pages
from prefixkv_teach.plan import PrefixPlan, check_plan

MOST_LEVELS = 16  # a deeper line shows its last levels, and how many are left out before them
WIDEST_COLUMN = 76


def text_tree(plan: PrefixPlan) -> str:
    """Write the tree as one line for each prompt, in order (article: "In tree form").

    A line has the prompt's number, marks for its branch, its text in brackets (shortened in the middle), its
    parent, and what it reuses and owns. A prompt's last child gets └──, all others ├──.

    Example:
        >>> from prefixkv_teach.plan import make_plan
        >>> print(text_tree(make_plan(["The room was clean", "The room was noisy and cold", "Staff were cold",
        ...                            "The room was noisy", "The room was noisy"], page_size=2)))
        0 [The room was clean]                  Root Node         owns p0 p1
        3├── [The room was noisy]               Parent of 3 is 0  reuses 2 tokens in p0, owns p2
        4└── [The room was noisy]               Parent of 4 is 0  reuses 2 tokens in p0, owns p3
        1    └── [The room was noisy and cold]  Parent of 1 is 4  reuses 4 tokens in p0 p3, owns p4
        2 [Staff were cold]                     Root Node         owns p5 p6
    """
    check_plan(plan)
    digits = len(str(max(plan.order, default=0)))
    branches = [
        f"{prompt:>{digits}}{marks}[{plain_text(plan.prompts[prompt], 60)}]"
        for prompt, marks in zip(plan.order, _marks(plan), strict=True)
    ]
    parents = [
        "Root Node" if lender is None else f"Parent of {prompt} is {lender}"
        for prompt, lender in zip(plan.order, plan.parent, strict=True)
    ]
    pages = [_say_pages(plan, prompt) for prompt in plan.order]
    return "\n".join(map("  ".join, zip(_aligned(branches), _aligned(parents), pages, strict=True)))


def _marks(plan: PrefixPlan) -> list[str]:
    """The branch marks of each line, by position."""
    marks = []
    last_on_path: list[bool] = []  # for each level of the path to this prompt: is it its parent's last child?
    for prompt, lender, depth in zip(plan.order, plan.parent, depths(plan), strict=True):
        if lender is None:
            last_on_path.clear()
            marks.append(" ")
            continue
        del last_on_path[depth - 1 :]
        last_on_path.append(plan.children[lender][-1] == prompt)
        above = max(0, depth - MOST_LEVELS)
        path = "".join("    " if last else "│   " for last in last_on_path[above:-1])
        left_out = f"… {many(above, 'level')} … " if above else ""
        marks.append(f"{left_out}{path}{'└' if last_on_path[-1] else '├'}── ")
    return marks


def _say_pages(plan: PrefixPlan, prompt: int) -> str:
    owned = f"owns {short_pages(plan.owned_pages(prompt))}"
    borrowed = plan.borrowed_pages(prompt)
    if not borrowed:
        return owned
    return f"reuses {many(plan.reused_tokens[prompt], 'token')} in {short_pages(borrowed)}, {owned}"


def _aligned(cells: list[str]) -> list[str]:
    widths = list(map(columns, cells))
    # One very deep or wide line does not push all the others away.
    column = min(max(widths, default=0), WIDEST_COLUMN)
    return [cell + " " * (column - width) for cell, width in zip(cells, widths, strict=True)]
