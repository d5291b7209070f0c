"""How rivers grow: which way each runs, and how far it has grown at either end of every stretch.

A stretch is a hexside of water, or a step of a stream from hex to hex. Stretches that hang together are one river
system. A system runs to its mouth: of its loose ends the one at a lake or sea, or else at the edge of the map; of
several the lowest. One that reaches neither may be lost in sand or marsh. Where two are as good as each other nobody
can say which way the water between them runs: that part is as wide as can be, and what flows into it grows toward it.
Growth follows the root of the length of all that lies upstream, as the width of real rivers does, so that what a
stroke changes is downstream of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Lattice
from engine.hexes.board.vertices import vertex_hexes

GROWN: Final = 40.0
"""Hexsides upstream after which a river has its full width."""
FROM_AFAR: Final = 10.0
"""Hexsides upstream that a river is taken to have where it comes onto the map, or out of a lake."""
STEP: Final = 3**0.5
"""A step from hex to hex, in hexsides."""
SOURCE: Final = -1.0
"""Growth at an end where a river rises: it is drawn to a point."""
SINKS: Final = frozenset({"dunes", "dots", "marsh", "mud"})
"""Patterns of ground in which a river may be lost that reaches neither water nor the edge of the map."""
LARGE: Final = 600
"""Systems with more stretches than this are worked out again when the hand rests, not while a stroke goes on."""
_FINE: Final = 64
"""The number of steps of growth: a smaller difference could not be seen."""

Growth = tuple[float, float]
Node = tuple[int, int]
"""A place where stretches meet: a vertex or the centre of a hex, as a lattice point, or what lies beyond the edge."""
_BEYOND: Final = -(1 << 30)


@dataclass(slots=True)
class _System:
    """One river system."""

    stretches: list[int]
    growth: dict[int, dict[Node, float]] = field(default_factory=dict)
    """For each stretch how far it has grown at either end."""


class Rivers:
    """The growth of all water on a map, worked out system by system when first asked for.

    Stretches are named by their hexside, those of streams by its complement (``~side``).
    """

    def __init__(self, battle_map: BattleMap) -> None:
        self.map = battle_map
        self.grid = battle_map.grid
        palette = battle_map.palette
        self._water = frozenset(key for key, kind in palette.hexsides.items() if kind.is_water)
        self._streams = palette.streams
        self._lakes = palette.lakes
        self._sinks = frozenset(key for key, kind in palette.terrain.items() if kind.pattern in SINKS)
        self._ends: dict[int, tuple[Node, Node]] = {}
        self._at: dict[Node, set[int]] = {}
        self._vertices: set[Node] = set()
        """Vertices that a river has touched; all other nodes are of streams."""
        self._system: dict[int, _System] = {}
        self._owed: set[int] = set()
        self._gather()

    def start_over(self) -> None:
        """Much of the map changed: nothing that was worked out is of use."""
        for known in (self._ends, self._at, self._vertices, self._system, self._owed):
            known.clear()
        self._gather()

    def _gather(self) -> None:
        for side, kinds in self.map.hexsides.items():
            if not self._water.isdisjoint(kinds):
                self._add(side)
        for side, path in self.map.paths.items():
            if not self._streams.isdisjoint(path):
                self._add(~side)

    # -- asking -------------------------------------------------------------------------------------------------

    def along(self, side: int) -> Growth:
        """Growth of a hexside of water at its ends, in the order of ``grid.side_ends``: from 0 (or ``SOURCE``) to 1."""
        first, second = self.grid.side_ends(side)
        found = self._growth(side)
        return found.get(first, 1.0), found.get(second, 1.0)

    def into(self, h: int, side: int) -> Growth:
        """Growth of a stream where it crosses a side of a hex, and at the centre of that hex."""
        found = self._growth(~side)
        centre = self._centre(h)
        ends = list(found.values()) or [1.0, 1.0]
        return sum(max(0.0, end) for end in ends) / len(ends), found.get(centre, 1.0)

    def systems(self) -> list[list[int]]:
        """The stretches of each river system, in order."""
        left, found = set(self._ends), []
        for stretch in sorted(self._ends):
            if stretch in left:
                system = self._joined(stretch)
                left.difference_update(system)
                found.append(sorted(system))
        return found

    def has_mouth(self, system: Iterable[int]) -> bool:
        """Whether a system reaches a lake, the sea or the edge of the map, or is lost in sand or marsh."""
        nodes = {node for stretch in system for node in self._ends[stretch]}
        return any(self._rank(node) is not None or self._is_sink(node) for node in nodes)

    def _growth(self, stretch: int) -> Mapping[Node, float]:
        system = self._system.get(stretch)
        if system is None:
            if stretch not in self._ends:
                return {}
            system = self._work_out(stretch)
        return system.growth[stretch]

    # -- following changes --------------------------------------------------------------------------------------

    def touch(self, sides: Iterable[int], hexes: Iterable[int] = ()) -> set[int]:
        """Hexsides, or what lies in hexes, changed: gives the hexsides on which water has another width now.

        A large system is not worked out again here but in ``settle``; until then what is new to it is as wide as
        what it joins.
        """
        about = {h for side in sides for h in self.grid.side_hexes(side)} | set(hexes)
        about.discard(NOWHERE)
        near = {side for side in {*sides, *(one for h in about for one in self.grid.sides[h])} if self._concerns(side)}
        touched = self._meeting_at(about)
        if not near and not touched:
            return set()
        before: dict[int, dict[Node, float]] = {}
        large = next((one for s in touched if (one := self._system.get(s)) and len(one.stretches) >= LARGE), None)
        if large is None:
            for stretch in touched:
                self._forget(stretch, before)
        for side in near:
            self._remove(side)
            self._remove(~side)
            if not self._water.isdisjoint(self.map.hexsides.get(side, ())):
                self._add(side)
            if not self._streams.isdisjoint(self.map.paths.get(side, ())):
                self._add(~side)
        if large is not None:
            return self._put_off(touched | self._meeting_at(about), large)
        # What hangs together with the new stretches grows otherwise, too.
        for stretch in self._meeting_at(about):
            self._forget(stretch, before)
        return self._changed(before)

    def _meeting_at(self, hexes: Iterable[int]) -> set[int]:
        """The stretches that meet at corners or centres of hexes, or run out over their sides."""
        grid, at = self.grid, self._at
        found: set[int] = set()
        for h in hexes:
            for node in (*grid.corners(h), grid.lattice(h)):
                if node in at:
                    found |= at[node]
        return found

    def _concerns(self, side: int) -> bool:
        """Whether there is, or was, water on a hexside or across it."""
        return (
            side in self._ends
            or ~side in self._ends
            or not self._water.isdisjoint(self.map.hexsides.get(side, ()))
            or not self._streams.isdisjoint(self.map.paths.get(side, ()))
        )

    def settle(self) -> set[int]:
        """Work out the large systems that changed; gives the hexsides on which water has another width now."""
        before: dict[int, dict[Node, float]] = {}
        for stretch in self._owed:
            self._forget(stretch, before)
            self._system.pop(stretch, None)
        self._owed = set()
        return self._changed(before)

    @property
    def owing(self) -> bool:
        """Whether there is something to settle."""
        return bool(self._owed)

    def _changed(self, before: Mapping[int, dict[Node, float]]) -> set[int]:
        changed = {stretch for stretch, old in before.items() if old != self._growth(stretch)}
        return {stretch if stretch >= 0 else ~stretch for stretch in changed}

    def _put_off(self, stretches: set[int], system: _System) -> set[int]:
        """Give what is new the width of what it joins for now, and leave the rest as it is."""
        self._owed |= stretches
        self._owed.update(system.stretches[:1])
        new = [stretch for stretch in stretches if stretch in self._ends and stretch not in system.growth]
        for stretch in new:
            joined = [(node, other) for node in self._ends[stretch] for other in self._at[node]]
            known = [system.growth[other][node] for node, other in joined if node in system.growth.get(other, ())]
            self._forget(stretch, {})
            system.growth[stretch] = dict.fromkeys(self._ends[stretch], max([*known, 0.0]))
            system.stretches.append(stretch)
            self._system[stretch] = system
        return {stretch if stretch >= 0 else ~stretch for stretch in new}

    def _forget(self, stretch: int, before: dict[int, dict[Node, float]]) -> None:
        system = self._system.get(stretch)
        if system is not None:
            for one in system.stretches:
                before[one] = system.growth[one]
                self._system.pop(one, None)

    def _add(self, stretch: int) -> None:
        if stretch >= 0:
            ends = self.grid.side_ends(stretch)
            self._vertices.update(ends)
        else:
            ends = self._stream_ends(~stretch)
        self._ends[stretch] = ends
        for node in ends:
            self._at.setdefault(node, set()).add(stretch)

    def _remove(self, stretch: int) -> None:
        for node in self._ends.pop(stretch, ()):
            here = self._at[node]
            here.discard(stretch)
            if not here:
                del self._at[node]

    def _stream_ends(self, side: int) -> tuple[Node, Node]:
        a, b = self.grid.side_hexes(side)
        if b == NOWHERE:
            return self._centre(a), (side, _BEYOND)
        first, second = self._centre(a), self._centre(b)
        into = flows_into_hexside(self.map, self._streams, self._water, side)
        meeting = self.grid.side_ends(side)[0]
        return (meeting if into == a else first), (meeting if into == b else second)

    def _centre(self, h: int) -> Lattice:
        return self.grid.lattice(h)

    # -- working a system out -----------------------------------------------------------------------------------

    def _joined(self, stretch: int) -> list[int]:
        found, left = {stretch}, [stretch]
        while left:
            for node in self._ends[left.pop()]:
                for other in self._at[node]:
                    if other not in found:
                        found.add(other)
                        left.append(other)
        return list(found)

    def _rank(self, node: Node) -> tuple[int, int] | None:
        """How good a place for a mouth a node is, best first; None for where no river ends."""
        if len(self._at[node]) > 1 and node in self._vertices:
            return None
        x, y = node
        terrain, elevation = self.map.terrain, self.map.elevation
        if y == _BEYOND:
            return 1, elevation[self.grid.side_hexes(x)[0]]
        h = self.grid.from_lattice(node)
        if h != NOWHERE:
            return (0, elevation[h]) if terrain[h] in self._lakes else None
        hexes = vertex_hexes(self.grid, node)
        lakes = [h for h in hexes if terrain[h] in self._lakes]
        if lakes:
            return 0, min(elevation[h] for h in lakes)
        return (1, min(elevation[h] for h in hexes)) if len(hexes) < 3 else None

    def _hexes(self, node: Node) -> list[int]:
        """The hexes about a node, or the one whose centre it is."""
        h = self.grid.from_lattice(node)
        return [h] if h != NOWHERE else vertex_hexes(self.grid, node)

    def _is_sink(self, node: Node) -> bool:
        """Whether a river ends here in ground where it may be lost."""
        return len(self._at[node]) == 1 and any(self.map.terrain[h] in self._sinks for h in self._hexes(node))

    def _height(self, node: Node) -> int:
        return min((self.map.elevation[h] for h in self._hexes(node)), default=0)

    def _work_out(self, stretch: int) -> _System:
        system = _System(self._joined(stretch))
        nodes = {node for one in system.stretches for node in self._ends[one]}
        ranks = {node: rank for node in nodes if (rank := self._rank(node)) is not None}
        loose = [node for node in nodes if len(self._at[node]) == 1 and node not in ranks]
        if ranks:
            best = min(ranks.values())
            mouths = {node for node, rank in ranks.items() if rank == best}
        else:
            # It reaches nothing: it is lost in sand or marsh, or runs to the one lowest end, if there is one.
            heights = {node: self._height(node) for node in [*filter(self._is_sink, loose)] or loose}
            lowest = [node for node, height in heights.items() if height == min(heights.values())]
            mouths = set(lowest) if len(lowest) == 1 else set()
        flow = _Flow(self, system, mouths, {node: FROM_AFAR for node in ranks if node not in mouths})
        system.growth = flow.run()
        for node in loose:
            if node not in mouths or self._is_sink(node):
                (one,) = self._at[node]
                system.growth[one][node] = SOURCE
        for one in system.stretches:
            self._system[one] = system
        return system


class _Flow:
    """Water let down one system, from the sources to the mouths."""

    def __init__(self, rivers: Rivers, system: _System, mouths: set[Node], springs: dict[Node, float]) -> None:
        self.ends = rivers._ends
        self.left = {node: set(rivers._at[node]) for one in system.stretches for node in self.ends[one]}
        self.stretches = system.stretches
        self.mouths = mouths
        self.inflow: dict[Node, float] = dict.fromkeys(self.left, 0.0) | springs
        self.growth: dict[int, dict[Node, float]] = {}

    def run(self) -> dict[int, dict[Node, float]]:
        """How far each stretch has grown at its ends."""
        if not self.mouths:
            return {one: dict.fromkeys(self.ends[one], 1.0) for one in self.stretches}
        self._branches()
        if len(self.mouths) == 1:
            self._braids()
        # What is left lies between mouths that are as good as each other.
        for one in self.stretches:
            self.growth.setdefault(one, dict.fromkeys(self.ends[one], 1.0))
        return self.growth

    def _branches(self) -> None:
        """Follow what has only one way to go, from the loose ends on."""
        queue = sorted(node for node, there in self.left.items() if len(there) == 1 and node not in self.mouths)
        while queue:
            node = queue.pop()
            if len(self.left[node]) != 1:
                continue
            (stretch,) = self.left[node]
            there = self._run_down(stretch, node, self.inflow[node])
            if len(self.left[there]) == 1 and there not in self.mouths:
                queue.append(there)

    def _run_down(self, stretch: int, node: Node, water: float) -> Node:
        """Let water down a stretch from a node; gives where it comes out."""
        first, second = self.ends[stretch]
        there = second if node == first else first
        self.left[node].discard(stretch)
        self.left[there].discard(stretch)
        below = water + (1.0 if stretch >= 0 else STEP)
        self.inflow[there] += below
        self.growth[stretch] = {node: _grown(water), there: _grown(below)}
        return there

    def _braids(self) -> None:
        """Rivers that part and meet again: the water shares out among the ways that lead nearer to the mouth."""
        (mouth,) = self.mouths
        away = {mouth: 0}
        queue = [mouth]
        for node in queue:
            for stretch in sorted(self.left[node]):
                for other in self.ends[stretch]:
                    if other not in away:
                        away[other] = away[node] + 1
                        queue.append(other)
        for node in reversed(queue):
            ways = [s for s in sorted(self.left[node]) if min(away[end] for end in self.ends[s]) < away[node]]
            for stretch in ways:
                self._run_down(stretch, node, self.inflow[node] / len(ways))
            for stretch in list(self.left[node]):
                # Between two places at the same distance from the mouth: the map does not decide which way it runs.
                if all(away[end] == away[node] for end in self.ends[stretch]):
                    self.growth[stretch] = {end: _grown(self.inflow[end]) for end in self.ends[stretch]}


def _grown(upstream: float) -> float:
    """Growth, 0 to 1, for a length of river upstream."""
    return round(sqrt(min(1.0, upstream / GROWN)) * _FINE) / _FINE


def flows_into_hexside(battle_map: BattleMap, streams: frozenset[str], water: frozenset[str], side: int) -> int:
    """The hex beyond a river along this hexside, in which a stream that crosses it has come to its end; NOWHERE
    where it runs on, or where there is no such river."""
    grid = battle_map.grid
    a, b = grid.side_hexes(side)
    if b == NOWHERE or water.isdisjoint(battle_map.hexsides.get(side, ())):
        return NOWHERE
    single = [
        h
        for h in (a, b)
        if sum(not streams.isdisjoint(battle_map.paths.get(other, ())) for other in grid.sides[h]) == 1
    ]
    return single[0] if len(single) == 1 else NOWHERE
