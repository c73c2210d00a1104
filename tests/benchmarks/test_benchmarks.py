"""The frame of the benchmarks: rows, limits and errors. The figures themselves are never tested."""

import json

import pytest

from tests.benchmarks import __main__ as bench
from tests.benchmarks.figure import Figure, Options, table
from tests.benchmarks.library import branching_prompts


def figure(value: float | None, better: str, limit: float | None = 2.0) -> Figure:
    return Figure("speed", value, "s", limit, better, "a run")


@pytest.mark.parametrize(
    ("value", "better", "limit", "ok"),
    [
        (1, "lower", 2, True),
        (3, "lower", 2, False),
        (1, "higher", 2, False),
        (3, "higher", 2, True),
        (2, "lower", 2, True),
        (2, "higher", 2, True),
        (3, "lower", None, True),
        (None, "lower", 2, False),
    ],
)
def test_a_figure_is_ok_on_the_good_side_of_its_limit(value, better, limit, ok: bool) -> None:
    assert figure(value, better, limit).ok is ok


def test_a_bench_that_raises_is_a_row_and_the_others_go_on(tmp_path, monkeypatch, capsys) -> None:
    def broken(_options: Options) -> Figure:
        raise RuntimeError("no such thing")

    def works(_options: Options) -> Figure:
        return figure(1.5, "lower")

    monkeypatch.setattr(bench, "ROOT", tmp_path)
    monkeypatch.setattr(bench, "BENCHES", (broken, works))
    bench.main([])
    rows = json.loads((tmp_path / "benchmarks.json").read_text(encoding="utf-8"))
    assert [row["ok"] for row in rows] == [False, True]
    assert {"name", "value", "unit", "limit", "better", "ok"} <= rows[1].keys()
    assert "no such thing" in capsys.readouterr().out


def test_the_table_is_aligned_and_names_the_limit() -> None:
    lines = table([figure(1, "lower"), figure(30, "higher"), figure(None, "lower", None)]).splitlines()
    assert len({line.index("a run") for line in lines[1:]}) == 1
    assert "at most 2 s" in lines[1] and "at least 2 s" in lines[2] and lines[3].startswith("NOT")


def test_the_prompts_measured_are_as_described() -> None:
    prompts = branching_prompts(50, 20)
    assert {len(prompt) for prompt in prompts} == {20} and len(prompts) == 50
    assert len({prompt[0] for prompt in prompts}) < 25, "most share a beginning"
