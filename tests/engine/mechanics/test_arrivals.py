"""Reinforcements that wait for a condition, and units that are withdrawn."""

from __future__ import annotations

import fm_field
import pytest
import tlg2_field
from hex_field import broken, field

from engine.formats import dump_scenario, load_text
from engine.play import Game
from engine.scenario import Arrival, Pool, Scenario, Turns, VictoryCondition
from engine.systems.twilights_last_gleaming.rules import TlgRules
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


@pytest.mark.parametrize(("system", "side"), [("tlg2", "us"), ("fm", "cw")])
def test_entry_hexes_that_are_named_twice_are_offered_once(system: str, side: str) -> None:
    game = Game(battle(Arrival(1, "us", ("X0102", "X0101", "X0102"), ("us-2",)), system=system))
    entries = [text for text in game.legal_actions().texts() if text.startswith(f"enter {side}-2")]
    assert entries.count(f"enter {side}-2 X0102") == 1
    assert len(entries) == len(set(entries))


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
    assert Words(game.scenario).event(told[0]).endswith("was withdrawn from X0302")
    assert game.rules.defects(game.state) == []


@pytest.mark.parametrize(("draw", "die"), [("", 0), ("d6", 6)])
def test_who_lands_out_of_a_pool_is_who_is_in_it_and_comes_into_it_anywhere_in_any_number(draw: str, die: int) -> None:
    lands = Arrival(2, "us", ("X0101", "X0102"), (), how="place", source="all", draw=draw)
    units = [f"us-{n} infantry 3" for n in range(1, 6)]
    made = tlg2_field.scenario(
        field(),
        [*units, "ac-1 infantry 3"],
        {"us-1": "X0302", "ac-1": "X1212"},
        (
            lands,
            Arrival(1, "us", ("all",), ("us-3",), how="pool"),
            Arrival(1, "us", ("other",), ("us-4",), how="pool"),
            Arrival(3, "us", ("X0101",), ("us-5",)),
        ),
        turns=Turns(4),
    ).with_(pools={"all": Pool("us", ("us-2",)), "other": Pool("us", ())})
    rules = Game(made).rules
    assert isinstance(rules, TlgRules)
    (landing,) = rules.field.landings
    assert (landing.turn, landing.pooled, landing.when) == (2, True, None)
    group = landing.group
    assert [rules.field.roster.keys[u] for u in group.units] == ["us-2", "us-3"]
    assert [rules.field.grid.name(h) for h in group.area] == ["X0101", "X0102"]
    assert (group.most, group.together, group.choice, group.hidden) == (0, False, False, False)
    assert (group.die, group.drawn) == (die, bool(draw))


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
