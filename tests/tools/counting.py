"""Node counts: set positions with the number of legal actions, and of what may follow each of them.

A position is ``{name, scenario, start, options, seed}``; ``one`` is the number of its legal actions, ``two`` the
number of all pairs of an action and a legal action after it. Where there are very many pairs, ``some`` is their number
after every eighth action, which is what the tests count; `make soak` counts all.
``python tests/tools/counting.py [SYSTEM ...]`` counts again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from engine.formats import load_scenario, write_text
from engine.play import Game, Start

FOLDER = Path(__file__).resolve().parents[1] / "counts"

MANY = 40_000
"""Pairs that are more than the tests count."""
EVERY = 8

HEAD = """\
# Node counts (tests/tools/counting.py): `one` legal actions, `two` pairs of an action and a legal action after it;
# `some` of these pairs, after every eighth action.
"""


def positions(system: str) -> list[dict[str, Any]]:
    """The positions of a system's file, in order."""
    found: list[dict[str, Any]] = yaml.safe_load(counts_file(system).read_text(encoding="utf-8"))["positions"]
    return found


def counts_file(system: str) -> Path:
    """Where the counts of a system are."""
    return FOLDER / f"{system}.yaml"


def game_at(position: Mapping[str, Any]) -> Game:
    """The game that stands at a position."""
    start = Start(**position["start"]) if "start" in position else None
    return Game(load_scenario(position["scenario"]), position.get("seed", 0), position.get("options"), start=start)


def split(game: Game, every: int = 1) -> Iterator[tuple[str, int]]:
    """Each legal action, or one in so many, with the number of legal actions after it (none when the game is over
    then)."""
    for action in list(game.legal_actions())[::every]:
        text = game.text(action)
        game.apply(action, trusted=True)
        yield text, game.legal_actions().count()
        game.undo()


def main(systems: list[str]) -> None:
    """Count the positions of some systems, or of all, again."""
    for system in systems or sorted(path.stem for path in FOLDER.glob("*.yaml")):
        lines = [HEAD + "positions:"]
        for position in positions(system):
            counts = dict(split(game_at(position)))
            entry = {**position, "one": len(counts), "two": sum(counts.values())}
            if entry["two"] > MANY:
                entry["some"] = sum(list(counts.values())[::EVERY])
            lines.append(f"- {yaml.safe_dump(entry, default_flow_style=True, sort_keys=False, width=10_000).strip()}")
        write_text(counts_file(system), "\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
