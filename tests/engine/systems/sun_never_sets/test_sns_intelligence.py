"""Chapter 19: what a side knows after a look, and when it may look again."""

from __future__ import annotations

import pytest
from sns_field import begun, breaches, campaign, state_of, unit

from engine.errors import ActionError
from engine.mechanics.procedure import END
from engine.play import Action, Game
from engine.play.dice import Dice
from engine.play.step import Step
from engine.systems.sun_never_sets.battle.intelligence import Betrayed

RIDER = {"type": "cavalry", "weapon": "C", "movement": 10}


def scouting(dice: list[int]) -> Game:
    units = [unit("br-h", **RIDER), unit("br-hq", type="headquarters", strategic=3, movement=8), unit("na-1")]
    places = {"br-h": "S0303", "br-hq": "S0303", "na-1": "S0403"}
    return begun(campaign(units), places, dice=dice, options={"intelligence": True})


def seen_at(game: Game, key: str, side: str = "british") -> int | None:
    found: int | None = game.rules.view(state_of(game), side)["where"][game.rules.field.roster.find(key)]
    return found


@pytest.mark.rule("sns2:19.21")
def test_a_force_that_was_reconnoitred_is_known() -> None:
    game = scouting([3])
    assert seen_at(game, "na-1") is None
    game.apply("march S0303 with br-h")
    game.apply("scout S0403 with br-h")
    assert seen_at(game, "na-1") == game.scenario.map.grid.parse("S0403")
    assert seen_at(game, "br-hq", "native") is None


@pytest.mark.rule("sns2:19.31")
def test_a_six_shows_the_enemy_one_of_ours_and_nothing_of_his() -> None:
    game = scouting([6])
    game.apply("spy br-hq on S0403")
    assert seen_at(game, "na-1") is None
    game.apply("at S0303")
    assert seen_at(game, "br-hq", "native") == game.scenario.map.grid.parse("S0303")


@pytest.mark.rule("sns2:19.23")
@pytest.mark.rule("sns2:19.3")
def test_both_are_for_one_player_turn() -> None:
    game = scouting([3, 5] + [3] * 40)
    game.apply("march S0303 with br-h")
    game.apply("scout S0403 with br-h")
    game.apply("halt")
    game.apply("spy br-hq on S0403")
    assert state_of(game).extras.scouted
    assert state_of(game).extras.spied
    assert state_of(game).to_json()["extras"].keys() == {"scouted", "spied"}
    while game.decision is not None and game.decision.side == "british":
        game.apply("end phase" if game.verdict(END) else next(iter(game.legal_actions())))
    assert not state_of(game).extras.scouted
    assert not state_of(game).extras.spied


@pytest.mark.parametrize(
    ("text", "rule", "words"),
    [
        ("scout S0403 with br-hq", "19.2", "br-hq is neither cavalry, camel corps nor mounted infantry"),
        ("scout S0302 with br-h", "19.21", "there is no enemy in S0302, or it is not next to the force"),
        ("scout S0403 with na-1", "19.21", "na-1 is not in the force on the march"),
    ],
)
def test_who_does_not_reconnoitre_is_told_why(text: str, rule: str, words: str) -> None:
    game = scouting([3])
    game.apply("march S0303 with br-h br-hq")
    assert words in breaches(game, text)[rule]
    nobody = Action("scout", (game.scenario.map.grid.parse("S0403"), ()))
    with pytest.raises(ActionError, match="argument 2: UNIT is missing"):
        game.verdict(nobody)


@pytest.mark.rule("sns2:19.22")
def test_all_riders_or_any_one_of_them_may_screen() -> None:
    units = [unit("br-h", **RIDER), *(unit(key, **{**RIDER, "strength": n}) for n, key in ((4, "na-h"), (5, "na-k")))]
    places = {"br-h": "S0303", "na-h": "S0403", "na-k": "S0403"}
    game = begun(campaign(units), places, dice=[3, 3], options={"intelligence": True})
    for text in ("march S0303 with br-h", "scout S0403 with br-h"):
        game.apply(text)
    assert {*game.legal_actions().texts()} == {"pass", "screen na-h", "screen na-k", "screen na-h na-k"}
    game.apply("screen na-h")
    assert seen_at(game, "na-k") is None


@pytest.mark.rule("sns2:19.31")
def test_a_six_shows_nothing_where_nobody_of_the_spies_side_is_on_the_map() -> None:
    game = scouting([6])
    field = game.rules.field
    empty = state_of(game.copy())
    for key in ("br-h", "br-hq"):
        field.put(empty, field.roster.find(key), -1)
    assert Betrayed(1).decision(field, state_of(game)) is not None
    assert Betrayed(1).decision(field, empty) is None
    empty.push(Betrayed(1))
    game.rules.settle(empty, Step(Dice()))
    assert not any(isinstance(frame, Betrayed) for frame in empty.stack)
