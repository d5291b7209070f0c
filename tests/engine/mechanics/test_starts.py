"""Where a game of units in hexes begins: units of a start, reinforcements, and what is said where they cannot be."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import fm_field
import pytest
import tlg2_field
from hex_field import field, refused

from engine.errors import HexwrightError
from engine.formats import load_scenario
from engine.mechanics.hexes.hexstate import ABSENT, DEAD, POOL, WAITING, exited_at
from engine.mechanics.odds import clamp, ladder_name, ladder_step, ratio
from engine.play import Game, Start
from engine.play.registry import system
from engine.scenario import Arrival, Deployment, Scenario, Scoring, Side, Victory

UNITS = ["us-1 infantry 4/2", "us-2 infantry 3", "ac-1 infantry 3"]


def battle(*arrivals: Arrival, **more: Any) -> Scenario:
    return tlg2_field.scenario(
        field(terrain={"river": "X0707"}), UNITS, {"us-1": "X0101", "ac-1": "X1212"}, arrivals, **more
    )


def begun(units: dict[str, Any], **more: Any) -> Game:
    return Game(battle(), start=Start(1, "us", "movement", units, **more))


@pytest.mark.parametrize(
    ("units", "found"),
    [
        ({}, ("X0101", 2, False)),
        ({"us-1": "X0202"}, ("X0202", 2, False)),
        ({"us-1": {"at": "X0202"}}, ("X0202", 2, False)),
        ({"us-1": {"steps": 1}}, ("X0101", 1, False)),
        ({"us-1": {"at": "X0202", "steps": 1}}, ("X0202", 1, False)),
        ({"us-1": {"steps": 0}}, (None, 0, True)),
        ({"us-1": {"at": "X0202", "dead": True}}, (None, 0, True)),
        ({"us-1": "off"}, (None, 2, False)),
        ({"us-1": ""}, (None, 2, False)),
        ({"us-1": None}, (None, 2, False)),
    ],
)
def test_a_unit_begins_where_the_start_has_it(units: dict[str, Any], found: tuple[str | None, int, bool]) -> None:
    game = begun(units)
    how = game.rules.units(game.state)["us-1"]
    assert (how["at"], how["steps"], how["dead"]) == found


def test_who_has_no_place_and_does_not_come_takes_no_part() -> None:
    alone = begun({"us-2": "X0303"}, only=True)
    assert list(alone.state.where) == [ABSENT, alone.scenario.map.grid.parse("X0303"), ABSENT]
    coming = Game(battle(Arrival(2, "us", ("X0112",), ("us-2",))), start=Start(1, "us", "movement"))
    assert coming.state.where[1] == WAITING


@pytest.mark.parametrize(
    ("start", "said"),
    [
        (Start(1, "us", "", {"us-1": {"speed": 3}}), "a unit starts with at, steps and dead; us-1 has 'speed'"),
        (Start(1, "us", "", {"us-1": {"steps": 3}}), "us-1 has 2 steps, not 3"),
        (Start(1, "us", "", {"us-1": {"steps": -1}}), "us-1 has 2 steps, not -1"),
        (Start(1, "us", "", {"us-1": {"steps": "x"}}), "us-1 has 2 steps, not x"),
        (Start(1, "us", "", {"us-9": "X0101"}), "there is no unit 'us-9'; did you mean us-2?"),
        (
            Start(1, "us", "", {"us-1": "X9999"}),
            "there is no hex 'X9999' on this map; its hexes are named X0101 to X1212",
        ),
        (Start(1, "us", "", {"us-1": "X1212"}), "us-1 and ac-1 of both sides would start in X1212"),
        (Start(1, "us", "", {"us-2": "X0101"}), "us-1 and us-2 would start stacked in X0101 [tlg2:4.9]"),
        (Start(1, "us", "", {"us-1": "X0707"}), "us-1 would start in the river at X0707 [tlg2:4.16]"),
        (Start(1, "uk"), "there is no side 'uk'; there are us, ac"),
        (Start(1, "us", "tea"), "there is no phase 'tea'; there are movement, combat"),
    ],
)
def test_starts_that_cannot_be(start: Start, said: str) -> None:
    with pytest.raises(HexwrightError) as error:
        Game(battle(), start=start)
    assert str(error.value) == said


@pytest.mark.parametrize(
    ("arrival", "said"),
    [
        (
            Arrival(2, "us", ("X0112",), ("us-2",), how="fly"),
            "these rules know no reinforcements with how: fly",
        ),
        (Arrival(2, "us", (), ("us-2",)), "the reinforcements of turn 2 have no entry hex"),
        (
            Arrival(2, "us", ("reserve",), ("us-2",), how="pool"),
            "there is no pool 'reserve' to put reinforcements into",
        ),
    ],
)
def test_reinforcements_that_cannot_come(arrival: Arrival, said: str) -> None:
    with pytest.raises(HexwrightError) as error:
        Game(battle(arrival))
    assert str(error.value) == said


def test_a_phase_is_named_as_in_the_rulebook() -> None:
    units = {"cw-1 infantry 4-3-3": "X0101", "ge-1 infantry 3-3-3": "X1212"}
    for phase in ("mobile movement", "Mobile Movement Phase", " mobile_movement "):
        made = fm_field.game(field(), {**units, "cw-2 armour 4-3-8 mobile": "X0303"}, phase=phase)
        assert made.decision is not None
        assert made.decision.kind == "mobile movement"


@pytest.mark.parametrize("place", [DEAD, ABSENT, POOL, exited_at(0), exited_at(100)])
def test_only_who_waits_could_come_on(place: int) -> None:
    for playing, key in (
        (Game(battle(Arrival(1, "us", ("X0112",), ("us-2",)))), "us-2"),
        (
            fm_field.game(
                field(),
                {"cw-1 infantry 4-3-3": "X0101", "cw-2 infantry 4-3-3": "", "ge-1 infantry 3-3-3": "X1212"},
                arrivals=[Arrival(1, "cw", ("X0112",), ("cw-2",))],
            ),
            "cw-2",
        ),
    ):
        assert playing.rules.reach(playing.state, key).hexes["X0112"].cost > 0
        playing.state.place(playing.rules.field.roster.find(key), place)  # type: ignore[attr-defined]
        assert playing.rules.reach(playing.state, key).hexes == {}


def test_who_may_leave_the_map_does_so_now_and_then_where_actions_are_drawn_by_chance() -> None:
    victory = Victory(scoring=(Scoring("exit", 2, "us", ("X0101",)),))
    game = Game(battle(victory=victory))
    actions, random = game.legal_actions(), Random(3)
    found = [game.text(actions.sample(random)) for _ in range(300)]
    assert 5 < found.count("exit us-1") < 200
    assert any(text.startswith("move us-1") for text in found)
    assert "end phase" in found


@pytest.mark.parametrize(
    ("attack", "defence", "step", "name"),
    [(4, 4, 0, "1:1"), (7, 4, 0, "1:1"), (8, 4, 1, "2:1"), (3, 4, -1, "1:2"), (2, 4, -1, "1:2"), (1, 9, -8, "1:9")],
)
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, step: int, name: str) -> None:
    assert (ratio(attack, defence), ladder_name(step), ladder_step(name)) == (step, name, step)


def test_odds_beyond_the_table_are_those_of_its_ends() -> None:
    columns = ("1:2", "1:1", "2:1")
    assert [clamp(step, columns) for step in range(-3, 4)] == [0, 0, 0, 1, 2, 2, 2]
    assert [ladder_step(name) for name in ("", "1", "2:2", "0:1", "1:0", "x:1", "1:x", " 3:1 ")] == [None] * 7 + [2]
    with pytest.raises(ValueError, match=r"^'odds' is not an odds column$"):
        clamp(1, ("odds", "1:1"))


def test_forces_that_do_not_fit_their_sides_or_pools() -> None:
    made = battle()
    third = {**made.sides, "in": Side("in", "Indians")}
    lost = {**made.units, "uk-1": replace(made.units["us-1"], key="uk-1", name="uk-1", side="uk")}
    group = Deployment("us", ("X0101",), source="reserve", kinds={"infantry": 1})
    drawn = Arrival(2, "us", ("X0112",), (), how="place", source="reserve")
    for wrong, said in (
        (made.with_(sides=third), "this system has two sides; the scenario has 3"),
        (made.with_(units=lost), "uk-1 is on side 'uk', which the scenario does not have"),
        (made.with_(deployments=(group,)), "there is no pool 'reserve' to draw from"),
        (made.with_(arrivals=(drawn,)), "there is no pool 'reserve' to draw from"),
    ):
        with pytest.raises(HexwrightError) as error:
            Game(wrong)
        assert str(error.value) == said


@pytest.mark.parametrize(
    ("system", "side", "kind", "other", "stay", "again"),
    [
        (tlg2_field, "us", "infantry 3", "2.8", "4.20", {"4.7", "3.1", "4.1", "4.4"}),
        (fm_field, "cw", "infantry 3-3-3", "4.1", "5.2", {"5.1", "5.2"}),
    ],
)
def test_who_may_not_leave_the_map_is_told_why(
    system: Any, side: str, kind: str, other: str, stay: str, again: set[str]
) -> None:
    foe = "ac" if side == "us" else "ge"
    victory = Victory(scoring=(Scoring("exit", 2, side, ("X0101", "X0102")), Scoring("exit", 2, foe, ("X0103",))))
    units = {f"{side}-1 {kind}": "X0101", f"{side}-2 {kind}": "X0303", f"{foe}-1 {kind}": "X0103"}
    game = system.game(field(), units, victory=victory)
    assert refused(game, f"exit {side}-1") == []
    assert refused(game, f"exit {side}-2") == [
        (other, f"{side}-2 cannot leave the map from X0303"),
        (stay, "units leave the map only where the scenario lets them"),
    ]
    game.apply(f"move {side}-1 X0102")
    moved = refused(game, f"exit {side}-1")
    assert moved[0][1] == f"{side}-1 cannot move any more, so it cannot leave the map"
    assert {rule for rule, _ in moved} == again
    [(_, foreign)] = refused(game, f"exit {foe}-1")
    assert foreign == f"{foe}-1 is not a unit of the active player"


def lines(work: Callable[[], object]) -> int:
    """How many lines of code are run."""
    count = 0

    def seen(_frame: object, event: str, _arg: object) -> Any:
        nonlocal count
        count += event == "line"
        return seen

    before = sys.gettrace()
    sys.settrace(seen)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("name", ["lundys_lane", "arracourt", "afghan"])
def test_a_start_with_one_unit_takes_no_more_where_the_army_is_large(name: str) -> None:
    scenario = load_scenario(name)
    key = next(iter(scenario.setup))
    unit, at = scenario.units[key], scenario.setup[key]
    found = []
    for count in (10, 1000):
        more = {f"more-{number}": replace(unit, key=f"more-{number}") for number in range(count)}
        whole = scenario.with_(units={**scenario.units, **more})
        rules = system(whole.system).rules(whole)
        start = Start(1, unit.side, rules.moving_phase, {key: at}, only=True)
        begin = partial(Game, whole, start=start, rules=rules)
        assert begin().rules.units(begin().state)["more-1"].get("at") in (None, "", "off")
        found.append(lines(begin))
    assert found[0] == found[1]
