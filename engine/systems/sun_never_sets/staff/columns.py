"""The columns of the staff: who is to march together before the marches, and who has come together after them (5.2).

A column is seen from outside as one, however many it holds (5.6), and its march is one throw of the die.
"""

from __future__ import annotations

from engine.mechanics.bits import bits, mask_of
from engine.play import Action
from engine.systems.sun_never_sets.march.movement import MovementSegment
from engine.systems.sun_never_sets.position.organising import MOST, columns, grouped, to_organise
from engine.systems.sun_never_sets.staff import builders
from engine.systems.sun_never_sets.staff.marches import MarchPlans
from engine.systems.sun_never_sets.staff.view import View


def organise(view: View, plans: MarchPlans, segment: MovementSegment) -> Action | None:
    """The next hex to be organised; None when no hex is, or between marches, when none may be (5.21)."""
    if segment.stage == 1:
        return None
    for h in to_organise(view.field, view.state, view.side, segment.done):
        force = plans.marching(segment, h) if segment.stage == 0 else _gathered(view, plans, h)
        action = _formed(view, h, force)
        if action is not None:
            return action
    return None


def _gathered(view: View, plans: MarchPlans, h: int) -> int:
    """The units of a hex that can march, without those that hold it."""
    may = mask_of(u for u in bits(view.mine[h]) if view.field.roster.movement[u])
    return may & ~plans.garrison(h, may) & ~builders.stays(view)


def _formed(view: View, h: int, force: int) -> Action | None:
    """The order that makes a force one column; None where it is one, or a single loose unit, or no marker is left."""
    force &= grouped(view.field, view.state, h, view.side)
    own = columns(view.field, view.state, view.side)
    here = {number: mask for number, mask in own.items() if mask & view.mine[h]}
    if force in here.values() or not force:
        return None
    if force.bit_count() < 2 and not any(force & mask for mask in here.values()):
        return None
    fresh = [number for number in range(1, MOST + 1) if number not in own][:1]
    number = max(here, key=lambda n: ((here[n] & force).bit_count(), -n), default=0)
    if not number or not here[number] & force:
        number = fresh[0] if fresh else 0
    return Action("organise", (h, number, tuple(bits(force)))) if number else None
