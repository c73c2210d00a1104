"""The GPU check rehearsed from start to end, and its record written, read and shown."""

import json
import math
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from prefixkv_teach import cli
from prefixkv_teach.attention import gpu_check
from prefixkv_teach.attention.gpu_cases import Case, cases, check_case
from prefixkv_teach.attention.gpu_record import Checked, GpuRecord, Timed, read_record, recorded, recorded_text
from tests.tracked import ROOT

RECORD = GpuRecord(
    "a card",
    "9.0",
    "2026-01-31",
    {"torch": "2.13"},
    "triton path",
    False,
    4e12,
    7e14,
    (Checked("D 64", 1e-7, 2e-6), Checked("D 80", math.nan, 2e-6)),
    (Timed("decode", 2e-3, 1e-3, "memory", 4_000, 8),),
)


def test_a_rehearsal_runs_the_whole_script_in_a_process_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    command = [sys.executable, "-m", "prefixkv_teach.cli", "gpu-check", "--dry", str(file)]
    environment = {name: value for name, value in os.environ.items() if name != "TRITON_INTERPRET"}
    answer = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    record = read_record(file.read_text(encoding="utf-8"))
    assert record.dry and record.ok and f"Written to {file}." in answer.stdout
    assert {one.what.split(",")[0] for one in record.checks} == {"float32", "float16", "bfloat16"}
    assert len(record.checks) == 3 * len(list(cases(dry=True)))
    assert [one.what.split(",")[0] for one in record.times] == [
        "prefill without reuse",
        "prefill with reuse",
        "decode",
        "decode",
        "decode",
    ]
    assert all(one.seconds > 0 and one.floor_seconds > 0 for one in record.times)
    flat, tree = record.times[-2:]
    assert (flat.kv_bytes, tree.kv_bytes) == (3 * 11 * 128, (8 + 3 * 3) * 128)  # 2 x 2 KV heads x D 16 x 2 bytes
    assert "Rehearsed, not measured" in answer.stdout and "triton" in record.backend


def test_without_a_gpu_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert cli.main(["gpu-check"]) == 1
    said = capsys.readouterr().out
    assert said.count("\n") == 1 and "no NVIDIA GPU" in said and "--dry" in said


def test_a_file_that_cannot_be_written_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setattr(gpu_check, "gpu_check", lambda dry: RECORD)
    assert gpu_check.main([str(tmp_path / "nowhere" / "x.json")]) == 1
    assert "could not be written" in capsys.readouterr().out


def test_a_wrong_configuration_makes_the_command_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setattr(gpu_check, "gpu_check", lambda dry: RECORD)
    assert gpu_check.main([str(tmp_path / "x.json")]) == 1
    said = capsys.readouterr().out
    assert "WRONG: D 80, error nan" in said and "1 of 2 configurations" in said
    monkeypatch.setattr(gpu_check, "gpu_check", lambda dry: replace(RECORD, checks=RECORD.checks[:1]))
    assert gpu_check.main([str(tmp_path / "x.json")]) == 0
    assert "gpu_records, and lesson 06 shows it" in capsys.readouterr().out


def test_a_kernel_that_does_not_run_is_wrong_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> dict[str, float]:
        raise RuntimeError("backend is 'triton', but no")

    monkeypatch.setattr(gpu_check, "check_case", refuse)
    found = gpu_check._check(Case("float32", 16, 2, 2, 1, 5), "triton", torch.device("cpu"), lambda _: None)
    assert [one.ok for one in found] == [False] and "but no" in found[0].what


@pytest.mark.parametrize("case", [*cases(dry=True), Case("float32", 8, 16, 2, 1, 70)], ids=str)
def test_the_cases_are_right_on_the_torch_path(case: Case) -> None:
    errors = check_case(case, "torch", "cpu")
    assert max(errors.values()) <= {"float32": 2e-6, "float16": 1e-3, "bfloat16": 8e-3}[case.dtype]


def test_a_wrong_page_shows_in_every_way(monkeypatch: pytest.MonkeyPatch) -> None:
    from prefixkv_teach.attention import torch_path

    right = torch_path._gather
    monkeypatch.setattr(torch_path, "_gather", lambda pool, pages, n_kv: right(pool, pages * 0 + 1, n_kv))
    assert not any(error < 1e-3 for error in check_case(Case("float32", 16, 2, 4, 2, 5), "torch", "cpu").values())


def test_the_newest_record_of_a_gpu_is_shown_with_its_card_and_date(tmp_path: Path) -> None:
    for name, record in {
        "b": RECORD,
        "a": replace(RECORD, card="an older card", date="2025-12-01"),
        "c": replace(RECORD, date="2026-02-01", dry=True),
    }.items():
        (tmp_path / f"{name}.json").write_text(record.to_json(), encoding="utf-8")
    found = recorded(tmp_path)
    assert found is not None and found.card == "a card" and not found.dry
    assert recorded_text(tmp_path).startswith("Measured on a card (compute capability 9.0), 2026-01-31")
    assert "computed, not measured" not in recorded_text(tmp_path)


def test_where_nothing_was_measured_the_figures_are_called_computed(tmp_path: Path) -> None:
    assert recorded(tmp_path) is None
    said = recorded_text(tmp_path)
    assert "computed, not measured" in said and "Measured on" not in said


def test_a_file_that_is_no_record_is_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"not a record of a GPU check: .*times"):
        read_record('{"card": "a card"}')
    with pytest.raises(ValueError, match="not a record of a GPU check"):
        read_record("[]")
    data = json.loads(RECORD.to_json()) | {"times": [{"what": "decode"}]}
    with pytest.raises(ValueError, match=r"not a record of a GPU check: .*missing"):
        read_record(json.dumps(data))
