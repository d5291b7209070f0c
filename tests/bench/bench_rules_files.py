"""Rules files: binding, checking, and random games beside the same rules written by hand."""

from __future__ import annotations

import sys
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from harness import Beside, Took, bench, in_turns, typical

from engine.formats import load, load_scenario
from engine.kit import record
from engine.kit.rules import kit_rules
from engine.play import Game, Rules
from engine.play.registry import system
from engine.scenario import Scenario

KITS = Path(__file__).resolve().parents[1] / "kits"
sys.path += [str(KITS), str(KITS.parent)]
SCENARIO = "lundys_lane"
GAMES = 3


@cache
def both() -> tuple[tuple[Scenario, Rules[Any]], tuple[Scenario, Rules[Any]]]:
    """Lundy's Lane without its guns: by the rules file of TLG2, and by the rules written by hand."""
    from equality import TLG2
    from test_equality import as_written_by_hand

    by_hand = TLG2.stripped(load_scenario(SCENARIO))
    by_file = TLG2.rewritten(by_hand)
    kit = kit_rules(as_written_by_hand("tlg2"))(by_file, {})
    return (by_file, kit), (by_hand, system("tlg2").rules(by_hand, {}))


def playouts(scenario: Scenario, rules: Rules[Any]) -> int:
    """Whole random games; gives the number of actions."""
    actions = 0
    for seed in range(GAMES):
        game, random = Game(scenario, seed, rules=rules), Random(seed)
        while game.decision is not None:
            game.apply(game.legal_actions().sample(random), trusted=True)
        actions += len(game)
    return actions


@cache
def beside() -> tuple[Beside, int, int]:
    """Both in turns, and how many actions each had."""
    kit, hand = both()
    return in_turns(lambda: playouts(*kit), lambda: playouts(*hand)), playouts(*kit), playouts(*hand)


@bench(
    "random playout of TLG2's rules file: its actions for each of the rules written by hand", 0.6, "times", more=True
)
def share() -> float:
    """Lundy's Lane without guns, actions a second of both."""
    found, by_file, by_hand = beside()
    return by_file / by_hand / found.share


@bench("TLG2's rules file bound to Lundy's Lane", 50)
def bind() -> Took:
    """What a game costs before its first action, when the file has been read."""
    scenario = both()[0][0]
    made = kit_rules(_file())
    return typical(lambda: made(scenario, {}), rounds=9)


@cache
def _file() -> Any:
    from test_equality import as_written_by_hand

    return as_written_by_hand("tlg2")


@bench("TLG2's rules file read and checked", 0.5, "s")
def check() -> Took:
    """All findings, without the start of Python."""
    return typical(lambda: _read(KITS / "tlg2.yaml"))


@bench("a rules file at every limit, read and checked", 2, "s")
def at_limits() -> Took:
    """As long as a file may be, with as much of everything as it may have."""
    from at_limits import at_every_limit

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "full.yaml")
        file.write_text(at_every_limit(), encoding="utf-8")
        return typical(lambda: _read(file), rounds=3)


def _read(file: Path) -> None:
    """Read a file as if for the first time."""
    record._known.clear()
    load(file)
