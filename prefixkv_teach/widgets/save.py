"""Saving from a widget: each button writes a file beside the notebook and offers the same file as a download."""

import base64
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import NamedTuple

import ipywidgets as W

from prefixkv_teach.draw import draw_tree, render, whole_view
from prefixkv_teach.plan import PrefixPlan
from prefixkv_teach.run import Run
from prefixkv_teach.scenarios import Scenario, scenario_to_json


class Download(NamedTuple):
    """A file to save: its name, its kind, and what is in it."""

    name: str
    mime: str
    content: bytes


def scenario_file(scenario: Scenario) -> Download:
    """Return the scenario as a small JSON file, which `load_scenario` and the Load button read back."""
    return Download("scenario.json", "application/json", scenario_to_json(scenario).encode())


def tree_file(run: Run, position: int | None, kind: str) -> Download:
    """Return the tree as "svg", "png" or "dot"."""
    dot = draw_tree(run.plan, run, position).source
    mime = {"svg": "image/svg+xml", "png": "image/png", "dot": "text/vnd.graphviz"}[kind]
    return Download(f"tree.{kind}", mime, dot.encode() if kind == "dot" else render(dot, kind))


def view_file(plan: PrefixPlan, method: str, position: int | None) -> Download:
    """Return the whole view as one HTML file that needs nothing beside it."""
    html = whole_view(plan, method, position or 0)
    return Download("playground.html", "text/html", html.encode("utf-8", "replace"))


def save_beside(download: Download, folder: Path) -> str:
    """Write `download` into `folder` under a name that is free, and return HTML that says so and links to it.

    Where the folder cannot be written, the link still works, and the sentence says what failed.
    """
    try:
        folder.mkdir(exist_ok=True)
        path = _free_name(folder / download.name)
        path.write_bytes(download.content)
        said = f"Saved as {escape(str(Path(folder.name) / path.name))} beside this notebook."
    except OSError as error:
        said = f"{escape(folder.name)} cannot be written ({escape(error.strerror or str(error))}); take the link."
    # base64, so that nothing a user typed can leave the attribute
    data = base64.b64encode(download.content).decode()
    link = f'<a download="{download.name}" href="data:{download.mime};base64,{data}">Download {download.name}</a>'
    return f"{said} {link}"


def _free_name(path: Path) -> Path:
    number = 2
    free = path
    while free.exists():
        free = path.with_stem(f"{path.stem}_{number}")
        number += 1
    return free


def save_buttons(save: Callable[[str], None]) -> dict[str, W.Button]:
    """Return the buttons, by what they save; each calls `save` with that name when it is clicked."""
    what = {
        "scenario": "Scenario",
        "svg": "Tree SVG",
        "png": "Tree PNG",
        "dot": "Tree DOT",
        "html": "Whole view",
    }
    buttons = {}
    for name, label in what.items():
        buttons[name] = W.Button(description=label, layout=W.Layout(width="auto"))
        buttons[name].on_click(lambda _, name=name: save(name))
    return buttons
