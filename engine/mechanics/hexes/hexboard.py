"""What is bound once for any game of units in hexes: the roster, the grid, how units are put and ways made whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import compress, pairwise
from operator import ne
from typing import Any, Generic, TypeVar

from engine.errors import HexwrightError
from engine.hexes.board.battlemap import hexes_of
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.hexes.hexstate import DEAD, WAITING, HexState
from engine.mechanics.hexes.movement import Steps, reach
from engine.mechanics.hexes.ways import Legs, plain
from engine.mechanics.hexes.zones import Zones
from engine.mechanics.roster import Roster
from engine.plural import counted
from engine.scenario import Scenario

R = TypeVar("R", bound=Roster[Any])
H = TypeVar("H", bound=HexState)

_ENDLESS = 10**6


class HexBoard(Generic[R, H]):
    """What never changes during play. Frames and chapters are handed it; subclasses add what their system needs."""

    system: str
    """The short name of the system, which its paragraphs are cited with."""
    parts: int = 2
    """Costs are counted in such parts of a movement point, so that all of them are whole numbers: halves for roads."""
    zones: Zones

    def __init__(self, scenario: Scenario, roster: R, options: Mapping[str, Any]) -> None:
        self.scenario = scenario
        self.roster = roster
        self.options = dict(options)
        self.map = hexes_of(scenario.map)
        self.grid = self.map.grid
        self.distance = self.grid.distance
        self._spoken: dict[int, str] = {}
        self._sound_before: tuple[list[int], Sequence[int], dict[int, int]] | None = None
        """Places, steps and stacks of the position that was found sound last."""

    def cite(self, rule: str) -> str:
        """A paragraph with its system: ``6.12`` is ``tlg2:6.12``."""
        return f"{self.system}:{rule}"

    def place(self, h: int) -> str:
        """A hex as sentences say it, with the name of its place: ``Kumasa (A1208)``; ``off`` for none on the map."""
        found = self._spoken.get(h)
        if found is None:
            found = self._spoken[h] = "off" if h == NOWHERE else self.map.spoken(h)
        return found

    def put(self, state: H, unit: int, h: int) -> None:
        """Move a unit to a hex or off the map, and let everything that depends on it know."""
        state.place(unit, h)
        state.zones[self.roster.side[unit]] = None

    def hexes_of(self, names: tuple[str, ...]) -> tuple[int, ...]:
        """Hexes and regions by name, in their order, each hex once; HexwrightError for a name that leads nowhere."""
        regions = self.map.regions
        found: list[int] = []
        for name in names:
            found += sorted(regions[name].hexes) if name in regions else [self.grid.parse(name)]
        return tuple(dict.fromkeys(found))

    def defects(self, state: H) -> list[str]:
        """What no game of units in hexes allows: units out of their stacks, both sides in a hex, impossible steps."""
        return [] if self._sound(state) else self._defects_of(state)

    def _sound(self, state: H) -> bool:
        """Whether there is nothing for ``_defects_of`` to tell: asked after every action, so in as few steps as can be.

        What was sound before is only looked at again where it has changed.
        """
        where, steps, known = self._sound_before or ([WAITING] * len(state.where), self.roster.steps, {})
        moved, hurt = _differing(where, state.where), _differing(steps, state.steps)
        stacks = _stacked(known, moved, where, state.where)
        if stacks != state.stacks or not all(self._may_hold(h, stacks[h]) for u in moved if (h := state.where[u]) >= 0):
            return False
        for u in (*moved, *hurt):
            left = state.steps[u]
            if not 0 <= left <= self.roster.steps[u] or (state.where[u] == DEAD) != (left == 0):
                return False
        self._sound_before = state.where.copy(), state.steps.copy(), stacks
        return True

    def _may_hold(self, h: int, mask: int) -> bool:
        """Whether a number is that of a hex and these units are of one side."""
        return h in self.grid and not all(mask & side for side in self.roster.of_side)

    def _defects_of(self, state: H) -> list[str]:
        found = []
        name, keys = self.grid.name, self.roster.keys
        for h, mask in state.stacks.items():
            members = list(bits(mask))
            if h not in self.grid:
                found.append(f"units at {h}, which is not a hex")
            elif len({self.roster.side[u] for u in members}) > 1:
                found.append(f"both sides at {name(h)}")
            if not members or any(state.where[u] != h for u in members):
                found.append(f"the stack at {h} does not match its units")
        for u, h in enumerate(state.where):
            if h >= 0 and not state.stacks.get(h, 0) >> u & 1:
                found.append(f"{keys[u]} is missing from its hex")
            if (h == DEAD) != (state.steps[u] == 0):
                found.append(f"{keys[u]} has {counted(state.steps[u], 'step')} at {h}")
            if not 0 <= state.steps[u] <= self.roster.steps[u]:
                found.append(f"{keys[u]} has {counted(state.steps[u], 'step')}")
        return found

    def standing(self, state: H, places: Mapping[str, str]) -> tuple[H, tuple[int, ...]]:
        """A copy of a state in which units stand elsewhere, and these units; an empty place is where a unit stands now.

        Raises NameNotKnown for names that are not there, HexwrightError for a unit off the map.
        """
        twin = state.copy()
        for key, name in places.items():
            unit = self.roster.find(key)
            if name:
                self.put(twin, unit, self.grid.parse(name))
            elif state.where[unit] < 0:
                raise HexwrightError(f"{self.roster.names[unit]} is not on the map")
        return twin, tuple(sorted(self.roster.find(key) for key in places))

    # -- ways given in part -----------------------------------------------------------------------------------

    def whole_way(self, start: int, given: list[int], steps: Steps, legal: Callable[[], Legs | None]) -> Legs:
        """A way given by some of its hexes, made whole: as ``legal`` finds it, else by terrain alone.

        A hex twice in a row is no way, and is left for the rules to refuse.
        """
        if start < 0 or not given or NOWHERE in given:
            return plain(given)
        stands = any(a == b for a, b in pairwise([start, *given]))
        return (None if stands else legal()) or self.by_terrain(start, given, steps)

    def spelled_out(self, start: int, way: list[int]) -> bool:
        """Whether a way begins with ``start``, where its unit stands, and goes on from neighbour to neighbour."""
        return len(way) > 1 and way[0] == start and all(self.distance(a, b) == 1 for a, b in pairwise(way))

    def by_terrain(self, start: int, given: list[int], steps: Steps) -> Legs:
        """A way through given hexes: the cheapest over open ground where two are not adjacent."""
        legs = []
        at = start
        for h in given:
            found = reach(at, steps, _ENDLESS) if self.distance(at, h) > 1 else None
            legs.append(found.path(h) if found and h in found.cost else (h,))
            at = h
        return tuple(legs)


def _differing(before: Sequence[int], now: Sequence[int]) -> list[int]:
    """The units with changes; most often there are none, which is found at once."""
    return [] if now == before else [*compress(range(len(now)), map(ne, now, before))]


def _stacked(
    stacks: Mapping[int, int], moved: Sequence[int], before: Sequence[int], now: Sequence[int]
) -> dict[int, int]:
    """The stacks once units have moved: the units of each hex (a mask), by what they were and where the units stood."""
    found = dict(stacks)
    for u in moved:
        if (h := before[u]) >= 0:
            found[h] &= ~(1 << u)
            if not found[h]:
                del found[h]
    for u in moved:
        if (h := now[u]) >= 0:
            found[h] = found.get(h, 0) | 1 << u
    return found
