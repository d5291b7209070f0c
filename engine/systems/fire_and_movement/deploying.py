"""Set-up by the players, where the scenario leaves it to them (3.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.mechanics.hexes import deploying
from engine.mechanics.procedure import Breach
from engine.systems.fire_and_movement.field import FmField
from engine.systems.fire_and_movement.state import FmState


class OwnGround(deploying.Standing[FmField, FmState]):
    """Where a unit may be set up under these rules."""

    system: ClassVar[str] = "fm"
    set_up_rule: ClassVar[str] = "3.0"

    def closed(self, field: FmField, state: FmState, unit: int, h: int) -> Iterator[Breach]:
        """Terrain and stacking (5.2, 5.3)."""
        name, at = field.roster.names[unit], field.place(h)
        if field.ground.sea[h] and not field.roster.seaborne >> unit & 1:
            yield "5.2", f"{at} is an all-sea hex and {name} is not seaborne"
        if h in state.stacks:
            yield "5.3", f"{at} is occupied; one unit per hex"


@dataclass(frozen=True)
class Placing(OwnGround, deploying.Placing[FmField, FmState]):
    """A unit was chosen: where it stands (3.0)."""


@dataclass(frozen=True)
class SetUp(OwnGround, deploying.SetUp[FmField, FmState]):
    """The groups that the players set up (3.0)."""

    placing = Placing


@dataclass(frozen=True)
class Arriving(OwnGround, deploying.Arriving[FmField, FmState]):
    """Reinforcements that are put straight into hexes (3.0)."""

    placing = Placing

    set_up_rule: ClassVar[str] = "3.0"
