"""What a judged move brings about: places, columns, friends displaced, mounts left, horse holders that follow."""

from __future__ import annotations

from engine.play import Step
from engine.systems.de_bellis_multitudinis import judging, manoeuvres, mounting
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.places import spell


def put_down(
    field: DbmField,
    state: DbmState,
    units: tuple[int, ...],
    told: judging.MoveJudgement,
    step: Step,
    *,
    march: bool,
    cost: int,
    rule: str,
) -> None:
    """Put elements where a move takes them, with all that follows from it, and say so under a paragraph."""
    first = state.at[units[0]]
    assert first is not None
    for unit, place in (*told.displaced.items(), *told.ends.items()):
        state.put(unit, place)
    bent = told.way is not None and told.way.bent and len({place.facing for place in told.ends.values()}) > 1
    # A column that the move leaves kinked is remembered, and those that it breaks up are forgotten (12.4).
    manoeuvres.bend_columns(state, units, units if bent else ())
    step.say(
        "move",
        field.cite(rule),
        side=field.roster.sides[field.side(units[0])],
        units=field.listed(units),
        kind="march" if march else "move",
        length=told.length,
        cost=cost,
        **{"from": spell(first), "to": spell(told.ends[units[0]])},
    )
    if told.displaced:
        keys = field.listed(told.displaced)
        step.say("displaced", field.cite("16.4"), units=keys, by=field.roster.keys[units[0]])
    for unit in units:
        if told.way is not None and told.way.dismounts:
            mounting.leave_mounts(field, state, unit, step)
        mounting.follow(field, state, unit, step)
