"""Conditions: flat lists of requirements, all of which must hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from engine.formats.documents import Text
from engine.formats.fitting import refuse
from engine.kit.model.parts import KitPart, Listed
from engine.kit.model.values import (
    Between,
    Fits,
    Name,
    Names,
    Range,
    SideFits,
    SideNames,
    Steps,
    Texts,
    TurnNumbers,
    words,
)

ONE_OR_MORE = Range(Fraction(1))
DEEDS = (
    *("moved", "entered", "attacked", "fired", "defended", "retreated", "displaced", "advanced", "rallied"),
    *("activated", "turned"),
)
"""What a unit may have done."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing that must be so."""

    kind: str
    """Its key in the file: ``terrain``, ``any``, ``is``."""
    value: Any
    """In normal form: names as a tuple, numbers as a `Range`, conditions as tuples of requirements."""
    entry: int = field(default=0, compare=False)
    """Which entry of the condition's list it stands in."""

    @property
    def inner(self) -> tuple[Condition, ...]:
        """The conditions that it is made of, in order."""
        if self.kind == "any":
            found: tuple[Condition, ...] = self.value
            return found
        if self.kind in ("not", "defender_in", "attacker_in"):
            return (self.value,)
        if isinstance(self.value, Near):
            return (self.value.condition,)
        if isinstance(self.value, Members):
            return tuple(one for one in (self.value.all, self.value.any, self.value.none) if one is not None)
        return ()


class Requirements(KitPart):
    """Requirements of a condition: a key for each."""

    any: Listed[Condition] | None = None
    """One of these conditions holds."""
    not_: Condition | None = Field(None, alias="not")
    """This condition does not hold."""
    is_: Name | None = Field(None, alias="is")
    """A condition of the block ``conditions``."""
    # of a unit
    type: Fits | None = None
    """The unit has one of these types."""
    class_: Fits | None = Field(None, alias="class")
    """The unit belongs to one of these classes."""
    flag: Fits | None = None
    """The unit prints one of these flags."""
    size: Fits | None = None
    """The size that the unit prints is one of these."""
    formation: Texts | None = None
    """A formation of any level, as it is written."""
    side: Fits | None = None
    """``own``, ``enemy`` or sides."""
    value: dict[Name, Between] | None = None
    """Each value of the unit, as it is now, is within its range."""
    steps: Steps | None = None
    """The steps that the unit has left: full, reduced, or a number."""
    status: Fits | None = None
    """The unit has one of these statuses."""
    supplied: bool | None = None
    """Whether the unit is in supply."""
    led: bool | None = None
    """Whether the unit is in command of a leader."""
    carried: bool | None = None
    """Whether the unit is carried by another."""
    carrying: bool | None = None
    """Whether the unit carries another."""
    led_by: dict[Name, Between] | None = None
    """What a leader lends to the unit is within this range."""
    facing: Fits | None = None
    """The unit faces one of these directions."""
    did: Deeds | None = None
    """What it did in this player turn or activation, or in one of its phases."""
    # of a hex
    terrain: Fits | None = None
    """The hex has one of these kinds of terrain."""
    feature: Fits | None = None
    """The hex has one of these features or markers."""
    path: Fits | None = None
    """One of these paths runs through the hex."""
    beside: SideFits | None = None
    """One of the hexsides around the hex carries one of these kinds."""
    elevation: Between | None = None
    """The elevation level of the hex is within this range."""
    region: Texts | None = None
    """The hex is in one of these regions of the map."""
    place: Fits | None = None
    """The hex belongs to the place that a scenario sets under this name."""
    map_edge: Edges | None = None
    """The hex is at the map edge, or at one of these edges."""
    empty: bool | None = None
    """Whether no unit is in the hex."""
    zone: Fits | None = None
    """Whose zone of control the hex is in: own, enemy, or none."""
    marker: Fits | None = None
    """The hex has one of these markers."""
    has: Near | None = None
    """Units in the hex fit these requirements."""
    next_to: Near | None = None
    """Units in adjacent hexes fit these requirements."""
    within: Near | None = None
    """Units within a number of hexes fit these requirements."""
    # of a hexside
    hexside: SideFits | None = None
    """The hexside that is crossed carries one of these kinds."""
    over_path: Fits | None = None
    """One of these paths crosses the hexside."""
    climb: Between | None = None
    """The elevation level entered, less the one left, is within this range."""
    # of an attack
    kind: Fits | None = None
    """The attack is one of these kinds of combat."""
    attackers: Members | None = None
    """What the attackers must fit, how many they are, and in how many hexes."""
    defenders: Members | None = None
    """What the defenders must fit, how many they are, and in how many hexes."""
    defender_in: Condition | None = None
    """One of the hexes attacked fits this condition."""
    attacker_in: Condition | None = None
    """One of the attackers' hexes fits this condition."""
    across: Crossed | None = None
    """What lies on the hexsides between attackers and the hex attacked."""
    surround: Literal["opposite", "alternate", "alternate_empty"] | None = None
    """The attackers surround the defender from opposite or alternate sides."""
    range: Between | None = None
    """The range of the farthest attacker is within these numbers."""
    from_: Fits | None = Field(None, alias="from")
    """The attack comes from the front, flank or rear of the defender."""
    strength: Strengths | None = None
    """The total strengths of the attack are within these ranges."""
    result: Fits | None = None
    """The result of the dice is one of these codes."""
    die: Between | None = None
    """The die roll, with its changes, is within this range."""
    # of the moment
    turn: TurnNumbers | None = None
    """The game turn is one of these."""
    night: bool | None = None
    """Whether it is night."""
    mark: Fits | None = None
    """The game turn has one of these marks of the scenario."""
    phase: Fits | None = None
    """The phase in progress is one of these."""
    active: Fits | None = None
    """The active side is one of these: own, enemy, or a side."""
    weather: Fits | None = None
    """The weather is one of these kinds."""
    event: Fits | None = None
    """One of these events is in force."""
    option: dict[Name, Any] | None = None
    """The scenario chose this for an option."""
    setting: dict[Name, Any] | None = None
    """A setting of the scenario has this value."""
    holds: HeldCount | None = None
    """A side holds a number of the hexes of a place."""

    def requirements(self, entry: int = 0) -> Iterator[Requirement]:
        """Yields a requirement for each key that the file has, except for the keys that only count."""
        said = self.model_fields_set
        for name in _REQUIREMENTS if len(said) > 1 else tuple(said):
            value = getattr(self, name) if name in said else None
            if value is not None:
                yield Requirement(name.rstrip("_"), value, entry)


_REQUIREMENTS: Final = tuple(Requirements.model_fields)
"""The keys of requirements, in their order."""


def _as_list(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


def _flat(entries: list[Requirements]) -> tuple[Requirement, ...]:
    return tuple(one for number, entry in enumerate(entries) for one in entry.requirements(number))


if TYPE_CHECKING:
    Condition = tuple[Requirement, ...]
    """All of the requirements hold; an empty condition holds."""
else:
    Condition = Annotated[
        list[Requirements],
        BeforeValidator(_as_list, json_schema_input_type=Requirements | list[Requirements]),
        AfterValidator(_flat),
    ]


def _edges(value: Any) -> Any:
    return value if isinstance(value, bool) else tuple(words(value))


Edges = Annotated[bool | tuple[str, ...], BeforeValidator(_edges, json_schema_input_type=bool | str | list[str])]


def _deeds(value: Any) -> Any:
    return value if isinstance(value, dict) else {"what": value}


class Did(KitPart):
    """What a unit did, in a phase or in the whole player turn."""

    phase: Text = ""
    """A phase of this player turn; empty for all of them."""
    what: Names
    """What the unit did."""


Deeds = Annotated[Did, BeforeValidator(_deeds, json_schema_input_type=Did | str | list[str])]


class Near(Requirements):
    """Units in a hex or near it: the requirements that they fit, and how many there must be."""

    count: Between = ONE_OR_MORE
    """How many units must fit."""
    hexes: Annotated[int, Field(ge=1, le=100)] | None = None
    """How far away they may be, for ``within``."""

    @property
    def condition(self) -> Condition:
        """What the units must fit."""
        return tuple(self.requirements())


class Members(KitPart):
    """What attackers or defenders must fit, all or any or none of them; how many they are, in how many hexes."""

    all: Condition | None = None
    """All units fit this condition."""
    any: Condition | None = None
    """At least one unit fits this condition."""
    none: Condition | None = None
    """No unit fits this condition."""
    count: Between | None = None
    """The number of units is within this range."""
    hexes: Between | None = None
    """The number of hexes that the units are in is within this range."""


class Crossed(KitPart):
    """The hexsides and paths between adjacent attackers and the hexes attacked."""

    all: SideNames | None = None
    """Every hexside crossed carries one of these kinds."""
    any: SideNames | None = None
    """At least one hexside crossed carries one of these kinds."""
    none: SideNames | None = None
    """No hexside crossed carries one of these kinds."""


class Strengths(KitPart):
    """The total strengths of an attack."""

    attacker: Between | None = None
    """The attackers' total strength is within this range."""
    defender: Between | None = None
    """The defenders' total strength is within this range."""


class HeldCount(KitPart):
    """How many of the hexes of a place a side entered last."""

    place: Name
    """The setting that names the hexes."""
    side: Text
    """The side that entered the hexes last."""
    count: Between = ONE_OR_MORE
    """How many of the hexes the side must hold."""


def _kinds(value: Any) -> Any:
    """A class: names of types, or a condition on what is printed."""
    listed = value if isinstance(value, list) else [value]
    if all(isinstance(one, str) for one in listed):
        if not value:
            raise refuse("must name types, or be a condition on what is printed")
        return [{"type": value}]
    return listed


if TYPE_CHECKING:
    KindOfUnit = tuple[Requirement, ...]
    """A class of units: names of types are a requirement ``type``."""
else:
    KindOfUnit = Annotated[
        list[Requirements],
        BeforeValidator(_kinds, json_schema_input_type=str | list[str] | Requirements | list[Requirements]),
        AfterValidator(_flat),
    ]
