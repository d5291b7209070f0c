"""What grows, lies and stands on areas: trees, bushes, rocks, reeds, vines, furrows, houses.

A cover is a function of an outline, its colours and a seed, and gives strokes. A new one is a function and its line in
`COVERS`; a kind of area names it as its ``pattern`` or ``symbol``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import cos, pi, radians, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QTransform

from editor.canvas.drawing.paint_list import faded, mix
from editor.tables.drawing.outlines import Points, box_of, closed, scattered, segment_distance
from editor.tables.drawing.strokes import Strokes


@dataclass(frozen=True, slots=True)
class CoveredGround:
    """What a cover is drawn with."""

    outline: Points
    colour: str
    ink: str
    seed: int


def _winding() -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def _blob(path: QPainterPath, x: float, y: float, radius: float, chance: random.Random, lobes: int = 7) -> None:
    """A round, uneven shape: a crown of a tree, a bush, a stone."""
    turn = chance.uniform(0, 2 * pi)
    points = []
    for number in range(lobes):
        away = radius * chance.uniform(0.82, 1.12)
        angle = turn + 2 * pi * number / lobes
        points.append(QPointF(x + away * cos(angle), y + away * sin(angle)))
    first = (points[-1] + points[0]) / 2
    path.moveTo(first)
    for number, point in enumerate(points):
        after = points[(number + 1) % lobes]
        path.quadTo(point, (point + after) / 2)
    path.closeSubpath()


def _trees(ground: CoveredGround, strokes: Strokes, step: float, least: float, most: float) -> None:
    """Single trees, each with a shadow to the south-east and a light to the north-west, none over the edge."""
    shadows, crowns, lights = _winding(), _winding(), _winding()
    for x, y, chance in scattered(ground.outline, step, ground.seed, inset=least * 0.9):
        radius = chance.uniform(least, most)
        _blob(shadows, x + radius * 0.28, y + radius * 0.34, radius, random.Random(ground.seed))
        shape = chance.random()
        _blob(crowns, x, y, radius, random.Random(shape))
        _blob(lights, x - radius * 0.24, y - radius * 0.28, radius * 0.52, random.Random(shape), 6)
    strokes.fill(shadows, faded(mix(ground.ink, "#10160c", 0.5), 0.34))
    strokes.fill(crowns, mix(ground.ink, ground.colour, 0.2))
    strokes.line(crowns, faded(mix(ground.ink, "#101808", 0.45), 0.8), 1.3, fine=True)
    strokes.fill(lights, faded(mix(ground.colour, "#ffffff", 0.15), 0.55), fine=True)


def wood(ground: CoveredGround) -> Strokes:
    """A wood of single trees, dense, of several sizes."""
    strokes = Strokes()
    _trees(ground, strokes, 30.0, 12.0, 19.0)
    return strokes


def brush(ground: CoveredGround) -> Strokes:
    """Low bushes, apart from each other."""
    strokes = Strokes()
    bushes, lights = _winding(), _winding()
    for x, y, chance in scattered(ground.outline, 34.0, ground.seed, inset=7):
        for _ in range(chance.randint(1, 3)):
            bx, by, radius = x + chance.uniform(-9, 9), y + chance.uniform(-7, 7), chance.uniform(4, 8)
            _blob(bushes, bx, by, radius, chance, 5)
            _blob(lights, bx - 1.6, by - 2.0, radius * 0.5, chance, 5)
    strokes.fill(bushes, faded(ground.ink, 0.75))
    strokes.fill(lights, faded(mix(ground.colour, "#ffffff", 0.2), 0.6), fine=True)
    return strokes


def orchard(ground: CoveredGround) -> Strokes:
    """Small round trees in rows."""
    strokes = Strokes()
    shadows, crowns = _winding(), _winding()
    for x, y in _rows(ground, 30.0):
        radius = 8.0
        shadows.addEllipse(QPointF(x + 2.5, y + 3.0), radius, radius)
        crowns.addEllipse(QPointF(x, y), radius, radius)
    strokes.fill(shadows, faded("#10160c", 0.28))
    strokes.fill(crowns, mix(ground.ink, ground.colour, 0.25))
    strokes.line(crowns, faded(mix(ground.ink, "#101808", 0.45), 0.7), 1.2, fine=True)
    return strokes


def _rows(ground: CoveredGround, step: float) -> Iterator[tuple[float, float]]:
    """Points of a square lattice inside an outline, turned by lot by a few degrees."""
    turn = radians(random.Random(ground.seed).uniform(-25, 25))
    left, top, right, bottom = box_of(ground.outline)
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    reach = int(max(right - left, bottom - top) / step) + 2
    inside = closed(ground.outline)
    for row in range(-reach, reach + 1):
        for column in range(-reach, reach + 1):
            x = middle_x + (column * cos(turn) - row * sin(turn)) * step
            y = middle_y + (column * sin(turn) + row * cos(turn)) * step
            if inside.contains(QPointF(x, y)) and _inset(ground, x, y) > step * 0.33:
                yield x, y


def _inset(ground: CoveredGround, x: float, y: float) -> float:
    points = ground.outline
    return min(segment_distance(points[number - 1], points[number], x, y) for number in range(len(points)))


def vineyard(ground: CoveredGround) -> Strokes:
    """Rows of vines on stakes."""
    strokes = Strokes()
    rows, vines = QPainterPath(), _winding()
    for line in _furrows(ground, 18.0):
        rows.addPath(line)
        length = line.length()
        for number in range(int(length // 11)):
            vines.addEllipse(line.pointAtPercent(min(1.0, (number * 11 + 5) / length)), 3.4, 3.4)
    strokes.line(rows, faded(ground.ink, 0.45), 1.6)
    strokes.fill(vines, mix(ground.ink, "#2f5a2a", 0.45), fine=True)
    return strokes


def _furrows(ground: CoveredGround, step: float) -> list[QPainterPath]:
    """Parallel lines inside an outline, turned by lot."""
    turn = random.Random(ground.seed).uniform(-35, 35)
    inside = closed(ground.outline)
    left, top, right, bottom = box_of(ground.outline)
    middle = QPointF((left + right) / 2, (top + bottom) / 2)
    reach = (right - left + bottom - top) / 2
    found: list[QPainterPath] = []
    place = QTransform().translate(middle.x(), middle.y()).rotate(turn)
    steps = int(reach // step) + 1
    for number in range(-steps, steps + 1):
        y = number * step
        found += _inside_parts(inside, place.map(QPointF(-reach, y)), place.map(QPointF(reach, y)))
    return found


def _inside_parts(inside: QPainterPath, start: QPointF, end: QPointF) -> Iterator[QPainterPath]:
    """The parts of a straight line that lie inside a path, to three paces."""
    way = end - start
    count = max(1, int((abs(way.x()) + abs(way.y())) // 3))
    begun: QPointF | None = None
    last = start
    for number in range(count + 1):
        point = start + way * (number / count)
        if inside.contains(point):
            begun = begun or point
            last = point
        elif begun is not None:
            if (last - begun).manhattanLength() > 8:
                yield _segment(begun, last)
            begun = None
    if begun is not None and (last - begun).manhattanLength() > 8:
        yield _segment(begun, last)


def _segment(start: QPointF, end: QPointF) -> QPainterPath:
    path = QPainterPath(start)
    path.lineTo(end)
    return path


def fields(ground: CoveredGround) -> Strokes:
    """Furrows."""
    strokes = Strokes()
    lines = QPainterPath()
    for line in _furrows(ground, 13.0):
        lines.addPath(line)
    strokes.line(lines, faded(ground.ink, 0.42), 1.6)
    return strokes


def enclosed(ground: CoveredGround) -> Strokes:
    """Small fields with hedges between them."""
    strokes = Strokes()
    hedges = QPainterPath()
    for line in _furrows(ground, 85.0):
        hedges.addPath(line)
    for line in _furrows(CoveredGround(ground.outline, ground.colour, ground.ink, ground.seed ^ 0x5A5A5A), 110.0):
        hedges.addPath(line)
    edge = closed(ground.outline)
    strokes.line(hedges, mix(ground.ink, ground.colour, 0.15), 5.0)
    strokes.line(edge, mix(ground.ink, ground.colour, 0.15), 5.0)
    strokes.line(hedges, faded("#ffffff", 0.18), 1.4, fine=True)
    return strokes


def rocky(ground: CoveredGround) -> Strokes:
    """Stones of several sizes with a shadow."""
    strokes = Strokes()
    shadows, stones, lights = _winding(), _winding(), _winding()
    for x, y, chance in scattered(ground.outline, 36.0, ground.seed, inset=6):
        for _ in range(chance.randint(1, 3)):
            sx, sy, radius = x + chance.uniform(-11, 11), y + chance.uniform(-9, 9), chance.uniform(2.5, 6.5)
            shape = chance.random()
            _blob(shadows, sx + radius * 0.4, sy + radius * 0.45, radius, random.Random(shape), 5)
            _blob(stones, sx, sy, radius, random.Random(shape), 5)
            _blob(lights, sx - radius * 0.2, sy - radius * 0.25, radius * 0.55, random.Random(shape), 5)
    strokes.fill(shadows, faded("#1a140c", 0.3))
    strokes.fill(stones, mix(ground.ink, ground.colour, 0.35))
    strokes.fill(lights, faded("#ffffff", 0.4), fine=True)
    return strokes


def marsh(ground: CoveredGround) -> Strokes:
    """Pools of still water with tufts of reed."""
    strokes = Strokes()
    pools, reeds = _winding(), QPainterPath()
    for x, y, chance in scattered(ground.outline, 44.0, ground.seed, inset=8):
        if chance.random() < 0.55:
            pools.addEllipse(QPointF(x, y), chance.uniform(9, 17), chance.uniform(4, 7))
        _tuft(reeds, x + chance.uniform(-8, 8), y + chance.uniform(-6, 6), chance)
    strokes.fill(pools, faded("#7fb2c9", 0.75))
    strokes.line(reeds, ground.ink, 1.6)
    return strokes


def _tuft(path: QPainterPath, x: float, y: float, chance: random.Random) -> None:
    for lean in (-4.0, -1.5, 1.5, 4.0):
        path.moveTo(x, y)
        path.lineTo(x + lean + chance.uniform(-1, 1), y - chance.uniform(7, 12))
    path.moveTo(x - 7, y)
    path.lineTo(x + 7, y)


def boggy(ground: CoveredGround) -> Strokes:
    """Soft ground: short lines and a few tufts."""
    strokes = Strokes()
    lines, reeds = QPainterPath(), QPainterPath()
    for x, y, chance in scattered(ground.outline, 40.0, ground.seed, inset=6):
        half = chance.uniform(6, 12)
        lines.moveTo(x - half, y)
        lines.lineTo(x + half, y)
        if chance.random() < 0.3:
            _tuft(reeds, x, y - 4, chance)
    strokes.line(lines, faded(ground.ink, 0.6), 1.8)
    strokes.line(reeds, faded(ground.ink, 0.7), 1.3, fine=True)
    return strokes


def dunes(ground: CoveredGround) -> Strokes:
    """Crescents of sand with their lee in shade."""
    strokes = Strokes()
    shade, crests = _winding(), QPainterPath()
    for x, y, chance in scattered(ground.outline, 52.0, ground.seed, inset=14):
        wide, high = chance.uniform(16, 26), chance.uniform(7, 12)
        crest = QPainterPath(QPointF(x - wide, y + high * 0.5))
        crest.quadTo(QPointF(x, y - high * 1.5), QPointF(x + wide, y + high * 0.5))
        crests.addPath(crest)
        lee = QPainterPath(crest)
        lee.quadTo(QPointF(x, y - high * 0.3), QPointF(x - wide, y + high * 0.5))
        shade.addPath(lee)
    strokes.fill(shade, faded(ground.ink, 0.32))
    strokes.line(crests, faded(ground.ink, 0.75), 1.6)
    return strokes


def gully(ground: CoveredGround) -> Strokes:
    """Banks that fall away inwards, as short strokes from the edge."""
    strokes = Strokes()
    banks = QPainterPath()
    points = ground.outline
    for number in range(len(points)):
        (ax, ay), (bx, by) = points[number - 1], points[number]
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        inwards = _inward(ground, ax, ay, bx, by)
        for step in range(int(length // 9) + 1):
            share = min(1.0, step * 9 / max(length, 1))
            x, y = ax + (bx - ax) * share, ay + (by - ay) * share
            deep = 14.0 if step % 2 else 8.0
            banks.moveTo(x, y)
            banks.lineTo(x + inwards[0] * deep, y + inwards[1] * deep)
    strokes.fill(closed(points), faded(mix(ground.ink, "#000000", 0.3), 0.16))
    strokes.line(banks, faded(ground.ink, 0.85), 1.6)
    strokes.line(closed(points), ground.ink, 2.2)
    return strokes


def _inward(ground: CoveredGround, ax: float, ay: float, bx: float, by: float) -> tuple[float, float]:
    """The unit vector from an edge of an outline to its inside."""
    length = max(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 1e-6)
    nx, ny = -(by - ay) / length, (bx - ax) / length
    inside = closed(ground.outline).contains(QPointF((ax + bx) / 2 + nx * 3, (ay + by) / 2 + ny * 3))
    return (nx, ny) if inside else (-nx, -ny)


def water(ground: CoveredGround) -> Strokes:
    """Water with a darker deep and a bank."""
    strokes = Strokes()
    edge = closed(ground.outline)
    waves = QPainterPath()
    for x, y, chance in scattered(ground.outline, 70.0, ground.seed, inset=26):
        long = chance.uniform(14, 24)
        waves.moveTo(x - long, y)
        waves.cubicTo(QPointF(x - long / 2, y - 6), QPointF(x - long / 3, y + 5), QPointF(x, y))
        waves.cubicTo(QPointF(x + long / 3, y - 5), QPointF(x + long / 2, y + 6), QPointF(x + long, y))
    for width, strength in ((44.0, 0.10), (26.0, 0.12), (12.0, 0.16)):
        strokes.line(edge, faded(mix(ground.colour, "#ffffff", 0.6), strength), width)
    strokes.line(waves, faded(ground.ink, 0.45), 1.8)
    strokes.line(edge, mix(ground.ink, "#2b4a5c", 0.3), 3.0)
    return strokes


def beach(ground: CoveredGround) -> Strokes:
    """Sand with dots."""
    strokes = Strokes()
    dots = _winding()
    for x, y, _chance in scattered(ground.outline, 17.0, ground.seed, inset=3):
        dots.addEllipse(QPointF(x, y), 1.2, 1.2)
    strokes.fill(dots, faded(ground.ink, 0.6), fine=True)
    return strokes


def crags(ground: CoveredGround) -> Strokes:
    """Impassable crags: jagged peaks with a dark side, and a heavy edge."""
    strokes = Strokes()
    dark, light = _winding(), _winding()
    for x, y, chance in scattered(ground.outline, 48.0, ground.seed, inset=16):
        high, wide = chance.uniform(16, 26), chance.uniform(12, 18)
        foot = y + high / 2
        top = QPointF(x + chance.uniform(-3, 3), y - high / 2)
        dark.addPolygon([top, QPointF(x + wide, foot), QPointF(x, foot)])
        dark.closeSubpath()
        light.addPolygon([top, QPointF(x, foot), QPointF(x - wide, foot)])
        light.closeSubpath()
    strokes.fill(light, faded(mix(ground.colour, "#ffffff", 0.35), 0.9))
    strokes.fill(dark, faded(ground.ink, 0.75))
    strokes.line(closed(ground.outline), ground.ink, 3.4)
    return strokes


def town(ground: CoveredGround) -> Strokes:
    """Roofs along lanes, each with a ridge and a dark side."""
    strokes = Strokes()
    shadows, roofs, dark, ridges = _winding(), _winding(), _winding(), QPainterPath()
    turn = random.Random(ground.seed).uniform(-20, 20)
    inside = closed(ground.outline)
    for x, y, chance in scattered(ground.outline, 46.0, ground.seed, inset=14):
        wide, high = chance.uniform(13, 19), chance.uniform(9, 13)
        place = QTransform().translate(x, y).rotate(turn + chance.choice((0, 90)))
        house = QRectF(-wide, -high, 2 * wide, 2 * high)
        shape = place.map(_rect(house))
        if not inside.contains(shape):
            continue
        shadows.addPath(shape.translated(3, 3.5))
        roofs.addPath(shape)
        dark.addPath(place.map(_rect(QRectF(-wide, 0, 2 * wide, high))))
        ridges.addPath(place.map(_segment(QPointF(-wide, 0), QPointF(wide, 0))))
    strokes.fill(shadows, faded("#1a120c", 0.32))
    strokes.fill(roofs, mix(ground.ink, "#d98a66", 0.6))
    strokes.fill(dark, faded(ground.ink, 0.4))
    strokes.line(roofs, mix(ground.ink, "#000000", 0.3), 1.3, fine=True)
    strokes.line(ridges, faded("#fff2e0", 0.6), 1.2, fine=True)
    strokes.line(closed(ground.outline), faded(ground.ink, 0.5), 2.0, dash=(9.0, 6.0))
    return strokes


def _rect(rect: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRect(rect)
    return path


Cover = Callable[[CoveredGround], Strokes]

COVERS: Final[dict[str, Cover]] = {
    "trees": wood,
    "jungle": brush,
    "rocks": rocky,
    "mud": boggy,
    "grove": orchard,
    "dots": vineyard,
    "marsh": marsh,
    "dunes": dunes,
    "gullies": gully,
    "hatch": fields,
    "hedges": enclosed,
    "waves": water,
    "peaks": crags,
    "snow": crags,
    "town": town,
    "beach": beach,
}
"""The patterns and symbols that a kind of area may be drawn with."""

HILL_COVERS: Final[dict[str, Cover]] = {
    "brushy": brush,
    "rocky": rocky,
    "boggy": boggy,
    "wooded": wood,
    "orchard": orchard,
    "vine": vineyard,
}
"""What covers the slopes of hills."""
