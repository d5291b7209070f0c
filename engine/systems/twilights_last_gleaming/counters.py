"""Chapter 2: the counters. What is printed on them, and the force of a scenario as arrays by unit number."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from engine.errors import HexwrightError
from engine.mechanics.bits import mask_of
from engine.mechanics.roster import Roster
from engine.scenario import Scenario

CLASSES: Final = {"infantry": "infantry", "warband": "infantry", "artillery": "artillery", "cavalry": "cavalry"}
"""Unit type to movement class; warbands are infantry for all rules purposes (2.3)."""

UNIT_TYPES: Final = tuple(CLASSES)


class UnitValues(BaseModel):
    """What a counter of this system says beside side, name and type (2.3, 2.6, 7.2)."""

    model_config = ConfigDict(extra="forbid", strict=True)

    strength: int = Field(ge=1, le=99, description="Combat factor at full strength; 50 men or one gun a point (1.2)")
    reduced: int | None = Field(
        default=None, ge=1, le=99, description="Combat factor of the reduced side; none for a one-step unit (2.6)"
    )
    range: int | None = Field(default=None, ge=1, le=99, description="Bombardment range in hexes, artillery only (7.2)")
    heavy_battery: bool = Field(default=False, description="The heavy battery of Lundy's Lane (6.12, 10.2)")
    bayonet: bool = Field(default=False, description="A circled factor: bayonet charge of a two-step unit (Chippewa)")


class TlgRoster(Roster[UnitValues]):
    """All units of a scenario by number, with what their counters say."""

    second_side = ("reduced",)

    def __init__(self, scenario: Scenario) -> None:
        for unit in scenario.units.values():
            if unit.type not in CLASSES:
                raise HexwrightError(f"{unit.name} is of type {unit.type!r}; there are {', '.join(UNIT_TYPES)}")
        super().__init__(scenario, UnitValues)
        values = self.values
        self.kind = tuple(CLASSES[unit.type] for unit in self.units)
        self.gun = tuple(kind == "artillery" for kind in self.kind)
        self.factors = self.printed("strength", "reduced")
        self.range = tuple(printed.range or 0 if gun else 0 for printed, gun in zip(values, self.gun, strict=True))
        two_step = mask_of(u for u, steps in enumerate(self.steps) if steps > 1)
        self.bayonet = self.flagged("bayonet") & two_step
        """The units of the bayonet charge: two-step units with a circled factor; the mark gives others nothing."""
        self.heavy = self.flagged("heavy_battery")
        """The heavy batteries: one other unit of their side may stack with each (10.2)."""
        self.heavies = tuple(tuple(u for u in units if self.heavy >> u & 1) for units in self.side_units)
        """The same by side."""
        self.guns = mask_of(u for u, gun in enumerate(self.gun) if gun)

    def factor(self, unit: int, steps: int) -> int:
        """The printed combat factor at a number of steps (2.6)."""
        return self.factors[unit][steps] if steps > 0 else 0

    def worth(self, unit: int, steps: int) -> int:
        return self.factor(unit, steps)

    def defence(self, unit: int, steps: int) -> int:
        """The strength a unit defends with: artillery always at one (7.9)."""
        return 1 if self.gun[unit] else self.factor(unit, steps)
