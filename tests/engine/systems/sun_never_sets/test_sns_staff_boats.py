"""What the staff does with boats and fleets: where they sail, whom they attack with, and whom they leave ashore."""

from __future__ import annotations

from typing import Any

from sns_field import begun, campaign, country, unit

from engine.hexes.board.battlemap import BattleMap
from engine.play import Game
from engine.players import make
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.battle.beaten_boats import Chase, FallingBack
from engine.systems.sun_never_sets.rules import SnsRules
from engine.systems.sun_never_sets.staff.answers import parties
from engine.systems.sun_never_sets.staff.country import Country
from engine.systems.sun_never_sets.staff.view import View

RIVER = "S0302/S0402 S0302/S0403 S0303/S0403 S0303/S0404 S0304/S0404 S0304/S0405 S0305/S0405"
ON = {"rivers": True, "fleets": True}
UNITS = (
    unit("br-boat", type="gunboat", guns=3, machine_guns=2, strength=0, weapon="F", morale="V", nation="british"),
    unit("br-boat2", type="gunboat", guns=3, machine_guns=2, strength=0, weapon="F", morale="V", nation="british"),
    unit("br-fleet", type="fleet", guns=4, strength=0, weapon="H", morale="V"),
    unit("br-1", strength=9, weapon="B", morale="V"),
    unit("na-1", strength=1, weapon="S", morale="R"),
    unit("na-guns", type="artillery", strength=9, weapon="B", morale="V"),
)


def board() -> BattleMap:
    """A river between the third and the fourth column, and sea in the first."""
    made = country()
    for side in RIVER.split():
        made.hexsides[made.grid.parse_side(side)] = frozenset({"major_river"})
    for row in range(1, 11):
        made.terrain[made.grid.parse(f"S01{row:02d}")] = "sea"
    return made


def game(places: dict[str, Any], phase: str = "movement", *dice: int) -> Game:
    """British boats and a regiment against tribesmen and guns, as far as ``places`` has them."""
    return begun(campaign(UNITS, board()), places, phase, options=ON, dice=dice)


def choice(played: Game) -> str:
    """What the British staff does now."""
    return played.text(make("staff", "british", 1).choose(played))


def test_boats_stay_out_of_an_attack_that_no_water_leads_to() -> None:
    over_land = game({"br-boat": "S0305", "br-1": "S0305", "na-1": "S0205"}, "battle")
    assert choice(over_land) == "attack S0205 from S0305 with br-1"
    over_land.apply(choice(over_land))


def test_boats_attack_alone_whom_they_need_not_fear() -> None:
    across = game({"br-boat": "S0303", "na-1": "S0403"}, "battle")
    assert choice(across) == "attack S0403 from S0303 with br-boat"
    guns = game({"br-boat": "S0303", "na-guns": "S0403"}, "battle")
    assert choice(guns) == "end phase"


def off(played: Game, unit_key: str, place: str) -> int:
    """How many hexes a unit is off a place."""
    grid = played.scenario.map.grid
    return grid.distance(grid.parse(played.rules.units(played.state)[unit_key]["at"]), grid.parse(place))


def test_boats_sail_together_to_where_they_can_fire() -> None:
    near = game({"br-boat": "S0303", "br-boat2": "S0303", "na-1": "S0403"})
    assert choice(near) == "end phase"
    far = game({"br-boat": "S0305", "br-boat2": "S0305", "na-1": "S0302"}, "movement", 4)
    assert choice(far).startswith("sail br-boat br-boat2 ")
    far.apply(choice(far))
    assert off(far, "br-boat", "S0302") == 1
    assert off(far, "br-boat2", "S0302") == 1


def test_boats_keep_away_from_guns() -> None:
    feared = game({"br-boat": "S0303", "na-guns": "S0403"}, "movement", 4)
    feared.apply(choice(feared))
    assert off(feared, "br-boat", "S0403") > 1


def test_fleets_sail_to_bombard_the_coast() -> None:
    coast = game({"br-fleet": "S0102", "na-1": "S0208"}, "movement", 4)
    assert choice(coast).startswith("sail br-fleet ")
    coast.apply(choice(coast))
    assert off(coast, "br-fleet", "S0208") == 1


def test_beaten_boats_fall_back_away_from_guns() -> None:
    beaten = game({"br-boat": "S0303", "br-boat2": "S0303", "br-1": "S0303", "na-guns": "S0403"}, "movement")
    rules: Any = beaten.rules
    state, grid = beaten.state, beaten.scenario.map.grid
    assert isinstance(state, SnsState)
    boats = rules.field.roster.boats
    state.push(FallingBack(0, boats, grid.parse("S0303")))
    assert beaten.decision is not None
    beaten.apply(choice(beaten))
    assert off(beaten, "br-boat", "S0403") == 2
    assert off(beaten, "br-boat2", "S0403") == 2


def test_boats_that_have_won_hold_where_they_are_with_friends() -> None:
    won = game({"br-boat": "S0303", "br-1": "S0303", "na-guns": "S0405"}, "movement")
    rules: Any = won.rules
    assert isinstance(won.state, SnsState)
    won.state.push(Chase(0, rules.field.roster.boats & 1, won.scenario.map.grid.parse("S0403")))
    assert choice(won) == "hold"


def test_boats_and_those_ashore_are_weighed_together_and_apart() -> None:
    made = game({"br-boat": "S0303", "br-1": "S0303", "na-1": "S0403"}, "battle")
    rules, state, grid = made.rules, made.state, made.scenario.map.grid
    assert isinstance(rules, SnsRules)
    assert isinstance(state, SnsState)
    boat, foot = (1 << rules.field.roster.number[key] for key in ("br-boat", "br-1"))
    view = View(Country(rules.field), state, 0)
    assert parties(view, grid.parse("S0303"), grid.parse("S0403")) == [boat | foot, boat, foot]
    assert parties(view, grid.parse("S0303"), grid.parse("S0203")) == [foot]
