"""Play many games of a scenario and count: win rates with 95 % intervals, losses, points and objectives by turn.

With --against two versions are played with the same seeds and compared; with --sweep one value is tried with several
settings.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Final

from editor.commandline.display import loading_qt
from editor.commandline.opening import (
    add_force,
    add_trust,
    begun_soundly,
    load_scenario,
    not_empty,
    options,
    whole,
    whole_or_zero,
)
from editor.commandline.output import Progress, paint, print_json
from engine.errors import HexwrightError
from engine.play import Game, registry
from engine.players import names
from engine.players.registry import assign, make
from engine.plural import counted
from engine.scenario import Scenario
from engine.trials import TrialSpec
from engine.trials.cluster import on_cluster
from engine.trials.statistics import Numbers
from engine.trials.sweeping import parse
from engine.trials.trial import Planned, Trial, TrialPlan, Version, carry_out, compared, swept
from engine.trials.versions import rules_at, with_rules
from engine.trials.wording import balance, effects, never_fought, outcome_name, verdict

MOST_IDLE: Final = 12
"""The most units that never fought that are named; the report has all."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of the command."""
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario's file, or the name of a shipped one")
    parser.add_argument("--games", type=whole, default=100, metavar="N", help="how many games (default: 100)")
    parser.add_argument("--jobs", type=whole, default=os.cpu_count() or 1, metavar="J", help="processes at once")
    parser.add_argument("--seed", type=whole_or_zero, default=1, metavar="S", help="seed of the first game")
    parser.add_argument(
        "--players", default="staff", metavar="NAMES", help=f"as in play: {', '.join(names())} (default: staff)"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--against",
        type=not_empty,
        metavar="OTHER",
        help="another version of the scenario, or another rules file, to be compared",
    )
    what.add_argument(
        "--sweep",
        type=not_empty,
        metavar="PLACE=VALUES",
        help="one value with several settings: units.us-9.strength=3..8, rules.stacking.limit=1,2",
    )
    parser.add_argument(
        "--out", type=not_empty, metavar="DIR", help="write report.html, summary.json and the rows as CSV there"
    )
    add_force(parser)
    add_trust(parser)
    parser.add_argument("--parquet", action="store_true", help="with --out: the rows as Parquet as well")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="output format (default: text)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the rules")
    parser.add_argument(
        "--cluster",
        type=not_empty,
        metavar="ADDRESS",
        help="run games on this Dask scheduler, e.g. tcp://host:8786",
    )


def run(given: argparse.Namespace) -> int:
    """Play the games, count how they ended, and write the report."""
    if given.parquet and not given.out:
        raise HexwrightError("--parquet needs --out DIR")
    plan = _plan(given)
    out = Path(given.out) if given.out else None
    if out:
        _ready_to_write(out, given.parquet, given.force)
    progress = Progress()
    with _executor(given.cluster) as executor:
        jobs = min(given.jobs, plan.versions[0].spec.games)
        trial = carry_out(plan, jobs, executor, lambda played: progress.say(f"{played} of {plan.games} games"))
    progress.done()
    about = {"scenario": given.scenario}
    written = _write(trial, out, about, given.parquet) if out else []
    if given.format == "json":
        print_json({**about, **trial.to_json()})
    else:
        _tell(trial, written)
    return 0


def _plan(given: argparse.Namespace) -> TrialPlan:
    scenario = load_scenario(given.scenario)
    spec = _spec(scenario, given, given.scenario)
    if given.sweep:
        return swept(spec, *parse(given.sweep, scenario))
    first = Planned(scenario.name, spec)
    if given.against:
        if (file := rules_at(given.against)) is not None:
            other = with_rules(scenario, file)
            names = [registry.system(one.system).title for one in (scenario, other)]
            return compared(Planned(names[0], spec), Planned(names[1], _spec(other, given, given.against)))
        other = load_scenario(given.against)
        return compared(first, Planned(other.name, _spec(other, given, given.against)))
    return TrialPlan((first,))


def _spec(scenario: Scenario, given: argparse.Namespace, file: str) -> TrialSpec:
    players = assign(given.players.split(","), scenario.sides)
    for side, name in players.items():
        make(name, side)
    chosen = options(scenario, given.option)
    begun_soundly(Game(scenario, given.seed, chosen), file)
    return TrialSpec(scenario, players, given.games, given.seed, chosen)


@contextmanager
def _executor(address: str | None) -> Iterator[Executor | None]:
    """The cluster, where one is asked for; otherwise the processes of this machine do it."""
    if not address:
        yield None
        return
    with on_cluster(address) as executor:
        yield executor


def _ready_to_write(folder: Path, parquet: bool, force: bool) -> None:
    from editor.output.trial_files import refuse_unwritable

    refuse_unwritable(folder, parquet, force=force)


def _write(trial: Trial, folder: Path, about: dict[str, str], parquet: bool) -> list[Path]:
    from editor.output.trial_files import write

    with loading_qt("the report's map cannot be drawn here"):
        import_module("editor.output.trial_report")
    return write(trial, folder, about=about, parquet=parquet)


def _tell(trial: Trial, written: Sequence[Path]) -> None:
    for version in trial.versions:
        name = version.name if trial.lever is None else f"{trial.lever.title} {version.name}"
        print(paint(f"{name}: {counted(version.summary.games, 'game')}", "strong"))
        _tell_version(version)
    if trial.comparison is not None:
        print(verdict(trial, trial.comparison))
    elif trial.lever is not None:
        for said in effects(trial):
            print(f"  {said}")
    else:
        print(f"  {balance(trial.first.summary, trial.first.scenario)}")
        idle = list(never_fought(trial))
        if idle:
            more = f" and {len(idle) - MOST_IDLE} more" if len(idle) > MOST_IDLE else ""
            print(f"  units that never fought: {', '.join(idle[:MOST_IDLE])}{more}")
    if written:
        print(f"written: {', '.join(map(str, written))}")


def _tell_version(version: Version) -> None:
    summary, scenario, players = version.summary, version.scenario, version.spec.players
    width = max(len(side.name) for side in scenario.sides.values())
    for key, wins in summary.wins.items():
        low, high = summary.intervals[key]
        who = f" ({players[key]})" if key in players else ""
        name = outcome_name(scenario, key)
        print(f"  {name:{width}}  {wins:5}  {summary.rate(key):6.1%}  95 % between {low:.1%} and {high:.1%}{who}")
    print(f"  {summary.turns:.1f} turns, {summary.actions:.0f} actions a game")
    lost, units = _by_side(scenario, summary.lost_steps), _by_side(scenario, summary.lost_units)
    print(f"  steps lost: {lost}; units lost: {units}")
    if summary.score:
        print(f"  points: {_by_side(scenario, summary.score)}")
    for seed, reason in summary.stopped:
        print(f"  {paint('stopped', 'error')}: seed {seed}: {reason}")


def _by_side(scenario: Scenario, values: Numbers) -> str:
    return ", ".join(f"{scenario.sides[side].name} {value:.1f}" for side, value in values.items())
