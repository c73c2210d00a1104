"""The quiz's questions, by lesson. Every wrong option is a wrong idea that people really have."""

from prefixkv_teach.course.quiz_record import Option, Question


def right(text: str, why: str) -> Option:
    """Return the option that holds."""
    return Option(text, True, why)


def wrong(text: str, why: str, misconception: str) -> Option:
    """Return an option that does not hold, with the idea behind it."""
    return Option(text, False, why, misconception)


WHY_SHARE = (
    Question(
        "shared-ending",
        "01",
        "First comes `Now we go home`, then `Then we go home`. What can the second one reuse?",
        (
            wrong("`we go home`", "Each of these words has another word in front of it.", "shared ending"),
            right("Nothing", "They differ in the first word, and all that follows has a different word before it."),
            wrong("`go home`", "A token's KV depends on all tokens before it, not on its neighbour alone.", "any page"),
        ),
    ),
    Question(
        "where-it-pays",
        "01",
        "Which prompts can reuse KV?",
        (
            right(
                "All that begin as an earlier one does",
                "Instructions, examples, a document or the chat so far: any equal beginning will do.",
            ),
            wrong(
                "Only those that begin with the same instructions as all others",
                "Two prompts that begin alike are enough, and it does not matter with what.",
                "system prompts only",
            ),
            wrong(
                "All that hold the same document somewhere",
                "It must stand at the front, behind nothing but equal tokens.",
                "any page",
            ),
        ),
    ),
    Question(
        "what-goes-last",
        "01",
        "Each prompt holds the same long document and a question of its own. Which way do they share most?",
        (
            wrong("Question first", "Then they differ at once, and the document is computed again.", "question first"),
            wrong(
                "Either way: the document is the same",
                "Behind different questions, its tokens have other tokens before them.",
                "shared ending",
            ),
            right("Document first", "All of it stands before the first difference, so it is computed once."),
        ),
    ),
)

SORT_AND_SHARE = (
    Question(
        "ids-are-numbers",
        "02",
        "In which order do the prompts `[10 2]`, `[9]` and `[10]` stand after sorting?",
        (
            wrong(
                "`[10]`, `[10 2]`, `[9]`",
                "So words are sorted; ids are numbers, and 9 is less than 10.",
                "string order",
            ),
            wrong("`[9]`, `[10 2]`, `[10]`", "`[10]` ends where `[10 2]` goes on, so it comes first.", "longer first"),
            right(
                "`[9]`, `[10]`, `[10 2]`",
                "The first ids are compared as numbers, and a beginning comes before the rest.",
            ),
        ),
    ),
    Question(
        "order-at-one",
        "02",
        "`order` is `[0, 3, 4, 1, 2]`. Which prompt stands at position 1, and with which one is it compared?",
        (
            wrong("Prompt 1, with prompt 0", "`order[1]` is 3.", "position is prompt"),
            right("Prompt 3, with prompt 0", "`order[1]` is 3, and the one before it is `order[0]`, which is 0."),
            wrong(
                "Prompt 3, with prompt 2",
                "The previous prompt in the order counts, not the number before.",
                "position is prompt",
            ),
        ),
    ),
    Question(
        "first-difference",
        "02",
        "`[1 2 9 4 5]` comes right after `[1 2 3 4 5]`. How many tokens do they share?",
        (
            right("2", "1 and 2 are equal; at the third token they differ, and there the count ends."),
            wrong("4", "4 and 5 stand behind a difference, so their KV is not the same.", "any page"),
            wrong("1", "The cap is 4 here, one less than the length, and 2 is below it.", "cap on everybody"),
        ),
    ),
)

ROUND_TO_PAGES = (
    Question(
        "fifteen-of-sixteen",
        "03",
        "A prompt shares 15 tokens with the previous one; pages hold 16. How many tokens does it reuse?",
        (
            wrong("15", "These 15 fill no page, and a page is lent whole or not at all.", "part of a page"),
            wrong("16", "The sixteenth token differs, so the page as a whole does.", "rounding up"),
            right("0", "15 rounded down to whole pages of 16 is 0: one token short of a page is short of everything."),
        ),
    ),
    Question(
        "cap-then-round",
        "03",
        "Two equal prompts of 8 tokens, pages of 4, cap on. How many tokens does the second reuse?",
        (
            right("4", "The cap leaves 7, and 7 rounded down to whole pages is 4."),
            wrong("7", "Rounding first gives 8, and 8 - 1 is no whole number of pages.", "cap after rounding"),
            wrong(
                "8",
                "Then it would compute nothing, and there would be nothing to predict the next token from.",
                "whole hit is free",
            ),
        ),
    ),
    Question(
        "rounding-loss",
        "03",
        "Shared lengths are random, and pages hold 16 tokens. How many shared tokens does rounding lose on average?",
        (
            wrong("Next to none", "Each remainder from 0 to 15 is as likely as the others.", "rounding is negligible"),
            right("About 7.5", "The remainders 0 to 15 are equally likely, and their average is 7.5."),
            wrong("None: a page that is begun is shared", "Its rest holds tokens of its owner alone.", "rounding up"),
        ),
    ),
    Question(
        "last-page",
        "03",
        "A prompt has 32 tokens; pages hold 16. How many tokens are in its last page?",
        (
            wrong("0", "`32 % 16` is 0, and the last page is full all the same.", "full page is empty"),
            right("16", "32 tokens fill two pages, and the second one is the last."),
            wrong("15", "The cap limits what is reused, not what is in a page.", "cap on everybody"),
        ),
    ),
)

BUILD_TREE = (
    Question(
        "twin-s-parent",
        "04",
        "Prompt 4 comes right after its twin, prompt 3. Both borrow `The room` from prompt 0 and no more. Who is the "
        "parent of prompt 4?",
        (
            wrong("Prompt 3", "It borrowed the page itself: climb on to its parent.", "previous is parent"),
            wrong(
                "Nobody: it has nothing to compute",
                "It computes its last page, because of the cap.",
                "whole hit is free",
            ),
            right("Prompt 0", "Prompt 0 computed the last page that prompt 4 borrows, so it is the owner."),
        ),
    ),
    Question(
        "two-copies",
        "04",
        "Prompts 3 and 4 are twins, and each computed `was noisy` itself. Prompt 1 comes right after prompt 4 and "
        "borrows `The room was noisy`. Who is its parent?",
        (
            right("Prompt 4", "The previous prompt's table holds prompt 4's own copy of the last page."),
            wrong(
                "Prompt 3",
                "It computed the tokens first, but the previous prompt's table has another page.",
                "earliest holder",
            ),
            wrong(
                "Prompt 0", "It owns the first of the two pages; the owner of the last one counts.", "earliest holder"
            ),
        ),
    ),
    Question(
        "whom-the-cap-hits",
        "04",
        "Whom does the cap cost a page?",
        (
            wrong(
                "Everybody, sooner or later",
                "Where a prompt has one token of its own, the cap changes nothing.",
                "cap on everybody",
            ),
            right(
                "A twin whose length is a whole number of pages",
                "Only there would every token be borrowed; the cap makes it compute its last page again.",
            ),
            wrong(
                "Nobody",
                "A twin that fills its pages would compute nothing, which the cap does not allow.",
                "whole hit is free",
            ),
        ),
    ),
)

RUN_TREE = (
    Question(
        "grandchild",
        "05",
        "`[1]`, `[1 2]` and `[1 2 0]` run in this order, pages of 1. When may the page of token 1 go?",
        (
            wrong("After the first", "The second has not borrowed it yet.", "free at once"),
            wrong("After the second", "The third reads it too, through its parent's table.", "only direct children"),
            right("After the third", "Its table begins with this page, so it is the last to read it."),
        ),
    ),
    Question(
        "count-the-readers",
        "05",
        "Prompt 0 computes a page. Prompts 3 and 4 are its children, prompt 1 is a child of 4, and all three have the "
        "page in their tables. How many readers does the page have?",
        (
            wrong("3", "Prompt 0 reads its own page as well.", "owner does not read"),
            wrong("2", "Prompt 1 and the owner read it too.", "only direct children"),
            right("4", "The owner and everybody with the page in their table: prompts 0, 3, 4 and 1."),
        ),
    ),
    Question(
        "held-for-children",
        "05",
        "Readers are counted as the article writes it. Prompt 0 has run; one of its two children has yet to arrive. "
        "What becomes of prompt 0?",
        (
            wrong("It let go when it had run", "Then its page could be gone before a child arrives.", "free at once"),
            right("It is held", "It lets go when the last of its children has added itself to the pages."),
            wrong(
                "It is held until the children of its children have come",
                "They add themselves too, but each prompt waits for its own children.",
                "only direct children",
            ),
        ),
    ),
)

REAL_ATTENTION = (
    Question(
        "first-new-position",
        "06",
        "A prompt borrows 16 tokens. At which position, from 0, does its first own token stand?",
        (
            right("16", "Positions 0 to 15 are borrowed, so the first new one is the number of reused tokens."),
            wrong("0", "Position 0 is the first borrowed token's.", "positions restart"),
            wrong("15", "That is the last borrowed token; the cap takes nothing off here.", "cap on everybody"),
        ),
    ),
    Question(
        "cost-of-a-token",
        "06",
        "With a KV cache, how does the attention of one new token grow with the text before it?",
        (
            wrong(
                "Not at all",
                "Its query is compared with the key of every token before it.",
                "attention in constant time",
            ),
            wrong(
                "It costs nothing where that text was reused",
                "Reuse saves computing KV, not reading it.",
                "whole hit is free",
            ),
            right("In step with its length", "Twice as many tokens before it are twice as many keys to look at."),
        ),
    ),
    Question(
        "whole-hit",
        "06",
        "All 32 tokens of a prompt are known; pages hold 16, the cap is on. How many tokens does it compute?",
        (
            wrong("0", "Something must be computed to predict the next token from.", "whole hit is free"),
            right("16", "The cap leaves 31 to reuse, and rounded down to whole pages that is 16."),
            wrong("1", "Then 31 would be reused, and the last 15 of them fill no page.", "part of a page"),
        ),
    ),
    Question(
        "same-text",
        "06",
        "A real model cuts text finer than into words. Two prompts begin with the same ten letters, then differ. Do "
        "they share the tokens of these letters?",
        (
            wrong(
                "Yes: equal text gives equal ids", "The last letters may form a token with what follows.", "text is ids"
            ),
            wrong(
                "Yes, and they would at the end as well",
                "At the end, other tokens stand before them.",
                "shared ending",
            ),
            right(
                "Perhaps not all of them: compare the ids",
                "Where the cut into tokens falls depends on the letters that follow, so only the ids tell.",
            ),
        ),
    ),
    Question(
        "same-answer",
        "06",
        "Pages are reused in place of being computed again. What becomes of the model's answer?",
        (
            wrong(
                "It leans towards the prompt whose KV was reused",
                "Only KV of tokens that both prompts have is read.",
                "caching changes the text",
            ),
            right("It stays the same, within rounding", "The KV that is read equals the KV that would be computed."),
            wrong(
                "It stays the same, and each token now takes the same time",
                "The first half holds; but each new token looks at every token before it, so a long text takes longer.",
                "attention in constant time",
            ),
        ),
    ),
)

QUESTIONS = WHY_SHARE + SORT_AND_SHARE + ROUND_TO_PAGES + BUILD_TREE + RUN_TREE + REAL_ATTENTION
