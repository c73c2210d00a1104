"""Work items: the visibility rule, counted one by one, and every error as a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prefixkv_teach.attention import WorkItem, plan_flat


@given(n_q=st.integers(0, 9), n_kv=st.integers(0, 9), pos0=st.integers(-12, 12))
def test_visible_pairs_counts_what_the_rule_lets_through(n_q: int, n_kv: int, pos0: int) -> None:
    item = WorkItem(q0=0, n_q=n_q, page0=0, n_kv=n_kv, pos0=pos0, out0=0)
    assert item.visible_pairs() == sum(n <= pos0 + i for i in range(n_q) for n in range(n_kv))


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=5), st.integers(1, 5))
def test_every_new_token_sees_itself_and_all_before_it(lens: list[tuple[int, int]], page_size: int) -> None:
    totals = [cached + new for cached, new in lens]
    tables = [[100 * prompt + place + 1 for place in range(20)] for prompt in range(len(lens))]
    work = plan_flat(tables, [new for _, new in lens], totals, page_size)
    seen = []
    for prompt, item in enumerate(work.items):
        for i in range(item.n_q):
            keys = [n for n in range(item.n_kv) if n <= item.pos0 + i]
            pages = work.item_pages(item)
            seen.append([(pages[n // page_size], n % page_size) for n in keys])
            assert item.q0 + i == item.out0 + i == len(seen) - 1
            cached = lens[prompt][0]
            assert seen[-1] == [(tables[prompt][n // page_size], n % page_size) for n in range(cached + i + 1)]
    assert len(seen) == work.query_rows == work.out_rows


def test_longer_tables_are_cut_to_what_the_prompt_needs() -> None:
    assert plan_flat([[3, 9, 8, 7], [5, 6]], [1, 1], [4, 1], page_size=2).pages == (3, 9, 5)


@pytest.mark.parametrize(
    ("tables", "news", "totals", "page_size", "says"),
    [
        ([[1], [2]], [1, 1], [1, 3], 2, "prompt 1: 3 tokens need 2 pages of 2, but its page table has 1"),
        ([[1]], [2], [1], 2, "prompt 0: 2 new tokens but a total length of 1"),
        ([[1], [1]], [1, -1], [1, 1], 2, "prompt 1: the new length is -1"),
        ([[1]], [0], [-2], 2, "prompt 0: the total length is -2"),
        ([[1, 0]], [4], [4], 2, "prompt 0: page 1 of its table is 0"),
        ([[1]], [1], [1], 0, "page_size is 0"),
        ([[1]], [1, 1], [1], 2, "1 page tables, 2 new lengths and 1 total lengths"),
    ],
)
def test_wrong_values_are_named(
    tables: list[list[int]], news: list[int], totals: list[int], page_size: int, says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        plan_flat(tables, news, totals, page_size)


def test_wrong_types_are_named() -> None:
    with pytest.raises(TypeError, match=r"page_size is 2\.5; expected a whole number, 1 or more"):
        plan_flat([[1]], [1], [1], 2.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="prompt 0: page 0 of its table is 'a'"):
        plan_flat([["a"]], [1], [1], 2)  # type: ignore[list-item]
