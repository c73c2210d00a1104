"""A paper exercise: one page to print and hand out, and a second page with the answers."""

from prefixkv_teach.draw import count_table, theme_css, token_list, token_strips
from prefixkv_teach.draw.picture import tree_view
from prefixkv_teach.draw.safe import html_text
from prefixkv_teach.plan import PrefixPlan, make_plan
from prefixkv_teach.run import execute
from prefixkv_teach.scenarios import SCENARIOS

SIXTH = "The room was noisy and warm"  # as in the exercise "sixth-prompt" of lesson 04
COLUMNS = ("position", "prompt", "tokens", "common", "capped", "shared", "parent")

# Sizes in millimetres, inside what A4 (210 x 297) and Letter (216 x 279) both leave within the margins.
_STYLE = """
@page { margin: 10mm 12mm; }
html { background: var(--pk-paper); }
body.pk { max-width: 186mm; margin: 0 auto; padding: 4mm; background: var(--pk-paper); font-size: 13px; }
h1 { font-size: 19px; margin: 0 0 2mm; } h2 { font-size: 13px; margin: 3mm 0 1mm; }
ol { margin: 0; padding-left: 6mm; } .paper-name { float: right; font-size: 13px; font-weight: 400; }
.paper-page .pk-view { padding: 5px 10px; margin: 0 0 3mm; content-visibility: visible; }
.paper-page .pk-row { padding: 0 4px; } .paper-answers .pk-numbers { display: none; }
.pk .pk-tree svg { max-width: 100% !important; height: auto; } /* paper cannot be scrolled */
.pk .paper-blank td { height: 7.5mm; border: 1px solid var(--pk-soft); }
.pk .paper-blank thead th { border: 1px solid var(--pk-soft); text-align: center; }
.pk .paper-blank td:first-child, .pk .paper-given td { text-align: center; }
.pk .paper-answers .pk-table td, .pk .paper-answers .pk-table th { padding: 2px 8px; }
.paper-box { height: 40mm; border: 1px solid var(--pk-soft); border-radius: 6px; padding: 2mm; }
.paper-answers { break-before: page; margin-top: 12mm; }
@media print { body.pk { padding: 0; } .paper-answers { margin-top: 0; } }
"""


def paper_page(sixth: str = SIXTH) -> str:
    """Return the exercise and its answers as one HTML file that loads nothing and prints on two pages.

    The first page has the article's five prompts and a sixth one, with a table to fill in and room for the tree;
    the second one has the answers. Both A4 and Letter will do.

    Args:
        sixth: the prompt to place, plain text.

    Example:
        >>> page = paper_page()
        >>> page.startswith("<!doctype html>"), page.count("<section")
        (True, 2)
    """
    plan = make_plan((*SCENARIOS["the article"].prompts, sixth), page_size=2)
    return (
        '<!doctype html>\n<html lang="en" data-pk-theme="auto"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>Place the sixth prompt</title><style>\n{theme_css()}{_STYLE}</style></head>\n"
        f'<body class="pk">{_exercise(plan)}{_answers(plan)}</body></html>\n'
    )


def _exercise(plan: PrefixPlan) -> str:
    sixth = len(plan.prompts) - 1
    return (
        '<section class="paper-page"><h1>Place the sixth prompt <span class="paper-name">Name: '
        "______________________</span></h1>"
        f"<p>The article's five prompts, and a sixth one: <b>{html_text(plan.prompts[sixth])}</b>. Under each token "
        "stands its id. A page holds 2 tokens; the cap is on.</p>"
        f"{token_list(plan)}<ol>"
        "<li><b>Sort</b> all six: at the first place where two differ, the smaller id goes first; a prompt that ends "
        "goes before one that goes on; equal prompts keep their order. Write the prompt numbers, and how many "
        "tokens each has.</li>"
        "<li><b>Share.</b> <i>common</i>: tokens equal to those of the row above, from the front. "
        "<i>capped</i>: at most the prompt's own length − 1.</li>"
        "<li><b>Round.</b> <i>shared</i>: rounded down to whole pages.</li>"
        "<li><b>Link.</b> <i>parent</i>: who computed the last page that is borrowed? Ask the row above; if it "
        "borrowed that page too, ask its parent. Write a prompt number, or <i>root</i>.</li></ol>"
        f'<h2>Fill in</h2>{_blank_table(plan)}<h2>Draw the tree</h2><div class="paper-box"></div></section>'
    )


def _blank_table(plan: PrefixPlan) -> str:
    heads = "".join(f'<th scope="col">{name}</th>' for name in COLUMNS)
    empty = "<td></td>" * (len(COLUMNS) - 1)
    rows = "".join(f"<tr><td>{position}</td>{empty}</tr>" for position in range(len(plan.order)))
    return f'<table class="pk-table paper-blank"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def _answers(plan: PrefixPlan) -> str:
    sixth = len(plan.prompts) - 1
    at = plan.position_of[sixth]
    before, lender = plan.order[at - 1] if at else None, plan.parent[at]
    said = (
        f"Prompt {sixth} stands at position {at}, behind prompt {before}. It has {plan.common[at]} tokens in common "
        f"with it, {plan.capped[at]} after the cap, {plan.shared[at]} in whole pages. "
    )
    said += (
        "It is a root." if lender is None else f"Its parent is prompt {lender}, who computed the last of those pages."
    )
    strips = token_strips(execute(plan), step="Link")
    return (
        f'<section class="paper-page paper-answers"><h1>Answers</h1><p>{said}</p>'
        f"{count_table(plan)}{strips}{tree_view(plan)}</section>"
    )
