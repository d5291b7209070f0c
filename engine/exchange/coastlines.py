"""The true line of the coast for the drawing of a map: the outlines of its water on paper, with few points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from engine.boards.coast import Coast, Outline

BEYOND: Final = 1.0
"""Circumradii beyond the paper to which the water goes on: no shore runs along the edge of the map."""
FINE: Final = 0.05
"""Circumradii by which the line may differ from that of the data."""
SMALL: Final = 0.03
"""Squared circumradii that an island or a pond has at least."""
MOST_OUTLINES: Final = 5000
MOST_POINTS: Final = 200_000


def coast_of(
    extent: tuple[float, float], wet: Sequence[BaseGeometry], lands: Sequence[BaseGeometry], share: float
) -> Coast | None:
    """The coast on paper of this size: around waters, and around land where there is any, beyond which is sea. None
    where there is no water, or far too much of its line."""
    wide, high = extent
    paper = shapely.box(-BEYOND, -BEYOND, wide + BEYOND, high + BEYOND)
    sea = [paper.difference(shapely.union_all(list(lands)))] if lands else []
    water = shapely.union_all([*wet, *sea]).intersection(paper)
    outlines = tuple(one for part in shapely.get_parts(water) for one in _outlines(part))
    if not outlines or len(outlines) > MOST_OUTLINES or sum(map(len, outlines)) > MOST_POINTS:
        return None
    return Coast(outlines, share)


def _outlines(part: BaseGeometry) -> Iterator[Outline]:
    """The outlines of an area with few points, without those of small islands."""
    if part.geom_type != "Polygon" or part.area < SMALL:
        return
    for ring in shapely.get_rings(part):
        area = shapely.simplify(shapely.Polygon(ring), FINE)
        if area.geom_type == "Polygon" and area.area >= SMALL:
            points = [(round(float(x), 2), round(float(y), 2)) for x, y in shapely.get_coordinates(area.exterior)]
            found = tuple(at for at, before in zip(points[1:], points[:-1], strict=True) if at != before)
            if len(found) >= 3:
                yield found
