"""`make bench`: measure, print a table, write the same to benchmarks.json; exit 0 whatever the figures say.

`make bench ARGS=--fresh` also times `make test` on a fresh clone, which takes minutes. `ARGS="-k import"`
runs only the benches whose function name holds that word.
"""

import argparse
import json
from collections.abc import Callable, Iterator

from tests.benchmarks.attention import attention_with_reuse
from tests.benchmarks.figure import Figure, Options, machine, table
from tests.benchmarks.fresh_clone import fresh_clone
from tests.benchmarks.keystroke import keystroke
from tests.benchmarks.library import import_time, plan_and_run
from tests.benchmarks.model import model_with_reuse
from tests.benchmarks.tree import chunk_bits, torch_path_against_sdpa, tree_decode
from tests.tracked import ROOT

Bench = Callable[[Options], Figure | list[Figure]]
BENCHES: tuple[Bench, ...] = (
    import_time,
    plan_and_run,
    keystroke,
    attention_with_reuse,
    tree_decode,
    torch_path_against_sdpa,
    chunk_bits,
    model_with_reuse,
    fresh_clone,
)


def measure(bench: Bench, options: Options) -> Iterator[Figure]:
    """Run one bench; one that raises gives a row that says why."""
    try:
        found = bench(options)
    except Exception as error:
        message = f"{type(error).__name__}: {error}"
        found = Figure(bench.__name__, None, "", None, "lower", "stopped by an error", message)
    yield from [found] if isinstance(found, Figure) else found


def main(arguments: list[str] | None = None) -> None:
    """Measure what was asked for, print it and write it down."""
    parser = argparse.ArgumentParser(prog="make bench", description="Measure the figures of this project.")
    parser.add_argument("--fresh", action="store_true", help="also time make test on a fresh clone (minutes)")
    parser.add_argument("-k", default="", help="only benches whose function name holds this word")
    chosen = parser.parse_args(arguments)
    options = Options(fresh=chosen.fresh)
    figures = []
    for bench in BENCHES:
        if chosen.k in bench.__name__:
            print(f"measuring {bench.__name__} ...", flush=True)
            figures += measure(bench, options)
    print(f"\n{table(figures)}\n\n{machine()}")
    print("Other work on the same machine makes times longer: measure on a quiet one.")
    if not options.fresh:
        print("make bench ARGS=--fresh also times make test on a fresh clone (some minutes).")
    target = ROOT / "benchmarks.json"
    target.write_text(json.dumps([figure.as_json() for figure in figures], indent=1) + "\n", encoding="utf-8")
    print(f"Written to {target.name}.")


if __name__ == "__main__":
    main()
