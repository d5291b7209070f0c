"""Columns: how they bend, are formed, and spread out again (12.4, 12.5, 12.6, 13.10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as made_by
from typing import Final, NamedTuple

from engine.mechanics.procedure import Breach
from engine.plural import counted
from engine.systems.de_bellis_multitudinis import going, space
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.notation import Part, PartKind
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.places import (
    PACE,
    WIDTH,
    BasePlace,
    TablePoint,
    about,
    arc,
    corners,
    front_left,
    front_right,
    length_alone,
    paces,
    turned_about,
)
from engine.tables.sines import CIRCLE, ONE, cosine, sine
from engine.tables.touching import HALF

_TOWARDS: Final = {PartKind.WHEEL_LEFT: -1, PartKind.WHEEL_RIGHT: 1}


class Bend(NamedTuple):
    """A point about which the elements of a column wheel, one after another, each about its corner on that side."""

    pivot: TablePoint
    angle: int
    """Tenths of a degree, clockwise."""


@dataclass(slots=True)
class Marcher:
    """An element of a column on its way."""

    place: BasePlace
    bends: list[Bend]
    """The bends that it has not passed, the nearest first."""
    length: int = 0
    """Grains that its outer front corner has gone."""


@dataclass(frozen=True, slots=True)
class Manoeuvre:
    """What becomes of the elements that take part in a manoeuvre."""

    ends: dict[int, BasePlace]
    lengths: dict[int, int]
    """The grains that each moves."""
    breaches: tuple[Breach, ...] = ()
    column: tuple[int, ...] = made_by(default=())
    """The column that it leaves behind, where that is kinked."""

    @property
    def length(self) -> int:
        """The greatest length of any, in paces."""
        return max((paces(one) for one in self.lengths.values()), default=0)


# -- bends --------------------------------------------------------------------------------------------------------


def turn_between(follower: BasePlace, ahead: BasePlace) -> int:
    """The angle from a facing to that of the element ahead, in tenths of a degree; negative is anticlockwise."""
    away = (ahead.facing - follower.facing) % CIRCLE
    return away - CIRCLE if away > CIRCLE // 2 else away


def bend_between(follower: BasePlace, ahead: BasePlace) -> Bend | None:
    """The bend between two elements of a column that face different ways: where the lines meet on which their inner
    front corners go. None where they face the same way."""
    angle = turn_between(follower, ahead)
    if not angle:
        return None
    corner = front_right if angle > 0 else front_left
    one, other = corner(follower), corner(ahead)
    (s, c), (t, d) = _heading(follower.facing), _heading(ahead.facing)
    # The follower's line is one + k (s, -c), the other's is other - m (t, -d); both k and m are lengths.
    across = s * -d - t * -c
    if not across:
        return None
    x, y = other.x - one.x, other.y - one.y
    along = (x * -d - y * t) * ONE // across
    return Bend(TablePoint(one.x + along * s // ONE, one.y - along * c // ONE), angle)


def _heading(facing: int) -> tuple[int, int]:
    return sine(facing), cosine(facing)


def advanced(places: Sequence[BasePlace], parts: Sequence[Part]) -> list[Marcher]:
    """A column after parts of a move, from head to tail: ``ahead`` and wheels of its head (12.4).

    Each inner front corner keeps to the line on which the head's has gone; an element turns where its inner corner
    passes the bend.
    """
    marchers: list[Marcher] = []
    for number, where in enumerate(places):
        bends = [bend_between(places[one], places[one - 1]) for one in range(number, 0, -1)]
        marchers.append(Marcher(where, [bend for bend in bends if bend is not None]))
    for part in parts:
        kind = PartKind(part[0])
        if kind in _TOWARDS:
            _wheel_head(marchers, _TOWARDS[kind] * part[1])
        else:
            for marcher in marchers:
                _go(marcher, part[1] * PACE)
    return marchers


def _wheel_head(marchers: list[Marcher], angle: int) -> None:
    head = marchers[0]
    pivot = front_right(head.place) if angle > 0 else front_left(head.place)
    head.place = about(head.place, pivot, angle)
    head.length += arc(WIDTH, angle)
    for follower in marchers[1:]:
        follower.bends.append(Bend(pivot, angle))


def _go(marcher: Marcher, grains: int) -> None:
    """Take an element ahead along its line, round every bend that it reaches."""
    left = grains
    while True:
        bend = marcher.bends[0] if marcher.bends else None
        before = _before_bend(marcher.place, bend) if bend else left + 1
        if bend is None or before >= left:
            marcher.place = marcher.place.moved(left)
            marcher.length += left
            return
        ahead = max(before, 0)
        turned = marcher.place.moved(ahead)
        marcher.place = about(turned, bend.pivot, bend.angle)
        marcher.length += ahead + arc(WIDTH, bend.angle)
        left -= ahead
        del marcher.bends[0]


def _before_bend(where: BasePlace, bend: Bend) -> int:
    """The grains from an element's inner front corner to a bend."""
    corner = front_right(where) if bend.angle > 0 else front_left(where)
    s, c = _heading(where.facing)
    return ((bend.pivot.x - corner.x) * s - (bend.pivot.y - corner.y) * c) // ONE


def is_bent(places: Sequence[BasePlace]) -> bool:
    """Whether the elements of a column do not all face the same way."""
    return len({where.facing for where in places}) > 1


def is_column(field: DbmField, state: DbmState, units: Sequence[int]) -> bool:
    """Whether some elements stand as a column, from head to tail: straight, or as a column that has wheeled (12.4)."""
    if tuple(units) in state.columns or any(tuple(units) == one[: len(units)] for one in state.columns):
        return True
    places = [state.at[unit] for unit in units]
    if any(where is None for where in places):
        return False
    pairs = zip(units, places, places[1:], strict=False)
    return all(a is not None and b is not None and follows(b, a, field.depth(state, unit)) for unit, a, b in pairs)


def follows(behind: BasePlace, ahead: BasePlace, depth: int) -> bool:
    """Whether an element stands directly behind another of a depth, corner on corner."""
    wanted = ahead.moved(-depth)
    near = abs(behind.x - wanted.x) <= HALF and abs(behind.y - wanted.y) <= HALF
    return near and behind.facing == ahead.facing


# -- forming a column ---------------------------------------------------------------------------------------------


def formed(field: DbmField, state: DbmState, units: tuple[int, ...], parts: tuple[Part, ...]) -> Manoeuvre:
    """A column formed on the first of some elements, which moves by the parts (12.5, 12.6).

    Those that can follow directly behind within their own moves do so, in the order in which they are named. From the
    first that cannot, all others close up sideways as far as they can.
    """
    starts = {unit: at for unit in units if (at := state.at[unit]) is not None}
    faults = [*_may_form(field, state, units, parts)]
    if len(starts) < len(units):
        return Manoeuvre({}, {}, (("12.5", "all elements of the column must be on the table"),))
    if parts and PartKind(parts[0][0]) is PartKind.TURN_ABOUT:
        # All turn about first: from there on nobody goes further back (12.6).
        starts = {unit: turned_about(at, field.depth(state, unit)) for unit, at in starts.items()}
    head = _headed(starts[units[0]], parts)
    ends, lengths = {units[0]: head.place}, {units[0]: head.length}
    behind = 0
    rest = list(units[1:])
    while rest:
        behind += field.depth(state, units[len(units) - len(rest) - 1])
        place = _behind(head, starts[units[0]], behind)
        length = _joining(field, state, rest[0], starts[rest[0]], place)
        if length is None:
            break
        ends[rest[0]], lengths[rest[0]] = place, length
        del rest[0]
    _close_up(field, state, starts, ends, lengths, rest)
    faults += _in_difficult(field, state, ends) if rest else []
    if rest and is_bent(list(ends.values())):
        faults.append(("12.5", "a column cannot wheel before it is complete: it would be kinked"))
    column = tuple(ends) if not rest and is_bent([ends[unit] for unit in units]) else ()
    return Manoeuvre(ends, lengths, tuple(faults), column)


def _may_form(field: DbmField, state: DbmState, units: tuple[int, ...], parts: tuple[Part, ...]) -> Iterator[Breach]:
    kinds = [PartKind(part[0]) for part in parts]
    forms = [field.form(state, unit) for unit in units]
    if PartKind.TURN_ABOUT in kinds:
        if kinds.index(PartKind.TURN_ABOUT) or kinds.count(PartKind.TURN_ABOUT) > 1:
            yield "12.6", "the group turns about first, and once"
        if not all(form.skirmisher for form in forms):
            yield "12.6", "only skirmishers turn about and contract into a column in one move"
    allowed = (PartKind.AHEAD, PartKind.WHEEL_LEFT, PartKind.WHEEL_RIGHT, PartKind.TURN_ABOUT)
    if any(kind not in allowed for kind in kinds):
        yield "12.5", "the head of a column that is being formed goes ahead and wheels"
    for unit, form in zip(units[1:], forms[1:], strict=True):
        if form.kind == "Exp" and not _in_file(state.at[units[0]], state.at[unit]):
            yield "13.10", f"{field.name(unit)} is expendable: it gets into a column by wheeling only"


def _in_file(head: BasePlace | None, at: BasePlace | None) -> bool:
    """Whether an element stands straight behind the head, so that it need not go sideways."""
    if head is None or at is None or head.facing != at.facing:
        return False
    s, c = _heading(head.facing)
    return abs((at.x - head.x) * c + (at.y - head.y) * s) <= HALF * ONE


def _headed(start: BasePlace, parts: tuple[Part, ...]) -> Marcher:
    """The head after its parts; what follows it needs the bends that it has made."""
    marcher = Marcher(start, [])
    for part in (part for part in parts if PartKind(part[0]) in (PartKind.AHEAD, *_TOWARDS)):
        kind = PartKind(part[0])
        if kind in _TOWARDS:
            angle = _TOWARDS[kind] * part[1]
            pivot = front_right(marcher.place) if angle > 0 else front_left(marcher.place)
            marcher.bends.append(Bend(pivot, angle))
            marcher.place = about(marcher.place, pivot, angle)
            marcher.length += arc(WIDTH, angle)
        else:
            marcher.place = marcher.place.moved(part[1] * PACE)
            marcher.length += part[1] * PACE
    return marcher


def _behind(head: Marcher, start: BasePlace, grains: int) -> BasePlace:
    """The place this many grains behind the head, back along the line on which it has come."""
    place, left = head.place, grains
    for bend in reversed(head.bends):
        back = -_before_bend(place, Bend(bend.pivot, bend.angle))
        if back >= left:
            return place.moved(-left)
        place = about(place.moved(-back), bend.pivot, -bend.angle)
        left -= back
    return place.moved(-left)


def _joining(field: DbmField, state: DbmState, unit: int, start: BasePlace, place: BasePlace) -> int | None:
    """The grains of an element's move to its place in a column; None where it cannot get there (12.5)."""
    form = field.form(state, unit)
    if behind_own_rear(start, place, form.depth):
        return None
    length = length_alone(start, place, form.depth)
    if paces(length) > space.allowance(field, form, start, place) or space.barred(field, form, place):
        return None
    return length


def behind_own_rear(start: BasePlace, place: BasePlace, depth: int) -> bool:
    """Whether any part of a base at a place is behind the line of its rear edge where it started, by more than half a
    pace (4.3, 12.5)."""
    s, c = _heading(start.facing)
    rear = start.at(-depth, 0)
    return any((x - rear.x) * s - (y - rear.y) * c < -HALF * ONE for x, y in corners(place, depth))


def _close_up(
    field: DbmField,
    state: DbmState,
    starts: dict[int, BasePlace],
    ends: dict[int, BasePlace],
    lengths: dict[int, int],
    rest: list[int],
) -> None:
    """Slide those who did not get into the column sideways to it, with what they have left of their moves (12.5)."""
    if not rest:
        return
    tail = list(ends)[-1]
    first = starts[rest[0]]
    s, c = _heading(first.facing)
    joint = ends[tail]
    aside = ((joint.x - first.x) * c + (joint.y - first.y) * s) // ONE
    ahead = ((joint.x - first.x) * s - (joint.y - first.y) * c) // ONE
    depth = field.depth(state, tail)
    if ahead >= depth - HALF:
        # The column has left the rank: the next stands behind its tail, and comes up to it if it can.
        shift, up = aside, ahead - depth
    else:
        shift, up = aside - (WIDTH if aside > 0 else -WIDTH), 0
    least = min(field.form(state, unit).move[0] for unit in rest) * PACE
    shift = max(-least, min(least, shift))
    up = max(0, min(up, least - abs(shift)))
    for unit in rest:
        place = starts[unit].moved(up, shift)
        ends[unit] = place
        lengths[unit] = length_alone(starts[unit], place, field.depth(state, unit))


def _in_difficult(field: DbmField, state: DbmState, ends: dict[int, BasePlace]) -> Iterator[Breach]:
    """A group that is part column, part line may not end in difficult going unless all are Ps (12.5)."""
    forms = {unit: field.form(state, unit) for unit in ends}
    if all(form.kind == "Ps" for form in forms.values()):
        return
    for unit, place in ends.items():
        if going.under(field, corners(place, forms[unit].depth), forms[unit]) == "difficult":
            yield "12.5", f"{field.name(unit)} would end in difficult going before the column is complete"


# -- spreading out ------------------------------------------------------------------------------------------------


def expanded(field: DbmField, state: DbmState, units: tuple[int, ...], right: bool, wide: int) -> Manoeuvre:
    """A column that puts up to this many elements a rank beside its head (12.1, 12.5, 13.5, 13.10).

    The head stays; the others come up rank by rank, each measured as a single element.
    """
    starts = [state.at[unit] for unit in units]
    if not is_column(field, state, units) or any(where is None for where in starts):
        return Manoeuvre({}, {}, (("12.5", "only a column one element wide expands"),))
    faults: list[Breach] = []
    if any(field.form(state, unit).kind == "Exp" for unit in units):
        faults.append(("13.10", "expendables do not expand from a column"))
    if not 0 < wide < len(units):
        faults.append(("12.5", f"the column has {counted(len(units) - 1, 'element')} behind its head"))
    head = starts[0]
    assert head is not None
    ends: dict[int, BasePlace] = {}
    lengths: dict[int, int] = {}
    back = 0
    for number, (unit, start) in enumerate(zip(units, starts, strict=True)):
        rank, file = divmod(number, wide + 1)
        if rank and not file:
            back += field.depth(state, units[number - wide - 1])
        form = field.form(state, unit)
        place = head.moved(-back, (1 if right else -1) * file * WIDTH)
        assert start is not None
        ends[unit] = place
        lengths[unit] = length_alone(start, place, form.depth)
        if paces(lengths[unit]) > space.allowance(field, form, start, place):
            faults.append(("12.1", f"{field.name(unit)} cannot reach its place: {paces(lengths[unit])} paces"))
        over = space.lying_over(field, state, place, form.depth, units)
        if over:
            faults.append(("12.1", f"{field.name(unit)} would lie over {field.name(over[0])}"))
        if space.barred(field, form, place):
            faults.append(("12.1", f"{field.name(unit)} cannot stand at its place beside the head"))
    return Manoeuvre(ends, lengths, tuple(faults))
