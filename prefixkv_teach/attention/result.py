"""What a pass found, frozen, and how it is shown."""

import html
from dataclasses import dataclass, field

from torch import Tensor


@dataclass(frozen=True, eq=False)
class PassSide:
    """One way of running a plan.

    Attributes:
        outputs: the layer's output for the tokens each prompt computed, [computed, width], by prompt number.
        computed_tokens: by prompt number.
        pages_written: pages of the pool that hold tokens at the end.
        kv_bytes: bytes of those pages, keys and values together.
        causal_pairs: (query, key) pairs where the key does not come later. The torch path computes the others
            of each prompt's rectangle too, and hides them; this is the work that is asked for.
        seconds: the shortest round.
        error: relative Frobenius error of the outputs against the float64 dense reference.
    """

    outputs: tuple[Tensor, ...] = field(repr=False)  # thousands of numbers that would bury the rest
    computed_tokens: tuple[int, ...]
    pages_written: int
    kv_bytes: int
    causal_pairs: int
    seconds: float
    error: float

    @property
    def tokens(self) -> int:
        """Tokens computed by all prompts together."""
        return sum(self.computed_tokens)


@dataclass(frozen=True, eq=False, repr=False)
class PassResult:
    """A plan run with reuse and without; `run_pass` makes one.

    Attributes:
        with_reuse, without: the two ways.
        difference: relative Frobenius difference of the two, over every token of every prompt.
        max_difference: the largest single difference.
        tolerance: the largest relative error that is put down to rounding in this dtype.
        dtype, device, backend: what it ran in and on.
        page_size: tokens in a page.
        prompts: how many there were.
        repeats: timed rounds of each way.
        threads: CPU threads it ran on.
    """

    with_reuse: PassSide
    without: PassSide
    difference: float
    max_difference: float
    tolerance: float
    dtype: str
    device: str
    backend: str
    page_size: int
    prompts: int
    repeats: int
    threads: int

    @property
    def equal(self) -> bool:
        """Whether reuse changed nothing beyond rounding; False if anything is NaN."""
        return self.difference <= self.tolerance  # a NaN is not <= anything

    @property
    def correct(self) -> bool:
        """Whether both ways are within the tolerance of the float64 reference; False if anything is NaN."""
        return self.with_reuse.error <= self.tolerance and self.without.error <= self.tolerance

    @property
    def rows(self) -> tuple[tuple[str, str, str, str], ...]:
        """The table: what, with reuse, without, and how many times less. Work first, time last."""
        a, b = self.with_reuse, self.without
        faster = _times(b.seconds, a.seconds) if b.tokens else "-"  # nothing ran, so nothing was faster
        return (
            _counted("tokens computed", a.tokens, b.tokens),
            _counted("causal pairs", a.causal_pairs, b.causal_pairs),
            _counted("pages written", a.pages_written, b.pages_written),
            _counted("KV bytes", a.kv_bytes, b.kv_bytes),
            ("time", _milliseconds(a.seconds), _milliseconds(b.seconds), faster),
        )

    @property
    def sentences(self) -> tuple[str, ...]:
        """What was run, whether the two ways agree, and how far both are from the reference."""
        agree = "agree" if self.equal else "DO NOT agree"
        good = "within" if self.correct else "NOT within"
        return (
            f"One attention layer, {self.dtype}, {self.device} ({_count(self.threads, 'thread')}), "
            f"{self.backend} path; "
            f"{_count(self.prompts, 'prompt')}, pages of {_count(self.page_size, 'token')}; "
            f"time is the shortest of {_count(self.repeats, 'round')}.",
            f"The two ways {agree}: relative difference {self.difference:.1e}, "
            f"tolerance {self.tolerance:.0e}; largest single difference {self.max_difference:.1e}.",
            f"Error against the float64 reference: {self.with_reuse.error:.1e} with reuse, "
            f"{self.without.error:.1e} without; {good} the tolerance.",
        )

    def table(self) -> str:
        """Return everything as plain text.

        Example:
            >>> from prefixkv_teach.attention import run_pass
            >>> from prefixkv_teach.plan import plan_tokens
            >>> result = run_pass(plan_tokens([[1, 2, 3], [1, 2, 4]]), heads=2, kv_heads=1, head_dim=4)
            >>> print(result.table())  # doctest: +ELLIPSIS
                             with reuse  without  ratio
            tokens computed           4        6  1.50x
            ...
        """
        lines = [("", "with reuse", "without", "ratio"), *self.rows]
        widths = [max(len(line[column]) for line in lines) for column in range(4)]
        text = [
            "  ".join(
                [
                    line[0].ljust(widths[0]),
                    *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)),
                ]
            )
            for line in lines
        ]
        return "\n".join([*text, "", *self.sentences])

    def __repr__(self) -> str:
        return self.table()  # where a page cannot show HTML, a result at the end of a cell is still readable

    def _repr_html_(self) -> str:
        return self.to_html()

    def to_html(self) -> str:
        """Return the same as `table`, as HTML; a notebook shows it for a result at the end of a cell.

        Example:
            >>> from prefixkv_teach.attention import run_pass
            >>> from prefixkv_teach.plan import plan_tokens
            >>> run_pass(plan_tokens([[1, 2, 3]]), heads=2, kv_heads=1, head_dim=4).to_html()[:6]
            '<table'
        """
        # No colour of our own: the page's text colour is right in a light, a dark and a high-contrast theme.
        cell = "padding:2px 12px;border:0;border-bottom:1px solid currentColor;text-align:"
        head = "".join(
            f'<th scope="col" style="{cell}{"left" if not name else "right"}">{html.escape(name)}</th>'
            for name in ("", "with reuse", "without", "ratio")
        )
        body = "".join(
            f'<tr><th scope="row" style="{cell}left">{html.escape(first)}</th>'
            + "".join(f'<td style="{cell}right">{html.escape(value)}</td>' for value in rest)
            + "</tr>"
            for first, *rest in self.rows
        )
        notes = "".join(f"<p>{html.escape(sentence)}</p>" for sentence in self.sentences)
        return (
            '<table aria-label="The pass with reuse and without" '
            'style="border-collapse:collapse;background:none">'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{notes}"
        )


def _counted(what: str, ours: int, theirs: int) -> tuple[str, str, str, str]:
    return what, f"{ours:,}", f"{theirs:,}", _times(theirs, ours)


def _times(more: float, less: float) -> str:
    return f"{more / less:.2f}x" if less else "-"


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:,.2f} ms"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
