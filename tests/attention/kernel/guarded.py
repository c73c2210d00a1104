"""Tensors that end at a page of memory nobody may touch: one read too far ends the process. Linux only."""

import ctypes
import mmap

import torch
from torch import Tensor

PROT_NONE = 0


def guarded(tensor: Tensor) -> Tensor:
    """Copy a tensor so that its last byte is the last one before forbidden memory."""
    tensor = tensor.contiguous()
    size = tensor.numel() * tensor.element_size()
    if not size:
        return tensor
    whole = -(-size // mmap.PAGESIZE) * mmap.PAGESIZE
    memory = mmap.mmap(-1, whole + mmap.PAGESIZE)
    start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mprotect(ctypes.c_void_p(start + whole), ctypes.c_size_t(mmap.PAGESIZE), PROT_NONE):
        raise OSError(ctypes.get_errno(), "mprotect")
    # The view keeps the memory alive.
    copy = torch.frombuffer(memory, dtype=tensor.dtype, count=tensor.numel(), offset=whole - size)
    return copy.view(tensor.shape).copy_(tensor)
