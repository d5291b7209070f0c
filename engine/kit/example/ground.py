"""The map of an example: small, and with every kind of ground that the rules file knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final
from zlib import crc32

from engine.boards.palette import Kind, Layer, Palette
from engine.formats.palettes import load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec

COLUMNS: Final = 12
ROWS: Final = 9
_PATCHES: Final = ((2, 1), (8, 1), (3, 6), (9, 6), (6, 7), (10, 3), (1, 4), (5, 1), (7, 5), (4, 3), (0, 7), (11, 8))
"""Where patches of terrain begin, by column and row."""
_SPOTS: Final = ((8, 4), (3, 3), (9, 2), (6, 2), (2, 6), (10, 6), (5, 6), (8, 7), (1, 1), (11, 4))
"""Hexes for features."""
_RIVER: Final = 6
"""The river runs along the left of this column."""
_ROAD: Final = 4
"""The road runs along this row."""
_WALLS: Final = ((3, 6), (9, 1), (2, 2), (8, 6), (10, 5))
"""Hexes with other kinds of hexside around them."""
_HILL: Final = (9, 4)
_CROSSINGS: Final = ("bridge", "ford")


def example_palette(ground: Any, term_of: Any) -> Palette:
    """The kinds of an example: of the usual palette those that stand for a term of the rules, and one of its own for
    each term that none stands for."""
    usual = load_palette("standard")
    wanted = {
        Layer.TERRAIN: ground.terrain,
        Layer.FEATURE: ground.features,
        Layer.HEXSIDE: ground.hexsides,
        Layer.PATH: ground.paths,
    }
    kinds = {layer: {term: _kind_for(term, layer, usual, term_of) for term in terms} for layer, terms in wanted.items()}
    if not kinds[Layer.TERRAIN]:
        kinds[Layer.TERRAIN] = {"clear": usual.terrain["clear"]}
    named = {layer: {kind.key: kind for kind in found.values()} for layer, found in kinds.items()}
    return Palette(usual.key, usual.name, named)


def _kind_for(term: str, layer: Layer, usual: Palette, term_of: Any) -> Kind:
    kinds = usual.kinds[layer]
    if term in kinds and term_of(kinds[term]) == term:
        return kinds[term]
    found = next((kind for kind in kinds.values() if term_of(kind) == term), None)
    if found is not None:
        return found
    like = next(iter(kinds.values()))
    colour = f"#{0x606060 + crc32(term.encode()) % 0x808080:06x}"
    shown = replace(like, key=term, name=term.replace("_", " "), colour=colour, pattern="", ink="", treat_as={})
    return replace(shown, directional=term_of(shown) == term and "slope" in term)


def example_map(ground: Any, term_of: Any) -> BattleMap:
    """A map with a road, a river with its crossings, a hill, a patch of each terrain and a hex of each feature."""
    palette = example_palette(ground, term_of)
    grid = Grid(GridSpec(COLUMNS, ROWS))
    board = BattleMap(grid, palette, name="Example")
    _lay_terrain(board, [key for key, kind in palette.terrain.items() if term_of(kind) != _base(ground)])
    for key, spot in zip(palette.features, _SPOTS, strict=False):
        board.features[_at(grid, *spot)] = (key,)
    _raise_hill(board)
    _lay_hexsides(board)
    for number, key in enumerate(palette.paths):
        _lay_path(board, key, _ROAD if number % 2 == 0 else _ROAD - 3, across=number < 2)
    return board


def _base(ground: Any) -> str:
    return ground.base or (ground.terrain[0] if ground.terrain else "")


def _at(grid: Grid, column: int, row: int) -> int:
    return grid.hexes[row * COLUMNS + column]


def _lay_terrain(board: BattleMap, kinds: Sequence[str]) -> None:
    grid, palette = board.grid, board.palette
    base = next((key for key in palette.terrain if key not in kinds), palette.base_terrain)
    board.terrain = [base] * grid.size
    for key, (column, row) in zip(kinds, _PATCHES, strict=False):
        middle = _at(grid, column, row)
        for h in (middle, *grid.neighbours[middle][:3]):
            board.terrain[h] = key


def _raise_hill(board: BattleMap) -> None:
    top = _at(board.grid, *_HILL)
    for h in (top, *board.grid.neighbours[top]):
        board.elevation[h] = 1


def _lay_hexsides(board: BattleMap) -> None:
    kinds = board.palette.hexsides
    crossings = [key for key in kinds if key in _CROSSINGS or kinds[key].symbol in _CROSSINGS]
    lines = [key for key in kinds if key not in crossings and not kinds[key].directional]
    river = list(_river(board.grid))
    if lines:
        for side in river:
            _put_side(board, side, lines[0])
    road = {_at(board.grid, _RIVER, _ROAD), _at(board.grid, _RIVER - 1, _ROAD)}
    at_road = [side for side in river if set(board.grid.side_hexes(side)) == road]
    for number, key in enumerate(crossings):
        places = at_road if number == 0 and at_road else river[3 * number : 3 * number + 1]
        for side in places:
            _put_side(board, side, key)
    for key, spot in zip(lines[1:], _WALLS, strict=False):
        h = _at(board.grid, *spot)
        for neighbour in board.grid.neighbours[h][:3]:
            _put_side(board, board.grid.side_between(h, neighbour), key)
    for key in (key for key in kinds if kinds[key].directional):
        _around_hill(board, key)


def _river(grid: Grid) -> Iterator[int]:
    """The hexsides between two columns, from the top down."""
    for row in range(ROWS):
        h = _at(grid, _RIVER, row)
        for other in sorted(grid.neighbours[h]):
            if grid.offset(other)[0] == grid.offset(h)[0] - 1:
                yield grid.side_between(h, other)


def _around_hill(board: BattleMap, key: str) -> None:
    for h in board.grid.hexes:
        for other in board.grid.neighbours[h]:
            if board.elevation[h] > board.elevation[other]:
                _put_side(board, board.grid.side_between(h, other), key, high=h)


def _put_side(board: BattleMap, side: int, key: str, high: int = NOWHERE) -> None:
    board.hexsides[side] = {**board.hexsides.get(side, {}), key: high}


def _lay_path(board: BattleMap, key: str, line: int, *, across: bool) -> None:
    """A path along a row; others than the first two run down a column."""
    spots = [(n, line) for n in range(COLUMNS)] if across else [(line, n) for n in range(ROWS)]
    way = [_at(board.grid, *spot) for spot in spots]
    for one, other in pairwise(way):
        if board.grid.adjacent(one, other):
            side = board.grid.side_between(one, other)
            board.paths[side] = board.paths.get(side, frozenset()) | {key}
