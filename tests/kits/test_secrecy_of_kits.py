"""What a side may not know by a rules file reaches neither its view nor its lists."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.errors import HexwrightError
from engine.formats import load_example, load_scenario
from engine.play import Game, Illegal

PLAYS = Path(__file__).parent / "plays"
SECRET = ("values-shown", "unseen-ambush", "raiding-unknown")


def moments(name: str, seed: int) -> Iterator[tuple[Game, int]]:
    spec = load_example(PLAYS / f"{name}.yaml")
    game, random = Game(spec.scenario, seed, start=spec.start), Random(seed)
    for number in range(60):
        if game.decision is None:
            return
        yield game, number
        game.apply(game.legal_actions().sample(random))


@pytest.mark.parametrize("name", SECRET)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_dealt_cannot_be_told_from_what_is(name: str, seed: int) -> None:
    changed = 0
    for game, number in moments(name, seed):
        rules, before = game.rules, game.state.to_json()
        for side in game.scenario.sides:
            dealt = rules.redeal(game.state, side, Random(number))
            assert rules.view(dealt, side) == rules.view(game.state, side)
            assert rules.decision(dealt) == game.decision
            assert rules.defects(dealt) == []
            assert rules.redeal(dealt, side, Random(number)) == dealt
            changed += dealt != game.state
            if game.decision is not None and game.decision.side == side:
                assert [*rules.actions(dealt)] == [*game.legal_actions()]
        assert json.loads(json.dumps(game.state.to_json())) == json.loads(json.dumps(before))
    assert changed


@pytest.mark.parametrize("name", SECRET)
def test_a_side_is_not_told_which_unit_of_the_other_marches(name: str) -> None:
    for game, _ in moments(name, 1):
        for side in game.scenario.sides:
            for event in game.events_for(side):
                unit = str(event.data.get("unit", ""))
                assert event.kind != "move" or not unit or game.scenario.units[unit].side == side or _shown(game, unit)


def test_whoever_sees_all_is_told_of_each_march_once() -> None:
    *_, (game, _) = moments("raiding-unknown", 1)
    veiled = [number for number, event in enumerate(game.events) if event.is_veiled]
    assert veiled
    for number in veiled:
        whole, part = game.events[number - 1], game.events[number]
        assert not whole.is_veiled
        assert {**whole.data, "unit": ""} == part.data
        assert set(whole.to) | set(part.to) == set(game.scenario.sides)


def _shown(game: Game, unit: str) -> bool:
    """Whether a unit has fought: then it is known."""
    return any(
        unit in (*event.data["attackers"], *event.data["defenders"]) for event in game.events if event.kind == "attack"
    )


def test_a_refusal_names_no_unit_that_is_not_known() -> None:
    spec = load_example(PLAYS / "values-shown.yaml")
    start = replace(spec.start, phase="movement") if spec.start is not None else None
    verdict = Game(spec.scenario, 1, start=start).verdict("move us-1 X0504")
    assert isinstance(verdict, Illegal)
    assert "an unknown unit" in verdict.reason
    assert "ac-1" not in verdict.reason + "".join(reason for _, reason in verdict.also)


def test_the_odds_against_units_that_are_not_known_are_not_told() -> None:
    spec = load_example(PLAYS / "values-shown.yaml")
    game = Game(spec.scenario, 1, start=spec.start)
    with pytest.raises(HexwrightError, match="does not know"):
        game.rules.odds(game.state, "X0504", ["us-1"])
    assert game.rules.announced(game.state, game.parse("attack X0504 with us-1")) is None
    assert "ac-1" not in game.rules.visible_text(game.parse("move ac-1 X0505"), "ac", "us")


def test_what_happens_before_the_first_choice_is_told_to_those_who_may_know() -> None:
    game = Game(load_scenario("winter_line"), 5)
    hidden = [event for event in game.events if str(event.data.get("unit", "")).startswith("ge-")]
    assert hidden, "German blocks are judged for supply"
    assert all(event.known_to("ge") and not event.known_to("al") for event in hidden)


def test_a_fight_shows_who_takes_part_though_it_is_over_in_one_step() -> None:
    spec = load_example(PLAYS.parent.parent / "examples" / "winter_line" / "8.1-two-hexes.yaml")
    game = Game(spec.scenario, 1, start=spec.start)
    told = [event for event in game.apply("barrage X0504 with al-guns") if event.kind in ("attack", "hits", "loss")]
    assert {event.kind for event in told} >= {"attack", "hits"}
    assert all(event.known_to(side) for event in told for side in game.scenario.sides)
