"""Persia 1856-57: the exclusive paragraphs."""

from __future__ import annotations

from typing import ClassVar, Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.systems.sun_never_sets.base import sieges
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.campaigns.base import Campaign

KHOSAB: Final = "khosab_reached"


class Persia(Campaign):
    """Bushehr, Khosab, Shiraza."""

    key: ClassVar[str] = "persia"
    once: ClassVar[tuple[str, ...]] = (KHOSAB,)
    native_rule: ClassVar[str] = "persia:3.23"
    factors_rule: ClassVar[str] = "persia:4.5"
    set_up_rules: ClassVar[tuple[str, str]] = ("persia:4.1", "persia:3.1")
    scheduled_rule: ClassVar[str] = "persia:4.2"
    landing: ClassVar[tuple[str, str]] = ("persia:4.6", "landed on an open coast this turn and does not march")

    def native_area(self, field: SnsField, state: SnsState, unit: int = NOWHERE, placed: int = 0) -> list[int]:
        """In fortresses that the Persians hold, none that is besieged, and on the land edge of the map, in enemy zones
        too (persia:3.23)."""
        own = field.roster.of_side[field.native]
        held = [
            h
            for h in state.stacks
            if field.ground.fortress[h] and state.stacks[h] & own and not sieges.besieged(field, state, h, field.native)
        ]
        return sorted({*held, *field.places.get("land_edge", ())})

    def _reached(self, field: SnsField, state: SnsState) -> bool:
        """Whether a British unit stands in the column of Khosab or east of it (persia:3.3)."""
        line = [field.grid.offset(h)[0] for h in field.places.get("khosab_line", ())]
        if not line or KHOSAB in state.happened:
            return False
        british = (state.where[u] for u in bits(field.roster.of_side[field.empire]))
        return any(h >= 0 and field.grid.offset(h)[0] >= min(line) for h in british)

    def native_modifier(self, field: SnsField, state: SnsState) -> int:
        """+2, once, when the British have first come as far as Khosab (persia:3.3)."""
        return field.tables.native_reinforcement.modifiers.campaign[self.key].die if self._reached(field, state) else 0

    def native_rolled(self, field: SnsField, state: SnsState) -> None:
        if self._reached(field, state):
            state.happened = (*state.happened, KHOSAB)
