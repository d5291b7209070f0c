"""The records in which rules answer what every hex game can be asked: plain data, with names in place of ids.

A system may add fields of its own by a record that is made from one of these.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class HexReach(TypedDict):
    """How a unit gets to a place."""

    cost: float
    """Movement points."""
    path: NotRequired[list[str]]
    """The places of the cheapest way, without the first."""
    stops: NotRequired[bool]
    """Whether it has to stop there: in an enemy zone of control."""


class ReachAnswer(TypedDict):
    """Where a unit can move now."""

    unit: str
    hexes: dict[str, HexReach]
    rule: NotRequired[str]
    allowance: NotRequired[float]
    """Its movement points."""


class ZoneAnswer(TypedDict):
    """The zones of control of a side: the units that exert them, by hex."""

    side: str
    rule: str
    hexes: dict[str, list[str]]


class HexSupply(TypedDict):
    """How the units of a hex would be fed now."""

    units: int
    """How many units have to be fed."""
    line: list[str]
    """The hexes of the line of supply that feeds them, from the hex to its source; empty for none."""
    why: str
    """What is missing where there is no line, in words."""
    depots: list[str]
    """The units that could feed them."""
    depot_lines: dict[str, list[str]]
    """The line of supply to each of those."""
    forage: list[int]
    """How many units each die would feed."""


class SupplyAnswer(TypedDict):
    """How the units of a side would be fed now, by hex."""

    side: str
    rule: str
    hexes: dict[str, HexSupply]


class SightState(TypedDict):
    """The state of a line of sight, as the rules call it: ``visible``, ``blocked``."""

    state: str


# A field ``from`` cannot be written as a name of a class.
_SightFrom = TypedDict("_SightFrom", {"from": str})


class SightAnswer(SightState, _SightFrom):
    """The line of sight between two hexes, and what it crosses."""

    to: str
    range: int
    because: list[str]
    """What is in the way, in words."""
    rule: str
    hexes: list[str]
    sides: list[str]
    along: list[str]
    """The hexsides that it runs along."""


class GunField(TypedDict):
    """The hexes that a gun could fire at."""

    unit: str
    at: str
    range: int
    full: list[str]
    """With its full strength."""
    attenuated: list[str]
    """With less."""


_FieldFrom = TypedDict("_FieldFrom", {"from": NotRequired[list[str]]})


class FieldAnswer(_FieldFrom):
    """What is seen from some hexes, and what guns there could fire at."""

    rule: NotRequired[str]
    visible: list[str]
    attenuated: list[str]
    fire: list[GunField]
    areas: NotRequired[dict[str, Any]]
    """What those hexes cover together, as GeoJSON geometries: ``visible``, ``attenuated``, ``fire``,
    ``fire_attenuated``."""


class RetreatAnswer(TypedDict):
    """Where a unit could retreat to; no hexes if it would be eliminated."""

    unit: str
    rule: str
    hexes: list[str]


class ReasonAgainst(TypedDict):
    """A rule that something breaks."""

    rule: str
    reason: str


class OddsShift(TypedDict):
    """What moves the column of a results table."""

    columns: int
    cause: str
    rule: str


class OddsAnswer(TypedDict):
    """How an attack would stand."""

    illegal: NotRequired[list[ReasonAgainst]]
    """Why it would not be legal."""
    provenance: NotRequired[str]
    """Where the table comes from."""


class ScoreRow(TypedDict):
    """One line of the score."""

    about: str
    points: dict[str, float]


class ScoreAnswer(TypedDict):
    """The score as it stands, and who would win if the game ended now."""

    points: dict[str, float]
    lines: list[ScoreRow]
    wins: list[dict[str, Any]]
    standing: str
    leader: str
