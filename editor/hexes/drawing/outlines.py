"""The outline of a set of hexes as one path of the scene, and which way the edge of the map lies."""

from __future__ import annotations

from collections.abc import Collection
from math import hypot
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPolygonF

from editor.canvas.drawing.paper import SCALE
from engine.hexes.board.grid import NOWHERE, Grid

_EXACT: Final = 1000
"""Corners are told apart by thousandths of a circumradius."""
Corner = tuple[int, int]


def outline_of(grid: Grid, hexes: Collection[int]) -> QPainterPath:
    """The edge of a set of hexes: a closed line round each of its parts, and round each hole."""
    after: dict[Corner, list[Corner]] = {}
    edges: set[tuple[Corner, Corner]] = set()
    for h in hexes:
        corners = [(round(x * _EXACT), round(y * _EXACT)) for x, y in grid.outline(h)]
        edges.update(zip(corners, corners[1:] + corners[:1], strict=True))
    for a, b in sorted(edges):
        # An edge that a hex of the set has on either side runs both ways, and is none of the outline.
        if (b, a) not in edges:
            after.setdefault(a, []).append(b)
    path = QPainterPath()
    while after:
        start, onward = next(iter(after.items()))
        points = [start]
        at = start
        while at in after:
            onward = after[at]
            at = onward.pop()
            if not onward:
                del after[points[-1]]
            if at == start:
                break
            points.append(at)
        path.addPolygon(QPolygonF([QPointF(x * SCALE / _EXACT, y * SCALE / _EXACT) for x, y in points]))
        path.closeSubpath()
    return path


def outward(grid: Grid, h: int) -> tuple[float, float] | None:
    """The direction in which a hex at the edge of the map looks out of it; None for a hex inside."""
    x, y = grid.centre(h)
    out = [0.0, 0.0]
    here = grid.outline(h)
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in zip(here, here[1:] + here[:1], strict=True)]
    for mx, my in middles:
        beyond = grid.hex_at(x + 2 * (mx - x), y + 2 * (my - y))
        if beyond == NOWHERE or beyond not in grid:
            out[0] += mx - x
            out[1] += my - y
    length = hypot(*out)
    return (out[0] / length, out[1] / length) if length > 1e-6 else None
