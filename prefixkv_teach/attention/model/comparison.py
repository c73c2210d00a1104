"""`compare`: the same prompts with reuse and without, side by side: words, work and time."""

import html
from collections.abc import Iterable
from dataclasses import dataclass, replace

from prefixkv_teach.attention.model.generation import Generation, generate, plan_prompts
from prefixkv_teach.attention.model.llama import Llama
from prefixkv_teach.plan import PrefixPlan

NAMES = ("", "with reuse", "without", "ratio")


@dataclass(frozen=True, eq=False, repr=False)
class Comparison:
    """The same prompts answered with reuse and without; `compare` makes one.

    Attributes:
        with_reuse, without: the two ways; their times are the shortest of all rounds.
        repeats: rounds of each way.
    """

    with_reuse: Generation
    without: Generation
    repeats: int

    @property
    def same_words(self) -> bool:
        """Whether both ways gave the same tokens."""
        return self.with_reuse.new_ids == self.without.new_ids

    @property
    def same_bits(self) -> bool:
        """Whether the scores of the first new token are equal to the bit."""
        return bool((self.with_reuse.first_logits == self.without.first_logits).all())

    @property
    def largest_difference(self) -> float:
        """The largest difference of any score of the first new token."""
        return (self.with_reuse.first_logits - self.without.first_logits).abs().max().item()

    @property
    def flipped(self) -> tuple[int, ...]:
        """Prompt numbers whose likeliest first token differs between the two ways."""
        ours, theirs = self.with_reuse.first_logits.argmax(-1), self.without.first_logits.argmax(-1)
        return tuple((ours != theirs).nonzero().flatten().tolist())

    @property
    def rows(self) -> tuple[tuple[str, str, str, str], ...]:
        """The table: what, with reuse, without, and how many times less. Work first, time last."""
        a, b = self.with_reuse, self.without
        return (
            _counted("tokens computed", a.tokens, b.tokens),
            _counted("pages written", a.pages_written, b.pages_written),
            _counted("KV bytes", a.kv_bytes, b.kv_bytes),
            _timed("prefill of all prompts", a.prefill_seconds, b.prefill_seconds),
            _timed("mean time to first token", _mean(a.seconds_to_first), _mean(b.seconds_to_first)),
            _timed("decode", a.decode_seconds, b.decode_seconds),
        )

    @property
    def sentences(self) -> tuple[str, ...]:
        """What was run, and whether the two ways agree."""
        prompts = len(self.with_reuse.texts)
        words = "the same" if self.same_words else "NOT the same"
        if self.same_bits:
            scores = "equal to the bit"
        else:
            scores = f"at most {self.largest_difference:.1e} apart, and the likeliest word "
            scores += f"differs for prompts {list(self.flipped)}" if self.flipped else "is the same for every prompt"
        rounds = "one round" if self.repeats == 1 else f"the shortest of {self.repeats} rounds"
        return (
            f"{self.with_reuse.setting}; {prompts} prompt{'' if prompts == 1 else 's'}; time is {rounds}.",
            f"The words of both ways are {words}. Scores of the first new token are {scores}.",
        )

    def table(self) -> str:
        """Return everything as plain text, the answers included.

        Example:
            >>> from prefixkv_teach.attention.model.tiny import make_tiny
            >>> print(compare(["The sea is", "The sea was"], 4, model=make_tiny(), max_new_tokens=2).table())
                                      with reuse    without  ratio
            tokens computed                   13         21  1.62x
            pages written                      4          6  1.50x
            ...
        """
        lines = [NAMES, *self.rows]
        widths = [max(len(line[column]) for line in lines) for column in range(4)]
        text = [
            f"{line[0]:{widths[0]}}" + "".join(f"  {c:>{w}}" for c, w in zip(line[1:], widths[1:], strict=True))
            for line in lines
        ]
        answers = [f"{prompt}: {words}" for prompt, words in enumerate(self._answers())]
        return "\n".join([*text, "", *self.sentences, "", *answers])

    def __repr__(self) -> str:
        return self.table()  # where a page cannot show HTML, a result at the end of a cell is still readable

    def _repr_html_(self) -> str:
        return self.to_html()

    def to_html(self) -> str:
        """Return the same as `table`, as HTML; a notebook shows it for a result at the end of a cell.

        Example:
            >>> from prefixkv_teach.attention.model.tiny import make_tiny
            >>> compare(["<b>"], 4, model=make_tiny(), max_new_tokens=1).to_html()[:6]
            '<table'
        """
        notes = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in self.sentences)
        work = _html_table("The model with reuse and without", NAMES, self.rows)
        answers = [(str(prompt), words) for prompt, words in enumerate(self._answers())]
        return work + notes + _html_table("What the model answered", ("prompt", "answer"), answers, "left")

    def _answers(self) -> list[str]:
        """One line per prompt; both answers where the two ways differ."""
        pairs = zip(self.with_reuse.texts, self.without.texts, strict=True)
        return [_one_line(a) if a == b else f"{_one_line(a)}  (without reuse: {_one_line(b)})" for a, b in pairs]


def compare(
    prompts: Iterable[str],
    plan: PrefixPlan | int = 16,
    *,
    model: Llama,
    max_new_tokens: int = 24,
    chunk: int | None = None,
    repeats: int = 1,
    threads: int = 1,
    backend: str = "auto",
) -> Comparison:
    """Answer prompts with reuse and without, and put words, work and time side by side.

    Args:
        prompts: texts, by prompt number: any, or those of `chat_prompts`.
        plan, model, max_new_tokens, chunk, threads, backend: as in `generate`.
        repeats: rounds; the two ways take turns, and the shortest time of each counts.

    Raises:
        TypeError, ValueError: as in `generate`.

    Example:
        >>> from prefixkv_teach.attention.model.tiny import make_tiny
        >>> found = compare(["The sea is", "The sea was"], 4, model=make_tiny(), max_new_tokens=4)
        >>> found.same_words, found.with_reuse.tokens, found.without.tokens
        (True, 13, 21)
    """
    if repeats < 1:
        raise ValueError(f"repeats is {repeats}; expected 1 or more rounds.")
    prompts = prompts if isinstance(prompts, str) else list(prompts)
    if not isinstance(plan, PrefixPlan):
        plan = plan_prompts(prompts, model=model, page_size=plan)

    def run(reuse: bool, new_tokens: int) -> Generation:
        return generate(
            prompts,
            plan,
            model=model,
            reuse=reuse,
            max_new_tokens=new_tokens,
            chunk=chunk,
            threads=threads,
            backend=backend,
        )

    run(True, 1)  # warms up: the first pass of a process is slower than all later ones
    rounds = [(run(True, max_new_tokens), run(False, max_new_tokens)) for _ in range(repeats)]
    ours, theirs = (_fastest(list(way)) for way in zip(*rounds, strict=True))
    return Comparison(ours, theirs, repeats)


def _fastest(rounds: list[Generation]) -> Generation:
    best = min(rounds, key=lambda one: one.prefill_seconds)
    return replace(best, decode_seconds=min(one.decode_seconds for one in rounds))


def _html_table(label: str, names: Iterable[str], rows: Iterable[Iterable[str]], align: str = "right") -> str:
    # No colour of our own: the page's text colour is right in a light, a dark and a high-contrast theme.
    cell = "padding:2px 12px;border:0;border-bottom:1px solid currentColor;text-align:"
    head = "".join(
        f'<th scope="col" style="{cell}{align if at else "left"}">{html.escape(name)}</th>'
        for at, name in enumerate(names)
    )
    body = "".join(
        f'<tr><th scope="row" style="{cell}left">{html.escape(first)}</th>'
        + "".join(f'<td style="{cell}{align}">{html.escape(value)}</td>' for value in rest)
        + "</tr>"
        for first, *rest in rows
    )
    return (
        f'<table aria-label="{html.escape(label)}" style="border-collapse:collapse;background:none">'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _one_line(text: str) -> str:
    # A random model may "say" control characters, which have no place on a page or in a terminal.
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in " ".join(text.split()))


def _mean(values: tuple[float, ...]) -> float:
    return sum(values) / len(values) if values else 0.0


def _counted(what: str, ours: int, theirs: int) -> tuple[str, str, str, str]:
    return what, f"{ours:,}", f"{theirs:,}", _times(theirs, ours)


def _timed(what: str, ours: float, theirs: float) -> tuple[str, str, str, str]:
    return what, f"{ours * 1000:,.0f} ms", f"{theirs * 1000:,.0f} ms", _times(theirs, ours)


def _times(more: float, less: float) -> str:
    return f"{more / less:.2f}x" if less else "-"
