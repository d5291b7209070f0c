"""What stops shots: bases between a shooter and its target, and gaps narrower than a base (17.4, 17.5, 9.1).

All bases, and all narrow gaps between them, are worked out once for a position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from engine.systems.de_bellis_multitudinis import height, sight
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.obstacles import Obstacle, bases
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.places import PACE, WIDTH, TablePoint

_AREA: Final = 1.0
"""Square paces that two shapes may share without counting."""
_TOUCH: Final = 0.5
"""Paces between bases that touch."""
_NARROW: Final = WIDTH / PACE


@dataclass(frozen=True)
class BetweenScreens:
    """The bases and the gaps between an element and its target that stop shots."""

    bases: NDArray[np.object_]
    gaps: NDArray[np.object_]

    @property
    def any(self) -> bool:
        """Whether there is anything."""
        return bool(len(self.bases) or len(self.gaps))

    def stops(self, between: BaseGeometry) -> str:
        """The paragraph for which something in an area stops shots; empty where nothing does."""
        if len(self.bases) and bool((shapely.area(shapely.intersection(self.bases, between)) > _AREA).any()):
            return "17.1"
        return "17.5" if len(self.gaps) and bool(shapely.intersects(self.gaps, between).any()) else ""


class Screens:
    """The bases of a position and the gaps between them. It keeps no state: copies of a state share it for as long as
    they are alike."""

    def __init__(self, field: DbmField, state: DbmState) -> None:
        self.field = field
        self.all = bases(field, state)
        self.number = {(one.unit, one.holders): number for number, one in enumerate(self.all)}
        corners = np.array([one.base.corners for one in self.all], dtype=np.float64) / PACE
        self.shapes = cast(NDArray[np.object_], shapely.polygons(corners.reshape(-1, 4, 2)))
        self.tree = shapely.STRtree(self.shapes)
        self.touching: list[set[int]] = [set() for _ in self.all]
        self.sides: list[tuple[int, int]] = []
        """The two sides of each gap, by number; -1 for impassable ground."""
        gaps: Any = self._narrow()
        self.gaps = shapely.STRtree(gaps)

    def _narrow(self) -> list[Any]:
        """The shortest lines across all gaps narrower than a base."""
        if not self.all:
            return []
        first, second = self.tree.query(self.shapes, predicate="dwithin", distance=_NARROW)
        once = first < second
        first, second = first[once], second[once]
        away = shapely.distance(self.shapes[first], self.shapes[second])
        for one, other in zip(first[away <= _TOUCH].tolist(), second[away <= _TOUCH].tolist(), strict=True):
            self.touching[one].add(other)
            self.touching[other].add(one)
        narrow = (away > _TOUCH) & (away < _NARROW)
        first, second = first[narrow], second[narrow]
        self.sides = list(zip(first.tolist(), second.tolist(), strict=True))
        lines: Any = shapely.shortest_line(self.shapes[first], self.shapes[second])
        return [*lines, *self._beside_rocks()]

    def _beside_rocks(self) -> list[Any]:
        """The shortest lines across the narrow gaps between bases and impassable ground."""
        rocks = self.field.ground.impassable
        if rocks.is_empty:
            return []
        away = shapely.distance(self.shapes, rocks)
        found = np.flatnonzero((away > _TOUCH) & (away < _NARROW)).tolist()
        self.sides += [(number, -1) for number in found]
        lines: Any = shapely.shortest_line(self.shapes[found], rocks)
        return list(lines)

    def between(
        self, state: DbmState, unit: int, target: Obstacle, edge: tuple[TablePoint, TablePoint]
    ) -> BetweenScreens:
        """What lies between the edge of an element and its target and stops shots, wherever they go."""
        corners = [(x / PACE, y / PACE) for x, y in (*edge, *target.base.corners)]
        whole = shapely.convex_hull(shapely.linestrings(corners))
        ends = {self.number[unit, False], self.number[target.unit, target.holders]}
        bases = [
            number
            for number in self.tree.query(whole, predicate="intersects").tolist()
            if number not in ends and self._blocks(state, unit, target, number)
        ]
        near = ends.union(*(self.touching[end] for end in ends))
        gaps = []
        for number in self.gaps.query(whole, predicate="intersects").tolist():
            sides = [side for side in self.sides[number] if side >= 0]
            if not near & set(sides) and all(self._blocks(state, unit, target, side) for side in sides):
                gaps.append(number)
        return BetweenScreens(self.shapes[bases], self.gaps.geometries[gaps])

    def _blocks(self, state: DbmState, unit: int, target: Obstacle, number: int) -> bool:
        """Whether a base stops the shots of an element: any friend's, one in ambush too, and those of the enemies that
        it sees, with the horses that are held. From a steep hill one shoots over enemies beyond 100 paces on it (9.1,
        17.4)."""
        one = self.all[number]
        if one.side == self.field.side(unit) or one.holders:
            return True
        if not sight.sees(self.field, state, unit, one.unit):
            return False
        hill = self._steep_hill(state, unit)
        if not hill or self._hill(state, target.unit) == hill or self._hill(state, one.unit) != hill:
            return True
        away = shapely.distance(self.shapes[self.number[unit, False]], self.shapes[number])
        return bool(round(float(away)) <= self.field.tables.seen.hill)

    def _hill(self, state: DbmState, unit: int) -> str:
        return height.area_under(self.field, state, unit, "hill")

    def _steep_hill(self, state: DbmState, unit: int) -> str:
        """The steep hill on which an element stands; empty for none."""
        hill = self._hill(state, unit)
        if not hill:
            return ""
        patches = self.field.ground.under(self.field.corners(state, unit))
        return hill if any(patch.area == hill and patch.slope == "steep" for patch in patches) else ""


def screens(field: DbmField, state: DbmState) -> Screens:
    """The bases and gaps of a position, worked out once."""
    found = state.cache.get("screens")
    if found is None:
        found = state.cache["screens"] = Screens(field, state)
    kept: Screens = found
    return kept


def in_paces(points: Sequence[TablePoint]) -> BaseGeometry:
    """The polygon of some points in grains, in paces."""
    return shapely.polygons([(x / PACE, y / PACE) for x, y in points])
