"""The number formats a pass can run in, and what rounding may do in each."""

from types import MappingProxyType

import torch

# Largest relative Frobenius error against float64 that is put down to rounding.
TOLERANCES = MappingProxyType({"float32": 2e-6, "float16": 1e-3, "bfloat16": 8e-3})


def dtype_named(name: str) -> torch.dtype:
    """Return torch's dtype of that name.

    Raises:
        ValueError: a pass does not run in it.

    Example:
        >>> dtype_named("bfloat16")
        torch.bfloat16
    """
    if name not in TOLERANCES:
        raise ValueError(f"dtype is {name!r}; expected one of {', '.join(map(repr, TOLERANCES))}.")
    dtype: torch.dtype = getattr(torch, name)
    return dtype
