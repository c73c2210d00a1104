"""Every public name is there, is loaded from one place, and the type checker sees the same names."""

import ast
import inspect
import pkgutil
from importlib import import_module
from pathlib import Path

import pytest

import prefixkv_teach


@pytest.mark.parametrize("name", prefixkv_teach.__all__)
def test_every_name_resolves_and_says_what_it_is(name: str) -> None:
    found = getattr(prefixkv_teach, name)
    if inspect.isclass(found) or inspect.isfunction(found):
        assert found.__name__ == name
        assert (found.__doc__ or "").strip()


def test_the_table_the_list_and_the_type_checker_s_imports_agree() -> None:
    tree = ast.parse(Path(prefixkv_teach.__file__).read_text(encoding="utf-8"))
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("prefixkv_teach.")
        for alias in node.names
    }
    assert imported == set(prefixkv_teach._MODULE_OF) == set(prefixkv_teach.__all__) == set(dir(prefixkv_teach))


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'prefixkv_teach' has no attribute 'sort_promts'"):
        _ = prefixkv_teach.sort_promts


@pytest.mark.parametrize("package", ["prefixkv_teach", "prefixkv_teach.draw", "prefixkv_teach.attention"])
def test_no_public_name_is_also_a_module(package: str) -> None:
    """Whoever imports such a module first would find it in the place of the name, and call a module."""
    home = import_module(package)
    modules = {found.name for found in pkgutil.iter_modules(home.__path__)}
    lazy = set(home.__all__) if "__getattr__" in vars(home) else set()
    assert lazy & modules == set()
