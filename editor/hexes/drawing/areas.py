"""Parts of a map that a picture shows: rectangles of hexes, regions, sets of hexes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, floor

from PySide6.QtCore import QRectF

from editor.canvas.drawing.paper import SCALE
from editor.hexes.drawing.geometry import Geometry
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid
from engine.spelling import folded


def hexes_named(battle_map: BattleMap, text: str) -> list[int]:
    """The hexes of a text: a region's key or name, ``L0101:L1020`` for all between two corners, or names.

    Raises HexwrightError for what is none of these.
    """
    grid = battle_map.grid
    wanted = text.strip()
    for key, region in battle_map.regions.items():
        if folded(wanted) in (folded(key), folded(region.name)) and region.hexes:
            return sorted(region.hexes)
    found: set[int] = set()
    for word in wanted.replace(",", " ").split():
        first, colon, last = word.partition(":")
        a = _hex(grid, first)
        found.update(_between(grid, a, _hex(grid, last)) if colon else [a])
    if not found:
        raise HexwrightError("the area is empty: name a region, hexes, or two corners such as 0101:0510")
    return sorted(found)


def _hex(grid: Grid, name: str) -> int:
    h = grid.find(name)
    if h == NOWHERE:
        raise HexwrightError(f"there is no region and no hex {name!r} on this map{grid.suggest(name)}")
    return h


def _between(grid: Grid, a: int, b: int) -> Iterator[int]:
    (ca, ra), (cb, rb) = grid.offset(a), grid.offset(b)
    for row in range(min(ra, rb), max(ra, rb) + 1):
        for column in range(min(ca, cb), max(ca, cb) + 1):
            h = grid.at(column, row)
            if h != NOWHERE:
                yield h


def area_of(geometry: Geometry, hexes: Iterable[int]) -> QRectF:
    """The rectangle of the scene around hexes."""
    offsets = geometry.corner_offsets
    reach_x, reach_y = max(x for x, _ in offsets), max(y for _, y in offsets)
    rect = QRectF()
    for h in hexes:
        x, y = geometry.centre(h)
        rect |= QRectF(x - reach_x, y - reach_y, 2 * reach_x, 2 * reach_y)
    return rect


def part_named(board: BattleMap, area: str) -> QRectF:
    """The rectangle around the hexes that a text names. Raises HexwrightError where it names none."""
    return area_of(Geometry(board.grid), hexes_named(board, area))


def area_around(board: BattleMap, hexes: Iterable[int]) -> QRectF:
    """The rectangle of the scene about hexes of a map."""
    return area_of(Geometry(board.grid), hexes)


def whole(geometry: Geometry) -> QRectF:
    """The rectangle of the scene that the map fills."""
    width, height = geometry.size
    return QRectF(0, 0, width, height)


def holds_hexes(grid: Grid, rect: QRectF) -> bool:
    """Whether a rectangle of the scene may show any of a hex: void hexes and what lies beyond the map do not count."""
    long, across = 1.5 * SCALE, 3**0.5 * SCALE
    wide, high = (long, across) if grid.flat else (across, long)
    columns = range(max(0, floor(rect.left() / wide) - 1), min(grid.columns, ceil(rect.right() / wide) + 1))
    rows = range(max(0, floor(rect.top() / high) - 1), min(grid.rows, ceil(rect.bottom() / high) + 1))
    for row in rows:
        for column in columns:
            h = grid.at(column, row)
            if h == NOWHERE:
                continue
            points = grid.outline(h)
            xs, ys = [x * SCALE for x, _ in points], [y * SCALE for _, y in points]
            if QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).intersects(rect):
                return True
    return False
