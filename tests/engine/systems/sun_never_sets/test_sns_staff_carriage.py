"""Whom the staff has carried instead of marching, by rail and by sea, and what its railroad engineers do."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from sns_field import begun, campaign, country, state_of, unit

from engine.hexes.board.battlemap import BattleMap
from engine.play import Game
from engine.players import make
from engine.scenario import Level, Scoring, Victory
from engine.systems.sun_never_sets.position.siting import Siting
from engine.systems.sun_never_sets.staff import carriage, raids
from engine.systems.sun_never_sets.staff.country import Country
from engine.systems.sun_never_sets.staff.marches import MarchPlans
from engine.systems.sun_never_sets.staff.view import View

LINE = ["S0203", "S0303", "S0403", "S0503", "S0603", "S0703", "S0803"]
PLANNED = ["S0803", "S0903", "S1003"]
UNITS = (
    unit("br-1", strength=6, weapon="B", morale="V", movement=3),
    unit("br-2", strength=6, weapon="B", morale="V", movement=3),
    unit("br-rail", type="railroad_engineer", strength=0),
    unit("br-train", type="supply", movement=4),
    unit("na-1", strength=1, weapon="S", morale="R"),
)


def board() -> BattleMap:
    """A railway from a fortress in the west to the middle, to be laid on to the east, and sea along the south."""
    made = country()
    grid = made.grid
    made.features[grid.parse("S0203")] = frozenset({"fortress"})
    for kind, way in (("rail", LINE), ("rail_planned", PLANNED)):
        for a, b in pairwise(way):
            made.paths[grid.side_between(grid.parse(a), grid.parse(b))] = frozenset({kind})
    for column in range(1, 13):
        made.terrain[grid.parse(f"S{column:02d}10")] = "sea"
    return made


def game(
    places: dict[str, Any], goal: str, *dice: int, phase: str = "movement", side: str = "british", **options: bool
) -> Game:
    """Units in a segment of their turn, with a place worth 20 points."""
    victory = Victory(levels=(Level("local", 11),), sudden=75, scoring=(Scoring("occupied", 20, hexes=(goal,)),))
    special = {"railheads": ["S0803"], "communication": {"british": ["S0203"]}}
    scenario = campaign(UNITS, board(), victory=victory, special=special)
    return begun(scenario, places, phase, side=side, dice=dice, options={"railroads": True, **options})


def choice(played: Game, side: str = "british") -> str:
    """What the staff of a side does now."""
    return played.text(make("staff", side, 1).choose(played))


def test_a_column_goes_by_rail_as_far_as_the_line_brings_it_nearer_than_a_march() -> None:
    made = game({"br-1": "S0203", "br-2": "S0203", "na-1": "S1201"}, "S1103", 4)
    assert choice(made) == "organise S0203 as c1 with br-1 br-2"
    made.apply(choice(made))
    assert choice(made) == "rail c1"
    made.apply(choice(made))
    assert choice(made) == "go S0803"


def test_nobody_goes_by_rail_where_it_leads_away_from_what_counts() -> None:
    away = game({"br-1": "S0503", "na-1": "S1201"}, "S0507", 4)
    assert choice(away) == "march S0503 with br-1"


def test_supply_units_follow_by_rail() -> None:
    places = {"br-1": "S1003", "br-2": "S1003", "br-train": "S0203", "na-1": "S1001"}
    assert choice(game(places, "S1003", 4)) == "rail S0203 with br-train"


def test_railroad_engineers_go_to_the_railhead_stay_there_and_lay_the_line_on() -> None:
    made = game({"br-rail": "S0203", "br-1": "S0203", "na-1": "S1201"}, "S0203", 4)
    assert choice(made) == "rail S0203 with br-rail"
    made.apply(choice(made))
    assert choice(made) == "go S0803"
    off_the_line = game({"br-rail": "S0805", "na-1": "S1209"}, "S0203", 4)
    assert choice(off_the_line) == "march S0805 with br-rail"
    there = game({"br-rail": "S0803", "br-1": "S0803", "br-2": "S0803", "na-1": "S1201"}, "S1103", 4)
    assert choice(there) == "organise S0803 as c1 with br-1 br-2"
    there.apply("end phase")
    assert choice(there) == "lay br-rail S0903"


def test_a_railroad_engineer_comes_in_where_the_railhead_is() -> None:
    made = game({"br-1": "S0203", "na-1": "S1201"}, "S0203")
    rules: Any = made.rules
    area = tuple(made.scenario.map.grid.parse(name) for name in ("S0203", "S0803"))
    for key, site in (("br-rail", "at S0803"), ("br-2", "at S0203")):
        state_of(made).push(Siting(0, rules.field.roster.find(key), area))
        assert choice(made) == site
        made.apply(choice(made))


def test_a_force_goes_by_sea_as_far_as_there_is_room() -> None:
    places = {"br-1": "S0209", "br-2": "S0209", "na-1": "S1201"}
    by_sea = game(places, "S1108", 4, transfer=True)
    by_sea.apply(choice(by_sea))
    assert choice(by_sea) == "transfer br-1 br-2 to S1009"
    by_sea.apply(choice(by_sea))
    assert by_sea.rules.units(by_sea.state)["br-1"]["at"] == "S1009"


@pytest.mark.parametrize("goal", ["S0207", "S0208"])
def test_nobody_goes_by_sea_for_what_is_near(goal: str) -> None:
    near = game({"br-1": "S0209", "na-1": "S1201"}, goal, 4, transfer=True)
    assert choice(near) == "march S0209 with br-1"


def test_natives_raid_a_railway_near_them_and_cut_it() -> None:
    made = game({"br-1": "S0203", "na-1": "S0605"}, "S0203", 4, side="native")
    staff = make("staff", "native", 1)
    for _ in range(2):
        made.apply(staff.choose(made))
    assert made.actions[0] == "march S0605 with na-1"
    assert made.rules.units(made.state)["na-1"]["at"] in LINE
    there = game({"br-1": "S0203", "na-1": "S0603"}, "S0203", phase="battle", side="native")
    assert choice(there, "native") == "cut S0603"


def raided(places: dict[str, Any], **options: bool) -> list[str]:
    """The hexes that are worth a raid to the Natives."""
    rules: Any = game(places, "S0203", side="native", **options).rules
    view = View(Country(rules.field), game(places, "S0203", side="native", **options).state, 1)
    return [rules.field.grid.name(h) for h in raids.hexes(view)]


def test_a_raid_is_worth_it_on_a_line_that_feeds_and_that_nobody_guards() -> None:
    assert raided({"br-1": "S0203", "na-1": "S0605"}) == ["S0503", "S0603", "S0703", "S0803"]
    assert raided({"br-1": "S0203", "br-2": "S0704", "na-1": "S0605"}) == []
    assert raided({"br-1": "S0203", "na-1": "S1209"}) == []
    assert raided({"br-1": "S0203", "na-1": "S0605"}, railroads=False) == []


def test_a_part_that_is_carried_gains_less_where_the_whole_would_march_for_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = game({"br-1": "S0209", "br-2": "S0209", "na-1": "S1201"}, "S1108", transfer=True)
    view = View(Country(made.rules.field), state_of(made), 0)
    grid, number = made.scenario.map.grid, made.rules.field.roster.number
    part, h, end = 1 << number["br-1"], grid.parse("S0209"), grid.parse("S1009")
    whole = part | 1 << number["br-2"]
    goals = {part: [(grid.parse("S1108"), 10.0)], whole: [(grid.parse("S1108"), 10.0), (grid.parse("S0208"), 9.0)]}
    plans = MarchPlans(view, {})
    monkeypatch.setattr(MarchPlans, "pulls", lambda self, h, force: goals[force])
    alone, of_two = (carriage.best(view, plans, h, part, [end], together) for together in (0, whole))
    assert alone is not None
    assert of_two is not None
    assert (alone.end, alone.goal) == (of_two.end, of_two.goal) == (end, grid.parse("S1108"))
    assert alone.promises - of_two.promises > 3


@pytest.mark.parametrize(("head", "beyond", "start"), [("S0803", "S0903", "S0303"), ("S0303", "S0203", "S0803")])
def test_railroad_engineers_go_to_the_railhead_whichever_way_it_lies(head: str, beyond: str, start: str) -> None:
    made = country()
    grid, line = made.grid, LINE[1:]
    for kind, way in (("rail", line), ("rail_planned", [head, beyond])):
        for a, b in pairwise(way):
            made.paths[grid.side_between(grid.parse(a), grid.parse(b))] = frozenset({kind})
    special = {"railheads": [head], "communication": {"british": [start]}}
    scenario = campaign(UNITS, made, special=special)
    played = begun(scenario, {"br-rail": start, "na-1": "S1209"}, dice=[3], options={"railroads": True})
    assert choice(played) == f"rail {start} with br-rail"
    played.apply(choice(played))
    assert choice(played) == f"go {head}"
