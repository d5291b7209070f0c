"""The way of a move: what its elements sweep, which bases that meets, and the going under it (12.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
import shapely

from engine.systems.de_bellis_multitudinis import columns, going, moving, space
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.moving import Stretch
from engine.systems.de_bellis_multitudinis.notation import Part, PartKind
from engine.systems.de_bellis_multitudinis.standing import BaseIndex, swept
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.ground import Shapes
from engine.tables.places import PACE, BasePlace, corners
from engine.tables.touching import HALF, bases_overlap

RIVER: Final = "river"
ROAD: Final = "road"


class Met(NamedTuple):
    """A base that an element lies over on its way."""

    number: int
    """The element's number in the move."""
    stretch: int
    other: int


@dataclass(frozen=True)
class Way:
    """A move of some elements from where they stand, part by part."""

    field: DbmField
    state: DbmState
    units: tuple[int, ...]
    stretches: tuple[Stretch, ...]

    @property
    def side(self) -> int:
        """The side that moves."""
        return self.field.side(self.units[0])

    @property
    def starts(self) -> tuple[BasePlace, ...]:
        """Where the elements stand."""
        return self.stretches[0].before

    @property
    def ends(self) -> tuple[BasePlace, ...]:
        """Where the move takes them."""
        return self.stretches[-1].after

    @property
    def dismounts(self) -> bool:
        """Whether mounted infantry leaves its mounts on the way (3.7)."""
        return any(stretch.kind is PartKind.DISMOUNT for stretch in self.stretches)

    @property
    def bent(self) -> bool:
        """Whether the elements follow each other as a column round bends (12.4)."""
        return any(stretch.courses for stretch in self.stretches)

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """Their depths, in grains."""
        return tuple(self.field.depth(self.state, unit) for unit in self.units)

    @cached_property
    def index(self) -> BaseIndex:
        """Who stands where."""
        return BaseIndex.of(self.field, self.state)

    # -- what they sweep --------------------------------------------------------------------------------------------

    @cached_property
    def _steps(self) -> tuple[Shapes, list[tuple[int, int]]]:
        """What is swept step by step, and whose step of which stretch each shape is."""
        courses, owners = [], []
        for number, depth in enumerate(self.depths):
            for index, stretch in enumerate(self.stretches):
                course = stretch.course(number)
                courses.append((course, depth))
                owners.extend([(number, index)] * (len(course) - 1))
        return swept(courses), owners

    @property
    def shapes(self) -> Shapes:
        """What is swept, step by step, in paces."""
        return self._steps[0]

    @property
    def owners(self) -> list[tuple[int, int]]:
        """Whose step each shape is: the number of the element, and of the stretch."""
        return self._steps[1]

    @cached_property
    def last_shapes(self) -> Shapes:
        """The bases where they end."""
        return swept(((place, place), depth) for place, depth in zip(self.ends, self.depths, strict=True))

    def _foreign(self, pairs: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Those of some pairs whose element does not move, and is no enemy in ambush."""
        mine = frozenset(self.units)
        for number, other in pairs:
            hidden = other in self.index.hidden and self.field.side(other) != self.side
            if other not in mine and not hidden:
                yield number, other

    @cached_property
    def met(self) -> tuple[Met, ...]:
        """The bases that the elements lie over on their way."""
        found = dict.fromkeys(
            Met(*self.owners[step], other) for step, other in self._foreign(self.index.met(self.shapes))
        )
        return tuple(sorted(found))

    @cached_property
    def over(self) -> tuple[tuple[int, int], ...]:
        """The bases that they would lie over where they end: the number of an element, and the other."""
        found = set(self._foreign(self.index.met(self.last_shapes)))
        # Shapes with rounded corners may miss a corner that lies over a base by little more than half a pace.
        for number, other in self._beside:
            where = self.state.at[other]
            deep = self.field.depth(self.state, other)
            if where is not None and bases_overlap(self.ends[number], self.depths[number], where, deep):
                found.add((number, other))
        return tuple(sorted(found))

    @cached_property
    def _beside(self) -> tuple[tuple[int, int], ...]:
        """Who stands near where the elements end: the number of an element, and the other."""
        return tuple(self._foreign(self.index.within(self.last_shapes, 2)))

    @cached_property
    def zones(self) -> dict[int, dict[int, int]]:
        """By number of an element: the enemies whose zones it is in on its way, each with the first stretch on which
        that is so."""
        found: dict[int, dict[int, int]] = {}
        for step, other in self.index.zones_met(self.shapes):
            if self.field.side(other) != self.side:
                number, index = self.owners[step]
                known = found.setdefault(number, {})
                known[other] = min(index, known.get(other, index))
        return {number: dict(sorted(known.items())) for number, known in sorted(found.items())}

    def bases_near(self, shapes: Shapes, paces: float) -> frozenset[int]:
        """Who stands, without moving, at most this many paces from some shapes, and is no enemy in ambush."""
        return frozenset(other for _, other in self._foreign(self.index.within(shapes, paces)))

    @cached_property
    def neighbours(self) -> tuple[tuple[int, int], ...]:
        """The enemies near where the elements end: the number of an element, and the enemy."""
        return tuple(sorted((number, other) for number, other in self._beside if self.field.side(other) != self.side))

    # -- the table --------------------------------------------------------------------------------------------------

    def off_table(self) -> bool:
        """Whether a base would leave the table."""
        ended = zip(self.ends, self.depths, strict=True)
        if not all(space.on_table(self.field, place, depth) for place, depth in ended):
            return True
        return not all(on_table(self.field, place) for stretch in self.stretches for place in stretch.after)

    @cached_property
    def goings(self) -> tuple[str, ...]:
        """The worst going that each element touches on its way; along a road it is good."""
        forms = [self.field.form(self.state, unit) for unit in self.units]
        bare = self.field.ground.at(-1, -1)
        worst = [going.of_patch(self.field, bare, form) for form in forms]
        found: list[set[str]] = [set() for _ in forms]
        met = self.field.ground.areas_met(self.shapes)
        for step, (number, _) in enumerate(self.owners):
            if step in met:
                patches = self.field.ground.seen_in(self.shapes[step])
                found[number].update(going.of_patch(self.field, patch, forms[number]) for patch in patches)
            else:
                found[number].add(worst[number])
        told = [going.worst(one) for one in found]
        return tuple(
            "good" if one in ("rough", "difficult") and self._on_road(number) else one
            for number, one in enumerate(told)
        )

    def _on_road(self, number: int) -> bool:
        """Whether the middle of an element's front edge is on one road all the way."""
        points = [place for stretch in self.stretches for place in stretch.course(number)]
        line = shapely.LineString([(place.x / PACE, place.y / PACE) for place in points])
        roads = [key for key, course in self.field.courses.items() if course.kind == ROAD]
        return any(shapely.covers(self.field.ground.polygon(key).buffer(0.5), line) for key in roads)

    @cached_property
    def rivers(self) -> tuple[int, ...]:
        """How many rivers each element touches on its way."""
        found: list[set[str]] = [set() for _ in self.units]
        if self.field.courses:
            for step, key in self.field.ground.courses_met(self.shapes):
                if self.field.courses[key].kind == RIVER:
                    found[self.owners[step][0]].add(key)
        return tuple(map(len, found))

    @cached_property
    def allowances(self) -> tuple[int, ...]:
        """The paces that each element may move: by the worst going that it touches on its way; each river that it
        touches costs some."""
        told = []
        for unit, ground, rivers in zip(self.units, self.goings, self.rivers, strict=True):
            form = self.field.form(self.state, unit)
            # Infantry that leaves its mounts on the way goes as far as on foot (3.7, 9.3).
            form = (self.field.roster.dismounted[unit] or form) if self.dismounts else form
            full = form.move[going.GOING.index(ground)] if ground != "impassable" else 0
            water = 0 if form.naval else rivers * self.field.tables.going.river
            told.append(max(0, full - water))
        return tuple(told)

    # -- lengths ----------------------------------------------------------------------------------------------------

    def corners_crossing(self) -> int:
        """How many corners of a single element would cross bases, impassable ground or zones if each went straight to
        its last place (12.1). Zones that it starts or ends in are no obstacle."""
        depth = self.depths[0]
        start, end = self.starts[0], self.ends[0]
        if self.stretches[0].kind in moving.TURNS:
            start = self.stretches[0].after[0]
        elif self.stretches[-1].kind in moving.TURNS:
            end = self.stretches[-1].before[0]
        pairs = zip(corners(start, depth), corners(end, depth), strict=True)
        lines = np.asarray(
            shapely.linestrings(
                np.array([[(one.x / PACE, one.y / PACE), (two.x / PACE, two.y / PACE)] for one, two in pairs])
            )
        )
        crossing = {number for number, _ in self._foreign(self.index.met(lines))}
        ends = swept([((self.starts[0], self.starts[0]), depth), ((end, end), depth)])
        entered = {other for _, other in self.index.zones_met(ends)}
        for number, other in self.index.zones_met(lines):
            if self.field.side(other) != self.side and other not in entered:
                crossing.add(number)
        impassable = self.field.ground.impassable
        if not impassable.is_empty:
            crossing |= {number for number, line in enumerate(lines) if shapely.intersects(impassable, line)}
        return len(crossing)


def on_table(field: DbmField, point: BasePlace) -> bool:
    """Whether a point is on the table, to half a pace."""
    width, height = field.size
    return -HALF <= point.x <= width + HALF and -HALF <= point.y <= height + HALF


def way_of(field: DbmField, state: DbmState, units: tuple[int, ...], parts: Sequence[Part]) -> Way:
    """The way of a move. All elements have to be on the table, and a part that only single elements make has to be
    theirs alone."""
    places = tuple(place for unit in units if (place := state.at[unit]) is not None)
    depths = [field.depth(state, unit) for unit in units]
    kinds = [PartKind(part[0]) for part in parts]
    if len(units) > 1 and moving.bends(kinds, places) and columns.is_column(field, state, units):
        return Way(field, state, units, tuple(moving.along_column(parts, places)))
    stretches: list[Stretch] = []
    for part in parts:
        done = list(moving.carried(PartKind(part[0]), part, places, depths))
        stretches.extend(done)
        places = done[-1].after
    return Way(field, state, units, tuple(stretches))
