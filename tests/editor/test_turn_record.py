"""The turn tracks of test turns: the turn in progress, and the events in force on the turns that they last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from bench import Bench
from campaigning import at_campaign, take_up
from painting import painted
from pytestqt.qtbot import QtBot

from editor.canvas.turn_record import TurnRecord
from editor.panels.points_panel import PointsPanel
from editor.preview.telling import in_force
from engine.play import Event

PLACES = {"br-1": "T0303", "za-1": "T0805"}
WEATHER = {"foul_weather": {"turn": 2}}


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_campaign(qtbot) as made:
        yield made


def record(bench: Bench) -> TurnRecord:
    [found] = bench.desk.controls.turn_record.layers
    return found


def test_an_event_in_force_lies_on_the_turns_that_it_lasts(bench: Bench) -> None:
    take_up(bench, PLACES, "battle", effects={"foul_weather": {"turn": 3}})
    layer = record(bench)
    assert (layer.now, len(layer.spaces)) == (1, 4)
    [strip] = layer.strips
    assert (strip.first, strip.last, strip.text) == (1, 3, "Particularly foul weather, to turn 3")
    assert "Particularly foul weather, until the end of game turn 3" in layer.toolTip()
    first, second, third, _ = layer.spaces
    assert list(layer._parts(strip)) == [first.united(second), third], "two turns in the first row, one in the second"
    bench.desk.preview.close()
    assert bench.desk.controls.turn_record.layers == []


def test_it_goes_when_it_is_over_and_comes_back_with_the_position(bench: Bench) -> None:
    people = {"british": "human", "zangari": "human"}
    take_up(bench, PLACES, "battle", effects={"foul_weather": {"turn": 1}}, seats=people)
    preview = bench.desk.preview
    assert [strip.last for strip in record(bench).strips] == [1]
    while int(preview.position.status["turn"]) == 1:
        if preview.handing_over:
            preview.sit_down()
        assert preview.act(preview.choices().of()[0].text)
    assert "Particularly foul weather, to turn 1" not in [strip.text for strip in record(bench).strips]
    assert record(bench).now == 2
    preview.show(0)
    assert [strip.text for strip in record(bench).strips] == ["Particularly foul weather, to turn 1"]
    assert record(bench).now == 1


def test_an_event_to_the_end_of_the_game_says_so(bench: Bench) -> None:
    take_up(bench, PLACES, "battle", effects={"foul_weather": {"turn": 99}})
    [strip] = record(bench).strips
    assert (strip.last, strip.text) == (4, "Particularly foul weather, to the end")


def test_a_strip_begins_in_the_turn_in_which_the_event_was_seen_drawn(bench: Bench) -> None:
    game = take_up(bench, PLACES, "battle", effects=WEATHER)
    [now] = bench.desk.preview.positions
    later = replace(now, status={**now.status, "turn": 2})
    assert [one.first for one in in_force(game, [later])] == [2], "nobody has seen it drawn"
    drawn = Event("event", "sns2:4.1", {"title": "Particularly foul weather", "happens": True})
    assert [one.first for one in in_force(game, [replace(now, events=[drawn]), later])] == [1]
    idle = Event("event", "sns2:4.1", {"title": "Particularly foul weather", "happens": False})
    assert [one.first for one in in_force(game, [replace(now, events=[idle]), later])] == [2]
    assert in_force(game, []) == []


def test_the_name_is_drawn_where_it_can_be_read(bench: Bench) -> None:
    take_up(bench, PLACES, "battle", effects=WEATHER)
    layer = record(bench)

    def inks(scale: float) -> int:
        image = painted(layer, scale)
        ink = layer.strips[0].ink.rgb()
        return sum(image.pixel(x, y) == ink for x in range(image.width()) for y in range(image.height()))

    high = layer.spaces[0].height()
    assert inks(100 / high) > 100, "letters of ten pixels"
    assert inks(20 / high) < 20, "none of two"


def test_the_track_of_the_points_panel_has_the_strips_too(bench: Bench, qtbot: QtBot) -> None:
    take_up(bench, PLACES, "battle", effects=WEATHER)
    panel = PointsPanel(bench.desk)
    qtbot.addWidget(panel)
    panel.show()
    assert [strip.text for strip in panel.turns.strips] == ["Particularly foul weather, to turn 2"]
    assert "until the end of game turn 2" in panel.turns.toolTip()
    assert panel.turns.height() > 50
    panel.turns.grab()
