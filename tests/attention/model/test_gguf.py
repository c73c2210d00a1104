"""The GGUF reader: every kind of tensor number by number, and files that are damaged, cut off or lie."""

import struct
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from prefixkv_teach.attention.model import ModelError, read_gguf
from tests.attention.model.files import gguf_bytes, pack, text, unpack, write_gguf

KINDS = ["F32", "F16", "Q8_0", "Q4_1"]


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25)
@given(
    seed=st.integers(0, 2**31), rows=st.integers(1, 3), blocks=st.integers(1, 3), size=st.sampled_from([1e-3, 1, 50])
)
def test_numbers_come_back_as_their_bytes_say(
    tmp_path_factory: pytest.TempPathFactory, kind: str, seed: int, rows: int, blocks: int, size: float
) -> None:
    tensor = size * torch.randn(rows, 32 * blocks, generator=torch.Generator().manual_seed(seed))
    tensor += size * seed / 2**31  # the smallest number of a block matters, so it is not always below zero
    other = torch.ones(3)
    path = tmp_path_factory.getbasetemp() / f"{kind}.gguf"
    write_gguf(path, {"a": 1}, {"other": ("F32", other), "weight": (kind, tensor)})
    found = read_gguf(path)
    want = torch.tensor(unpack(kind, pack(kind, tensor.flatten().tolist()))).view(tensor.shape)
    assert torch.equal(found.tensor("weight"), want) and torch.equal(found.tensor("other"), other)
    step = {"F32": 0, "F16": 2**-10, "Q8_0": 2**-6, "Q4_1": 2**-2}[kind]
    assert (want - tensor).abs().max() <= step * tensor.abs().max(), "the file is close to what was put in"


def test_metadata_of_every_kind(tmp_path: Path) -> None:
    metadata = {"n": 7, "x": 0.5, "yes": True, "name": "Ġé", "words": ["a", "", "b"], "counts": [1, 2, 3], "none": []}
    path = write_gguf(tmp_path / "m.gguf", metadata, {})
    assert read_gguf(path).metadata == metadata
    path.write_bytes(gguf_bytes(metadata, {}, version=2))
    assert read_gguf(path).metadata == metadata


def test_the_alignment_that_a_file_states_is_used(tmp_path: Path) -> None:
    data = gguf_bytes({"general.alignment": 64}, {"w": ("F32", torch.ones(2))})
    front = data.rindex(struct.pack("<2f", 1, 1))  # the writer pads to 32
    padded = data[:front] + bytes(-front % 64) + data[front:]
    (tmp_path / "m.gguf").write_bytes(padded)
    assert read_gguf(tmp_path / "m.gguf").tensor("w").tolist() == [1, 1]


WEIGHT = {"w": ("F32", torch.arange(8.0)), "v": ("Q8_0", torch.ones(2, 32))}


def good() -> bytes:
    return gguf_bytes({"name": "small", "words": ["a", "b"]}, WEIGHT)


def with_array(kind: int, count: int) -> bytes:
    return b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("a") + struct.pack("<IIQ", 9, kind, count) + bytes(64)


def with_tensor(shape: list[int], kind: int = 0, offset: int = 0) -> bytes:
    line = text("w") + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, kind, offset)
    return b"GGUF" + struct.pack("<IQQ", 3, 1, 0) + line + bytes(256)


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "is empty"),
    "another format": (lambda: b"PK\x03\x04" + bytes(99), "is not a GGUF file: it starts with b'PK"),
    "an old version": (lambda: gguf_bytes({}, {}, version=1), "has GGUF version 1; versions 2 and 3"),
    "big-endian": (lambda: gguf_bytes({}, {}, version=3 << 24), "has GGUF version 50331648"),
    "a huge count of entries": (lambda: gguf_bytes({}, {}, counts=(0, 2**63)), "metadata entries cannot fit"),
    "a huge count of tensors": (lambda: gguf_bytes({}, {}, counts=(2**40, 0)), "1,099,511,627,776 tensors and"),
    "a huge text": (lambda: b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 2**62) + bytes(64), "a value of 4,611,686"),
    "a huge list of texts": (lambda: with_array(8, 2**61), "texts of 'a' cannot fit"),
    "a huge list of numbers": (lambda: with_array(0, 2**62), "numbers of 'a' cannot fit"),
    "lists in lists": (lambda: with_array(9, 1), "the list 'a' has items of kind 9, which is not supported"),
    "an unknown kind of value": (
        lambda: b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("a") + struct.pack("<I", 77) + bytes(9),
        "the metadata 'a' is of kind 77",
    ),
    "no dimensions": (lambda: with_tensor([]), "has 0 dimensions"),
    "many dimensions": (lambda: with_tensor([1] * 9), "has 9 dimensions"),
    "a dimension of 0": (lambda: with_tensor([0, 4]), "cannot have the shape"),
    "a huge tensor": (lambda: with_tensor([2**62, 2**62]), "is damaged or cut off: tensor 'w' should lie in bytes"),
    "an offset behind the end": (lambda: with_tensor([4], offset=2**60), "tensor 'w' should lie in bytes"),
    "another quantisation": (lambda: with_tensor([256], kind=12), "of kind 12; F32, F16, Q4_1, Q8_0 are supported"),
    "half a block": (lambda: with_tensor([48], kind=8), r"of kind Q8_0 cannot have the shape \(48,\)"),
    "tensors that overlap": (lambda: gguf_bytes({}, WEIGHT, offsets={"v": 0}), "tensors '.' and '.' overlap"),
    "no alignment": (lambda: gguf_bytes({"general.alignment": 0}, {}), "aligned to 0 bytes"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_is_named_in_a_sentence_and_costs_no_memory(what: str, tmp_path: Path) -> None:
    make, says = HOSTILE[what]
    path = tmp_path / "bad.gguf"
    path.write_bytes(make())
    tracemalloc.start()
    with pytest.raises(ModelError, match=says):
        read_gguf(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000


def test_a_file_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    data, path = good(), tmp_path / "cut.gguf"
    path.write_bytes(data)
    end = max(spot.end for spot in read_gguf(path).spots.values())
    for length in range(end):
        path.write_bytes(data[:length])
        with pytest.raises(ModelError):
            read_gguf(path)


@settings(max_examples=150)
@given(at=st.integers(0, 10_000), byte=st.integers(0, 255))
def test_a_changed_byte_gives_a_file_or_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, at: int, byte: int
) -> None:
    data = bytearray(good())
    data[at % len(data)] = byte
    path = tmp_path_factory.getbasetemp() / "changed.gguf"
    path.write_bytes(data)
    try:
        found = read_gguf(path)
        for name in found.spots:
            found.tensor(name)
    except ModelError as error:
        assert "changed.gguf" in str(error)


def test_two_tensors_of_one_name_are_refused(tmp_path: Path) -> None:
    data = gguf_bytes({}, WEIGHT).replace(text("v"), text("w"), 1)
    (tmp_path / "twice.gguf").write_bytes(data)
    with pytest.raises(ModelError, match="two of its tensors have the same name"):
        read_gguf(tmp_path / "twice.gguf")
