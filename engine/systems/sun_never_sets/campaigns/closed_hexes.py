"""Hexes that a side, or the units of a nation, never enter: Coast Castle (asante:6.3), Massawa (abyssinia:6.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.mechanics.bits import bits
from engine.mechanics.procedure import Breach
from engine.play.words import listed
from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.base.field import SnsField


def closed_to(field: SnsField, side: int, units: int, h: int) -> Iterator[Breach]:
    """The paragraph that closes a hex to units of a side, however they would come there; nothing where none does."""
    if h in field.closed[side]:
        yield "asante:6.3", f"{field.place(h)} is closed to the {field.side_name(side)}"
    if barred := field.kept_out.get(h, 0) & units:
        names = listed(field.roster.names[u] for u in bits(barred))
        yield campaigns.of(field).kept_out_rule, f"{names} may never enter {field.place(h)}"
