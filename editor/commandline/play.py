"""Play test turns of a scenario, and write the log as a replay."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final, TextIO

from editor.commandline.opening import (
    add_force,
    add_position,
    add_trust,
    begun_soundly,
    find,
    game_of,
    load_scenario,
    not_empty,
    reference,
    refuse_unwritable,
    whole,
    whole_or_zero,
)
from editor.commandline.output import Progress, finding_line, paint, print_json
from engine.formats import save_replay
from engine.play import Event
from engine.players import names
from engine.players.registry import assign, make
from engine.plural import counted
from engine.umpire.replays import record
from engine.umpire.testturns import LIMIT, Report, Stop, Taken, play
from engine.umpire.wording import Words


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario's file, or the name of a shipped one")
    parser.add_argument("--turns", type=whole, metavar="N", help="game turns to play (default: to the end)")
    parser.add_argument("--seed", type=whole_or_zero, default=1, metavar="S", help="seed of dice and players")
    parser.add_argument(
        "--players",
        default="staff",
        metavar="NAMES",
        help=f"who plays, in the order of the sides or as side=name: {', '.join(names())} (default: staff)",
    )
    parser.add_argument("--log", type=not_empty, metavar="OUT", help="write the game as a replay")
    add_force(parser)
    parser.add_argument("--limit", type=whole, default=LIMIT, metavar="N", help="stop after this many actions")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")
    parser.add_argument("-q", "--quiet", action="store_true", help="print only the result")
    add_position(parser)
    add_trust(parser)


def run(given: argparse.Namespace) -> int:
    """Play, tell, write the log: 0, or 1 when the umpire stopped the game."""
    scenario = load_scenario(given.scenario)
    seated = assign(given.players.split(","), scenario.sides)
    players = {side: make(name, side, given.seed) for side, name in seated.items()}
    game = begun_soundly(game_of(scenario, given, given.seed), given.scenario)
    if given.log:
        refuse_unwritable(Path(given.log), "replay", force=given.force)
    teller = _Teller(sys.stdout, Words(scenario), quiet=given.quiet or given.format == "json")
    teller.begin(game.state.turn, game.events)
    progress = Progress()
    taken: list[Taken] = []

    def heard(one: Taken) -> None:
        taken.append(one)
        teller.tell(one)
        if teller.quiet:
            progress.say(f"turn {one.turn}, action {one.number}")

    report = play(game, players, given.turns, given.limit, progress=heard)
    progress.done()
    if given.log:
        save_replay(record(game, seated, reference(find(given.scenario), Path(given.log))), given.log)
    if given.format == "json":
        print_json(_as_json(report, seated, taken, given))
    else:
        teller.end(report, given.log)
    return 1 if report.stopped_by_umpire else 0


_HEADINGS: Final = ("turn", "phase")
"""Events that the heading of a turn and the choice after it say as well."""


class _Teller:
    """Tells a game on a stream: a heading a turn, a line an action, its events below."""

    def __init__(self, stream: TextIO, words: Words, quiet: bool) -> None:
        self.stream = stream
        self.words = words
        self.quiet = quiet
        self._turn = 0

    def begin(self, turn: int, events: Iterable[Event]) -> None:
        """Tell what happens before the first choice: dice for weather, a chit that is drawn."""
        told = [event for event in events if event.kind not in _HEADINGS and not event.is_veiled]
        if told and not self.quiet:
            self._turn = turn
            self.say(paint(self.words.turn(turn), "strong", self.stream))
            for event in told:
                self.say(f"      {self.words.line(event)}")

    def tell(self, taken: Taken) -> None:
        """Tell of one action."""
        if self.quiet:
            return
        if taken.turn != self._turn:
            self._turn = taken.turn
            self.say(paint(self.words.turn(taken.turn), "strong", self.stream))
        reason = paint(f"  ({taken.reason})", "quiet", self.stream) if taken.reason else ""
        self.say(f"  {self.words.side(taken.side)}: {self.words.spoken(taken.text)}{reason}")
        for event in taken.events:
            if event.is_veiled:
                continue
            self.say(f"      {self.words.line(event)}")

    def end(self, report: Report, log: str | None) -> None:
        """Tell how it ended."""
        for finding in report.findings:
            self.say(finding_line(finding, self.stream))
        ended = {Stop.TURNS: "stopped as asked", Stop.OUTCOME: "the game is over", Stop.UMPIRE: "the umpire stopped it"}
        turns = counted(report.turns, "turn")
        self.say(f"{turns}, {counted(report.actions, 'action')}: {ended[report.stop]}")
        if report.outcome is not None:
            outcome = report.outcome
            winner = self.words.opened(f"{self.words.the_side(outcome.winner)} won") if outcome.winner else "a draw"
            level = f", {outcome.level}" if outcome.level else ""
            points = [f"{self.words.side(side)} {points:g}" for side, points in outcome.score.items()]
            # A reason by points names them already.
            score = f" ({', '.join(points)})" if not all(one in outcome.reason for one in points) else ""
            self.say(paint(f"{winner}{level}: {outcome.reason}", "strong", self.stream) + score)
        if log:
            self.say(f"log: {log}")

    def say(self, text: str) -> None:
        print(text, file=self.stream)


def _as_json(
    report: Report, seated: dict[str, str], taken: list[Taken], given: argparse.Namespace
) -> dict[str, object]:
    return {
        "format": "hexwright-turns 1",
        "scenario": given.scenario,
        "seed": given.seed,
        "players": seated,
        "stop": str(report.stop),
        "turns": report.turns,
        "actions": report.actions,
        "outcome": report.outcome.to_json() if report.outcome else None,
        "findings": [finding.to_json() for finding in report.findings],
        "units": report.game.rules.units(report.game.state),
        "status": report.game.rules.status(report.game.state),
        "log": [one.to_json() for one in taken] if not given.quiet else [],
    }
