"""Paragraphs 27.1 and 28.1: where boats and fleets go on a map. Boats go along the hexsides of major rivers and of the
coast, fleets over the sea and coastal hexes. Worked out once for a map."""

from __future__ import annotations

from collections.abc import Iterable

from engine.hexes.board.grid import NOWHERE
from engine.systems.sun_never_sets.base.ground import Ground
from engine.systems.sun_never_sets.base.tables import Tables

RIVER, SEA = "major_river", "sea"


class Waters:
    """The waters of a map: hexsides for boats, hexes for fleets."""

    def __init__(self, ground: Ground, tables: Tables) -> None:
        self.ground = ground
        self.grid = grid = ground.grid
        kinds = tables.terrain_effects.hexside
        self._barred = frozenset(kind for kind, effects in kinds.items() if not effects.boats)
        self.coast = frozenset(
            grid.side(h, d)
            for h in range(ground.size)
            if ground.coastal[h]
            for d, n in enumerate(grid.ring1[h])
            if n != NOWHERE and ground.terrain[n] == SEA
        )
        """The hexsides between land and sea (27.9)."""
        rivers = {side for side, found in ground.sides.items() if RIVER in found}
        self._all = rivers | self.coast | {side for side in ground.sides if self.falls(side)}
        """All hexsides of great rivers and of the coast, those that no boat passes among them."""
        self.sides = frozenset(side for side in self._all if not self.falls(side))
        """The hexsides that boats lie on and go along: never waterfalls or cataracts (27.8, 27.64)."""
        self.banks = {side: self._banks(side) for side in self.sides}
        """For each of them the land hexes beside it, where a boat on it may be (27.11)."""
        self.shores: dict[int, tuple[int, ...]] = {}
        """For each land hex the hexsides of it that boats lie on."""
        for side in sorted(self.sides):
            for h in self.banks[side]:
                self.shores[h] = (*self.shores.get(h, ()), side)
        meets: dict[tuple[int, int], list[int]] = {}
        for side in sorted(self.sides):
            for end in grid.side_ends(side):
                meets.setdefault(end, []).append(side)
        self.next = {
            side: tuple(sorted({n for end in grid.side_ends(side) for n in meets[end]} - {side})) for side in self.sides
        }
        """For each of them the hexsides that share a vertex with it (27.12)."""
        self.sea_steps = [self._sea_steps(h) for h in range(ground.size)]
        """For each hex the hexes that a fleet may go to next: sea, and coast from sea or along it (28.1)."""

    def _banks(self, side: int) -> tuple[int, ...]:
        return tuple(h for h in self.grid.side_hexes(side) if h != NOWHERE and not self.ground.closed[h])

    def falls(self, side: int) -> bool:
        """Whether a hexside is a waterfall or a cataract (27.8)."""
        return bool(self.ground.sides.get(side, _NONE) & self._barred)

    def sails(self, h: int) -> bool:
        """Whether a fleet may be in a hex: sea or coast (28.1)."""
        return h in self.grid and (self.ground.terrain[h] == SEA or self.ground.coastal[h])

    def _sea_steps(self, h: int) -> tuple[int, ...]:
        if not self.sails(h):
            return ()
        land = self.ground.coastal[h]
        found = (n for n in self.grid.ring1[h] if n != NOWHERE and self.sails(n))
        return tuple(n for n in found if not (land and self.ground.coastal[n]) or self._along(h, n))

    def _along(self, a: int, b: int) -> bool:
        """Whether two coastal hexes next to each other lie on one stretch of sea."""
        terrain = self.ground.terrain
        return any(n != NOWHERE and terrain[n] == SEA and n in self.grid.ring1[b] for n in self.grid.ring1[a])

    def linked(self, a: int, b: int) -> bool:
        """Whether a hex next to another is joined to it by hexsides that boats go along: one that lies between them, or
        one of each that meet (27.51)."""
        mine, theirs = self.shores.get(a, ()), self.shores.get(b, ())
        return any(side in theirs or not set(self.next[side]).isdisjoint(theirs) for side in mine)

    def bears(self, side: int, n: int) -> bool:
        """Whether guns on a hexside bear on a hex: it lies beside it, or beside a hexside that meets it (27.51)."""
        return any(n in self.banks[one] for one in (side, *self.next[side]))

    def reach(self, start: int, shut: Iterable[int], within: frozenset[int] | None = None) -> frozenset[int]:
        """The hexsides that lead on from one without a gap, past none that is shut; with ``within`` only those beside
        one of these hexes (27.1, 27.14)."""
        closed = frozenset(shut)
        found, edge = {start}, [start]
        while edge:
            onward = []
            for at in edge:
                for n in self.next[at]:
                    if n not in found and n not in closed and (within is None or not within.isdisjoint(self.banks[n])):
                        found.add(n)
                        onward.append(n)
            edge = onward
        return frozenset(found)

    def beyond_falls(self, start: int, goal: int) -> bool:
        """Whether nothing but waterfalls or cataracts keeps boats on a hexside from another (27.8)."""
        grid, found, edge = self.grid, {start}, [start]
        while edge:
            ends = {end for side in edge for end in grid.side_ends(side)}
            edge = [side for side in self._all - found if not ends.isdisjoint(grid.side_ends(side))]
            found.update(edge)
        return goal in found

    def voyage(self, start: int, shut: frozenset[int], within: frozenset[int] | None = None) -> frozenset[int]:
        """The hexes that a fleet may get to, through none that is shut; with ``within`` only through these (28.1)."""
        found, edge = {start}, [start]
        while edge:
            onward = []
            for at in edge:
                for n in self.sea_steps[at]:
                    if n not in found and n not in shut and (within is None or n in within):
                        found.add(n)
                        onward.append(n)
            edge = onward
        return frozenset(found)


_NONE: frozenset[str] = frozenset()
