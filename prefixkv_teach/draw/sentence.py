"""The moment in words, with numbers that stand out."""

import re

from prefixkv_teach.draw.parts import check_position, many
from prefixkv_teach.draw.safe import html_text
from prefixkv_teach.draw.theme import colour_class
from prefixkv_teach.run import Run

_PAGE = re.compile(r"\bp(\d+)\b")
_PROMPTS = re.compile(r"\b([Pp]rompts? )(\d+(?:(?:, | and )\d+(?![0-9]| more))*)")
_NUMBER = re.compile(r"\d+")


def sentence_box(run: Run, position: int | None = None) -> str:
    """Say one moment in a sentence, prompt numbers bold and page names in a monospace face.

    Args:
        run: the run to tell.
        position: the moment, by position; None tells the whole run.

    Returns:
        HTML, styled by `theme_css`; a screen reader says it when it changes.

    Raises:
        IndexError: no such position.

    Example:
        >>> from prefixkv_teach.plan import plan_tokens
        >>> from prefixkv_teach.run import execute
        >>> print(sentence_box(execute(plan_tokens([[1, 2]])), 0).partition(">")[2][:76])
        Prompt <b data-prompt="0">0</b> is a root: it computes page <code data-page=
    """
    check_position(run, position)
    colour = ""
    if position is None:
        prompts, pages = many(len(run.plan.order), "prompt"), many(run.plan.pages, "page")
        said = f"{prompts}, {pages}; at most {run.peak_pages} of them live at once."
    else:
        moment = run.moments[position]
        said, colour = moment.sentence, f" {colour_class(moment.prompt)}"
    return f'<p class="pk pk-sentence{colour}" role="status" aria-live="polite">{mark_up(said)}</p>'


def mark_up(sentence: str) -> str:
    """Return a moment's sentence as HTML, its prompt numbers and page names marked.

    Example:
        >>> mark_up("Prompt 3 borrows page p0.")
        'Prompt <b data-prompt="3">3</b> borrows page <code data-page="0">p0</code>.'
    """
    safe = html_text(sentence)
    safe = _PROMPTS.sub(lambda m: m[1] + _NUMBER.sub(r'<b data-prompt="\g<0>">\g<0></b>', m[2]), safe)
    return _PAGE.sub(r'<code data-page="\1">p\1</code>', safe)
