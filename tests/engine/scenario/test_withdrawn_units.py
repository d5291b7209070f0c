"""Units that are to be withdrawn, and units that conditions name, when the order of battle is revised."""

from __future__ import annotations

from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.scenario import Arrival, Scenario, Victory, VictoryCondition, Win
from engine.scenario.revising import joined, not_coming, renamed, without_units

LEAVING = Arrival(3, "us", (), ("a",), how="withdraw")


def test_who_is_withdrawn_still_is_when_it_gets_another_place() -> None:
    assert not_coming((LEAVING,), {"a"}) == (LEAVING,)
    assert without_units((LEAVING,), {"a"}) == ()
    assert joined((LEAVING,), ["a"], 3, "us") == (LEAVING, Arrival(3, "us", (), ("a",)))


def test_conditions_follow_a_unit_to_its_new_key() -> None:
    condition = VictoryCondition("all", of=(VictoryCondition("unit", unit="a"),))
    arrival = Arrival(2, "us", (), ("b",), when=condition)
    made = renamed(_scenario(arrivals=(arrival,), victory=Victory(wins=(Win("us", condition),))), {"a": "z"})
    assert [part.unit for part in made.victory.conditions()] == ["", "z"]
    assert made.arrivals[0].when is not None
    assert [part.unit for part in made.arrivals[0].when.parts()] == ["", "z"]


def _scenario(**fields: object) -> Scenario:
    return Scenario("s", "S", "tlg2", BattleMap(Grid(GridSpec(2, 2)), load_palette("standard"), "F")).with_(**fields)
