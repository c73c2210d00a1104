"""`python -m tests.attention.kernel.compiled`: the kernel, compiled for GPUs that are not here; one JSON line each.

Registers, stack and local memory come from the machine code, by NVIDIA's `cuobjdump`, which triton brings along.
"""

import json
import re
import subprocess
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import torch
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

from prefixkv_teach.attention.tiles import tile_for
from prefixkv_teach.attention.triton_paged import paged_attention_kernel
from tests.attention.kernel.builds import BUILDS, Build

CUOBJDUMP = Path(triton.__file__).parent / "backends" / "nvidia" / "bin" / "cuobjdump"
USAGE = re.compile(r"REG:(\d+) STACK:(\d+) SHARED:\d+ LOCAL:(\d+)")
SHORT = {"float32": "fp32", "float16": "fp16", "bfloat16": "bf16"}
ALIGNED = [["tt.divisibility", 16]]  # as torch allocates; a launch sees it for itself


def source(build: Build) -> ASTSource:
    """The kernel with the types and constants that a launch would give it."""
    tile, number = tile_for(getattr(torch, build.dtype), build.head_dim), "*" + SHORT[build.dtype]
    width = max(16, triton.next_power_of_2(build.head_dim))
    constants = {"GROUP": 4, "D": build.head_dim, "PAGE": build.page, "ROWS": tile.rows, "KEYS": tile.keys}
    constants |= {"WIDTH": width, "WIDEN": False}
    types = dict.fromkeys(("Q", "K", "V"), number) | {"OUT": "*" + SHORT[build.out_dtype or build.dtype]}
    types |= {"LSE": "*fp32", "ITEMS": "*i32", "PAGES": "*i32", "scale": "fp32"}
    signature = types | dict.fromkeys(constants, "constexpr")
    return ASTSource(paged_attention_kernel, signature, constants, {(at,): ALIGNED for at in range(7)})


def compile_for(build: Build) -> dict[str, int]:
    """What one program of the compiled kernel needs."""
    tile = tile_for(getattr(torch, build.dtype), build.head_dim)
    target = GPUTarget("cuda", build.capability, 32)
    kernel = triton.compile(source(build), target, {"num_warps": tile.warps, "num_stages": tile.stages})
    with tempfile.TemporaryDirectory() as folder:
        cubin = Path(folder, "kernel.cubin")
        cubin.write_bytes(kernel.asm["cubin"])
        command = [CUOBJDUMP, "--dump-resource-usage", cubin]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    registers, stack, local = map(int, USAGE.search(told).groups())
    return {
        "registers": registers,
        "threads": 32 * tile.warps,
        "stack": stack,
        "local": local,
        "shared": kernel.metadata.shared,
        "tensor_core_steps": len(re.findall(r"\b(?:mma\.sync|wgmma\.mma_async|tcgen05\.mma)", kernel.asm["ptx"])),
        "wide_loads": len(re.findall(r"cp\.async\.cg\.shared\.global", kernel.asm["ptx"])),
    }


def line_for(build: Build) -> str:
    """What a build needs as a JSON line; an error is a line, too."""
    try:
        return json.dumps([build.name, compile_for(build)])
    except Exception as error:  # the test that reads this says it
        return json.dumps([build.name, f"{type(error).__name__}: {error}"])


def main() -> None:
    """Compile everything, on all cores: each compilation keeps one busy."""
    with ProcessPoolExecutor() as pool:
        print(*pool.map(line_for, BUILDS), sep="\n", flush=True)


if __name__ == "__main__":
    main()
