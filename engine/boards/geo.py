"""Where a map lies on the globe: its projection, the place of its paper's corner, and the size of a hex."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, radians, sin, sqrt

from engine.boards.affine import Affine


@dataclass(frozen=True, slots=True)
class GeoPlace:
    """A map's place in a projection. Metres are those of the projection, which grow to the east and to the north."""

    crs: str
    """The projection, as ``+proj=laea +lat_0=46.5 +lon_0=8 +datum=WGS84 +units=m`` or ``EPSG:32632``."""
    x: float
    """Metres east of the paper's upper left corner."""
    y: float
    """Metres north of it."""
    hex: float
    """Metres from side to side of a hex."""
    rotation: float = 0.0
    """Degrees by which the paper is turned clockwise against the projection's north."""

    @property
    def radius(self) -> float:
        """Metres of a circumradius."""
        return self.hex / sqrt(3)

    @property
    def matrix(self) -> Affine:
        """From a point of the paper to metres: x = a px + c py + e, y = b px + d py + f."""
        size, angle = self.radius, radians(self.rotation)
        c, s = size * cos(angle), size * sin(angle)
        return c, -s, -s, -c, self.x, self.y

    @property
    def inverse(self) -> Affine:
        """From metres to a point of the paper."""
        size, angle = self.radius, radians(self.rotation)
        c, s = cos(angle) / size, sin(angle) / size
        return c, -s, -s, -c, -(self.x * c - self.y * s), self.x * s + self.y * c

    def moved(self, dx: float, dy: float) -> GeoPlace:
        """The same when all that is on the paper is moved by a number of circumradii."""
        a, b, c, d, e, f = self.matrix
        return replace(self, x=e - a * dx - c * dy, y=f - b * dx - d * dy)
