"""What no game of units in hexes allows is told in a sentence, whatever is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import fm_field
import pytest
import tlg2_field
from hex_field import field

from engine.formats import load_scenario
from engine.mechanics.hexboard import HexBoard
from engine.mechanics.hexstate import DEAD, HexState
from engine.play import Game

GAME = Game(load_scenario("first_steps"), 1)
FIELD = GAME.rules.field


def foes(state: HexState) -> tuple[int, int]:
    """A unit of each side on the map."""
    first, second = (next(u for u in units if state.where[u] >= 0) for units in FIELD.roster.side_units)
    return first, second


def beyond(state: HexState) -> None:
    state.place(foes(state)[0], FIELD.grid.size)


def both_sides(state: HexState) -> None:
    first, second = foes(state)
    state.place(first, state.where[second])


def moved_alone(state: HexState) -> None:
    state.where[foes(state)[0]] = next(h for h in FIELD.grid.hexes if h not in state.stacks)


def left_behind(state: HexState) -> None:
    state.where[foes(state)[0]] = DEAD


def empty_stack(state: HexState) -> None:
    state.stacks[next(h for h in FIELD.grid.hexes if h not in state.stacks)] = 0


def walking_dead(state: HexState) -> None:
    state.steps[foes(state)[0]] = 0


def lively_dead(state: HexState) -> None:
    state.place(foes(state)[0], DEAD)


def too_strong(state: HexState) -> None:
    state.steps[foes(state)[1]] += 7


def below_nothing(state: HexState) -> None:
    state.steps[foes(state)[1]] = -1


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (beyond, "which is no hex"),
        (both_sides, "both sides at"),
        (moved_alone, "is missing from its hex"),
        (left_behind, "does not match its units"),
        (empty_stack, "does not match its units"),
        (walking_dead, "has 0 steps at"),
        (lively_dead, f"steps at {DEAD}"),
        (too_strong, "steps"),
        (below_nothing, "has -1 steps"),
    ],
)
def test_what_is_wrong_is_told(spoil: Callable[[HexState], None], said: str) -> None:
    state = GAME.state.copy()
    assert isinstance(state, HexState)
    assert HexBoard.defects(FIELD, state) == []
    spoil(state)
    assert [line for line in HexBoard.defects(FIELD, state) if said in line]


def test_a_zone_that_is_spoiled_where_it_lies_is_told_though_nobody_has_moved() -> None:
    state = GAME.state.copy()
    zone = FIELD.zones.of(state, 0)
    assert FIELD.zones.stale(state) == []
    here = zone.index(1)
    zone[here] = 0
    assert FIELD.zones.stale(state) == [0]
    zone[here] = 1
    assert FIELD.zones.stale(state) == []


def crowded(state: HexState, *units: int) -> None:
    """All of them where the first is."""
    for unit in units[1:]:
        state.place(unit, state.where[units[0]])


def test_units_that_stand_where_none_may_under_fire_and_movement() -> None:
    units = {"cw-1 infantry 4-3-3": "X0101", "cw-2 infantry 4-3-3": "X0505", "ge-1 infantry 3-3-3": "X1212"}
    playing = fm_field.game(field(terrain={"water": "X0606"}), units, special=fm_field.support(2, (1, 1, 1)))
    rules, state = playing.rules, playing.state
    at_sea, stacked, short, spent = (state.copy() for _ in range(4))
    assert rules.defects(state) == []
    at_sea.place(0, rules.field.grid.parse("X0606"))
    assert "units at sea in X0606" in rules.defects(at_sea)
    crowded(stacked, 0, 1)
    assert "a stack at X0101" in rules.defects(stacked)
    short.left[0] -= 1
    assert rules.defects(short) == ["support fire of cw does not add up"]
    spent.left[0], spent.used[0] = -1, 0b111
    assert rules.defects(spent) == ["support fire of cw does not add up"]


def test_units_that_stand_where_none_may_under_twilights_last_gleaming() -> None:
    units = {
        "us-1 infantry 3": "X0101",
        "us-2 infantry 3": "X0505",
        "us-gun artillery 3 range 6 heavy_battery": "X0701",
        "ac-1 infantry 3": "X0506",
    }
    options: dict[str, Any] = {"phase": "combat", "options": {"mandatory_attacks": "at_end"}}
    playing = tlg2_field.game(field(terrain={"river": "X0606"}), units, **options)
    rules, state = playing.rules, playing.state
    assert rules.defects(state) == []
    wet, stacked, three, with_guns = (state.copy() for _ in range(4))
    wet.place(0, rules.field.grid.parse("X0606"))
    assert "units in the river at X0606" in rules.defects(wet)
    crowded(stacked, 0, 1)
    assert "a stack at X0101" in rules.defects(stacked)
    crowded(with_guns, 0, 2)
    assert not [said for said in rules.defects(with_guns) if "a stack" in said]
    crowded(three, 0, 1, 2)
    assert "a stack at X0101" in rules.defects(three)
