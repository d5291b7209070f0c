"""Whom the staff carries aboard of its boats (27.4), and whom it has march."""

from __future__ import annotations

from typing import Any

from sns_field import LEVELS, begun, campaign, country, state_of, unit

from engine.hexes.board.battlemap import BattleMap
from engine.play import Game
from engine.players import make
from engine.scenario import Scoring, Victory
from engine.systems.sun_never_sets.staff.country import Country
from engine.systems.sun_never_sets.staff.passengers import stowed
from engine.systems.sun_never_sets.staff.view import View

RIVER = " ".join(f"S03{row:02d}/S04{row:02d} S03{row:02d}/S04{row + 1:02d}" for row in range(2, 20))
BOAT = {
    "type": "gunboat",
    "guns": 3,
    "machine_guns": 2,
    "strength": 0,
    "weapon": "F",
    "morale": "V",
    "nation": "british",
}
FOOT = {"strength": 4, "weapon": "B", "morale": "V", "movement": 4}
UNITS = (
    unit("br-boat1", **BOAT),
    unit("br-boat2", **BOAT),
    unit("br-1", **FOOT),
    unit("br-2", **FOOT),
    unit("br-3", **FOOT),
    unit("br-host1", **{**FOOT, "strength": 9}),
    unit("br-host2", **{**FOOT, "strength": 9}),
    unit("br-hq", type="headquarters", nation="british", strategic=1, tactical=1),
    unit("br-train", type="supply", nation="british", strength=0, weapon="N", movement=4),
    unit("na-1", strength=1, weapon="S", morale="R"),
)


def upriver(places: dict[str, Any], *dice: int, town: str = "S0303") -> Game:
    """A long river, and a town that counts: near its upper end, if no other is named."""
    made: BattleMap = country(12, 20)
    for side in RIVER.split():
        made.hexsides[made.grid.parse_side(side)] = frozenset({"major_river"})
    victory = Victory(levels=LEVELS, sudden=75, scoring=(Scoring("occupied", 20, hexes=(town,)),))
    return begun(campaign(UNITS, made, victory=victory), places, options={"rivers": True}, dice=dice)


def moves(played: Game, number: int) -> list[str]:
    """The next decisions of the British staff, carried out."""
    player, found = make("staff", "british", 1), []
    for _ in range(number):
        found.append(played.text(player.choose(played)))
        played.apply(found[-1])
    return found


def at(played: Game, unit_key: str) -> str:
    """Where a unit is."""
    return str(played.rules.units(played.state)[unit_key]["at"])


def test_a_force_goes_upriver_by_boat_and_lands_nearer_to_its_goal_than_it_could_march() -> None:
    made = upriver(dict.fromkeys(("br-boat1", "br-boat2", "br-1", "br-2"), "S0318"), 4)
    done = moves(made, 6)
    assert done[1:3] == ["embark br-1 on br-boat1", "embark br-2 on br-boat2"]
    assert done[3].startswith("sail br-boat1 br-boat2 ")
    assert done[4:] == ["land br-1", "land br-2"]
    assert at(made, "br-1") == at(made, "br-2") == "S0303"


def test_boats_that_do_not_get_off_put_their_passengers_ashore() -> None:
    made = upriver(dict.fromkeys(("br-boat1", "br-1"), "S0318"), 1)
    assert moves(made, 3)[2] == "land br-1"
    assert at(made, "br-1") == "S0318"


def test_nobody_goes_by_boat_as_far_as_a_march_brings_him() -> None:
    near = upriver(dict.fromkeys(("br-boat1", "br-boat2", "br-1", "br-2"), "S0307"), 4)
    assert moves(near, 1)[0].startswith("organise ")
    assert moves(near, 1)[0].startswith("march ")


def test_boats_do_not_tear_a_force_apart() -> None:
    made = upriver(dict.fromkeys(("br-boat1", "br-1", "br-host1", "br-host2"), "S0318"), 4)
    assert not any(move.startswith("embark") for move in moves(made, 2))


def test_trains_follow_by_boat() -> None:
    made = upriver({"br-boat1": "S0318", "br-train": "S0318", "br-host1": "S0305", "na-1": "S0903"}, 4, town="S0905")
    done = moves(made, 6)
    assert "embark br-train on br-boat1" in done
    assert at(made, "br-train") not in ("", "S0318")


def test_headquarters_go_aboard_of_the_first_boat_unless_somebody_has_to_stay() -> None:
    made = upriver(dict.fromkeys(("br-boat1", "br-boat2", "br-1", "br-2", "br-hq", "br-host1"), "S0318"), 4)
    field, state = made.rules.field, state_of(made)
    view, bit = View(Country(field), state, 0), {key: 1 << u for u, key in enumerate(field.roster.keys)}
    boats = bit["br-boat1"] | bit["br-boat2"]
    for going, aboard in (
        (("br-hq",), {"br-hq": "br-boat1"}),
        (("br-1", "br-2", "br-hq"), {"br-1": "br-boat1", "br-2": "br-boat2", "br-hq": "br-boat1"}),
        (("br-1", "br-host1", "br-hq"), {"br-1": "br-boat1"}),
    ):
        found = stowed(view, boats, sum(bit[key] for key in going))
        assert {field.roster.keys[u]: by for u, by in found.items()} == {key: bit[by] for key, by in aboard.items()}


def test_who_is_found_aboard_goes_ashore() -> None:
    made = upriver(dict.fromkeys(("br-boat1", "br-1"), "S0318"), 4)
    made.apply("embark br-1 on br-boat1")
    assert moves(made, 1) == ["land br-1"]
