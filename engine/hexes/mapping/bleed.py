"""A map that runs on beyond its edge, so that it can be cut straight: a ring of hexes of the ground next to them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Lattice
from engine.hexes.board.vertices import side_of_ends, vertex_hexes, vertex_neighbours
from engine.hexes.mapping.resize import resized


@dataclass(frozen=True, slots=True)
class WiderMap:
    """A map with a ring of further hexes."""

    map: BattleMap
    added: frozenset[int]
    """The hexes of the ring."""
    moved: list[int]
    """For each hex of the old map its hex on the new one."""


def with_bleed(board: BattleMap) -> WiderMap | None:
    """The map with a hex more on all sides, of the terrain and level that lie next to it; paths and rivers that leave
    the map run on through it. None for a map with holes, which has no straight edge."""
    old = board.grid
    if len(old) < old.size:
        return None
    wider = resized(board, old.columns + 2, old.rows + 2, left=1, top=1, keep_numbers=False)
    made, added = wider.map, frozenset(wider.map.grid.hexes) - frozenset(wider.moved)
    for h in sorted(added):
        near = _nearest(made, h, added)
        made.terrain[h], made.elevation[h] = made.terrain[near], made.elevation[near]
    _run_on(made, added)
    _flow_on(made, added)
    return WiderMap(made, added, wider.moved)


def _nearest(made: BattleMap, h: int, added: frozenset[int]) -> int:
    """The hex of the old map that a hex of the ring continues: a neighbour, whose terrain others share where they do;
    at a corner of the map, the hex at that corner."""
    ring1 = made.grid.ring1
    ring = [n for n in ring1[h] if n != NOWHERE]
    inner = [n for n in ring if n not in added]
    if inner:
        return max(inner, key=lambda n: sum(made.terrain[n] == made.terrain[other] for other in inner))
    beyond = {n for other in ring for n in ring1[other] if n != NOWHERE and n not in added}
    return max(sorted(beyond), key=lambda n: sum(other in added for other in ring1[n]))


def _run_on(made: BattleMap, added: frozenset[int]) -> None:
    """Roads, railways and streams that leave the map cross the ring as well."""
    for side, paths in list(made.paths.items()):
        for h in made.grid.side_hexes(side):
            if h in added:
                d = next(d for d in range(6) if made.grid.side(h, d) == side)
                made.paths[made.grid.side(h, (d + 3) % 6)] = paths


def _flow_on(made: BattleMap, added: frozenset[int]) -> None:
    """Rivers along hexsides that end at the edge of the map, but in no lake or sea, run on out of the ring."""
    lakes, grid = made.palette.lakes, made.grid
    for kind in [key for key, kind in made.palette.hexsides.items() if kind.is_water]:
        ends: dict[Lattice, list[Lattice]] = {}
        for side in [side for side, kinds in made.hexsides.items() if kind in kinds]:
            h = next(h for h in grid.side_hexes(side) if h != NOWHERE)
            d, corners = next(d for d in range(6) if grid.side(h, d) == side), grid.corners(h)
            v, w = corners[d], corners[(d + 1) % 6]
            ends.setdefault(v, []).append(w)
            ends.setdefault(w, []).append(v)
        for v, before in ends.items():
            around = vertex_hexes(grid, v)
            if len(before) == 1 and not added.isdisjoint(around) and not any(made.terrain[h] in lakes for h in around):
                for side in _way_out(made, added, before[0], v):
                    made.hexsides.setdefault(side, {})[kind] = NOWHERE


def _way_out(made: BattleMap, added: frozenset[int], before: Lattice, v: Lattice) -> list[int]:
    """The hexsides by which a river that comes from one vertex to another at the edge of the map leaves the ring: of
    those that lead outwards, the straightest."""
    grid = made.grid
    found: list[int] = []

    def outward(w: Lattice) -> tuple[int, int]:
        inner = sum(h not in added for h in vertex_hexes(grid, w))
        return -inner, (w[0] - v[0]) * (v[0] - before[0]) + (w[1] - v[1]) * (v[1] - before[1])

    while len(found) < 3 and len(vertex_hexes(grid, v)) == 3:
        there = max((w for w in vertex_neighbours(grid, v) if w != before), key=outward)
        found.append(side_of_ends(grid, v, there))
        before, v = v, there
    return found
