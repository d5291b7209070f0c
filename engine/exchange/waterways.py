"""Lines become rivers along hexsides, and roads are merged. Each river takes the cheapest way from source
to mouth over the graph of vertices.

Pieces of one river are joined, the longest river goes first, a tributary ends on the river that is there, and a river
that comes to water ends at its shore. A branch that leaves a river and comes back to it closer than a hex follows it
between. Hexsides beside water have none: the shore is there already.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from engine.exchange.projections import Floats
from engine.hexes.board.grid import NOWHERE, Grid, Lattice
from engine.pauses import pause

NEAR: Final = 1.7
"""Circumradii from a river within which hexsides may be its course."""
SHORT: Final = 0.6
"""Circumradii that a river is long at least."""
ASHORE: Final = 1.7
"""Circumradii from a shore within which the end of a river is its mouth."""
BESIDE: Final = 0.4
"""Circumradii from a longer road within which another one is the same."""
JOINED: Final = 0.3
"""Circumradii from another river within which the end of a river is a junction with it."""
BRANCH: Final = 2.6
"""Circumradii from a river within which it may follow hexsides of another one: those of a branch that is less than a
hex away, which may lie on its far side."""
FOLLOWED: Final = 0.1
"""The cost of a hexside that has a river already. Another one costs 1 at least, so five sides of a hex that have a
river are cheaper than the sixth that has none."""

Around = dict[Lattice, list[tuple[Lattice, float, int]]]
"""The hexsides at each vertex: the vertex at the other end, the cost, and the number of the hexside."""


def joined(lines: Iterable[BaseGeometry]) -> list[BaseGeometry]:
    """Lines whose ends meet as one each, the longest first."""
    single = [part for line in lines for part in shapely.get_parts(line) if part.geom_type == "LineString"]
    if not single:
        return []
    merged = shapely.get_parts(shapely.line_merge(shapely.multilinestrings(single)))
    return sorted(merged, key=lambda line: (-line.length, *shapely.get_coordinates(line)[0]))


def _opened(line: BaseGeometry) -> Iterator[BaseGeometry]:
    """A river, or the two halves of one that is a ring, such as two branches with both ends in common: a way needs two
    ends, and those of a half are as far from each other as they can be."""
    points = shapely.get_coordinates(line)
    if not line.is_closed:
        yield line
        return
    middle = int(np.hypot(*(points - points[0]).T).argmax())
    for half in (points[: middle + 1], points[middle:]):
        if len(half) > 1:
            yield shapely.LineString(half)


def merged(lines: Iterable[BaseGeometry]) -> Iterator[BaseGeometry]:
    """Roads without those that run beside a longer one, such as the other carriageway: what is left of them begins on
    it."""
    every = joined(lines)
    tree = shapely.STRtree(every)
    for number, line in enumerate(every):
        pause()
        beside = [int(at) for at in tree.query(line, predicate="dwithin", distance=BESIDE) if at < number]
        if not beside:
            yield line
            continue
        longer = shapely.union_all([every[at] for at in beside])
        for part in shapely.get_parts(line.difference(longer.buffer(BESIDE))):
            if part.geom_type == "LineString" and part.length > BESIDE:
                yield _led_to(part, longer)


def _led_to(part: BaseGeometry, longer: BaseGeometry) -> BaseGeometry:
    """A piece of a road with its ends on the road from which it was cut."""
    points = list(shapely.get_coordinates(part))
    for at, place in ((0, 0), (-1, len(points) + 1)):
        end = shapely.Point(points[at])
        if longer.distance(end) < 1.01 * BESIDE:
            points.insert(place, shapely.get_coordinates(nearest_points(longer, end)[0])[0])
    return shapely.LineString(points)


class Waterways:
    """The hexsides of a grid as a graph of vertices, and the courses of rivers on it."""

    def __init__(self, grid: Grid, wet: Sequence[bool]) -> None:
        """``wet`` says of each hex whether it is water."""
        pairs = {side: [h for h in grid.side_hexes(side) if h != NOWHERE and h in grid] for side in grid.all_sides()}
        self.sides = [side for side, pair in pairs.items() if not any(wet[h] for h in pair)]
        self.ends = [grid.side_ends(side) for side in self.sides]
        self._spot: dict[Lattice, tuple[float, float]] = {at: grid.paper(at) for pair in self.ends for at in pair}
        spots = np.array([[self._spot[a], self._spot[b]] for a, b in self.ends]).reshape(-1, 2, 2)
        self._middles = shapely.points(spots.mean(axis=1)) if len(spots) else np.array([], dtype=object)
        shores = {at for h in grid.hexes if wet[h] for at in grid.corners(h)}
        self._shores = [at for at in self._spot if at in shores]
        self._paper = 0.0, 0.0, *grid.extent
        outer = {at for side, pair in pairs.items() if len(pair) == 1 for at in grid.side_ends(side)}
        self._rim = [at for at in self._spot if at in outer]
        self._taken: list[tuple[BaseGeometry, list[Lattice]]] = []
        """The rivers so far, with the vertices of their courses."""
        self._followed: set[int] = set()
        """The numbers of the hexsides that have a river so far."""

    def courses(self, lines: Iterable[BaseGeometry]) -> Iterator[int]:
        """The hexsides along which rivers go."""
        for whole in (part for line in joined(lines) for part in _opened(line)):
            pause()
            ends = shapely.get_coordinates(whole)[[0, -1]]
            for line in shapely.get_parts(shapely.clip_by_rect(whole, *self._paper)):
                if line.geom_type == "LineString" and not line.is_empty:
                    yield from self._course(line, ends)

    def _course(self, line: BaseGeometry, ends: Floats) -> list[int]:
        """The hexsides of a river: the cheapest way between its ends. A hexside costs the more the further it is from
        the river, so the way never doubles back. Where it leaves the paper it goes to the edge: ``ends`` are those of
        the whole river."""
        if line.length < SHORT or not self.sides:
            return []
        far = shapely.distance(self._middles, line)
        near = np.flatnonzero(far < NEAR)
        if not len(near):
            return []
        costs = {int(number): 1 + (3 * float(far[number])) ** 2 for number in near}
        around = self._around(costs)
        spots = shapely.get_coordinates(line)[[0, -1]]
        start, goal = (self._end(around, spot, cut=not (ends == spot).all(axis=1).any()) for spot in spots)
        found, way = _cheapest(around, start, goal)
        # Its own hexsides are chosen first without other rivers: one that runs beside it must not attract it.
        beside = {number: FOLLOWED for number in self._followed if far[number] < BRANCH}
        if beside:
            own = {number: costs[number] for number in found}
            found, way = _cheapest(self._around(own | beside), start, goal)
        if found:
            self._taken.append((line, way))
            self._followed.update(found)
        return [self.sides[number] for number in found]

    def _around(self, costs: Mapping[int, float]) -> Around:
        """A graph of some hexsides."""
        around: Around = {}
        for number, cost in costs.items():
            a, b = self.ends[number]
            around.setdefault(a, []).append((b, cost, number))
            around.setdefault(b, []).append((a, cost, number))
        return around

    def _end(self, around: Mapping[Lattice, object], spot: Floats, *, cut: bool) -> Lattice:
        """The vertex at which a river begins or ends: on the river that it meets, on the shore that it comes to, or at
        the edge of the map where it was ``cut`` there."""
        at = shapely.Point(spot)
        outer = [one for one in self._rim if one in around] if cut else []
        if outer:
            return self._nearest(outer, spot)[0]
        for line, way in self._taken:
            met = [one for one in way if one in around]
            if met and line.distance(at) < JOINED:
                return self._nearest(met, spot)[0]
        ashore = [one for one in self._shores if one in around]
        if ashore:
            found, far = self._nearest(ashore, spot)
            if far < ASHORE:
                return found
        return self._nearest(list(around), spot)[0]

    def _nearest(self, among: list[Lattice], spot: Floats) -> tuple[Lattice, float]:
        """The vertex that is nearest to a point, and how far it is."""
        far: NDArray[np.float64] = np.hypot(*(np.array([self._spot[at] for at in among]) - spot).T)
        number = int(far.argmin())
        return among[number], float(far[number])


def _cheapest(around: Around, start: Lattice, goal: Lattice) -> tuple[list[int], list[Lattice]]:
    """The hexsides and the vertices of the cheapest way between two vertices; none where there is no way."""
    cost, came = {start: 0.0}, dict[Lattice, tuple[Lattice, int]]()
    waiting = [(0.0, start)]
    while waiting:
        so_far, here = heappop(waiting)
        if here == goal:
            break
        if so_far > cost[here]:
            continue
        for there, more, side in around[here]:
            total = so_far + more
            if total < cost.get(there, float("inf")):
                cost[there], came[there] = total, (here, side)
                heappush(waiting, (total, there))
    found, way = [], [goal]
    while goal in came:
        goal, side = came[goal]
        found.append(side)
        way.append(goal)
    return found[::-1], way[::-1]
