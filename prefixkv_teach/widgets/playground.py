"""The playground: every view of one set of prompts follows each keystroke."""

from collections.abc import Callable, Sequence
from pathlib import Path

import ipywidgets as W

from prefixkv_teach.draw import meters, order_view, outline_view, peak_table, token_strips, tree_view
from prefixkv_teach.plan import PrefixPlan
from prefixkv_teach.run import METHODS, Run, execute
from prefixkv_teach.scenarios import Scenario, as_scenario
from prefixkv_teach.widgets.controls import PromptControls
from prefixkv_teach.widgets.load import read_upload
from prefixkv_teach.widgets.panel import LivePanel, html_view, labelled, message_html
from prefixkv_teach.widgets.player import PlayerControls, RunPictures
from prefixkv_teach.widgets.save import save_beside, save_buttons, scenario_file, tree_file, view_file

STEPS = ("Sort", "Share", "Round", "Link", "Run")


class Playground(LivePanel):
    """Edit prompts, page size, cap and tokenizer, choose a method, and watch all steps of the article follow.

    Args:
        scenario: what to start with: a `Scenario`, the name of one in `SCENARIOS`, or a list of prompts; the article's
            five prompts if None.
        folder: where the Save buttons put files; "saved" beside the notebook if None.

    Attributes worth reading: `plan` and `run`, the last that worked.

    Example:
        >>> playground = Playground()
        >>> playground.controls.page_size.value = "1"
        >>> playground.plan.shared
        (0, 3, 3, 4, 0)
    """

    plan: PrefixPlan
    run: Run

    def __init__(
        self, scenario: Scenario | str | Sequence[str] | None = None, *, folder: str | Path | None = None
    ) -> None:
        self.folder = Path(folder or "saved")
        self.controls = PromptControls(as_scenario(scenario))
        self.file_message = W.HTML()  # beside the buttons that save and load: who presses one looks there
        self.method = W.Dropdown(
            options=[(label, name) for name, label in METHODS.items()],
            value="count_readers",
            layout=W.Layout(width="100%", margin="0"),
        )
        self.step = W.ToggleButtons(options=STEPS, value="Run", style={"button_width": "auto"})
        self.player = PlayerControls()
        self.pictures = RunPictures()
        self.views = {
            **self.pictures.views,
            "order": html_view("order"),
            "meters": html_view("meters"),
            "peaks": html_view("peaks"),
            "outline": html_view("outline"),
        }
        self.load = W.FileUpload(accept=".json,.txt,.jsonl,.csv", description="Load", layout=W.Layout(width="auto"))
        super().__init__()
        self._filling = False
        self.redraw = self.guarded(self._redraw)
        self.save = save_buttons(self._click_save)
        self.add(self._columns())
        self._observe()
        self.redraw()

    def _columns(self) -> W.Box:
        buttons = W.Box([*self.save.values(), self.load]).add_class("pk-wrap")
        controls = [self.controls.box(), self.message, labelled("Method", self.method)]
        savings = [self.views[name] for name in ("meters", "chart", "peaks")]
        shown = ("sentence", "order", "strips", "tree", "pool", "outline")
        pictures = [self.step, self.player, *(self.views[name] for name in shown)]
        # Where there is room, controls and savings stand left of the pictures; below that, one under the other.
        return W.Box(
            [
                W.VBox(controls).add_class("pk-controls-area"),
                W.VBox(pictures).add_class("pk-pictures-area"),
                W.VBox([*savings, labelled("Save and load", buttons), self.file_message]).add_class("pk-savings-area"),
            ]
        ).add_class("pk-columns")

    def _observe(self) -> None:
        for control in self.controls.inputs:
            control.observe(self._edited, names="value")
        self.controls.scenario.observe(self.guarded(self._choose), names="value")
        self.method.observe(self.redraw, names="value")
        self.step.observe(self.redraw, names="value")
        self.player.slider.observe(self.guarded(self._draw_moment), names="value")
        self.load.observe(self.guarded(self._load, self.file_message), names="value")

    def _edited(self, _change: object) -> None:
        with self.lock:
            if self._filling:
                return
            self._fill(self.controls.note_edit)  # before anything can fail: what was typed is never lost
            self.redraw()

    def _choose(self) -> str | None:
        if self._filling:
            return None
        self._fill(self.controls.follow_menu)
        return self._redraw()

    def _load(self) -> str | None:
        if not self.load.value:
            return None
        upload = self.load.value[0]
        self.load.value = ()  # so that the same file can be loaded again
        scenario, note = read_upload(upload.name, bytes(upload.content), self.scenario)
        self._fill(lambda: self.controls.fill(scenario))
        self._fill(self.controls.note_edit)
        self.redraw()
        return note

    def _click_save(self, what: str) -> None:
        self.guarded(lambda: self._save(what), self.file_message)()

    def _save(self, what: str) -> None:
        position = self.player.position if self.run.moments else None
        if what == "scenario":
            download = scenario_file(self.scenario)
        elif what == "html":
            download = view_file(self.plan, self.method.value, position)
        else:
            download = tree_file(self.run, position, what)
        self.file_message.value = message_html(save_beside(download, self.folder))

    def _fill(self, fill: Callable[[], None]) -> None:
        """Set many controls without a redraw for each of them."""
        self._filling = True
        try:
            fill()
        finally:
            self._filling = False

    def _redraw(self) -> str | None:
        reading = self.controls.read()
        plan = reading.scenario.plan()
        self.runs = {name: execute(plan, name) for name in METHODS}
        self.scenario, self.plan, self.run = reading.scenario, plan, self.runs[self.method.value]
        self._fill(lambda: self.player.set_moments(len(plan.order)))
        self._draw_moment()
        self._draw_plan()
        return reading.note

    def _draw_plan(self) -> None:
        # The run's plan, which without sharing is another one: all pictures must tell the same story.
        shown, step = self.run.plan, self.step.value
        self.views["meters"].value = meters(shown)
        self.views["peaks"].value = peak_table(self.runs.values(), self.method.value)
        self.views["order"].value = order_view(shown) if step == "Sort" else ""
        self.views["outline"].value = outline_view(shown) if step in ("Link", "Run") else ""

    def _draw_moment(self) -> None:
        if self._filling:
            return
        step = self.step.value
        if step == "Run":
            self.pictures.draw_moment(self.runs, self.run, self.player.position)
        else:
            self.views["tree"].value = tree_view(self.run.plan) if step == "Link" else ""
            self.views["strips"].value = token_strips(self.run, step=step)
        for view in (self.player, self.views["sentence"], self.views["pool"]):
            view.layout.display = None if step == "Run" else "none"
