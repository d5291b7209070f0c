"""What lies in a file of geography, in small: for choosing the part of it that becomes a map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Degrees = tuple[float, float]
"""Longitude and latitude."""
UNPLACED: Final = "unplaced"
"""The word under which readers count shapes without a usable geometry."""
GeoBox = tuple[float, float, float, float]
"""West, south, east and north, in degrees."""


@dataclass(frozen=True, slots=True)
class GeoData:
    """The data of a file, and the part of them that was taken."""

    lines: tuple[tuple[Degrees, ...], ...]
    """Outlines, with few points."""
    whole: GeoBox
    """What the data span."""
    part: GeoBox
    """The part that became a map, before it was turned about its middle."""
    rotation: float = 0.0
    """Degrees by which the map is turned clockwise."""
    crs: str = ""
    """The projection of the map, where it was given."""
    ground: tuple[tuple[float, ...], ...] = ()
    """Heights by rows from north to south, from 0 to 1, over ``whole``; none where there are no heights."""
