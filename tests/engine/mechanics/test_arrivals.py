"""Reinforcements that wait for a condition, and units that are withdrawn."""

from __future__ import annotations

import fm_field
import pytest
import tlg2_field
from hex_field import broken, field

from engine.formats import dump_scenario, load_text
from engine.play import Game
from engine.scenario import Arrival, Scenario, Turns, VictoryCondition
from engine.umpire.checks import check_scenario
from engine.umpire.wording import Words

HOLDS = VictoryCondition("hold", ("X0303",))


def battle(*arrivals: Arrival, system: str = "tlg2") -> Scenario:
    setup = {"us-1": "X0302", "ac-1": "X1212"}
    if system == "tlg2":
        units = ["us-1 infantry 3", "us-2 infantry 3", "ac-1 infantry 3"]
        return tlg2_field.scenario(field(), units, setup, arrivals, turns=Turns(4))
    units = ["us-1 infantry 3-3-4", "us-2 infantry 3-3-4", "ac-1 infantry 3-3-4"]
    made = fm_field.scenario(field(), [text.replace("us", "cw").replace("ac", "ge") for text in units], {})
    swapped = {"us": "cw", "ac": "ge"}
    own = tuple(
        Arrival(a.turn, swapped[a.side], a.entry, tuple(u.replace("us", "cw") for u in a.units), a.name, a.how, a.when)
        for a in arrivals
    )
    places = {key.replace("us", "cw").replace("ac", "ge"): at for key, at in setup.items()}
    return made.with_(arrivals=own, setup=places, turns=Turns(4))


def turn_over(game: Game) -> None:
    turn = game.state.turn
    while game.decision is not None and game.state.turn == turn:
        game.apply("end phase")


@pytest.mark.parametrize(("system", "side", "rule"), [("tlg2", "us", "5.1"), ("fm", "cw", "3.0")])
def test_a_group_waits_until_its_condition_is_so(system: str, side: str, rule: str) -> None:
    game = Game(battle(Arrival(1, "us", ("X0101",), ("us-2",), when=HOLDS), system=system))
    entry = f"enter {side}-2 X0101"
    assert entry not in game.legal_actions().texts()
    assert rule in broken(game, entry)
    game.apply(f"move {side}-1 X0303")
    assert entry in game.legal_actions().texts()
    assert game.verdict(entry)


@pytest.mark.parametrize("system", ["tlg2", "fm"])
def test_units_are_withdrawn_when_the_turn_begins_and_nobody_scores(system: str) -> None:
    game = Game(battle(Arrival(2, "us", (), ("us-1",), how="withdraw"), system=system))
    key = "us-1" if system == "tlg2" else "cw-1"
    turn_over(game)
    unit = game.rules.units(game.state)[key]
    assert (unit["at"], unit["dead"], unit["waiting"]) == (None, False, False)
    told = [event for event in game.events if event.kind == "withdraw"]
    assert [event.data["at"] for event in told] == ["X0302"]
    assert Words(game.scenario).event(told[0]).endswith("is withdrawn from X0302")
    assert game.rules.defects(game.state) == []


def test_who_is_withdrawn_is_still_set_up_and_no_reinforcement() -> None:
    made = battle(Arrival(2, "us", (), ("us-1",), how="withdraw"), Arrival(3, "us", ("X0101",), ("us-2",)))
    codes = {finding.code for finding in check_scenario(made)}
    assert codes.isdisjoint({"UNIT102", "UNIT103", "UNIT104", "REINF112"})
    assert made.arrival_of("us-1") is None


def test_a_file_gives_back_conditions_and_withdrawals() -> None:
    made = battle(Arrival(2, "us", (), ("us-1",), how="withdraw"), Arrival(3, "us", ("X0101",), ("us-2",), when=HOLDS))
    loaded = load_text(dump_scenario(made))
    assert loaded.findings == []
    assert isinstance(loaded.model, Scenario)
    assert loaded.model.arrivals == made.arrivals
    assert dump_scenario(loaded.model) == dump_scenario(made)
