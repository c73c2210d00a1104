"""Writes what teachers need from the exercises' records, so that the two cannot drift apart.

- notebooks/solutions/: for each lesson, its exercises with solution, why, and the usual wrong answer;
- the expected answers in notebooks/for_instructors.md, between two marks.

Run it with `.venv/bin/python -m tools.write_solutions` after a change of an exercise; a test says when it is due.
"""

from pathlib import Path

from prefixkv_teach.course import MISCONCEPTIONS, Exercise, KnownWrong, Misconception, exercises

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"
FOLDER = NOTEBOOKS / "solutions"
GUIDE = NOTEBOOKS / "for_instructors.md"
BEGIN = "<!-- answers: written by tools/write_solutions.py -->"
END = "<!-- end of answers -->"


def pages() -> dict[str, str]:
    """Return every solution page as Markdown, by file name."""
    lessons = sorted({one.lesson for one in exercises()})
    return {f"{lesson_notebook(lesson).stem}.md": page(lesson) for lesson in lessons}


def page(lesson: str) -> str:
    """Return one lesson's solutions as Markdown."""
    notebook = lesson_notebook(lesson)
    head = (
        f"# Solutions of lesson {lesson}\n\nThe exercises of [{notebook.stem}](../{notebook.name}), in their order. "
        "Try first: each exercise has three hints, and its check says what is wrong with an answer.\n"
    )
    return "\n".join([head, *(section(one) for one in exercises() if one.lesson == lesson)])


def section(one: Exercise) -> str:
    """Return one exercise as Markdown: what to do, the solution, why, and which wrong answers are recognised."""
    ideas = "\n".join(
        f"- {_handed_in(one, wrong)}“{_idea(wrong).idea}” {_idea(wrong).instead}" for wrong in one.known_wrong
    )
    minutes = f"{one.minutes} minute{'s' * (one.minutes != 1)}"
    return (
        f"## {one.title}\n\n`{one.key}` · {minutes}\n\n{one.statement}\n\n```python\n{one.solution}\n```\n\n"
        f"**Why.** {one.why}\n\n**The usual wrong answer.** {one.usual_wrong}\n\n"
        f"**Ideas behind wrong answers that the check knows.**\n\n{ideas}\n"
    )


def answers() -> str:
    """Return the expected answers of all lessons as Markdown, for the instructors' page."""
    parts = []
    for lesson in sorted({one.lesson for one in exercises()}):
        notebook = lesson_notebook(lesson)
        parts.append(
            f"### {notebook.stem}\n\nFunctions and prompts in full: [solutions](solutions/{notebook.stem}.md).\n"
        )
        parts += [_expected(one) for one in exercises() if one.lesson == lesson]
    return "\n".join(parts)


def _expected(one: Exercise) -> str:
    right = {"answer": f"`{one.solution.partition(' = ')[2]}`", "function": "a function", "prompts": "prompts"}[
        one.form
    ]
    wrong = "\n".join(f"- {_handed_in(one, wrong)}“{_idea(wrong).idea}”" for wrong in one.known_wrong)
    return f"**{one.title}** (`{one.key}`, {one.minutes} min): {right}. {one.why}\n\n{wrong}\n"


def _handed_in(one: Exercise, wrong: KnownWrong) -> str:
    if one.form == "answer":
        return f"`{wrong.answer}`: "
    return f"`{' / '.join(wrong.answer)}`: " if one.form == "prompts" else ""


def _idea(wrong: KnownWrong) -> Misconception:
    return MISCONCEPTIONS[wrong.misconception]


def with_answers(guide: str) -> str:
    """Return the instructors' page with the expected answers between its two marks renewed."""
    before, begin, rest = guide.partition(BEGIN)
    _, end, after = rest.partition(END)
    return f"{before}{begin}\n\n{answers()}\n{end}{after}"


def lesson_notebook(lesson: str) -> Path:
    """Return the notebook of a lesson, such as "05"."""
    (found,) = NOTEBOOKS.glob(f"{lesson}_*.ipynb")
    return found


def main() -> None:
    """Write all pages, and remove what is left of lessons that are gone."""
    FOLDER.mkdir(exist_ok=True)
    wanted = pages()
    for old in FOLDER.glob("*.md"):
        if old.name not in wanted:
            old.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    GUIDE.write_text(with_answers(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"Wrote the answers in {GUIDE.name}, and {len(wanted)} pages to {FOLDER.relative_to(ROOT)}.")


if __name__ == "__main__":
    main()
