"""Reads from the source text what a file imports, for the layer rules. Nothing is run."""

import ast
from dataclasses import dataclass
from pathlib import Path

from tests.tracked import ROOT

PACKAGE_NAME = "prefixkv_teach"


@dataclass(frozen=True)
class Import:
    """One imported module: its full name, its line, and whether it is loaded with the file itself."""

    module: str
    line: int
    at_top: bool

    @property
    def top_name(self) -> str:
        return self.module.split(".")[0]

    @property
    def part(self) -> str:
        """The part of our package it belongs to: `draw` for prefixkv_teach.draw.svg, "" for the package."""
        return [*self.module.split("."), ""][1] if self.top_name == PACKAGE_NAME else ""


def imports_of(path: Path) -> list[Import]:
    """All imports of a file, except those that only the type checker sees."""
    found: list[Import] = []
    visit(ast.parse(path.read_text(encoding="utf-8")), package_of(path), True, found)
    return found


def package_of(path: Path) -> list[str]:
    """The package a file lies in: ["prefixkv_teach", "draw"]; relative imports start there."""
    return list(path.resolve().relative_to(ROOT).parts[:-1]) if path.resolve().is_relative_to(ROOT) else []


def visit(node: ast.AST, package: list[str], at_top: bool, found: list[Import]) -> None:
    """Collect the imports below a node."""
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
        for other in node.orelse:
            visit(other, package, at_top, found)
        return
    if isinstance(node, ast.Import):
        found += [Import(alias.name, node.lineno, at_top) for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        base = package[: len(package) - node.level + 1] if node.level else []
        module = ".".join([*base, *filter(None, [node.module])])
        # `from prefixkv_teach import draw` names the part behind the word import.
        names = [f".{alias.name}" for alias in node.names] if module == PACKAGE_NAME else [""]
        found += [Import(module + name, node.lineno, at_top) for name in names]
    inside = at_top and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    for child in ast.iter_child_nodes(node):
        visit(child, package, inside, found)
