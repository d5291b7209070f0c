"""Set-up by the players: on own hexes of their area, never with the enemy (15.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.mechanics import deploying
from engine.mechanics.procedure import Breach
from engine.systems.sun_never_sets.field import SnsField
from engine.systems.sun_never_sets.state import SnsState


class OwnGround(deploying.Standing[SnsField, SnsState]):
    """Where a unit may be set up under these rules."""

    system: ClassVar[str] = "sns2"
    set_up_rule: ClassVar[str] = "15.1"

    def counted(self, field: SnsField, units: int) -> int:
        """Combat units; headquarters and supply units may join them (afghan:3.1)."""
        return (units & field.roster.combat).bit_count()

    def closed(self, field: SnsField, state: SnsState, unit: int, h: int) -> Iterator[Breach]:
        """Ground that no land unit enters, and hexes closed to the side (6.34, asante:6.3)."""
        if field.ground.closed[h]:
            yield "6.34", f"no land unit can be in {field.place(h)}"
        if h in field.closed[field.roster.side[unit]]:
            yield "15.2", f"{field.place(h)} is closed to {field.sides[field.roster.side[unit]]}"


@dataclass(frozen=True)
class SetUp(OwnGround, deploying.SetUp[SnsField, SnsState]):
    """The groups that the players set up (15.1)."""

    reveals: ClassVar[bool] = False

    def placing(self, unit: int) -> Placing:
        return Placing(unit)


@dataclass(frozen=True)
class Placing(OwnGround, deploying.Placing[SnsField, SnsState]):
    """A unit was chosen: where it stands (15.1)."""
