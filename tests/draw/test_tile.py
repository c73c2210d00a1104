"""Pictures of one tile of the kernel."""

import re

from hypothesis import given
from hypothesis import strategies as st

from prefixkv_teach.draw.tile import number_grid, page_walk


@given(st.integers(1, 9), st.integers(1, 4), st.integers(1, 5))
def test_the_walk_names_every_token_s_page_and_slot(tokens: int, page_size: int, keys: int) -> None:
    table = [10 + 3 * at for at in range(-(-tokens // page_size))]
    html = page_walk([f"w{n}" for n in range(tokens)], table, page_size, keys)
    found = re.findall(r"<td><b>w(\d+)</b><br>n = (\d+)<br>page (\d+), slot (\d+)</td>", html)
    want = [(n, n, table[n // page_size], n % page_size) for n in range(tokens)]
    assert [tuple(map(int, one)) for one in found] == want
    assert html.count("not read") == -tokens % keys and html.count('scope="row"') == -(-tokens // keys)


def test_words_are_text_and_unseen_places_are_said() -> None:
    assert "&lt;b&gt;" in page_walk(["<b>"], [1], 2, 2)
    html = number_grid("s", ["<i>"], [("row", [float("-inf")]), ("next", [1.234])])
    assert "&lt;i&gt;" in html and "<td>–</td>" in html and "<td>1.23</td>" in html
    assert 'aria-label="s. row: &lt;i&gt; –. next: &lt;i&gt; 1.23."' in html
