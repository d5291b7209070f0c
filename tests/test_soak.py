"""The soak run notices what goes wrong, and leaves a replay of it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import soak

from engine.formats import ReplayAction, load_replay, load_scenario
from engine.play import Action, Game, State


@pytest.fixture
def game() -> Game:
    return Game(load_scenario("lundys_lane"), 5)


def test_a_sound_game_passes(game: Game) -> None:
    taken: list[ReplayAction] = []
    assert soak.soak(game, Random(5), taken) == ""
    assert len(taken) > 10


def test_an_unsound_state_is_noticed(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    defects = game.rules.defects

    def spoiled(state: State) -> list[str]:
        return ["spoiled"] if state.turn == 2 else defects(state)

    monkeypatch.setattr(game.rules, "defects", spoiled)
    assert soak.soak(game, Random(5), []).endswith(": spoiled")


def test_a_text_that_means_something_else_is_noticed(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game.rules, "text", lambda action: "end phase")
    monkeypatch.setattr(game.rules, "parse", lambda text, state: Action("end"))
    assert "does not parse back" in soak.soak(game, Random(5), [])


def test_an_action_that_is_offered_but_illegal_is_noticed(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game.rules, "sample", lambda state, random: Action("move", (0, 0)))
    assert "is illegal" in soak.soak(game, Random(5), [])


def test_a_failure_leaves_a_replay(game: Game, tmp_path: Path) -> None:
    taken: list[ReplayAction] = []
    soak.one_action(game, Random(5), taken)
    soak.dump(game.scenario, 5, taken, tmp_path / "deep" / "game.replay.yaml")
    spec = load_replay(tmp_path / "deep" / "game.replay.yaml")
    assert (spec.seed, [action.do for action in spec.actions]) == (5, game.actions)


def test_every_second_game_throws_for_its_switches() -> None:
    campaign = load_scenario("sns_first_steps")
    thrown = [soak.switches(campaign, seed) for seed in range(1, 40, 2)]
    assert soak.switches(campaign, 2) == {}
    assert {one["ambush"] for one in thrown} == {one["routing"] for one in thrown} == {True, False}
    assert {(one["ambush"], one["engineers"]) for one in thrown} == {
        (a, b) for a in (True, False) for b in (True, False)
    }


def test_a_replay_keeps_the_switches_of_its_game(tmp_path: Path) -> None:
    campaign = load_scenario("sns_first_steps")
    soak.dump(campaign, 1, [], tmp_path / "game.replay.yaml", {"ambush": True})
    assert load_replay(tmp_path / "game.replay.yaml").options == {"ambush": True}
