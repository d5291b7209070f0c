"""Duels: many games of two players against each other, counted.

``python tests/tools/duel.py SCENARIO P1 P2 [--games N] [--first SEED] [--jobs J]`` plays one pairing; the players
are named in the order of the sides. ``--table SYSTEM`` plays every pairing that a staff must stand, in every
shipped scenario of a system, and writes the counts into ``docs/systems/SYSTEM-staff.md`` between its marks.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.formats import load_scenario, write_text
from engine.trials import Summary, TrialSpec, run_games, summarise

ROOT = Path(__file__).resolve().parents[2]
PAIRINGS = (("staff", "random"), ("random", "staff"), ("staff", "greedy"), ("greedy", "staff"), ("staff", "staff"))
BEGIN, END = "<!-- duels: written by tests/tools/duel.py -->", "<!-- end of duels -->"
HEAD = """\
| scenario | first player | second player | first wins | second wins | mean score | ms a game turn |
|---|---|---|---|---|---|---|"""


@dataclass(frozen=True)
class Duel:
    """The games of one pairing."""

    scenario: str
    sides: Sequence[str]
    players: Sequence[str]
    summary: Summary
    milliseconds: float
    """Processor time of a game turn, both sides and the umpire together."""

    def row(self) -> str:
        """The duel as a row of the table."""
        seats = [f"{player} ({side})" for player, side in zip(self.players, self.sides, strict=True)]
        wins = [str(self.summary.wins[side]) for side in self.sides]
        score = " : ".join(f"{self.summary.score[side]:.1f}" for side in self.sides)
        return f"| {' | '.join([self.scenario, *seats, *wins, score, f'{self.milliseconds:.0f}'])} |"


def duel(name: str, players: Sequence[str], games: int, first: int, jobs: int) -> Duel:
    """Play the games with the seeds from ``first`` on."""
    scenario = load_scenario(name)
    sides = list(scenario.sides)
    spec = TrialSpec(scenario, dict(zip(sides, players, strict=True)), games, first)
    begun = sum(os.times()[:4])
    results = list(run_games(spec, jobs))
    spent = sum(os.times()[:4]) - begun
    summary = summarise(results, sides)
    if summary.stopped:
        raise RuntimeError(f"the umpire stopped {name}, seed {summary.stopped[0]}")
    return Duel(name, sides, players, summary, 1000 * spent / sum(result.turns for result in results))


def shipped(system: str) -> list[str]:
    """The shipped scenarios of a system, the shortest first."""
    names = [path.stem for path in (ROOT / "scenarios").glob("*.yaml")]
    return sorted(
        (name for name in names if load_scenario(name).system == system),
        key=lambda name: (load_scenario(name).turns.count, name),
    )


def table(system: str, games: int, first: int, jobs: int) -> Iterator[str]:
    """The lines of a system's table, each as soon as it has been played."""
    seeds = f"seeds {first} to {first + games - 1}"
    load = f"{platform.machine()}, {os.cpu_count()} shared cores"
    yield f"{games} games a row, {seeds}, {time.strftime('%d %B %Y').lstrip('0')}, {load}."
    yield "Scores are means in the order of the sides; times are the processor's, both sides together."
    yield ""
    yield from HEAD.splitlines()
    for name in shipped(system):
        for players in PAIRINGS:
            yield duel(name, players, games, first, jobs).row()


def put(system: str, lines: Sequence[str]) -> None:
    """Write a table between the marks of a system's page."""
    page = ROOT / "docs" / "systems" / f"{system}-staff.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, mark, after = rest.partition(END)
    if not mark:
        raise SystemExit(f"{page.name} has no marks to write between: {BEGIN} {END}")
    write_text(page, "\n".join([before + BEGIN, *lines, END + after]))


def main() -> None:
    """Play what the command line asks for."""
    parser = argparse.ArgumentParser(description="Many games of two players against each other.")
    parser.add_argument("scenario", nargs="?")
    parser.add_argument("players", nargs="*", metavar="PLAYER")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--table", metavar="SYSTEM", help="every pairing, written into the staff's page")
    given = parser.parse_args()
    if given.table:
        lines = []
        for line in table(given.table, given.games, given.first, given.jobs):
            lines.append(line)
            print(line, flush=True)
        put(given.table, lines)
    elif given.scenario and len(given.players) == 2:
        print(HEAD)
        print(duel(given.scenario, given.players, given.games, given.first, given.jobs).row())
    else:
        parser.error("name a scenario and two players, or a system after --table")


if __name__ == "__main__":
    main()
