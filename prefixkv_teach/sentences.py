"""One sentence for each moment, to be read aloud."""

from collections.abc import Sequence

from prefixkv_teach.plan import PrefixPlan
from prefixkv_teach.steps.execute import Release


def say_list(words: Sequence[str], at_most: int = 4) -> str:
    """Join words as a person would, and shorten a long list.

    Example:
        >>> say_list(["p0"]), say_list(["p0", "p3", "p4"]), say_list(list("abcdefg"))
        ('p0', 'p0, p3 and p4', 'a, b, c and 4 more')
    """
    if len(words) > at_most:
        words = [*words[: at_most - 1], f"{len(words) - at_most + 1} more"]
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def say_pages(pages: Sequence[int]) -> str:
    """Name pages in a sentence.

    Example:
        >>> say_pages([0]), say_pages([0, 3]), say_pages(range(9))
        ('page p0', 'pages p0 and p3', 'pages p0 to p8')
    """
    if len(pages) == 1:
        return f"page p{pages[0]}"
    if len(pages) > 4 and pages[-1] - pages[0] == len(pages) - 1:
        return f"pages p{pages[0]} to p{pages[-1]}"
    return f"pages {say_list([f'p{page}' for page in pages])}" if pages else "no page"


def say_prompts(prompts: Sequence[int]) -> str:
    """Name prompts in a sentence.

    Example:
        >>> say_prompts([3]), say_prompts([3, 4, 1])
        ('prompt 3', 'prompts 3, 4 and 1')
    """
    return f"prompt{'s' * (len(prompts) != 1)} {say_list(list(map(str, prompts)))}"


def moment_sentence(plan: PrefixPlan, method: str, position: int, release: Release, kept: Sequence[int]) -> str:
    """Say what happens when the prompt at `position` runs; `kept` are the pages it holds on to.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> moment_sentence(plan_tokens([[1, 2, 3]]), "count_readers_tight", 0, Release([], [0, 1]), [])
        'Prompt 0 is a root: it computes pages p0 and p1. Pages p0 and p1 are freed: no borrower is still to come.'
    """
    prompt = plan.order[position]
    parts = [_arrives(plan, prompt)]
    if method == "count_readers":
        parts += [
            _parent_lets_go(plan, position, release.on_arrival),
            _finishes(plan, prompt, release.on_finish),
        ]
    elif method == "keep_needed":
        if kept:
            parts.append(f"It keeps {say_pages(kept)} for {say_prompts(plan.children[prompt])}.")
        parts.append(_freed(release.on_finish, "nobody will read {it} again"))
    elif method == "count_readers_tight":
        parts.append(_freed(release.on_finish, "no borrower is still to come"))
        if kept:
            parts.append(f"{_capital(say_pages(kept))} wait{'s' * (len(kept) == 1)} for borrowers still to come.")
    elif method == "no_sharing":
        parts.append(_freed(release.on_finish, "nobody else reads {it}"))
    else:
        parts.append("Nothing is freed.")
    return " ".join(filter(None, parts))


def _arrives(plan: PrefixPlan, prompt: int) -> str:
    borrowed, computed = plan.borrowed_pages(prompt), plan.owned_pages(prompt)
    if not borrowed and not computed:
        return f"Prompt {prompt} is empty: it needs no page."
    if not borrowed:
        return f"Prompt {prompt} is a root: it computes {say_pages(computed)}."
    own = say_pages(computed) if computed else "nothing"
    return f"Prompt {prompt} borrows {say_pages(borrowed)} and computes {own}."


def _parent_lets_go(plan: PrefixPlan, position: int, freed: Sequence[int]) -> str:
    prompt, lender = plan.order[position], plan.parent[position]
    if lender is None or plan.children[lender][-1] != prompt:
        return ""
    which = "the last" if len(plan.children[lender]) > 1 else "the only"
    opening = f"It is {which} child of prompt {lender}, so prompt {lender} lets go"
    return f"{opening} and {_is_freed(freed)}." if freed else f"{opening}; its pages have other readers."


def _finishes(plan: PrefixPlan, prompt: int, freed: Sequence[int]) -> str:
    if plan.children[prompt]:
        return f"Prompt {prompt} is held for {say_prompts(plan.children[prompt])}."
    if not plan.page_tables[prompt]:
        return ""
    outcome = f" and {_is_freed(freed)}" if freed else "; its pages have other readers"
    return f"Prompt {prompt} has no children, so it lets go{outcome}."


def _is_freed(freed: Sequence[int]) -> str:
    return f"{say_pages(freed)} {'is' if len(freed) == 1 else 'are'} freed"


def _freed(freed: Sequence[int], why: str) -> str:
    if not freed:
        return ""
    return f"{_capital(_is_freed(freed))}: {why.format(it='it' if len(freed) == 1 else 'them')}."


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
