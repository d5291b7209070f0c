"""What a campaign's own paragraphs may change: hooks that the chapters ask, answered for a campaign without any."""

from __future__ import annotations

from typing import ClassVar

from engine.mechanics.bits import bits
from engine.play import Step
from engine.systems.sun_never_sets.field import SnsField
from engine.systems.sun_never_sets.state import SnsState


class Campaign:
    """The exclusive rules of a campaign (15.2)."""

    key: ClassVar[str] = ""
    native_rule: ClassVar[str] = "13.53"
    """The paragraph on where Native units are placed."""

    def native_area(self, field: SnsField, state: SnsState) -> list[int]:
        """Where Native reinforcements may be placed, enemies left aside (13.53): on own towns and fortresses."""
        ground = field.ground
        own = field.roster.of_side[field.native]
        return [
            h
            for h, mask in sorted(state.stacks.items())
            if mask & own and (ground.town[h] or ground.fortress[h] or mask & own & field.roster.headquarters)
        ]

    def native_modifier(self, field: SnsField, state: SnsState) -> int:
        """A modifier of the Native table besides those of the points (13.52)."""
        return 0

    def native_rolled(self, field: SnsField, state: SnsState) -> None:
        """The Native table has been rolled on."""

    def arrived(self, field: SnsField, state: SnsState, side: int, step: Step) -> None:
        """The reinforcement segment of a side begins: contingency reinforcements (13.12)."""

    def line_closed(self, field: SnsField, h: int, by_road: bool) -> bool:
        """Whether no line of supply runs through a hex (12.24)."""
        return False

    def supply_hexes(self, field: SnsField, state: SnsState, side: int) -> list[int]:
        """Where the supply units of a turn appear: on the lines of communication (12.64)."""
        return field.communication_of(state, side)


def headquarters_hexes(field: SnsField, state: SnsState, side: int) -> list[int]:
    """The hexes where a headquarters of a side stands."""
    mask = field.roster.headquarters & field.roster.of_side[side]
    return sorted({state.where[u] for u in bits(mask) if state.where[u] >= 0})
