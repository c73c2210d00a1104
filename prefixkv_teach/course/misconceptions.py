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
        "behind a difference": Misconception(
            "Equal tokens behind a difference count as well.",
            "Stop at the first difference: the equal tokens behind it have other tokens before them.",
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
        "previous is capped": Misconception(
            "The cap goes by the previous prompt's length.",
            "The cap is for the prompt that borrows: its own length - 1, since it needs a token to compute.",
        ),
        "cap after rounding": Misconception(
            "Round first, then take one off.",
            "Cap first, then round down: the other way round leaves counts that are no whole pages.",
        ),
        "rounding is negligible": Misconception(
            "Rounding loses next to nothing.",
            "It loses (page size - 1) / 2 tokens on average, and everything where less than one page is shared.",
        ),
        "pages for tokens": Misconception(
            "Borrowed pages and borrowed tokens are the same number.",
            "One page holds `page_size` tokens: pages times page size gives tokens.",
        ),
        "full page stays": Misconception(
            "The last shared page is never lent.",
            "It is lent if it is full of shared tokens; only a page that is begun and not full stays behind.",
        ),
        "set again": Misconception(
            "`lost = ...` in a loop gathers the losses of all prompts.",
            "It forgets the prompts before and keeps the last one's loss; `lost += ...` adds them up.",
        ),
        "gap to the next page": Misconception(
            "What is lost is what is missing to fill the page.",
            "What is lost are the shared tokens in the page that is not full; the empty slots were never shared.",
        ),
        "average for each": Misconception(
            "Every prompt loses (page size - 1) / 2 tokens.",
            "That is the average over many random lengths; one prompt loses what is left over beyond its whole pages.",
        ),
        "short loses nothing": Misconception(
            "A shared part that is shorter than a page loses nothing.",
            "It loses everything: without one whole page there is nothing to lend.",
        ),
        "all tokens in the last page": Misconception(
            "The last page holds what the whole pages hold together.",
            "It holds what is left after the pages before it, and at least one token.",
        ),
        "whole pages only": Misconception(
            "A prompt stores whole pages only, so its last page is full.",
            "Only lending asks for whole pages. Prompts of any length are stored, and a last page may be partly full.",
        ),
        "system prompts only": Misconception(
            "Only instructions that stand in front of every prompt can be reused.",
            "Any beginning that two prompts share can be reused: examples, documents, the turns of a chat.",
        ),
        "shared by all": Misconception(
            "Only the words that all the room prompts share can be reused.",
            "Two prompts are enough: the third one reuses `noisy` as well, which it shares with the second alone.",
        ),
        "same word": Misconception(
            "A word that was there before is known.",
            "Only if the words before it are the same, too: the second `cold` stands behind others than the first.",
        ),
        "reused for computed": Misconception(
            "The tokens that are reused are the ones that are computed.",
            "A reused token is not computed again: take the reused ones off the total.",
        ),
        "one token is none": Misconception(
            "Two prompts that soon differ have nothing to share.",
            "Every token before the first difference counts: the third prompt begins with `Please`, as the first does.",
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
            "With the cap on, a twin computes its last page again. Ask who owns it in the previous prompt's row.",
        ),
        "previous is parent": Misconception(
            "The parent is always the previous prompt.",
            "If the previous prompt only borrowed the last page as well, climb to its parent until you find the owner.",
        ),
        "owner of the first page": Misconception(
            "The parent is the owner of the first borrowed page.",
            "It is the owner of the last one; the pages before it stand in that prompt's row as well.",
        ),
        "parent is a position": Misconception(
            "The parent is named by its position in the order.",
            "`order[position]` is the prompt number, and a parent is named by that.",
        ),
        "equal is owner": Misconception(
            "A prompt that borrowed exactly as many tokens as we want owns our last page.",
            "It borrowed that page as well, so climb here too: at least as many, and not only more.",
        ),
        "climb always": Misconception(
            "The parent is always one climb above the previous prompt.",
            "Climb only while the prompt you ask borrowed that page as well: sometimes not at all, sometimes far.",
        ),
        "first in the order": Misconception(
            "The first prompt in the order that borrowed less is the parent.",
            "It need not have your pages. Begin at the prompt before you, whose row has them, and climb from there.",
        ),
        "twins in a chain": Misconception(
            "Each of several equal prompts borrows from the twin before it.",
            "A twin borrows the whole pages before its last token, and all twins get them from the first.",
        ),
        "longer is deeper": Misconception(
            "A prompt that is longer by one token is one step deeper.",
            "Only one more whole shared page takes the tree a step further; short of that, both have the same parent.",
        ),
        "cap moves no parent": Misconception(
            "The cap changes how much is borrowed, and never from whom.",
            "Without the cap the second twin computes no page of its own, so it can be nobody's parent.",
        ),
        "first twin is missed": Misconception(
            "Of two equal prompts, the first one has nothing to compute.",
            "The first computes the pages; the second finds all of them and has nothing left.",
        ),
        "seen in any case": Misconception(
            "A scheduler sees every prompt in any case.",
            "This one knows a prompt by its tokens to compute: one that has none is never run, and never answered.",
        ),
        "only direct children": Misconception(
            "A page may go when the last direct child has run.",
            "A grandchild reads it too, through its parent's table: wait for the last prompt whose table has the page.",
        ),
        "two children": Misconception(
            "Two children of one parent are enough.",
            "The rule waits for every direct child. A grandchild borrows through a child, so the rule overlooks it.",
        ),
        "freed twice": Misconception(
            "A page that is gone can be freed again.",
            "p2 was freed when prompt 3 was done. Look among the pages that are still held.",
        ),
        "free at once": Misconception(
            "A prompt that has run lets go of its pages at once.",
            "It goes on reading until its last child has joined the readers.",
        ),
        "gone with its owner": Misconception(
            "A page goes when the prompt that computed it has run.",
            "Its borrowers read it too: it goes when the last of its readers has run.",
        ),
        "letting go frees": Misconception(
            "When a prompt lets go, all of its pages are freed.",
            "It takes itself off their counts; a page is freed only if nobody else reads it.",
        ),
        "readers are counted ahead": Misconception(
            "A page's count starts with all readers it will ever have.",
            "In method 2 as the article writes it, a child adds itself when it arrives, not before.",
        ),
        "readers stay": Misconception(
            "Once a prompt has read a page, it counts for good.",
            "A prompt without children takes itself off when it has run; a parent when its last child has arrived.",
        ),
        "parent waits for the end": Misconception(
            "A parent is held until its last child has finished.",
            "It is held until its last child has added itself, which that child does first thing when it arrives.",
        ),
        "children add up": Misconception(
            "A parent keeps the sum of what its children borrow.",
            "All of them borrow from the front, so their pages overlap: the largest number is enough.",
        ),
        "tokens are pages": Misconception(
            "The number of tokens to keep is the number of pages.",
            "Divide by the page size: a page holds that many tokens.",
        ),
        "parent keeps everything": Misconception(
            "A parent keeps all of its pages.",
            "Its own ending is wanted by nobody: it keeps what its children borrow, and no more.",
        ),
        "next is child": Misconception(
            "Whoever comes after a prompt in the order is its child.",
            "A child is one that borrows a page which that very prompt computed.",
        ),
        "peak is the total": Misconception(
            "All pages that are ever computed are live at the peak.",
            "Pages are freed along the way; the peak counts those that are live at the same time.",
        ),
        "borrowed pages only": Misconception(
            "Only shared pages take memory.",
            "While a prompt runs, the pages that it computes for itself are live too.",
        ),
        "tight count holds parents": Misconception(
            "Counted tightly, a parent's last page stays until its last child has come.",
            "That is method 2 as written. The tight count frees a page at once if no borrower is still to come.",
        ),
        "staying longer is more": Misconception(
            "A page that stays longer always raises the peak.",
            "Only if some moment becomes fuller by it than any moment is without it.",
        ),
        "one child is enough": Misconception(
            "Any parent that is held costs a page at the peak.",
            "It lets go when its last child arrives, before that child computes: with a single child nothing is lost.",
        ),
        "methods always differ": Misconception(
            "The two ways of counting differ on any prompts.",
            "They differ only while a parent with pages that no child wants waits for its children.",
        ),
        "nobody computes the shared part": Misconception(
            "What is shared is computed by nobody.",
            "The first prompt that has it computes it, once, for all the others.",
        ),
        "only the first computes": Misconception(
            "When prompts share a beginning, only the first of them computes.",
            "Every prompt computes its own ending.",
        ),
        "twin starts over": Misconception(
            "A prompt that is known entirely has to be computed again from the start.",
            "It borrows every whole page before its last token, and computes only the rest.",
        ),
        "positions from one": Misconception(
            "The first new token stands one place behind the borrowed ones' count.",
            "Positions start at 0, so after n borrowed tokens the next position is n itself.",
        ),
        "borrowed tokens run again": Misconception(
            "A borrower runs all of its tokens through the layer.",
            "The KV of the borrowed ones is there: only the tokens behind them run.",
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
        "whole prompts only": Misconception(
            "Only a prompt that came before as a whole can be reused.",
            "An equal beginning is enough: every token up to the first difference is reused.",
        ),
        "question first": Misconception(
            "It does not matter whether the question stands first or last.",
            "A difference in front ends the sharing at once: what differs goes last.",
        ),
        "shortest first": Misconception(
            "Shorter prompts go first.",
            "The first place where two prompts differ decides; length counts only where one of them ends there.",
        ),
        "any order will do": Misconception(
            "The previous prompt is best in any order.",
            "Only after sorting do equal beginnings stand side by side.",
        ),
        "a tie is more": Misconception(
            "An earlier prompt that shares as much as the previous one shares more.",
            "As much is not more: the previous prompt will do.",
        ),
    }
)
