"""The tables of this system as models: what a scenario may lay over them has to fit these."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal, Self, get_args

from pydantic import BeforeValidator, Field, model_validator

from engine.formats.documents import Text
from engine.formats.fitting import SHORT, refuse
from engine.mechanics.tables import Cost, TableModel, TablesModel
from engine.plural import counted
from engine.systems.sun_never_sets.base.campaign_tables import (
    CampaignTurns,
    Dahomey,
    Points,
    Replacements,
    Sieges,
    SupplyUnits,
)
from engine.systems.sun_never_sets.base.special import NumberOfUnits
from engine.systems.sun_never_sets.base.supply_tables import Forage, SimpleForage, Supply
from engine.systems.sun_never_sets.base.table_parts import Count, DieRange, Modifier, TableEntry

NEVER: Final = 99
"""The die of a result that never comes."""


def _die_of_result(value: Any) -> Any:
    return NEVER if value == "-" else value


March = Literal["hold", "march", "forced", "dash"]


class MarchRow(TableEntry):
    """What a die of the march table gives."""

    march: March
    attrition: bool


class MarchTable(TableModel):
    """The march table (6.0)."""

    die: DieRange
    rows: Annotated[dict[Count, MarchRow], SHORT]
    times: Annotated[dict[March, Count], SHORT]
    modifiers: Annotated[dict[str, Modifier], SHORT]
    results: Annotated[dict[March, Text], SHORT]

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if sorted(self.rows) != list(range(self.die.least, self.die.most + 1)):
            raise refuse(f"must have rows for {self.die.least} to {self.die.most} without a gap")
        return self


class AttritionTable(TableModel):
    """What attrition takes from a force, and who is spared it (6.0, 6.22)."""

    lost: Count
    spared: list[Text]
    spared_ways: list[Text]


class ByRole(TableEntry):
    """A figure for each side."""

    empire: Cost
    native: Cost

    def of(self, role: str) -> float:
        """The figure of a role."""
        return self.native if role == "native" else self.empire


class Terrain(TableEntry):
    """What a kind of ground, a feature or a work does: cost to enter, defence, line of the forage chart."""

    cost: ByRole | None = None
    defence: Modifier = 0
    forage: Text = ""
    besieged: Text = ""
    closed: bool = False


class Hexside(TableEntry):
    """What a hexside does."""

    cost: Cost = 0
    closed: bool = False
    zone: bool = True
    retreat: bool = True
    forage: Text = ""
    free: bool = False
    boats: bool = True


class Heights(TableEntry):
    """What mountains and passes take off the fire of those who climb well, at most (abyssinia:6.3, afghan:6.5)."""

    campaigns: list[Text]
    terrain: list[Text]
    native: Modifier
    friendly: Modifier
    empire: Modifier
    empire_types: list[Text]


class TerrainEffects(TableModel):
    """The terrain chart (6.31, 8.6, 9.2)."""

    hex: Annotated[dict[str, Terrain], SHORT]
    feature: Annotated[dict[str, Terrain], SHORT]
    hexside: Annotated[dict[str, Hexside], SHORT]
    road: Cost
    engineers: Annotated[dict[str, Cost], SHORT]
    atrocity: Annotated[dict[str, Text], SHORT]
    blown: Annotated[dict[str, Modifier], SHORT]
    earthquake: Annotated[dict[str, Modifier], SHORT]
    heights: Heights


class MovementExtras(TableModel):
    """What movement costs besides ground (9.31, 13.41)."""

    zone: Cost
    storm: Cost
    leave_map: Cost
    leave_map_by_rail: Cost
    reconnaissance: Cost
    negotiation: Cost
    demoralized: Annotated[float, Field(ge=0, le=1)]
    rounding: Literal["down"]


Least = Annotated[int, BeforeValidator(_die_of_result), Field(ge=-9, le=NEVER)]


class FireLine(TableEntry):
    """A line of a fire table: who fires on it, and for each number of factors the least dice for (1), 1, 2 and 3."""

    weapons: list[Text] = []
    fighters: list[Text] = []
    rows: Annotated[dict[Count, Annotated[list[Least], Field(min_length=4, max_length=4)]], SHORT, Field(min_length=1)]


class FireTable(TableModel):
    """A fire table (8.5)."""

    die: DieRange
    lines: Annotated[dict[str, FireLine], SHORT]


FireCode = Literal["(1)", "1", "2", "3"]
CODES: Final[tuple[FireCode, ...]] = get_args(FireCode)
"""Results of the fire tables from the mildest on; 0 is none."""


class FireResult(TableEntry):
    """What a result does: units eliminated, then units demoralized (8.52, 8.53)."""

    dead: Count
    shaken: Count


class FireResults(TableModel):
    """What the results of the fire tables mean."""

    results: Annotated[dict[str, FireResult], SHORT]


Round = Literal["artillery", "rifle", "melee"]


class FireModifiers(TableModel):
    """Modifiers of the fire die besides ground (8.6)."""

    morale: Annotated[dict[str, dict[Round, Modifier]], SHORT]
    demoralized: Modifier
    tactical_value: Modifier
    stormed: Modifier
    supplied: Annotated[dict[str, int], SHORT]


class SuperiorityTable(TableModel):
    """Modifiers of the die for tactical superiority (8.21)."""

    modifiers: Annotated[dict[str, Modifier], SHORT]


class Defeat(TableModel):
    """When a force is beaten, and what follows (8.7 to 8.9)."""

    share: Annotated[float, Field(gt=0, le=1)]
    retreat: Count
    advance: Count
    advance_mounted: Count
    mounted: list[Text]


class Rally(TableModel):
    """The rally table (11.5)."""

    columns: list[Text]
    rows: Annotated[dict[Count, list[Literal["R", "F", "D"]]], SHORT]
    modifiers: Annotated[dict[str, Modifier], SHORT]
    results: Annotated[dict[str, Text], SHORT]

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if missing := set("VLRF") - set(self.columns):
            raise refuse(f"has no column for morale {min(missing)}")
        if short := next((die for die, row in self.rows.items() if len(row) != len(self.columns)), None):
            results, columns = counted(len(self.rows[short]), "result"), counted(len(self.columns), "column")
            raise refuse(f"has {results} in row {short} for {columns}")
        if sorted(self.rows) != list(range(min(self.rows), max(self.rows) + 1)):
            raise refuse(f"must have rows for {min(self.rows)} to {max(self.rows)} without a gap")
        return self

    def result(self, morale: str, die: int) -> str:
        """R, F or D of a class and a modified die."""
        return self.rows[min(max(die, min(self.rows)), max(self.rows))][self.columns.index(morale)]


SapResult = Literal["countermine", "none", "blown"]


class Sapper(TableModel):
    """The sapper attack table (17.22)."""

    die: DieRange
    rows: Annotated[dict[Count, SapResult], SHORT]
    modifiers: Annotated[dict[str, Modifier], SHORT]
    results: Annotated[dict[SapResult, Text], SHORT]

    @model_validator(mode="after")
    def _whole(self) -> Self:
        self.die.check_rows(self.rows)
        return self


class Elephant(TableEntry):
    """What an elephant carries, and how fast (abyssinia:6.4, afghan:6.6)."""

    units: Count
    movement: Count
    gun_movement: Count
    takes: list[Text]


class Carriage(TableModel):
    """What boats and fleets have room for, and what units take up of it (27.41 to 27.44, 29.3)."""

    factors: Annotated[dict[str, Count], SHORT]
    weight: Annotated[dict[str, Count], SHORT]
    counts: Annotated[dict[str, Count], SHORT]
    transfer: Count
    elephant: Elephant


class Boats(TableModel):
    """What results of fire boats and fleets feel (27.542, 28.3)."""

    gunboat_ignores: list[Text]
    armoured: list[Text]
    fleet_least: Annotated[dict[Literal["before_1880", "from_1880"], FireCode], SHORT]


class Intelligence(TableModel):
    """Strategic intelligence (19.31) and what political officers make of it (25.4)."""

    at_most: Text
    betrayed: Count
    political_officer: Count


class Lead(TableEntry):
    """A lead in points and the modifier that it gives."""

    points: Count
    die: Modifier


class CampaignModifier(TableEntry):
    """A modifier of the native table in one campaign."""

    when: Text
    die: Modifier
    once: bool


class Leads(TableEntry):
    """Modifiers of the native table (13.5)."""

    native_lead: list[Lead]
    empire_lead: list[Lead]
    campaign: Annotated[dict[str, CampaignModifier], SHORT]


NativeResult = Literal["desertions", "none", "reinforcements", "uprising"]


class NativeReinforcement(TableModel):
    """The native reinforcement table (13.5), and how many units its results bring in each campaign."""

    die: DieRange
    rows: Annotated[dict[Count, NativeResult], SHORT]
    modifiers: Leads
    units: Annotated[dict[str, Annotated[dict[str, NumberOfUnits], SHORT]], SHORT]

    @model_validator(mode="after")
    def _whole(self) -> Self:
        self.die.check_rows(self.rows)
        return self


class Railways(TableModel):
    """How fast railways are laid, and the dice that cut them (30.21, 30.32)."""

    hexes_a_turn: Annotated[dict[str, Count], SHORT]
    cut: DieRange
    mend_segments: Count


NegotiationResult = Literal["insult", "none", "safe_conduct", "honors", "honors_lasting"]


class Nearby(TableEntry):
    """The modifier for something within a number of hexes."""

    die: Modifier
    within: Count


class NegotiationModifiers(TableEntry):
    """Modifiers of the negotiations table (25.21)."""

    lead: Lead
    behind: Lead
    besieged: Modifier
    atrocity: Nearby


class Negotiations(TableModel):
    """The negotiations table (25.21), and its results in words."""

    die: DieRange
    rows: Annotated[dict[Count, NegotiationResult], SHORT]
    modifiers: NegotiationModifiers
    results: Annotated[dict[NegotiationResult, Text], SHORT]

    @model_validator(mode="after")
    def _whole(self) -> Self:
        self.die.check_rows(self.rows)
        return self


class Price(TableEntry):
    """What a raised unit costs: points, replacement factors (25.31, 25.33)."""

    points: Count
    factors: Count
    movement: Count = 0
    """The movement factor of a supply unit that may be raised."""


class Raising(TableModel):
    """What political officers raise, and for what (25.3)."""

    friendly: Price
    supply: Price
    a_hex: Count


class VictoryLevel(TableEntry):
    """A level of victory, and the least margin in points that earns it; 0 for a draw."""

    name: Text
    margin: Count


class VictoryLevels(TableModel):
    """Levels of victory (16.1, 16.3)."""

    levels: list[VictoryLevel]
    automatic: Count
    evacuate_most: Text


class Tables(TablesModel):
    """All tables of this system."""

    system: ClassVar[str] = "sun_never_sets"

    march: MarchTable
    attrition: AttritionTable
    terrain_effects: TerrainEffects
    movement_extras: MovementExtras
    artillery_fire: FireTable
    rifle_fire: FireTable
    melee_fire: FireTable
    fire_results: FireResults
    fire_modifiers: FireModifiers
    superiority: SuperiorityTable
    defeat: Defeat
    rally: Rally
    forage: Forage
    simple_forage: SimpleForage
    supply: Supply
    native_reinforcement: NativeReinforcement
    victory_levels: VictoryLevels
    points: Points
    campaign_turns: CampaignTurns
    replacements: Replacements
    supply_units: SupplyUnits
    sapper: Sapper
    negotiations: Negotiations
    intelligence: Intelligence
    sieges: Sieges
    raising: Raising
    carriage: Carriage
    boats: Boats
    railways: Railways
    dahomey: Dahomey

    @model_validator(mode="after")
    def _forage_lines(self) -> Self:
        ground = self.terrain_effects
        kinds: list[Terrain | Hexside] = [*ground.hex.values(), *ground.feature.values(), *ground.hexside.values()]
        named = {kind.forage for kind in kinds} | {kind.besieged for kind in ground.feature.values()}
        named |= set(ground.atrocity.values())
        if unknown := sorted(named - {""} - set(self.forage.lines)):
            raise refuse(f"names the line {unknown[0]!r} of the forage chart, which has {', '.join(self.forage.lines)}")
        if missing := sorted(set(self.forage.lines) - set(self.simple_forage.lines)):
            raise refuse(f"has the line {missing[0]!r} in the forage chart and not in simple_forage")
        return self
