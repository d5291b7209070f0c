"""Random games: what stops them is told once, with the seed that shows it again."""

from __future__ import annotations

from toy_race import race

from engine.umpire.playouts import playout, playout_findings
from engine.umpire.testturns import Stop


def test_the_same_seed_is_the_same_game() -> None:
    first = playout(race(), 5)
    assert first.game.actions == playout(race(), 5).game.actions
    assert first.game.actions != playout(race(), 6).game.actions
    assert first.stop is Stop.OUTCOME


def test_a_sound_scenario_has_no_findings() -> None:
    assert playout_findings(race()) == []


def test_what_stops_games_is_told_once() -> None:
    found = playout_findings(race(options={"stuck": 2}), games=3, first_seed=8)
    assert [finding.code for finding in found] == ["PLAY101"]
    assert found[0].message.endswith("(random players, seed 8)")
