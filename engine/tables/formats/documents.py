"""The shape of a file of a table as pydantic models; see `engine.formats.documents`."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema
from pydantic_core import PydanticCustomError

from engine.formats.checking import UNFIT
from engine.formats.documents import Colour, FilePart, FurnitureDoc, Key, Line, Name, Text, Underlaid, UserLayers
from engine.formats.short_forms import as_text
from engine.tables.table import LEAST_SIDE, MOST_SIDE

MOST_AREAS: Final = 5000
"""Areas of a table, or lines."""
MOST_PARTS: Final = 100
"""Parts of a hill."""
MOST_LABELS: Final = 5000
"""Names on a table."""
MOST_FE: Final = 100

_points_schema = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}


def _points(value: Any) -> list[str]:
    """The points of a text block, or of a list of points."""
    found: list[str] = []
    for part in value if isinstance(value, list) else [value]:
        text = as_text(part)
        if not isinstance(text, str):
            raise PydanticCustomError("names", "must be points in paces, such as 100,200 300,200 300,400")
        found.extend(text.split())
    return found


def _facing(value: float) -> float:
    if not 0 <= value < 360 or round(value * 10) != round(value * 10, 6):
        raise PydanticCustomError(UNFIT, "must be from 0 to 359.9, with at most one decimal")
    return value


Points = Annotated[list[str], BeforeValidator(_points), WithJsonSchema(_points_schema)]
"""Points ``x,y`` in whole paces, separated by blanks."""
Paces = Annotated[int, Field(ge=1, le=1000)]
Facing = Annotated[float, AfterValidator(_facing), WithJsonSchema({"type": "number", "minimum": 0, "maximum": 359.9})]
"""Degrees, clockwise from the upper edge of the table."""
Side = Annotated[int, Field(ge=LEAST_SIDE, le=MOST_SIDE)]
Equivalents = Annotated[float, Field(ge=0, le=MOST_FE)]
Placed = Literal["", "invader", "defender"]
Slope = Literal["gentle", "steep"]
Cover = Literal["bare", "brushy", "rocky", "boggy", "wooded", "orchard", "vine", "terraced"]


class TableDoc(FilePart):
    """The table itself."""

    size: Annotated[list[Side], Field(min_length=2, max_length=2)] = [3600, 2400]
    ground: Text = ""
    north: Facing = 0.0


class HillPartDoc(FilePart):
    """A part of a hill."""

    slope: Slope = "gentle"
    cover: Cover = "bare"
    outline: Points


class AreaDoc(FilePart):
    """An area."""

    key: Key
    kind: Text
    slope: Slope | Literal[""] = ""
    cover: Cover | Literal[""] = ""
    outline: Points
    smooth: bool = False
    crest: Points = []
    parts: Annotated[list[HillPartDoc], Field(max_length=MOST_PARTS)] = []
    joined: Annotated[Text, Field(alias="with")] = ""
    placed: Placed = ""
    compulsory: bool = False
    fe: Equivalents | None = None


class TableLineDoc(FilePart):
    """A road, river or fortification."""

    key: Key
    kind: Text
    line: Points = []
    width: Paces | None = None
    smooth: bool = False
    side: Text = ""
    chain: Text = ""
    encloses: Text = ""
    inside: Points = []
    outside: Points = []
    gates: Points = []
    placed: Placed = ""
    compulsory: bool = False
    fe: Equivalents | None = None


class TableLabelDoc(FilePart):
    """A name on the table."""

    text: Name
    at: Text
    size: Literal["small", "medium", "large", "huge"] = "medium"
    style: Literal["place", "water", "region", "note"] = "place"
    angle: Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)] = 0.0
    layer: Name = ""


class TableRegionDoc(FilePart):
    """A named part of the table."""

    name: Name = ""
    outline: Points
    colour: Colour = "#7a5c99"
    rule: Line = ""


class TableMapDoc(FilePart):
    """A map file of a table."""

    format: Text = ""
    name: Name = ""
    scale: Text = ""
    palette: Text = "table"
    provenance: Text = ""
    table: TableDoc
    areas: Annotated[list[AreaDoc], Field(max_length=MOST_AREAS)] = []
    lines: Annotated[list[TableLineDoc], Field(max_length=MOST_AREAS)] = []
    names: Annotated[list[TableLabelDoc], Field(max_length=MOST_LABELS)] = []
    regions: dict[Key, TableRegionDoc] = {}
    underlay: Underlaid | None = None
    furniture: list[FurnitureDoc] = []
    layers: UserLayers = []
    seed: Annotated[int, Field(ge=0, le=999_999)] = 0
