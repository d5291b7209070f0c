"""Friends through whom a fleeing element bursts: they turn and follow it (23.2)."""

from __future__ import annotations

from engine.play import Step
from engine.systems.de_bellis_multitudinis import space
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.flight import LENGTH
from engine.systems.de_bellis_multitudinis.losing import destroy
from engine.systems.de_bellis_multitudinis.obstacles import base_of, bases
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.clearway import Base, sweeps
from engine.tables.places import BasePlace, distance, paces, spell
from engine.tables.sines import CIRCLE, ONE, QUARTER, cosine, sine
from engine.tables.touching import HALF

_RULE = "23.2"
_TRIES = 12
"""Places one behind the other that are looked at before a friend finds no room."""


def burst_through(field: DbmField, state: DbmState, unit: int, friends: tuple[int, ...], step: Step) -> None:
    """Let friends respond through whom an element has burst, the nearest to its end first. They turn parallel to it and
    follow behind it until they touch its rear edge or have gone their way; who finds no room is destroyed."""
    end = state.at[unit]
    assert end is not None
    leader = base_of(field, state, unit)
    places = {friend: state.at[friend] for friend in friends if not _is_passed(field, state, friend, leader)}
    away = sorted((distance(end.point, place.point), friend) for friend, place in places.items() if place)
    waiting = [friend for _, friend in away]
    # Nobody is in the way of the others where it stood before.
    found: dict[int, BasePlace | None] = {}
    settled = [one.base for one in bases(field, state) if one.holders or one.unit not in waiting]
    for friend in waiting:
        place = _follows(leader, base_of(field, state, friend), settled)
        found[friend] = place
        if place is not None:
            settled.append(Base(place, field.depth(state, friend)))
    for friend, place in found.items():
        _move(field, state, friend, place, step)


def _is_passed(field: DbmField, state: DbmState, friend: int, leader: Base) -> bool:
    """Whether a friend has fled already and stays where it is, passed through: nobody flees again."""
    clear = not sweeps(leader, leader.where.facing, 0, base_of(field, state, friend))
    return state.has(friend, Flag.FLED) and clear


def _follows(leader: Base, friend: Base, settled: list[Base]) -> BasePlace | None:
    """Where a friend ends behind a fleeing element; None where there is no room."""
    facing = leader.where.facing
    middle = friend.where.at(-friend.depth // 2, 0)
    turned = BasePlace(*middle, facing).moved(friend.depth // 2)
    rear = leader.where.moved(-leader.depth)
    s, c = sine(facing), cosine(facing)
    ahead = ((rear.x - turned.x) * s - (rear.y - turned.y) * c) // ONE
    place = turned.moved(min(ahead, LENGTH))
    for _ in range(_TRIES):
        base = Base(place, friend.depth)
        met = next((one for one in settled if sweeps(base, facing, 0, one)), None)
        if met is None:
            return place
        place = place.moved(-max(friend.depth, HALF))
    return None


def _move(field: DbmField, state: DbmState, friend: int, place: BasePlace | None, step: Step) -> None:
    before = state.at[friend]
    assert before is not None
    again = state.has(friend, Flag.FLED)
    state.unmark(friend, Flag.HIDDEN)
    state.mark(friend, Flag.FLED)
    if place is None:
        destroy(field, state, friend, None, _RULE, step)
        return
    state.put(friend, place)
    if again:
        # Who has fled already only makes room.
        length = paces(distance(before.point, place.point))
        step.say("pushed", field.cite(_RULE), unit=field.roster.keys[friend], length=length)
        return
    turns = 0 if (place.facing - before.facing) % CIRCLE in (0, 2 * QUARTER) else 1
    step.say(
        "flight",
        field.cite(_RULE),
        unit=field.roster.keys[friend],
        length=paces(distance(before.point, place.point)),
        **{"from": spell(before)},
        to=spell(place),
        turns=turns,
    )
    if not space.on_table(field, place, field.depth(state, friend)):
        destroy(field, state, friend, None, _RULE, step)
