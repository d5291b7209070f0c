"""Results of tables that are forced: in order, through the dice, and the same after undo, JSON and replay."""

from __future__ import annotations

from typing import Any

import pytest

from engine.formats import dump_replay, load_scenario, load_text
from engine.formats.specs import ReplaySpec
from engine.play import Game, Start
from engine.play.dice import Dice
from engine.players import seat
from engine.umpire.replays import record, replay
from engine.umpire.testturns import play

COLUMN = ("AL1", "AR", "BL", "BL", "DR", "DR")


def test_the_least_die_that_gives_the_result() -> None:
    dice = Dice(7, results=["dr", "AL1"])
    assert [dice.die_for(number, COLUMN, "2:1") for number in range(3)] == [5, 1, None]


def test_a_result_that_is_not_in_the_column() -> None:
    with pytest.raises(ValueError, match="forced result DE is not in column 2:1, which has AL1, AR, BL, DR"):
        Dice(results=["DE"]).die_for(0, COLUMN, "2:1")


COLUMNS = {
    "a result that the column has none of": ("AL2AR", "AL2AR 1"),
    "one that is better than all of it": ("DE", "DE 6"),
    "one that the table has not": ("NE", "NE 1"),
    "one of the column, however it is written": ("dl1dr", "DL1DR 6"),
}


@pytest.mark.parametrize(("wanted", "told"), COLUMNS.values(), ids=[*COLUMNS])
def test_any_result_may_be_forced_in_a_rebuilt_table(wanted: str, told: str) -> None:
    """The column is 2:1, of AR, BL, DR and DL1DR."""
    assert attack(wanted) == [told]


@pytest.mark.parametrize("wanted", ["X9", "-1"])
def test_but_none_that_the_rules_do_not_know(wanted: str) -> None:
    with pytest.raises(ValueError, match=f"the forced result {wanted} is not in column 2:1"):
        attack(wanted)


def test_a_table_of_the_scenario_has_what_it_has() -> None:
    own = {"combat_results": {"rows": {number: ["AR"] * 10 for number in range(1, 7)}}}
    with pytest.raises(ValueError, match="the forced result DR is not in column 2:1, which has AR"):
        attack("DR", tables=own)


def attack(wanted: str, **changes: Any) -> list[str]:
    """The result, and its die, of an attack at 2:1."""
    scenario = load_scenario("lundys_lane").with_(**changes)
    start = Start(phase="combat", units={"us-25": "L2712", "ac-glengarry": {"at": "L2711", "steps": 1}}, only=True)
    game = Game(scenario, results=[wanted], start=start)
    game.apply("attack L2711 with us-25")
    return [f"{event.data['result']} {event.data['die']}" for event in game.events if event.kind == "result"]


def results_of(game: Game) -> list[str]:
    return [event.data["result"] for event in game.events if event.kind == "result"]


@pytest.fixture(params=["first_steps", "fm_first_steps"])
def forced(request: pytest.FixtureRequest) -> tuple[Game, list[str]]:
    """A game played by the staff, and the results that all its combats have had, forced.

    Without support fire, whose draws would take other throws where combats take none.
    """
    scenario = load_scenario(request.param).with_(special={})
    free = Game(scenario, 3)
    play(free, seat(["staff"], scenario.sides, 3), 3)
    wanted = results_of(free)
    assert len(wanted) > 2
    game = Game(scenario, 3, results=wanted)
    while len(game) < len(free):
        game.apply(free.actions[len(game)])
    return game, wanted


def test_they_take_the_place_of_throws(forced: tuple[Game, list[str]]) -> None:
    game, wanted = forced
    assert results_of(game) == wanted
    assert game.state.results == len(wanted)


def test_undo_gives_them_back(forced: tuple[Game, list[str]]) -> None:
    game, wanted = forced
    actions = game.actions
    while len(game):
        game.undo()
    assert game.state.results == 0
    for text in actions:
        game.apply(text)
    assert results_of(game) == wanted


def test_they_go_through_json_and_replays(forced: tuple[Game, list[str]]) -> None:
    game, wanted = forced
    again = Game.from_json(game.scenario, game.to_json())
    assert again.state == game.state
    assert again.state.results == len(wanted)
    spec = load_text(dump_replay(record(game))).model
    assert isinstance(spec, ReplaySpec)
    assert spec.results == wanted
    assert replay(spec).difference is None


def test_states_without_them_are_written_as_before() -> None:
    assert "results" not in Game(load_scenario("first_steps"), 3).state.to_json()
