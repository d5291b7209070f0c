"""Paragraphs 2.4 and 10.0: the counters. What is printed on them, and the forces of a scenario by unit number."""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.errors import HexwrightError
from engine.mechanics.bits import mask_of
from engine.mechanics.roster import Roster
from engine.scenario import Scenario

HEADQUARTERS: Final = "headquarters"
SUPPLY: Final = "supply"
CIVILIANS: Final = "civilians"
RAILWAYMEN: Final = "railroad_engineer"
"""Units that build and mend railways (30.2)."""
ELEPHANT: Final = "elephant"
"""Units that carry a supply unit or guns (abyssinia:6.4, afghan:6.6)."""
ARTILLERY: Final = "artillery"
GUNS: Final = (ARTILLERY, "machine_gun", "rocket")
"""Types that fire in the artillery round (8.31)."""
RIDERS: Final = ("cavalry", "mounted_infantry", "camel_corps")
"""Types that reconnoitre, screen and evade; horse artillery is none of them (19.2, 22.2)."""
MOUNTED: Final = (*RIDERS, HEADQUARTERS)
"""Types that may advance two hexes after a battle (8.93); horse artillery is none of them."""
BOATS: Final = ("gunboat", "steamer", "junk", "river_transport")
"""Riverine types: gunboats, armed steamers, armed junks and river transports (27.0)."""
FLEET: Final = "fleet"
UNLIMITED: Final = 99
"""The movement factor that boats and fleets count as: they go as far as they like (27.1, 28.1)."""
MACHINE_GUNS: Final = "G"
"""What boats and fleets fire their machine guns as (27.52)."""
UNIT_TYPES: Final = (
    "infantry",
    "mounted_infantry",
    "camel_corps",
    "cavalry",
    *GUNS,
    "engineer",
    "pioneer",
    HEADQUARTERS,
    SUPPLY,
    CIVILIANS,
    RAILWAYMEN,
    ELEPHANT,
    *BOATS,
    FLEET,
)
"""The types of the standard game (2.43), boats and fleets (27.0, 28.0)."""

FRIENDLY: Final = "friendly"
"""The nation of friendly Natives (2.41)."""
HOSTILE: Final = "hostile"
"""The nation of hostile Natives (2.41)."""

GOOD, DEMORALIZED = 2, 1
"""Steps of a unit in good order and of a demoralized one (11.2)."""

EMPIRE, NATIVE = "empire", "native"
"""The roles of the two sides (2.0)."""


_WEAPONS: Final[dict[str, Any]] = {
    "A": "early breechloading guns",
    "B": "breechloaders, or late breechloading guns",
    "C": "a horseman's sabre and firearm",
    "F": "field guns",
    "G": "early machine guns",
    "H": "heavy guns",
    "L": "magazine rifles, or light guns",
    "M": "muskets, or machine guns",
    "N": "none",
    "R": "rifled muskets, or rockets",
    "S": "swords and spears",
}
"""What a letter stands for with foot or horse, or with guns (2.44)."""


class UnitValues(BaseModel):
    """What a counter of this system says beside side, name and type (2.4)."""

    model_config = ConfigDict(extra="forbid", strict=True)

    strength: int = Field(default=0, ge=0, le=99, description="Combat strength; 200 to 250 men or a battery (2.1)")
    weapon: Literal["A", "B", "C", "F", "G", "H", "L", "M", "N", "R", "S"] = Field(
        default="N",
        description="Weapons type; N has none and never fires (2.44)",
        json_schema_extra={"meanings": _WEAPONS},
    )
    melee_weapon: Literal["", "S"] = Field(
        default="",
        description="Swords that a musket unit fights with (2.44)",
        json_schema_extra={"meanings": {"": "none", "S": "swords"}},
    )
    morale: Literal["V", "L", "R", "F"] = Field(
        default="R",
        description="Veteran, line, rabble or fanatic (2.45)",
        json_schema_extra={"meanings": {"V": "veteran", "L": "line", "R": "rabble", "F": "fanatic"}},
    )
    movement: int = Field(default=0, ge=0, le=99, description="Movement points of a march (2.46)")
    tactical: int = Field(default=0, ge=0, le=9, description="Tactical value of a headquarters (2.48)")
    strategic: int = Field(default=0, ge=0, le=9, description="Strategic value of a headquarters (2.48)")
    commander: bool = Field(default=False, description="The commander in chief of its side (2.48)")
    engineer: bool = Field(default=False, description="A headquarters of engineers, for sappers and railways (2.48)")
    political: bool = Field(default=False, description="A headquarters that is a political officer (2.48, 25.1)")
    nation: str = Field(default="", max_length=40, description="The nation, for replacements and events (2.41)")
    horse: bool = Field(default=False, description="Horse artillery, which does not count as mounted (8.93)")
    irregular: bool = Field(default=False, description="An irregular unit rather than a regiment (2.47)")
    levy: bool = Field(default=False, description="A native levy in British service (event2:british:46-51)")
    scouts: bool = Field(default=False, description="A unit that scouts (asante:6.7)")
    guns: int = Field(default=0, ge=0, le=99, description="Strength of the guns of a boat or fleet (27.52)")
    machine_guns: int = Field(default=0, ge=0, le=99, description="Strength of its machine guns (27.52)")


class SnsRoster(Roster[UnitValues]):
    """All units of a scenario by number, with what their counters say."""

    def __init__(self, scenario: Scenario) -> None:
        for unit in scenario.units.values():
            if unit.type not in UNIT_TYPES:
                raise HexwrightError(f"unit {unit.key} is of type {unit.type!r}; there are {', '.join(UNIT_TYPES)}")
        super().__init__(scenario, UnitValues)
        values = self.values
        self.type = tuple(unit.type for unit in self.units)
        self.boats = self.of_type(*BOATS)
        """Riverine units (27.0)."""
        self.fleets = self.of_type(FLEET)
        self.afloat = self.boats | self.fleets
        self.strength = tuple(max(printed.strength, printed.guns, printed.machine_guns) for printed in values)
        self.weapon = tuple(printed.weapon for printed in values)
        self.movement = tuple(
            UNLIMITED if self.afloat >> u & 1 else printed.movement for u, printed in enumerate(values)
        )
        self.tactical = tuple(printed.tactical for printed in values)
        self.strategic = tuple(printed.strategic for printed in values)
        self.nation = tuple(printed.nation for printed in values)
        self.headquarters = self.of_type(HEADQUARTERS)
        self.supply = self.of_type(SUPPLY)
        self.guns = self.of_type(*GUNS)
        self.mounted = self.of_type(*MOUNTED)
        self.commanders = self.flagged("commander") & self.headquarters
        """The commanders in chief (10.2)."""
        self.engineers = self.of_type("engineer")
        self.pioneers = self.of_type("pioneer")
        self.civilians = self.of_type(CIVILIANS)
        self.railwaymen = self.of_type(RAILWAYMEN)
        self.engineer_headquarters = self.flagged("engineer") & self.headquarters
        """Headquarters that help sapper attacks (17.22) and those who lay railways (30.21)."""
        self.political = self.flagged("political") & self.headquarters
        """Headquarters that are political officers (2.48, 25.1)."""
        self.scouts = self.of_type(*RIDERS) | self.flagged("scouts")
        """Units that reconnoitre (19.2, asante:6.7)."""
        self.elephants = self.of_type(ELEPHANT)
        self.friendly = mask_of(u for u, nation in enumerate(self.nation) if nation == FRIENDLY)
        """Friendly Natives (2.41)."""
        self.irregulars = self.flagged("irregular")
        """Irregular units rather than regiments (2.47)."""
        self.levies = self.flagged("levy")
        self.horse_artillery = self.flagged("horse") & self.guns
        self.combat = mask_of(u for u, strength in enumerate(self.strength) if strength > 0)
        self.combat &= ~(self.headquarters | self.civilians)
        """Units with a combat strength, headquarters and civilians never among them (26.1)."""
        self.silent = self.headquarters | self.afloat | self.of_type(SUPPLY, CIVILIANS)
        """Units without a zone of control whatever their state (9.1)."""

    def of_type(self, *types: str) -> int:
        """The mask of the units of some types."""
        return mask_of(u for u, unit in enumerate(self.units) if unit.type in types)

    def count_steps(self) -> tuple[int, ...]:
        """Two for every unit: in good order, and demoralized (11.2); a headquarters never loses one (10.52)."""
        return (GOOD,) * len(self.units)

    def worth(self, unit: int, steps: int) -> int:
        """The combat strength of a unit; a demoralized one keeps it (11.3)."""
        return self.strength[unit] if steps > 0 else 0
