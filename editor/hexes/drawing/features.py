"""What people built in a hex: houses, villages, towns, forts, churches; small vector symbols, seeded by the hex."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import atan2, cos, hypot, pi, sin
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from editor.canvas.drawing.paint_list import PaintList, PaintOrder, mix
from editor.canvas.drawing.paper import SCALE
from editor.hexes.drawing.geometry import Geometry, on_curve
from editor.hexes.drawing.roads import Roads
from editor.hexes.drawing.spans import Placed, parapets, stones
from editor.hexes.drawing.streams import RoadOverStream, Streams
from engine.boards.palette import Kind

_S: Final = SCALE

BUILT: Final = 0.40 * _S
"""How far most features reach from the middle of their hex."""
STAR: Final = 0.42 * _S
"""How far the points of a fort's star reach."""
STAR_ASIDE: Final = 0.46 * _S
"""How far a star stands aside in a hex that has something else."""
MAKES_WAY: Final = frozenset({"village", "town", "city", "orchard"})
"""Symbols of many small parts, which leave out those that would cover a number or a star."""


class Spot:
    """Where a feature is drawn: the hex, its middle, and the direction of the road through it."""

    def __init__(
        self,
        geometry: Geometry,
        roads: Roads,
        h: int,
        streams: Streams | None = None,
        shared: bool = False,
        taken: Sequence[QRectF] = (),
        within: QPainterPath | None = None,
    ) -> None:
        """``shared``: there is more than one feature in the hex; ``taken`` is what houses in rows and orchards leave
        free: the hex's number, a star among the houses; ``within`` what they keep to: their side of a shore."""
        self._within = within
        self.hex = h
        self.shared = shared
        self._taken = taken
        self._roads, self._streams = roads, streams
        self.x, self.y = geometry.centre(h)
        self.rng = random.Random(geometry.lot(h) * 31 + 7)
        self.road = road_angle(geometry, roads, h)

    @property
    def angle(self) -> float:
        """The direction houses stand in."""
        return self.road if self.road is not None else self.rng.uniform(-0.35, 0.35)

    def free(self, x: float, y: float, reach: float) -> bool:
        """Whether what reaches so far from a point covers nothing that is to be left free, and stands ashore."""
        here = QRectF(x - reach, y - reach, 2 * reach, 2 * reach)
        if any(here.intersects(there) for there in self._taken):
            return False
        return self._within is None or self._within.contains(here)

    def on_road(self, x: float, y: float, room: float) -> bool:
        """Whether a road of the hex passes this near to a point."""
        curves = (curve for _kind, along in self._roads.layout(self.hex) for curve in along)
        spots = (on_curve(*curve, step / 8) for curve in curves for step in range(9))
        return any(hypot(x - ax, y - ay) < room for ax, ay in spots)

    def crossings(self) -> list[RoadOverStream]:
        """Where roads cross streams here; the middle of the hex where none does."""
        found = self._streams.crossings(self.hex, self._roads) if self._streams is not None else []
        return found or [RoadOverStream(self.x, self.y, self.road or 0.0, 0.07 * _S)]


def solid(kind: Kind, x: float, y: float, shared: bool) -> QRectF | None:
    """What a feature covers of the hex about a point, so that nothing else can be read there; None for what makes way
    for numbers."""
    symbol = kind.symbol or kind.key
    if symbol in MAKES_WAY:
        return None
    aside, reach = (STAR_ASIDE, 0.62 * STAR) if symbol == "fort" and shared else (0.0, BUILT)
    return QRectF(x + aside - reach, y - 0.7 * aside - reach, 2 * reach, 2 * reach)


def road_angle(geometry: Geometry, roads: Roads, h: int) -> float | None:
    """The direction of the way through a hex, or None where there is no road."""
    for _kind, curves in roads.layout(h):
        (ax, ay), _, (bx, by) = curves[0]
        return atan2(by - ay, bx - ax)
    return None


def draw_feature(paint: PaintList, kind: Kind, spot: Spot) -> None:
    """Draw a feature; an unknown symbol is drawn as a single house."""
    SYMBOLS.get(kind.symbol or kind.key, _building)(paint, kind, spot)


def _ink(kind: Kind) -> str:
    return kind.ink or mix(kind.colour, "#000000", 0.45).name()


def _house(paint: PaintList, kind: Kind, place: Placed, along: float, across: float, wide: float, deep: float) -> None:
    """One house: shadow, roof, and its lit half."""
    corners = [
        (along - wide, across - deep),
        (along + wide, across - deep),
        (along + wide, across + deep),
        (along - wide, across + deep),
    ]
    shift = 0.028 * _S
    shadow = Placed(place.x + shift, place.y + shift * 1.2, place.angle)
    shadow.line(paint.fill(PaintOrder.FEATURE, mix(kind.colour, "#000000", 0.62)), corners, close=True)
    place.line(paint.fill(PaintOrder.FEATURE + 1, kind.colour), corners, close=True)
    roof = [corners[0], corners[1], (along + wide, across), (along - wide, across)]
    place.line(paint.fill(PaintOrder.FEATURE + 2, mix(kind.colour, "#ffffff", 0.22)), roof, close=True)
    place.line(paint.line(PaintOrder.FEATURE + 3, _ink(kind), 0.016 * _S), corners, close=True)


def _building(paint: PaintList, kind: Kind, spot: Spot) -> None:
    place = Placed(spot.x, spot.y, spot.angle)
    off = 0.24 * _S if spot.road is not None else 0.02 * _S
    _house(paint, kind, place, 0.0, off, 0.16 * _S, 0.105 * _S)
    _house(paint, kind, place, 0.26 * _S, off + 0.02 * _S, 0.06 * _S, 0.06 * _S)


def _rows(paint: PaintList, kind: Kind, spot: Spot, rows: tuple[tuple[float, float], ...], size: float) -> None:
    """Houses in rows along the road; each row is (distance from the road, half its length)."""
    place = Placed(spot.x, spot.y, spot.angle)
    rng = spot.rng
    for across, reach in rows:
        along = -reach * _S
        while along < reach * _S:
            wide = size * _S * rng.uniform(0.75, 1.35)
            if rng.random() > 0.12:
                shift = rng.uniform(-0.02, 0.02) * _S
                deep = size * _S * rng.uniform(0.7, 0.95)
                if spot.free(*place.at(along + wide, across * _S + shift), max(wide, deep)):
                    _house(paint, kind, place, along + wide, across * _S + shift, wide, deep)
            along += 2 * wide + rng.uniform(0.05, 0.11) * _S


def _village(paint: PaintList, kind: Kind, spot: Spot) -> None:
    _rows(paint, kind, spot, ((-0.21, 0.34), (0.21, 0.34)), 0.065)


def _town(paint: PaintList, kind: Kind, spot: Spot) -> None:
    _rows(paint, kind, spot, ((-0.46, 0.34), (-0.2, 0.52), (0.2, 0.52), (0.46, 0.34)), 0.07)


def _city(paint: PaintList, kind: Kind, spot: Spot) -> None:
    rows = ((-0.42, 0.52), (-0.21, 0.68), (0.0, 0.3), (0.21, 0.68), (0.42, 0.56), (0.63, 0.36))
    _rows(paint, kind, spot, rows, 0.068)


def _fort(paint: PaintList, kind: Kind, spot: Spot) -> None:
    """A star; where there is something else in the hex, a smaller one to its upper right."""
    aside, size = (STAR_ASIDE, 0.62) if spot.shared else (0.0, 1.0)
    place = Placed(spot.x + aside, spot.y - 0.7 * aside, -pi / 2)
    outer, inner = STAR * size, 0.25 * _S * size
    points = [
        (cos(pi * i / 5) * (outer if i % 2 == 0 else inner), sin(pi * i / 5) * (outer if i % 2 == 0 else inner))
        for i in range(10)
    ]
    place.line(paint.fill(PaintOrder.FEATURE, mix(kind.colour, "#ffffff", 0.35)), points, close=True)
    place.line(paint.line(PaintOrder.FEATURE + 3, _ink(kind), 0.05 * _S), points, close=True)


def _church(paint: PaintList, kind: Kind, spot: Spot) -> None:
    place = Placed(spot.x, spot.y, 0.0)
    across = 0.10 * _S
    _house(paint, kind, place, 0.0, across, 0.20 * _S, 0.10 * _S)
    _house(paint, kind, place, -0.20 * _S, across, 0.075 * _S, 0.13 * _S)
    cross = paint.line(PaintOrder.FEATURE + 3, _ink(kind), 0.042 * _S)
    place.line(cross, [(-0.20 * _S, -0.06 * _S), (-0.20 * _S, -0.32 * _S)])
    place.line(cross, [(-0.28 * _S, -0.235 * _S), (-0.12 * _S, -0.235 * _S)])


def _orchard(paint: PaintList, kind: Kind, spot: Spot) -> None:
    place = Placed(spot.x, spot.y, spot.angle)
    edge, crown = paint.fill(PaintOrder.FEATURE, _ink(kind)), paint.fill(PaintOrder.FEATURE + 1, kind.colour)
    radius = 0.068 * _S
    for i in range(-2, 3):
        for j in range(-2, 3):
            if abs(i) == 2 and abs(j) == 2:
                continue
            x, y = place.at(i * 0.21 * _S, j * 0.21 * _S)
            if spot.on_road(x, y, 0.16 * _S) or not spot.free(x, y, radius):
                continue
            edge.addEllipse(x - radius, y - radius, 2 * radius, 2 * radius)
            small = radius * 0.72
            crown.addEllipse(x - small, y - small, 2 * small, 2 * small)


def _tower(paint: PaintList, kind: Kind, spot: Spot) -> None:
    ink = _ink(kind)
    for order, colour, radius in (
        (PaintOrder.FEATURE, ink, 0.20),
        (PaintOrder.FEATURE + 1, kind.colour, 0.155),
        (PaintOrder.FEATURE + 2, ink, 0.07),
    ):
        reach = radius * _S
        paint.fill(order, colour).addEllipse(spot.x - reach, spot.y - reach, 2 * reach, 2 * reach)


def _mine(paint: PaintList, kind: Kind, spot: Spot) -> None:
    handle = paint.line(PaintOrder.FEATURE + 2, kind.colour, 0.05 * _S)
    head = paint.line(PaintOrder.FEATURE + 3, _ink(kind), 0.07 * _S)
    for sign in (-1, 1):
        place = Placed(spot.x, spot.y, sign * pi / 4 - pi / 2)
        place.line(handle, [(-0.30 * _S, 0.0), (0.24 * _S, 0.0)])
        place.line(head, [(0.20 * _S, -0.11 * _S), (0.25 * _S, 0.0), (0.20 * _S, 0.11 * _S)])


def _bridge(paint: PaintList, kind: Kind, spot: Spot) -> None:
    for there in spot.crossings():
        place = Placed(there.x, there.y, there.angle)
        parapets(paint, place, there.width * 0.6 + 0.07 * _S, 0.105 * _S, _ink(kind), PaintOrder.FEATURE)


def _ford(paint: PaintList, kind: Kind, spot: Spot) -> None:
    for there in spot.crossings():
        stones(paint, Placed(there.x, there.y, there.angle), kind, PaintOrder.FEATURE)


def _pass(paint: PaintList, kind: Kind, spot: Spot) -> None:
    """Two arcs back to back, with the way between them."""
    place = Placed(spot.x, spot.y, spot.angle)
    arc = paint.line(PaintOrder.FEATURE + 3, _ink(kind), 0.07 * _S)
    for sign in (-1, 1):
        points = [(0.36 * sin(t) * _S, sign * (0.55 - 0.36 * cos(t)) * _S) for t in (i * pi / 16 for i in range(-6, 7))]
        place.line(arc, points)


def _well(paint: PaintList, kind: Kind, spot: Spot) -> None:
    ink = _ink(kind)
    for order, colour, radius in ((PaintOrder.FEATURE, ink, 0.15), (PaintOrder.FEATURE + 1, kind.colour, 0.105)):
        reach = radius * _S
        paint.fill(order, colour).addEllipse(spot.x - reach, spot.y - reach, 2 * reach, 2 * reach)


def _palms(paint: PaintList, kind: Kind, spot: Spot) -> None:
    trunk = paint.line(PaintOrder.FEATURE, _ink(kind), 0.035 * _S)
    leaves = paint.line(PaintOrder.FEATURE + 1, kind.colour, 0.05 * _S)
    for dx, dy, tall in ((-0.17, 0.16, 0.34), (0.14, 0.22, 0.42)):
        place = Placed(spot.x + dx * _S, spot.y + dy * _S, -pi / 2)
        place.line(trunk, [(0.0, 0.0), (tall * _S, 0.03 * _S)])
        for bent in (-0.2, -0.11, 0.0, 0.11, 0.2):
            drop = tall + 0.09 - 1.1 * abs(bent)
            place.line(leaves, [(tall * _S, 0.03 * _S), ((tall + 0.05) * _S, 0.6 * bent * _S), (drop * _S, bent * _S)])


SYMBOLS: Final[dict[str, Callable[[PaintList, Kind, Spot], None]]] = {
    "building": _building,
    "village": _village,
    "town": _town,
    "city": _city,
    "fort": _fort,
    "church": _church,
    "orchard": _orchard,
    "tower": _tower,
    "mine": _mine,
    "bridge": _bridge,
    "ford": _ford,
    "pass": _pass,
    "well": _well,
    "palms": _palms,
}
"""Every symbol a feature of a palette may name."""
