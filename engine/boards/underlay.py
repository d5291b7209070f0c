"""A picture under the grid: where it lies on paper, and how three clicks find that out.

Pixels of the picture are counted from its upper left corner, to the right and downward; paper is measured in
circumradii as everywhere on a board. A placement is any affine map between the two, told as what a hand would do
to the picture: turn it, scale it, stretch and shear it, and move it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, degrees, hypot, isfinite, radians, sin, sqrt
from typing import Final

from engine.boards.affine import Affine, Point, applied, inverse
from engine.errors import HexwrightError

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels; right and bottom are not part of it."""

HEX: Final = sqrt(3)
"""Circumradii from the centre of a hex to that of its neighbour."""
FLAT: Final = 0.1
"""Points that spread less than this part as far across as along count as lying on one line: a click that misses by a
pixel or two would squeeze or shear the whole picture."""


@dataclass(frozen=True, slots=True)
class Underlay:
    """A picture and its placement."""

    image: str
    """The picture's file, relative to the map's own file."""
    x: float = 0.0
    """Where on paper the picture's upper left corner lies."""
    y: float = 0.0
    scale: float = 0.02
    """Circumradii to a pixel along the picture's rows."""
    rotation: float = 0.0
    """Degrees, clockwise as seen."""
    stretch: float = 1.0
    """How much larger a pixel is along the columns than along the rows; negative for a mirrored picture."""
    shear: float = 0.0
    """How far a column leans to the right for each pixel downward."""
    crop: Box | None = None
    """The part that is shown; None for all."""
    opacity: float = 1.0
    """Of the picture, from 0 to 1."""
    ground: float = 0.5
    """Opacity of the terrain above the picture, so that one can trace."""
    shown: bool = True
    locked: bool = False
    """Whether the pointer leaves it where it is."""
    folder: str = ""
    """The folder that ``image`` is relative to. It is where the map was read from, and no part of the map."""

    @property
    def matrix(self) -> Affine:
        """From pixels to paper."""
        c, s = cos(radians(self.rotation)) * self.scale, sin(radians(self.rotation)) * self.scale
        lean, high = self.shear, self.stretch
        return c, s, c * lean - s * high, s * lean + c * high, self.x, self.y

    def to_paper(self, px: float, py: float) -> Point:
        """The paper point of a pixel."""
        return applied(self.matrix, px, py)

    def to_pixel(self, x: float, y: float) -> Point:
        """The pixel under a paper point."""
        return applied(inverse(self.matrix), x, y)

    def placed(self, matrix: Affine) -> Underlay:
        """The same picture in another place. Raises HexwrightError for a matrix that leaves no area."""
        a, b, c, d, e, f = matrix
        scale = hypot(a, b)
        if not all(map(isfinite, matrix)) or scale < 1e-9 or abs(a * d - b * c) < 1e-9 * scale * scale:
            raise HexwrightError("the picture would be squeezed to nothing")
        stretch, shear = (a * d - b * c) / scale**2, (a * c + b * d) / scale**2
        return replace(
            self,
            x=round(e, 6),
            y=round(f, 6),
            scale=float(f"{scale:.10g}"),
            rotation=round(degrees(atan2(b, a)), 7),
            stretch=round(stretch, 9),
            shear=round(shear, 9),
        )

    def moved(self, dx: float, dy: float) -> Underlay:
        """The same picture moved on paper."""
        return replace(self, x=round(self.x + dx, 6), y=round(self.y + dy, 6))

    def turned(self, rotation: float, scale: float, about: Point) -> Underlay:
        """The same picture with another rotation and scale; the pixel ``about`` stays where it is on paper."""
        x, y = self.to_paper(*about)
        turned = replace(self, rotation=rotation, scale=scale)
        nx, ny = turned.to_paper(*about)
        return turned.moved(x - nx, y - ny)


@dataclass(frozen=True, slots=True)
class Tie:
    """A pixel of the picture and the paper point that it belongs on: the centre of a hex, or a point of a table."""

    pixel: Point
    paper: Point


@dataclass(frozen=True, slots=True)
class Fit:
    """A placement found from ties, and how well it keeps them."""

    underlay: Underlay
    misses: tuple[float, ...]
    """For each tie how far, in circumradii, the pixel lies from its paper point."""

    @property
    def residual(self) -> float:
        """Root of the mean square of the misses, in circumradii."""
        return sqrt(sum(miss * miss for miss in self.misses) / len(self.misses))

    @property
    def hexes(self) -> float:
        """The residual in hexes, from centre to centre."""
        return self.residual / HEX

    @property
    def pixels(self) -> float:
        """The residual in pixels of the picture."""
        a, b, c, d, _, _ = self.underlay.matrix
        return self.residual / sqrt(abs(a * d - b * c))


def fit(underlay: Underlay, ties: Sequence[Tie], *, deskew: bool = False) -> Fit:
    """Place a picture so that its ties are kept as well as can be (least squares).

    One tie moves the picture, two and more turn and scale it as well, all ways alike. With ``deskew`` three and
    more also stretch and shear it, which corrects a distorted scan; three ties are then kept exactly.
    Raises HexwrightError where the ties do not say enough: too few, on one spot, or on one line.
    """
    if not ties:
        raise HexwrightError("click at least one place")
    if len(ties) == 1:
        x, y = underlay.to_paper(*ties[0].pixel)
        placed = underlay.moved(ties[0].paper[0] - x, ties[0].paper[1] - y)
    elif deskew and len(ties) >= 3:
        placed = underlay.placed(_affine(ties))
    else:
        placed = underlay.placed(_similarity(ties, mirrored=underlay.stretch < 0))
    points = [placed.to_paper(*tie.pixel) for tie in ties]
    misses = (hypot(x - tie.paper[0], y - tie.paper[1]) for (x, y), tie in zip(points, ties, strict=True))
    return Fit(placed, tuple(misses))


def _middles(ties: Sequence[Tie]) -> tuple[Point, Point]:
    n = len(ties)
    return (
        (sum(tie.pixel[0] for tie in ties) / n, sum(tie.pixel[1] for tie in ties) / n),
        (sum(tie.paper[0] for tie in ties) / n, sum(tie.paper[1] for tie in ties) / n),
    )


def _similarity(ties: Sequence[Tie], *, mirrored: bool) -> Affine:
    """Turning and one scale: least squares has a closed form about the two middles."""
    (mx, my), (cx, cy) = _middles(ties)
    flip = -1.0 if mirrored else 1.0
    spread = real = turn = 0.0
    for tie in ties:
        px, py = tie.pixel[0] - mx, flip * (tie.pixel[1] - my)
        x, y = tie.paper[0] - cx, tie.paper[1] - cy
        spread += px * px + py * py
        real += px * x + py * y
        turn += px * y - py * x
    if spread < 1e-9 or hypot(real, turn) < 1e-12:
        raise HexwrightError("the clicks lie on one spot: choose places far apart")
    a, b = real / spread, turn / spread
    c, d = -flip * b, flip * a
    return a, b, c, d, cx - a * mx - c * my, cy - b * mx - d * my


def _on_a_line(points: Sequence[Point]) -> bool:
    """Whether points spread only one way, or nearly so."""
    n = len(points)
    mx, my = sum(x for x, _ in points) / n, sum(y for _, y in points) / n
    xx, yy = sum((x - mx) ** 2 for x, _ in points), sum((y - my) ** 2 for _, y in points)
    xy = sum((x - mx) * (y - my) for x, y in points)
    # The two spreads squared are the roots of t^2 - (xx + yy) t + (xx yy - xy^2).
    along = (xx + yy + hypot(xx - yy, 2 * xy)) / 2
    return xx * yy - xy * xy <= (FLAT * along) ** 2


def _affine(ties: Sequence[Tie]) -> Affine:
    """Least squares for both rows of the matrix, about the middles."""
    (mx, my), (cx, cy) = _middles(ties)
    xx = xy = yy = 0.0
    sums = [0.0, 0.0, 0.0, 0.0]
    for tie in ties:
        px, py = tie.pixel[0] - mx, tie.pixel[1] - my
        x, y = tie.paper[0] - cx, tie.paper[1] - cy
        xx, xy, yy = xx + px * px, xy + px * py, yy + py * py
        for i, value in enumerate((px * x, py * x, px * y, py * y)):
            sums[i] += value
    if _on_a_line([tie.pixel for tie in ties]) or _on_a_line([tie.paper for tie in ties]):
        raise HexwrightError("the clicks lie on one line: choose places that span the map both ways")
    size = xx * yy - xy * xy
    a, c = (yy * sums[0] - xy * sums[1]) / size, (xx * sums[1] - xy * sums[0]) / size
    b, d = (yy * sums[2] - xy * sums[3]) / size, (xx * sums[3] - xy * sums[2]) / size
    return a, b, c, d, cx - a * mx - c * my, cy - b * mx - d * my
