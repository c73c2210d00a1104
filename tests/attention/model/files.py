"""Writes small checkpoints byte by byte, and takes them apart in plain loops: shares no line with the readers."""

import json
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

CODES = {"F32": 0, "F16": 1, "Q4_1": 3, "Q8_0": 8}


def half(number: float) -> bytes:
    return struct.pack("<e", number)


def pack(kind: str, numbers: Sequence[float]) -> bytes:
    """Numbers as the bytes of a kind of tensor, block by block."""
    if kind in ("F32", "F16"):
        return b"".join(struct.pack("<f" if kind == "F32" else "<e", number) for number in numbers)
    blocks = [numbers[at : at + 32] for at in range(0, len(numbers), 32)]
    return b"".join((pack_q8_0 if kind == "Q8_0" else pack_q4_1)(block) for block in blocks)


def pack_q8_0(block: Sequence[float]) -> bytes:
    scale = struct.unpack("<e", half(max(map(abs, block)) / 127))[0] or 1.0
    return half(scale) + struct.pack("<32b", *(max(-128, min(127, round(number / scale))) for number in block))


def pack_q4_1(block: Sequence[float]) -> bytes:
    scale = struct.unpack("<e", half((max(block) - min(block)) / 15))[0] or 1.0
    smallest = struct.unpack("<e", half(min(block)))[0]
    integers = [max(0, min(15, round((number - smallest) / scale))) for number in block]
    return half(scale) + half(smallest) + bytes(integers[at] + 16 * integers[at + 16] for at in range(16))


def unpack(kind: str, data: bytes) -> list[float]:
    """The numbers in a tensor's bytes, one by one."""
    if kind in ("F32", "F16"):
        size, letter = (4, "<f") if kind == "F32" else (2, "<e")
        return [struct.unpack(letter, data[at : at + size])[0] for at in range(0, len(data), size)]
    found: list[float] = []
    size = 34 if kind == "Q8_0" else 20
    for at in range(0, len(data), size):
        block = data[at : at + size]
        scale = struct.unpack("<e", block[:2])[0]
        if kind == "Q8_0":
            found += [scale * (byte - 256 if byte > 127 else byte) for byte in block[2:]]
        else:
            smallest = struct.unpack("<e", block[2:4])[0]
            found += [scale * (byte % 16) + smallest for byte in block[4:]]
            found += [scale * (byte // 16) + smallest for byte in block[4:]]
    return found


def text(words: str) -> bytes:
    data = words.encode()
    return struct.pack("<Q", len(data)) + data


def value(item: Any) -> bytes:
    """A metadata value with its kind in front."""
    if isinstance(item, bool):
        return struct.pack("<IB", 7, item)
    if isinstance(item, int):
        return struct.pack("<II", 4, item)
    if isinstance(item, float):
        return struct.pack("<If", 6, item)
    if isinstance(item, str):
        return struct.pack("<I", 8) + text(item)
    items = [value(one) for one in item]
    kind = items[0][:4] if items else struct.pack("<I", 8)
    return struct.pack("<I", 9) + kind + struct.pack("<Q", len(items)) + b"".join(one[4:] for one in items)


def gguf_bytes(
    metadata: Mapping[str, Any],
    tensors: Mapping[str, tuple[str, Tensor]],
    *,
    version: int = 3,
    counts: tuple[int, int] | None = None,
    offsets: Mapping[str, int] | None = None,
) -> bytes:
    """A whole GGUF file; counts and offsets may lie."""
    tensor_count, entry_count = counts or (len(tensors), len(metadata))
    front = b"GGUF" + struct.pack("<IQQ", version, tensor_count, entry_count)
    front += b"".join(text(key) + value(item) for key, item in metadata.items())
    data = b""
    for name, (kind, tensor) in tensors.items():
        offset = (offsets or {}).get(name, len(data))
        shape = list(tensor.shape)[::-1]
        front += text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, CODES[kind], offset)
        packed = pack(kind, tensor.flatten().tolist())
        data += packed + bytes(-len(packed) % 32)
    return front + bytes(-len(front) % 32) + data


def write_gguf(path: Path, metadata: Mapping[str, Any], tensors: Mapping[str, tuple[str, Tensor]]) -> Path:
    path.write_bytes(gguf_bytes(metadata, tensors))
    return path


def safetensors_bytes(tensors: Mapping[str, Tensor], table: Any = None) -> bytes:
    """A whole safetensors file; the table may lie."""
    names = {torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16"}
    data, honest = b"", {"__metadata__": {"format": "pt"}}
    for name, tensor in tensors.items():
        packed = tensor.contiguous().view(torch.uint8).numpy().tobytes()
        place = [len(data), len(data) + len(packed)]
        honest[name] = {"dtype": names[tensor.dtype], "shape": list(tensor.shape), "data_offsets": place}
        data += packed
    front = table if isinstance(table, bytes) else json.dumps(honest if table is None else table).encode()
    return struct.pack("<Q", len(front)) + front + data
