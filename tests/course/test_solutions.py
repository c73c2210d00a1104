"""The solution pages say what the records say."""

from prefixkv_teach.course import exercises
from tools.write_solutions import FOLDER, pages

DUE = "run .venv/bin/python -m tools.write_solutions"


def test_each_page_is_what_the_records_say() -> None:
    there = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert sorted(there) == sorted(pages()), DUE
    assert [name for name, text in pages().items() if there[name] != text] == [], DUE


def test_each_exercise_has_its_solution_on_one_page() -> None:
    whole = "\n".join(pages().values())
    for one in exercises():
        assert whole.count(f"\n`{one.key}` · ") == 1
        assert one.solution in whole and one.why in whole and one.usual_wrong in whole
