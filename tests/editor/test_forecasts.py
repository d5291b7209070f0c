"""What may come, on the map: reach in three turns, and threats; worked out in the background."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import Bench, at_bench
from pytestqt.qtbot import QtBot

from editor.commands.place_unit import PlaceUnit
from editor.controls.forecasts import TURNS, Forecasts
from editor.document.document import Document
from editor.hexes.canvas.overlays import OverlayItem
from engine.errors import HexwrightError
from engine.hexes.planning import reach_by_turns, threat

ROOT = Path(__file__).parents[2]


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, Document.open(ROOT / "scenarios" / "first_steps.yaml")) as made:
        yield made


@pytest.fixture
def forecasts(bench: Bench) -> Forecasts:
    return bench.desk.controls.forecasts


def shown(bench: Bench, key: str) -> dict[str, tuple[tuple[int, ...], str]]:
    grid = bench.document.battle_map.grid
    cells = bench.canvas.map_scene.overlay(key).cells
    return {grid.name(h): (colour.getRgb(), text) for h, (colour, text) in cells.items()}


def select(bench: Bench, unit: str) -> None:
    grid = bench.document.battle_map.grid
    bench.desk.selection.set([grid.parse(bench.document.require_scenario().setup[unit])], unit)


def test_reach_in_three_turns_has_a_colour_for_each(qtbot: QtBot, bench: Bench, forecasts: Forecasts) -> None:
    forecasts.turns_action.setChecked(True)
    assert shown(bench, "turns") == {}
    select(bench, "us-militia")
    qtbot.waitUntil(lambda: not forecasts.busy)
    position = forecasts.oracle.position()
    assert position is not None
    wanted = reach_by_turns(position[0], "us-militia", 3)
    assert shown(bench, "turns") == {name: (TURNS[turn].getRgb(), str(turn)) for name, turn in wanted.items()}
    forecasts.turns_action.setChecked(False)
    assert shown(bench, "turns") == {}


def test_another_unit_has_another_reach(qtbot: QtBot, bench: Bench, forecasts: Forecasts) -> None:
    forecasts.turns_action.setChecked(True)
    select(bench, "us-militia")
    select(bench, "ac-1")
    qtbot.waitUntil(lambda: not forecasts.busy)
    position = forecasts.oracle.position()
    assert position is not None
    assert shown(bench, "turns").keys() == reach_by_turns(position[0], "ac-1", 3).keys()


def test_a_threat_is_densest_where_most_can_come(qtbot: QtBot, bench: Bench, forecasts: Forecasts) -> None:
    first, second = forecasts.threat_actions
    assert (first.text(), second.text()) == ("Threat by United States", "Threat by Anglo-Canadian")
    second.setChecked(True)
    qtbot.waitUntil(lambda: not forecasts.busy)
    position = forecasts.oracle.position()
    assert position is not None
    wanted = threat(position[0], "ac")
    found = shown(bench, "threat-second")
    assert {name: text for name, (_, text) in found.items()} == {name: f"{power:g}" for name, power in wanted.items()}
    densest = max(found, key=lambda name: found[name][0][3])
    assert wanted[densest] == max(wanted.values())
    assert shown(bench, "threat-first") == {}


def test_a_change_of_the_scenario_is_followed(qtbot: QtBot, bench: Bench, forecasts: Forecasts) -> None:
    forecasts.threat_actions[0].setChecked(True)
    qtbot.waitUntil(lambda: not forecasts.busy)
    before = shown(bench, "threat-first")
    bench.desk.push(PlaceUnit("us-1", bench.document.battle_map.grid.parse("F0101")))
    qtbot.waitUntil(lambda: shown(bench, "threat-first") != before)


def test_a_map_alone_has_no_threats(qtbot: QtBot) -> None:
    with at_bench(qtbot, Document.open(ROOT / "maps" / "first_steps.yaml")) as made:
        forecasts = made.desk.controls.forecasts
        assert not any(action.isEnabled() for action in forecasts.threat_actions)
        forecasts.turns_action.setChecked(True)
        assert shown(made, "turns") == {}


def test_what_is_switched_off_meanwhile_is_not_shown(qtbot: QtBot, bench: Bench, forecasts: Forecasts) -> None:
    forecasts.turns_action.setChecked(True)
    select(bench, "us-militia")
    assert forecasts.busy
    forecasts.turns_action.setChecked(False)
    qtbot.waitUntil(lambda: not forecasts.busy)
    assert shown(bench, "turns") == {}


def test_what_cannot_be_worked_out_is_said_unless_something_else_was_asked_meanwhile(
    qtbot: QtBot, bench: Bench, forecasts: Forecasts, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise HexwrightError("no way to know")

    said: list[str] = []
    bench.desk.status_changed.connect(said.append)
    monkeypatch.setattr("editor.controls.forecasts.reach_by_turns", fail)
    forecasts.turns_action.setChecked(True)
    select(bench, "us-militia")
    qtbot.waitUntil(lambda: not forecasts.busy)
    assert said[-1:] == ["no way to know"]
    assert shown(bench, "turns") == {}
    said.clear()
    select(bench, "ac-1")
    assert forecasts.busy
    monkeypatch.setattr(OverlayItem, "clear", lambda _: pytest.fail("its map may have been closed"))
    forecasts._round += 1
    qtbot.waitUntil(lambda: not forecasts.busy)
    assert said == []
