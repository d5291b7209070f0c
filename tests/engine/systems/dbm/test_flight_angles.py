"""The angles at which a flight may go on: a quick look in floating-point numbers that leaves out nothing (23.1)."""

from __future__ import annotations

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from engine.systems.de_bellis_multitudinis.flight_angles import open_angles
from engine.tables.clearway import Base
from engine.tables.places import PACE, about, front_left, front_right, place
from engine.tables.sines import QUARTER

LENGTH = 200 * PACE
DEEP = 40 * PACE
FACINGS = (0, 90, 200, 333.3)
NOTHING = shapely.Polygon()


def rectangle(base: Base) -> shapely.Polygon:
    return shapely.Polygon([(x / PACE, y / PACE) for x, y in base.corners])


def ways(base: Base, angle: int, *, left: bool) -> list[shapely.Polygon]:
    """What a base covers on its way after a wheel, and after a pivot."""
    sign = -1 if left else 1
    turned = [about(base.where, pivot(base.where), sign * angle) for pivot in (front_left, front_right)]
    return [rectangle(Base(one.moved(LENGTH), LENGTH + base.depth)) for one in turned]


def set_up(facing: float) -> tuple[Base, list[Base], BaseGeometry]:
    """A base, two others ahead of it, and rocks on both sides, turned to a facing."""
    base = Base(place(1000, 1200, facing), DEEP)
    before = [base.where.moved(90 * PACE, -30 * PACE), base.where.moved(150 * PACE, 90 * PACE)]
    others = [Base(one._replace(facing=(one.facing + 100) % 3600), DEEP) for one in before]
    spots = (60, 150), (60, -150), (55, 70), (-60, 130)
    rocks = [base.where.moved(ahead * PACE, right * PACE) for ahead, right in spots]
    return base, others, shapely.union_all([shapely.Point(one.x / PACE, one.y / PACE).buffer(10) for one in rocks])


@pytest.mark.rule("dbm:23.1")
@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("facing", FACINGS)
@pytest.mark.parametrize("closed", [True, False])
def test_all_clear_angles_are_found_and_none_that_are_shut(facing: float, left: bool, closed: bool) -> None:
    base, others, ground = set_up(facing)
    met = shapely.union_all([rectangle(one) for one in others] + ([ground] if closed else []))
    found = set(open_angles(base, LENGTH, others, ground if closed else NOTHING, left=left))
    shut = {a for a in range(1, QUARTER) if all(way.buffer(-2).intersects(met) for way in ways(base, a, left=left))}
    clear = {a for a in range(1, QUARTER) if any(not way.intersects(met) for way in ways(base, a, left=left))}
    assert clear <= found
    assert not shut & found
    assert clear
    assert shut
    assert QUARTER in found
