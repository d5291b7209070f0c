"""Games in files: saved to go on with another day, which is the same file as a replay, and opened again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from editor.preview.lines import FIRST_LINE, Left, LineOfPlay
from editor.preview.position import Position, position_of
from editor.preview.seats import HUMAN, screen_of
from editor.preview.session import Preview
from engine import formats
from engine.errors import HexwrightError
from engine.formats.specs import ReplayAction, ReplaySpec
from engine.kit.citing import in_words
from engine.play import Game, Illegal
from engine.players import make, names
from engine.umpire.replays import of_line, record, with_lines
from engine.umpire.testturns import Taken


@dataclass(frozen=True, slots=True)
class Departure:
    """Where and why a game could not be played on as it was written."""

    said: str
    rule: str = ""
    """The paragraph that forbids the action; empty where none does."""


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A game from a file, played again up to where it was left."""

    game: Left
    departed: tuple[Departure, ...] = ()
    """Of it and its lines those that could not be played on; empty when it is the same."""


def save_game(preview: Preview, path: Path) -> None:
    """Write the game in progress, with its scenario and its other lines, up to the latest position of each.

    Raises HexwrightError.
    """
    if preview.game is None:
        raise HexwrightError("there is no test game to save")
    formats.save_replay(written_down(preview.game, preview.seats, preview.positions, preview.line, preview.lines), path)


def written_down(
    game: Game, seats: dict[str, str], positions: Sequence[Position], line: str, others: Sequence[LineOfPlay]
) -> ReplaySpec:
    """A game as a file has it: with its scenario, its other lines, and the reasons that players gave."""
    spec = with_lines(record(game, seats), line, ((other.name, other.game) for other in others))
    actions = _reasoned(spec.actions, positions[1:])
    lines = [
        replace(one, actions=tuple(_reasoned(one.actions, other.positions[one.after + 1 :])))
        for one, other in zip(spec.lines, others, strict=True)
    ]
    return replace(spec, actions=actions, lines=lines)


def _reasoned(actions: Sequence[ReplayAction], positions: Sequence[Position]) -> list[ReplayAction]:
    reasons = [position.reason for position in positions] + [""] * len(actions)
    return [replace(action, reason=reason) for action, reason in zip(actions, reasons, strict=False)]


def played_again(spec: ReplaySpec) -> OpenedGame:
    """The game of a replay, with every position and its other lines; unknown players are people.

    Raises HexwrightError when it cannot be begun.
    """
    seats = {side: spec.players.get(side, HUMAN) for side in spec.scenario.sides}
    seats = {side: name if name in names() else HUMAN for side, name in seats.items()}
    game, positions, departed = _played(spec, seats)
    told = [departed] if departed is not None else []
    lines = []
    for line in spec.lines:
        other, after, departed = _played(of_line(spec, line), seats)
        # What lines have in common is the same position in each, by which they know it.
        common = min(line.after + 1, len(positions), len(after))
        lines.append(LineOfPlay(line.name, other, [*positions[:common], *after[common:]]))
        if departed is not None:
            told.append(replace(departed, said=f"{departed.said} of the line {line.name}"))
    players = {side: make(name, side, spec.seed) for side, name in seats.items() if name != HUMAN}
    left = Left(game, seats, players, positions, len(positions) - 1, spec.line or FIRST_LINE, lines, told=False)
    return OpenedGame(left, tuple(told))


def _played(spec: ReplaySpec, seats: dict[str, str]) -> tuple[Game, list[Position], Departure | None]:
    """The game of a replay as far as it can be played, its positions, and where and why it goes another way."""
    game = Game(spec.scenario, spec.seed, spec.options, dice=spec.dice, results=spec.results, start=spec.start)
    eyes, shared = screen_of(game, seats)
    positions = [position_of(game, eyes=eyes, shared=shared)]
    for number, written in enumerate(spec.actions, 1):
        decision = game.decision
        try:
            action = game.parse(written.do)
            verdict = game.verdict(action)
        except HexwrightError as error:
            return game, positions, Departure(f"action {number} ({written.do}): {error}")
        if decision is None or isinstance(verdict, Illegal):
            rule = verdict.rule if isinstance(verdict, Illegal) else ""
            why = verdict.reason if isinstance(verdict, Illegal) else "the game is over before it"
            cited = f" [{in_words(rule)}]" if rule else ""
            return game, positions, Departure(f"action {number} ({written.do}): {why}{cited}", rule)
        turn = game.state.turn
        events = game.apply(action, trusted=True)
        taken = Taken(len(game), turn, decision.side, decision.kind, action, game.text(action), written.reason, events)
        positions.append(position_of(game, taken, eyes, shared=shared))
    return game, positions, None
