"""The options of maps of Tiled."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.exchange.source import Options


class TiledOptions(Options):
    """How a map is written."""

    tiles: Literal["large", "small"] = Field("large", description="size of tiles: large (194 x 168) or small (60 x 52)")
    units: bool = Field(False, description="include the set-up as objects")
    hidden: bool = Field(False, description="include groups that are set up in secret")


class TiledReading(Options):
    """How a map from elsewhere is read."""

    terrain: str = Field("", description="terrain of tiles, as TILE=TERRAIN with commas between")
    palette: str = Field("standard", description="palette of the map")
