"""Why the cap? The article's aside, made visible.

Without the cap, a prompt that equals the one before it may borrow every page and compute nothing. A scheduler
that knows a new document only by "it has tokens to compute" never sees such a twin. The cap is one remedy. The
other: let the question that is appended to the document be what the scheduler sees. It has tokens of its own,
goes behind the document (into a fresh page, where the last one is full), and reads the borrowed pages first.
"""

from collections.abc import Sequence
from typing import NamedTuple

from prefixkv_teach.steps.pages import check_page_size, pages_needed


def schedule_by_new_tokens(
    token_ids: Sequence[Sequence[int]], order: Sequence[int], shared: Sequence[int]
) -> list[int]:
    """Return the prompts that a scheduler sees if it recognises one only by its tokens to compute.

    Args:
        token_ids: one sequence of ids per prompt, by prompt number.
        order: prompt numbers, by position.
        shared: shared tokens rounded to pages, by position.

    Returns:
        Prompt numbers, in order. Whatever is missing from it is never run, and never answered.

    Example:
        >>> ids = [[10, 20, 30, 40], [10, 20, 30, 50, 60, 70], [80, 90, 70], [10, 20, 30, 50], [10, 20, 30, 50]]
        >>> schedule_by_new_tokens(ids, [0, 3, 4, 1, 2], [0, 2, 4, 4, 0])  # cap off: prompt 4 is never seen
        [0, 3, 1, 2]
        >>> schedule_by_new_tokens(ids, [0, 3, 4, 1, 2], [0, 2, 2, 4, 0])  # cap on
        [0, 3, 4, 1, 2]
    """
    return [prompt for prompt, borrowed in zip(order, shared, strict=True) if len(token_ids[prompt]) > borrowed]


class QuestionPass(NamedTuple):
    """One question behind one document: what it reads first, what it writes, and where its positions start."""

    prompt: int
    read_pages: list[int]
    new_pages: list[int]
    first_position: int
    new_tokens: int


def append_questions(
    page_tables: Sequence[Sequence[int]],
    document_tokens: Sequence[int],
    question_tokens: Sequence[int],
    page_size: int,
) -> list[QuestionPass]:
    """Append a question to every document: the article's remedy for a twin that computes nothing.

    A question behind a full last page goes into fresh pages. Behind a partly filled one it first fills the free
    slots: such a page is never shared, so nobody else is disturbed.

    Args:
        page_tables: page numbers of each document, by prompt number.
        document_tokens: length of each document, by prompt number.
        question_tokens: length of each question, by prompt number.
        page_size: tokens in a page, 1 or more.

    Returns:
        One pass per document, by prompt number. `read_pages` are all of the document's pages, borrowed or not;
        `new_pages` are numbered on from the last page in use.

    Raises:
        TypeError, ValueError: `page_size` is not a positive integer.

    Example:
        >>> tables = [[0, 1], [0, 2], [0, 2]]  # prompt 2 borrowed every page of its twin, prompt 1
        >>> append_questions(tables, [4, 4, 4], [1, 1, 1], 2)[2]
        QuestionPass(prompt=2, read_pages=[0, 2], new_pages=[5], first_position=4, new_tokens=1)
    """
    size = check_page_size(page_size)
    next_page = 1 + max((page for table in page_tables for page in table), default=-1)
    passes = []
    lengths = zip(page_tables, document_tokens, question_tokens, strict=True)
    for prompt, (table, document, question) in enumerate(lengths):
        fresh = pages_needed(document + question, size) - len(table)
        new_pages = list(range(next_page, next_page + fresh))
        next_page += fresh
        passes.append(QuestionPass(prompt, list(table), new_pages, document, question))
    return passes
