"""How many CPU threads torch uses while something runs."""

import operator
from collections.abc import Iterator
from contextlib import contextmanager

import torch


@contextmanager
def use_threads(count: int) -> Iterator[None]:
    """Let torch use `count` CPU threads inside a `with` block, and as many as before after it.

    One is a good choice for small tensors: threads wait for each other at every operation, and on a busy machine
    that wait costs far more than a second thread gains.

    Raises:
        ValueError: count is not 1 or more.

    Example:
        >>> with use_threads(1):
        ...     torch.get_num_threads()
        1
    """
    if operator.index(count) < 1:
        raise ValueError(f"threads is {count}; expected a whole number, 1 or more.")
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)
