"""Test turns: let players play a game for some turns and say where and why it stopped."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from engine.errors import HexwrightError
from engine.findings import Finding, Place, Severity
from engine.play import Action, Decision, Event, Game, Illegal, Outcome
from engine.play.words import Names
from engine.players import Player

LIMIT: Final = 100_000
"""The number of actions that ends a test in any case: a game that never ends is a finding, not a hang."""


class Stop(StrEnum):
    """Why test turns stopped."""

    TURNS = "turns"
    """The turns asked for are played."""
    OUTCOME = "outcome"
    """The game is over."""
    UMPIRE = "umpire"
    """The umpire stopped it: see the report's findings."""


@dataclass(frozen=True, slots=True)
class Taken:
    """One action taken: what the log shows a line of."""

    number: int
    """Counts from 1 over the game, undone actions left out."""
    turn: int
    side: str
    kind: str
    """The kind of decision it answers."""
    action: Action
    text: str
    reason: str
    events: list[Event]

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "number": self.number,
            "turn": self.turn,
            "side": self.side,
            "decision": self.kind,
            "action": self.text,
            "reason": self.reason,
            "events": [event.to_json() for event in self.events],
        }


@dataclass(frozen=True, slots=True)
class Report:
    """How test turns went. ``game`` is the game itself, at the moment they stopped."""

    game: Game
    stop: Stop
    turns: int
    """Game turns played to their end."""
    actions: int
    outcome: Outcome | None = None
    findings: list[Finding] = field(default_factory=list)

    @property
    def stopped_by_umpire(self) -> bool:
        """Whether the umpire found something wrong."""
        return self.stop is Stop.UMPIRE


Steps = Generator[Taken, None, Report]


def steps(
    game: Game,
    players: Mapping[str, Player],
    turns: int | None = None,
    limit: int = LIMIT,
    inspect: bool = True,
) -> Steps:
    """Play on, one action a step; the generator's value at its end is the report.

    ``turns`` counts game turns from the present one, None plays to the end; ``limit`` counts actions.
    ``inspect`` asks the rules after each action whether the state is sound. Each step yields after its
    action has been applied, so that a caller may show the game, or abandon the generator, at any action.
    """
    first_turn = game.state.turn
    taken = 0

    def report(stop: Stop, *findings: Finding) -> Report:
        # A game that is over has ended its last turn; some rules move the marker on even then.
        over = 1 if game.decision is None else 0
        last = max(game.scenario.turns.count, game.state.turn - 1)
        played = min(game.state.turn + over, last + 1) - first_turn
        return Report(game, stop, played, taken, game.outcome(), list(findings))

    while True:
        decision, stopped = game.decision, game.rules.stopped(game.state)
        if stopped is not None:
            return report(Stop.UMPIRE, stopped)
        if decision is None:
            return report(Stop.OUTCOME)
        if turns is not None and game.state.turn >= first_turn + turns:
            return report(Stop.TURNS)
        if taken >= limit:
            return report(Stop.UMPIRE, _finding("PLAY103", f"no end after {taken} actions", decision))
        turn = game.state.turn
        answer = _ask(game, players, decision)
        if isinstance(answer, Finding):
            return report(Stop.UMPIRE, answer)
        text = game.text(answer)
        events = game.apply(answer, trusted=True)
        taken += 1
        reason = players[decision.side].last_reason
        yield Taken(len(game), turn, decision.side, decision.kind, answer, text, reason, events)
        defects = game.rules.defects(game.state) if inspect else []
        if defects:
            said = f"after {text!r} (action {len(game)}) the state is not sound: {'; '.join(defects)}"
            return report(Stop.UMPIRE, _finding("PLAY102", said, decision))


def refuse_unsound(game: Game) -> None:
    """Raise HexwrightError where a game stands at a position that its rules never allow, such as enemies in one hex."""
    defects = game.rules.defects(game.state)
    if defects:
        raise HexwrightError(f"the set-up breaks the rules: {'; '.join(defects)}; correct the set-up first")


def play(
    game: Game,
    players: Mapping[str, Player],
    turns: int | None = None,
    limit: int = LIMIT,
    *,
    inspect: bool = True,
    progress: Callable[[Taken], None] | None = None,
) -> Report:
    """Play test turns to the end of the last one; see `steps`."""
    going = steps(game, players, turns, limit, inspect)
    while True:
        try:
            taken = next(going)
        except StopIteration as end:
            report: Report = end.value
            return report
        if progress is not None:
            progress(taken)


def _ask(game: Game, players: Mapping[str, Player], decision: Decision) -> Action | Finding:
    """The player's choice, or the finding that ends the test."""
    side = Names(game.scenario).side(decision.side)
    player = players.get(decision.side)
    if player is None:
        return _finding("PLAY104", f"no player plays {side}", decision)
    try:
        action = player.choose(game)
    except Exception as error:
        if (stopped := game.rules.stopped(game.state)) is not None:
            return stopped
        # Where nothing is legal a player may fail in any way.
        if not game.legal_actions():
            return _nothing_legal(side, decision)
        if not isinstance(error, HexwrightError):
            raise
        return _finding("PLAY104", f"{side} has no answer: {error}", decision)
    verdict = game.verdict(action)
    if isinstance(verdict, Illegal):
        if (stopped := game.rules.stopped(game.state)) is not None:
            return stopped
        if not game.legal_actions():
            return _nothing_legal(side, decision)
        said = f"{side} chose {game.text(action)!r}, which is illegal: {verdict.reason}"
        return _finding("PLAY104", said, decision, verdict.rule)
    return action


def _nothing_legal(side: str, decision: Decision) -> Finding:
    return _finding("PLAY101", f"no legal action for {side} at the decision {decision.kind}", decision)


def _finding(code: str, message: str, decision: Decision, rule: str = "") -> Finding:
    place = Place(
        hex=decision.hexes[0] if decision.hexes else "",
        unit=decision.units[0] if decision.units else "",
    )
    return Finding(code, Severity.ERROR, message, place, rule or decision.rule)
