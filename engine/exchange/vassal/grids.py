"""The hex grid of a VASSAL board: from a grid of ours to its numbers, and from its numbers to the place of each hex.

On a flat-topped map VASSAL's columns run downwards. On a pointy-topped one it turns the map: its column is our row, and
its x and y are exchanged, ``x0``, ``y0``, ``dx`` and ``dy`` too.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.exchange.source import BoardPicture
from engine.exchange.trees import Element
from engine.hexes.board.grid import Grid
from engine.hexes.board.numbering import Columns, Order

HEX_GRID: Final = "VASSAL.build.module.map.boardPicker.board.HexGrid"
NUMBERING: Final = "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering"


class Spacing(NamedTuple):
    """Where hexes lie on a picture, in pixels: the centre of the upper left hex, and the steps."""

    x: int
    y: int
    column: float
    row: float


def spacing(grid: Grid, place: BoardPicture) -> Spacing:
    """The spacing of a drawn board. Its upper left hex lies on a whole pixel (`source.placed`)."""
    x, y = grid.paper(grid.lattice(0))
    long, short = 1.5 * place.scale, 3**0.5 * place.scale
    steps = (long, short) if grid.flat else (short, long)
    return Spacing(round((x - place.left) * place.scale), round((y - place.top) * place.scale), *steps)


def pixel_of(grid: Grid, where: Spacing, h: int) -> tuple[int, int]:
    """The pixel to which VASSAL snaps a piece in a hex: whole numbers, cut off rather than rounded."""
    column, row = grid.offset(h)
    if grid.flat:
        # Rows are counted from the upper left hex, whose column is not shifted as VASSAL sees it.
        raw = row - (1 if column % 2 and grid.parity(0) else 0)
        half = int(where.row / 2) if column % 2 else 0
        return int(where.column * column + where.x), int(where.row * raw + half + where.y)
    raw = column - (1 if row % 2 and grid.parity(0) else 0)
    half = int(where.column / 2) if row % 2 else 0
    return int(where.column * raw + half + where.x), int(where.row * row + where.y)


def hex_grid(grid: Grid, where: Spacing) -> Element:
    """The grid of a board with its numbering."""
    flat = grid.flat
    across, down = (where.column, where.row) if flat else (where.row, where.column)
    x0, y0 = (where.x, where.y) if flat else (where.y, where.x)
    node = Element(
        HEX_GRID,
        {
            "color": "0,0,0",
            "cornersLegal": "false",
            "dotsVisible": "false",
            "dx": repr(across),
            "dy": repr(down),
            "edgesLegal": "false",
            "sideways": "false" if flat else "true",
            "snapTo": "true",
            "visible": "false",
            "x0": str(x0),
            "y0": str(y0),
        },
    )
    node.children.append(_numbering(grid))
    return node


def _numbering(grid: Grid) -> Element:
    """The numbering: ``h`` counts VASSAL's columns, which are rows of ours on a pointy-topped map."""
    names, spec = grid.numbering, grid.spec
    leading = max(0, names.digits - 1)
    columns, rows = (
        ("N", leading, first) if how is Columns.DIGITS else ("A", 0, first - 1)
        for how, first in ((names.columns, spec.first_column), (names.rows, spec.first_row))
    )
    (h_type, h_leading, h_first), (v_type, v_leading, v_first) = (columns, rows) if grid.flat else (rows, columns)
    column_first = names.order is Order.COLUMN_ROW
    return Element(
        NUMBERING,
        {
            "color": "0,0,0",
            "first": "H" if column_first is grid.flat else "V",
            "fontSize": "9",
            "hDescend": "false",
            "hDrawOff": "0",
            "hLeading": str(h_leading),
            "hOff": str(h_first),
            "hType": h_type,
            "locationFormat": f"{names.prefix}$gridLocation$",
            "rotateText": "0",
            "sep": names.separator,
            "stagger": "true" if grid.parity(0) else "false",
            "vDescend": "false",
            "vDrawOff": "0",
            "vLeading": str(v_leading),
            "vOff": str(v_first),
            "vType": v_type,
            "visible": "false",
        },
    )
