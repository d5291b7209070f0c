"""Roads by the cheapest ground: what it costs to build from hex to hex, and the cheapest way."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from typing import Final

from engine.board.battlemap import BattleMap
from engine.board.grid import NOWHERE

GROUND: Final[Mapping[str, float]] = {
    "trees": 2.5,
    "jungle": 3.5,
    "marsh": 4.5,
    "hills": 2.2,
    "rocks": 2.2,
    "hedges": 1.5,
    "peaks": 6.0,
    "dunes": 1.8,
    "waves": 40.0,
}
"""What a step into a hex costs by the pattern of its terrain, where open ground costs 1."""
SIDES: Final[Mapping[str, float]] = {
    "river": 4.0,
    "creek": 2.0,
    "hachures": 3.0,
    "cliff": 20.0,
    "wall": 4.0,
    "hedge": 0.5,
    "mines": 20.0,
}
"""What crossing a hexside costs on top, by the symbol of its kind."""
CROSSINGS: Final = ("bridge", "ford")
CROSSED: Final = 0.5
"""Crossing water where there is a bridge or a ford already."""
CLIMB: Final = 1.5
"""What each level up or down costs on top."""
ALONG: Final = 0.65
"""A step costs so much of the whole where such a path runs already; no step costs less."""


def step_cost(battle_map: BattleMap, a: int, b: int, path: str = "") -> float:
    """What it costs to go from a hex to its neighbour with a kind of path."""
    palette, side = battle_map.palette, battle_map.grid.side_between(a, b)
    if battle_map.has_path(side, path):
        return ALONG
    terrain = palette.terrain.get(battle_map.terrain[b])
    cost = GROUND.get(terrain.pattern, 1.0) if terrain else 1.0
    cost += CLIMB * abs(battle_map.elevation[a] - battle_map.elevation[b])
    kinds = [kind for key in battle_map.hexsides.get(side, ()) if (kind := palette.hexsides.get(key))]
    if any(kind.symbol in CROSSINGS for kind in kinds):
        return cost + CROSSED
    return cost + sum(SIDES.get(kind.symbol, 0.0) for kind in kinds)


def cheapest_way(battle_map: BattleMap, start: int, end: int, path: str = "") -> list[int]:
    """The hexes of the cheapest way for a kind of path, both ends included; empty where no way joins them.

    Of ways that cost the same the one nearest to the straight line is taken.
    """
    grid = battle_map.grid
    if start not in grid or end not in grid:
        return []
    (ax, ay), (bx, by) = grid.centre(start), grid.centre(end)
    best: dict[int, float] = {start: 0.0}
    came: dict[int, int] = {}
    least = ALONG if any(path in kinds for kinds in battle_map.paths.values()) else 1.0
    queue: list[tuple[float, float, int]] = [(0.0, 0.0, start)]
    done: set[int] = set()
    while queue:
        _, cost, here = heappop(queue)
        if here == end:
            break
        if here in done:
            continue
        done.add(here)
        for n in (grid.neighbour(here, d) for d in range(6)):
            if n == NOWHERE or n in done:
                continue
            x, y = grid.centre(n)
            stray = abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) * 1e-4
            now = cost + step_cost(battle_map, here, n, path) + stray
            if now < best.get(n, now + 1):
                best[n], came[n] = now, here
                heappush(queue, (now + least * grid.distance(n, end), now, n))
    if end not in best:
        return []
    way = [end]
    while way[-1] != start:
        way.append(came[way[-1]])
    return way[::-1]
