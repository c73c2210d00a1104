"""The page pool: a card for every page, with the prompts that read it."""

from collections.abc import Sequence

from prefixkv_teach.draw.parts import PageStates, badge, check_position, many, page_states, view
from prefixkv_teach.draw.safe import html_text
from prefixkv_teach.draw.theme import colour_class
from prefixkv_teach.run import Run

CARDS = 60
_BADGES = 12
_WORDS = 40


def page_pool(run: Run, position: int | None = None) -> str:
    """Draw a card per page: its number, its tokens, its readers and how many they are.

    Args:
        run: the run to show.
        position: the moment shown, by position; None shows every page with all the prompts that ever read it.

    Returns:
        HTML, styled by `theme_css`. Of a large pool: the moment's pages and the live ones first, and a
        sentence for the rest.

    Raises:
        IndexError: no such position.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> from prefixkv_teach.run import execute
        >>> run = execute(plan_tokens([[1, 2, 3, 4], [1, 2, 3, 5]]))
        >>> page_pool(run, 1).count(">freed</span>"), page_pool(run, 0).count(">not yet</span>")
        (3, 1)
    """
    check_position(run, position)
    states = page_states(run, position)
    plan = run.plan
    readers = dict(enumerate(plan.page_readers)) if position is None else run.moments[position].readers
    pages = _chosen_pages(run, states)
    cards = "".join(_card(run, page, states, readers.get(page, ())) for page in pages)
    note = ""
    if len(pages) < plan.pages:
        left_out = f"{many(plan.pages - len(pages), 'page')} of {plan.pages:,} not shown here."
        note = f'<p class="pk-note">{left_out}</p>'
    if position is None:
        title, label = "The page pool: all readers of each page", f"Page pool: {many(plan.pages, 'page')}."
    else:
        live, to_come = run.moments[position].live_pages, plan.pages - states.computed
        title = f"The page pool: {_reader_words(run.method)}"
        label = f"Page pool: {many(live, 'page')} live, {len(states.freed)} freed, {to_come} not yet."
    legend = "struck through: freed; dotted: not yet" if position is not None else ""
    return view("pk-pool", title, label, f'<div class="pk-cards" role="list">{cards}</div>{note}', legend=legend)


def _reader_words(method: str) -> str:
    """Say what a live page's badges mean: the methods count different prompts."""
    if method in ("keep_needed", "count_readers_tight"):
        return "who will still read each page"
    return "who holds each page"


def _chosen_pages(run: Run, states: PageStates) -> Sequence[int]:
    if run.plan.pages <= CARDS:
        return range(run.plan.pages)
    involved = sorted(states.now | states.borrowed)
    live = [page for page in range(states.computed) if page not in states.freed]
    rest = range(run.plan.pages)
    chosen: dict[int, None] = {}
    for group in (involved, live, range(states.computed, run.plan.pages), rest):
        for page in group:
            if len(chosen) == CARDS:
                return sorted(chosen)
            chosen[page] = None
    return sorted(chosen)


def _card(run: Run, page: int, states: PageStates, readers: Sequence[int]) -> str:
    plan = run.plan
    owner = plan.page_owner[page]
    words = " ".join(plan.token_texts[owner][index] for index in plan.page_tokens(page)[:_WORDS])
    state, foot = _state(page, states, readers)
    count = f'<span class="pk-count">×{len(readers)}</span>' if readers else ""
    return (
        f'<div class="pk-page pk-card {colour_class(owner)}{state}" role="listitem" data-page="{page}" '
        f'title="page p{page}, computed by prompt {owner}, {many(len(readers), "reader")}">'
        f'<span class="pk-name">{count}p{page}</span><span class="pk-words">{html_text(words, _WORDS)}</span>'
        f'<span class="pk-readers">{foot}</span></div>'
    )


def _state(page: int, states: PageStates, readers: Sequence[int]) -> tuple[str, str]:
    """Return a card's classes, and what stands at its foot."""
    now = " pk-now" if page in states.now or page in states.borrowed else ""
    if page in states.freed:
        return f" pk-freed{now}", "<span>freed</span>"
    if page >= states.computed:
        return " pk-later", "<span>not yet</span>"
    badges = "".join(badge(prompt, small=True) for prompt in readers[:_BADGES])
    more = f"<span>… {len(readers) - _BADGES} more</span>" if len(readers) > _BADGES else ""
    return now, badges + more
