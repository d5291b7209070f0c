"""Set-up by the players, where the scenario leaves it to them (2.8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.mechanics.hexes import deploying
from engine.mechanics.procedure import Breach
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.moving import occupied
from engine.systems.twilights_last_gleaming.state import TlgState


class OwnGround(deploying.Standing[TlgField, TlgState]):
    """Where a unit may be set up under these rules."""

    system: ClassVar[str] = "tlg2"
    set_up_rule: ClassVar[str] = "2.8"

    def closed(self, field: TlgField, state: TlgState, unit: int, h: int) -> Iterator[Breach]:
        """Terrain and stacking (4.9, 4.16)."""
        if not field.ground.playable[h]:
            yield "4.16", f"{field.place(h)} is an all-river hex"
        yield from occupied(field, state, unit, h)


@dataclass(frozen=True)
class Placing(OwnGround, deploying.Placing[TlgField, TlgState]):
    """A unit was chosen: where it stands (2.8)."""


@dataclass(frozen=True)
class SetUp(OwnGround, deploying.SetUp[TlgField, TlgState]):
    """The groups that the players set up (2.8)."""

    placing = Placing


@dataclass(frozen=True)
class Arriving(OwnGround, deploying.Arriving[TlgField, TlgState]):
    """Reinforcements that are put straight into hexes (5.1)."""

    placing = Placing

    set_up_rule: ClassVar[str] = "5.1"
