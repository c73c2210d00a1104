"""The controls that say what to plan: prompts, page size, cap, tokenizer. They read; they compute nothing."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import ipywidgets as W

from prefixkv_teach.prompt_files import prompts_from_text
from prefixkv_teach.scenarios import SCENARIOS, TOKENIZERS, Scenario
from prefixkv_teach.widgets.panel import labelled

OWN_PROMPTS = "your own"
# One line is one prompt; a line break inside a prompt, as chat messages have it, is shown and typed as this sign.
LINE_BREAK = "⏎"
LARGEST_PAGE = 1_000_000


class Reading(NamedTuple):
    """What the controls say: a scenario, and a note for the learner ("1 blank line was skipped")."""

    scenario: Scenario
    note: str


class PromptControls:
    """Prompts (one a line), page size, cap and tokenizer, and a menu of scenarios that fills them."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = W.Dropdown(options=[*SCENARIOS, OWN_PROMPTS], value=OWN_PROMPTS, layout=full_width())
        self.prompts = W.Textarea(continuous_update=True, rows=7, layout=full_width())
        self.page_size = W.Text(continuous_update=True, layout=W.Layout(width="64px", margin="0 2px"))
        self.smaller = W.Button(description="−", tooltip="one token less in a page", layout=small())
        self.larger = W.Button(description="+", tooltip="one token more in a page", layout=small())
        self.cap = W.Checkbox(description="on", indent=False, layout=W.Layout(width="auto"))
        self.tokenizer = W.Dropdown(options=list(TOKENIZERS), layout=full_width())
        self.smaller.add_class("pk-sign")
        self.larger.add_class("pk-sign")
        self._own_text = ""
        self.fill(scenario)
        self.smaller.on_click(lambda _: self._change_page_size(-1))
        self.larger.on_click(lambda _: self._change_page_size(+1))

    @property
    def inputs(self) -> tuple[W.Widget, ...]:
        """The widgets whose change asks for a new plan."""
        return (self.prompts, self.page_size, self.cap, self.tokenizer)

    def read(self) -> Reading:
        """Return what the controls say now.

        Raises:
            ValueError: the page size is not a positive integer; the sentence names what was typed.
        """
        lines = prompts_from_text(self.prompts.value)
        scenario = replace(
            self._filled,
            prompts=tuple(line.replace(LINE_BREAK, "\n") for line in lines.prompts),
            page_size=read_page_size(self.page_size.value),
            cap=self.cap.value,
            tokenizer=self.tokenizer.value,
        )
        if scenario != self._filled:  # edited: the old name and its point are no longer true
            scenario = replace(scenario, name=OWN_PROMPTS, about="")
        return Reading(scenario, lines.note if lines.prompts else "No prompts yet: type one a line.")

    def fill(self, scenario: Scenario) -> None:
        """Set every control to what `scenario` says."""
        self._filled = scenario
        self.prompts.value = as_text(scenario)
        self.page_size.value = str(scenario.page_size)
        self.cap.value = scenario.cap
        self.tokenizer.value = scenario.tokenizer
        self.scenario.value = scenario.name if SCENARIOS.get(scenario.name) == scenario else OWN_PROMPTS

    def follow_menu(self) -> None:
        """Fill the controls from the chosen scenario; the learner's own text waits under its own name."""
        if self.scenario.value != OWN_PROMPTS:
            self.fill(SCENARIOS[self.scenario.value])
        elif self._own_text:
            self.prompts.value = self._own_text

    def note_edit(self) -> None:
        """Remember an edited text as the learner's own, and let the menu say so."""
        chosen = self.scenario.value
        if chosen == OWN_PROMPTS or self.prompts.value != as_text(SCENARIOS[chosen]):
            self._own_text = self.prompts.value
            self.scenario.value = OWN_PROMPTS

    def _change_page_size(self, by: int) -> None:
        try:
            self.page_size.value = str(max(1, read_page_size(self.page_size.value) + by))
        except ValueError:
            self.page_size.value = "2"  # the buttons lead out of a page size that is no number

    def fields(self, names: Sequence[str]) -> list[W.VBox]:
        """Return the named controls, each under its label."""
        page_size = W.HBox([self.page_size, self.smaller, self.larger])
        all_fields = {
            "scenario": ("Scenario", self.scenario),
            "tokenizer": ("Tokenizer", self.tokenizer),
            "page_size": ("Page size", page_size),
            "cap": ("Cap (length − 1)", self.cap),
        }
        return [labelled(*all_fields[name]) for name in names]

    def box(self) -> W.VBox:
        """Lay all controls out, as the left column of the playground."""
        grid = W.Box(self.fields(("scenario", "tokenizer", "page_size", "cap"))).add_class("pk-grid-controls")
        return W.VBox([labelled("Prompts, one a line", self.prompts), grid])


def full_width() -> W.Layout:
    """Return a new layout: a layout is a widget itself, so sharing one would tie its users together."""
    return W.Layout(width="100%", margin="0")


def small() -> W.Layout:
    """Return a new layout for a one-sign button."""
    return W.Layout(width="32px", margin="0 2px")


def as_text(scenario: Scenario) -> str:
    """Return the prompts as the box shows them, one a line."""
    return "\n".join(prompt.replace("\n", LINE_BREAK) for prompt in scenario.prompts)


def read_page_size(typed: str) -> int:
    """Return the page size that was typed, or raise a ValueError that names it.

    Example:
        >>> read_page_size(" 16 ")
        16
        >>> read_page_size("two")
        Traceback (most recent call last):
        ...
        ValueError: The page size is 'two'; type a whole number of tokens, from 1 to 1,000,000.
    """
    digits = typed.strip()
    if digits.isdecimal() and len(digits) < 10 and 1 <= int(digits) <= LARGEST_PAGE:
        return int(digits)
    shown = repr(typed if len(typed) <= 40 else typed[:40] + "…")
    raise ValueError(f"The page size is {shown}; type a whole number of tokens, from 1 to {LARGEST_PAGE:,}.")
