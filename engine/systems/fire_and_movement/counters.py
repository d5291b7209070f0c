"""Chapter 2.3: the counters, and the force of a scenario as arrays by unit number."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from engine.mechanics.roster import Roster
from engine.scenario import Scenario

UNIT_TYPES: Final = (
    "infantry",
    "armour",
    "mechanised",
    "motorised",
    "parachute",
    "glider",
    "commando",
    "ranger",
    "cavalry",
    "reconnaissance",
    "anti_tank",
    "anti_air",
    "assault_gun",
    "artillery",
    "engineer",
    "machine_gun",
    "headquarters",
    "security",
)
"""What a counter may show; the type changes nothing in play, its values do (2.3.1)."""


class UnitValues(BaseModel):
    """What a counter of this system says beside side, name, type and size (2.3)."""

    model_config = ConfigDict(extra="forbid", strict=True)

    attack: int = Field(ge=0, le=99, description="Attack strength (2.3.2)")
    defense: int = Field(ge=0, le=99, description="Defense strength (2.3.2)")
    movement: int = Field(ge=0, le=99, description="Movement allowance in movement points (2.3.2)")
    reduced_attack: int | None = Field(default=None, ge=0, le=99, description="Attack strength of the reduced side")
    reduced_defense: int | None = Field(default=None, ge=0, le=99, description="Defense strength of the reduced side")
    mobile: bool = Field(default=False, description="A mobile unit: red box; others are leg units (2.3.2)")
    no_zoc: bool = Field(default=False, description="Exerts no zone of control: black hexagon (6.0)")
    commando: bool = Field(default=False, description="Pays nothing extra in enemy zones of control (6.1)")
    seaborne: bool = Field(default=False, description="May arrive in all-sea hexes and land (8.3)")
    armoured_brigade: bool = Field(default=False, description="Spares a Commonwealth attack its shift (8.2.4)")


class FmRoster(Roster[UnitValues]):
    """All units of a scenario by number, with what their counters say."""

    second_side = ("reduced_attack", "reduced_defense")

    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario, UnitValues)
        self.attacks = self.printed("attack", "reduced_attack")
        self.defenses = self.printed("defense", "reduced_defense")
        self.movement = tuple(printed.movement for printed in self.values)
        self.mobile = self.flagged("mobile")
        self.no_zoc = self.flagged("no_zoc")
        self.commando = self.flagged("commando")
        self.seaborne = self.flagged("seaborne")
        self.armoured = self.flagged("armoured_brigade")

    def attack(self, unit: int, steps: int) -> int:
        """The attack strength at a number of steps."""
        return self.attacks[unit][steps] if steps > 0 else 0

    def defense(self, unit: int, steps: int) -> int:
        """The printed defense strength at a number of steps."""
        return self.defenses[unit][steps] if steps > 0 else 0

    def worth(self, unit: int, steps: int) -> int:
        """Victory counts steps: the text gives no other measure of a loss."""
        return max(steps, 0)
