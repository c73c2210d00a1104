"""Which model is taken: a path, the variable, the package, or the tiny one; never another one silently."""

from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from prefixkv_teach.attention.model import ModelError, find, find_model, load_model


def no_package(name: str) -> None:
    raise PackageNotFoundError(name)


def test_a_path_comes_before_the_variable_before_the_package(tmp_path: Path) -> None:
    for name in ("a.gguf", "b.safetensors"):
        (tmp_path / name).touch()
    environ = {find.VARIABLE: str(tmp_path / "b.safetensors")}
    assert find_model(tmp_path / "a.gguf", environ=environ).path == tmp_path / "a.gguf"
    found = find_model(environ=environ)
    assert found.path == tmp_path / "b.safetensors" and find.VARIABLE in found.why
    assert find.PACKAGE in find_model(environ={find.VARIABLE: ""}).why


def test_a_folder_must_hold_one_model(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="is a folder with 0 files"):
        find_model(tmp_path)
    (tmp_path / "one.gguf").touch()
    (tmp_path / "readme.txt").touch()
    assert find_model(tmp_path).path == tmp_path / "one.gguf"
    (tmp_path / "two.safetensors").touch()
    with pytest.raises(ModelError, match="is a folder with 2 files"):
        find_model(tmp_path)


@pytest.mark.parametrize("name", ["model.bin", "model.pt", "model.pkl", "pytorch_model"])
def test_other_formats_are_never_loaded(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"\x80\x04.")
    with pytest.raises(ModelError, match="other formats are never loaded"):
        find_model(tmp_path / name)


def test_a_wrong_path_is_not_replaced_by_another_model(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=f"the environment variable {find.VARIABLE}, .*, is no file"):
        find_model(environ={find.VARIABLE: str(tmp_path / "gone.gguf")})


def test_without_any_model_a_tiny_one_is_made_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "files", no_package)
    monkeypatch.delenv(find.VARIABLE, raising=False)
    model = load_model()
    assert "random weights" in model.name and "make model" in model.name
    assert model.parameters < 200_000


def test_a_package_whose_file_is_gone_is_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "files", lambda name: None)
    assert find_model(environ={}).path is None
