"""What the kernel is compiled for, without a GPU, and what the GPUs allow."""

from typing import NamedTuple

# Bytes of shared memory that one program may have, from the table of compute capabilities in NVIDIA's CUDA guide.
SHARED_LIMIT = {80: 166_912, 86: 101_376, 89: 101_376, 90: 232_448, 100: 232_448, 120: 101_376}
REGISTERS_OF_A_THREAD = 255
REGISTERS_OF_A_CORE = 65_536


class Build(NamedTuple):
    """One compilation: compute capability 90 stands for 9.0."""

    capability: int
    dtype: str
    head_dim: int
    page: int = 16
    out_dtype: str | None = None

    @property
    def name(self) -> str:
        wide = f" to {self.out_dtype}" if self.out_dtype else ""
        return f"sm_{self.capability} {self.dtype}{wide} D {self.head_dim}, pages of {self.page}"


BUILDS = (
    *(
        Build(capability, dtype, head_dim)
        for capability in SHARED_LIMIT
        for dtype in ("float16", "bfloat16")
        for head_dim in (64, 128)
    ),
    *(Build(capability, "float32", 64) for capability in SHARED_LIMIT),
    Build(80, "float32", 128),
    Build(90, "float32", 128, page=2),
    Build(80, "bfloat16", 64, page=2),
    Build(90, "bfloat16", 128, page=1),
    Build(86, "float16", 80, page=3),
    Build(120, "bfloat16", 16),
    Build(90, "bfloat16", 128, out_dtype="float32"),
)
