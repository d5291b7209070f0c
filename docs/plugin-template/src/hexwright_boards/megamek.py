"""Boards of MegaMek: a line for each hex, with its level and its terrain."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from pydantic import Field

from engine.errors import HexwrightError
from engine.exchange.losses import LostPart, loss
from engine.exchange.rows import Format
from engine.exchange.source import ExportSource, Imported, Options, Pictures
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid
from hexwright_boards.shared import common_losses, empty_map, flat_only, shift_of, text_of

HEXWRIGHT_CONTRACT = 1
"""The version of Hexwright's contract that this module is written for."""

FORMAT = Format(
    key="megamek",
    title="MegaMek board",
    target="MegaMek",
    endings=(".board",),
    carries="terrain, levels, roads, buildings, bridges",
    survey="hexwright_boards.megamek:survey",
    writer="hexwright_boards.megamek:write",
    recognise="hexwright_boards.megamek:recognise",
    reader="hexwright_boards.megamek:read",
    reading="hexwright_boards.megamek:MegaMekReading",
)
TERRAIN = {
    "clear": "", "forest": "woods:1", "jungle": "jungle:1", "swamp": "swamp:1", "rough": "rough:1", "hill": "",
    "mountain": "rough:2", "desert": "sand:1", "beach": "sand:1", "water": "water:1", "river": "water:1",
    "bocage": "fields:1",
}  # fmt: skip
"""Terrain of the standard palette, and of MegaMek."""
BACK = {
    "woods": "forest", "jungle": "jungle", "swamp": "swamp", "mud": "swamp", "rough": "rough", "rubble": "rough",
    "sand": "desert", "water": "water", "rapids": "river", "fields": "clear", "pavement": "clear", "tundra": "clear",
    "snow": "clear", "ice": "clear", "foliage_elev": "",
}  # fmt: skip
FEATURES = {"building": "building", "fuel_tank": "building", "bridge": "bridge"}
OUT = {"building": "building:1", "village": "building:1", "town": "building:2", "city": "building:3"}
WAYS = ("N", "NE", "SE", "S", "SW", "NW")
"""The ways out of a hex in the order of their bits."""
PATHS = ("road", "trail", "rail")
_HEX = re.compile(r'hex\s+"?(\d{4,8})"?\s+(-?\d{1,4})\s+"([^"]*)"')
_SIZE = re.compile(r"^\s*size\s+(\d{1,4})\s+(\d{1,4})\s*$", re.MULTILINE)


class MegaMekReading(Options):
    """How a board is read."""

    palette: str = Field("standard", description="palette of the map")


def recognise(head: bytes, path: Path) -> bool:
    """Whether a file is a board: a size, then hexes."""
    return re.search(rb"^\s*size\s+\d+\s+\d+", head, re.MULTILINE) is not None and b"\nhex " in head


def survey(source: ExportSource, options: Options) -> list[LostPart]:
    """What would be lost."""
    flat_only(source, "MegaMek")
    board, found = source.hexes, common_losses(source)
    unlike = sorted({kind for kind in board.terrain if kind not in TERRAIN or kind in ("hill", "mountain", "beach")})
    if unlike:
        found.append(loss("LOSS111", f"terrain {', '.join(unlike)}"))
    features = sorted({kind for on in board.features.values() for kind in on if kind != "building"})
    if features:
        found.append(loss("LOSS111", f"features {', '.join(features)}"))
    paths = sorted({kind for on in board.paths.values() for kind in on if kind != "road"})
    if paths:
        found.append(loss("LOSS111", f"paths {', '.join(paths)}"))
    if board.hexsides:
        found.append(loss("LOSS117", f"{len(board.hexsides)} hexsides", map(board.grid.side_name, board.hexsides)))
    return found


def write(source: ExportSource, options: Options, pictures: Pictures, name: str) -> dict[str, bytes]:
    """A board."""
    board, grid = source.hexes, source.hexes.grid
    shift = shift_of(board)
    lines = [f"size {grid.columns + shift} {grid.rows}"]
    exits = _exits(board, shift)
    digits = 3 if grid.columns + shift > 99 or grid.rows > 99 else 2
    for row in range(grid.rows):
        for column in range(grid.columns + shift):
            h = grid.at(column - shift, row)
            level, terrain = (board.elevation[h], _terrain(board, h)) if h != NOWHERE else (0, "")
            ways = exits.get((column, row), 0)
            terrain = ";".join(word for word in (terrain, f"road:1:{ways}" if ways else "") if word)
            lines.append(f'hex {column + 1:0{digits}d}{row + 1:0{digits}d} {level} "{terrain}" ""')
    return {".board": ("\r\n".join([*lines, "end"]) + "\r\n").encode("ascii", "replace")}


def _terrain(board: BattleMap, h: int) -> str:
    words = [TERRAIN.get(board.terrain[h], "")]
    words += [OUT[kind] for kind in board.features.get(h, ()) if kind in OUT][:1]
    return ";".join(word for word in words if word)


def _exits(board: BattleMap, shift: int) -> dict[tuple[int, int], int]:
    """The ways by which roads leave each hex of the board that is written, also of a column before the map's own."""
    grid = board.grid
    found: dict[tuple[int, int], int] = {}
    for h in grid.hexes:
        column, row = grid.offset(h)
        for way, side in enumerate(_sides(grid, h)):
            if any(kind in PATHS for kind in board.paths.get(side, ())):
                across, down = grid.moves[grid.parity(h)][grid.direction_names.index(WAYS[way])]
                here, there = (column + shift, row), (column + shift + across, row + down)
                found[here] = found.get(here, 0) | 1 << way
                found[there] = found.get(there, 0) | 1 << (way + 3) % 6
    return found


def _sides(grid: Grid, h: int) -> list[int]:
    """The hexsides of a hex: north, northeast, southeast, south, southwest, northwest."""
    return [grid.side(h, grid.direction_names.index(name)) for name in WAYS]


def read(path: Path, options: MegaMekReading, stem: str) -> Imported:
    """A map of a board. Raises HexwrightError, with file and hex."""
    text = text_of(path)
    size = _SIZE.search(text)
    if size is None:
        raise HexwrightError(f"{path}: it does not say its size")
    board = empty_map(path, int(size[1]), int(size[2]), options.palette, "MegaMek")
    grid = board.grid
    unknown: Counter[str] = Counter()
    seen: set[int] = set()
    below = 0
    for found in _HEX.finditer(text):
        half = len(found[1]) - len(found[1]) // 2
        h = grid.at(int(found[1][:half]) - 1, int(found[1][half:]) - 1)
        if h == NOWHERE:
            raise HexwrightError(f"{path}: hex {found[1]} is not on a board of {size[1]} x {size[2]}")
        seen.add(h)
        level = int(found[2])
        below += not 0 <= level <= 35
        board.elevation[h] = min(35, max(0, level))
        for word in filter(None, found[3].split(";")):
            _take(board, h, word, unknown)
    if len(seen) < grid.size:
        raise HexwrightError(f"{path}: it has {len(seen):,} hexes, and should have {grid.size:,}")
    losses = []
    if unknown:
        names = ", ".join(f"{name} ({times})" for name, times in unknown.most_common(12))
        losses.append(loss("LOSS212", f"terrain {names}"))
    if below:
        losses.append(loss("LOSS215", f"levels of {below} hexes beyond 0 to 35"))
    return Imported(board, f"a board of MegaMek: {grid.columns} x {grid.rows} hexes", losses=losses)


def _take(board: BattleMap, h: int, word: str, unknown: Counter[str]) -> None:
    """Take one word of a hex's terrain, such as ``road:1:9``."""
    name, *numbers = word.strip().split(":")
    palette = board.palette
    if name == "road" and "road" in palette.paths:
        exits = int(numbers[1]) if len(numbers) > 1 and numbers[1].isdigit() and len(numbers[1]) < 4 else 0
        for way, side in enumerate(_sides(board.grid, h)):
            if exits & 1 << way:
                board.paths[side] = board.paths.get(side, frozenset()) | {"road"}
    elif name in FEATURES and FEATURES[name] in palette.features:
        board.features[h] = tuple(sorted({*board.features.get(h, ()), FEATURES[name]}))
    elif name in BACK and (not BACK[name] or BACK[name] in palette.terrain):
        board.terrain[h] = BACK[name] or board.terrain[h]
    else:
        unknown[name[:40]] += 1
