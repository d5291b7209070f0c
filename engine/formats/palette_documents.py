"""The shape of palette files as pydantic models, for maps of hexes and for tables."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.formats.documents import Colour, FilePart, Key, Name, Text


class KindDoc(FilePart):
    """What all kinds of a palette have."""

    name: Name
    colour: Colour
    ink: Colour | Literal[""] = ""
    description: Text = ""
    treat_as: dict[Key, Text] = {}


class TerrainDoc(KindDoc):
    """A natural terrain."""

    char: Text = ""
    pattern: Text = ""


class FeatureDoc(KindDoc):
    """A feature in a hex."""

    symbol: Text = ""


class HexsideDoc(KindDoc):
    """A kind of hexside."""

    symbol: Text = ""
    width: Annotated[float, Field(gt=0, le=1)] = 0.08
    source_width: Annotated[float, Field(ge=0, le=1)] = 0
    directional: bool = False


class PathDoc(KindDoc):
    """A kind of path."""

    symbol: Text = ""
    width: Annotated[float, Field(gt=0, le=1)] = 0.08
    source_width: Annotated[float, Field(ge=0, le=1)] = 0


class AreaKindDoc(KindDoc):
    """A kind of area on tables."""

    pattern: Text = ""
    symbol: Text = ""


class LineKindDoc(KindDoc):
    """A kind of line on tables; its width is in paces."""

    symbol: Text = ""
    width: Annotated[float, Field(gt=0, le=1000)] = 40


class PaletteDoc(FilePart):
    """A palette file for maps of hexes."""

    format: Text = ""
    name: Name = ""
    terrain: Annotated[dict[Key, TerrainDoc], Field(min_length=1)]
    features: dict[Key, FeatureDoc] = {}
    hexsides: dict[Key, HexsideDoc] = {}
    paths: dict[Key, PathDoc] = {}


class TablePaletteDoc(FilePart):
    """A palette file for tables."""

    format: Text = ""
    name: Name = ""
    areas: Annotated[dict[Key, AreaKindDoc], Field(min_length=1)]
    lines: dict[Key, LineKindDoc] = {}
