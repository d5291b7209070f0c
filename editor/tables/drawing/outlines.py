"""Outlines of areas and lines as paths, and points scattered inside them that are always the same."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPolygonF

from engine.tables.table import encloses

Points = Sequence[tuple[float, float]]


def closed(points: Points) -> QPainterPath:
    """The path round an outline; empty for fewer than three points."""
    path = QPainterPath()
    if len(points) >= 3:
        path.addPolygon(polygon(points))
        path.closeSubpath()
    return path


def open_path(points: Points) -> QPainterPath:
    """The path along a line."""
    path = QPainterPath()
    if len(points) >= 2:
        path.moveTo(*points[0])
        for point in points[1:]:
            path.lineTo(*point)
    return path


def polygon(points: Points) -> QPolygonF:
    """Points as Qt has them."""
    return QPolygonF([QPointF(x, y) for x, y in points])


def seed_of(seed: int, key: str) -> int:
    """What the look of one thing is drawn by lot with: the map's seed and the thing's key."""
    return zlib.crc32(f"{seed}:{key}".encode())


def box_of(points: Points) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of some points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def scattered(
    points: Points, step: float, seed: int, inset: float = 0.0
) -> Iterator[tuple[float, float, random.Random]]:
    """Points on a jittered triangular lattice inside an outline, from top to bottom, each with chance of its own.

    None is nearer to the edge than ``inset``. Where an outline is changed the points that stay inside stay where they
    are.
    """
    if len(points) < 3:
        return
    left, top, right, bottom = box_of(points)
    outline = [(round(x), round(y)) for x, y in points]
    rows = range(int(top // (step * 0.87)), int(bottom // (step * 0.87)) + 1)
    for row in rows:
        for column in range(int(left // step) - 1, int(right // step) + 1):
            chance = random.Random(seed * 1_000_003 + row * 10_007 + column)
            x = (column + (row & 1) / 2) * step + chance.uniform(-0.3, 0.3) * step
            y = row * step * 0.87 + chance.uniform(-0.3, 0.3) * step
            if encloses(outline, x, y) and (not inset or edge_distance(points, x, y) >= inset):
                yield x, y, chance


def edge_distance(points: Points, x: float, y: float) -> float:
    """The distance of a point from an outline."""
    return min(segment_distance(points[number - 1], points[number], x, y) for number in range(len(points)))


def segment_distance(start: tuple[float, float], end: tuple[float, float], x: float, y: float) -> float:
    """The distance of a point from a straight line between two points."""
    ax, ay = start
    dx, dy = end[0] - ax, end[1] - ay
    length = dx * dx + dy * dy
    along = 0.0 if not length else max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / length))
    return hypot(x - ax - along * dx, y - ay - along * dy)


def towards(points: Points, middle: tuple[float, float], share: float) -> list[tuple[float, float]]:
    """An outline drawn in towards a point by a share of the way."""
    mx, my = middle
    return [(x + (mx - x) * share, y + (my - y) * share) for x, y in points]


def middle_of(points: Points) -> tuple[float, float]:
    """The middle of an outline: that of its area, or of its points where it has none."""
    area = x = y = 0.0
    for number, (bx, by) in enumerate(points):
        ax, ay = points[number - 1]
        cross = ax * by - bx * ay
        area += cross
        x += (ax + bx) * cross
        y += (ay + by) * cross
    if abs(area) < 1:
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    return x / (3 * area), y / (3 * area)


def along(points: Points, step: float, start: float = 0.0) -> Iterator[tuple[float, float, float, float]]:
    """Points at even distances along a line: x, y and the direction of the line there, as a unit vector."""
    left = start
    for (ax, ay), (bx, by) in pairwise(points):
        length = hypot(bx - ax, by - ay)
        if not length:
            continue
        dx, dy = (bx - ax) / length, (by - ay) / length
        while left <= length:
            yield ax + dx * left, ay + dy * left, dx, dy
            left += step
        left -= length
