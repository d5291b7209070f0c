"""What a campaign's own paragraphs may change: hooks that the chapters ask, answered for a campaign without any."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from engine.mechanics.bits import bits
from engine.mechanics.procedure import Breach
from engine.play import Step
from engine.systems.sun_never_sets.field import SnsField
from engine.systems.sun_never_sets.state import SnsState

Arriving = tuple[int, tuple[int, ...]]
"""A unit that comes, and the hexes where it may be placed."""


class Campaign:
    """The exclusive rules of a campaign (15.2)."""

    key: ClassVar[str] = ""
    native_rule: ClassVar[str] = "13.53"
    """The paragraph on where Native units are placed."""
    works_rule: ClassVar[str] = "17.31"
    """The paragraph on who builds fieldworks."""
    heights_rule: ClassVar[str] = "8.6"
    """The paragraph on who fires up into mountains and passes at less than their modifier."""

    kept_out_rule: ClassVar[str] = "15.2"
    """The paragraph on hexes that units of a nation may never enter."""
    elephants_rule: ClassVar[str] = "abyssinia:6.4"
    """The paragraph on elephants."""

    def native_area(self, field: SnsField, state: SnsState) -> list[int]:
        """Where Native reinforcements may be placed, enemies left aside (13.53): in own towns and fortresses, and with
        own headquarters."""
        ground, own = field.ground, field.roster.of_side[field.native]
        held = {h for h, mask in state.stacks.items() if mask & own and (ground.town[h] or ground.fortress[h])}
        return sorted({*held, *headquarters_hexes(field, state, field.native)})

    def native_modifier(self, field: SnsField, state: SnsState) -> int:
        """A modifier of the Native table besides those of the points (13.52)."""
        return 0

    def native_rolled(self, field: SnsField, state: SnsState) -> None:
        """The Native table has been rolled on."""

    def arriving(self, field: SnsField, state: SnsState, side: int) -> list[Arriving]:
        """Contingency reinforcements at the beginning of a side's reinforcement segment (13.12)."""
        return []

    def line_closed(self, field: SnsField, h: int, by_road: bool) -> bool:
        """Whether no line of supply runs through a hex (12.24)."""
        return False

    def works(self, field: SnsField, state: SnsState, side: int) -> list[int]:
        """The hexes where a side may build fieldworks in its movement segment by a paragraph of the campaign."""
        return []

    def built(self, state: SnsState) -> None:
        """Fieldworks have been built by that paragraph."""

    def opening(self, field: SnsField, state: SnsState, step: Step) -> None:
        """What comes before the set-up of a game."""

    def misplaced(self, field: SnsField, state: SnsState, unit: int, h: int) -> Iterator[Breach]:
        """Why a unit may not be set up in a hex by a paragraph of the campaign."""
        return iter(())

    def occupied(self, field: SnsField, state: SnsState, step: Step) -> None:
        """Units may have come into hexes for which the campaign has paragraphs: in a march, and before each segment."""

    def counts_as(self, field: SnsField, state: SnsState, h: int) -> int:
        """The hex in whose stead a hex of the victory conditions counts; itself, unless a paragraph swaps them."""
        return h


def headquarters_hexes(field: SnsField, state: SnsState, side: int) -> list[int]:
    """The hexes where a headquarters of a side stands."""
    mask = field.roster.headquarters & field.roster.of_side[side]
    return sorted({state.where[u] for u in bits(mask) if state.where[u] >= 0})
