"""Wrong ideas that people really have, each with the sentence that puts it right."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Misconception(NamedTuple):
    """A wrong idea: how it sounds, and what is so instead."""

    idea: str
    instead: str


MISCONCEPTIONS: Mapping[str, Misconception] = MappingProxyType(
    {
        "shared ending": Misconception(
            "A shared ending can be reused.",
            "A token's KV depends on every token before it: sharing counts from the front, up to the first difference.",
        ),
        "any page": Misconception(
            "Equal tokens in the middle can be reused.",
            "Sharing ends at the first difference; equal tokens behind it have other tokens before them.",
        ),
        "part of a page": Misconception(
            "Part of a page can be borrowed.",
            "A page is lent whole or not at all, so the count is rounded down to whole pages.",
        ),
        "rounding up": Misconception(
            "A page that is begun counts as shared.",
            "The rest of that page belongs to its owner alone: round down, never up.",
        ),
        "whole hit is free": Misconception(
            "A prompt that is known entirely computes nothing.",
            "The cap leaves every prompt at least one token to compute.",
        ),
        "cap on everybody": Misconception(
            "The cap takes a token off everybody's count.",
            "The cap is a limit of length - 1: it bites only where a prompt would otherwise be known entirely.",
        ),
        "cap after rounding": Misconception(
            "Round first, then take one off.",
            "Cap first, then round down: the other way round leaves counts that are no whole pages.",
        ),
        "rounding is negligible": Misconception(
            "Rounding loses next to nothing.",
            "It loses (page size - 1) / 2 tokens on average, and everything where less than one page is shared.",
        ),
        "system prompts only": Misconception(
            "Reuse is for system prompts only.",
            "Any shared beginning can be reused: examples, documents, the turns of a chat.",
        ),
        "attention in constant time": Misconception(
            "A KV cache makes attention take constant time.",
            "Each new token still looks at every token before it; the cache saves computing their KV again.",
        ),
        "caching changes the text": Misconception(
            "Prefix caching changes what the model writes.",
            "The same KV is read, so the answer is the same within rounding.",
        ),
        "text is ids": Misconception(
            "Equal text means equal token ids.",
            "Tokens are cut before they are compared, and the cut at a seam can differ: compare ids.",
        ),
        "position is prompt": Misconception(
            "The position in the order is the prompt's number.",
            "After sorting they differ: `order[position]` is the prompt's number.",
        ),
        "earliest holder": Misconception(
            "The parent is the earliest prompt that ever computed those tokens.",
            "With the cap on, a twin computes its last page again. Ask the previous prompt's table who owns it.",
        ),
        "previous is parent": Misconception(
            "The parent is always the previous prompt.",
            "If the previous prompt only borrowed the last page as well, climb to its parent until you find the owner.",
        ),
        "only direct children": Misconception(
            "A page may go when the last direct child has run.",
            "A grandchild reads it too, through its parent's table: wait for the last prompt whose table has the page.",
        ),
        "free at once": Misconception(
            "A prompt that has run lets go of its pages at once.",
            "It is held until all of its children have added themselves.",
        ),
        "owner does not read": Misconception(
            "Only borrowers count as readers.",
            "The owner reads its page as well: it is one of the readers.",
        ),
        "positions restart": Misconception(
            "A borrower's own tokens start at position 0.",
            "They stand behind the borrowed ones: the first new position is the number of reused tokens.",
        ),
        "full page is empty": Misconception(
            "`length % page_size` tokens are in the last page.",
            "A full last page gives 0 there; it holds a whole page of tokens.",
        ),
        "string order": Misconception(
            "Token ids are sorted as words are: 100 before 9.",
            "They are numbers: 9, then 10, then 100.",
        ),
        "longer first": Misconception(
            "A longer prompt goes before its own beginning.",
            "A prompt that ends goes before the one that goes on, so that the longer one can borrow.",
        ),
    }
)
