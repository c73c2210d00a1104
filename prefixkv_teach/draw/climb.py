"""The climb to a prompt's parent, one row for each prompt that is asked."""

from collections.abc import Sequence

from prefixkv_teach.draw.parts import badge, many, view
from prefixkv_teach.draw.theme import colour_class
from prefixkv_teach.plan import PrefixPlan


def climb_path(plan: PrefixPlan, prompt: int) -> list[int]:
    """Return the prompts that are asked "did you compute the last page I want?", the parent last.

    Args:
        plan: whose tree.
        prompt: the prompt that looks for its parent, by prompt number.

    Returns:
        Prompt numbers; empty for a root.

    Raises:
        IndexError: there is no such prompt.

    Example:
        >>> from prefixkv_teach.plan import make_plan
        >>> climb_path(make_plan(["The room was noisy"] * 3), 2)
        [1, 0]
    """
    if not 0 <= prompt < len(plan.order):
        raise IndexError(f"prompt is {prompt}; the prompts of this plan are 0 to {len(plan.order) - 1}")
    position = plan.position_of[prompt]
    if plan.shared[position] == 0:
        return []
    path = [plan.order[position - 1]]
    while path[-1] != plan.parent[position]:
        above = plan.parent[plan.position_of[path[-1]]]
        assert above is not None  # the climb ends at the parent, before it could pass a root
        path.append(above)
    return path


def climb_view(plan: PrefixPlan, prompt: int) -> str:
    """Draw a prompt's climb: the pages it wants, then each prompt that is asked, with what it answers.

    Args and errors as for `climb_path`.

    Returns:
        HTML, styled by `theme_css`. Pages carry the colour of the prompt that computed them.

    Example:
        >>> from prefixkv_teach.plan import make_plan
        >>> html = climb_view(make_plan(["The room was noisy"] * 3), 2)
        >>> "Prompt 1 borrowed it: climb to its parent. Prompt 0 computed it: the parent of prompt 2." in html
        True
    """
    path = climb_path(plan, prompt)
    title = f"The climb of prompt {prompt}"
    if not path:
        said = f"Prompt {prompt} borrows nothing: it is a root, and asks nobody."
        return view("pk-climb", title, said, f'<p class="pk-note">{said}</p>')
    wanted = plan.borrowed_pages(prompt)
    answers = [f"Prompt {one} borrowed it: climb to its parent." for one in path[:-1]]
    answers.append(f"Prompt {path[-1]} computed it: the parent of prompt {prompt}.")
    wants = f"Prompt {prompt} wants {many(len(wanted), 'page')}; the last one is p{wanted[-1]}."
    rows = _row(plan, prompt, wanted, "wants", wants)
    rows += "".join(
        _row(plan, one, plan.page_tables[one][: len(wanted)], "is asked", said)
        for one, said in zip(path, answers, strict=True)
    )
    head = '<tr><th scope="col" class="pk-left">prompt</th><th scope="col" class="pk-left">its first pages</th>'
    head += '<th scope="col" class="pk-left">answer</th></tr>'
    table = f'<table class="pk-table"><thead>{head}</thead><tbody>{rows}</tbody></table>'
    body = f'<div class="pk-scroll">{table}</div>'
    return view("pk-climb", title, f"{wants} {' '.join(answers)}", body, legend="dashed: borrowed; solid: computed")


def _row(plan: PrefixPlan, prompt: int, pages: Sequence[int], does: str, said: str) -> str:
    own = set(plan.owned_pages(prompt))
    drawn = "".join(_page(plan, page, page in own, page == pages[-1]) for page in pages)
    return (
        f'<tr><th scope="row" class="pk-left">{badge(prompt, small=True)} {does}</th>'
        f'<td class="pk-left"><div class="pk-cells">{drawn}</div></td><td class="pk-left pk-said">{said}</td></tr>'
    )


def _page(plan: PrefixPlan, page: int, owned: bool, last: bool) -> str:
    owner = plan.page_owner[page]
    state = ("" if owned else " pk-borrowed") + (" pk-decides" if last else "")
    return (
        f'<span class="pk-page {colour_class(owner)}{state}" data-page="{page}">'
        f'<span class="pk-name">p{page} by {badge(owner, small=True)}</span></span>'
    )
