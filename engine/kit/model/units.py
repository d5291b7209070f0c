"""Units: types, classes, printed values, flags, steps and statuses."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from engine.formats.documents import Line
from engine.kit.model.changes import Changes
from engine.kit.model.conditions import KindOfUnit
from engine.kit.model.parts import Block
from engine.kit.model.values import Name, Names, NotNegative, Number, Reduced, words


def titled(value: Any) -> Any:
    """An entry that may be its title alone."""
    return {"title": value} if isinstance(value, str) else value


def _flags(value: Any) -> Any:
    return value if isinstance(value, dict) else dict.fromkeys(words(value), "")


class UnitType(Block):
    """A type of unit."""

    title: Line = ""
    """The title of the type as people read it."""
    symbol: Line = ""
    """The symbol on counters of this type."""
    size: NotNegative = Field(default=1, validate_default=True)
    """What it counts for where sizes are counted."""


class PrintedValue(Block):
    """A value that is printed on units."""

    title: Line = ""
    """The title of the value as people read it."""
    least: Number = Field(default=0, validate_default=True)
    """The smallest number that a unit may print."""
    most: Number = Field(default=99, validate_default=True)
    """The largest number that a unit may print."""
    default: Number | None = None
    """What a unit has that prints none; without a default it must be printed."""


class StepRules(Block):
    """How many steps units have, and what they lose with them."""

    most: Annotated[int, Field(ge=1, le=12)] = 1
    """How many steps a unit may have at most."""
    default: Annotated[int, Field(ge=1, le=12)] | None = None
    """Steps of a unit that says nothing of its steps; 1 where this is not said either."""
    reduced: dict[Name, Reduced] = {}
    """What each value falls to."""


class Status(Block):
    """A state that a unit may be in."""

    title: Line = ""
    """The title of the status as people read it."""
    symbol: Line = ""
    """The symbol that marks units with this status."""
    cannot: Names = ()
    """What a unit with this status cannot do."""
    changes: dict[Name, Changes] = {}
    """Changes of values while the unit has this status."""
    until: Literal[
        "rally", "recover", "end_of_phase", "end_of_turn", "end_of_game_turn", "own_turn_end", "moves", "never"
    ] = "rally"
    """When the status ends."""
    again: Name = "nothing"
    """What a second one does: ``nothing``, ``lose``, ``eliminate``, or another status."""
    replaces: Names = ()
    """Statuses that this one takes the place of."""


TypeOrTitle = Annotated[UnitType, BeforeValidator(titled, json_schema_input_type=UnitType | str)]
StatusOrTitle = Annotated[Status, BeforeValidator(titled, json_schema_input_type=Status | str)]
Flags = Annotated[dict[Name, Line], BeforeValidator(_flags, json_schema_input_type=dict[str, str] | str | list[str])]


class Units(Block):
    """What units there are."""

    types: Annotated[dict[Name, TypeOrTitle], Field(min_length=1)]
    """The types of unit, such as infantry and artillery."""
    classes: dict[Name, KindOfUnit] = {}
    """Groups of types, or of units that print the same."""
    values: dict[Name, PrintedValue] = {}
    """The numbers that counters print, such as strength and movement."""
    flags: Flags = {}
    """Marks that counters print, such as elite."""
    steps: StepRules | None = None
    """How many steps units have, and what they lose with them."""
    statuses: dict[Name, StatusOrTitle] = {}
    """States that a unit may be in, such as shaken."""
