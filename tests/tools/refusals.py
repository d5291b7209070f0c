"""Why the rules refuse what makes no sense: each reason, how often it was given, and when first.

``python tests/tools/refusals.py [GAME ...]`` writes them into tests/refusals: the paragraph, the places and numbers of
each reason, without its wording. How the reasons read stands in tests/sentences/refusals.txt. In some games of small
scenarios actions out of tests/data/orders, which were done in playthroughs and examples of play, are tried at moments
of all kinds: at another time, under other options or by another side, as they were or with some units and hexes
changed for others. Reasons that differ in units and hexes alone are the same.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from tools.facts import facts  # noqa: E402 -- found on the path that was just set
from tools.goldens import CORNERS, SWITCHED, begun, scenario_of, switched  # noqa: E402
from tools.patterns import first_of_each, pattern  # noqa: E402

from engine.errors import HexwrightError  # noqa: E402
from engine.formats import write_text  # noqa: E402
from engine.play import Game, Illegal  # noqa: E402

KEPT: Final = ROOT / "tests" / "refusals"
SENTENCES: Final = ROOT / "tests" / "sentences" / "refusals.txt"
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


Reason = tuple[str, str]
"""A paragraph, empty where a text is no action at all, and a sentence."""


@dataclass
class Refusals:
    """The reasons given in a game, like ones together."""

    often: Counter[Reason] = field(default_factory=Counter)
    first: dict[Reason, tuple[Reason, str]] = field(default_factory=dict)
    """The first reason of each kind with the kind of decision and the action that it was given for."""

    def hear(self, said: Reason, asked: str) -> None:
        """Count a reason."""
        rule, why = said
        same = (rule, _NAMED.sub("*", why))
        self.often[same] += 1
        self.first.setdefault(same, (said, asked))

    def lines(self) -> list[str]:
        """A line for each, without wording: in the order of paragraphs, then as they came."""
        return [
            f"{' '.join([f'[{rule}]', *facts(why)])} <- {asked} ({self.often[same]})"
            for same, ((rule, why), asked) in sorted(self.first.items(), key=lambda item: item[0][0])
        ]


@cache
def refusals(name: str) -> Refusals:
    """The reasons given in a game."""
    own, _, _ = name.partition("-")
    scenario, random, verbs = scenario_of(own), Random(SEED), orders(scenario_of(own).system)
    words = [*scenario.units, *map(scenario.map.grid.name, scenario.map.grid.hexes)]
    game = begun(own, []) if name.endswith(PLAIN) else begun(name, switched(name))
    kinds, found = Counter[tuple[str, ...]](), Refusals()
    while game.decision is not None and len(game) < MOST:
        kind = (game.decision.kind, *(type(frame).__name__ for frame in game.state.stack))
        kinds[kind] += 1
        if kinds[kind] <= MOMENTS:
            for texts in verbs.values():
                for text in random.sample(texts, min(TRIED, len(texts))):
                    for share in SHARES:
                        tried = changed(text, words, random, share)
                        for said in reasons(game, tried):
                            found.hear(said, f"{game.decision.kind}: {tried}")
        game.apply(game.legal_actions().sample(random))
    return found


def sentences() -> list[str]:
    """How the reasons of all games read, one of each pattern."""
    return first_of_each(
        (pattern(f"{scenario.system} {why}", scenario), f"{scenario.system} {why}")
        for name in GAMES
        for scenario in [scenario_of(name.partition("-")[0])]
        for (_, why), _ in refusals(name).first.values()
    )


def changed(text: str, words: list[str], random: Random, share: float) -> str:
    """An action with a share of its units and hexes changed for others, and all that the scenario does not have."""

    def other(match: re.Match[str]) -> str:
        if match[0] in words and random.random() >= share:
            return match[0]
        return random.choice([word for word in words if ("-" in word) == ("-" in match[0])])

    return _NAMED.sub(other, text)


def reasons(game: Game, text: str) -> list[Reason]:
    """All that is said against an action."""
    try:
        verdict = game.verdict(text)
    except HexwrightError as error:
        return [("", f"{error}")]
    if not isinstance(verdict, Illegal):
        return []
    return [(verdict.rule, verdict.reason), *verdict.also]


def file_of(name: str) -> Path:
    """Where the reasons given in a game are."""
    return KEPT / f"{name}.txt"


def main(names: list[str]) -> None:
    """Write the reasons given in some games, or in all; and how they read."""
    KEPT.mkdir(exist_ok=True)
    for name in names or GAMES:
        write_text(file_of(name), "\n".join(refusals(name).lines()) + "\n")
    write_text(SENTENCES, "\n".join(sentences()) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
