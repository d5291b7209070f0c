"""Chapter 33: who runs where, and what becomes of a column whose units run."""

from __future__ import annotations

import pytest
from sns_field import begun, breaches, campaign, country, state_of, unit

from engine.play import Action, Game
from engine.play.dice import Dice
from engine.play.step import Step
from engine.systems.sun_never_sets.battle.routing import Rout, Running

UNITS = (
    unit("br-1"),
    unit("br-2"),
    unit("br-3"),
    unit("br-hq", type="headquarters", movement=10, tactical=1),
    unit("br-aide", type="headquarters", movement=10),
    unit("na-1"),
)


def test_who_runs_parts_from_his_column() -> None:
    places = {**{one.key: "S0505" for one in UNITS[:4]}, "na-1": "S0905"}
    given = {"columns": {"c1": ["br-1", "br-2", "br-3", "br-hq"]}}
    scenario, dice = campaign(UNITS), [4, 4, 4, 4, 4, 4]
    beaten = begun(scenario, places, "battle", dice=dice, options={"routing": True}, given=given)
    state = state_of(beaten)
    assert state.column[:4] == [1, 1, 1, 1]
    state.push(Rout(0, 0b1111, beaten.scenario.map.grid.parse("S0505")))
    while beaten.decision is not None and beaten.decision.kind == "rout":
        beaten.apply(next(iter(beaten.legal_actions())))
        assert beaten.rules.defects(beaten.state) == []
    assert beaten.rules.units(beaten.state)["br-1"]["at"] != "S0505"


def test_headquarters_that_run_part_from_each_other() -> None:
    places = {"br-1": "S0505", "br-hq": "S0505", "br-aide": "S0505", "na-1": "S0905"}
    given = {"columns": {"c1": ["br-1", "br-hq", "br-aide"]}}
    beaten = begun(campaign(UNITS), places, "battle", dice=[4] * 6, options={"routing": True}, given=given)
    state_of(beaten).push(Rout(0, 0b11001, beaten.scenario.map.grid.parse("S0505")))
    while beaten.decision is not None and beaten.decision.kind == "rout":
        beaten.apply(next(iter(beaten.legal_actions())))
    where = beaten.rules.units(beaten.state)
    assert where["br-hq"]["at"] == where["br-aide"]["at"] != "S0505"
    # Who is the last of a column keeps it (5.4).
    assert sorted(state_of(beaten).column[3:5]) == [0, 1]


def test_a_way_of_a_rout_that_nobody_chooses_is_told_as_forced() -> None:
    places = {"br-1": "S0101", "na-1": "S0905"}
    beaten = begun(campaign(UNITS), places, "battle", dice=[4] * 6, options={"routing": True})
    state, field, step = state_of(beaten), beaten.rules.field, Step(Dice())
    state.push(Running(0, 0, field.grid.parse("S0201"), 1))
    state.top.proceed(field, state, step)
    assert step.forced == [Action("retreat", (field.grid.parse("S0102"),))]
    assert state.where[0] == field.grid.parse("S0102")


def routed(dice: list[int], fortress: str = "") -> Game:
    """Two units and their headquarters, beaten in S0505, of whom each is to be checked for rout."""
    board = country()
    if fortress:
        board.features[board.grid.parse(fortress)] = frozenset({"fortress"})
    places = {**dict.fromkeys(("br-1", "br-2", "br-hq"), "S0505"), "na-1": "S0905"}
    game = begun(campaign(UNITS, board), places, "battle", dice=dice, options={"routing": True})
    state_of(game).push(Rout(0, 0b1011, board.grid.parse("S0505")))
    return game


@pytest.mark.rule("sns2:33.32")
def test_headquarters_follow_last_to_where_units_of_their_force_went() -> None:
    game = routed([4, 4])
    assert breaches(game, "follow br-hq S0606") == {"33.32": "headquarters retreat after all other units"}
    assert breaches(game, "check br-hq") == {"33.32": "br-hq does not check for rout now"}
    assert breaches(game, "check na-1") == {"33.1": "na-1 does not check for rout now"}
    for text in ("check br-1", "check br-2", "retreat S0504", "retreat S0606"):
        game.apply(text)
    assert game.legal_actions().texts() == ["follow br-hq S0504", "follow br-hq S0606"]
    elsewhere = "no units of the force of br-hq have gone back to S0405"
    assert breaches(game, "follow br-hq S0405") == {"33.32": elsewhere}
    game.apply("follow br-hq S0606")
    assert game.rules.units(game.state)["br-hq"]["at"] == "S0606"


@pytest.mark.rule("sns2:33.1")
@pytest.mark.rule("sns2:33.2")
def test_who_runs_goes_as_far_as_he_has_to_and_away() -> None:
    game = routed([2, 2, 4])
    for text in ("check br-1", "check br-2"):
        game.apply(text)
    assert breaches(game, "hold") == {"33.1": "br-1 has 2 more hexes left to run"}
    game.apply("retreat S0504")
    nowhere = "no rout leads to S0505, or none of the right length"
    assert breaches(game, "retreat S0505") == {"8.81": nowhere, "33.2": nowhere}
    assert breaches(game, "retreat S0503 S0502") == {"33.2": "name the hexes of a rout one by one"}


@pytest.mark.rule("sns2:8.85")
def test_who_runs_into_a_fortress_first_may_hold_there() -> None:
    game = routed([2, 2, 4], fortress="S0504")
    for text in ("check br-1", "check br-2", "retreat S0504"):
        game.apply(text)
    assert "hold" in game.legal_actions().texts()
    game.apply("hold")
    assert game.rules.units(game.state)["br-1"]["at"] == "S0504"
