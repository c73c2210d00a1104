"""The safetensors reader: three kinds of number, and tables that lie."""

import json
import struct
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
import torch

from prefixkv_teach.attention.model import ModelError, read_safetensors
from tests.attention.model.files import safetensors_bytes


def test_numbers_come_back_exactly(tmp_path: Path) -> None:
    base = torch.randn(3, 5, generator=torch.Generator().manual_seed(0))
    tensors = {"a": base, "b": base.half(), "c": base.bfloat16(), "d": torch.ones(1)}
    (tmp_path / "m.safetensors").write_bytes(safetensors_bytes(tensors))
    found = read_safetensors(tmp_path / "m.safetensors")
    assert set(found.spots) == set(tensors)
    for name, tensor in tensors.items():
        assert found.tensor(name).dtype == torch.float32 and torch.equal(found.tensor(name), tensor.float())


def entry(dtype: Any = "F32", shape: Any = (2,), offsets: Any = (0, 8)) -> dict[str, Any]:
    return {"w": {"dtype": dtype, "shape": shape, "data_offsets": offsets}}


TWO = {**entry(), "v": entry(offsets=(4, 12))["w"]}
HOSTILE: dict[str, tuple[Any, str]] = {
    "not JSON": (b"{]", "the table of bad.safetensors cannot be read"),
    "not UTF-8": (b"\xff\xff{}", "the table of bad.safetensors cannot be read"),
    "a list": ([], "is no JSON object"),
    "nested without end": (b'{"a":' * 100_000, "cannot be read"),
    "a name twice": (b'{"w": 1, "w": 2}', "a name stands there twice"),
    "an entry that is a number": ({"w": 3}, "shape or offsets of tensor 'w' are wrong"),
    "a negative size": (entry(shape=(-2,)), "shape or offsets of tensor 'w' are wrong"),
    "a size that is no number": (entry(shape=("2",)), "shape or offsets of tensor 'w' are wrong"),
    "a size that is true": (entry(shape=(True, 2)), "shape or offsets of tensor 'w' are wrong"),
    "many dimensions": (entry(shape=(1,) * 9), "shape or offsets of tensor 'w' are wrong"),
    "three offsets": (entry(offsets=(0, 4, 8)), "shape or offsets of tensor 'w' are wrong"),
    "offsets backwards": (entry(offsets=(8, 0)), "its offsets give it -8"),
    "offsets that do not fit": (entry(offsets=(0, 4)), "needs 8 bytes, and its offsets give it 4"),
    "nothing in it": (entry(shape=(0,), offsets=(0, 0)), "needs 0 bytes"),
    "offsets behind the end": (entry(offsets=(64, 72)), "damaged or cut off: tensor 'w' should lie in bytes"),
    "a huge tensor": (entry(shape=(2**40,), offsets=(0, 2**42)), "damaged or cut off: tensor 'w' should lie in bytes"),
    "tensors that overlap": (TWO, "tensors 'w' and 'v' overlap"),
    "whole numbers": (entry(dtype="I64", offsets=(0, 16)), "of kind 'I64'; F32, F16, BF16 are supported"),
    "a kind that is a list": (entry(dtype=["F32"]), "is of kind"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_table_is_named_in_a_sentence_and_costs_no_memory(what: str, tmp_path: Path) -> None:
    table, says = HOSTILE[what]
    path = tmp_path / "bad.safetensors"
    path.write_bytes(
        safetensors_bytes({"w": torch.ones(4)}, table if isinstance(table, bytes) else json.loads(json.dumps(table)))
    )
    tracemalloc.start()
    with pytest.raises(ModelError, match=says):
        read_safetensors(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 50_000_000


@pytest.mark.parametrize("start", [b"", b"abc", struct.pack("<Q", 2**63), struct.pack("<Q", 9) + b"{}"])
def test_a_table_longer_than_the_file_is_refused(start: bytes, tmp_path: Path) -> None:
    (tmp_path / "bad.safetensors").write_bytes(start)
    with pytest.raises(ModelError, match=r"is empty|is not a safetensors file, or is cut off"):
        read_safetensors(tmp_path / "bad.safetensors")


def test_a_file_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    data = safetensors_bytes({"a": torch.ones(3), "b": torch.ones(2, 2).half()})
    for length in range(len(data)):
        (tmp_path / "cut.safetensors").write_bytes(data[:length])
        with pytest.raises(ModelError):
            read_safetensors(tmp_path / "cut.safetensors")
