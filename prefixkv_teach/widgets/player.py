"""The player: step through a run, one moment at a time, by button, slider, number box or key."""

import ipywidgets as W

from prefixkv_teach.draw import live_chart, page_pool, sentence_box, token_strips, tree_view
from prefixkv_teach.plan import PrefixPlan
from prefixkv_teach.run import METHODS, Run, execute
from prefixkv_teach.widgets.panel import LivePanel, html_view


class PlayerControls(W.HBox):
    """Back, Next, Play, a slider and a number box, all for one number: the moment shown, from 1."""

    def __init__(self) -> None:
        button = W.Layout(width="auto", min_width="60px")
        self.back = W.Button(description="◀ Back", layout=button)
        self.next = W.Button(description="Next ▶", layout=button)
        self.playing = W.ToggleButton(description="Play", layout=button)
        self.slider = W.IntSlider(
            min=1, max=1, value=1, readout=False, layout=W.Layout(flex="1 1 80px", min_width="60px", width="auto")
        )
        self.box = W.BoundedIntText(min=1, max=1, value=1, layout=W.Layout(width="60px"))
        self.of = W.HTML(layout=W.Layout(width="auto", flex="0 0 auto"))
        # A Play that is not in the layout does not tick; its own buttons have no accessible name, so it is hidden.
        self.clock = W.Play(min=1, max=1, value=1, interval=1200, layout=W.Layout(display="none"))
        W.jslink((self.playing, "value"), (self.clock, "playing"))
        W.jslink((self.clock, "value"), (self.slider, "value"))
        W.link((self.slider, "value"), (self.box, "value"))
        self.back.on_click(lambda _: self._go(self.slider.value - 1))
        self.next.on_click(lambda _: self._go(self.slider.value + 1))
        parts = [self.back, self.next, self.playing, self.slider, self.box, self.of, self.clock]
        super().__init__(parts)
        self.add_class("pk-player")

    @property
    def position(self) -> int:
        """Position in the order of the moment shown, from 0."""
        return int(self.slider.value) - 1

    def set_moments(self, moments: int) -> None:
        """Make room for this many moments; stay where we are if that moment still exists."""
        last = max(1, moments)
        for control in (self.clock, self.box, self.slider):  # each clamps its own value
            control.max = last
            control.disabled = moments == 0
        self.of.value = f'<span class="pk pk-of">of {moments}</span>'

    def _go(self, moment: int) -> None:
        self.slider.value = min(max(moment, self.slider.min), self.slider.max)


class Player(LivePanel):
    """Step through one run of a plan: the sentence, the order, the tree, the pool and the chart of live pages.

    Args:
        plan: what to run.
        method: one of `prefixkv_teach.run.METHODS`.

    Raises:
        ValueError: `method` is none of these.

    Example:
        >>> from prefixkv_teach.plan import make_plan
        >>> player = Player(make_plan(["The room was clean", "The room was noisy"]), "keep_needed")
        >>> player.controls.next.click()
        >>> player.controls.position
        1
    """

    def __init__(self, plan: PrefixPlan, method: str = "count_readers") -> None:
        self.controls = PlayerControls()
        self.pictures = RunPictures()
        self.runs = {name: execute(plan, name) for name in METHODS}
        if method not in self.runs:
            raise ValueError(f"method is {method!r}; expected one of {', '.join(METHODS)}")
        self.run = self.runs[method]
        super().__init__()
        self.add(self.controls, self.message, *self.pictures.views.values())
        self.controls.set_moments(len(self.run.moments))
        self._draw = self.guarded(lambda: self.pictures.draw_moment(self.runs, self.run, self.controls.position))
        self.controls.slider.observe(self._draw, names="value")
        self._draw()


class RunPictures:
    """The pictures that follow a run, moment by moment."""

    def __init__(self) -> None:
        self.views = {
            "sentence": html_view("sentence", min_height="64px"),
            "strips": html_view("strips"),
            "tree": html_view("tree"),
            "pool": html_view("pool"),
            "chart": html_view("chart"),
        }

    def draw_moment(self, runs: dict[str, Run], run: Run, position: int) -> None:
        """Show the moment at `position` of `run` in every view."""
        shown = position if run.moments else None
        # The tree first: each view is sent as soon as it is set, and the tree is what a learner waits for.
        self.views["tree"].value = tree_view(run.plan, run, shown)
        self.views["sentence"].value = sentence_box(run, shown)
        self.views["strips"].value = token_strips(run, shown)
        self.views["pool"].value = page_pool(run, shown)
        self.views["chart"].value = live_chart(runs.values(), shown, run.method)
