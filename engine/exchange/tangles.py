"""Areas whose outlines cross themselves are made sound, unless they are scribbles that would take hours."""

from __future__ import annotations

from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from engine.errors import HexwrightError

SAMPLE: Final = 200
"""Pieces of an outline that are looked at."""
TANGLED: Final = 40
"""A piece of an outline meets few others; one of a scribble meets more than this."""
MOST_CROSSINGS: Final = 100_000


def made_valid(area: BaseGeometry, where: str) -> BaseGeometry:
    """A geometry that is sound. ``where`` names the file in errors. Raises HexwrightError for an outline that crosses
    itself without end."""
    if area.is_valid:
        return area
    if _is_scribble(area):
        raise HexwrightError(
            f"{where}: the outline of an area crosses itself more than {MOST_CROSSINGS:,} times; correct it in its own "
            "program"
        )
    return shapely.make_valid(area)


def _is_scribble(area: BaseGeometry) -> bool:
    rings = shapely.get_rings(shapely.get_parts(area))
    points, ring = shapely.get_coordinates(rings, return_index=True)
    onward = ring[1:] == ring[:-1]
    low: NDArray[np.float64] = np.minimum(points[1:], points[:-1])[onward]
    high: NDArray[np.float64] = np.maximum(points[1:], points[:-1])[onward]
    count = len(low)
    if count < TANGLED:
        return False
    chosen = np.unique(np.linspace(0, count - 1, SAMPLE).astype(int))
    met = [int(((low <= high[one]) & (high >= low[one])).all(axis=1).sum()) for one in chosen]
    mean = float(np.mean(met))
    return mean > TANGLED and mean * count / 2 > MOST_CROSSINGS
