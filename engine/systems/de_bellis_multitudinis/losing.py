"""Elements that are destroyed, and what is lost with them (22.2)."""

from __future__ import annotations

from engine.play import Step
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.systems.de_bellis_multitudinis.support import helps_itself, support
from engine.tables.places import distance
from engine.tables.touching import HALF


def destroy(field: DbmField, state: DbmState, unit: int, by: int | None, rule: str, step: Step) -> None:
    """Take a destroyed element off the table, with the horses that are held for it. ``by`` is None where nobody in
    particular destroyed it."""
    keys = field.roster.keys
    where = state.at[unit]
    if state.has(unit, Flag.APART) and where is not None:
        # The element behind it takes its place on the line that it holds (4.1).
        state.put(unit, where.moved(-field.depth(state, unit) // 2))
        state.unmark(unit, Flag.APART)
        state.mark(unit, Flag.HALVED)
        step.say("destroyed", field.cite(rule), unit=keys[unit], by="" if by is None else keys[by], half="front")
        return
    state.put(unit, None)
    state.hold(unit, None)
    state.unmark(unit, Flag.HIDDEN)
    state.mark(unit, Flag.LOST)
    state.hurt = (*state.hurt, unit)
    columns = (tuple(one for one in column if one != unit) for column in state.columns)
    state.columns = tuple(column for column in columns if len(column) > 1)
    step.say("destroyed", field.cite(rule), unit=keys[unit], by="" if by is None else keys[by])


def lost_with(field: DbmField, state: DbmState, unit: int, by: int) -> tuple[int, ...]:
    """Who is destroyed together with an element in close combat: those that gave it rear support and stand within its
    depth behind it. Skirmishers get no support."""
    where = state.at[unit]
    if where is None:
        return ()
    # Its front edge has to be nearer than the depth behind the rear edge, by more than half a pace.
    limit = 2 * field.depth(state, unit) - HALF
    places = {one: state.at[one] for one in support(field, state, unit, by).units}
    return tuple(one for one, place in places.items() if place and distance(where.point, place.point) < limit)


def destroy_in_combat(field: DbmField, state: DbmState, unit: int, by: int, rule: str, step: Step) -> None:
    """Destroy an element in close combat, with those that supported it (22.2)."""
    also = lost_with(field, state, unit, by)
    if state.has(unit, Flag.APART) and helps_itself(field, state, unit, by):
        state.unmark(unit, Flag.APART)
    destroy(field, state, unit, by, rule, step)
    for one in also:
        destroy(field, state, one, by, "22.2", step)
