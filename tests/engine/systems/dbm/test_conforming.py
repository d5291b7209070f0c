"""Who is contacted on flank or rear turns to face (18.1)."""

from __future__ import annotations

from typing import Any

import pytest
from field_of import bound, told

from engine.play import Step
from engine.play.dice import Dice
from engine.systems.de_bellis_multitudinis.conform import conform
from engine.systems.de_bellis_multitudinis.opposing import pairs
from engine.tables.table import TableArea


def turned(units: dict[str, str], at: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The new places of the blue elements that turn, and what was said of them."""
    field, state = bound(units, at, **more)
    before = list(state.at)
    step = Step(Dice(1))
    conform(field, state, 1, step)
    moved = {key: told(where) for key, old, where in zip(units, before, state.at, strict=True) if where != old}
    assert [event.data["unit"] for event in step.events] == sorted(moved)
    assert all(event.rule == "dbm:18.1" for event in step.events)
    return moved


COLUMN = dict.fromkeys(("ax-1", "ax-2", "ax-3", "ax-4"), "blue Ax O")
# A column that goes down; its right flank is to the left of the table.
AT = {f"ax-{n + 1}": [1000, 1000 - 40 * n, 180] for n in range(4)}


@pytest.mark.rule("dbm:18.1")
def test_who_is_contacted_turns_and_the_second_goes_behind() -> None:
    units = {"bd-1": "red Bd O", "bd-2": "red Bd O", **COLUMN}
    # bd-1 is in legal contact with the right flank of the head, bd-2 touches those behind.
    at = {"bd-1": [960, 960, 90], "bd-2": [960, 880, 90], **AT}
    assert turned(units, at) == {"ax-1": (960, 960, 270), "ax-2": (1000, 960, 270)}

    # Nobody fights those who stayed in place.
    field, state = bound(units, {**at, "ax-1": [960, 960, 270], "ax-2": [1000, 960, 270]}, phase="combat")
    assert [tuple(field.roster.keys[unit] for unit in pair) for pair in pairs(field, state)] == [("bd-1", "ax-1")]


@pytest.mark.rule("dbm:18.1")
def test_who_supports_a_friend_in_front_contact_stays() -> None:
    units = {"bd-1": "red Bd O", "bd-2": "red Bd O", "sp-1": "blue Sp O", "sp-2": "blue Sp O"}
    at = {
        "bd-1": [1000, 1000, 0],
        "bd-2": [960, 930, 90],
        "sp-1": [1000, 1000, 180],
        "sp-2": [1000, 970, 180],
    }
    assert turned(units, at) == {}
    units["sp-2"] = "blue Ax O"
    assert turned(units, at) == {"sp-2": (960, 930, 270)}
    # Nobody turns away from who is on its own front.
    assert turned(units, {**at, "bd-2": [960, 960, 90], "sp-2": [2000, 970, 180]}) == {}


@pytest.mark.rule("dbm:18.1")
def test_who_is_contacted_in_the_rear_turns_about() -> None:
    units = {"bd-1": "red Bd O", "ax-1": "blue Ax O"}
    assert turned(units, {"bd-1": [1000, 1000, 0], "ax-1": [1000, 960, 0]}) == {"ax-1": (1000, 1000, 180)}


@pytest.mark.rule("dbm:18.1")
def test_a_corner_is_no_contact() -> None:
    units = {"bd-1": "red Bd O", "ax-1": "blue Ax O"}
    assert turned(units, {"bd-1": [961, 959, 90], "ax-1": [1000, 1000, 180]}) == {}
    assert turned(units, {"bd-1": [960, 1040, 90], "ax-1": [1000, 1000, 180]}) == {}


def test_baggage_does_not_turn_and_nobody_turns_where_there_is_no_room() -> None:
    units = {"bd-1": "red Bd O", "bge-1": "blue Bge O"}
    assert turned(units, {"bd-1": [1000, 1000, 0], "bge-1": [1000, 920, 0]}) == {}
    units = {"bd-1": "red Bd O", "ax-1": "blue Ax O"}
    cliff = TableArea("cliff", "impassable", ((900, 860), (1100, 860), (1100, 940), (900, 940)))
    at = {"bd-1": [960, 960, 90], "ax-1": [1000, 1000, 180]}
    assert turned(units, at) == {"ax-1": (960, 960, 270)}
    assert turned(units, at, areas=(cliff,)) == {}
