"""`make soak`: random games of every shipped scenario, with everything that must always hold asked after each action.

A game that breaks something is written as a replay into out/soak, so that it can be played again. The exit status
is 1 when there was one. `--start` continues where another run ended: game N is the same game everywhere.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from engine.formats import ReplayAction, ReplaySpec, digest, load_scenario, save_replay
from engine.play import Game, Rules, State
from engine.play.registry import system
from engine.scenario import Scenario

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 20_000
"""Actions after which a game is held never to end."""
ROUND_TRIP_EVERY = 20
"""Actions between two round trips of the state through JSON, which cost more than the rest."""
BATCH = 20
"""Games that a worker plays at a time."""


@dataclass(frozen=True)
class Failure:
    """A game that broke something."""

    scenario: str
    seed: int
    what: str
    replay: str


def soak(game: Game, random: Random, taken: list[ReplayAction]) -> str:
    """Play a game to its end at random, noting the actions; what went wrong, or an empty text."""
    begin = plain(game.state)
    while game.decision is not None:
        if len(game) >= LONGEST:
            return f"no end after {LONGEST} actions"
        wrong = one_action(game, random, taken)
        if wrong:
            return f"action {len(game)}: {wrong}"
    if game.outcome() is None:
        return "nobody is asked for anything, but the game has no outcome"
    while len(game):
        game.undo()
    return "" if plain(game.state) == begin else "taking everything back does not lead to the start"


def one_action(game: Game, random: Random, taken: list[ReplayAction]) -> str:
    """Take one random action; what does not hold before or after it, or an empty text."""
    assert game.decision is not None
    side = game.decision.side
    action = game.legal_actions().sample(random)
    text = game.text(action)
    taken.append(ReplayAction(side, text))
    if not game.verdict(action):
        return f"{text!r} was offered but is illegal: {game.verdict(action)}"
    if game.parse(text) != action:
        return f"{text!r} does not parse back"
    game.apply(action, trusted=True)
    defects = game.rules.defects(game.state)
    if defects:
        return f"after {text!r}: {'; '.join(defects)}"
    if game.decision is not None and not game.legal_actions():
        return f"after {text!r} nothing is legal"
    if len(game) % ROUND_TRIP_EVERY == 0:
        data = plain(game.state)
        if plain(game.rules.load(json.loads(data))) != data:
            return f"after {text!r} the state does not survive JSON"
    return ""


def plain(state: State) -> str:
    """A state as text."""
    return json.dumps(state.to_json(), sort_keys=True)


def batch(name: str, seeds: range, out: Path) -> tuple[int, list[Failure]]:
    """Play the games of some seeds: how many actions they had, and the failures."""
    scenario = load_scenario(name)
    rules: Rules[Any] = system(scenario.system).rules(scenario)
    actions, failures = 0, []
    for seed in seeds:
        switched = switches(scenario, seed)
        own = system(scenario.system).rules(scenario, switched) if switched else rules
        game = Game(scenario, seed, rules=own)
        taken: list[ReplayAction] = []
        try:
            wrong = soak(game, Random(f"soak:{seed}"), taken)
        except Exception as error:  # whatever it is, it belongs to this game and must name it
            wrong = f"action {len(taken)}: {type(error).__name__}: {error}"
        actions += len(taken)
        if wrong:
            path = out / f"{name}-{seed}.replay.yaml"
            dump(scenario, seed, taken, path, switched)
            failures.append(Failure(name, seed, wrong, str(path)))
    return actions, failures


def switches(scenario: Scenario, seed: int) -> dict[str, bool]:
    """The options of a game that are on or off, thrown for in every second game: so any few of them meet in every way
    sooner or later. None in the other games, which keep what the scenario says."""
    offered = sorted(name for name, one in system(scenario.system).options.items() if isinstance(one.default, bool))
    random = Random(f"switches:{scenario.key}:{seed}")
    return {name: random.random() < 0.5 for name in offered} if seed % 2 else {}


def dump(
    scenario: Scenario, seed: int, taken: list[ReplayAction], path: Path, switched: dict[str, bool] | None = None
) -> None:
    """Write a game as a replay; the last action is the one that broke something."""
    path.parent.mkdir(parents=True, exist_ok=True)
    spec = ReplaySpec(scenario, scenario.key, digest(scenario), seed, actions=taken, options=dict(switched or {}))
    save_replay(spec, path)


def arguments() -> argparse.Namespace:
    """The command line."""
    shipped = sorted(path.stem for path in (ROOT / "scenarios").glob("*.yaml"))
    parser = argparse.ArgumentParser("make soak", description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games in all, shared among the scenarios")
    parser.add_argument("--start", type=int, default=0, help="number of the first game")
    parser.add_argument("--scenario", action="append", choices=shipped, help="only this one; may be repeated")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    given.scenario = given.scenario or shipped
    return given


def main() -> int:
    """Play them all."""
    given = arguments()
    begun = time.monotonic()
    each = -(-given.games // len(given.scenario))
    last = given.start + each
    out = ROOT / "out" / "soak"
    actions, failures = 0, list[Failure]()
    with ProcessPoolExecutor(given.jobs) as pool:
        waiting = {
            pool.submit(batch, name, range(first, min(first + BATCH, last)), out): name
            for name in given.scenario
            for first in range(given.start, last, BATCH)
        }
        for count, done in enumerate(as_completed(waiting), 1):
            more, failed = done.result()
            actions, failures = actions + more, failures + failed
            if sys.stderr.isatty():
                print(f"\r{count} of {len(waiting)} batches, {len(failures)} failed", end="", file=sys.stderr)
    for failure in failures:
        print(f"{failure.scenario}, game {failure.seed}: {failure.what}\n    {failure.replay}")
    took = time.monotonic() - begun
    played = each * len(given.scenario)
    print(f"{played} games of {', '.join(given.scenario)}, {actions} actions, {took:.0f} s: {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
