"""Where the marks of a pattern lie: points on a jittered lattice within the rounded ground of a hex."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, cos, degrees, radians, sin
from typing import Final

from editor.canvas.drawing.noise import Chance
from editor.canvas.drawing.paper import SCALE, Spot
from editor.hexes.drawing.geometry import between, on_curve
from engine.hexes.board.shapes import inside

WHOLE: Final = 0b111111
"""The mask of a hex whose six neighbours are of its own terrain."""


@dataclass(frozen=True, slots=True)
class StampGround:
    """The ground that a stamp has: a hex, or the share of a hex in a rounded area.

    Bit ``d`` of ``mask`` is set where the neighbour in direction ``d`` is of the same terrain, or beyond the map; of
    ``rim`` where there is none.
    """

    flat: bool
    mask: int = WHOLE
    rim: int = 0


def scatter(
    lot: str, ground: StampGround, step: float, jitter: float, reach: float
) -> Iterator[tuple[float, float, Chance]]:
    """Points on a jittered triangular lattice within the ground, top to bottom, each with chance of its own.

    ``lot`` is what they draw lots with, ``reach`` the share of the ground that is used. A point is the same in every
    outline that holds it: what grows in a hex stays where it is when a neighbour is painted.
    """
    outline = outline_of(ground)
    always, never = _ALWAYS * reach * reach, _NEVER * reach * reach
    bays = _bays(lot, ground)
    for x, y, away, seed in _lattice(lot, step, jitter):
        if away > _NEAREST and away > bays[int((degrees(atan2(y, x)) - bays_from(ground.flat)) % 360 // 60)]:
            continue
        if away < always or (away <= never and inside(outline, x / reach, y / reach)):
            yield x * SCALE, y * SCALE, Chance(seed)


def bays_from(flat: bool) -> float:
    """The direction, in degrees, of a hex's first corner, from which its sides are counted."""
    return -120.0 if flat else -90.0


def _bays(lot: str, ground: StampGround) -> tuple[float, ...]:
    """How far from the middle, squared, a pattern goes towards each side of a hex: it stays back here and there where
    the terrain ends, so that single hexes of it are no two alike."""
    rng = random.Random(f"bays {lot}")
    depths = [rng.uniform(_BAY, 1.1) for _ in range(6)]
    return tuple(4.0 if ground.mask >> d & 1 else depth * depth for d, depth in enumerate(depths))


@lru_cache(maxsize=256)
def _lattice(lot: str, step: float, jitter: float) -> list[tuple[float, float, float, int]]:
    """The points about the middle of a hex, in circumradii: x, y, squared distance, what they draw lots with.

    Remembered, because every outline of ground that a hex may have chooses among the same points.
    """
    rng = random.Random(lot)
    points = []
    rows = int(_SPREAD / (step * 0.866)) + 2
    right, down = rng.uniform(0, step), rng.uniform(0, step)
    for j in range(-rows, rows + 1):
        for i in range(-rows, rows + 1):
            x = right + (i + (j & 1) / 2) * step + rng.uniform(-jitter, jitter)
            y = down + j * step * 0.866 + rng.uniform(-jitter, jitter)
            points.append((x, y, x * x + y * y, rng.getrandbits(32)))
    return sorted((point for point in points if point[2] <= _NEVER), key=lambda point: (point[1], point[0]))


@lru_cache(maxsize=256)
def outline_of(ground: StampGround) -> list[Spot]:
    """The ground about the middle of its hex, in circumradii: what ``ground.RoundedAreas`` draws, without the wobble.

    It is drawn in a little where the terrain ends, so that trees do not stand on the shore.
    """
    corners = [(cos(angle), sin(angle)) for angle in _angles(ground.flat)]
    for d in range(6):
        # Nothing hangs over the edge of the map.
        if (ground.rim >> d | ground.rim >> (d - 1) % 6) & 1:
            corners[d] = (_RIM * corners[d][0], _RIM * corners[d][1])
    middles = [between(corners[d], corners[(d + 1) % 6]) for d in range(6)]
    points: list[Spot] = []
    for d, corner in enumerate(corners):
        before, after = ground.mask >> (d - 1) % 6 & 1, ground.mask >> d & 1
        beyond = (1.5 * corner[0], 1.5 * corner[1])
        if before and after:
            points.append(corner)
        elif not before and not after:
            points += _shrunk(on_curve(middles[d - 1], corner, middles[d], t) for t in _STEPS)
        elif after:
            points += _shrunk(on_curve(middles[d - 1], corner, beyond, t / 2) for t in _STEPS)
            points.append(corner)
        else:
            points.append(corner)
            points += _shrunk(on_curve(beyond, corner, middles[d], (1 + t) / 2) for t in _STEPS)
    return points


_ALWAYS: Final = 0.74**2
_NEVER: Final = 1.07**2
"""Nearer to the middle than the one every outline holds a point, beyond the other none does; squared."""
_BAY: Final = 0.66
"""How near to the middle a pattern stays at least where its terrain ends."""
_NEAREST: Final = _BAY**2
_STEPS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
_INSET: Final = 0.98
_RIM: Final = 0.88
_SPREAD: Final = 1.2
"""Circumradii from the middle of a hex that the ground may reach, where it runs into a neighbour's corner."""


def _shrunk(points: Iterable[Spot]) -> list[Spot]:
    return [(x * _INSET, y * _INSET) for x, y in points]


def _angles(flat: bool) -> list[float]:
    """The directions of a hex's corners, in the order of the grid."""
    return [radians(60 * d - (120 if flat else 90)) for d in range(6)]
