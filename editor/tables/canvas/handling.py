"""How bases are handled: nudged, turned, and drawn to the bases that they come near."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Final

from engine.tables.places import PACE, WIDTH, BasePlace
from engine.tables.sines import CIRCLE

NEAR: Final = 14 * PACE
"""Grains within which a base is drawn to a place beside, behind or before another."""
ALIKE: Final = 100
"""Tenths of a degree that two facings may differ by for that."""

Neighbour = tuple[BasePlace, float]
"""Where a base stands, and how many paces it is deep."""


def turned(where: BasePlace, right: int, ahead: int, tenths: int = 0) -> BasePlace:
    """A place after a nudge of this many paces to the right of the table and up, and a turn in its place."""
    return BasePlace(where.x + right * PACE, where.y - ahead * PACE, (where.facing + tenths) % CIRCLE)


def snapped(
    there: Mapping[str, BasePlace], depths: Mapping[str, float], others: Sequence[Neighbour]
) -> dict[str, BasePlace]:
    """The places of carried bases, moved together so that the nearest fit with another base is exact; as they are where
    none is near. What comes to face an enemy's front turns only when it is carried alone."""
    best: tuple[float, str, BasePlace] | None = None
    for key, place in there.items():
        for other, depth in others:
            for fit in fits(other, depth, depths[key]):
                gap = hypot(fit.x - place.x, fit.y - place.y)
                if gap <= NEAR and _alike(fit.facing, place.facing) and (best is None or gap < best[0]):
                    best = gap, key, fit
    if best is None:
        return dict(there)
    _, key, fit = best
    if len(there) == 1:
        return {key: fit}
    dx, dy = fit.x - there[key].x, fit.y - there[key].y
    return {name: BasePlace(place.x + dx, place.y + dy, place.facing) for name, place in there.items()}


def fits(other: BasePlace, depth: float, own: float) -> tuple[BasePlace, ...]:
    """The places that fit exactly with a base: beside it on either side, behind it, in front of it facing the same way,
    and front to front with it. ``depth`` is the other's in paces, ``own`` that of the base that comes."""
    return (
        other.moved(0, WIDTH),
        other.moved(0, -WIDTH),
        other.moved(-round(depth * PACE)),
        other.moved(round(own * PACE)),
        BasePlace(other.x, other.y, (other.facing + CIRCLE // 2) % CIRCLE),
    )


def _alike(one: int, other: int) -> bool:
    turn = (one - other) % CIRCLE
    return min(turn, CIRCLE - turn) <= ALIKE
