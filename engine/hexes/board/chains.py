"""Lines made of hexsides: rivers and borders as polylines, outlines of areas, strokes that snap to hexsides."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import ceil, dist
from typing import TypeVar

from engine.hexes.board.grid import Grid, Lattice, Point
from engine.hexes.board.vertices import vertex_at, vertex_path

_Node = TypeVar("_Node", bound=Hashable)


def chains(grid: Grid, sides: Iterable[int]) -> list[list[Lattice]]:
    """Hexsides as polylines of vertices, each as long as can be.

    A polyline ends where nothing goes on or three hexsides meet; a closed one begins and ends at the same
    vertex. Every hexside is in exactly one of them. The order is settled by the grid, not by ``sides``.
    """
    return _joined(grid.side_ends(side) for side in sorted(set(sides)))


def outlines(grid: Grid, hexes: Iterable[int]) -> list[list[Lattice]]:
    """The outline of a set of hexes as rings of vertices that do not touch each other.

    The last vertex of a ring is joined to its first, which is not repeated. Outer rings go clockwise as seen on
    paper, rings around holes anticlockwise: the hexes are always on the right.
    """
    return [[grid.corners(h)[d] for h, d in ring] for ring in outline_corners(grid, hexes)]


def outline_corners(grid: Grid, hexes: Iterable[int]) -> list[list[tuple[int, int]]]:
    """The same rings, each vertex as the corner of one of the hexes: (hex, number of the corner)."""
    inside, ring1, steps = set(hexes), grid.ring1, grid.corner_steps
    onward: dict[Lattice, tuple[Lattice, tuple[int, int]]] = {}
    for h in sorted(inside):
        ring = ring1[h]
        if not inside.issuperset(ring):
            x, y = grid.lattice(h)
            for d, n in enumerate(ring):
                if n not in inside:
                    (ax, ay), (bx, by) = steps[d], steps[(d + 1) % 6]
                    onward[x + ax, y + ay] = (x + bx, y + by), (h, d)
    rings = []
    for start in list(onward):
        here, corners = start, []
        # What belongs to a ring that was gone round already is there no more.
        while here in onward:
            here, corner = onward.pop(here)
            corners.append(corner)
        if corners:
            rings.append(corners)
    return rings


def snapped(grid: Grid, stroke: Sequence[Point]) -> list[Lattice]:
    """The vertices of a freehand stroke on paper, snapped to hexsides.

    It goes from the vertex nearest to the stroke's start to the one nearest to its end, by way of the
    vertices that the stroke passes nearest to; where it doubles back on itself at once, that spur is left out.
    ``sides_of_path`` gives the hexsides. Parts of the stroke beyond the map are left out.
    """
    path: list[Lattice] = []
    for x, y in _close_points(stroke):
        vertex = vertex_at(grid, x, y)
        if vertex is None or (path and vertex == path[-1]):
            continue
        for step in vertex_path(grid, path[-1], vertex)[1:] if path else [vertex]:
            if len(path) > 1 and path[-2] == step:
                path.pop()
            else:
                path.append(step)
    return path


def _close_points(stroke: Sequence[Point], gap: float = 0.2) -> list[Point]:
    """The points of a stroke with others put in between, so that none are further apart than ``gap``."""
    points = list(stroke[:1])
    for i in range(1, len(stroke)):
        (ax, ay), (bx, by) = stroke[i - 1], stroke[i]
        pieces = max(1, ceil(dist(stroke[i - 1], stroke[i]) / gap))
        points += [(ax + (bx - ax) * n / pieces, ay + (by - ay) * n / pieces) for n in range(1, pieces + 1)]
    return points


def _joined(edges: Iterable[tuple[_Node, _Node]]) -> list[list[_Node]]:
    """Edges joined to lines as long as can be, ending at loose ends and at nodes where more than two meet."""
    around: dict[_Node, list[_Node]] = {}
    for a, b in edges:
        around.setdefault(a, []).append(b)
        around.setdefault(b, []).append(a)
    used: set[tuple[_Node, _Node]] = set()

    def follow(start: _Node, onward: _Node) -> list[_Node]:
        line = [start, onward]
        used.update(((start, onward), (onward, start)))
        while len(around[line[-1]]) == 2 and line[-1] != start:
            one, two = around[line[-1]]
            onward = two if one == line[-2] else one
            used.update(((line[-1], onward), (onward, line[-1])))
            line.append(onward)
        return line

    lines = []
    # Loose ends and junctions first; what is left over then are closed lines.
    for ends in (True, False):
        for node, beside in around.items():
            if (len(beside) != 2) is ends:
                lines += [follow(node, onward) for onward in beside if (node, onward) not in used]
    return lines
