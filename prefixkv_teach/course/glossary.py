"""The field's words, one sentence each, with the lesson in which a learner meets them.

`notebooks/glossary.md` is made from these records; after a change here, make it anew:

    python -m prefixkv_teach.course.glossary > notebooks/glossary.md
"""

import re
from dataclasses import dataclass

LESSONS = {
    "01": ("01 · Why share?", "01_why_share.ipynb"),
    "02": ("02 · Sort and share", "02_sort_and_share.ipynb"),
    "03": ("03 · Round to pages", "03_round_to_pages.ipynb"),
    "04": ("04 · Build the tree", "04_build_tree.ipynb"),
    "05": ("05 · Run the tree", "05_run_tree.ipynb"),
    "06": ("06 · A real pass over shared pages", "06_real_attention.ipynb"),
}
BEYOND = "beyond"


@dataclass(frozen=True)
class Term:
    """One word of the field.

    Attributes:
        term: the word, in small letters, so that its heading has the same anchor in every reader.
        says: what it means, in one sentence.
        lesson: "01" to "06", or "beyond" the five lessons.
        also: other names for it.
    """

    term: str
    says: str
    lesson: str
    also: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """The heading's anchor in `glossary.md`.

        Example:
            >>> Term("page table", "A list.", "04").anchor
            'page-table'
        """
        return self.term.replace(" ", "-")


_ALL = (
    Term("token", "A piece of text that a model reads as one; in this course every word is one token.", "01"),
    Term(
        "kv",
        "Key and value: two lists of numbers that a model works out for a token, from it and from every token before "
        "it, for the tokens that follow to read.",
        "01",
        ("KV", "key and value"),
    ),
    Term("prompt", "A text that is sent to a model for it to go on from.", "01", ("document",)),
    Term("prefix", "The beginning of a prompt, up to any of its tokens.", "01"),
    Term(
        "prefix sharing",
        "Working out the KV of an equal beginning once, and reusing it for every prompt that begins so.",
        "01",
        ("prefix caching", "prefix indexing"),
    ),
    Term("cache", "The memory in which KV is kept for later tokens and for other prompts.", "01", ("KV cache",)),
    Term("token id", "The number by which a model knows a token; prompts share where their ids are equal.", "02"),
    Term("prompt number", "A prompt's place in the list as it was given, counted from 0; it never changes.", "02"),
    Term("position", "A prompt's place after sorting, counted from 0.", "02"),
    Term("order", "The prompt numbers by position: `order[position]` is a prompt number.", "02"),
    Term(
        "the cap",
        "The limit on what a prompt may reuse, its own length minus 1, so that at least one token is computed.",
        "02",
        ("cap",),
    ),
    Term("twin", "A prompt that is equal to another one.", "02"),
    Term(
        "page",
        "A box of memory for the KV of a fixed number of tokens, which is lent whole or not at all.",
        "03",
        ("block",),
    ),
    Term("page size", "The number of tokens for which a page has room.", "03", ("block size",)),
    Term(
        "rounding loss",
        "The tokens in common that are computed all the same, because they fill no whole page.",
        "03",
    ),
    Term("hit", "A token whose KV is there already, and is reused in place of being computed.", "03"),
    Term("owner", "The prompt that computed a page.", "04"),
    Term("borrower", "A prompt that reads a page which another prompt computed.", "04"),
    Term(
        "page table",
        "A prompt's list of page numbers, from its first token to its last: borrowed pages, then its own.",
        "04",
        ("block table",),
    ),
    Term("parent", "The prompt that owns the last of the pages which a prompt borrows.", "04"),
    Term("root", "A prompt that borrows nothing, and so has no parent.", "04"),
    Term(
        "the climb",
        "The way from the previous prompt to its parent, and on to that one's, until the owner of the last borrowed "
        "page is found.",
        "04",
    ),
    Term("reader", "A prompt whose page table holds a page: its owner, or one of its borrowers.", "05"),
    Term("reader count", "The number of prompts that are reading a page now; at 0 the page is freed.", "05"),
    Term("peak", "The largest number of pages that are in use at one moment of a run.", "05", ("peak pages",)),
    Term(
        "attention layer",
        "A part of a model, in which each token reads the KV of itself and of the tokens before it.",
        "06",
        ("attention",),
    ),
    Term("prefill", "Working out the KV of a prompt's tokens, before the first new token is written.", "06"),
    Term("decode", "Writing the answer, token by token, where each one reads the KV of all before it.", "06"),
    Term("tolerance", "The largest difference between two results that rounding can explain.", "06"),
    Term("batch", "Prompts that are there at the same time, and are planned together.", BEYOND),
    Term("system prompt", "The instructions that a program puts in front of every user's text.", BEYOND),
    Term("scheduler", "The part of a program that decides what is computed next.", BEYOND),
    Term(
        "hash chain",
        "An index in which a page is found by a number made from its own tokens and from the page before it.",
        BEYOND,
    ),
    Term(
        "radix tree",
        "An index that keeps each run of tokens once, and splits a run where two prompts part.",
        BEYOND,
    ),
    Term(
        "eviction",
        "Giving up pages that nobody reads at the moment, to make room; often the least recently used ones go first.",
        BEYOND,
        ("LRU",),
    ),
)


def glossary() -> tuple[Term, ...]:
    """Return all terms, from a to z.

    Example:
        >>> [one.term for one in glossary()][:2]
        ['attention layer', 'batch']
    """
    return tuple(sorted(_ALL, key=lambda one: one.term.removeprefix("the ")))


def find_term(anchor: str) -> Term:
    """Return the term with this anchor.

    Raises:
        ValueError: there is none; the message lists those there are.

    Example:
        >>> find_term("the-cap").lesson
        '02'
    """
    for one in _ALL:
        if one.anchor == anchor:
            return one
    raise ValueError(f"no term has the anchor {anchor!r}; there are {', '.join(one.anchor for one in glossary())}")


def glossary_markdown() -> str:
    """Return the glossary as Markdown: a heading for each term, so that lessons can link to it.

    Example:
        >>> "### page size" in glossary_markdown()
        True
    """
    head = "# Glossary\n\nThe words of the field, as this course uses them, and the lesson in which each comes up.\n"
    return head + "".join(map(_entry, glossary()))


def _entry(one: Term) -> str:
    also = f" Also: {', '.join(one.also)}." if one.also else ""
    title, file = LESSONS.get(one.lesson, ("", ""))
    where = f"[{title}]({file})" if file else "beyond the lessons"
    return f"\n### {one.term}\n\n{one.says}{also} *({where})*\n"


def linked_terms(markdown: str) -> list[tuple[str, str]]:
    """Return the new terms of a lesson's text, each as its words and its anchor: bold links into the glossary.

    Example:
        >>> linked_terms("A **[page](glossary.md#page)** is lent whole; an [owner](glossary.md#owner) is no new term.")
        [('page', 'page')]
    """
    return re.findall(r"\*\*\[([^\]]+)\]\(glossary\.md#([^)]+)\)\*\*", markdown)


if __name__ == "__main__":
    print(glossary_markdown(), end="")
