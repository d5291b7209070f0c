"""The tables of this system as models: what a scenario may lay over them has to fit these."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.formats.fitting import SHORT
from engine.mechanics.tables import Die, TableModel, TablesModel

Paces = Annotated[int, Field(ge=0, le=12_000)]
Factor = Annotated[int, Field(ge=-20, le=20)]
Points = Annotated[float, Field(ge=-100, le=100, multiple_of=0.5)]
Pair = Annotated[list[Factor], Field(min_length=2, max_length=2)]
"""A figure against foot, and one against mounted troops."""
Moves = Annotated[list[Paces], Field(min_length=3, max_length=3)]
"""Paces of a move in good, rough and difficult going."""
Going = Literal["good", "rough", "difficult", "impassable"]


class TablePiece(BaseModel):
    """A part of a table, without a provenance of its own."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class TypeRow(TablePiece):
    """What every element of a type has."""

    depth: Paces
    depths: Annotated[dict[str, Paces], SHORT] = {}
    """Depth by grade, where it differs."""
    deep: Paces = 0
    """Depth of chariots and wedges; 0 where it is the usual one."""
    move: Moves
    moves: Annotated[dict[str, Moves], SHORT] = {}
    """Moves by grade, where they differ."""
    factor: Pair
    factors: Annotated[dict[str, Pair], SHORT] = {}
    """Factors by grade, where they differ."""
    shooting: Annotated[list[Factor], Field(max_length=2)] = []
    """The factor of its own shots, where that is not the factor of close combat."""
    mounted: bool = False
    light: bool = False
    skirmisher: bool = False
    naval: bool = False
    dunes: bool = False
    """Whether dunes are good going to it."""
    equivalents: Points = 1
    equivalents_by: Annotated[dict[str, Points], SHORT] = {}
    """Equivalents by grade, or by ``irregular`` and grade."""
    equivalents_of_command: Points | None = None
    """Equivalents that count for the command, where those differ from the army's."""


class Types(TableModel):
    """The types of troops."""

    rows: Annotated[dict[str, TypeRow], SHORT]


Prices = Annotated[list[Points | None], Field(min_length=2, max_length=2)]
"""Points of a regular and of an irregular element; None where there is none."""


class PointsTable(TableModel):
    """Points by type and grade, with what is added."""

    rows: Annotated[dict[str, dict[str, Prices]], SHORT]
    general: Prices
    ally: Prices
    chariot: Prices
    mounted_infantry: Prices
    rear: Prices
    compulsory_rear: Prices
    works: Annotated[dict[str, Points], SHORT]


class Initiative(TableModel):
    """The distances of generals that raise the price of a move."""

    far: Paces
    unseen: Paces


class March(TableModel):
    """How near to known enemies a march may go (14.1)."""

    enemy: Paces
    skirmishers: Paces


class Spontaneous(TableModel):
    """Who advances by itself (15)."""

    types: list[str]


class ShootingTable(TableModel):
    """Ranges by type and grade (17)."""

    ranges: Annotated[dict[str, dict[str, Paces]], SHORT]
    aside: Paces
    helpers: Factor


class Seen(TableModel):
    """The paces at which hidden troops are seen (17.4, 9.2)."""

    skirmishers: Paces
    wood: Paces
    gully: Paces
    hill: Paces


class Tactical(TableModel):
    """What is added to factors (19)."""

    flank: Factor
    touched_by_foot: Factor
    general: Factor
    upslope: Factor
    permanent: Factor
    temporary: Factor
    overlap: Factor
    difficult: Factor
    weather: Factor


class SupportRow(TablePiece):
    """What a second and a third rank of a type add."""

    second: Pair
    third: Pair = [0, 0]


class Support(TableModel):
    """Rear support (20)."""

    rows: Annotated[dict[str, SupportRow], SHORT]
    skirmishers: Factor
    supported: list[str]
    """The types that Ps behind them support against mounted troops."""


class Beaten(TablePiece):
    """What becomes of a beaten type."""

    by: list[str] = []
    """Who destroys it: types, ``mounted`` or ``all``."""
    good: list[str] = []
    """Who destroys it in good going alone."""
    touching: bool = False
    """Whether that is so in close combat alone."""
    stands: bool = False
    """Whether it stands where it would recoil."""
    flees: bool = False
    """Whether it flees in difficult going."""


class Outcomes(TableModel):
    """What becomes of the beaten and the doubled (21)."""

    beaten: Annotated[dict[str, Beaten], SHORT]
    doubled_flee: list[str]


class RecoilTable(TableModel):
    """How far one recoils (22)."""

    most: Paces


class PursuitTable(TableModel):
    """Who pursues (24)."""

    must: list[str]
    may: list[str]
    fast: list[str]
    """Types whose grade F may pursue."""


class Breaking(TableModel):
    """When commands and armies break: the part of their equivalents that is lost."""

    command: Annotated[int, Field(ge=1, le=20)]
    army: Annotated[int, Field(ge=1, le=20)]
    points: Annotated[int, Field(ge=1, le=100)]


class GoingTable(TableModel):
    """The going of each kind of area (5.4)."""

    rows: Annotated[dict[str, Going], SHORT]
    river: Paces


class Equivalents(TableModel):
    """Feature equivalents (5.3)."""

    rows: Annotated[dict[str, Points], SHORT]
    other: Points
    most: Points
    """What a side may place."""


class DeploymentTable(TableModel):
    """Where and when armies deploy (7, 8)."""

    short: Paces
    flank: Annotated[dict[Die, Annotated[int, Field(ge=1, le=6)]], SHORT]
    """The bound from which a flank march may come, to the least die that brings it."""
    flee: Paces


class Tables(TablesModel):
    """All tables of this system."""

    system: ClassVar[str] = "de_bellis_multitudinis"

    types: Types
    points: PointsTable
    initiative: Initiative
    march: March
    spontaneous: Spontaneous
    shooting: ShootingTable
    seen: Seen
    tactical: Tactical
    support: Support
    outcomes: Outcomes
    recoil: RecoilTable
    pursuit: PursuitTable
    breaking: Breaking
    going: GoingTable
    equivalents: Equivalents
    deployment: DeploymentTable
