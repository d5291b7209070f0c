"""tests/broken/checks: a bad file for each check of the umpire, written from the tables of its tests.

``python -m tests.tools.broken_files`` writes them again; a test holds them to what this would write.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Final
from unittest.mock import patch

from engine.boards.board import Board
from engine.formats import dump_map, dump_scenario, load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.play import registry
from engine.scenario import Scenario

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "tests" / "broken" / "checks"
HELPERS: Final = [str(ROOT / "tests" / "engine" / "umpire"), str(ROOT / "tests" / "toys")]
"""Where the tables and the toys are."""


NOT_IN_A_FILE: Final = {
    "MAP112": "a kind that the map's own palette has, and the rules do not",
    "MAP121": "a palette of its own",
    "RULE103": "an option of a toy system",
    "RULE104": "a map that is not there",
    "RULE105": "an option of a toy system",
    "RULE108": "a system for another kind of map",
}
"""Checks whose bad scenario needs what the tests alone have; test_checks.py makes it in memory."""


def texts() -> dict[str, str]:
    """Code to the text of its bad file: systems that ship and the standard palette in place of those of the tests."""
    with patch.object(sys, "path", [*HELPERS, *sys.path]):
        import toys
        from bad_maps import BAD_MAPS
        from bad_tables import BAD_TABLES
        from test_checks import BAD_SCENARIOS
    with patch.dict(registry.SYSTEMS, toys.SYSTEMS):
        maps = {code: dump_map(_plain(make())) for code, (make, _) in {**BAD_MAPS, **BAD_TABLES}.items()}
        made = {code: dump_scenario(_shipped(make())) for code, (make, _) in BAD_SCENARIOS.items()}
    return {code: text for code, text in {**maps, **made}.items() if code not in NOT_IN_A_FILE}


def _shipped(made: Scenario) -> Scenario:
    made = made.with_(map=_plain(made.map), map_ref="")
    if made.system != "toy":
        return made
    units = {key: replace(unit, values={"strength": 1, **unit.values}) for key, unit in made.units.items()}
    return made.with_(system="tlg2", units=units)


def _plain(board: Board) -> Board:
    board = board.copy()
    board.palette = load_palette("standard" if isinstance(board, BattleMap) else "table")
    return board


def main() -> None:
    """Write them all again. What cannot be made leaves the old files."""
    made = {FOLDER / f"{code}.yaml": text for code, text in texts().items()}
    FOLDER.mkdir(exist_ok=True)
    for old in {*FOLDER.glob("*.yaml")} - made.keys():
        old.unlink()
    for path, text in made.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
