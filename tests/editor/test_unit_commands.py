"""Commands on units and the scenario: each does, undoes, and refuses what cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fields import document

from editor.commands.add_unit import AddUnit
from editor.commands.base import Command
from editor.commands.change import Change
from editor.commands.edit_scenario import EditScenario
from editor.commands.edit_unit import EditUnit
from editor.commands.place_unit import PlaceUnit
from editor.commands.remove_unit import RemoveUnit
from editor.commands.set_arrival import CancelArrival, SetArrival
from editor.document.document import Document
from engine.errors import HexwrightError
from engine.hexes.board.grid import NOWHERE
from engine.scenario import Arrival, Side, Turns, Unit

pytestmark = pytest.mark.usefixtures("qapp")


def push(doc: Document, command: Command) -> Change:
    """Push a command, check that undo and redo go there and back, and give its change."""
    changes: list[Change] = []
    doc.changed.connect(changes.append)
    before = doc.scenario
    assert doc.push(command)
    after = doc.scenario
    doc.stack.undo()
    assert doc.scenario == before
    assert before is not None
    assert doc.scenario is not None
    assert list(doc.scenario.units) == list(before.units)
    doc.stack.redo()
    assert doc.scenario == after
    return changes[0]


def test_a_unit_moves_from_hex_to_hex() -> None:
    doc = document()
    grid = doc.battle_map.grid
    change = push(doc, PlaceUnit("us-9", grid.parse("L0404")))
    assert doc.require_scenario().setup["us-9"] == "L0404"
    assert change.what == "setup"
    assert change.hexes == {grid.parse("L0202"), grid.parse("L0404")}
    assert doc.stack.undoText() == "Place 9th Infantry in L0404"


def test_a_reinforcement_placed_on_the_map_leaves_the_track() -> None:
    doc = document()
    push(doc, PlaceUnit("ac-103", doc.battle_map.grid.parse("L0703")))
    assert doc.require_scenario().setup["ac-103"] == "L0703"
    assert doc.require_scenario().arrivals == ()


def test_a_unit_is_taken_off_the_map() -> None:
    doc = document()
    push(doc, PlaceUnit(["us-9", "us-towson"], NOWHERE))
    assert doc.require_scenario().setup == {"ac-1": "L0602"}


def test_placing_where_it_is_changes_nothing() -> None:
    doc = document()
    assert not doc.push(PlaceUnit("us-9", doc.battle_map.grid.parse("L0202")))


@pytest.mark.parametrize(("unit", "h"), [("nobody", 3), ("us-9", 4711)])
def test_impossible_places_are_refused(unit: str, h: int) -> None:
    doc = document()
    with pytest.raises(HexwrightError):
        doc.push(PlaceUnit(unit, h))
    assert not doc.stack.canUndo()


def test_a_unit_joins_the_group_of_a_turn() -> None:
    doc = document()
    push(doc, SetArrival("ac-1", 3))
    (group,) = doc.require_scenario().arrivals
    assert group.units == ("ac-103", "ac-1")
    assert "ac-1" not in doc.require_scenario().setup


def test_a_new_turn_begins_a_group_with_the_sides_entry() -> None:
    doc = document()
    push(doc, SetArrival("ac-1", 2))
    assert doc.require_scenario().arrivals[0] == Arrival(2, "ac", ("L0801",), ("ac-1",))


def test_the_last_unit_takes_its_group_along() -> None:
    doc = document()
    push(doc, SetArrival("ac-103", 5))
    assert [arrival.turn for arrival in doc.require_scenario().arrivals] == [5]
    push(doc, CancelArrival(["ac-103"]))
    assert doc.require_scenario().arrivals == ()


def test_a_turn_beyond_the_game_is_refused() -> None:
    doc = document()
    with pytest.raises(HexwrightError, match="no turn 7"):
        doc.push(SetArrival("ac-1", 7))


def test_a_new_key_follows_the_unit_everywhere() -> None:
    doc = document()
    old = doc.require_scenario().units["ac-103"]
    push(doc, EditUnit("ac-103", replace(old, key="ac-x")))
    assert doc.require_scenario().arrivals[0].units == ("ac-x",)
    push(doc, EditUnit("us-9", replace(doc.require_scenario().units["us-9"], key="us-y")))
    assert doc.require_scenario().setup["us-y"] == "L0202"


def test_keys_stay_unique() -> None:
    doc = document()
    unit = doc.require_scenario().units["us-9"]
    with pytest.raises(HexwrightError, match="already"):
        doc.push(EditUnit("us-9", replace(unit, key="ac-1")))
    with pytest.raises(HexwrightError, match="already"):
        doc.push(AddUnit(unit))


def test_a_unit_is_added_after_those_of_its_side_and_removed_from_everywhere() -> None:
    doc = document()
    push(doc, AddUnit(Unit("us-25", "us", "25th", "infantry")))
    assert list(doc.require_scenario().units) == ["us-9", "us-towson", "us-25", "ac-1", "ac-103"]
    push(doc, RemoveUnit(["us-9", "ac-103"]))
    after = doc.require_scenario()
    assert set(after.units) == {"us-towson", "us-25", "ac-1"}
    assert "us-9" not in after.setup
    assert after.arrivals == ()


def test_scenario_fields_change_and_the_order_of_sides_counts() -> None:
    doc = document()
    push(doc, EditScenario(turns=Turns(8)))
    sides = dict(reversed(doc.require_scenario().sides.items()))
    push(doc, EditScenario(sides=sides))
    assert list(doc.require_scenario().sides) == ["ac", "us"]
    assert not doc.push(EditScenario(sides=sides))


def test_a_side_with_units_cannot_go() -> None:
    doc = document()
    with pytest.raises(HexwrightError, match="still has units"):
        doc.push(EditScenario(sides={"us": Side("us", "US"), "xx": Side("xx", "X")}))
