"""Chapter 33: what becomes of a column whose units run."""

from __future__ import annotations

from sns_field import begun, campaign, state_of, unit

from engine.play import Action
from engine.play.dice import Dice
from engine.play.step import Step
from engine.systems.sun_never_sets.routing import Rout, Running

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
