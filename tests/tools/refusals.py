"""Why the rules refuse what makes no sense: each reason, how often it was given, and the first time in full.

``python tests/tools/refusals.py [GAME ...]`` writes them into tests/refusals. In some games of small scenarios actions
out of tests/data/orders, which were done in playthroughs and examples of play, are tried at moments of all kinds: at
another time, under other options or by another side, as they were or with some units and hexes changed for others.
Reasons that differ in units and hexes alone are the same.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from tools.goldens import (  # noqa: E402 -- found on the path that was just set
    CORNERS,
    SWITCHED,
    begun,
    scenario_of,
    switched,
)

from engine.errors import HexwrightError  # noqa: E402
from engine.formats import write_text  # noqa: E402
from engine.play import Game, Illegal  # noqa: E402

KEPT: Final = ROOT / "tests" / "refusals"
PLAIN: Final = "-plain"
"""A game with all options as the scenario has them."""
GAMES: Final = [name + how for name in CORNERS for how in (PLAIN, f"{SWITCHED}-2")]
MOMENTS: Final = 2
"""Moments of each kind at which actions are tried."""
TRIED: Final = 2
"""Actions of each verb that are tried at a moment."""
SHARES: Final = (0.0, 0.5)
"""How much of each is changed."""
MOST: Final = 500
"""Actions after which a game is left."""
SEED: Final = 22


_NAMED: Final = re.compile(r"\b(?:[a-z]+-[\w-]+|[A-Z]\d{4})\b")
"""A unit or a hex."""


def orders(system: str) -> dict[str, list[str]]:
    """By verb the texts of actions that are tried under the rules of a system."""
    found: dict[str, list[str]] = {}
    for text in (ROOT / "tests" / "data" / "orders" / f"{system}.txt").read_text(encoding="utf-8").splitlines():
        found.setdefault(text.split()[0], []).append(text)
    return found


def refusals(name: str) -> list[str]:
    """The reasons given in a game, how often, and behind them the first kind of decision and action."""
    own, _, _ = name.partition("-")
    scenario, random, verbs = scenario_of(own), Random(SEED), orders(scenario_of(own).system)
    words = [*scenario.units, *map(scenario.map.grid.name, scenario.map.grid.hexes)]
    game = begun(own, []) if name.endswith(PLAIN) else begun(name, switched(name))
    kinds, often, first = Counter[tuple[str, ...]](), Counter[str](), dict[str, str]()
    while game.decision is not None and len(game) < MOST:
        kind = (game.decision.kind, *(type(frame).__name__ for frame in game.state.stack))
        kinds[kind] += 1
        if kinds[kind] <= MOMENTS:
            for texts in verbs.values():
                for text in random.sample(texts, min(TRIED, len(texts))):
                    for share in SHARES:
                        tried = changed(text, words, random, share)
                        for said in reasons(game, tried):
                            same = _NAMED.sub("*", said)
                            often[same] += 1
                            first.setdefault(same, f"{said} <- {game.decision.kind}: {tried}")
        game.apply(game.legal_actions().sample(random))
    return [f"{first[same]} ({often[same]})" for same in sorted(first)]


def changed(text: str, words: list[str], random: Random, share: float) -> str:
    """An action with a share of its units and hexes changed for others, and all that the scenario does not have."""

    def other(match: re.Match[str]) -> str:
        if match[0] in words and random.random() >= share:
            return match[0]
        return random.choice([word for word in words if ("-" in word) == ("-" in match[0])])

    return _NAMED.sub(other, text)


def reasons(game: Game, text: str) -> list[str]:
    """All that is said against an action."""
    try:
        verdict = game.verdict(text)
    except HexwrightError as error:
        return [f"{error}"]
    if not isinstance(verdict, Illegal):
        return []
    return [f"[{rule}] {why}" for rule, why in ((verdict.rule, verdict.reason), *verdict.also)]


def file_of(name: str) -> Path:
    """Where the reasons given in a game are."""
    return KEPT / f"{name}.txt"


def main(names: list[str]) -> None:
    """Write the reasons given in some games, or in all."""
    KEPT.mkdir(exist_ok=True)
    for name in names or GAMES:
        write_text(file_of(name), "\n".join(refusals(name)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
