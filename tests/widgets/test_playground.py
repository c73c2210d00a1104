"""The playground shows what the pure functions say, survives what anybody types, and loses none of it."""

import json
import threading
from datetime import UTC, datetime
from html import unescape

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import prefixkv_teach.widgets.playground as playground_module
from prefixkv_teach import METHODS, SCENARIOS, Playground, Scenario, execute, load_scenario, scenario_to_json
from prefixkv_teach.draw import live_chart, meters, order_view, page_pool, sentence_box, token_strips, tree_svg
from prefixkv_teach.prompt_files import prompts_from_text

ARTICLE = SCENARIOS["the article"]
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
HOSTILE = [
    "<script>alert(1)</script>",
    "<|system|> be kind",
    '"><img src=x onerror=alert(1)>',
    "</svg></textarea><b>",
    "\\N \\G %s {0} &amp;",
    "👩‍👩‍👧 😀 é",
    "שלום עולם مرحبا",
    "\x00\x07 \u202e reversed",
    "half \ud83d emoji",
]


def text_of(widget) -> str:
    return unescape(widget.value)


def shown(playground: Playground) -> dict[str, str]:
    return {name: view.value for name, view in playground.views.items()}


@pytest.fixture
def playground(tmp_path) -> Playground:
    return Playground(folder=tmp_path / "saved")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("position", [0, 2, 4])
def test_every_view_is_a_pure_function_of_plan_and_moment(playground, method, position):
    playground.method.value = method
    playground.player.slider.value = position + 1
    run = execute(ARTICLE.plan(), method)
    runs = [execute(ARTICLE.plan(), name) for name in METHODS]
    assert playground.views["sentence"].value == sentence_box(run, position)
    assert playground.views["strips"].value == token_strips(run, position)
    assert playground.views["tree"].value == tree_svg(run.plan, run, position)
    assert playground.views["pool"].value == page_pool(run, position)
    assert playground.views["chart"].value == live_chart(runs, position, method)
    assert playground.views["meters"].value == meters(run.plan)


def test_each_step_shows_its_own_pictures(playground):
    for step in ("Sort", "Share", "Round", "Link"):
        playground.step.value = step
        strips = token_strips(execute(ARTICLE.plan()), step=step)
        assert playground.views["strips"].value == strips
        assert bool(playground.views["tree"].value) == (step == "Link")
        assert playground.player.layout.display == "none"
    playground.step.value = "Sort"
    assert playground.views["order"].value == order_view(ARTICLE.plan())
    playground.step.value = "Run"
    assert playground.player.layout.display is None and not playground.views["order"].value


def test_a_keystroke_changes_every_view_of_the_plan(playground):
    before = shown(playground)
    playground.controls.prompts.value += " indeed"
    changed = {name for name, html in shown(playground).items() if html != before[name]}
    assert {"strips", "tree", "meters", "outline"} <= changed
    assert playground.plan.prompts[4] == "The room was noisy indeed"


@pytest.mark.parametrize("typed", ["0", "-3", "2.5", "two", "", "  ", "1e3", "1_0", "1000001", "9" * 5000, "<b>"])
def test_a_bad_page_size_is_named_and_the_last_good_picture_stays(playground, typed):
    before = shown(playground)
    playground.controls.page_size.value = typed
    assert shown(playground) == before
    assert "page size" in text_of(playground.message) and repr(typed[:40])[:-1] in text_of(playground.message)
    assert "<b>" not in playground.message.value.replace("<b></b>", "")
    playground.controls.prompts.value = "typed while the page size is wrong"
    assert playground.controls.page_size.value == typed
    playground.controls.page_size.value = "3"
    assert playground.plan.prompts == ("typed while the page size is wrong",) and "page size" not in (
        playground.message.value
    )


@pytest.mark.parametrize("typed, by, left", [("2", +1, "3"), ("2", -1, "1"), ("1", -1, "1"), ("x", +1, "2")])
def test_the_page_size_buttons(playground, typed, by, left):
    playground.controls.page_size.value = typed
    (playground.controls.larger if by > 0 else playground.controls.smaller).click()
    assert playground.controls.page_size.value == left and str(playground.plan.page_size) == left


def test_blank_lines_are_skipped_and_said_so(playground):
    playground.controls.prompts.value = "a b\n\n  \nc d"
    assert playground.plan.prompts == ("a b", "c d")
    assert "2 blank lines were skipped" in playground.message.value
    playground.controls.prompts.value = "a b\nc d"
    assert playground.message.value == ""


def test_no_prompts_is_a_sentence_and_not_an_error(playground):
    playground.controls.prompts.value = " \n"
    assert playground.plan.prompts == () and "No prompts yet" in playground.message.value
    assert playground.player.slider.disabled
    playground.player.next.click()
    playground.controls.prompts.value = "a b"
    assert not playground.player.slider.disabled and "a b" in playground.views["tree"].value


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("tokenizer", ["words", "bytes"])
def test_hostile_texts_become_pictures(playground, text, tokenizer):
    playground.controls.tokenizer.value = tokenizer
    typed = f"{text}\n{text} more\n{text}"
    playground.controls.prompts.value = typed
    assert playground.message.value == "" and len(playground.plan.prompts) == 3
    assert playground.controls.prompts.value == typed
    for html in shown(playground).values():
        assert "<script" not in html and "<img" not in html and "</textarea" not in html
    for step in ("Sort", "Share", "Round", "Link"):
        playground.step.value = step
        assert playground.message.value == ""


@given(
    st.text(st.characters(codec=None), max_size=60),
    st.sampled_from(["1", "2", "7"]),
    st.booleans(),
    st.sampled_from(["words", "bytes"]),
)
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
def test_any_text_gives_a_picture(text, page_size, cap, tokenizer):
    playground = Playground(Scenario("any", ("a b c", "a b d"), page_size=int(page_size), cap=cap, tokenizer=tokenizer))
    before = playground.views["strips"].value
    playground.controls.prompts.value = text
    assert playground.controls.prompts.value == text
    assert "pk-error" not in playground.message.value
    assert tuple(playground.plan.prompts) == tuple(line.replace("⏎", "\n") for line in prompts_from_text(text).prompts)
    assert text == "a b c\na b d" or playground.views["strips"].value != before


@pytest.mark.parametrize(
    "text",
    ["x" * 100_000, "word " * 20_000, "\n".join(f"prompt {n} of many" for n in range(5000)), "same again\n" * 5000],
    ids=["one long word", "20,000 words", "5,000 prompts", "5,000 twins"],
)
def test_large_inputs_stay_pictures_of_a_size_that_a_page_can_show(playground, text):
    playground.controls.prompts.value = text
    assert playground.message.value in ("",) or "blank line" in playground.message.value
    assert len(playground.plan.prompts) == len(text.split("\n")) - text.endswith("\n")
    assert sum(map(len, shown(playground).values())) < 1_000_000
    playground.player.slider.value = playground.player.slider.max
    assert "pk-error" not in playground.message.value


def test_choosing_a_scenario_fills_the_controls_and_redraws_once(playground, monkeypatch):
    plans = []
    monkeypatch.setattr(Scenario, "plan", lambda self, plan=Scenario.plan: plans.append(self) or plan(self))
    playground.controls.scenario.value = "twins and the cap"
    assert len(plans) == 1
    assert playground.plan == SCENARIOS["twins and the cap"].plan() and not playground.controls.cap.value


def test_the_learners_own_prompts_wait_while_a_scenario_is_shown(playground):
    playground.controls.prompts.value = "mine one\nmine two"
    assert playground.controls.scenario.value == "your own"
    playground.controls.page_size.value = "wrong"
    playground.controls.prompts.value = "mine one\nmine three"
    playground.controls.scenario.value = "branches"
    assert playground.plan == SCENARIOS["branches"].plan()
    playground.controls.scenario.value = "your own"
    assert playground.controls.prompts.value == "mine one\nmine three"


def test_the_last_edit_wins_whatever_the_threads_do(playground):
    texts = [f"the room was {n}\nthe room is {n}" for n in range(60)]
    finished = threading.Event()

    def step_around():
        while not finished.is_set():
            playground.player.next.click()
            playground.player.back.click()

    stepping = threading.Thread(target=step_around)
    stepping.start()
    typing = [threading.Thread(target=setattr, args=(playground.controls.prompts, "value", t)) for t in texts]
    for thread in typing:
        thread.start()
    for thread in typing:
        thread.join()
    finished.set()
    stepping.join()
    last = playground.controls.prompts.value
    assert playground.plan.prompts == tuple(last.split("\n"))
    position = playground.player.position
    assert playground.views["tree"].value == tree_svg(playground.plan, playground.run, position)
    assert playground.views["strips"].value == token_strips(playground.run, position)


def test_a_fault_in_a_picture_is_told_and_the_panel_lives_on(playground, monkeypatch):
    def broken(plan):
        raise RuntimeError("no <ink>")

    monkeypatch.setattr(playground_module, "meters", broken)
    playground.controls.prompts.value = "a b"
    assert "RuntimeError: no <ink>" in text_of(playground.message) and "<ink>" not in playground.message.value
    monkeypatch.undo()
    playground.controls.prompts.value = "a b c"
    assert playground.message.value == "" and playground.plan.prompts == ("a b c",)


def test_a_missing_dot_is_told_in_the_tree_and_the_other_pictures_stay(monkeypatch):
    from prefixkv_teach.draw import picture
    from prefixkv_teach.draw.dot import DotError

    def no_dot(*_):
        raise DotError("There is no dot; install it.")

    monkeypatch.setattr(picture, "tree_svg", no_dot)
    playground = Playground()
    assert "There is no dot; install it." in playground.views["tree"].value
    assert "pk-error" not in playground.message.value and playground.views["strips"].value


def test_saving_writes_a_file_and_offers_it(playground, tmp_path):
    playground.controls.prompts.value = "a <b> c\na <b> d"
    playground.controls.page_size.value = "1"
    starts = {"scenario.json": b"{", "tree.svg": b"<?xml", "tree.png": b"\x89PNG", "tree.dot": b"digraph"}
    for what, name in zip(("scenario", "svg", "png", "dot"), starts, strict=True):
        playground.save[what].click()
        assert (tmp_path / "saved" / name).read_bytes().startswith(starts[name])
        assert f'download="{name}" href="data:' in playground.file_message.value
    playground.save["html"].click()
    page = (tmp_path / "saved" / "playground.html").read_text(encoding="utf-8")
    assert page.lower().startswith("<!doctype html>") and "<b> c" not in page
    playground.save["dot"].click()
    assert (tmp_path / "saved" / "tree_2.dot").exists(), "a saved file is never overwritten"
    assert load_scenario(tmp_path / "saved" / "scenario.json").prompts == ("a <b> c", "a <b> d")


def test_where_nothing_can_be_written_the_link_still_works(tmp_path):
    (tmp_path / "saved").write_text("a file where the folder should be")
    playground = Playground(folder=tmp_path / "saved")
    playground.save["scenario"].click()
    assert (
        "cannot be written" in playground.file_message.value
        and 'href="data:application/json' in playground.file_message.value
    )


def upload(playground: Playground, name: str, content: bytes) -> None:
    record = {"name": name, "type": "", "size": len(content), "content": memoryview(content), "last_modified": LONG_AGO}
    playground.load.set_trait("value", (Upload(record),))


class Upload(dict):
    __getattr__ = dict.__getitem__


def test_loading_a_scenario_and_prompt_files(playground, tmp_path):
    playground.controls.prompts.value = "x y\nx z"
    playground.save["scenario"].click()
    playground.controls.scenario.value = "branches"
    upload(playground, "scenario.json", (tmp_path / "saved" / "scenario.json").read_bytes())
    assert playground.plan.prompts == ("x y", "x z") and "Loaded" in playground.file_message.value
    lines = [json.dumps({"prompt": "two\nlines"}), "not json", json.dumps({"text": "one"})]
    upload(playground, "mine.jsonl", "\n".join(lines).encode())
    assert playground.plan.prompts == ("two\nlines", "one")
    assert (
        "Loaded 2 prompts from mine.jsonl" in playground.file_message.value
        and "line 2" in playground.file_message.value
    )


def test_a_loaded_scenario_keeps_its_name_until_it_is_edited(playground):
    upload(playground, "a.json", scenario_to_json(ARTICLE).encode())
    assert playground.controls.scenario.value == "the article" and playground.scenario == ARTICLE
    playground.controls.prompts.value += " x"
    assert playground.controls.scenario.value == playground.scenario.name == "your own"
    upload(playground, "a.json", scenario_to_json(ARTICLE).encode())
    assert playground.scenario == ARTICLE, "the same file can be loaded again"


@pytest.mark.parametrize("given", ["branches", SCENARIOS["branches"], list(SCENARIOS["branches"].prompts)])
def test_a_playground_starts_with_a_scenario_its_name_or_prompts(given):
    assert Playground(given).plan.prompts == SCENARIOS["branches"].prompts


@pytest.mark.parametrize("given", ["no such", 5, ["a", None]])
def test_what_is_no_scenario_is_named(given):
    with pytest.raises((TypeError, ValueError), match=r"no such|5|None"):
        Playground(given)


def test_without_sharing_all_pictures_tell_the_same_story(playground):
    playground.method.value = "no_sharing"
    assert "0</b> reused" in playground.views["meters"].value and "reuses" not in playground.views["outline"].value


def test_a_file_that_cannot_be_loaded_changes_nothing(playground):
    before = playground.controls.prompts.value
    upload(playground, "bad.json", b"[1, 2]")
    assert "bad.json" in playground.file_message.value and playground.controls.prompts.value == before
    for name, content in [("bad.exe", b"MZ"), ("none.txt", b"\n\n"), ("none.jsonl", b""), ("old.txt", b"caf\xe9")]:
        upload(playground, name, content)
        assert name in playground.file_message.value and "pk-error" in playground.file_message.value
        assert playground.controls.prompts.value == before


def test_a_scenario_whose_prompts_hold_line_breaks_survives_the_box(playground):
    mine = Scenario("mine", ("one\ntwo", "one\nthree"), page_size=1)
    playground = Playground(mine)
    assert playground.plan.prompts == mine.prompts
