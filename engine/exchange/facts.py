"""What an export will be, in words, before it is written: its size, the memory it takes, its hex numbers, its units."""

from __future__ import annotations

from typing import Final

from engine.boards.board import Board
from engine.exchange.choosing import unchosen
from engine.exchange.rows import Format
from engine.exchange.source import ExportSource, Options, placed
from engine.hexes.board.battlemap import BattleMap
from engine.plural import counted
from engine.scenario import formations

BYTES_PER_PIXEL: Final = 4
MOST_GROUPS: Final = 6
"""Groups of a side that are named."""


def facts(source: ExportSource, row: Format, options: Options) -> list[str]:
    """Short lines about the export. Raises HexwrightError where the board would be too large."""
    said = [_board(source.board, options), _numbers(source.board), _units(source, options), _palette(source, options)]
    dots = getattr(options, "dpi", None)
    if isinstance(dots, int) and source.scenario is not None:
        side = round(source.scenario.counters.size * dots / 25.4)
        said[0] = f"Counters: {side} x {side} pixels each, {source.scenario.counters.size:g} mm"
    return [line for line in said if line]


def _board(board: Board, options: Options) -> str:
    pixels = getattr(options, "pixels", None)
    if not isinstance(pixels, int):
        if isinstance(board, BattleMap):
            return f"Map: {board.grid.columns} x {board.grid.rows} hexes"
        wide, high = board.extent
        return f"Table: {wide:,.0f} x {high:,.0f} paces"
    place = placed(board, pixels, furniture=bool(getattr(options, "furniture", False)))
    memory = place.width * place.height * BYTES_PER_PIXEL / 1e6
    return f"Board: {place.width:,} x {place.height:,} pixels; it takes {memory:,.0f} MB of memory there"


def _numbers(board: Board) -> str:
    if not isinstance(board, BattleMap):
        return ""
    hexes = list(board.grid.hexes)
    return f"Hex numbers: {board.grid.name(hexes[0])} to {board.grid.name(hexes[-1])}" if hexes else ""


def _units(source: ExportSource, options: Options) -> str:
    if source.scenario is None:
        return ""
    if getattr(options, "units", True) is False:
        return "Units: left out"
    only = str(getattr(options, "only", ""))
    going = [
        unit
        for scenario in source.scenarios
        for gone in [unchosen(scenario, only)]
        for unit in scenario.units.values()
        if unit.key not in gone
    ]
    units = len(going)
    sides = counted(len({unit.side for unit in going}) if only else len(source.scenario.sides), "side")
    return f"Units: {counted(units, 'unit')} of {sides}"


def _palette(source: ExportSource, options: Options) -> str:
    """How the palette of counters is sorted: each side with its groups."""
    sorted_by, scenario = getattr(options, "palette", ""), source.scenario
    if not sorted_by or scenario is None or getattr(options, "units", True) is False:
        return ""
    gone = unchosen(scenario, str(getattr(options, "only", "")))
    sides: dict[str, dict[str, int]] = {}
    for unit in scenario.units.values():
        if unit.key not in gone:
            names = (unit.type,) if sorted_by == "type" else formations.parts(unit.formation)
            groups = sides.setdefault(scenario.sides[unit.side].name, {})
            groups[next(iter(names), "")] = groups.get(next(iter(names), ""), 0) + 1
    return "Palette: " + "; ".join(f"{side} ({_groups(groups)})" for side, groups in sides.items())


def _groups(groups: dict[str, int]) -> str:
    if list(groups) == [""]:
        return f"{groups['']:,}"
    said = [f"{name} {count}" if name else f"{count} without a group" for name, count in groups.items()]
    return ", ".join(said[:MOST_GROUPS]) + (f" and {len(said) - MOST_GROUPS} more" if len(said) > MOST_GROUPS else "")
