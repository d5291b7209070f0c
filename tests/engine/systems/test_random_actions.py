"""Random actions leave nothing out: whatever is listed is drawn sooner or later, and what is drawn is legal."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import fm_field
import pytest
import tlg2_field
from hex_field import every_hex, field

from engine.play import Action, Game
from engine.scenario import Arrival

MOST_DRAWS = 50_000


def goal(action: Action) -> tuple[object, ...]:
    """What tells one action from another, the way there left out."""
    if action.verb == "move":
        return action.verb, action.args[0], action.args[-1]
    if action.verb == "enter":
        return action.verb, action.args[0], action.args[1], action.args[-1]
    return tuple(action)


def tlg2_march() -> Game:
    """A swamp that takes all the movement a unit has (4.8), a road through it, zones and a friend in the way."""
    board = field(
        terrain={"swamp": every_hex(12, 12), "forest": "X0603 X0602"},
        road="X0606 X0605 X0604 X0704 X0803",
        hexsides={"creek": "X0606/X0607"},
    )
    units = {"us-1 infantry 3": "X0606", "us-2 cavalry 3": "X0603", "ac-1 infantry 3": "X0903"}
    return tlg2_field.game(board, units, turn=1)


def tlg2_entry() -> Game:
    """A column that may enter at one hex, of two that come."""
    units = {
        "us-1 infantry 3": "",
        "us-2 artillery 3 range 4": "",
        "us-3 infantry 3": "X0903",
        "ac-1 infantry 3": "X0306",
    }
    board = field(road="X0601 X0602 X0603")
    return tlg2_field.game(board, units, arrivals=[Arrival(1, "us", ("X0601",), ("us-1", "us-2"))])


def tlg2_combat() -> Game:
    """Enemies next to units and enemies for the guns alone; nobody has to attack the latter."""
    units = {
        "us-1 infantry 3": "X0606",
        "us-2 infantry 5": "X0705",
        "us-gun artillery 3 range 4": "X0608",
        "ac-1 infantry 3": "X0605",
        "ac-2 infantry 2": "X0706",
        "ac-4 infantry 2": "X0908",
        "ac-3 infantry 2": "X1212",
    }
    return tlg2_field.game(field(), units, phase="combat")


def tlg2_attack() -> Game:
    """An attack that may be fought at lower odds, or made greater by a hex, a unit and a gun."""
    playing = tlg2_combat()
    playing.apply("attack X0605")
    playing.apply("with us-2")
    return playing


def tlg2_nothing_owed() -> Game:
    """Only guns could attack; the phase may end."""
    units = {"us-gun artillery 3 range 4": "X0608", "ac-2 infantry 2": "X0808", "ac-3 infantry 2": "X0406"}
    return tlg2_field.game(field(), units, phase="combat")


def fm_march() -> Game:
    """Leg and mobile units, a commando, friends to be passed, zones to be paid for or to stop in."""
    board = field(terrain={"forest": "X0605 X0505 X0707"}, road="X0606 X0705 X0805")
    units = {
        "cw-1 infantry 4-3-3": "X0606",
        "cw-2 armour 4-3-4 mobile": "X0607",
        "cw-3 infantry 4-3-2 commando": "X0506",
        "cw-4 infantry 4-3-2": "X0904",
        "ge-1 infantry 2-2-2": "X0804",
        "ge-2 infantry 2-2-2": "X0404",
    }
    return fm_field.game(board, units)


def fm_entry() -> Game:
    """A unit that may enter at either of two hexes."""
    units = {"cw-1 infantry 4-3-3": "", "cw-2 infantry 4-3-3": "X0602", "ge-1 infantry 2-2-2": "X0904"}
    return fm_field.game(field(), units, arrivals=[Arrival(1, "cw", ("X0601", "X0801"), ("cw-1",))])


POSITIONS = [tlg2_march, tlg2_entry, tlg2_combat, tlg2_attack, tlg2_nothing_owed, fm_march, fm_entry]


@pytest.mark.parametrize("position", POSITIONS)
def test_every_listed_goal_is_drawn_and_every_draw_is_legal(position: Callable[[], Game]) -> None:
    playing, random = position(), Random(1812)
    listed = {goal(action) for action in playing.legal_actions()}
    drawn: set[Action] = set()
    goals: set[tuple[object, ...]] = set()
    for _ in range(MOST_DRAWS):
        action = playing.legal_actions().sample(random)
        drawn.add(action)
        goals.add(goal(action))
        if goals == listed:
            break
    assert goals == listed
    assert [playing.text(action) for action in drawn if not playing.verdict(action)] == []
