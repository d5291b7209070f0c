"""The player that plans: what it chooses is legal, and it keeps what it found where nothing has changed."""

from __future__ import annotations

from typing import Any

import pytest
from field_of import bound, game

from engine.players import seat
from engine.systems.de_bellis_multitudinis.staff import moves

UNITS = {"wb-1": "red Wb O irr", "sp-1": "red Sp O", "sp-2": "red Sp O", "el-1": "blue El O irr", "bd-1": "blue Bd O"}
AT: dict[str, Any] = {
    "wb-1": [1000, 1200, 0],
    "sp-1": [2000, 1200, 0],
    "sp-2": [2080, 1200, 0],
    "el-1": [1000, 950, 180],
    "bd-1": [2000, 900, 180],
}


@pytest.mark.rule("dbm:10.1")
def test_troops_that_were_halted_are_not_halted_again() -> None:
    warbands = {f"wb-{number}": "red Wb O irr" for number in range(1, 7)}
    elephants = {f"el-{number}": "blue El O irr" for number in range(1, 7)}
    at: dict[str, Any] = {key: [1000 + 80 * number, 1200, 0] for number, key in enumerate(warbands)}
    at |= {key: [1000 + 80 * number, 700, 180] for number, key in enumerate(elephants)}
    played = game(warbands | elephants, at)
    staff = seat(("staff", "first"), played.scenario.sides, 1)["red"]
    while (decision := played.decision) is not None and decision.side == "red" and decision.kind == "moves":
        played.apply(staff.choose(played))
    halts = [event for event in played.events if event.kind == "halt"]
    assert len(halts) == 1


def test_a_group_is_looked_at_again_only_where_something_near_it_has_changed() -> None:
    field, state = bound(UNITS, AT)
    known: moves.Known = {}
    moves.best(field, state, 0, known)
    before = {group: id(found) for group, (_, found) in known.items()}
    warband = field.roster.find("wb-1")
    at = state.at[warband]
    assert at is not None
    state.put(warband, at.moved(1024))
    again = moves.best(field, state, 0, known)
    changed = {group for group, (_, found) in known.items() if id(found) != before.get(group)}
    assert changed == {(warband,)}
    assert again == moves.best(field, state, 0, {})
