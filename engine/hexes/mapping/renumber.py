"""Giving the hexes of a map other numbers, while everything stays where it is."""

from __future__ import annotations

from dataclasses import replace

from engine.boards.numberlook import NumberLook
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.hexes.board.numbering import Numbering


def renumbered_spec(spec: GridSpec, numbering: Numbering, first_column: int, first_row: int) -> GridSpec:
    """The grid with other numbers. The same columns (rows) stay shifted, be their numbers odd or even now."""
    made = replace(spec, numbering=numbering, first_column=first_column, first_row=first_row)
    return made.with_phase(spec.phase)


def renumbered(
    battle_map: BattleMap, numbering: Numbering, first_column: int, first_row: int, look: NumberLook
) -> BattleMap:
    """The map with other hex numbers, and another look of them. All that lies on it is shared with the old one.

    Raises HexwrightError for numbers that cannot be written, such as column 0 in letters.
    """
    grid = Grid(renumbered_spec(battle_map.grid.spec, numbering, first_column, first_row))
    return replace(battle_map, grid=grid, look=replace(battle_map.look, numbers=look))
