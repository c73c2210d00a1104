"""The main picture: every prompt's tokens in order, in their pages, beside the article's numbers."""

from prefixkv_teach.draw.parts import PageStates, badge, check_position, many, page_states, pick, view
from prefixkv_teach.draw.safe import html_text
from prefixkv_teach.draw.theme import colour_class
from prefixkv_teach.run import Run
from prefixkv_teach.sentences import say_list, say_pages

STEPS = ("Sort", "Share", "Round", "Link", "Run")
COLUMNS = ("common", "capped", "shared", "parent")
_COLUMNS_AT = {"Sort": 0, "Share": 2, "Round": 3, "Link": 4, "Run": 4}
_TITLES = {
    "Sort": ("Sorted: what starts alike stands together", "outlined: the first token unlike the row above"),
    "Share": ("Shared with the row above", "hatched: in common; struck through: given up to the cap"),
    "Round": (
        "Whole pages only",
        "hatched: a shared page; struck through: in common, and in no whole shared page",
    ),
    "Link": ("In order: who lends each page", "dashed: borrowed; solid: computed here"),
    "Run": (
        "In order: pages borrowed and computed",
        "dashed: borrowed; solid: computed here; struck through: freed",
    ),
}
ROWS, PAGES, SLOTS = 40, 24, 8  # at most: rows in the picture, pages in a row, slots in a page
_ALL_SLOTS = 2400  # ... and slots in the picture, since it is drawn anew at every keystroke
_DENSE = 12  # more rows than this are drawn small
_TOKEN_LENGTH = 18


def token_strips(run: Run, position: int | None = None, *, step: str = "Run") -> str:
    """Draw one row per prompt in order: position, number, tokens in pages, and the article's numbers.

    Args:
        run: the run to show; the steps before "Run" show its plan alone.
        position: the moment shown, by position; None shows the whole plan, with nothing faded.
        step: how much is known: "Sort", "Share", "Round", "Link" or "Run".

    Returns:
        HTML, styled by `theme_css`. Long rows and long lists say how much they leave out; the moment's row is
        always there.

    Raises:
        ValueError: no such step. IndexError: no such position.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> from prefixkv_teach.run import execute
        >>> html = token_strips(execute(plan_tokens([[1, 2, 3, 4], [1, 2, 3, 5]])), 1)
        >>> html.count('data-page="0"'), html.count('class="pk-row pk-c')
        (2, 2)
    """
    if step not in STEPS:
        raise ValueError(f"step is {step!r}; expected one of {', '.join(STEPS)}")
    check_position(run, position)
    plan = run.plan
    now = position if step == "Run" else None
    ranges = pick(len(plan.order), ROWS, now)
    shown = sum(map(len, ranges))
    painter = _Painter(run, now, step, page_states(run, now), shown)
    rows, at = [painter.head()], 0
    for one in ranges:
        if one.start > at:
            rows.append(f'<div class="pk-gap">… {many(one.start - at, "prompt")} more …</div>')
        rows += [painter.row(index) for index in one]
        at = one.stop
    title, legend = _TITLES[step]
    dense = ' class="pk-dense"' if painter.dense else ""
    label = f"{title}. {many(len(plan.order), 'prompt')}, in order {say_list(list(map(str, plan.order)), 12)}."
    if not plan.order:
        rows = ['<p class="pk-note">No prompt yet.</p>']
        label = "No prompt yet."
    return view("pk-strips", title, label, f'<div role="table"{dense}>{"".join(rows)}</div>', legend=legend)


class _Painter:
    """Writes the rows of one picture; holds what all of them need, and nothing that changes."""

    def __init__(self, run: Run, now: int | None, step: str, states: PageStates, rows: int) -> None:
        self.run, self.plan, self.now, self.step, self.states = run, run.plan, now, step, states
        self.columns = COLUMNS[: _COLUMNS_AT[step]]
        self.dense = rows > _DENSE
        self.slots_in_row = max(16, min(_ALL_SLOTS // max(1, rows), 160))
        self.slots_in_page = min(SLOTS, self.plan.page_size)
        self.pages_in_row = max(3, min(PAGES, self.slots_in_row // self.slots_in_page))

    def head(self) -> str:
        names = "".join(f'<span role="columnheader">{name}</span>' for name in self.columns)
        return (
            '<div class="pk-row pk-head" role="row"><span></span><span></span><span></span>'
            f'<span class="pk-numbers">{names}</span></div>'
        )

    def row(self, position: int) -> str:
        prompt = self.plan.order[position]
        when = ""
        if self.now is not None and position >= self.now:
            when = " pk-now" if position == self.now else " pk-later"
        in_pages = self.step in ("Round", "Link", "Run")
        cells = self.pages(position, prompt) if in_pages else self.tokens(position, prompt)
        current = ' aria-current="step"' if when == " pk-now" else ""
        said = f'role="row" aria-label="{self.label(position)}"{current}'
        return (
            f'<div class="pk-row {colour_class(prompt)}{when}" {said}>'
            f'<span class="pk-pos" role="cell">{position}</span><span role="cell">{badge(prompt)}</span>'
            f'<span class="pk-cells" role="cell">{cells}</span>{self.numbers(position)}</div>'
        )

    def label(self, position: int) -> str:
        prompt = self.plan.order[position]
        said = f"position {position}, prompt {prompt}"
        if self.step not in ("Link", "Run"):
            return said
        borrowed, owned = self.plan.borrowed_pages(prompt), self.plan.owned_pages(prompt)
        return f"{said}: borrows {say_pages(borrowed)}, computes {say_pages(owned)}"

    def numbers(self, position: int) -> str:
        plan = self.plan
        capped = f"{plan.capped[position]}"
        # The baseline shares nothing, so there its zeros are no work of the cap.
        if plan.capped[position] < plan.common[position] and self.run.method != "no_sharing":
            capped = f'<s title="before the cap">{plan.common[position]}</s>{capped}'
        lender = plan.parent[position]
        values = (
            f"{plan.common[position]}",
            capped,
            f"<b>{plan.shared[position]}</b>",
            "root" if lender is None else badge(lender, small=True),
        )
        cells = "".join(
            f'<span class="pk-num" role="cell" data-label="{name}">{value}</span>'
            for name, value in zip(self.columns, values, strict=False)
        )
        return f'<span class="pk-numbers">{cells}</span>' if cells else "<span></span>"

    def tokens(self, position: int, prompt: int) -> str:
        """Tokens without pages: the steps Sort and Share."""
        common, capped = self.plan.common[position], self.plan.capped[position]
        kinds = []
        if self.step == "Sort":
            kinds = [(range(common, common + 1), " pk-decides")] if position else []
        else:
            kinds = [(range(capped), " pk-same"), (range(capped, common), " pk-lost")]
        count = len(self.plan.token_ids[prompt])
        parts, at = [], 0
        for one in pick(count, self.slots_in_row, max(0, common - 1)):
            if one.start > at:
                parts.append(f'<span class="pk-gap">… {many(one.start - at, "token")} more …</span>')
            for index in one:
                parts.append(self.slot(prompt, index, next((kind for where, kind in kinds if index in where), "")))
            at = one.stop
        return f'<span class="pk-slots">{"".join(parts)}</span>'

    def pages(self, position: int, prompt: int) -> str:
        table = self.plan.page_tables[prompt]
        borrowed = self.plan.shared[position] // self.plan.page_size
        parts, at = [], 0
        for one in pick(len(table), self.pages_in_row, max(0, borrowed - 1)):
            if one.start > at:
                parts.append(f'<span class="pk-gap">… {many(one.start - at, "page")} more …</span>')
            parts += [self.page(position, prompt, place, place < borrowed) for place in one]
            at = one.stop
        return "".join(parts) or '<span class="pk-gap">empty: no page</span>'

    def page(self, position: int, prompt: int, place: int, borrowed: bool) -> str:
        page = self.plan.page_tables[prompt][place]
        start = place * self.plan.page_size
        filled = range(start, min(start + self.plan.page_size, len(self.plan.token_ids[prompt])))
        common = self.plan.common[position] if self.step == "Round" else 0
        slots = self.slots(prompt, filled, lost=range(self.plan.shared[position], common))
        slots = f'<span class="pk-slots">{slots}</span>'
        if self.step == "Round":  # nobody has been named as the lender yet, so a page has no number
            return f'<span class="pk-page{" pk-same" if borrowed else ""}">{slots}</span>'
        owner = self.plan.page_owner[page]
        kind = " pk-borrowed" if borrowed else ""
        kind += " pk-freed" if page in self.states.freed else ""
        said = f"page p{page}, {f'borrowed; prompt {owner} computed it' if borrowed else 'computed here'}"
        return (
            f'<span class="pk-page {colour_class(owner)}{kind}" data-page="{page}" title="{said}">'
            f'<span class="pk-name">{"⇉ " if borrowed else ""}p{page}</span>{slots}</span>'
        )

    def slots(self, prompt: int, filled: range, lost: range) -> str:
        """A page's tokens in their slots, and the slots that stay unfilled."""
        if not filled:
            return ""
        parts, at = [], 0
        for one in pick(len(filled), self.slots_in_page):
            if one.start > at:
                parts.append(f'<span class="pk-slot pk-empty">…<i>{one.start - at} more</i></span>')
            parts += [self.slot(prompt, filled[k], " pk-lost" if filled[k] in lost else "") for k in one]
            at = one.stop
        unfilled = self.plan.page_size - len(filled)
        if 0 < unfilled <= self.slots_in_page - len(filled):
            parts += ['<span class="pk-slot pk-empty" title="unfilled slot">&nbsp;<i>&nbsp;</i></span>'] * unfilled
        elif unfilled:
            parts.append(f'<span class="pk-slot pk-empty">&nbsp;<i>{unfilled} unfilled</i></span>')
        return "".join(parts)

    def slot(self, prompt: int, index: int, kind: str) -> str:
        text, token_id = self.plan.token_texts[prompt][index], self.plan.token_ids[prompt][index]
        shown = html_text(text, _TOKEN_LENGTH) or "∅"
        if self.dense:  # no room for the id under the token
            return f'<span class="pk-slot{kind}" title="token id {token_id}">{shown}</span>'
        number = "" if text == str(token_id) else f"<i>{token_id}</i>"
        return f'<span class="pk-slot{kind}">{shown}{number}</span>'
