"""Pictures of one tile of the kernel."""

import re

from hypothesis import given
from hypothesis import strategies as st

from prefixkv_teach.draw.tile import number_grid, page_walk


@given(st.integers(1, 9), st.integers(1, 4), st.integers(1, 5))
def test_the_walk_names_every_token_s_page_and_slot(tokens: int, page_size: int, keys: int) -> None:
    table = [10 + 3 * at for at in range(-(-tokens // page_size))]
    html = page_walk([f"w{n}" for n in range(tokens)], table, page_size, keys)
    found = []
    for page, inside in re.findall(r'pk-name">page (\d+)</span>(.*?)</span></span>', html):
        found += [(n, int(page), slot) for n, slot in re.findall(r">w\d+<i>(\d+), slot (\d+)", inside)]
    want = [(str(n), table[n // page_size], str(n % page_size)) for n in range(tokens)]
    assert found == want
    assert ("not read" in html) == (tokens % keys > 0) and html.count('scope="row"') == -(-tokens // keys)


def test_pages_have_their_owner_s_colour() -> None:
    html = page_walk(["a", "b", "c"], [4, 7], 2, 4, owners=[0, 3])
    assert 'class="pk-page pk-c0"><span class="pk-name">page 4, of prompt 0<' in html
    assert 'class="pk-page pk-c3"><span class="pk-name">page 7, of prompt 3<' in html


def test_words_are_text_and_unseen_places_are_said() -> None:
    assert "&lt;b&gt;" in page_walk(["<b>"], [1], 2, 2)
    html = number_grid("s", ["<i>"], [("row", [float("-inf")]), ("next", [1.234])])
    assert "&lt;i&gt;" in html and "<td>–</td>" in html and "<td>1.23</td>" in html
    assert 'aria-label="s. row: &lt;i&gt; –. next: &lt;i&gt; 1.23."' in html
