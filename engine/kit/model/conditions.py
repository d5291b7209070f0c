"""Conditions: flat lists of requirements, all of which must hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal

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
    class_: Fits | None = Field(None, alias="class")
    flag: Fits | None = None
    size: Fits | None = None
    formation: Texts | None = None
    """A formation of any level, as it is written."""
    side: Fits | None = None
    """``own``, ``enemy`` or sides."""
    value: dict[Name, Between] | None = None
    steps: Steps | None = None
    status: Fits | None = None
    supplied: bool | None = None
    led: bool | None = None
    carried: bool | None = None
    carrying: bool | None = None
    led_by: dict[Name, Between] | None = None
    facing: Fits | None = None
    did: Deeds | None = None
    """What it did in this player turn or activation, or in one of its phases."""
    # of a hex
    terrain: Fits | None = None
    feature: Fits | None = None
    path: Fits | None = None
    beside: SideFits | None = None
    elevation: Between | None = None
    region: Texts | None = None
    place: Fits | None = None
    map_edge: Edges | None = None
    empty: bool | None = None
    zone: Fits | None = None
    marker: Fits | None = None
    has: Near | None = None
    next_to: Near | None = None
    within: Near | None = None
    # of a hexside
    hexside: SideFits | None = None
    over_path: Fits | None = None
    climb: Between | None = None
    # of an attack
    kind: Fits | None = None
    attackers: Members | None = None
    defenders: Members | None = None
    defender_in: Condition | None = None
    attacker_in: Condition | None = None
    across: Crossed | None = None
    surround: Literal["opposite", "alternate", "alternate_empty"] | None = None
    range: Between | None = None
    from_: Fits | None = Field(None, alias="from")
    strength: Strengths | None = None
    result: Fits | None = None
    die: Between | None = None
    # of the moment
    turn: TurnNumbers | None = None
    night: bool | None = None
    mark: Fits | None = None
    phase: Fits | None = None
    active: Fits | None = None
    weather: Fits | None = None
    event: Fits | None = None
    option: dict[Name, Any] | None = None
    setting: dict[Name, Any] | None = None
    holds: HeldCount | None = None

    def requirements(self, entry: int = 0) -> Iterator[Requirement]:
        """Yields a requirement for each key that the file has, except for the keys that only count."""
        for name in Requirements.model_fields:
            value = getattr(self, name)
            if value is not None:
                yield Requirement(name.rstrip("_"), value, entry)


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


Deeds = Annotated[Did, BeforeValidator(_deeds, json_schema_input_type=Did | str | list[str])]


class Near(Requirements):
    """Units in a hex or near it: the requirements that they fit, and how many there must be."""

    count: Between = ONE_OR_MORE
    hexes: Annotated[int, Field(ge=1, le=100)] | None = None
    """How far away they may be, for ``within``."""

    @property
    def condition(self) -> Condition:
        """What the units must fit."""
        return tuple(self.requirements())


class Members(KitPart):
    """What attackers or defenders must fit, all or any or none of them; how many they are, in how many hexes."""

    all: Condition | None = None
    any: Condition | None = None
    none: Condition | None = None
    count: Between | None = None
    hexes: Between | None = None


class Crossed(KitPart):
    """The hexsides and paths between adjacent attackers and the hexes attacked."""

    all: SideNames | None = None
    any: SideNames | None = None
    none: SideNames | None = None


class Strengths(KitPart):
    """The total strengths of an attack."""

    attacker: Between | None = None
    defender: Between | None = None


class HeldCount(KitPart):
    """How many of the hexes of a place a side entered last."""

    place: Name
    side: Text
    count: Between = ONE_OR_MORE


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
