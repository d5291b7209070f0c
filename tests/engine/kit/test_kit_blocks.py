"""Statuses and rally, weather, events, markers, supply, leaders and sight of a rules file, each in a game."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from kit_files import first_steps, in_kit, kit_file

from engine.errors import HexwrightError
from engine.kit.rules import kit_rules
from engine.play import Game, Illegal, Start
from engine.scenario import Scenario

UNITS = {
    "types": {"foot": "Foot", "guns": "Guns"},
    "values": {"strength": {"least": 1}, "movement": {}},
    "statuses": {
        "shaken": {"title": "Shaken", "cannot": "move attack", "changes": {"strength": {"halve": "up"}}},
        "pinned": {"cannot": "move", "until": "end_of_turn"},
    },
}


def game_of(
    *, dice: tuple[int, ...] = (), start: Start | None = None, scenario: Scenario | None = None, **blocks: Any
) -> Game:
    battle = scenario or first_steps()
    rules = kit_rules(kit_file("two_banks", **blocks))
    return Game(battle, 1, rules=rules(battle), dice=dice, start=start)


def told(game: Game, kind: str) -> list[dict[str, Any]]:
    return [dict(event.data) for event in game.events if event.kind == kind]


def test_who_is_shaken_neither_moves_nor_keeps_its_strength_until_it_rallies() -> None:
    sequence = {"phases": [{"name": "recovery", "do": "rally"}, {"name": "movement", "do": "move"}]}
    start = Start(side="us", phase="recovery", set={"status": {"us-1": "shaken"}})
    rally = [{"tries": {"status": "shaken"}, "dice": "1d6", "at_most": 4}]
    blocks: dict[str, Any] = {"units": UNITS, "sequence": sequence, "rally": rally}
    for die, passed in ((4, True), (5, False)):
        game = game_of(start=start, dice=(die,), **blocks)
        field, unit = game.rules.field, game.rules.field.roster.find("us-1")
        assert field.value(game.state, unit, "strength") == 3
        assert game.legal_actions().texts() == ["end phase", "rally us-1"]
        game.apply("rally us-1")
        assert told(game, "rally") == [{"unit": "us-1", "die": die, "passed": passed}]
        assert field.value(game.state, unit, "strength") == (5 if passed else 3)
        assert game.decision is not None
        assert game.decision.kind == "movement"
        assert bool(game.verdict("move us-1 F0705")) is passed
        if not passed:
            verdict = game.verdict("move us-1 F0705")
            assert isinstance(verdict, Illegal)
            assert "two_banks:units" in verdict.rules


def test_a_status_until_the_end_of_the_turn_ends_then() -> None:
    start = Start(side="us", phase="movement", set={"status": {"us-1": "pinned"}})
    game = game_of(units=UNITS, start=start)
    assert not game.verdict("move us-1 F0705")
    game.apply("end phase")
    assert {"unit": "us-1", "status": "pinned", "on": False} in told(game, "status")


def test_weather_is_thrown_and_changes_what_units_may_spend() -> None:
    blocks: dict[str, Any] = {
        "weather": {"kinds": "fair mud", "dice": "1d6", "table": {"fair": {"1-3": "fair", "4-6": "mud"}}},
        "sequence": {
            "before": [{"name": "sky", "do": "weather", "by": "none"}],
            "phases": [{"name": "movement", "do": "move"}],
        },
        "movement": {"allowance": {"value": "movement", "changes": [{"when": {"weather": "mud"}, "set": 1}]}},
    }
    dry, wet = (game_of(dice=(die,), **blocks) for die in (3, 4))
    assert told(dry, "weather") == [{"kind": "fair"}]
    assert told(wet, "weather") == [{"kind": "mud"}]
    reach = [game.rules.reach(game.state, "us-1") for game in (dry, wet)]
    assert [answer.allowance for answer in reach] == [4, 1]
    assert len(reach[1].hexes) < len(reach[0].hexes)


def test_events_are_thrown_last_and_are_asked_about() -> None:
    rows = [
        {"name": "storm", "on": "1-3", "lasts": 2},
        {"name": "gold", "on": "4-6", "do": [{"points": 3, "to": "active"}]},
    ]
    blocks: dict[str, Any] = {
        "events": {"fate": {"dice": "1d6", "rows": rows}},
        "sequence": {"phases": [{"name": "fate", "do": "events", "by": "none"}, {"name": "movement", "do": "move"}]},
        "movement": {"allowance": {"value": "movement", "changes": [{"when": {"event": "storm"}, "set": 2}]}},
    }
    storm = game_of(dice=(2,), **blocks)
    assert told(storm, "event") == [{"name": "storm", "title": "storm"}]
    assert storm.rules.reach(storm.state, "us-1").allowance == 2
    gold = game_of(dice=(6,), **blocks)
    assert [event["gained"] for event in told(gold, "points")] == [3]
    sheet = gold.tally()
    assert sheet is not None
    assert sheet.lines[-1].points == {"us": 3.0, "ac": 0.0}


def test_a_deck_gives_each_card_once() -> None:
    rows = [{"name": "one", "on": "2"}, {"name": "two", "on": "1"}]
    blocks: dict[str, Any] = {
        "events": {"deck": {"from": "deck", "rows": rows}},
        "sequence": {"phases": [{"name": "fate", "do": "events", "by": "none"}, {"name": "movement", "do": "move"}]},
    }
    game, random = game_of(**blocks), Random(1)
    while game.decision is not None:
        game.apply(game.legal_actions().sample(random))
    assert sorted(event["name"] for event in told(game, "event")) == ["one", "one", "two"]


def test_a_marker_is_a_feature_of_its_hex_until_it_goes() -> None:
    rows = [{"name": "fire", "on": "1-6", "do": [{"place": "smoke", "at": "bridgehead"}]}]
    blocks: dict[str, Any] = {
        "markers": {"smoke": {"lasts": "end_of_turn", "cost": 1}},
        "settings": {"bridgehead": {"kind": "hexes"}},
        "events": {"fate": {"dice": "1d6", "rows": rows}},
        "sequence": {"phases": [{"name": "fate", "do": "events", "by": "none"}, {"name": "movement", "do": "move"}]},
    }
    scenario = first_steps().with_(special={"bridgehead": ["F0606"]})
    game = game_of(scenario=scenario, **blocks)
    assert told(game, "marker") == [{"kind": "smoke", "at": "F0606", "on": True}]
    free = game_of()
    before = free.rules.reach(free.state, "us-1").hexes["F0606"].cost
    assert game.rules.reach(game.state, "us-1").hexes["F0606"].cost == before + 1
    game.apply("end phase")
    assert {"kind": "smoke", "at": "F0606", "on": False} in told(game, "marker")


def test_who_is_cut_off_from_his_base_is_out_of_supply() -> None:
    blocks: dict[str, Any] = {
        "settings": {"base": {"kind": "hexes_by_side"}},
        "supply": {
            "sources": {"place": "base"},
            "trace": {"hexes": 3, "blocked_by": "enemy zones"},
            "without": {"strength": "half_up"},
        },
    }
    scenario = first_steps().with_(special={"base": {"us": ["F0405"], "ac": ["F1104"]}})
    game = game_of(scenario=scenario, **blocks)
    units = game.rules.units(game.state)
    assert units["us-1"]["supplied"]
    start = Start(side="us", phase="movement", units={"us-1": "F0901"})
    away = game_of(scenario=scenario, start=start, **blocks)
    assert {"unit": "us-1", "supplied": False} in told(away, "supply")
    assert away.rules.field.value(away.state, away.rules.field.roster.find("us-1"), "strength") == 3


def test_a_leader_lends_what_he_has_to_the_units_of_his_hex() -> None:
    blocks: dict[str, Any] = {
        "units": {
            "types": {"foot": "Foot", "guns": "Guns"},
            "values": {"strength": {"least": 1}, "movement": {}, "nerve": {"default": 0}},
            "flags": {"chief": "Chief"},
        },
        "leaders": {"who": {"flag": "chief"}, "lends": {"value": "nerve", "to": 1}, "command": 2},
        "movement": {"allowance": {"value": "movement", "changes": [{"add": {"leader": "nerve"}}]}},
    }
    scenario = first_steps()
    chief = scenario.units["us-militia"]
    leading = replace(chief, values={**chief.values, "chief": True, "nerve": 2})
    game = game_of(scenario=scenario.with_(units={**scenario.units, "us-militia": leading}), **blocks)
    field = game.rules.field
    near, far = field.roster.find("us-guns"), field.roster.find("us-1")
    assert (field.allowance(game.state, near), field.allowance(game.state, far)) == (6, 4)
    assert field.leading.led(game.state, near)


def test_woods_end_a_line_of_sight() -> None:
    game = game_of(sight={"blocked_by": "woods"})
    field, grid = game.rules.field, game.rules.field.grid
    woods = next(h for h in grid.hexes if field.ground.terrain[h] == "woods" and len(grid.neighbours[h]) == 6)
    a, b = grid.ring1[woods][0], grid.ring1[woods][3]
    seen = game.rules.sight(game.state, grid.name(a), grid.name(b))
    assert seen.state == "blocked"
    assert seen.because == [f"woods in {field.place(woods)}"]
    open_ = game_of(sight={})
    assert open_.rules.sight(open_.state, grid.name(a), grid.name(b)).state == "visible"


def test_rules_without_sight_tell_no_lines() -> None:
    game = game_of()
    with pytest.raises(HexwrightError, match="no lines of sight"):
        game.rules.sight(game.state, "F0101", "F0105")


def test_a_start_says_what_it_cannot_set() -> None:
    with pytest.raises(HexwrightError, match="there is no 'magic'"):
        game_of(start=Start(side="us", phase="movement", set={"magic": 1}))
    with pytest.raises(HexwrightError, match="there is no status 'happy'"):
        game_of(start=Start(side="us", phase="movement", set={"status": {"us-1": "happy"}}))


def test_the_dice_say_who_goes_first() -> None:
    sequence = {"first": {"dice": "1d6"}, "phases": [{"name": "movement", "do": "move"}]}
    game = game_of(dice=(2, 2, 1, 5), sequence=sequence)
    assert game.decision is not None
    assert game.decision.side == "ac"


def test_values_of_a_scenario_may_be_printed_otherwise() -> None:
    scenario = in_kit(
        "first_steps",
        {"infantry": "foot", "warband": "foot", "cavalry": "foot", "artillery": "guns"},
        (),
        movement=2,
        strength="4 2",
    )
    units = {**UNITS, "steps": {"most": 2, "reduced": {"strength": "list"}}}
    field = game_of(scenario=scenario, units=units).rules.field
    assert field.roster.steps[0] == 2
    assert [field.roster.figure(0, "strength", steps) for steps in (2, 1)] == [4, 2]


def test_a_start_of_rules_without_facing_sets_none() -> None:
    with pytest.raises(HexwrightError, match="have no facing"):
        game_of(start=Start(side="us", phase="movement", set={"facing": {"us-1": "N"}}))


def test_an_attack_that_is_put_together_is_announced_as_it_would_be_fought() -> None:
    """By those who are in it already, or with the one more that is asked about."""
    start = Start(side="us", phase="combat", units={"us-1": "F0605", "us-2": "F0606", "ac-1": "F0705"}, only=True)
    game, whole = game_of(start=start), game_of(start=start)
    game.apply("attack F0705")
    for said, attackers in (("with us-1", "us-1"), ("with us-2", "us-1 us-2"), ("fight", "us-1 us-2")):
        announced = game.rules.announced(game.state, game.parse(said))
        assert announced == whole.rules.announced(whole.state, whole.parse(f"attack F0705 with {attackers}"))
        game.apply(said)
