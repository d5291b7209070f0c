"""Forces that are carried and do not march: by rail (30.1), by sea from coast to coast (29.1)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.play import Action
from engine.systems.sun_never_sets.march import rail_movement, transfers
from engine.systems.sun_never_sets.march.movement import MovementSegment, force_of_column
from engine.systems.sun_never_sets.march.rail_movement import OnRail
from engine.systems.sun_never_sets.position.organising import columns
from engine.systems.sun_never_sets.position.reaching import slowest
from engine.systems.sun_never_sets.staff.marches import USUAL, MarchPlans
from engine.systems.sun_never_sets.staff.view import View, fading

_PAYS: Final = 0.35
"""How much more a journey has to promise than a march of the same force."""
_LOOKED_AT: Final = 4
"""The number of hexes that a journey may end in that are weighed closely."""


@dataclass(frozen=True, slots=True)
class Journey:
    """Where a force is carried, for which goal, and how much more that promises than a march."""

    end: int
    goal: int
    promises: float


@dataclass(frozen=True, slots=True)
class Passage:
    """A force that is to be carried: the order for it, and its journey."""

    order: Action
    units: int
    journey: Journey


def carried(view: View, plans: MarchPlans, segment: MovementSegment) -> Passage | None:
    """The journey by rail or by sea that promises most beyond a march; None where none pays."""
    if view.side != view.field.empire or segment.stage > 1:
        return None
    found = [*_trains(view, plans, segment), *_ships(view, plans, segment)]
    return max(found, key=lambda one: (one.journey.promises, -one.units), default=None)


def _trains(view: View, plans: MarchPlans, segment: MovementSegment) -> Iterator[Passage]:
    field, state = view.field, view.state
    by_rail = rail_movement.entrained(field, state, view.side, segment.ready(field, state, "rail"))
    if not by_rail:
        return
    own = columns(field, state, view.side)
    for number, mask in own.items():
        if not mask & ~by_rail:
            journey = by_line(view, plans, mask)
            if journey is not None:
                yield Passage(
                    Action(rail_movement.RAIL, (force_of_column(number), (), NOWHERE, NOWHERE)), mask, journey
                )
    loose = by_rail & ~sum(own.values())
    for h, here in view.mine.items():
        force = plans.free(h, loose & here)
        journey = by_line(view, plans, force) if force else None
        if journey is not None:
            yield Passage(Action(rail_movement.RAIL, (h, tuple(bits(force)), NOWHERE, NOWHERE)), force, journey)


def _ships(view: View, plans: MarchPlans, segment: MovementSegment) -> Iterator[Passage]:
    field, state = view.field, view.state
    able = transfers.may_go(field, state, view.side, segment.allowed)
    for h, here in view.mine.items() if able else ():
        force = _aboard(view, plans.free(h, able & here))
        if force & field.roster.combat:
            journey = best(view, plans, h, force, transfers.harbours(field, state, view.side, h))
            if journey is not None:
                order = Action(transfers.TRANSFER, (tuple(bits(force)), journey.end, NOWHERE))
                yield Passage(order, force, journey)


def _aboard(view: View, force: int) -> int:
    """Those of a force that find room in one turn's ships, the strongest first (29.3)."""
    taken, room = 0, transfers.room(view.field, view.state)
    for u in sorted(bits(force), key=lambda u: (-view.field.roster.strength[u], u)):
        if transfers.weight(view.field, taken | 1 << u) <= room:
            taken |= 1 << u
    return taken


def by_line(view: View, plans: MarchPlans, force: int) -> Journey | None:
    """The journey by rail that promises most for a force; None where a march promises as much."""
    h = view.state.where[next(bits(force))]
    ends = [n for n in rail_movement.lines_from(view.field, view.state, h, force) if n != h]
    fights = force & view.field.roster.combat
    return best(view, plans, h, force, ends) if fights else following(view, plans, h, force, ends)


def following(view: View, plans: MarchPlans, h: int, force: int, ends: Collection[int]) -> Journey | None:
    """The journey of supply units or headquarters alone to the force that they follow; None where a march does."""
    usual = int(slowest(view.field, view.state, force) * USUAL)
    for order in plans.following(h, force) if ends else ():
        end = min(ends, key=lambda n: (view.distance(order.goal, n), n))
        if view.distance(order.goal, end) < view.distance(order.goal, h) - usual:
            return Journey(end, order.goal, order.promises)
    return None


def best(view: View, plans: MarchPlans, h: int, force: int, ends: Collection[int], whole: int = 0) -> Journey | None:
    """The journey of a force out of a hex to one of some others that promises most; None where a march does as much, of
    ``whole`` where the force is a part of one that would march together."""
    pulls = plans.pulls(h, force)
    if not pulls or not ends:
        return None
    together = whole or force
    march = plans.pulls(h, together) if together != force else pulls
    speed, usual = view.speed(force), int(slowest(view.field, view.state, force) * USUAL)

    def drawn(n: int, ahead: int, marches: int, pulls: list[tuple[int, float]] = pulls) -> tuple[float, int]:
        """What the best goal is worth from a hex, ``ahead`` half points further on, and that goal."""
        found = (0.0, NOWHERE)
        for goal, pull in pulls:
            far = max(view.distance(goal, n) - ahead, 0)
            found = max(found, (pull * view.in_time(far, speed, marches) * fading(far), goal))
        return found

    on_foot = drawn(h, usual, view.turns_left, march)[0] - _costs(view, plans, together, h)
    near = sorted(((*drawn(n, 0, view.turns_left), -n) for n in ends), reverse=True)[:_LOOKED_AT]
    found = [Journey(-n, goal, worth - _costs(view, plans, force, -n) - on_foot) for worth, goal, n in near]
    journey = max(found, key=lambda one: (one.promises, -one.end))
    return journey if journey.promises >= _PAYS else None


def _costs(view: View, plans: MarchPlans, force: int, h: int) -> float:
    """What dangers and want of supply cost a force in a hex, less what a battle from there brings."""
    together = force | view.mine.get(h, 0)
    return view.danger(together, h) + view.hunger(force, h) - plans.fights(force, h)


def on_rail(view: View, plans: MarchPlans, frame: OnRail) -> Action:
    """Where a force goes that may move by rail now."""
    force = frame.force(view.state)
    journey = by_line(view, plans, force)
    return Action("go", (journey.end,)) if journey is not None else Action("halt")
