"""Play many games of a scenario and count: win rates with 95 % intervals, losses, points by turn."""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
from pathlib import Path
from typing import Any, Final

from editor.commandline.opening import load_scenario, options, whole, whole_or_zero
from editor.commandline.output import Progress, counted, paint, print_json
from engine.errors import HexwrightError
from engine.formats import digest
from engine.players import names
from engine.players.registry import assign, make
from engine.scenario import Scenario
from engine.trials import GameResult, Summary, TrialSpec, run_games, summarise
from engine.writing import folder_for_writing, refuse_read_only, write_text, written_whole

SUMMARY: Final = "summary.json"
GAMES: Final = "games.csv"


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario's file, or the name of a shipped one")
    parser.add_argument("--games", type=whole, default=100, metavar="N", help="how many games (default: 100)")
    parser.add_argument("--jobs", type=whole, default=os.cpu_count() or 1, metavar="J", help="processes at once")
    parser.add_argument("--seed", type=whole_or_zero, default=1, metavar="S", help="seed of the first game")
    parser.add_argument(
        "--players", default="staff", metavar="NAMES", help=f"as in play: {', '.join(names())} (default: staff)"
    )
    parser.add_argument("--out", metavar="DIR", help="write summary.json and games.csv there")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to say it (default: text)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the rules")
    parser.add_argument("--cluster", metavar="ADDRESS", help="not available in this version")


def run(given: argparse.Namespace) -> int:
    """Play the games, count how they ended, and write the summary."""
    if given.cluster:
        raise HexwrightError("--cluster is not available in this version; --jobs uses the cores of this machine")
    scenario = load_scenario(given.scenario)
    players = assign(given.players.split(","), scenario.sides)
    for side, name in players.items():
        make(name, side)
    out = Path(given.out) if given.out else None
    if out:
        _refuse_unwritable(out)
    spec = TrialSpec(scenario, players, given.games, given.seed, options(scenario, given.option))
    progress = Progress()
    results: list[GameResult] = []
    for result in run_games(spec, min(given.jobs, given.games)):
        results.append(result)
        progress.say(f"{len(results)} of {given.games} games")
    progress.done()
    summary = summarise(results, list(scenario.sides))
    report = {
        "scenario": given.scenario,
        "scenario_digest": digest(scenario),
        "players": players,
        "first_seed": given.seed,
        "options": dict(spec.options),
        **summary.to_json(),
    }
    if out:
        _write(out, report, results)
    if given.format == "json":
        print_json(report)
    else:
        _tell(summary, scenario, players, out)
    return 0


def _refuse_unwritable(folder: Path) -> None:
    """Say before the games rather than after them that nothing can be written there."""
    there = next(one for one in (folder, *folder.absolute().parents) if os.path.lexists(one))
    if not there.is_dir():
        raise HexwrightError(f"{there} is not a folder; --out wants one")
    refuse_read_only(folder / SUMMARY, folder / GAMES)


def _write(folder: Path, report: dict[str, Any], results: list[GameResult]) -> None:
    """Write both files, or neither, and no empty folder."""
    text = json.dumps(report, indent=2, ensure_ascii=False) + "\n"
    with folder_for_writing(folder), written_whole(folder / SUMMARY) as summary:
        summary.write_text(text, "utf-8", "replace")
        write_text(folder / GAMES, _table(results))


def _table(results: list[GameResult]) -> str:
    rows = [result.row() for result in results]
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, list(dict.fromkeys(key for row in rows for key in row)), restval="")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def _tell(summary: Summary, scenario: Scenario, players: dict[str, str], out: Path | None) -> None:
    print(paint(f"{scenario.name}: {counted(summary.games, 'game')}", "strong"))
    finished = summary.games - len(summary.stopped)
    width = max(len(side.name) for side in scenario.sides.values())
    for key, wins in summary.wins.items():
        name = scenario.sides[key].name if key in scenario.sides else "draw"
        low, high = summary.intervals[key]
        rate = wins / finished if finished else 0.0
        who = f" ({players[key]})" if key in players else ""
        print(f"  {name:{width}}  {wins:5}  {rate:6.1%}  95 % between {low:.1%} and {high:.1%}{who}")
    print(f"  {summary.turns:.1f} turns, {summary.actions:.0f} actions a game")
    print(f"  steps lost: {_by_side(summary.lost_steps)}; units lost: {_by_side(summary.lost_units)}")
    if summary.score:
        print(f"  points: {_by_side(summary.score)}")
    for seed, reason in summary.stopped:
        print(f"  {paint('stopped', 'error')}: seed {seed}: {reason}")
    if out:
        print(f"  written: {out / SUMMARY}, {out / GAMES}")


def _by_side(values: Any) -> str:
    return ", ".join(f"{side} {value:.1f}" for side, value in values.items())
