"""Who may import whom: the steps know nothing above them, and the core starts without any heavy library."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.imports import PACKAGE_NAME, Import, imports_of
from tests.tracked import PACKAGE, ROOT, name_of

CORE = {"steps", "plan", "run", "sentences", "scenarios", "prompt_files"}
# A part may import the parts named here, and itself. Parts that are not in this table are refused.
MAY_IMPORT = {
    "__init__": CORE | {"draw", "widgets"},
    "steps": set(),
    "plan": {"steps"},
    "sentences": {"plan", "steps"},
    "run": {"plan", "steps", "sentences"},
    "prompt_files": {"steps"},
    "scenarios": {"plan", "steps", "prompt_files"},
    "draw": CORE,
    "widgets": CORE | {"draw", "course"},
    "course": CORE | {"draw"},
    "engines": {"steps", "plan"},
    "batch": {"steps", "plan"},
    "attention": {"steps", "plan"},
    "setup_check": {"plan", "draw"},
    "preflight": set(),
    "cli": CORE | {"draw", "setup_check", "preflight", "course", "attention", "engines", "batch"},
}
HEAVY = {"numpy", "torch", "triton", "tokenizers", "ipywidgets", "IPython", "graphviz", "matplotlib", "tqdm"}
# These libraries may be imported nowhere in the part, not even inside a function.
NEVER = dict.fromkeys(CORE | {"__init__", "engines"}, HEAVY)
NEVER |= {"draw": HEAVY - {"graphviz"}, "attention": {"ipywidgets", "IPython", "graphviz"}}
# These only inside a function, so that reading the module stays quick.
INSIDE_ONLY = {"draw": {"graphviz"}, "setup_check": HEAVY, "cli": HEAVY}


def part_of(path: Path) -> str:
    """The part of the package that a file belongs to: its folder, or its own name in the package's root."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def broken_rules(part: str, imports: list[Import]) -> list[str]:
    """Say each rule that a file of this part breaks with its imports."""
    if part not in MAY_IMPORT:
        return [f"{part} is not in the table of layers: add it to MAY_IMPORT"]
    allowed = MAY_IMPORT[part] | {part}
    wrong = []
    for item in imports:
        if item.top_name == PACKAGE_NAME and item.part not in allowed:
            wrong.append(f"line {item.line}: {part} may not import {item.module}")
        if part == "steps" and item.top_name not in sys.stdlib_module_names | {PACKAGE_NAME}:
            wrong.append(f"line {item.line}: steps use the standard library only, not {item.module}")
        if item.top_name in NEVER.get(part, set()):
            wrong.append(f"line {item.line}: {part} may not use {item.top_name}")
        if item.at_top and item.top_name in INSIDE_ONLY.get(part, set()):
            wrong.append(f"line {item.line}: {part} imports {item.top_name} only inside the function that needs it")
    return wrong


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=name_of)
def test_a_file_imports_only_what_its_layer_may(path: Path) -> None:
    assert broken_rules(part_of(path), imports_of(path)) == []


@pytest.mark.parametrize(
    ("part", "source"),
    [
        ("steps", "from prefixkv_teach.plan import make_plan"),
        ("steps", "def f():\n    import numpy"),
        ("plan", "from prefixkv_teach import draw"),
        ("plan", "import prefixkv_teach.draw.tree"),
        ("draw", "from ..widgets import Player"),
        ("draw", "import graphviz"),
        ("attention", "def f():\n    import ipywidgets"),
        ("attention", "from prefixkv_teach.run import execute"),
        ("setup_check", "import torch"),
        ("nowhere", "import math"),
    ],
)
def test_the_rules_see_what_is_forbidden(part: str, source: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("tests.imports.ROOT", tmp_path)
    path = tmp_path / PACKAGE_NAME / part / "file.py"
    path.parent.mkdir(parents=True)
    path.write_text(source, encoding="utf-8")
    assert broken_rules(part, imports_of(path))


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = f"import sys, json, {PACKAGE_NAME}; print(json.dumps(sorted(sys.modules)))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = set(json.loads(answer.stdout))
    assert PACKAGE_NAME in loaded
    assert not HEAVY & loaded


def test_planning_and_running_load_nothing_heavy() -> None:
    code = (
        f"import sys, json, {PACKAGE_NAME} as pk\n"
        "pk.execute(pk.make_plan(['a b c', 'a b d']))\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = set(json.loads(answer.stdout))
    assert f"{PACKAGE_NAME}.run" in loaded
    assert not HEAVY & loaded
