"""One small widget for each step of the article, for use inside a lesson."""

from collections.abc import Mapping, Sequence

import ipywidgets as W

from prefixkv_teach.draw import step_view
from prefixkv_teach.plan import PrefixPlan
from prefixkv_teach.run import METHODS, execute
from prefixkv_teach.scenarios import Scenario, as_scenario
from prefixkv_teach.widgets.controls import PromptControls
from prefixkv_teach.widgets.panel import LivePanel, html_view, labelled
from prefixkv_teach.widgets.player import PlayerControls, RunPictures

# Which controls each step needs beside the prompts: a control that changes nothing here would only puzzle.
STEP_CONTROLS: Mapping[str, tuple[str, ...]] = {
    "Ids": ("tokenizer",),
    "Sort": ("tokenizer",),
    "Share": ("cap", "tokenizer"),
    "Round": ("page_size", "cap"),
    "Link": ("page_size", "cap"),
    "Run": ("page_size", "cap"),
}


class StepWidget(LivePanel):
    """One step of the article, live: edit the prompts and see what this step makes of them.

    Args:
        step: "Ids", "Sort", "Share", "Round", "Link" or "Run".
        scenario: what to start with, as for `Playground`; the article's five prompts if None.

    Raises:
        ValueError: `step` is none of these.

    Example:
        >>> widget = StepWidget("Round")
        >>> widget.controls.page_size.value = "3"
        >>> widget.plan.shared
        (0, 3, 3, 3, 0)
    """

    plan: PrefixPlan

    def __init__(self, step: str, scenario: Scenario | str | Sequence[str] | None = None) -> None:
        if step not in STEP_CONTROLS:
            raise ValueError(f"step is {step!r}; expected one of {', '.join(STEP_CONTROLS)}")
        self.step = step
        self.controls = PromptControls(as_scenario(scenario))
        super().__init__()
        self.method = W.Dropdown(
            options=[(label, name) for name, label in METHODS.items()],
            value="count_readers",
            layout=W.Layout(width="100%", margin="0"),
        )
        self.player = PlayerControls()
        self.pictures = RunPictures()
        self.view = html_view(step.lower())
        pictures = (self.player, *self.pictures.views.values()) if step == "Run" else (self.view,)
        fields = self.controls.fields(STEP_CONTROLS[step])
        if step == "Run":
            fields.append(labelled("Method", self.method))
        controls = W.Box(fields).add_class("pk-wrap")
        self.add(labelled("Prompts, one a line", self.controls.prompts), controls, self.message, *pictures)
        self.redraw = self.guarded(self._redraw)
        for control in (*self.controls.inputs, self.method):
            control.observe(self.redraw, names="value")
        self.player.slider.observe(self.guarded(self._draw_moment), names="value")
        self.redraw()

    def _redraw(self) -> str:
        reading = self.controls.read()
        self.plan = reading.scenario.plan()
        self.runs = {name: execute(self.plan, name) for name in METHODS}
        if self.step == "Run":
            self.player.set_moments(len(self.plan.order))
            self._draw_moment()
        else:
            self.view.value = step_view(self.plan, self.step)
        return reading.note

    def _draw_moment(self) -> None:
        self.pictures.draw_moment(self.runs, self.runs[self.method.value], self.player.position)
