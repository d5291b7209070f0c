"""The shape of a file of a hex map as pydantic models; see `engine.formats.documents`."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field, StringConstraints

from engine.formats.documents import (
    Chains,
    Colour,
    FilePart,
    FurnitureDoc,
    Key,
    Name,
    Names,
    Rows,
    Text,
    Underlaid,
    UserLayers,
)

MOST_LABELS: Final = 5000
"""Place names of a map."""


class NumberingDoc(FilePart):
    """How hexes are numbered."""

    order: Literal["ccrr", "rrcc"] = "ccrr"
    columns: Literal["digits", "letters", "doubled"] = "digits"
    digits: Annotated[int, Field(ge=0, le=9)] = 2
    prefix: Annotated[Text, StringConstraints(pattern=r"^[^\s/>]{0,8}$")] = ""
    separator: Annotated[Text, StringConstraints(pattern=r"^[^\s/>0-9]{0,8}$")] = ""
    rows: Literal["digits", "letters", "doubled"] = "digits"
    slant: Literal["none", "down", "up"] = "none"
    descending: Literal["none", "columns", "rows", "both"] = "none"


Count = Annotated[int, Field(ge=1, le=5000)]
FirstNumber = Annotated[int, Field(ge=0, le=9999)]


class GridDoc(FilePart):
    """The grid of a map."""

    orientation: Literal["flat", "pointy"] = "flat"
    shifted: Literal["odd", "even"] = "odd"
    columns: Count
    rows: Count
    first: Annotated[list[FirstNumber], Field(min_length=2, max_length=2)] = [1, 1]
    numbering: NumberingDoc = NumberingDoc()


Offset = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]


class LabelDoc(FilePart):
    """A place name."""

    text: Name
    at: Text
    size: Literal["small", "medium", "large", "huge"] = "medium"
    style: Literal["place", "water", "region", "note"] = "place"
    dx: Offset = 0.0
    dy: Offset = 0.0
    angle: Offset = 0.0
    layer: Name = ""


class RegionDoc(FilePart):
    """A named set of hexes."""

    name: Name = ""
    hexes: Names = []
    colour: Colour = "#7a5c99"
    rule: Text = ""


class NumbersDoc(FilePart):
    """How hex numbers are printed."""

    place: Literal["top", "bottom", "centre", "upper-left", "upper-right", "lower-left", "lower-right"] = "top"
    size: Annotated[float, Field(ge=0.05, le=0.6)] = 0.19
    columns: Annotated[int, Field(ge=1, le=100)] = 1
    rows: Annotated[int, Field(ge=1, le=100)] = 1
    colour: Colour | Literal[""] = ""


_HUNDREDTHS: Final = re.compile(r"-?\d{1,7},-?\d{1,7}")


def _pairs(words: list[str]) -> list[str]:
    """Points in hundredths of a circumradius. Raises ValueError for what is none."""
    wrong = next((word for word in words if not _HUNDREDTHS.fullmatch(word)), None)
    if wrong is not None:
        raise ValueError(f"{wrong[:40]!r} is not a point such as 120,-35")
    return words


Metres = Annotated[float, Field(ge=-1e8, le=1e8, allow_inf_nan=False)]


class GeoDoc(FilePart):
    """Where a map lies on the globe."""

    crs: Annotated[Text, StringConstraints(pattern=r"^(\+proj=|EPSG:|epsg:).{1,300}$")]
    at: Annotated[list[Metres], Field(min_length=2, max_length=2)]
    hex: Annotated[float, Field(gt=0, le=1e7, allow_inf_nan=False)]
    rotation: Annotated[float, Field(ge=-360, le=360, allow_inf_nan=False)] = 0.0


Outline = Annotated[Names, Field(min_length=3, max_length=100_000), AfterValidator(_pairs)]


class CoastDoc(FilePart):
    """The true line of the coasts."""

    water: Annotated[float, Field(ge=0.05, le=0.95)] = 0.5
    shown: bool = True
    outlines: Annotated[list[Outline], Field(min_length=1, max_length=5000)]


class MapDoc(FilePart):
    """A map file."""

    format: Text = ""
    name: Name = ""
    scale: Text = ""
    palette: Text = "standard"
    provenance: Text = ""
    grid: GridDoc
    legend: dict[str, Text] = {}
    terrain: Rows = ""
    elevation: Rows = ""
    features: dict[str, Names] = {}
    hexsides: dict[str, Names] = {}
    paths: dict[str, Chains] = {}
    names: Annotated[list[LabelDoc], Field(max_length=MOST_LABELS)] = []
    regions: dict[Key, RegionDoc] = {}
    underlay: Underlaid | None = None
    numbers: NumbersDoc = NumbersDoc()
    furniture: list[FurnitureDoc] = []
    layers: UserLayers = []
    bridges: bool = True
    widen: bool = False
    seed: Annotated[int, Field(ge=0, le=999_999)] = 0
    geo: GeoDoc | None = None
    coast: CoastDoc | None = None
