"""The options of maps of Worldographer."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.exchange.source import Options


class WorldographerReading(Options):
    """How a map from elsewhere is read."""

    terrain: str = Field("", description="terrain of tiles, as TILE=TERRAIN with commas between, or as JSON")
    palette: str = Field("standard", description="palette of the map")
    view: str = Field("", description="view level to import, if the map has several: WORLD, CONTINENT, KINGDOM")
    step: float = Field(0, ge=0, le=100_000, description="elevation from level to level; 0 for none")
    rivers: Literal["hexsides", "paths", "none"] = Field("hexsides", description="what blue lines become")
    roads: Literal["paths", "none"] = Field("paths", description="what other lines become")
