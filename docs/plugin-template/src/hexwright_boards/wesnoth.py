"""Maps of Battle for Wesnoth: rows of codes of terrain, with one hex of border all around."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

from pydantic import Field

from engine.errors import HexwrightError
from engine.exchange.losses import LostPart, loss
from engine.exchange.rows import Format
from engine.exchange.source import ExportSource, Imported, Options, Pictures
from engine.hexes.board.battlemap import BattleMap, Label
from engine.hexes.board.grid import NOWHERE, Grid
from hexwright_boards.shared import common_losses, empty_map, flat_only, shift_of, text_of

HEXWRIGHT_CONTRACT = 1
"""The version of Hexwright's contract that this module is written for."""

FORMAT = Format(
    key="wesnoth",
    title="map of Battle for Wesnoth",
    target="Battle for Wesnoth",
    endings=(".map",),
    carries="terrain, villages, castles, roads",
    survey="hexwright_boards.wesnoth:survey",
    writer="hexwright_boards.wesnoth:write",
    recognise="hexwright_boards.wesnoth:recognise",
    reader="hexwright_boards.wesnoth:read",
    reading="hexwright_boards.wesnoth:WesnothReading",
)
TERRAIN = {
    "clear": "Gg", "forest": "Gg^Fp", "jungle": "Gg^Ft", "swamp": "Ss", "hill": "Hh", "rough": "Hd",
    "mountain": "Mm", "desert": "Dd", "beach": "Ds", "water": "Wo", "river": "Ww", "bocage": "Gs",
}  # fmt: skip
"""Terrain of the standard palette, and its code in Wesnoth."""
BASES = (
    ("Gs", "bocage"), ("G", "clear"), ("Hd", "rough"), ("H", "hill"), ("M", "mountain"), ("S", "swamp"),
    ("Ds", "beach"), ("D", "desert"), ("Wo", "water"), ("W", "river"), ("R", "clear"), ("A", "clear"), ("I", "clear"),
    ("U", "rough"), ("Q", "rough"), ("K", "clear"), ("C", "clear"),
)  # fmt: skip
"""What codes begin with, and terrain of ours; the first that fits counts."""
ROAD = "Re"
VILLAGES = ("village", "town", "city", "building")
VOID = ("_off^_usr", "_off", "Xv", "_s")
_CODE = re.compile(r"(?:(\d{1,2}|[A-Za-z_][\w-]*)\s+)?([A-Za-z_][A-Za-z0-9_|/\\]{0,8}(?:\^[A-Za-z0-9_|/\\]{0,8})?)")


class WesnothReading(Options):
    """How a map is read."""

    palette: str = Field("standard", description="palette of the map")


def recognise(head: bytes, path: Path) -> bool:
    """Whether a file is a map: a heading, or rows of codes."""
    text = head.decode("utf-8", "replace")
    if re.match(r"\s*border_size\s*=", text):
        return True
    first = text.strip().split("\n", 1)[0]
    cells = [cell.strip() for cell in first.split(",")]
    return len(cells) > 2 and all(_CODE.fullmatch(cell) for cell in cells)


def survey(source: ExportSource, options: Options) -> list[LostPart]:
    """What would be lost."""
    flat_only(source, "Wesnoth")
    board, found = source.hexes, common_losses(source)
    unlike = sorted({kind for kind in board.terrain if kind not in TERRAIN})
    if unlike:
        found.append(loss("LOSS111", f"terrain {', '.join(unlike)}"))
    features = sorted({kind for on in board.features.values() for kind in on if kind not in ("village", "fort")})
    if features:
        found.append(loss("LOSS111", f"features {', '.join(features)}"))
    high = [board.grid.name(h) for h in board.grid.hexes if board.elevation[h]]
    if high:
        found.append(loss("LOSS117", f"levels of {len(high)} hexes", high))
    if board.paths:
        found.append(loss("LOSS117", "where roads lead: a hex has a road or none, and no other paths"))
    if board.hexsides:
        found.append(loss("LOSS117", f"{len(board.hexsides)} hexsides", map(board.grid.side_name, board.hexsides)))
    return found


def write(source: ExportSource, options: Options, pictures: Pictures, name: str) -> dict[str, bytes]:
    """A map. Its border is the terrain of the hexes beside it."""
    board, grid = source.hexes, source.hexes.grid
    shift = shift_of(board)
    columns = [min(shift + grid.columns - 1, max(0, column)) for column in range(-1, shift + grid.columns + 1)]
    rows = []
    for row in range(-1, grid.rows + 1):
        inside = min(grid.rows - 1, max(0, row))
        rows.append(", ".join(_code(board, grid.at(column - shift, inside)) for column in columns))
    return {".map": ("\n".join(rows) + "\n").encode("ascii", "replace")}


def _code(board: BattleMap, h: int) -> str:
    if h == NOWHERE or h in board.grid.void:
        return "_off^_usr"
    kinds = board.features.get(h, ())
    if "fort" in kinds:
        return "Ch"
    code = TERRAIN.get(board.terrain[h], "Gg")
    on_road = any("road" in board.paths.get(side, ()) for side in _sides(board.grid, h))
    if on_road and board.terrain[h] in ("clear", "bocage"):
        code = ROAD
    if any(kind in VILLAGES for kind in kinds):
        return code.partition("^")[0] + "^Vh"
    return code


def _sides(grid: Grid, h: int) -> list[int]:
    return [grid.side(h, way) for way in range(6)]


def read(path: Path, options: WesnothReading, stem: str) -> Imported:
    """A map of Wesnoth. Raises HexwrightError, with file and line."""
    text = text_of(path)
    head, _, body = text.partition("\n\n") if re.match(r"\s*(border_size|usage)\s*=", text) else ("", "", text)
    stated = re.search(r"border_size\s*=\s*(\d)", head)
    border = int(stated[1]) if stated is not None else 1
    rows = [[cell.strip() for cell in line.split(",")] for line in body.splitlines() if line.strip()]
    wide = len(rows[0]) if rows else 0
    for number, row in enumerate(rows, 1):
        if len(row) != wide:
            raise HexwrightError(f"{path}, row {number}: it has {len(row)} hexes, and should have {wide}")
    board = empty_map(path, wide - 2 * border, len(rows) - 2 * border, options.palette, "Wesnoth")
    grid = board.grid
    unknown: Counter[str] = Counter()
    void: set[tuple[int, int]] = set()
    roads: set[int] = set()
    for h in range(grid.size):
        column, row = h % grid.columns, h // grid.columns
        cell = rows[row + border][column + border]
        found = _CODE.fullmatch(cell)
        if found is None:
            raise HexwrightError(f"{path}, row {row + border + 1}: {cell[:30]!r} is not a code of terrain")
        if found[2] in VOID:
            void.add((column, row))
            continue
        if found[1] is not None:
            board.labels.append(Label(f"Start {found[1]}", h))
        if found[2].startswith("R"):
            roads.add(h)
        _take(board, h, found[2], unknown)
    if len(void) == grid.size:
        raise HexwrightError(f"{path}: all its hexes are off the map")
    made = replace(board, grid=Grid(replace(grid.spec, void=frozenset(void))))
    _join(made, roads)
    losses = []
    if unknown:
        names = ", ".join(f"{name} ({times})" for name, times in unknown.most_common(12))
        losses.append(loss("LOSS212", f"terrain {names}"))
    return Imported(made, f"a map of Wesnoth: {grid.columns} x {grid.rows} hexes", losses=losses)


def _take(board: BattleMap, h: int, code: str, unknown: Counter[str]) -> None:
    base, _, over = code.partition("^")
    palette = board.palette
    kind = next((ours for begins, ours in BASES if base.startswith(begins)), "")
    if over.startswith("F"):
        kind = "jungle" if over.startswith("Ft") else "forest"
    if kind in palette.terrain:
        board.terrain[h] = kind
    else:
        unknown[code] += 1
    feature = "village" if over.startswith("V") else "bridge" if over.startswith("B") else ""
    feature = feature or ("fort" if base[:1] in ("K", "C") else "")
    if feature in palette.features:
        board.features[h] = (feature,)
    elif over and not feature and not over.startswith("F"):
        unknown[code] += 1


def _join(board: BattleMap, roads: set[int]) -> None:
    """Join hexes of road that are beside each other."""
    if "road" not in board.palette.paths:
        return
    for h in roads:
        for side in _sides(board.grid, h):
            if set(board.grid.side_hexes(side)) <= roads:
                board.paths[side] = frozenset({"road"})
