"""What no game of units in hexes allows is told in a sentence, whatever is wrong."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

import fm_field
import pytest
import tlg2_field
from hex_field import field

from engine.formats import load_scenario
from engine.mechanics.hexes.hexboard import HexBoard
from engine.mechanics.hexes.hexstate import DEAD, HexState
from engine.play import Game
from engine.scenario import Deployment
from engine.systems.twilights_last_gleaming import contact

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
        (beyond, ["units at 140, which is not a hex"]),
        (both_sides, ["both sides at F1004"]),
        (moved_alone, ["the stack at 61 does not match its units", "us-1 is missing from its hex"]),
        (left_behind, ["the stack at 61 does not match its units", f"us-1 has 2 steps at {DEAD}"]),
        (empty_stack, ["the stack at 0 does not match its units"]),
        (walking_dead, ["us-1 has 0 steps at 61"]),
        (lively_dead, [f"us-1 has 2 steps at {DEAD}"]),
        (too_strong, ["ac-1 has 9 steps"]),
        (below_nothing, ["ac-1 has -1 steps"]),
    ],
)
def test_what_is_wrong_is_told_and_nothing_else(spoil: Callable[[HexState], None], said: list[str]) -> None:
    state = GAME.state.copy()
    assert isinstance(state, HexState)
    assert HexBoard.defects(FIELD, state) == []
    spoil(state)
    assert HexBoard.defects(FIELD, state) == said


def test_a_zone_that_is_spoiled_where_it_lies_is_told_though_nobody_has_moved() -> None:
    state = GAME.state.copy()
    zone = FIELD.zones.of(state, 0)
    assert FIELD.zones.stale(state) == []
    here = zone.index(1)
    zone[here] = 0
    assert FIELD.zones.stale(state) == [0]
    zone[here] = 1
    assert FIELD.zones.stale(state) == []


def told(
    playing: Game, *moved: tuple[str, str], left: Mapping[int, int] = {}, used: Mapping[int, int] = {}
) -> list[str]:
    """What is wrong once units have been put elsewhere, and markers are left and used otherwise."""
    rules: Any = playing.rules
    state: Any = playing.state.copy()
    for key, name in moved:
        rules.field.put(state, rules.field.roster.find(key), rules.field.grid.parse(name))
    for side, count in left.items():
        state.left[side] = count
    for side, mask in used.items():
        state.used[side] = mask
    found: list[str] = rules.defects(state)
    return found


@pytest.mark.parametrize(
    ("moved", "said"),
    [
        ([], []),
        ([("cw-1", "X0606")], ["units at sea in X0606"]),
        ([("cw-3", "X0606")], []),
        ([("cw-1", "X0505")], ["a stack at X0505"]),
        ([("cw-3", "X0606"), ("cw-1", "X0606")], ["a stack at X0606", "units at sea in X0606"]),
        ([("cw-3", "X0606"), ("cw-1", "X0607"), ("cw-2", "X0202")], ["units at sea in X0607"]),
    ],
)
@pytest.mark.rule("fm:5.2")
@pytest.mark.rule("fm:5.3")
def test_units_that_stand_where_none_may_under_fire_and_movement(moved: list[tuple[str, str]], said: list[str]) -> None:
    units = {
        "cw-1 infantry 4-3-3": "X0101",
        "cw-2 infantry 4-3-3": "X0505",
        "cw-3 infantry 4-3-3 seaborne": "X0202",
        "ge-1 infantry 3-3-3": "X1212",
    }
    assert told(fm_field.game(field(terrain={"water": "X0606 X0607"}), units), *moved) == said


@pytest.mark.rule("fm:7.1")
@pytest.mark.parametrize(
    ("left", "used", "sides"),
    [
        ({}, {}, ""),
        ({0: 1}, {}, "cw"),
        ({0: 3}, {}, "cw"),
        ({1: 0}, {}, "ge"),
        ({0: -1}, {0: 0b111}, "cw"),
        ({0: 1}, {0: 0b100}, ""),
        ({0: 0, 1: 0}, {0: 0b11, 1: 0b10}, ""),
        ({0: 0}, {1: 0b1}, "cw ge"),
    ],
)
def test_support_fire_that_does_not_add_up(left: dict[int, int], used: dict[int, int], sides: str) -> None:
    units = {"cw-1 infantry 4-3-3": "X0101", "ge-1 infantry 3-3-3": "X1212"}
    playing = fm_field.game(field(), units, special=fm_field.support("2/1", (1, 1, 1), (1, 1)))
    assert told(playing, left=left, used=used) == [f"support fire of {side} does not add up" for side in sides.split()]


def test_there_is_no_support_fire_while_units_are_set_up() -> None:
    special = fm_field.support("2/1", (1, 1, 1), (1, 1))
    made = fm_field.scenario(
        field(), ["cw-1 infantry 4-3-3", "ge-1 infantry 3-3-3"], {"ge-1": "X1212"}, special=special
    )
    playing = Game(made.with_(deployments=(Deployment("cw", ("X0101",), ("cw-1",)),)))
    assert told(playing) == []
    assert told(playing, left={0: 2}) == ["support fire of cw does not add up"]


@pytest.mark.parametrize(
    ("moved", "said"),
    [
        ([], []),
        ([("us-1", "X0606"), ("us-3", "X0607")], ["units in the river at X0606", "units in the river at X0607"]),
        ([("us-1", "X0303")], ["a stack at X0303"]),
        ([("us-1", "X0701")], []),
        ([("us-1", "X0701"), ("us-3", "X0701")], ["a stack at X0701"]),
        ([("us-1", "X0303"), ("us-2", "X0303")], ["a stack at X0303"]),
        ([("us-gun", "X0607"), ("us-1", "X0607")], ["units in the river at X0607"]),
    ],
)
@pytest.mark.rule("tlg2:4.9")
@pytest.mark.rule("tlg2:4.16")
def test_units_that_stand_where_none_may_under_twilights_last_gleaming(
    moved: list[tuple[str, str]], said: list[str]
) -> None:
    playing = tlg2_field.game(field(terrain={"river": "X0606 X0607"}), TLG2_UNITS)
    assert told(playing, *moved) == said


TLG2_UNITS = {
    "us-1 infantry 3": "X0101",
    "us-2 infantry 3": "X0505",
    "us-3 infantry 3": "X0303",
    "us-gun artillery 3 range 6 heavy_battery": "X0701",
    "ac-1 infantry 3": "X0506",
    "ac-2 infantry 3": "X1010",
}


def test_contacts_that_are_remembered_wrong_are_told() -> None:
    playing = tlg2_field.game(field(), TLG2_UNITS, phase="combat", options={"mandatory_attacks": "at_end"})
    rules: Any = playing.rules
    state: Any = playing.state.copy()
    net = contact.contacts(rules.field, state, 0)
    assert state.contacts == (0, net)
    assert rules.defects(state) == []
    for wrong in ((1, net), (0, dataclasses.replace(net, owed_hexes=frozenset({0})))):
        state.contacts = wrong
        assert rules.defects(state) == ["the contacts are stale"]
