"""The staff of kit games in positions where a blunder is near: it makes none, and says why it does what it does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from staffing import choice, phase
from test_bladensburg import position

from engine.kit.staff.staff import KitStaff
from engine.play import Game
from engine.players import make


def at(game: Game, key: str) -> str:
    """The hex of a unit."""
    return str(game.rules.units(game.state)[key]["at"])


def distance(game: Game, key: str, name: str) -> int:
    """The hexes between a unit and a hex."""
    grid = game.rules.field.grid
    return int(grid.distance(grid.parse(at(game, key)), grid.parse(name)))


def moved(folder: Path, **words: Any) -> Game:
    """A position after the British have moved."""
    game = position(folder, phase="movement", **words)
    phase(game, "br")
    return game


def test_a_garrison_stays_where_the_enemy_could_walk_in(tmp_path: Path) -> None:
    game = moved(tmp_path, british=6, american=2, goal="X0506", holder="br", place="X0503")
    assert at(game, "br-1") == "X0506"


def test_a_place_that_nobody_threatens_is_left_for_one_that_can_be_taken(tmp_path: Path) -> None:
    game = moved(tmp_path, british=6, american=1, goal="X0503", holder="us", place="X0101", paces=1)
    assert at(game, "br-1") == "X0503"


def test_nobody_goes_next_to_an_enemy_who_is_far_too_strong(tmp_path: Path) -> None:
    game = moved(tmp_path, british=2, american=12, goal="X0509", holder="br", place="X0503")
    assert distance(game, "br-1", "X0503") > 1


def test_nobody_assaults_without_hope(tmp_path: Path) -> None:
    words = {"british": 2, "american": 6, "goal": "X0909", "holder": "br", "place": "X0505"}
    assert choice(position(tmp_path, phase="assault", **words), "br") == "end phase"


def test_a_weak_enemy_next_to_a_strong_unit_is_assaulted(tmp_path: Path) -> None:
    words = {"british": 9, "american": 1, "goal": "X0909", "holder": "br", "place": "X0505"}
    assert choice(position(tmp_path, phase="assault", **words), "br") == "assault X0505 with br-1"


def test_an_enemy_on_a_place_is_assaulted_at_odds_that_would_not_do_elsewhere(tmp_path: Path) -> None:
    words = {"british": 6, "american": 2, "holder": "us", "place": "X0505"}
    assert choice(position(tmp_path, phase="assault", goal="X0505", **words), "br").startswith("assault X0505")


def test_a_strong_unit_is_led_against_a_weak_one(tmp_path: Path) -> None:
    game = moved(tmp_path, british=12, american=1, goal="X0101", holder="us", place="X0503", paces=1)
    assert distance(game, "br-1", "X0503") == 1


def test_a_last_step_is_not_risked_for_nothing(tmp_path: Path) -> None:
    """The unit has one step, its goal is behind it, and two strong enemies are near."""
    game = moved(tmp_path, british=3, american=9, goal="X0508", holder="br", place="X0504", paces=2)
    assert distance(game, "br-1", "X0504") > 2


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"british": 6, "american": 1, "goal": "X0503", "holder": "us", "place": "X0101"}, "to take X0503"),
        (
            {"british": 12, "american": 1, "goal": "X0101", "holder": "us", "place": "X0503", "paces": 1},
            "to attack X0503",
        ),
    ],
    ids=["place", "attack"],
)
def test_a_move_says_why(tmp_path: Path, words: dict[str, Any], reason: str) -> None:
    game = position(tmp_path, phase="movement", **words)
    staff = make("staff", "br")
    staff.choose(game)
    assert staff.last_reason.startswith(reason)


def test_an_attack_says_what_it_promises(tmp_path: Path) -> None:
    words = {"british": 9, "american": 1, "goal": "X0909", "holder": "br", "place": "X0505"}
    game = position(tmp_path, phase="assault", **words)
    staff = make("staff", "br")
    staff.choose(game)
    assert staff.last_reason.startswith("it promises +")


def test_one_position_gives_one_plan(tmp_path: Path) -> None:
    words = {"british": 6, "american": 2, "goal": "X0503", "holder": "us", "place": "X0404"}
    games = [position(tmp_path, phase="movement", **words) for _ in range(2)]
    assert len({games[0].text(KitStaff("br", seed).choose(game)) for seed, game in enumerate(games)}) == 1
