"""Test turns as a check: what jams or lies idle is reported, with its turn and a way to it."""

from __future__ import annotations

import re

import pytest
from spoiled import SPOILED, sound
from toy_march import march
from toy_race import race

from engine.errors import HexwrightError
from engine.findings import Finding, Severity
from engine.formats import load_scenario
from engine.play import Action, Game
from engine.play import registry as systems
from engine.players import registry
from engine.scenario import Scenario
from engine.umpire.checks import CHECKS
from engine.umpire.rehearsal import SHOW, rehearse


class Idler:
    """Lets every phase pass that may be passed."""

    last_reason = ""

    def __init__(self, side: str, seed: int = 0) -> None:
        self.side = side

    def choose(self, game: Game) -> Action:
        actions = list(game.legal_actions())
        return next((action for action in actions if game.text(action).startswith("end")), actions[0])


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(registry, "PLAYERS", {**registry.PLAYERS, "idle": f"{__name__}:Idler"})
    return "idle"


def by_code(found: list[Finding]) -> dict[str, Finding]:
    made = {finding.code: finding for finding in reversed(found)}
    assert all(finding.severity is CHECKS[finding.code].severity for finding in found)
    return made


def alone_on_an_island() -> Scenario:
    """All that the Americans have is the militia, on an island; the enemy has no guns to drive it away."""
    made = SPOILED["UNIT122"][0]()
    setup = {key: at for key, at in made.setup.items() if key in ("us-militia", "ac-1", "ac-light", "ac-warband")}
    return made.with_(setup=setup, arrivals=())


def test_nothing_is_wrong_with_the_sound_scenario() -> None:
    assert rehearse(sound()) == []


def test_a_unit_that_never_can_move_and_a_side_with_nothing_to_do() -> None:
    found = by_code(rehearse(alone_on_an_island()))
    assert found["PLAY105"].message == "Militia could not move in any of 3 turns (staff plays all sides, seed 1)"
    assert found["PLAY105"].place.unit == "us-militia"
    assert found["PLAY106"].message.startswith("United States could only pass on turns 1, 2 and 3")
    assert set(found) <= {"PLAY105", "PLAY106", "PLAY108", "PLAY109"}


def test_a_unit_that_has_no_movement_is_not_told_of() -> None:
    """A radar station stays where it is, and is meant to."""
    juno = load_scenario("juno")
    assert juno.units["ger-radar"].values["movement"] == 0
    assert "PLAY105" not in by_code(rehearse(juno, 2))


def test_one_turn_says_nothing_of_units_that_never_move() -> None:
    assert "PLAY105" not in by_code(rehearse(alone_on_an_island(), 1))


def test_idle_players_jam_the_battle(idle: str) -> None:
    found = by_code(rehearse(sound(), player=idle))
    assert found["PLAY107"].message.startswith("Dragoons should have arrived on turn 2 but was still waiting on turn 3")
    assert found["PLAY108"].message == "no combat in 3 turns (idle plays all sides, seed 1)"
    assert found["PLAY109"].message.startswith("no movement or combat on turns 1, 2 and 3")
    assert set(found) == {"PLAY107", "PLAY108", "PLAY109"}


def test_those_due_on_the_last_turn_have_time_yet(idle: str) -> None:
    assert "PLAY107" not in by_code(rehearse(sound(), 2, player=idle))


def test_every_finding_leads_to_its_turn(idle: str) -> None:
    for finding in rehearse(sound(), seed=4, player=idle):
        assert finding.fix is not None
        assert finding.fix.verb == SHOW
        assert finding.fix.data["seed"] == 4
        assert finding.fix.data["player"] == "idle"
        assert re.search(rf" turns? [^(]*\b{finding.fix.data['turn']}\b", f"{finding.message} turn 3")


def test_what_stops_the_game_is_told_with_its_turn() -> None:
    (first, *_) = rehearse(race(options={"stuck": 2}))
    assert first.code == "PLAY101"
    assert first.message.startswith("on turn 2 ")
    assert first.severity is Severity.ERROR
    assert first.fix is not None
    assert first.fix.title == "Show turn 2"


def test_what_cannot_be_played_is_not_rehearsed() -> None:
    with pytest.raises(HexwrightError):
        rehearse(race(setup={}))


def test_a_system_may_call_a_march_what_it_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Units of the march go by events of its own kind, and nothing but marching is there to be done."""
    monkeypatch.setitem(systems.SYSTEMS, "march", "toy_march")
    found = {finding.code for finding in rehearse(march(), player="random")}
    assert found == {"PLAY108"}
