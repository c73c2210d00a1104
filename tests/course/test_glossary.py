"""The glossary: one file made from the records, every link into it leads somewhere, two new terms a lesson at most."""

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from prefixkv_teach.course import MISCONCEPTIONS, exercises
from prefixkv_teach.course.glossary import BEYOND, LESSONS, Term, find_term, glossary, glossary_markdown, linked_terms
from prefixkv_teach.course.quiz import questions
from tests.test_notebooks_clean import NOT_SAID
from tests.tracked import ROOT, name_of, notebooks

FOLDER = ROOT / "notebooks"
LESSON_FILES = [FOLDER / file for _, file in LESSONS.values() if (FOLDER / file).exists()]


def text_of(path: Path) -> str:
    return "\n".join("".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"])


def test_the_file_is_made_from_the_records() -> None:
    how = "make it anew: python -m prefixkv_teach.course.glossary > notebooks/glossary.md"
    assert (FOLDER / "glossary.md").read_text(encoding="utf-8") == glossary_markdown(), how


@pytest.mark.parametrize("one", glossary(), ids=lambda one: one.anchor)
def test_a_term_is_one_sentence_in_a_lesson(one: Term) -> None:
    assert one.term == one.term.lower(), "readers of Markdown differ in what they make of a capital in an anchor"
    assert re.fullmatch(r"[a-z-]+", one.anchor)
    assert re.fullmatch(r"[A-Z][^.?!]+\.", one.says), "one sentence"
    assert one.lesson in LESSONS or one.lesson == BEYOND
    assert len(glossary()) == len({other.anchor for other in glossary()})


@pytest.mark.parametrize("path", LESSON_FILES, ids=name_of)
def test_a_lesson_brings_at_most_two_new_terms_and_the_glossary_has_them(path: Path) -> None:
    new = linked_terms(text_of(path))
    assert len({anchor for _, anchor in new}) <= 2, new
    for words, anchor in new:
        term = find_term(anchor)
        assert words in {term.term, *term.also}, f"{words!r} is not how the glossary calls it"
        assert path.name.startswith(term.lesson), f"{anchor} is introduced in lesson {term.lesson}"


@pytest.mark.parametrize("path", [*notebooks(), *sorted(FOLDER.glob("*.md"))], ids=name_of)
def test_every_link_into_the_glossary_leads_to_a_term(path: Path) -> None:
    text = text_of(path) if path.suffix == ".ipynb" else path.read_text(encoding="utf-8")
    for anchor in re.findall(r"glossary\.md#([^)\s]+)", text):
        find_term(anchor)


def record_texts() -> Iterator[tuple[str, str]]:
    for one in exercises():
        yield one.key, "\n".join(str(getattr(one, field.name)) for field in fields(one) if field.name != "judge")
    for key, misconception in MISCONCEPTIONS.items():
        yield key, " ".join(misconception)
    for question in questions():
        yield question.key, " ".join([question.text, *(f"{o.text} {o.why}" for o in question.options)])
    for term in glossary():
        yield term.term, term.says


def test_words_that_make_a_learner_feel_slow_are_not_said() -> None:
    texts = [*record_texts(), *((path.name, path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.md"))]
    texts += [(path.name, text_of(path)) for path in notebooks()]
    assert len(texts) > 100
    assert [(name, found.group()) for name, text in texts if (found := NOT_SAID.search(text))] == []


def test_a_bold_link_is_a_new_term_and_another_link_is_none() -> None:
    assert linked_terms("**[a](glossary.md#b)** [c](glossary.md#d) **[e](other.md#f)**") == [("a", "b")]
    with pytest.raises(ValueError, match=r"'pagge'.*page-table"):
        find_term("pagge")
