"""What the staff does in the first turns of some shipped scenarios, against itself, as text in tests/staff_choices.

``python tests/tools/staff_choices.py [SCENARIO ...]`` plays them anew and writes the files. Its test plays them as
well: whoever teaches the staff something sees which choices change, and writes the files anew when that is meant.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from engine.formats import load_scenario, write_text
from engine.play import Game
from engine.players import seat

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "tests" / "staff_choices"
SEED: Final = 1898
TURNS: Final = {
    "first_steps": 9,
    "lundys_lane": 3,
    "chippewa": 2,
    "fm_first_steps": 9,
    "arracourt": 1,
    "sns_first_steps": 3,
    "asante": 2,
    "persia": 3,
    "abyssinia": 2,
    "dahomey": 3,
}
"""So many turns of each are played."""


def file_of(name: str) -> Path:
    """Where the choices in a scenario are."""
    return FOLDER / f"{name}.txt"


def chosen(name: str) -> list[str]:
    """The choices of the staff of both sides, a line each."""
    game = Game(load_scenario(name), SEED)
    players = seat(["staff"], game.scenario.sides, SEED)
    lines = []
    while game.decision is not None and game.state.turn <= TURNS[name]:
        action = players[game.decision.side].choose(game)
        lines.append(f"turn {game.state.turn}, {game.decision.side}: {game.text(action)}")
        game.apply(action)
    return lines


def main(names: list[str]) -> None:
    """Write the choices in some scenarios, or in all."""
    for name in names or TURNS:
        write_text(file_of(name), "\n".join(chosen(name)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
