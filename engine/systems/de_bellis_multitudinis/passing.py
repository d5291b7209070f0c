"""Chapter 16: moving through friendly troops (16.2 to 16.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.systems.de_bellis_multitudinis import space
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.roster import Form
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.places import PACE, BasePlace, TablePoint, corners, turned_about
from engine.tables.sines import ONE, QUARTER, cosine, sine
from engine.tables.touching import lies_over


@dataclass(frozen=True, slots=True)
class Passage:
    """Where a move through friends ends."""

    end: BasePlace
    """The place of the element that passes."""
    displaced: dict[int, BasePlace]
    """The friends that make room, with their new places."""
    passed: tuple[int, ...]
    """The friends that it passes through even in part, the nearest first."""


def may_pass(mover: Form, friend: Form) -> bool:
    """Whether troops may pass through friends: Ps through anybody, and anybody through Ps; nobody through baggage,
    which makes no room (16.5)."""
    return not friend.baggage and "Ps" in (mover.kind, friend.kind)


def swept_friends(field: DbmField, state: DbmState, unit: int, start: BasePlace, end: BasePlace) -> tuple[int, ...]:
    """The friends that a straight move of an element lies over on its way, the nearest to its start first."""
    depth = field.depth(state, unit)
    # A move that keeps its facing sweeps a rectangle from its rear at the start to its front at the end.
    ahead = _ahead(start, end)
    found = []
    for friend in space.lying_over(field, state, start.moved(ahead), depth + ahead, (unit,), field.side(unit)):
        at = state.at[friend]
        assert at is not None
        found.append((_ahead(start, at), friend))
    return tuple(friend for _, friend in sorted(found))


def _ahead(start: BasePlace, place: BasePlace) -> int:
    """How far a place lies ahead of another, in grains."""
    s, c = sine(start.facing), cosine(start.facing)
    return ((place.x - start.x) * s - (place.y - start.y) * c) // ONE


def through(field: DbmField, state: DbmState, unit: int, start: BasePlace, end: BasePlace) -> Passage | None:
    """A straight move of an element through friends; None where it cannot be made.

    Who gets through stands at the end. Who does not is put into the middle of the formation, where two of its elements
    meet that are nearest to the end, and those behind it make room (16.4). There is no passage where somebody may not
    be passed (16.5), or where there is no room.
    """
    form = field.form(state, unit)
    friends = swept_friends(field, state, unit, start, end)
    if any(not may_pass(form, field.form(state, friend)) for friend in friends):
        return None
    over = space.lying_over(field, state, end, form.depth, (unit,))
    if not over:
        return Passage(end, {}, friends)
    if any(friend not in friends for friend in over):
        return None
    return _between(field, state, unit, start, end, friends)


def _between(
    field: DbmField, state: DbmState, unit: int, start: BasePlace, end: BasePlace, friends: tuple[int, ...]
) -> Passage | None:
    """The passage of an element that ends inside a formation: where two of its ranks meet."""
    form, reach = field.form(state, unit), _ahead(start, end)
    column = [friend for friend in friends if _in_line(start, state.at[friend])]
    if len(column) != len(friends):
        return None
    # The ranks as they are met. The mover may stand at the front of each: the ranks that it has met go back.
    fronts = [_ahead(start, _front(field, state, friend, start)) for friend in column]
    number = min(range(len(column)), key=lambda one: (abs(fronts[one] - reach), -fronts[one]))
    place = start.moved(fronts[number])
    if fronts[number] < 0:
        return None
    step = form.depth
    displaced = {friend: _back(start, state.at[friend], step) for friend in column[: number + 1]}
    return _if_room(field, state, unit, Passage(place, displaced, friends))


def overruns(field: DbmField, state: DbmState, unit: int, start: BasePlace, most: int) -> Iterator[tuple[int, Passage]]:
    """The spontaneous moves of an element straight ahead, by this many paces at most, through friends whom it may pass:
    the paces, the furthest first, and the passage. It ends where its length takes it.

    Those on whom it ends go back behind it, one behind the other (16.2). Where they have no room nobody passes (16.3).
    """
    form = field.form(state, unit)
    friends = swept_friends(field, state, unit, start, start.moved(most * PACE))
    for length in range(most, -1, -1):
        end = start.moved(length * PACE)
        shape = corners(end, form.depth)
        over = [friend for friend in friends if _lies_on(field, state, shape, end, friend)]
        if not all(_in_line(start, state.at[friend]) for friend in over) or space.barred(field, form, end):
            continue
        passage = _if_room(field, state, unit, Passage(end, _put_behind(field, state, form, end, over), friends))
        if passage is not None:
            yield length, passage


def _lies_on(field: DbmField, state: DbmState, shape: Sequence[TablePoint], place: BasePlace, friend: int) -> bool:
    """Whether a base at a place lies over a friend."""
    at = state.at[friend]
    return at is not None and lies_over(shape, field.corners(state, friend), (place.facing, at.facing))


def _put_behind(
    field: DbmField, state: DbmState, form: Form, end: BasePlace, friends: Sequence[int]
) -> dict[int, BasePlace]:
    """The places of friends behind an element that ends on them, the furthest ahead first."""
    displaced: dict[int, BasePlace] = {}
    behind = form.depth
    for friend in reversed(friends):
        at, deep = state.at[friend], field.depth(state, friend)
        assert at is not None
        place = end.moved(-behind)
        displaced[friend] = place if at.facing == end.facing else turned_about(place, deep)
        behind += deep
    return displaced


def _in_line(start: BasePlace, at: BasePlace | None) -> bool:
    """Whether a place faces along the way or against it, so that its base can be put back in line."""
    return at is not None and (at.facing - start.facing) % (2 * QUARTER) == 0


def _front(field: DbmField, state: DbmState, friend: int, start: BasePlace) -> BasePlace:
    """The middle of the edge of a base that lies furthest ahead on the way."""
    at = state.at[friend]
    assert at is not None
    return at if at.facing == start.facing else at.moved(-field.depth(state, friend))


def _back(start: BasePlace, at: BasePlace | None, step: int) -> BasePlace:
    """A place moved back against the way."""
    assert at is not None
    return at.moved(-step if at.facing == start.facing else step)


def _if_room(field: DbmField, state: DbmState, unit: int, passage: Passage) -> Passage | None:
    """A passage, or None where those who make room would lie over others, or stand where none may (16.4)."""
    ends = {unit: passage.end, **passage.displaced}
    for one, where in ends.items():
        form = field.form(state, one)
        if space.barred(field, form, where) or space.lying_over(field, state, where, form.depth, tuple(ends)):
            return None
    return passage
