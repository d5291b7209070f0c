"""The corners of hexes, where three hexsides meet: lattice points, exact.

A vertex belongs to the map when at least one hex of the map has it as a corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from engine.hexes.board.grid import NOWHERE, Grid, Lattice


def vertex_hexes(grid: Grid, vertex: Lattice) -> list[int]:
    """The hexes of the map, at most three, that have a corner at a lattice point; none where it is no vertex."""
    x, y = vertex
    across = 0 if grid.flat else 1
    # A centre's coordinate along the long axis is a multiple of 3: that leaves three of the six corners.
    third = vertex[across] % 3
    return [
        h
        for step in grid.corner_steps
        if step[across] % 3 == third and (h := grid.from_lattice((x - step[0], y - step[1]))) != NOWHERE
    ]


def vertex_at(grid: Grid, x: float, y: float) -> Lattice | None:
    """The vertex of the map nearest to a paper point; None where the point lies further off than the hexes
    that would surround the map."""
    cx, cy = grid.lattice_of(*grid.index_at(x, y))
    around = []
    for dx, dy in grid.corner_steps:
        vertex = cx + dx, cy + dy
        px, py = grid.paper(vertex)
        around.append(((px - x) ** 2 + (py - y) ** 2, vertex))
    return next((vertex for _, vertex in sorted(around) if vertex_hexes(grid, vertex)), None)


def side_of_ends(grid: Grid, v: Lattice, w: Lattice) -> int:
    """The hexside between two vertices; NOWHERE when they are not the two ends of a hexside of the map."""
    for h in vertex_hexes(grid, v):
        corners = grid.corners(h)
        i = corners.index(v)
        if w == corners[(i + 1) % 6]:
            return grid.side(h, i)
        if w == corners[i - 1]:
            return grid.side(h, (i - 1) % 6)
    return NOWHERE


def vertex_neighbours(grid: Grid, vertex: Lattice) -> list[Lattice]:
    """The vertices, at most three, that a hexside of the map joins to this one, in order."""
    found: set[Lattice] = set()
    for h in vertex_hexes(grid, vertex):
        corners = grid.corners(h)
        i = corners.index(vertex)
        found.update((corners[(i + 1) % 6], corners[i - 1]))
    return sorted(found)


def vertex_distance(grid: Grid, v: Lattice, w: Lattice) -> int:
    """The fewest hexsides from one vertex to another where the map's edge and void hexes are not in the way."""
    dx, dy = w[0] - v[0], w[1] - v[1]
    if not grid.flat:
        dx, dy = dy, dx
    # Hexsides lie in three directions, and from every second vertex they lead the opposite way. The way is a
    # sum of the three; how often each is gone follows from the two vertices being of like kind or not.
    odd = (0, -1, 1)[dx % 3]
    level = (dx + odd) // 3
    down = (odd - level + dy) // 2
    return abs(level) + abs(down) + abs(down - dy)


def vertex_path(grid: Grid, a: Lattice, b: Lattice) -> list[Lattice]:
    """The vertices on the way from ``a`` to ``b`` by the fewest hexsides of the map, both included.

    Of ways with as few hexsides it is the one that keeps nearest to the straight line. Empty where either
    is no vertex of the map, or no way joins them.
    """
    if not vertex_hexes(grid, a) or not vertex_hexes(grid, b):
        return []
    dx, dy = b[0] - a[0], b[1] - a[1]
    best: dict[Lattice, tuple[int, int]] = {a: (0, 0)}
    came: dict[Lattice, Lattice] = {}
    queue = [(vertex_distance(grid, a, b), 0, 0, a)]
    while queue:
        _, strayed, edges, here = heappop(queue)
        if here == b:
            break
        if (edges, strayed) > best[here]:
            continue
        for there in vertex_neighbours(grid, here):
            off = abs(dx * (there[1] - a[1]) - dy * (there[0] - a[0]))
            cost = edges + 1, strayed + off
            if there not in best or cost < best[there]:
                best[there] = cost
                came[there] = here
                heappush(queue, (edges + 1 + vertex_distance(grid, there, b), cost[1], cost[0], there))
    if b not in best:
        return []
    path = [b]
    while path[-1] != a:
        path.append(came[path[-1]])
    return path[::-1]


def sides_of_path(grid: Grid, vertices: Sequence[Lattice]) -> list[int]:
    """The hexsides between each vertex and the next."""
    return [side_of_ends(grid, vertices[i - 1], vertices[i]) for i in range(1, len(vertices))]
