"""Hidden set-up: what the enemy does not see or hear while it goes on, and how it can be dealt again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import tlg2_field
from hex_field import field

from engine.mechanics.hexes import concealment
from engine.mechanics.hexes.hexstate import WAITING
from engine.play import Game
from engine.scenario import Deployment, Scoring, Victory

OURS, THEIRS = ("X0102", "X0103"), ("X1211", "X1212", "X1210")
ACTIONS = (
    *("deploy us-1", "at X0102", "deploy us-2 at X0103"),
    *("deploy ac-1 at X1211", "deploy ac-2", "at X1212"),
)


def setting_up(*hidden: str) -> Game:
    """Both sides set up, these hidden; there is an objective in the area of each, and one where us-3 stands."""
    units = ["us-1 infantry 3", "us-2 infantry 3", "us-3 infantry 3", "ac-1 infantry 3", "ac-2 infantry 3"]
    lines = (Scoring("hold", 1, hexes=("X0102", "X1211"), initial="ac"), Scoring("hold", 1, hexes=("X0606",)))
    made = tlg2_field.scenario(field(), units, {"us-3": "X0606"}, victory=Victory(scoring=lines))
    groups = (
        Deployment("us", OURS, ("us-1", "us-2"), hidden="us" in hidden),
        Deployment("ac", THEIRS, ("ac-1", "ac-2"), hidden="ac" in hidden),
    )
    return Game(made.with_(deployments=groups))


def seen(game: Game, side: str) -> tuple[list[str | None], list[int | None]]:
    """What a side sees of where units are (None: it does not see it), and of who holds the objectives."""
    view, grid = game.view(side), game.scenario.map.grid
    where = [None if h is None else "" if h < 0 else grid.name(h) for h in view["where"]]
    return where, view["holders"]


@pytest.mark.parametrize(
    ("hidden", "told"),
    [
        ((), ["", "", "", "", "", ""]),
        (("us",), ["deploy us-1", "at", "deploy us-2", "", "", ""]),
        (("ac",), ["", "", "", "deploy ac-1", "deploy ac-2", "at"]),
        (("us", "ac"), ["deploy us-1", "at", "deploy us-2", "deploy ac-1", "deploy ac-2", "at"]),
    ],
)
def test_of_whoever_sets_up_hidden_the_enemy_is_told_the_unit_alone(hidden: tuple[str, ...], told: list[str]) -> None:
    game, found = setting_up(*hidden), list[str]()
    rules: Any = game.rules
    for text in ACTIONS:
        action = game.parse(text)
        assert game.decision is not None
        actor = ("us", "ac").index(game.decision.side)
        found.append(concealment.visible_text(rules.field, action, actor))
        game.apply(action)
    assert found == told
    assert concealment.visible_text(rules.field, game.parse("end phase"), 0) == ""
    # The set-up is over: everything is to be seen.
    everywhere = (["X0102", "X0103", "X0606", "X1211", "X1212"], [0, 1, 0])
    assert seen(game, "us") == seen(game, "ac") == everywhere


def test_neither_units_of_hidden_groups_nor_who_holds_their_ground_are_seen() -> None:
    game = setting_up("us", "ac")
    assert seen(game, "us") == (["", "", "X0606", "", ""], [1, None, 0])
    assert seen(game, "ac") == (["", "", "X0606", "", ""], [None, 1, 0])
    for text in ACTIONS[:4]:
        game.apply(text)
    assert seen(game, "us") == (["X0102", "X0103", "X0606", None, ""], [0, None, 0])
    assert seen(game, "ac") == ([None, None, "X0606", "X1211", ""], [None, 1, 0])


def test_what_is_hidden_may_be_dealt_to_any_hexes_of_its_area() -> None:
    game = setting_up("us", "ac")
    for text in ACTIONS[:4]:
        game.apply(text)
    rules: Any = game.rules
    state: Any = game.state
    name = rules.field.grid.name

    def dealt(player: int) -> set[tuple[tuple[str, ...], tuple[int, ...]]]:
        found = set()
        for seed in range(30):
            twin = concealment.dealt(rules.field, state, player, Random(seed))
            assert twin.where[4] == WAITING
            found.add((tuple(name(h) for h in twin.where[:4]), tuple(twin.holders)))
        return found

    # Who stands on the objective in X0102 or X1211 holds it; it was the Anglo-Canadians' before.
    assert dealt(1) == {
        (("X0102", "X0103", "X0606", "X1211"), (0, 1, 0)),
        (("X0103", "X0102", "X0606", "X1211"), (0, 1, 0)),
    }
    assert dealt(0) == {(("X0102", "X0103", "X0606", at), (0, 1, 0)) for at in THEIRS}


def test_where_nothing_is_hidden_nothing_is_dealt() -> None:
    game = setting_up()
    game.apply(ACTIONS[0])
    rules: Any = game.rules
    state: Any = game.state
    assert concealment.dealt(rules.field, state, 1, Random(1)).to_json() == state.to_json()


def test_of_two_groups_for_one_hex_the_other_one_makes_room() -> None:
    """us-1 may stand in two hexes, us-2 in one of them alone: there is no other way to deal them."""
    units = ["us-1 infantry 3", "us-2 infantry 3", "ac-1 infantry 3"]
    made = tlg2_field.scenario(field(), units)
    groups = (
        Deployment("us", ("X0102", "X0103"), ("us-1",), hidden=True),
        Deployment("us", ("X0102",), ("us-2",), hidden=True),
        Deployment("ac", THEIRS, ("ac-1",)),
    )
    game = Game(made.with_(deployments=groups))
    game.apply("deploy us-1 at X0103")
    game.apply("deploy us-2 at X0102")
    rules: Any = game.rules
    state: Any = game.state
    for seed in range(20):
        assert concealment.dealt(rules.field, state, 1, Random(seed)).where == state.where
