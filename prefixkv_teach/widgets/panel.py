"""What every widget of this package shares: one style sheet, one message line, one lock."""

from collections.abc import Callable
from html import escape
from threading import RLock
from typing import Any

import ipywidgets as W

from prefixkv_teach.draw import theme_css
from prefixkv_teach.widgets.css import WIDGET_CSS


class LivePanel(W.VBox):
    """A box that shows its errors in the notebook and keeps its last good picture.

    While a cell is running, Jupyter calls our handlers on another thread. So every handler takes the lock before
    it reads the controls: whoever comes last has read the newest values, and no older picture can follow.
    """

    # What stays as it was when a handler fails; it is said behind the error.
    after_error = "The pictures still show the last prompts that worked."
    children: Any  # a trait, which the type checker cannot see

    def __init__(self) -> None:
        self.lock = RLock()
        self.message = W.HTML()
        self.message.add_class("pk-message-line")
        style = W.HTML(f"<style>{theme_css()}{WIDGET_CSS}</style>", layout=W.Layout(margin="0", height="0"))
        super().__init__([style])
        self.add_class("pk")
        self.add_class("pk-app")

    def add(self, *widgets: W.Widget) -> None:
        """Put widgets below what is there."""
        self.children = (*self.children, *widgets)

    def guarded(self, act: Callable[[], str | None], line: W.HTML | None = None) -> Callable[..., None]:
        """Return a handler that runs `act` under the lock and shows the note it returns, or its error.

        A note of None leaves the message line as it is. ipywidgets swallows what a handler raises, and a learner
        would see a picture that no longer moves.

        Args:
            act: what to do.
            line: where to say it; the panel's message line if None, which adds that the pictures stay.
        """

        def handler(_event: object = None) -> None:
            with self.lock:
                try:
                    note = act()
                    if note is not None:
                        self.say(note, line=line)
                except (ValueError, TypeError, OSError) as error:
                    stays = "" if line else self.after_error
                    self.say(f"{str(error).rstrip('.')}. {stays}".strip(), kind="error", line=line)
                except Exception as error:  # a fault of ours: say so, and stay alive
                    self.say(f"Something unexpected: {type(error).__name__}: {error}", kind="error", line=line)

        return handler

    def say(self, text: str, kind: str = "note", line: W.HTML | None = None) -> None:
        """Show a plain sentence in a message line; an empty one clears it."""
        (line or self.message).value = message_html(escape(text), kind)


def message_html(html: str, kind: str = "note") -> str:
    """Return a message as HTML; `html` is HTML already, so the caller has escaped every text in it."""
    # role=status is read out when its content changes; an empty line takes no room.
    return f'<div class="pk pk-message pk-{kind}" role="status">{html}</div>' if html else ""


def html_view(name: str, **layout: Any) -> W.HTML:
    """Return an HTML widget for one picture; `name` becomes its class, `pk-view-NAME`."""
    view = W.HTML(layout=W.Layout(margin="0", width="100%", **layout))
    view.add_class(f"pk-view-{name}")
    return view


def labelled(label: str, control: W.Widget) -> W.VBox:
    """Put a visible label above a control: ipywidgets' own label stands beside it and gets cut off."""
    return W.VBox([W.HTML(f'<span class="pk pk-label">{escape(label)}</span>'), control]).add_class("pk-field")
