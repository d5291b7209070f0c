"""Roads by the cheapest ground, and streams by the lowest: what it costs to build from hex to hex, and the cheapest
way. From one start many ways can be asked for: what was found out for one is kept for the next."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from heapq import heapify, heappop, heappush
from typing import Final

from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE

GROUND: Final[Mapping[str, float]] = {
    "trees": 2.5,
    "jungle": 3.5,
    "marsh": 4.5,
    "mud": 4.5,
    "hills": 2.2,
    "rocks": 2.2,
    "gullies": 2.2,
    "hedges": 1.5,
    "peaks": 6.0,
    "snow": 6.0,
    "dunes": 1.8,
    "waves": 40.0,
}
"""What a step of a road into a hex costs by the pattern of its terrain, where open ground costs 1."""
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
"""What each level up or down costs a road on top."""
ALONG: Final = 0.65
"""The share of its cost that a step has where such a path runs already; no step costs less."""

STREAM_GROUND: Final[Mapping[str, float]] = {
    "hills": 1.6,
    "rocks": 1.3,
    "peaks": 3.0,
    "snow": 3.0,
    "dunes": 1.6,
    "marsh": 0.9,
}
"""What a step of a stream into a hex costs ..."""
UPHILL: Final = 25.0
"""... for each level that it would have to climb ..."""
DOWNHILL: Final = 0.8
"""... of its cost where it runs down ..."""
UP_A_SLOPE: Final = 25.0
"""... and up a slope or cliff."""
_EVEN: Final = 1e-9
"""Costs that differ by less are the same."""


def step_cost(battle_map: BattleMap, a: int, b: int, path: str = "") -> float:
    """What it costs to go from a hex to its neighbour with a kind of path."""
    return Routes(battle_map, a, path).step(a, b)


def cheapest_way(battle_map: BattleMap, start: int, end: int, path: str = "") -> list[int]:
    """The hexes of the cheapest way for a kind of path, both ends included; empty where no way joins them."""
    return Routes(battle_map, start, path).way(end)


class Routes:
    """The cheapest ways from one hex for a kind of path, while the map stays as it is.

    The search goes outwards from the start, and only as far as it was asked for.
    """

    def __init__(self, battle_map: BattleMap, start: int, path: str = "") -> None:
        self.map = battle_map
        self.grid = grid = battle_map.grid
        self.start = start
        self._path = path
        palette = battle_map.palette
        kind = palette.paths.get(path)
        self._stream = kind is not None and kind.is_water
        costs = STREAM_GROUND if self._stream else GROUND
        self._ground = {key: costs.get(terrain.pattern, 1.0) for key, terrain in palette.terrain.items()}
        self._cost: dict[int, float] = {start: 0.0} if start in grid else {}
        self._came: dict[int, int] = {}
        self._done: set[int] = set()
        self._queue = [(0.0, start)] if start in grid else []

    def step(self, a: int, b: int) -> float:
        """What a step from a hex to its neighbour costs."""
        return self._step(a, b, self.grid.side_between(a, b))

    def _step(self, a: int, b: int, side: int) -> float:
        board = self.map
        if self._path in board.paths.get(side, ()):
            return ALONG
        cost = self._ground.get(board.terrain[b], 1.0)
        rise = board.elevation[b] - board.elevation[a]
        kinds = board.hexsides.get(side)
        if self._stream:
            return self._flowing(cost, rise, kinds or {}, b)
        if rise:
            cost += CLIMB * abs(rise)
        return cost + self._crossing(kinds) if kinds else cost

    def _flowing(self, cost: float, rise: int, kinds: Mapping[str, int], b: int) -> float:
        if rise > 0:
            cost += UPHILL * rise
        elif rise < 0:
            cost *= DOWNHILL
        return cost + UP_A_SLOPE * sum(high == b for high in kinds.values())

    def _crossing(self, kinds: Mapping[str, int]) -> float:
        symbols = [kind.symbol for key in kinds if (kind := self.map.palette.hexsides.get(key))]
        if any(symbol in CROSSINGS for symbol in symbols):
            return CROSSED
        return sum(SIDES.get(symbol, 0.0) for symbol in symbols)

    def is_sure(self, end: int) -> bool:
        """Whether the way to a hex is known to be the cheapest."""
        ring = self.grid.ring1[end]
        return not self._queue or end in self._done or all(n in self._done for n in ring if n != NOWHERE)

    def way(self, end: int, most: int | None = None) -> list[int]:
        """The hexes of the cheapest way, both ends included; empty where no way joins them. Of ways that cost the
        same it is the one that keeps nearest to the straight line.

        With ``most`` the search looks at no more than this many further hexes; where that does not do, the way goes on
        straight from the hex nearest to the end that was reached. Ask again for a better one.
        """
        if end not in self.grid or not self._cost:
            return []
        if most is None and not self.is_sure(end):
            return self._straight_to(end)
        self._search(end, most or 0)
        if end in self._cost:
            return self._back(end)
        if not self._queue:
            return []
        for h in self.grid.line(end, self.start):
            if h in self._cost:
                return [*self._back(h), *self.grid.line(h, end)[1:]]
        return []

    def _straight_to(self, end: int) -> list[int]:
        """The cheapest way by a search that goes on from here toward the end, and is of no use for any other."""
        aimed = copy(self)
        aimed._cost, aimed._came, aimed._done = dict(self._cost), dict(self._came), set(self._done)
        board, grid = self.map, self.grid
        # No step costs less than this; open ground costs a road 1, and a stream has nothing to lose on a way down.
        least = ALONG if self._stream or any(self._path in kinds for kinds in board.paths.values()) else 1.0
        queue = [(cost + least * grid.distance(h, end), h) for cost, h in self._queue if h not in self._done]
        heapify(queue)
        cost, came, done = aimed._cost, aimed._came, aimed._done
        while queue:
            _, here = heappop(queue)
            if here == end:
                return aimed._back(end)
            if here in done:
                continue
            done.add(here)
            for n, side in zip(grid.ring1[here], grid.sides[here], strict=True):
                if n != NOWHERE and n not in done:
                    now = cost[here] + self._step(here, n, side)
                    if n not in cost or now < cost[n]:
                        cost[n], came[n] = now, here
                        heappush(queue, (now + least * grid.distance(n, end), n))
        return []

    def _search(self, end: int, most: int) -> None:
        """Go outwards until nothing can make the way to the end cheaper, or this many hexes were looked at."""
        done, queue, cost, came = self._done, self._queue, self._cost, self._came
        ring1, sides, step, ground = self.grid.ring1, self.grid.sides, self._step, self._ground
        terrain, elevation = self.map.terrain, self.map.elevation
        hexsides, paths, stream = self.map.hexsides, self.map.paths, self._stream
        around = [n for n in ring1[end] if n != NOWHERE]
        left = most
        # A hex is as good as reached when all around it is.
        while queue and left and end not in done and not all(n in done for n in around):
            here_cost, here = heappop(queue)
            if here in done:
                continue
            done.add(here)
            left -= 1
            level = elevation[here]
            for n, side in zip(ring1[here], sides[here], strict=True):
                if n != NOWHERE and n not in done:
                    if stream or elevation[n] != level or side in hexsides or side in paths:
                        now = here_cost + step(here, n, side)
                    else:
                        # Open country, where most of the search goes: what ``step`` would say, without asking.
                        now = here_cost + ground.get(terrain[n], 1.0)
                    if n not in cost or now < cost[n]:
                        cost[n], came[n] = now, here
                        heappush(queue, (now, n))

    def _back(self, end: int) -> list[int]:
        """The way that led to a hex; of ways that cost the same the one that keeps nearest to the straight line."""
        grid, cost = self.grid, self._cost
        (ax, ay), (bx, by) = grid.centre(self.start), grid.centre(end)
        way = [end]
        while way[-1] != self.start:
            here = way[-1]
            before, least = self._came[here], float("inf")
            for n, side in zip(grid.ring1[here], grid.sides[here], strict=True):
                if n in cost and cost[n] + self._step(n, here, side) < cost[here] + _EVEN:
                    x, y = grid.centre(n)
                    off = abs((bx - ax) * (y - ay) - (by - ay) * (x - ax))
                    if off < least - _EVEN:
                        before, least = n, off
            way.append(before)
        return way[::-1]
