"""What Hypothesis draws: prompt sets that share much, small enough to try everything on them.

Every test that uses these is `@quick`: no time limit for one example, since the machine may be busy. The
draws are new ones in every run, and always the same where CI is set.
"""

import os

from hypothesis import settings
from hypothesis import strategies as st

from prefixkv_teach.plan import PrefixPlan, plan_tokens

in_ci = os.environ.get("CI", "").lower() not in ("", "0", "false")
quick = settings(deadline=None, max_examples=80, derandomize=in_ci)

ids = st.sampled_from([0, 1, 1, -7, 9])
trunks = st.lists(st.lists(ids, max_size=9), min_size=2, max_size=2)
# Each prompt is the front of a trunk and an ending: common fronts, extensions, twins and empty prompts.
cuts = st.tuples(st.integers(0, 1), st.integers(0, 9), st.one_of(st.just([]), st.lists(ids, max_size=4)))


def _prompts(trunks: list[list[int]], cuts: list[tuple[int, int, list[int]]]) -> list[list[int]]:
    return [trunks[which][:length] + ending for which, length, ending in cuts]


batches = st.builds(_prompts, trunks, st.lists(cuts, max_size=12))
page_sizes = st.integers(1, 5)


either = st.booleans()


def plans(cap: st.SearchStrategy[bool] = either) -> st.SearchStrategy[PrefixPlan]:
    """Plans of such prompt sets, at page sizes 1 to 5."""
    return st.builds(plan_tokens, batches, page_size=page_sizes, cap=cap)
