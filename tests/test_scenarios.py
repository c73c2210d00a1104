"""Each named scenario makes its point, and a scenario comes back from its file as it went in."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prefixkv_teach.plan import PrefixPlan, make_plan
from prefixkv_teach.scenarios import (
    SCENARIOS,
    TOKENIZERS,
    Scenario,
    load_scenario,
    save_scenario,
    scenario_from_bytes,
    scenario_from_json,
    scenario_to_json,
)
from prefixkv_teach.steps import ByteTokenizer, schedule_by_new_tokens

NAMES = [
    "the article",
    "system prompt",
    "few-shot",
    "branches",
    "documents reordered",
    "one token short of a page",
    "identical prompts",
    "nothing shared",
    "twins and the cap",
]


def planned(name: str) -> PrefixPlan:
    return SCENARIOS[name].plan()


def test_the_scenarios_are_these() -> None:
    assert list(SCENARIOS) == NAMES
    assert all(SCENARIOS[name].name == name for name in NAMES)
    with pytest.raises(TypeError):
        SCENARIOS["mine"] = SCENARIOS["the article"]  # type: ignore[index]


@pytest.mark.parametrize("name", NAMES)
def test_a_scenario_fits_on_screen(name: str) -> None:
    scenario = SCENARIOS[name]
    scenario.plan().check_integrity()
    assert 2 <= len(scenario.prompts) <= 6
    assert all(len(text) <= 60 and max(map(len, text.split())) <= 8 for text in scenario.prompts)
    assert scenario.about.endswith(".") and scenario.about.count(".") == 1 and len(scenario.about) <= 110


def test_the_article() -> None:
    plan = planned("the article")
    assert (plan.order, plan.shared, plan.parent) == ((0, 3, 4, 1, 2), (0, 2, 2, 4, 0), (None, 0, 0, 4, None))


def test_system_prompt_is_computed_once() -> None:
    plan = planned("system prompt")
    same = len("You are a kind and very patient guide.".split())
    assert all(text.startswith("You are a kind and very patient guide. ") for text in plan.prompts)
    assert sorted(plan.reused_tokens) == [0] + [same] * (len(plan.prompts) - 1)
    assert plan.children[plan.order[0]] == plan.order[1:]


def test_few_shot_borrows_one_page_for_each_example() -> None:
    plan = planned("few-shot")
    examples = {0: 2, 1: 2, 2: 2, 3: 1, 4: 0}  # worked examples in front, by prompt
    for prompt, text in enumerate(plan.prompts):
        assert text.split()[: 3 * examples[prompt]] == "hot → cold big → small".split()[: 3 * examples[prompt]]
    first = plan.order[0]
    assert {p: len(plan.borrowed_pages(p)) for p in examples if p != first} == {
        p: n for p, n in examples.items() if p != first
    }


def test_branches_fork_and_lend_on() -> None:
    plan = planned("branches")
    parent_of = dict(zip(plan.order, plan.parent, strict=True))
    assert any(len(children) >= 3 for children in plan.children)
    assert any(parent_of[p] is not None and plan.children[p] for p in plan.order)
    assert len(set(plan.shared)) >= 4  # forks at several depths


def test_documents_reordered_share_nothing() -> None:
    plan = planned("documents reordered")
    first, reordered, again = plan.prompts
    assert sorted(first.split()) == sorted(reordered.split())
    assert first.split()[:-1] == again.split()[:-1]
    assert plan.reused_tokens[1] == 0
    assert plan.parent[plan.position_of[1]] is None and plan.children[1] == ()
    assert plan.reused_tokens[0] + plan.reused_tokens[2] == 4


def test_one_token_short_of_a_page() -> None:
    scenario = SCENARIOS["one token short of a page"]
    plan = scenario.plan()
    assert (plan.common[1], plan.common[3]) == (scenario.page_size, scenario.page_size - 1)
    assert (plan.shared[1], plan.shared[3]) == (scenario.page_size, 0)
    # With one more token in front of the same pair, the page is full and lent.
    pair = [f"Look, {text}" for text in scenario.prompts[2:]]
    assert make_plan(pair, page_size=scenario.page_size).shared == (0, scenario.page_size)


def test_identical_prompts_lose_one_page_to_the_cap() -> None:
    scenario = SCENARIOS["identical prompts"]
    plan = scenario.plan()
    length = len(plan.token_ids[0])
    assert len(set(scenario.prompts)) == 1 and length % scenario.page_size == 0
    assert plan.shared == (0, *[length - scenario.page_size] * (len(scenario.prompts) - 1))
    assert replace(scenario, cap=False).plan().shared == (0, *[length] * (len(scenario.prompts) - 1))


def test_nothing_shared_but_the_ending() -> None:
    plan = planned("nothing shared")
    assert len({tuple(text.split()[-2:]) for text in plan.prompts}) == 1
    assert set(plan.parent) == {None} and sum(plan.shared) == 0
    assert plan.pages == plan.pages_without_sharing


def test_twins_and_the_cap_leave_a_document_unseen() -> None:
    scenario = SCENARIOS["twins and the cap"]
    plan = scenario.plan()
    twin = 1
    assert not scenario.cap and scenario.prompts[twin] == scenario.prompts[0]
    unseen = set(plan.order) - set(schedule_by_new_tokens(plan.token_ids, plan.order, plan.shared))
    assert unseen == {twin} and plan.computed_tokens[twin] == 0
    capped = replace(scenario, cap=True).plan()
    assert sorted(schedule_by_new_tokens(capped.token_ids, capped.order, capped.shared)) == [0, 1, 2, 3]


def test_the_tokenizer_s_name_decides() -> None:
    assert set(TOKENIZERS) == {"words", "bytes"}
    assert Scenario("b", ("Aé",), tokenizer="bytes").plan().token_ids == (tuple(ByteTokenizer()("Aé")),)
    assert Scenario("w", ("Aé é",)).plan().token_ids == ((10, 20),)


texts = st.text(st.characters(), max_size=20)  # st.characters() alone draws lone surrogates too
scenarios = st.builds(
    Scenario,
    name=texts,
    prompts=st.lists(texts | st.sampled_from(["a\nb\r\n", "😀", "\ud83d", "\ud83d\ude00", "</script>", '"\\u0041'])),
    page_size=st.integers(1, 10**30),
    cap=st.booleans(),
    tokenizer=st.sampled_from(list(TOKENIZERS)),
    about=texts,
)


@settings(deadline=None)
@given(scenarios)
def test_a_scenario_comes_back_as_it_went_in(scenario: Scenario) -> None:
    text = scenario_to_json(scenario)
    assert scenario_from_json(text) == scenario
    assert scenario_from_bytes(text.encode("utf-8"), "a file") == scenario
    json.loads(text)


def test_a_scenario_comes_back_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    scenario = Scenario("Grüße 😀 \ud83d", ("line one\nline two", "", "שלום"), 3, False, "bytes", "half \udc00")
    path.write_text("x" * 10_000)  # saving replaces what was there
    save_scenario(scenario, path)
    assert load_scenario(path) == load_scenario(str(path)) == scenario
    assert "Grüße 😀" in path.read_text(encoding="utf-8")  # readable, not escaped
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())  # as some editors save it
    assert load_scenario(path) == scenario


def test_two_halves_of_an_emoji_are_the_emoji() -> None:
    assert Scenario("x", ("\ud83d\ude00",)).prompts == ("😀",)


GOOD = json.loads(scenario_to_json(SCENARIOS["the article"]))
BAD_FIELDS = [
    ("name", 3, "name is 3, a int; expected a text"),
    ("about", None, "about is None, a NoneType; expected a text"),
    ("prompts", "a b", "prompts is 'a b'; expected a list of texts"),
    ("prompts", {"0": "a"}, "prompts is {'0': 'a'}; expected a list of texts"),
    ("prompts", ["a", 5], "prompts[1] is 5, a int; expected a text"),
    ("page_size", 0, "page_size is 0; expected 1 or more"),
    ("page_size", "2", "page_size is '2', a str; expected a positive integer"),
    ("page_size", 2.0, "page_size is 2.0, a float; expected a positive integer"),
    ("page_size", True, "page_size is True, a bool; expected a positive integer"),
    ("cap", 1, "cap is 1; expected true or false"),
    ("cap", "yes", "cap is 'yes'; expected true or false"),
    ("tokenizer", "letters", "tokenizer is 'letters'; expected one of words, bytes"),
    ("tokenizer", ["words"], "tokenizer is ['words']; expected one of words, bytes"),
    ("version", 0, "version is 0; expected 1"),
    ("version", "1", "version is '1'; expected 1"),
    ("version", True, "version is True; expected 1"),
    ("version", 2, "version is 2; update prefixkv_teach"),
    ("pagesize", 4, "'pagesize' is no field; take it out, or use one of version, name, prompts"),
]


@pytest.mark.parametrize("field, value, sentence", BAD_FIELDS)
def test_a_bad_field_is_named_with_its_value_and_the_file(
    field: str, value: Any, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(GOOD | {field: value}))
    with pytest.raises(ValueError) as error:
        load_scenario(path)
    assert str(error.value).startswith(f"{path} is not a scenario") and sentence in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("field", GOOD)
def test_a_missing_field_is_named(field: str) -> None:
    rest = {name: value for name, value in GOOD.items() if name != field}
    with pytest.raises(ValueError, match=f"^x.json is not a scenario: {field} is missing; add it, such as "):
        scenario_from_json(json.dumps(rest), "x.json")


@pytest.mark.parametrize(
    "content, sentence",
    [
        (b"", "it is empty"),
        (b"{", "it is not JSON"),
        (b"[1]", "it holds [1]; expected an object with the fields version, name"),
        (b"[" * 100_000, "it nests too deeply"),
        (b'{"version": 1, "version": 1}', "the field 'version' stands there twice"),
        (b'{"name": "\xff"}', "its byte 0xFF at 10 is not UTF-8; save it as UTF-8"),
    ],
)
def test_content_that_is_no_scenario_is_named(content: bytes, sentence: str) -> None:
    with pytest.raises(ValueError) as error:
        scenario_from_bytes(content, "x.json")
    assert str(error.value).startswith("x.json is not a scenario: ") and sentence in str(error.value)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"there is no file .*none\.json; look at the folder"):
        load_scenario(tmp_path / "none.json")
    with pytest.raises(IsADirectoryError, match="is a folder; name a file in it"):
        load_scenario(tmp_path)
    with pytest.raises(FileNotFoundError, match="is not a folder; make it first"):
        save_scenario(SCENARIOS["few-shot"], tmp_path / "no" / "x.json")


@pytest.mark.parametrize("change", [{"page_size": 0}, {"prompts": "a"}, {"cap": None}, {"tokenizer": "x"}, {"name": 1}])
def test_a_scenario_is_checked_when_made(change: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError), match=f"^{next(iter(change))} is "):
        Scenario(**({"name": "x", "prompts": ("a",)} | change))
