"""The player and the step widgets, without a kernel."""

import pytest

from prefixkv_teach import METHODS, SCENARIOS, Player, StepWidget, execute, make_plan
from prefixkv_teach.draw import sentence_box, step_view, token_strips

ARTICLE = SCENARIOS["the article"]


def test_back_next_slider_and_box_show_the_same_moment():
    player = Player(ARTICLE.plan(), "count_readers")
    run = execute(ARTICLE.plan(), "count_readers")
    seen = []
    for _ in range(6):
        seen.append(player.controls.position)
        assert player.pictures.views["sentence"].value == sentence_box(run, player.controls.position)
        assert player.controls.box.value == player.controls.slider.value
        player.controls.next.click()
    assert seen == [0, 1, 2, 3, 4, 4], "Next stops at the last moment"
    player.controls.box.value = 2
    assert player.controls.position == 1
    for _ in range(3):
        player.controls.back.click()
    assert player.controls.position == 0, "Back stops at the first"


@pytest.mark.parametrize("method", METHODS)
def test_every_method_can_be_played(method):
    player = Player(ARTICLE.plan(), method)
    player.controls.slider.value = 3
    assert player.pictures.views["strips"].value == token_strips(execute(ARTICLE.plan(), method), 2)


def test_an_unknown_method_is_named():
    with pytest.raises(ValueError, match=r"'newest'.*keep_needed"):
        Player(ARTICLE.plan(), "newest")


def test_an_empty_plan_can_be_played():
    player = Player(make_plan([]))
    player.controls.next.click()
    assert player.controls.slider.disabled and player.message.value == ""


@pytest.mark.parametrize("step", ["Ids", "Sort", "Share", "Round", "Link"])
def test_a_step_widget_shows_what_the_static_picture_shows(step):
    widget = StepWidget(step)
    assert widget.view.value == step_view(ARTICLE.plan(), step)
    widget.controls.prompts.value = "a b\na c"
    assert widget.view.value == step_view(make_plan(["a b", "a c"]), step)


def test_the_run_step_has_a_player_and_a_method():
    widget = StepWidget("Run")
    widget.method.value = "keep_needed"
    widget.player.slider.value = 5
    run = execute(ARTICLE.plan(), "keep_needed")
    assert widget.pictures.views["sentence"].value == sentence_box(run, 4)
    widget.controls.prompts.value = "a b"
    assert widget.player.slider.max == 1 and "a" in widget.pictures.views["strips"].value


def test_a_step_widget_names_a_wrong_page_size_and_keeps_its_picture():
    widget = StepWidget("Round")
    before = widget.view.value
    widget.controls.page_size.value = "none"
    assert "'none'" in widget.message.value.replace("&#x27;", "'") and widget.view.value == before


def test_an_unknown_step_is_named():
    with pytest.raises(ValueError, match=r"'Walk'.*Ids, Sort"):
        StepWidget("Walk")
