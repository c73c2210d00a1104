"""Prompt sets to check with: seeded, asymmetric, small first; and how a failing one is made smaller."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from prefixkv_teach.plan import PrefixPlan, plan_tokens


@dataclass(frozen=True)
class Case:
    """One prompt set as token ids, with page size and cap."""

    token_ids: tuple[tuple[int, ...], ...]
    page_size: int = 2
    cap: bool = True

    def plan(self) -> PrefixPlan:
        """Return its plan."""
        return plan_tokens(self.token_ids, page_size=self.page_size, cap=self.cap)

    @property
    def size(self) -> tuple[int, int, int]:
        """How large it is to look at: prompts and tokens together, then page size, then the ids."""
        tokens = sum(map(len, self.token_ids))
        return (len(self.token_ids) + tokens, self.page_size, sum(map(sum, self.token_ids)))


def random_cases(count: int, seed: int = 7, *, cap: bool | None = True, empty: bool = False) -> list[Case]:
    """Return `count` prompt sets, always the same for a seed, small ones first.

    They fork, repeat and extend one another, lengths differ, and numbers are not symmetric. `cap=None` draws it.
    Prompts without a token come with `empty` only: no exercise speaks of them.

    Example:
        >>> random_cases(3) == random_cases(3), len(random_cases(50))
        (True, 50)
    """
    random = Random(seed)
    return [_one(random, 1 + number * 7 // count, cap, empty) for number in range(count)]


def _one(random: Random, prompts: int, cap: bool | None, empty: bool) -> Case:
    rows: list[tuple[int, ...]] = []
    for _ in range(prompts):
        start = random.choice(rows) if rows and random.random() < 0.8 else ()
        keep = random.randint(0, len(start)) if random.random() < 0.6 else len(start)
        least = 0 if keep or empty else 1
        rows.append(start[:keep] + tuple(random.randint(1, 4) for _ in range(random.randint(least, 4))))
    random.shuffle(rows)
    return Case(tuple(rows), random.randint(1, 4), random.random() < 0.5 if cap is None else cap)


def smallest(case: Case, fails: Callable[[Case], bool]) -> Case:
    """Make a failing case smaller, step by step, as long as it still fails.

    One prompt stays, with one token: no exercise speaks of less.

    Example:
        >>> smallest(Case(((1, 2, 3), (4,), (5, 6))), lambda case: len(case.token_ids) >= 2).token_ids
        ((1,), (2,))
    """
    improved = True
    while improved:
        improved = False
        for smaller in sorted(set(_smaller(case)), key=lambda one: one.size):
            if smaller.size < case.size and fails(smaller):
                case, improved = smaller, True
                break
    return case


def _smaller(case: Case) -> Iterator[Case]:
    rows = case.token_ids
    for at, row in enumerate(rows):
        if len(rows) > 1:
            yield Case(rows[:at] + rows[at + 1 :], case.page_size, case.cap)
        for cut in range(len(row) if len(row) > 1 else 0):
            shorter = row[:cut] + row[cut + 1 :]
            yield Case((*rows[:at], shorter, *rows[at + 1 :]), case.page_size, case.cap)
    for page_size in range(1, case.page_size):
        yield Case(rows, page_size, case.cap)
    ids = sorted({token for row in rows for token in row})
    ranked = {token: rank for rank, token in enumerate(ids, 1)}
    yield Case(tuple(tuple(ranked[token] for token in row) for row in rows), case.page_size, case.cap)
