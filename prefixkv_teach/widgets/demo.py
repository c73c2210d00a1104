"""Demo mode: the playground for a projector, with large type and one panel at a time."""

from collections.abc import Sequence

import ipywidgets as W

from prefixkv_teach.scenarios import Scenario
from prefixkv_teach.widgets.panel import labelled
from prefixkv_teach.widgets.playground import Playground

PANELS = {"Prompts": "prompts", "Strips": "strips", "Tree": "tree", "Pool": "pool", "Chart": "chart"}


class Demo(Playground):
    """A playground in demo mode: the player's large keys and the sentence on top, and one panel chosen by a button.

    Args:
        scenario: what to start with, as for `Playground`; the article's five prompts if None.

    Example:
        >>> demo = Demo()
        >>> demo.panel.value = "pool"
        >>> [name for name, part in demo.parts.items() if part.layout.display != "none"]
        ['pool']
    """

    def __init__(self, scenario: Scenario | str | Sequence[str] | None = None) -> None:
        self.panel = W.ToggleButtons(options=list(PANELS.items()), value="strips", style={"button_width": "auto"})
        super().__init__(scenario)
        self.add_class("pk-demo")
        self.panel.observe(self.guarded(self._show_panel), names="value")
        self._show_panel()

    def _columns(self) -> W.Box:
        prompts = W.VBox([self.controls.box(), labelled("Method", self.method)])
        self.parts = {"prompts": prompts, **{name: self.views[name] for name in ("strips", "tree", "pool", "chart")}}
        return W.VBox([self.player, self.views["sentence"], self.panel, self.message, *self.parts.values()])

    def _show_panel(self) -> str:
        for name, part in self.parts.items():
            part.layout.display = None if name == self.panel.value else "none"
        return ""

    def _draw_moment(self) -> None:
        super()._draw_moment()
        if not self._filling:
            self._show_panel()  # the playground shows every picture of a step; here the chosen panel alone
