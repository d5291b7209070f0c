"""The records in which rules answer what every hex game can be asked, with names in place of ids.

A record is frozen. `engine.play.questions.plain_answer` is the one door from records to plain data: fields become keys,
in the order in which the record declares them, and ``from_`` becomes ``from``. A system whose answer says more has a
record of its own, which has the fields of the protocol here, in the order in which people read them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.play.score_sheet import ScoreWin


@dataclass(frozen=True, slots=True)
class HexReach:
    """How a unit gets to a place."""

    cost: float
    """Movement points."""
    path: Sequence[str]
    """The places of the cheapest path, without the first."""
    stops: bool
    """Whether the unit must stop there: in an enemy zone of control."""


class ReachAnswer(Protocol):
    """Where a unit can move now."""

    @property
    def unit(self) -> str:
        """Its key."""

    @property
    def allowance(self) -> float:
        """Its movement points."""

    @property
    def rule(self) -> str:
        """The paragraph."""

    @property
    def hexes(self) -> Mapping[str, HexReach]:
        """The hexes that it can reach."""


@dataclass(frozen=True, slots=True)
class PlainReach:
    """Where a unit can move now, without anything of one system."""

    unit: str
    allowance: float
    rule: str
    hexes: Mapping[str, HexReach]


@dataclass(frozen=True, slots=True)
class ZoneAnswer:
    """The zones of control of a side: the units that exert them, by hex."""

    side: str
    rule: str
    hexes: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class HexSupply:
    """How the units of a hex would be fed now."""

    units: int
    """How many units need food."""
    line: Sequence[str]
    """The hexes of the line of supply that feeds them, from the hex to its source; empty for none."""
    why: str
    """What is missing where there is no line, in words."""
    depots: Sequence[str]
    """The units that could feed them."""
    depot_lines: Mapping[str, Sequence[str]]
    """The line of supply to each of those."""
    forage: Sequence[int]
    """How many units each die would feed."""


@dataclass(frozen=True, slots=True)
class SupplyAnswer:
    """How the units of a side would be fed now, by hex."""

    side: str
    rule: str
    hexes: Mapping[str, HexSupply]


@dataclass(frozen=True, slots=True)
class SightState:
    """The state of a line of sight, as the rules call it: ``visible``, ``blocked``."""

    state: str


@dataclass(frozen=True, slots=True)
class SightAnswer:
    """The line of sight between two hexes, and what it crosses."""

    from_: str
    to: str
    range: int
    state: str
    because: Sequence[str]
    """What is in the way, in words."""
    rule: str
    hexes: Sequence[str]
    sides: Sequence[str]
    along: Sequence[str]
    """The hexsides that it runs along."""


@dataclass(frozen=True, slots=True)
class GunField:
    """The hexes that a gun could fire at."""

    unit: str
    at: str
    range: int
    full: Sequence[str]
    """With its full strength."""
    attenuated: Sequence[str]
    """With less."""


@dataclass(frozen=True, slots=True)
class FieldOfFire:
    """What can be seen from some hexes, and what guns there could fire at."""

    from_: Sequence[str]
    rule: str
    visible: Sequence[str]
    attenuated: Sequence[str]
    fire: Sequence[GunField]


@dataclass(frozen=True, slots=True)
class FieldAnswer(FieldOfFire):
    """A field of fire with its areas."""

    areas: Mapping[str, Any]
    """What those hexes cover together, as GeoJSON geometries: ``visible``, ``attenuated``, ``fire``,
    ``fire_attenuated``."""


class RetreatAnswer(Protocol):
    """Where a unit could retreat to; no hexes if it would be eliminated."""

    @property
    def unit(self) -> str:
        """Its key."""

    @property
    def rule(self) -> str:
        """The paragraph."""

    @property
    def hexes(self) -> Sequence[str]:
        """The hexes where the retreat could end."""


@dataclass(frozen=True, slots=True)
class PlainRetreats:
    """Where a unit could retreat to, without anything of one system."""

    unit: str
    rule: str
    hexes: Sequence[str]


@dataclass(frozen=True, slots=True)
class ReasonAgainst:
    """A rule that something breaks."""

    rule: str
    reason: str


@dataclass(frozen=True, slots=True)
class OddsShift:
    """What moves the column of a results table."""

    columns: int
    cause: str
    rule: str


class OddsAnswer(Protocol):
    """What an attack promises. What it shows beside this is a matter of the system."""

    @property
    def results(self) -> Mapping[str, float]:
        """The chance of each result."""

    @property
    def illegal(self) -> Sequence[ReasonAgainst]:
        """Why the attack would not be legal."""

    @property
    def provenance(self) -> str:
        """Where the table comes from."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One line of the score."""

    about: str
    points: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class ScoreAnswer:
    """The score now, and who would win if the game ended now."""

    points: Mapping[str, float]
    lines: Sequence[ScoreRow]
    wins: Sequence[ScoreWin]
    standing: str
    leader: str
