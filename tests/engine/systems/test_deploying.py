"""Set-up as decisions: groups, pools, dice, limits of a hex; and that games with a set-up keep every promise."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import fm_field
import pytest
import tlg2_field
from hex_field import broken, field

from engine.errors import HexwrightError
from engine.findings import Severity
from engine.formats import load_scenario
from engine.mechanics.hexes.turns import active_side
from engine.mechanics.procedure import SET_UP
from engine.play import Game
from engine.scenario import Arrival, Deployment, Pool, Scenario
from engine.umpire.checks import check_scenario

UNITS = ["us-1 infantry 3", "us-2 infantry 3", "us-3 infantry 4", "us-4 artillery 2 range 4", "ac-1 infantry 3"]
AREA = ("X0102", "X0103", "X0104", "X0202")


def landing(*deployments: Deployment, **more: object) -> Scenario:
    made = tlg2_field.scenario(field(), UNITS, {"ac-1": "X1212"})
    return made.with_(deployments=deployments, **more)


def group(*units: str, **more: object) -> Deployment:
    return replace(Deployment("us", AREA, units), **more)


def texts(game: Game) -> list[str]:
    return game.legal_actions().texts()


def test_like_units_are_listed_once_and_any_of_them_is_legal() -> None:
    game = Game(landing(group("us-1", "us-2", "us-3")))
    assert game.decision is not None
    assert game.decision.kind == SET_UP
    assert texts(game) == ["deploy us-1", "deploy us-3"]
    assert game.verdict("deploy us-2")
    assert game.verdict("deploy us-2 at X0103")


def test_one_after_the_other_they_stand_where_their_owner_says() -> None:
    game = Game(landing(group("us-1", "us-3")))
    game.apply("deploy us-3")
    assert sorted(texts(game)) == [f"at {name}" for name in AREA]
    game.apply("at X0103")
    game.apply("deploy us-1 at X0202")
    assert game.decision is not None
    assert game.decision.kind == "movement"
    units = game.rules.units(game.state)
    assert {key: units[key]["at"] for key in ("us-1", "us-3")} == {"us-1": "X0202", "us-3": "X0103"}


def test_while_groups_are_set_up_it_is_nobodys_turn() -> None:
    game = Game(landing(group("us-1")))
    assert active_side(game.state) == -1
    game.apply("deploy us-1 at X0102")
    assert active_side(game.state) == list(game.scenario.sides).index("us")


def test_who_is_to_be_set_up_is_told_down_to_the_last() -> None:
    game = Game(landing(group("us-1", "us-3"), group("us-4")))
    told = [game.rules.to_set_up(game.state)]
    for text in ("deploy us-3", "at X0103", "deploy us-1 at X0202", "deploy us-4 at X0104"):
        game.apply(text)
        told.append(game.rules.to_set_up(game.state))
    assert told == [["us-1", "us-3"], ["us-3", "us-1"], ["us-1"], ["us-4"], []]


def test_of_kinds_that_the_owner_chooses_those_are_told_that_are_still_wanted() -> None:
    pools = {"reserve": Pool("us", ("us-1", "us-3", "us-4"))}
    game = Game(landing(group(source="reserve", kinds={"infantry": 1, "artillery": 1}, by="choice"), pools=pools))
    told = [game.rules.to_set_up(game.state)]
    for text in ("deploy us-3 at X0103", "deploy us-4 at X0104"):
        game.apply(text)
        told.append(game.rules.to_set_up(game.state))
    assert told == [["us-1", "us-3", "us-4"], ["us-4"], []]
    infantry = Game(landing(group(source="reserve", kinds={"infantry": 1}, by="choice"), pools=pools))
    assert infantry.rules.to_set_up(infantry.state) == ["us-1", "us-3"]


def test_groups_come_in_the_order_of_the_scenario_whoever_moves_first() -> None:
    made = landing(Deployment("ac", ("X1210",), ("ac-1",)), group("us-1")).with_(setup={})
    game = Game(made)
    assert game.decision is not None
    assert game.decision.side == "ac"
    assert broken(game, "deploy us-1 at X0102") == {"2.8"}
    game.apply("deploy ac-1 at X1210")
    assert game.decision is not None
    assert game.decision.side == "us"


def test_a_hex_takes_no_more_than_the_group_allows() -> None:
    made = fm_field.scenario(field(), ["cw-1 infantry 3-3-4", "ge-1 infantry 3-3-4"], {"ge-1": "X1212"})
    game = Game(made.with_(deployments=(Deployment("cw", AREA, ("cw-1",), most=1),)))
    assert game.verdict("deploy cw-1 at X0102")
    crowded = made.with_(setup={"ge-1": "X0102"}, deployments=(Deployment("cw", AREA, ("cw-1",)),))
    assert "3.0" in broken(Game(crowded), "deploy cw-1 at X0102")


def test_a_group_that_stands_together_follows_its_first_unit() -> None:
    gun = "us-5 artillery 4 range 12 heavy_battery"
    made = tlg2_field.scenario(field(), [*UNITS, gun], {"ac-1": "X1212"})
    game = Game(made.with_(deployments=(group("us-1", "us-5", together=True),)))
    game.apply("deploy us-5 at X0104")
    assert "2.8" in broken(game, "deploy us-1 at X0102")
    assert game.verdict("deploy us-1 at X0104")


def test_kinds_are_drawn_from_a_pool_by_chance() -> None:
    pools = {"reserve": Pool("us", ("us-1", "us-2", "us-3", "us-4"))}
    drawn = group(source="reserve", kinds={"infantry": 2, "artillery": 1})
    seen = set()
    for seed in range(12):
        game = Game(landing(drawn, pools=pools), seed)
        units = game.decision.units if game.decision else ()
        random = Random(seed)
        while game.decision is not None and game.decision.kind == SET_UP:
            game.apply(game.legal_actions().sample(random))
        placed = {key for key, unit in game.rules.units(game.state).items() if unit["at"] and key.startswith("us")}
        assert len(placed) == 3
        assert "us-4" in placed
        seen.add(frozenset(placed))
        assert units
    assert len(seen) == 3, "each pair of the three infantry comes up"


def test_kinds_are_chosen_from_a_pool_by_the_owner() -> None:
    pools = {"reserve": Pool("us", ("us-1", "us-3", "us-4"))}
    game = Game(landing(group(source="reserve", kinds={"infantry": 1}, by="choice"), pools=pools))
    assert texts(game) == ["deploy us-1", "deploy us-3"]
    assert broken(game, "deploy us-4") == {"2.8"}
    game.apply("deploy us-3 at X0102")
    assert game.decision is not None
    assert game.decision.kind == "movement"
    units = game.rules.units(game.state)
    assert (units["us-1"]["at"], units["us-1"]["dead"], units["us-1"]["waiting"]) == (None, False, False)


def test_a_die_says_how_many() -> None:
    pools = {"reserve": Pool("us", ("us-1", "us-2", "us-3", "us-4"))}
    game = Game(landing(group(source="reserve", draw="d6", by="choice"), pools=pools), dice=[2])
    for action in ("deploy us-4 at X0102", "deploy us-2 at X0103"):
        assert game.decision is not None
        assert game.decision.kind == SET_UP
        game.apply(action)
    assert game.decision is not None
    assert game.decision.kind == "movement"


def test_set_up_areas_are_played_only_where_the_option_says_so() -> None:
    made = tlg2_field.scenario(field(), UNITS, {"us-1": "X0102", "us-3": "X0103", "ac-1": "X1212"})
    made = made.with_(setup_areas={"us": AREA})
    given, free = Game(made), Game(made, options={"set_up": "free"})
    assert given.decision is not None
    assert given.decision.kind == "movement"
    assert free.decision is not None
    assert free.decision.kind == SET_UP
    assert texts(free) == ["deploy us-1", "deploy us-3"]
    assert free.verdict("deploy us-1 at X0104")


def test_a_group_whose_units_have_their_hexes_is_set_up_already() -> None:
    made = landing(group("us-1")).with_(setup={"us-1": "X0104", "ac-1": "X1212"})
    game = Game(made)
    assert game.decision is not None
    assert game.decision.kind == "movement"


@pytest.mark.parametrize(
    "change",
    [
        {"deployments": (group(source="nobody"),)},
        {"arrivals": (Arrival(2, "us", ("reserve",), ("us-1",), how="pool"),), "pools": {}},
    ],
    ids=["no such pool", "reinforcements to no pool"],
)
def test_what_cannot_be_is_told(change: dict[str, object]) -> None:
    made = landing().with_(**change)
    with pytest.raises(HexwrightError):
        Game(made)
    assert any(finding.severity is Severity.ERROR for finding in check_scenario(made))


@pytest.mark.parametrize("name", ["first_steps", "fm_first_steps"])
@pytest.mark.parametrize("seed", range(3))
def test_a_game_with_a_set_up_keeps_every_promise(name: str, seed: int) -> None:
    shipped = load_scenario(name)
    area = tuple(shipped.map.grid.name(h) for h in shipped.map.grid.hexes)
    side = next(iter(shipped.sides))
    made = shipped.with_(setup_areas={side: area}, options={**shipped.options, "set_up": "free"})
    game, twin, random = Game(made, seed), Game(made, seed), Random(seed)
    states = []
    for _ in range(60):
        if game.decision is None:
            break
        states.append(game.state.to_json())
        action = game.legal_actions().sample(random)
        assert game.verdict(action)
        assert game.parse(game.text(action)) == action
        assert game.rules.defects(game.state) == []
        again = Game.from_json(made, json.loads(json.dumps(game.to_json())), game.rules)
        assert again.decision == game.decision
        assert [event.to_json() for event in game.apply(action)] == [event.to_json() for event in twin.apply(action)]
    assert any(event.kind == "deploy" for event in game.events)
    while len(game):
        game.undo()
        assert game.state.to_json() == states.pop()
