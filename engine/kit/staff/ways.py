"""Where the units of a side may go in a phase of movement, and by which action."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.kit.play.state import KitState
from engine.kit.play.turns import is_turn, towards
from engine.mechanics.acts import walk_of
from engine.mechanics.hexes.movement import Reach
from engine.play import Action

_NEAR: Final = 3
"""The distance, in hexes, beyond which enemies are not faced."""


class Ways:
    """The moves of a phase by unit and the hex where they end; those who come onto the map among them."""

    def __init__(self, field: Any, state: KitState, march: Any, side: int, *, moves: bool = True) -> None:
        self.field, self.state, self.march = field, state, march
        self._reached: dict[int, Reach] = {}
        self._ends: dict[int, dict[int, Action | None]] = {}
        self.entries: dict[int, int] = {}
        """The entry hexes of units that come onto the map."""
        for u in march.movable(field, state, side) if moves else ():
            if field.arcs is not None and field.arcs.has(state, u):
                self._ends[u] = self._facing(u)
            else:
                found = march.reach_of(field, state, u)
                self._reached[u] = found
                self._ends[u] = dict.fromkeys(march.endings(state, u, found))
        if field.arcs is None:
            for u in march.due(field, state, side):
                self._enter(u)

    def _enter(self, unit: int) -> None:
        """The ways of a unit onto the map: by the entry hex from which it gets to most hexes."""
        ways = [
            (h, self.march.reach_in(self.field, self.state, unit, h))
            for h in self.march.entry_hexes(self.field, self.state, unit)
        ]
        ways = [(h, found) for h, found in ways if found.cost]
        if not ways:
            return
        h, found = max(ways, key=lambda way: (len(way[1].cost), -way[0]))
        ends = [n for n in found.cost if self.march.may_end(self.state, unit, n)]
        if ends:
            self._reached[unit], self.entries[unit] = found, h
            self._ends[unit] = dict.fromkeys(ends)

    def __contains__(self, unit: object) -> bool:
        return unit in self._ends

    def __iter__(self) -> Iterator[int]:
        return iter(self._ends)

    def ends(self, unit: int) -> Iterator[int]:
        """The hexes where a unit may end its move."""
        return iter(self._ends[unit])

    def leads(self, unit: int, h: int) -> bool:
        """Whether a unit may end its move in a hex."""
        return h in self._ends[unit]

    def path(self, unit: int, h: int) -> tuple[int, ...]:
        """The hexes of the way of a unit to a hex."""
        action = self._ends[unit][h]
        if action is None:
            return tuple(self._reached[unit].path(h))
        return tuple(step for step in walk_of(action).path if not is_turn(step))

    def action(self, unit: int, h: int) -> Action:
        """The move of a unit that ends in a hex."""
        found = self._ends[unit][h]
        if found is not None:
            return found
        path = self._reached[unit].path(h)
        if unit in self.entries:
            return Action("enter", (unit, self.entries[unit], *path))
        return Action("move", (unit, *path))

    def _facing(self, unit: int) -> dict[int, Action | None]:
        """The ways of a unit that faces a direction: of those to a hex the one that ends facing most enemies."""
        best: dict[int, tuple[int, int]] = {}
        found: dict[int, Action | None] = {}
        at = self.state.where[unit]
        for way in self.march.ways_on(self.field, self.state, unit, at):
            hexes = [step for step in way if not is_turn(step)]
            end = hexes[-1] if hexes else at
            last = next((towards(step) for step in reversed(way) if is_turn(step)), self.state.facing[unit])
            rank = self._ahead(unit, end, last), -len(way)
            if end not in best or rank > best[end]:
                best[end] = rank
                found[end] = self.march.made_action("move", unit, way)
        return found

    def _ahead(self, unit: int, h: int, facing: int) -> int:
        """How many of the nearest enemies a unit in a hex has before it: those within three hexes."""
        foes = self.field.roster.of_side[1 - self.field.roster.side[unit]]
        grid, points = self.field.grid, 0
        for at, mask in self.state.stacks.items():
            if mask & foes and at != h and grid.distance(h, at) <= _NEAR:
                ahead = min(
                    range(6), key=lambda d: grid.distance(grid.ring1[h][d], at) if grid.ring1[h][d] >= 0 else 99
                )
                turned = (ahead - facing) % 6
                points += 2 if turned == 0 else 1 if turned in (1, 5) else 0
        return points
