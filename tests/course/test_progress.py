"""Progress is opt-in, in one small file, and losing that file never stops a lesson."""

import json
from pathlib import Path

import pytest

from prefixkv_teach.course import check, exercises, progress, reset_progress, start_progress
from prefixkv_teach.course.progress_file import FILE, note_passed, passed_exercises, progress_html


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a notebook."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def solve_one() -> None:
    one = next(one for one in exercises() if one.key == "share-five")
    space: dict[str, object] = {}
    exec(one.solution, space)
    assert check(one.key, space[one.name]).passed


def test_nothing_is_written_before_progress_is_started(folder: Path) -> None:
    solve_one()
    progress("01")
    reset_progress()
    assert list(folder.iterdir()) == []
    assert "start_progress()" in progress("01").html


def test_a_passed_exercise_is_noted_once_and_a_failed_one_is_not(folder: Path) -> None:
    assert FILE.name in start_progress()
    check("share-five", ["a", "b"])
    assert passed_exercises() == set()
    solve_one()
    solve_one()
    assert json.loads(FILE.read_text(encoding="utf-8")) == {"version": 1, "passed": ["share-five"]}
    assert [path.name for path in folder.iterdir()] == [FILE.name]


def test_starting_again_keeps_what_is_there_and_reset_forgets_it(folder: Path) -> None:
    start_progress()
    note_passed("one")
    note_passed("two")
    start_progress()
    assert passed_exercises() == {"one", "two"}
    reset_progress()
    assert passed_exercises() is None and not FILE.exists()
    note_passed("one")
    assert not FILE.exists(), "after a reset nothing is kept until it is asked for again"


@pytest.mark.parametrize("content", ["", "{", "[]", '"x"', '{"passed": 3}', '{"passed": [1, null]}', "null", "\x00"])
def test_a_damaged_file_counts_as_empty_and_is_mended_by_the_next_note(folder: Path, content: str) -> None:
    FILE.write_text(content, encoding="utf-8")
    assert passed_exercises() == set()
    assert "0 of" in progress("01").html
    note_passed("one")
    assert passed_exercises() == {"one"}


def test_bytes_that_are_no_text_count_as_empty(folder: Path) -> None:
    FILE.write_bytes(b"\xff\xfe\xff")
    assert passed_exercises() == set()


def test_the_bar_shows_what_is_done_by_sign_and_by_words(folder: Path) -> None:
    start_progress()
    solve_one()
    mine = [one.key for one in exercises() if one.lesson == "01"]
    html = progress("01").html
    assert html.count("pk-box") == len(mine) and html.count("pk-done") == html.count("✓") == 1
    assert f'aria-label="1 of {len(mine)} exercises passed"' in html
    assert f"1 of {len(mine)} exercises passed" in repr(progress("01"))


def test_keys_of_other_lessons_and_old_ones_are_not_counted() -> None:
    html = progress_html([("a", "<A>"), ("b", 'B "b"')], {"b", "gone", "elsewhere"})
    assert "1 of 2" in html and html.count("pk-done") == 1
    assert "<A>" not in html and "&lt;A&gt;" in html and 'B "b"' not in html
