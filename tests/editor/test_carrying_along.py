"""Hexes on the move: regions, units and what the scenario says of these hexes go along, in one step of undo."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench, at_bench
from fields import battle_for_the_mill
from hand import CTRL, Hand
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from editor.document.clipboard import clipboard
from editor.panels.tool_options import ToolOptions
from editor.tools.options import CarriedRow
from engine.hexes.board.battlemap import Region

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, battle_for_the_mill()) as made:
        clipboard().set(None)
        yield made


@pytest.fixture
def hand(qtbot: QtBot, bench: Bench) -> Hand:
    made = Hand(qtbot, bench)
    made.choose("select")
    board = made.map
    board.regions["heights"] = Region("heights", "The Heights", frozenset({made.h("L0303")}))
    return made


def select(hand: Hand, *names: str) -> None:
    hand.bench.desk.selection.set([hand.h(name) for name in names])


def heights(hand: Hand) -> set[str]:
    return {hand.grid.name(h) for h in hand.map.regions["heights"].hexes}


def scenario(hand: Hand):  # type: ignore[no-untyped-def]
    return hand.bench.document.require_scenario()


def test_a_drag_takes_regions_units_and_objectives_along_in_one_step(hand: Hand) -> None:
    before = scenario(hand)
    # Two US units stand in L0202; the drag takes hold of a hex that no counter covers.
    select(hand, "L0202", "L0303", "L0302")
    hand.drag("L0303", "L0404")
    assert hand.steps == 1
    assert heights(hand) == {"L0404"}
    after = scenario(hand)
    assert after.setup == {"us-9": "L0302", "us-towson": "L0302", "ac-1": "L0602"}
    assert after.victory.scoring[0].hexes == ("L0404",)
    assert set(after.setup_areas["us"]) == {"L0403", "L0404"}
    assert after.map is hand.map
    assert hand.bench.document.map_dirty
    assert hand.bench.document.scenario_dirty
    assert {hand.grid.name(h) for h in hand.bench.desk.selection.hexes} == {"L0302", "L0404", "L0403"}
    shown = hand.bench.desk.controls.units.layer.find("us-9")
    assert shown is not None
    assert shown.hex == hand.h("L0302")
    hand.undo()
    assert heights(hand) == {"L0303"}
    assert scenario(hand) == before
    assert not hand.bench.document.dirty
    hand.bench.document.stack.redo()
    assert scenario(hand).setup["us-9"] == "L0302"
    assert heights(hand) == {"L0404"}


@pytest.mark.parametrize("modifier", [CTRL, ALT])
def test_a_copy_is_in_the_region_too_and_takes_no_units(hand: Hand, modifier: Qt.KeyboardModifier) -> None:
    before = scenario(hand)
    select(hand, "L0202", "L0303")
    hand.drag("L0303", "L0505", modifier=modifier)
    assert hand.map.terrain[hand.h("L0505")] == "forest" == hand.map.terrain[hand.h("L0303")]
    assert heights(hand) == {"L0303", "L0505"}
    assert scenario(hand) == before
    assert hand.steps == 1
    hand.undo()
    assert heights(hand) == {"L0303"}


def test_regions_and_units_stay_when_told(qtbot: QtBot, bench: Bench, hand: Hand) -> None:
    options = ToolOptions(bench.desk)
    qtbot.addWidget(options)
    options.show()
    hand.choose("brush")
    carried = options.row(CarriedRow)
    assert not carried.isVisible()
    hand.choose("select")
    for box in carried.boxes.values():
        assert box.isVisible()
        assert box.isChecked()
        box.click()
    before = scenario(hand)
    select(hand, "L0202", "L0303")
    hand.drag("L0303", "L0404")
    assert hand.map.terrain[hand.h("L0404")] == "forest"
    assert heights(hand) == {"L0303"}
    assert scenario(hand) == before


def test_turning_and_flipping_take_units_along(hand: Hand) -> None:
    select(hand, "L0303", "L0302", "L0304")
    scenario_before = scenario(hand)
    hand.bench.document.replace_scenario({"setup": {**scenario_before.setup, "us-9": "L0302"}})
    hand.bench.desk.actions.get("edit.turn-right").trigger()
    assert scenario(hand).setup["us-9"] not in ("L0302", "L0303", "L0304")
    assert hand.grid.distance(hand.h(scenario(hand).setup["us-9"]), hand.h("L0303")) == 1
    hand.bench.desk.actions.get("edit.turn-left").trigger()
    assert scenario(hand).setup["us-9"] == "L0302"
    hand.bench.desk.actions.get("edit.flip-down").trigger()
    assert scenario(hand).setup["us-9"] == "L0304"
    assert hand.steps == 3


def test_what_falls_off_is_told_and_undo_brings_it_back(hand: Hand) -> None:
    before = scenario(hand)
    select(hand, "L0202", "L0303")
    hand.drag("L0303", "L0102")
    assert "us-9" not in scenario(hand).setup
    told = [line.text for line in hand.bench.desk.log.lines]
    assert "Move 2 hexes: place of 9th Infantry: L0202" in told
    assert any("items off the map were removed" in line for line in told)
    hand.undo()
    assert scenario(hand) == before


def test_a_locked_layer_holds_all_of_it_back(hand: Hand) -> None:
    select(hand, "L0202", "L0303")
    for layer in ("units", "regions"):
        hand.bench.desk.controls.layers.set_locked(layer, True)
        hand.drag("L0303", "L0404")
        assert hand.steps == 0
        assert "is locked" in hand.bench.said[-1]
        assert {hand.grid.name(h) for h in hand.bench.desk.selection.hexes} == {"L0202", "L0303"}
        hand.bench.desk.controls.layers.set_locked(layer, False)


def test_cut_and_paste_move_a_region(hand: Hand) -> None:
    select(hand, "L0303")
    actions = hand.bench.desk.actions
    actions.get("edit.cut").trigger()
    assert heights(hand) == set()
    actions.get("edit.paste").trigger()
    hand.click("L0505")
    assert heights(hand) == {"L0505"}
    hand.undo()
    hand.undo()
    assert heights(hand) == {"L0303"}
    hand.choose("select")
    select(hand, "L0303")
    actions.get("edit.delete").trigger()
    assert heights(hand) == {"L0303"}, "what is emptied stays in its region"
