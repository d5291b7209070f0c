"""Units: types, classes, printed values, flags, steps and statuses."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from engine.formats.documents import Line
from engine.kit.model.changes import Changes
from engine.kit.model.conditions import KindOfUnit
from engine.kit.model.parts import Block
from engine.kit.model.values import Name, Names, Number, Reduced, words


def titled(value: Any) -> Any:
    """An entry that may be its title alone."""
    return {"title": value} if isinstance(value, str) else value


def _flags(value: Any) -> Any:
    return value if isinstance(value, dict) else dict.fromkeys(words(value), "")


class UnitType(Block):
    """A type of unit."""

    title: Line = ""
    symbol: Line = ""
    size: Number = Field(default=1, validate_default=True)
    """What it counts for where sizes are counted."""


class PrintedValue(Block):
    """A value that is printed on units."""

    title: Line = ""
    least: Number = Field(default=0, validate_default=True)
    most: Number = Field(default=99, validate_default=True)
    default: Number | None = None
    """What a unit has that prints none; without a default it must be printed."""


class StepRules(Block):
    """How many steps units have, and what they lose with them."""

    most: Annotated[int, Field(ge=1, le=12)] = 1
    default: Annotated[int, Field(ge=1, le=12)] | None = None
    """Steps of a unit that says nothing of its steps; 1 where this is not said either."""
    reduced: dict[Name, Reduced] = {}
    """What each value falls to."""


class Status(Block):
    """A state that a unit may be in."""

    title: Line = ""
    symbol: Line = ""
    cannot: Names = ()
    changes: dict[Name, Changes] = {}
    until: Literal[
        "rally", "recover", "end_of_phase", "end_of_turn", "end_of_game_turn", "own_turn_end", "moves", "never"
    ] = "rally"
    again: Name = "nothing"
    """What a second one does: ``nothing``, ``lose``, ``eliminate``, or another status."""
    replaces: Names = ()


TypeOrTitle = Annotated[UnitType, BeforeValidator(titled, json_schema_input_type=UnitType | str)]
StatusOrTitle = Annotated[Status, BeforeValidator(titled, json_schema_input_type=Status | str)]
Flags = Annotated[dict[Name, Line], BeforeValidator(_flags, json_schema_input_type=dict[str, str] | str | list[str])]


class Units(Block):
    """What units there are."""

    types: Annotated[dict[Name, TypeOrTitle], Field(min_length=1)]
    classes: dict[Name, KindOfUnit] = {}
    values: dict[Name, PrintedValue] = {}
    flags: Flags = {}
    steps: StepRules | None = None
    statuses: dict[Name, StatusOrTitle] = {}
