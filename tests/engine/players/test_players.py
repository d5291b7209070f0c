"""Players keep to the legal actions, and the same seed makes the same choices."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from engine.errors import HexwrightError, NameNotKnown
from engine.formats import load_scenario
from engine.play import Game
from engine.players import PLAYERS, make, names, seat
from engine.players.registry import assign
from engine.players.simple import FirstPlayer, RandomPlayer, ScriptedPlayer
from engine.systems.fire_and_movement.staff.staff import FmStaff
from engine.systems.sun_never_sets.staff.staff import SnsStaff
from engine.systems.twilights_last_gleaming.staff.staff import TlgStaff

sys.path.insert(0, str(Path(__file__).parents[1] / "umpire"))

from toy_race import RaceRules, race


def game(seed: int = 1) -> Game:
    scenario = race()
    return Game(scenario, seed, rules=RaceRules(scenario))


@pytest.mark.parametrize("name", ["random", "first", "greedy"])
def test_choices_are_legal_and_repeatable(name: str) -> None:
    def choices() -> list[str]:
        played = game()
        seats = seat([name], ["a", "b"], seed=5)
        for _ in range(12):
            if played.decision is None:
                break
            action = seats[played.decision.side].choose(played)
            assert action in played.legal_actions()
            played.apply(action)
        return played.actions

    first = choices()
    assert first == choices()
    assert first


def test_random_player_depends_on_its_seed_and_side() -> None:
    def run(side: str, seed: int) -> list[str]:
        player, played = RandomPlayer(side, seed), game()
        return [played.text(player.choose(played)) for _ in range(20)]

    assert run("a", 1) == run("a", 1)
    assert run("a", 1) != run("a", 2)
    assert run("a", 1) != run("b", 1)


def test_greedy_runs_toward_the_goal_and_leaves_the_game_alone() -> None:
    played = game()
    before = played.to_json()
    player = make("greedy", "a", 3)
    chosen = played.text(player.choose(played))
    assert chosen in ("run a1 0201", "run a2 0203")
    assert "tried" in player.last_reason
    assert played.to_json() == before


def test_scripted_player_plays_its_list_then_hands_over() -> None:
    played = game()
    player = ScriptedPlayer("a", ["run a1 0201"], then=FirstPlayer("a"))
    assert played.text(player.choose(played)) == "run a1 0201"
    assert played.text(player.choose(played)) == "pass"
    with pytest.raises(HexwrightError, match="at its end"):
        ScriptedPlayer("a", []).choose(played)


def test_seating() -> None:
    assert assign(["staff"], ["us", "ac"]) == {"us": "staff", "ac": "staff"}
    assert assign(["staff", "random"], ["us", "ac"]) == {"us": "staff", "ac": "random"}
    assert assign(["ac=staff"], ["us", "ac"]) == {"us": "random", "ac": "staff"}
    assert assign(["ac=staff", "first"], ["us", "ac"]) == {"us": "first", "ac": "staff"}
    assert assign([], ["us", "ac"]) == {"us": "random", "ac": "random"}
    with pytest.raises(NameNotKnown, match="no side 'uk'"):
        assign(["uk=staff"], ["us", "ac"])
    with pytest.raises(HexwrightError, match="3 players"):
        assign(["first", "first", "first"], ["us", "ac"])


def test_unknown_players_get_a_hint() -> None:
    with pytest.raises(NameNotKnown, match="did you mean random"):
        make("randm", "a")
    with pytest.raises(NameNotKnown, match="there are random"):
        make("napoleon", "a")
    assert names() == list(PLAYERS)


@pytest.mark.parametrize(
    ("kind", "own", "other"),
    [
        (FmStaff, "fm_first_steps", "first_steps"),
        (TlgStaff, "first_steps", "fm_first_steps"),
        (SnsStaff, "sns_first_steps", "first_steps"),
    ],
)
def test_a_staff_plays_neither_other_rules_nor_a_game_that_is_over(
    kind: type[FmStaff | TlgStaff | SnsStaff], own: str, other: str
) -> None:
    stranger, known = (Game(load_scenario(name)) for name in (other, own))
    assert stranger.decision is not None
    with pytest.raises(TypeError, match="knows one rules system only"):
        kind(stranger.decision.side).choose(stranger)
    random = Random(1)
    while known.decision is not None:
        known.apply(known.legal_actions().sample(random), trusted=True)
    with pytest.raises(ValueError, match="the game is over"):
        kind(next(iter(known.scenario.sides))).choose(known)
