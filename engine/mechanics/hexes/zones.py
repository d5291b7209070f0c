"""Zones of control: the hexes that the units of a side hold under threat, known until one of its units moves."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from engine.mechanics.bits import mask_of
from engine.mechanics.hexes.hexstate import HexState
from engine.mechanics.roster import Roster


class Zones:
    """How far zones of control reach: from the hex of a unit into ``reach`` of it.

    Units of the mask ``silent`` exert none; none reaches into the hexes ``spared``. Other units never cancel one.
    """

    def __init__(
        self, roster: Roster[Any], reach: Sequence[tuple[int, ...]], silent: int = 0, spared: Collection[int] = ()
    ) -> None:
        self.reach = reach
        self._spared = spared
        self._members = tuple(tuple(u for u in units if not silent >> u & 1) for units in roster.side_units)
        self._keys = roster.keys
        self._sides = roster.side_units
        self._true: list[tuple[bytes, list[int]]] = [(b"", []) for _ in roster.side_units]
        """For each side the zone that was found true last, and where its units stood."""

    def of(self, state: HexState, side: int) -> bytearray:
        """The zone of control of a side: 1 for each hex that one of its units controls; kept with the state."""
        known = state.zones[side]
        if known is None:
            known = state.zones[side] = self._found(state, side)
        return known

    def entangled(self, state: HexState) -> int:
        """The units of both sides that stand in an enemy zone of control, as a mask."""
        where, found = state.where, 0
        for side, units in enumerate(self._sides):
            enemy = self.of(state, 1 - side)
            found |= mask_of(u for u in units if where[u] >= 0 and enemy[where[u]])
        return found

    def _found(self, state: HexState, side: int) -> bytearray:
        zone = bytearray(len(self.reach))
        reach, where = self.reach, state.where
        for unit in self._members[side]:
            h = where[unit]
            if h >= 0:
                for n in reach[h]:
                    zone[n] = 1
        for h in self._spared:
            zone[h] = 0
        return zone

    def holders(self, state: HexState, side: int) -> dict[int, list[str]]:
        """The hexes in the zone of control of a side, each with the units that control it."""
        found: dict[int, list[str]] = {}
        for unit in self._members[side]:
            if state.where[unit] >= 0:
                for h in self.reach[state.where[unit]]:
                    if h not in self._spared:
                        found.setdefault(h, []).append(self._keys[unit])
        return found

    def stale(self, state: HexState) -> list[int]:
        """The sides whose zone, as the state keeps it, is no longer true; for tests.

        Asked after every action: a zone that was found true is not worked out again while no unit of the side moves.
        """
        found = []
        for side, known in enumerate(state.zones):
            if known is None:
                continue
            places = [state.where[u] for u in self._members[side]]
            zone, stood = self._true[side]
            if stood == places and zone == known:
                continue
            if known == self._found(state, side):
                self._true[side] = bytes(known), places
            else:
                found.append(side)
        return found
