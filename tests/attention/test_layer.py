"""The layer and the pool: what must hold so that a borrowed page holds the borrower's numbers."""

import pytest
import torch

from prefixkv_teach.attention import make_layer, make_pool, relative_error, rotate


def test_keys_and_values_depend_on_the_token_and_its_position_alone() -> None:
    layer = make_layer(heads=4, kv_heads=2, head_dim=8)
    _, k, v = layer.project(layer.embed([1, 2, 3, 4]), first_position=0)
    _, other_k, other_v = layer.project(layer.embed([9, 9, 3, 7]), first_position=0)
    _, late_k, late_v = layer.project(layer.embed([3]), first_position=2)
    for got, want in ((other_k[2], k[2]), (other_v[2], v[2]), (late_k[0], k[2]), (late_v[0], v[2])):
        assert relative_error(got, want) < 1e-6
    assert relative_error(k[3], layer.project(layer.embed([4]), first_position=0)[1][0]) > 0.1


def test_a_score_depends_on_how_far_apart_two_tokens_are() -> None:
    q, k = torch.randn(2, 1, 1, 16, generator=torch.Generator().manual_seed(0), dtype=torch.float64)

    def score(at_q: int, at_k: int) -> float:
        return (rotate(q, torch.tensor([at_q])) * rotate(k, torch.tensor([at_k]))).sum().item()

    assert score(5, 3) == pytest.approx(score(1005, 1003), abs=1e-3)
    assert abs(score(5, 3) - score(5, 4)) > 1e-2


def test_ids_may_be_any_integers_and_the_seed_matters() -> None:
    layer, other = (make_layer(heads=2, kv_heads=1, head_dim=4, seed=seed) for seed in (0, 1))
    ids = [0, -1, 2**70, -(2**70), 5]
    assert layer.embed(ids).unique(dim=0).shape == (5, 8)
    assert torch.equal(layer.embed(ids)[4], layer.embed([5])[0])
    assert not torch.equal(layer.embed([5]), other.embed([5])) and not torch.equal(layer.wq, other.wq)
    assert layer.embed([]).shape == (0, 8)


@pytest.mark.parametrize(
    ("sizes", "says"),
    [
        ({"heads": 3, "kv_heads": 2}, "heads is 3 and kv_heads 2"),
        ({"heads": 2, "kv_heads": 0}, "heads is 2 and kv_heads 0"),
        ({"head_dim": 5}, "head_dim is 5; expected an even number"),
    ],
)
def test_impossible_sizes_are_named(sizes: dict[str, int], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        make_layer(**sizes)  # type: ignore[arg-type]


def test_what_nobody_wrote_stays_nan() -> None:
    pool = make_pool(3, page_size=2, kv_heads=1, head_dim=4)
    pool.write([3, 1], 0, torch.ones(3, 1, 4), torch.full((3, 1, 4), 2.0))
    written = [(3, 0), (3, 1), (1, 0)]
    for page in range(4):
        for slot in range(2):
            assert pool.k_pages[page, slot].isnan().all() == ((page, slot) not in written)
            assert pool.v_pages[page, slot].isnan().all() == ((page, slot) not in written)
    with pytest.raises(IndexError):
        pool.write([3], 1, torch.ones(2, 1, 4), torch.ones(2, 1, 4))
