"""Attention in plain Python loops, number by number: shares no line and no library with what it checks."""

import math

Rows = list[list[list[float]]]  # [token][head][number]


def attention(q: Rows, k: Rows, v: Rows) -> tuple[Rows, list[list[float]]]:
    """Causal attention of a prompt's last len(q) tokens over all its keys; returns it and the log-sum-exp."""
    group = len(q[0]) // len(k[0])
    out: Rows = []
    lse: list[list[float]] = []
    for i, heads in enumerate(q):
        visible = len(k) - len(q) + i + 1
        out.append([])
        lse.append([])
        for head, query in enumerate(heads):
            scores = [dot(query, k[n][head // group]) / math.sqrt(len(query)) for n in range(visible)]
            total = sum(math.exp(score) for score in scores)
            weights = [math.exp(score) / total for score in scores]
            values = [v[n][head // group] for n in range(visible)]
            out[-1].append([dot(weights, column) for column in zip(*values, strict=True)])
            lse[-1].append(math.log(total))
    return out, lse


def dot(a: list[float], b: list[float] | tuple[float, ...]) -> float:
    """Sum of products."""
    return sum(x * y for x, y in zip(a, b, strict=True))


def turn(pairs: list[float], position: int, base: float) -> list[float]:
    """Rotary positions of one head: pair i turns by position / base ** (2 i / D)."""
    turned = []
    for at in range(0, len(pairs), 2):
        angle = position / base ** (at / len(pairs))
        x, y = pairs[at], pairs[at + 1]
        turned += [x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)]
    return turned
