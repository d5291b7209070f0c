"""Set-up by the players, and reinforcements that are put straight into hexes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.kit.bound.costs import PROHIBITED
from engine.kit.play.frames import KitFrame
from engine.kit.play.state import KitState
from engine.mechanics.hexes import deploying
from engine.mechanics.procedure import Breach


class KitStanding(deploying.Standing[Any, KitState], KitFrame):
    """Where a unit may be set up: not on ground that it may not enter, nor over the stacking limit."""

    system: ClassVar[str] = "kit"
    set_up_rule: ClassVar[str] = "sequence"

    def closed(self, field: Any, state: KitState, unit: int, h: int) -> Iterator[Breach]:
        if field.costs.ground_of(state, unit, h).price == PROHIBITED:
            yield field.cites("movement", "costs")[0], f"{field.roster.names[unit]} cannot be in {field.place(h)}"
        if not field.stacking.fits(state, unit, h):
            yield from field.stacking.faults(state, unit, h)


@dataclass(frozen=True)
class KitPlacing(KitStanding, deploying.Placing[Any, KitState]):
    """A unit was chosen: where it stands."""


@dataclass(frozen=True)
class KitSetUp(KitStanding, deploying.SetUp[Any, KitState]):
    """The groups that the players set up."""

    placing = KitPlacing


@dataclass(frozen=True)
class KitArriving(KitStanding, deploying.Arriving[Any, KitState]):
    """Reinforcements that are put straight into hexes."""

    placing = KitPlacing

    set_up_rule: ClassVar[str] = "arrivals"
