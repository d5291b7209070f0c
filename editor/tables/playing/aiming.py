"""What a drag of units during play means: straight on, to a place of contact, or about a corner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, degrees, hypot
from typing import Final

from editor.tables.playing.plan import (
    AHEAD,
    BACK,
    LEFT,
    PIVOT_LEFT,
    PIVOT_RIGHT,
    RIGHT,
    TO,
    WHEEL_LEFT,
    WHEEL_RIGHT,
    MovePart,
    MovePlan,
    Places,
)
from engine.tables.places import PACE, BasePlace, TablePoint, measured, paces
from engine.tables.sines import CIRCLE
from engine.tables.touching import BaseEdge, legal_place, overlap_places

NEAR: Final = 26 * PACE
"""Grains within which a place of contact draws a base to it."""
STRAIGHT: Final = 10
"""Paces to the side that a drag straight on may waver by."""
SLIDE: Final = 40
"""Paces that a group slides at most as it lines up."""

Enemy = tuple[BasePlace, float]
"""Where an enemy base stands, and how many paces it is deep."""


def dragged(
    plan: MovePlan, now: Places, lead: str, way: tuple[int, int], enemies: Sequence[Enemy], *, free: bool
) -> MovePlan:
    """A plan with a drag of one of its units by a way in grains. Near an enemy it comes to a place of contact, unless
    it is ``free``."""
    start = now[lead]
    goal = BasePlace(start.x + way[0], start.y + way[1], start.facing)
    met = None if free else contact_near(goal, enemies)
    if len(plan.units) == 1:
        end = met if met is not None else goal
        ahead, right = measured(start, end.point)
        if end.facing == start.facing and abs(paces(right)) <= (0 if met is not None else STRAIGHT):
            return straight(plan, paces(ahead))
        return plan.then(MovePart(TO, end=BasePlace(PACE * paces(end.x), PACE * paces(end.y), end.facing)))
    ahead, right = measured(start, goal.point)
    if met is not None and met.facing == start.facing:
        along, aside = measured(start, met.point)
        if abs(paces(aside)) <= SLIDE:
            found = straight(plan, paces(along))
            return slid(found, paces(aside)) if paces(aside) else found
    return straight(plan, paces(ahead))


def straight(plan: MovePlan, far: int) -> MovePlan:
    """A plan that goes on this many paces ahead; back where they are negative."""
    return plan.then(MovePart(AHEAD if far > 0 else BACK, abs(far))) if far else plan


def slid(plan: MovePlan, right: int) -> MovePlan:
    """A plan that ends with a slide of this many paces to the right; to the left where they are negative."""
    return plan.then(MovePart(RIGHT if right > 0 else LEFT, abs(right)))


def turned_by(plan: MovePlan, corner: TablePoint, grip: TablePoint, to: TablePoint, *, right: bool) -> MovePlan:
    """A plan that turns about a corner as a handle is dragged from one point to another. ``right``: it is the right
    front corner, whose other side is the left one: brought forward that wheels to the right; drawn back, a single
    base pivots."""
    angle = _bearing(corner, to) - _bearing(corner, grip)
    tenths = round(((angle + 180) % 360 - 180) * 10)
    forward = tenths > 0 if right else tenths < 0
    if not tenths or (not forward and len(plan.units) > 1):
        return plan
    if forward:
        return plan.then(MovePart(WHEEL_RIGHT if right else WHEEL_LEFT, abs(tenths)))
    return plan.then(MovePart(PIVOT_LEFT if right else PIVOT_RIGHT, abs(tenths)))


def contact_near(goal: BasePlace, enemies: Sequence[Enemy]) -> BasePlace | None:
    """The place of legal contact with an enemy that is nearest to a place, facing within a quarter turn; None where
    none is near."""
    best: tuple[float, BasePlace] | None = None
    for where, depth in enemies:
        if max(abs(where.x - goal.x), abs(where.y - goal.y)) > 4 * NEAR + round(depth * PACE):
            continue
        deep = round(depth * PACE)
        fits = [legal_place(where, deep, edge) for edge in BaseEdge]
        for fit in (*fits, *overlap_places(where)):
            away = hypot(fit.x - goal.x, fit.y - goal.y)
            turn = abs((fit.facing - goal.facing + CIRCLE // 2) % CIRCLE - CIRCLE // 2)
            if away <= NEAR and turn <= CIRCLE // 8 and (best is None or away < best[0]):
                best = away, fit
    return best[1] if best is not None else None


def _bearing(middle: TablePoint, point: TablePoint) -> float:
    """Where a point lies from another one, in degrees clockwise from the upper edge."""
    return degrees(atan2(point.x - middle.x, middle.y - point.y))


def whole_group(unit: str, places: Places, depths: Mapping[str, float], friends: Sequence[str]) -> list[str]:
    """A unit with all those that touch it side by side or one behind the other, facing the same way."""
    found, open_ends = [unit], [unit]
    while open_ends:
        here = open_ends.pop()
        for other in friends:
            if other not in found and _joined(places[here], depths[here], places[other], depths[other]):
                found.append(other)
                open_ends.append(other)
    return found


def _joined(one: BasePlace, deep: float, other: BasePlace, depth: float) -> bool:
    if one.facing != other.facing:
        return False
    ahead, right = (paces(value) for value in measured(one, other.point))
    beside = abs(abs(right) - 80) <= 1 and abs(ahead) <= 1
    behind = abs(right) <= 1 and (abs(ahead + round(deep)) <= 1 or abs(ahead - round(depth)) <= 1)
    return beside or behind
