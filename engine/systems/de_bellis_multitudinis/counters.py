"""What is written of an element: its type is the unit's; the rest are its values."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from engine.formats.documents import Text
from engine.formats.fitting import refuse

UNIT_TYPES: Final = (
    *("Kn", "Cv", "LH", "El", "Cm", "Exp"),
    *("Sp", "Pk", "Bd", "Wb", "Ax", "Bw", "Ps", "Art", "WWg", "Hd", "Bge"),
    *("Gal", "Shp", "Bts"),
)
"""The types of troops: mounted, on foot, naval."""
GRADES: Final = ("S", "O", "I", "F", "X")
"""Superior, ordinary, inferior, fast, exception."""
_GRADES: Final = {"S": "superior", "O": "ordinary", "I": "inferior", "F": "fast", "X": "exception"}
_GENERALS: Final = {
    "": "no general",
    "cinc": "C-in-C",
    "sub": "sub-general",
    "ally": "allied general",
}
Grade = Literal["S", "O", "I", "F", "X"]
_TROOPS: Final = re.compile(rf"({'|'.join(UNIT_TYPES)}) ?({'|'.join(GRADES)})", re.I)


def troops(text: str) -> tuple[str, str] | None:
    """Type and grade of a text such as ``Bd S`` or ``Bd(S)``; None for any other text."""
    found = _TROOPS.fullmatch(text.replace("(", " ").replace(")", "").replace("  ", " ").strip())
    if found is None:
        return None
    kind = next(one for one in UNIT_TYPES if one.lower() == found[1].lower())
    return kind, found[2].upper()


def _are_troops(value: str) -> str:
    if value and troops(value) is None:
        raise refuse("must be a type and a grade such as Bd S")
    return value


Troops = Annotated[Text, AfterValidator(_are_troops)]
"""A type and a grade, such as ``Bd S``; empty for none."""


class UnitValues(BaseModel):
    """The values of an element."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    grade: Grade = Field(
        default="O",
        description="Superior, ordinary, inferior, fast or exception",
        json_schema_extra={"meanings": {**_GRADES}},
    )
    regular: bool = Field(default=True, description="Whether the element is regular")
    command: Text = Field(
        default="", description="The command it belongs to (7.4)", json_schema_extra={"of": "commands"}
    )
    general: Literal["", "cinc", "sub", "ally"] = Field(
        default="",
        description="Commander in chief, sub-general or allied general (3.5)",
        json_schema_extra={"meanings": {**_GENERALS}},
    )
    double: bool = Field(default=False, description="Whether it is a double base (4.1)")
    rear: Troops = Field(default="", description="The rear half of a double base, where it is of another kind (4.2)")
    chariot: bool = Field(default=False, description="Whether it is a chariot")
    wedge: bool = Field(default=False, description="Whether it rides in wedge")
    mounted_infantry: bool = Field(default=False, description="Whether it is infantry that rides to battle (3.7)")
    dismounts: Troops = Field(default="", description="What it dismounts as (3.1)")
    dismount_for: Text = Field(default="", description="What it may dismount for: types or kinds of area (3.6)")
    aboard: Text = Field(default="", description="The naval element that it is aboard (7.5)")
    line: Text = Field(default="", description="Its line of the army list (25.1)")
    impetuous: bool | None = Field(
        default=None, description="Whether it advances by itself, where that is not usual (15.1)"
    )
