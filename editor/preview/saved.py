"""Games in files: saved to go on with another day, which is the same file as a replay, and opened again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from editor.preview.position import position_of
from editor.preview.seats import HUMAN, screen_of
from editor.preview.session import Left, Preview
from engine import formats
from engine.errors import HexwrightError
from engine.formats.specs import ReplaySpec
from engine.play import Game, Illegal
from engine.players import make, names
from engine.umpire.replays import record
from engine.umpire.testturns import Taken


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A game from a file, played again up to where it was left."""

    game: Left
    departed: str = ""
    """Where and why it could not be played on as it was written; empty when it is the same game."""


def save_game(preview: Preview, path: Path) -> None:
    """Write the game in progress, with its scenario, up to the latest position. Raises HexwrightError."""
    if preview.game is None:
        raise HexwrightError("there is no test game to save")
    formats.save_replay(record(preview.game, preview.seats), path)


def open_game(path: Path) -> OpenedGame:
    """Play a saved game or a replay again. Raises HexwrightError when the file holds none, or it cannot be begun."""
    return played_again(formats.load_replay(path))


def played_again(spec: ReplaySpec) -> OpenedGame:
    """The game of a replay, with every position; players that nobody knows are people."""
    game = Game(spec.scenario, spec.seed, spec.options, dice=spec.dice, results=spec.results, start=spec.start)
    seats = {side: spec.players.get(side, HUMAN) for side in spec.scenario.sides}
    seats = {side: name if name in names() else HUMAN for side, name in seats.items()}
    eyes, shared = screen_of(game, seats)
    positions = [position_of(game, eyes=eyes, shared=shared)]
    departed = ""
    for number, written in enumerate(spec.actions, 1):
        decision = game.decision
        try:
            action = game.parse(written.do)
            verdict = game.verdict(action)
        except HexwrightError as error:
            departed = f"action {number} ({written.do}): {error}"
            break
        if decision is None or isinstance(verdict, Illegal):
            why = verdict.reason if isinstance(verdict, Illegal) else "the game is over before it"
            departed = f"action {number} ({written.do}): {why}"
            break
        turn = game.state.turn
        events = game.apply(action, trusted=True)
        taken = Taken(len(game), turn, decision.side, decision.kind, action, game.text(action), "", events)
        positions.append(position_of(game, taken, eyes, shared=shared))
    players = {side: make(name, side, spec.seed) for side, name in seats.items() if name != HUMAN}
    return OpenedGame(Left(game, seats, players, positions, len(positions) - 1), departed)
