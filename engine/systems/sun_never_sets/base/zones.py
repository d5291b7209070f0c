"""Paragraphs 9.1 and 9.2: zones of control, of units in good order, over no major river and into no enemy fortress."""

from __future__ import annotations

from collections.abc import Iterator

from engine.mechanics.hexes.hexstate import HexState
from engine.mechanics.hexes.zones import Zones
from engine.systems.sun_never_sets.base.counters import GOOD, SnsRoster
from engine.systems.sun_never_sets.base.ground import Ground
from engine.systems.sun_never_sets.base.state import SnsState


class SnsZones(Zones):
    """The zones of control of both sides."""

    def __init__(self, roster: SnsRoster, ground: Ground) -> None:
        super().__init__(roster, ground.control, roster.silent)
        self.fortress = ground.fortress
        self._roster = roster

    def reached(self, state: HexState, side: int, unit: int) -> Iterator[int]:
        """The hexes that a unit controls: none by a demoralized one (9.1), none into a fortress that the enemy of its
        side stands in, none by a besieged garrison (9.23), none by who is aboard (27.21)."""
        h = state.where[unit]
        if h >= 0 and state.steps[unit] == GOOD and not (isinstance(state, SnsState) and self._mute(state, unit, h)):
            for n in self.reach[h]:
                if not self.fortress[n] or not state.stacks.get(n, 0) & self._roster.of_side[1 - side]:
                    yield n

    def _mute(self, state: SnsState, unit: int, h: int) -> bool:
        """Whether a unit in a hex exerts none though it is in good order: it is aboard, or besieged (27.21, 9.23)."""
        if state.extras.aboard >> unit & 1:
            return True
        return self.fortress[h] and any(fortress == h for _, fortress in state.extras.sieges)

    def _found(self, state: HexState, side: int) -> bytearray:
        zone = bytearray(len(self.reach))
        for unit in self._members[side]:
            for n in self.reached(state, side, unit):
                zone[n] = 1
        return zone

    def holders(self, state: HexState, side: int) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for unit in self._members[side]:
            for n in self.reached(state, side, unit):
                found.setdefault(n, []).append(self._keys[unit])
        return found
