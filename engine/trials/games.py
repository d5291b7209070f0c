"""One game of a trial: play it, and note what the counts are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.boards.board import place_text
from engine.errors import HexwrightError
from engine.play import Event, Game, Rules
from engine.players import make
from engine.scenario import Scenario
from engine.umpire.testturns import LIMIT, Report, Taken, play, refuse_unsound

FIGHTERS: Final = ("attackers", "defenders")
"""What of an event's data names the units of a fight."""


@dataclass(frozen=True, slots=True)
class TrialSpec:
    """What to play: ``games`` games with the seeds from ``first_seed`` on."""

    scenario: Scenario
    players: Mapping[str, str]
    """Side to the name of its player."""
    games: int
    first_seed: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    limit: int = LIMIT
    """Actions after which a game is stopped."""
    drafts: tuple[tuple[str, str], ...] = ()
    """Rules files that are being edited, each with the text that the games are played by."""

    @property
    def seeds(self) -> range:
        """The seeds of the games, in order."""
        return range(self.first_seed, self.first_seed + self.games)


@dataclass(frozen=True, slots=True)
class Loss:
    """Steps that a unit lost by one action, and where it stood; ``hex`` is empty for a unit off the map."""

    turn: int
    side: str
    unit: str
    hex: str
    steps: int
    dead: bool
    """Whether the unit was eliminated by it."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game went. ``winner`` is empty for a draw; ``stopped`` is the umpire's reason, if it stopped the game."""

    seed: int
    winner: str
    level: str
    reason: str
    turns: int
    actions: int
    score: Mapping[str, float]
    lost_steps: Mapping[str, int]
    lost_units: Mapping[str, int]
    score_by_turn: tuple[Mapping[str, float], ...] = ()
    """Points of each side at the end of each turn, where the rules keep a running score."""
    held_by_turn: tuple[Mapping[str, str], ...] = ()
    """At the end of each turn each objective and the side that holds it (empty for no side), where the rules tell."""
    losses: tuple[Loss, ...] = ()
    """In the order in which they came."""
    present: tuple[str, ...] = ()
    """The units that were on the map at any time, in the order of the scenario."""
    fought: tuple[str, ...] = ()
    """Those of them that attacked or were attacked."""
    stopped: str = ""

    def row(self) -> dict[str, Any]:
        """One line of a table: a column for each number and side."""
        row: dict[str, Any] = {
            "seed": self.seed,
            "winner": self.winner,
            "level": self.level,
            "turns": self.turns,
            "actions": self.actions,
        }
        for side, points in self.score.items():
            row[f"score_{side}"] = points
        for side in self.lost_steps:
            row[f"lost_steps_{side}"] = self.lost_steps[side]
            row[f"lost_units_{side}"] = self.lost_units[side]
        return {**row, "reason": self.reason, "stopped": self.stopped}


def play_one(spec: TrialSpec, seed: int, rules: Rules[Any] | None = None) -> GameResult:
    """One game of a trial; ``rules`` may be shared by the games of one scenario and its options.

    Raises HexwrightError where no game can begin with the set-up.
    """
    game = Game(spec.scenario, seed, spec.options, rules=rules)
    refuse_unsound(game)
    players = {side: make(name, side, seed) for side, name in spec.players.items()}
    notes = _Notes(game)
    report = play(game, players, limit=spec.limit, inspect=False, progress=notes.watch)
    return _result(report, seed, notes)


class _Notes:
    """What is written down while a game is played."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.units = game.rules.units(game.state)
        self.scores: list[Mapping[str, float]] = []
        self.held: list[Mapping[str, str]] = []
        self.losses: list[Loss] = []
        self.fought: set[str] = set()
        self.present = {key for key, unit in self.units.items() if unit.get("at")}

    def watch(self, taken: Taken) -> None:
        """Note what an action has changed."""
        game = self.game
        before, self.units = self.units, game.rules.units(game.state)
        self._note_losses(taken, before)
        self.present.update(key for key, unit in self.units.items() if unit.get("at"))
        for event in taken.events:
            for part in FIGHTERS:
                self.fought.update(event.data.get(part, ()))
        if game.state.turn > taken.turn or game.state.ended:
            self.scores.append(_score(game))
            self.held.append(_held(game))

    def _note_losses(self, taken: Taken, before: Mapping[str, Mapping[str, Any]]) -> None:
        scenario = self.game.scenario
        for key, unit in self.units.items():
            was = before.get(key)
            if was is None or key not in scenario.units:
                continue
            steps, dead = _steps(was) - _steps(unit), bool(unit.get("dead")) and not was.get("dead")
            if steps > 0 or dead:
                where = _last_place(key, place_text(was.get("at")), taken.events)
                self.losses.append(Loss(taken.turn, scenario.units[key].side, key, where, max(steps, 0), dead))


def _last_place(key: str, place: str, events: list[Event]) -> str:
    """The last hex of a unit that stood in ``place`` before these events."""
    for event in events:
        if event.data.get("unit") == key:
            place = str(event.data.get("to") or event.data.get("at") or place)
    return place


def _score(game: Game) -> dict[str, float]:
    score = game.rules.status(game.state).get("score")
    return dict(score) if isinstance(score, Mapping) else {}


def _held(game: Game) -> Mapping[str, str]:
    try:
        return game.rules.objectives(game.state)
    except HexwrightError:
        return {}


def _result(report: Report, seed: int, notes: _Notes) -> GameResult:
    game, outcome = report.game, report.outcome
    sides = list(game.scenario.sides)
    steps, units = dict.fromkeys(sides, 0), dict.fromkeys(sides, 0)
    for loss in notes.losses:
        if loss.side in steps:
            steps[loss.side] += loss.steps
            units[loss.side] += loss.dead
    return GameResult(
        seed=seed,
        winner=outcome.winner if outcome else "",
        level=outcome.level if outcome else "",
        reason=outcome.reason if outcome else "",
        turns=report.turns,
        actions=report.actions,
        score=dict(outcome.score) if outcome else {},
        lost_steps=steps,
        lost_units=units,
        score_by_turn=tuple(notes.scores) if any(notes.scores) else (),
        held_by_turn=tuple(notes.held) if any(notes.held) else (),
        losses=tuple(notes.losses),
        present=tuple(key for key in game.scenario.units if key in notes.present),
        fought=tuple(key for key in game.scenario.units if key in notes.fought),
        stopped=report.findings[0].message if report.findings else "",
    )


def _steps(unit: Mapping[str, Any]) -> int:
    return 0 if unit.get("dead") else int(unit.get("steps", 1))
