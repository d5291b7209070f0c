"""Chapter 3: dismounting and mounting, with horse holders (3.1 to 3.8; of double bases 4.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field as made_by
from typing import Final

import shapely

from engine.mechanics.procedure import Breach
from engine.play import Step
from engine.systems.de_bellis_multitudinis import doubles, space
from engine.systems.de_bellis_multitudinis.columns import follows
from engine.systems.de_bellis_multitudinis.counters import UNIT_TYPES
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.notation import NOTHING
from engine.systems.de_bellis_multitudinis.roster import Form
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import PACE, BasePlace, TablePoint, corners, measured
from engine.tables.sines import QUARTER
from engine.tables.touching import gap, lies_over

NEAR: Final = 300
"""Paces to what a list lets troops dismount for (3.6)."""
_SINGLES, _DOUBLE = 0, 1


@dataclass(frozen=True, slots=True)
class Exchange:
    """Mounted and foot elements exchanged for each other."""

    ends: dict[int, BasePlace]
    """The places of those who are exchanged, and of ranks that close up behind them."""
    holders: dict[int, BasePlace]
    """Where horse holders are put down."""
    cost: int
    """Points of initiative: one for the group, and one for each element; a double base that dismounts as single
    elements counts as two single moves."""
    breaches: tuple[Breach, ...] = ()
    apart: tuple[int, ...] = ()
    """Double bases that dismount as two single elements each (4.1)."""
    displaced: dict[int, BasePlace] = made_by(default_factory=dict)
    """Friends behind who make room, with their new places (3.1)."""


def form_after(field: DbmField, unit: int, mounting: bool) -> Form | None:
    """What an element is once it has mounted or dismounted; None where it cannot."""
    return field.roster.forms[unit] if mounting else field.roster.dismounted[unit]


def dismounting(
    field: DbmField, state: DbmState, units: tuple[int, ...], holders: int, shape: int, half: int
) -> Exchange:
    """What dismounting comes to: each on the line of its front edge, further ranks behind (3.1)."""
    faults = list(_may_dismount(field, state, units, shape, half))
    return _exchanged(field, state, units, holders == 1, shape, faults, mounting=False)


def mounting(field: DbmField, state: DbmState, units: tuple[int, ...], half: int = NOTHING) -> Exchange:
    """What mounting comes to (3.1)."""
    faults: list[Breach] = []
    if half != NOTHING:
        faults.append(("4.1", "one half of a double base cannot mount alone"))
    for unit in units:
        if not state.has(unit, Flag.DISMOUNTED):
            faults.append(("3.1", f"{field.name(unit)} is not dismounted"))
        elif state.has(unit, Flag.MOUNTS_LEFT):
            faults.append(("3.3", f"{field.name(unit)} has left its mounts"))
        elif state.has(unit, Flag.HALVED):
            faults.append(("4.1", f"{field.name(unit)} has lost one half, and the other half cannot mount alone"))
    return _exchanged(field, state, units, False, NOTHING, faults, mounting=True)


def _may_dismount(field: DbmField, state: DbmState, units: tuple[int, ...], shape: int, half: int) -> Iterator[Breach]:
    if half != NOTHING:
        yield "4.1", "one half of a double base cannot dismount alone"
    for unit in units:
        form = field.roster.dismounted[unit]
        if state.has(unit, Flag.DISMOUNTED):
            yield "3.1", f"{field.name(unit)} has dismounted already"
        elif form is None:
            yield "3.1", f"{field.name(unit)} has nothing to dismount as"
        elif not _near_its_reason(field, state, unit):
            reason = field.roster.values[unit].dismount_for
            yield "3.6", f"{field.name(unit)} dismounts for {reason} within {NEAR} paces only"
        if form is not None and shape == _DOUBLE:
            if not field.roster.forms[unit].double:
                yield "4.1", f"{field.name(unit)} is not a double base"
            elif not doubles.may_dismount_double(field, form):
                yield "4.1", f"as {form.kind} {field.name(unit)} gives no rear support: it dismounts as single elements"


def _near_its_reason(field: DbmField, state: DbmState, unit: int) -> bool:
    """Whether an element is near enough to what its list lets it dismount for: an enemy of a type, or an area of a kind
    (3.6)."""
    words = field.roster.values[unit].dismount_for.replace(",", " ").split()
    at = state.at[unit]
    if not words or at is None:
        return not words
    kinds = {kind.lower(): kind for kind in UNIT_TYPES}
    depth = field.depth(state, unit)
    for word in words:
        kind = kinds.get(word.lower())
        if kind is None:
            if _near_area(field, state, unit, word.lower()):
                return True
            continue
        for enemy, where in field.in_play(state, 1 - field.side(unit)):
            if field.form(state, enemy).kind == kind and gap(at, depth, where, field.depth(state, enemy)) <= NEAR:
                return True
    return False


def _near_area(field: DbmField, state: DbmState, unit: int, kind: str) -> bool:
    shape = shapely.Polygon([(x / PACE, y / PACE) for x, y in field.corners(state, unit)])
    areas = (key for key, area in field.table.areas.items() if area.kind == kind)
    return any(round(float(field.ground.polygon(key).distance(shape))) <= NEAR for key in areas)


# -- where they stand ---------------------------------------------------------------------------------------------


def _exchanged(
    field: DbmField,
    state: DbmState,
    units: tuple[int, ...],
    with_holders: bool,
    shape: int,
    faults: list[Breach],
    *,
    mounting: bool,
) -> Exchange:
    ends: dict[int, BasePlace] = {}
    new_depths: dict[int, int] = {}
    for unit in units:
        form, at = form_after(field, unit, mounting), state.at[unit]
        if form is None or at is None:
            if at is None:
                faults.append(("3.1", f"{field.name(unit)} is not on the table"))
            continue
        new_depths[unit] = form.depth
        ends[unit] = at
    for unit in units:
        _behind_rank(field, state, unit, ends, new_depths)
    held = _held(field, ends, new_depths) if with_holders else {}
    displaced = _displaced(field, state, ends, new_depths, held)
    faults += _no_room(field, state, ends, new_depths, held, displaced)
    apart = () if mounting or shape == _DOUBLE else tuple(u for u in units if field.roster.forms[u].double)
    cost = 1 + len(units) + 2 * len(apart)
    return Exchange(ends, held, cost, tuple(dict.fromkeys(faults)), apart, displaced)


def _behind_rank(
    field: DbmField, state: DbmState, unit: int, ends: dict[int, BasePlace], new_depths: dict[int, int]
) -> None:
    """An element that stood directly behind one that is exchanged forms up touching it again (3.1)."""
    at = state.at[unit]
    if at is None or unit not in ends:
        return
    for ahead in ends:
        before = state.at[ahead]
        if ahead != unit and before is not None and follows(at, before, field.depth(state, ahead)):
            ends[unit] = ends[ahead].moved(-new_depths[ahead])


def _held(field: DbmField, ends: dict[int, BasePlace], new_depths: dict[int, int]) -> dict[int, BasePlace]:
    """The places of horse holders: directly behind their element (3.8)."""
    return {unit: where.moved(-new_depths[unit]) for unit, where in ends.items()}


def holder_depth(field: DbmField, unit: int) -> int:
    """The depth of the base of an element's horse holders: that of its mounted base, in grains."""
    form = field.roster.forms[unit]
    return form.depth // 2 if form.double else form.depth


def _displaced(
    field: DbmField,
    state: DbmState,
    ends: dict[int, BasePlace],
    new_depths: dict[int, int],
    held: dict[int, BasePlace],
) -> dict[int, BasePlace]:
    """The friends on whom elements or holders would lie, put back until they touch behind them, and so on behind those;
    empty where somebody cannot be put back: he faces aside, is baggage or an enemy, or has no room (3.1, 16.5)."""
    found: dict[int, BasePlace] = {}
    waiting = [(where, new_depths[unit]) for unit, where in ends.items()]
    waiting += [(where, holder_depth(field, unit)) for unit, where in held.items()]
    while waiting:
        where, depth = waiting.pop()
        for friend in _lain_on(field, state, where, depth, ends, found):
            at, deep = found.get(friend, state.at[friend]), field.depth(state, friend)
            if at is None or field.side(friend) != field.side(next(iter(ends))) or field.form(state, friend).baggage:
                return {}
            if (at.facing - where.facing) % (2 * QUARTER):
                return {}
            alike = at.facing == where.facing
            front = measured(where, at.point if alike else at.at(-deep, 0))[0]
            found[friend] = at.moved(-(front + depth) if alike else front + depth)
            if space.barred(field, field.form(state, friend), found[friend]):
                return {}
            waiting.append((found[friend], deep))
    return found


def _lain_on(
    field: DbmField,
    state: DbmState,
    where: BasePlace,
    depth: int,
    ends: dict[int, BasePlace],
    moved: dict[int, BasePlace],
) -> list[int]:
    """The elements on which a base at a place would lie, beside those that are exchanged; some have been put back."""
    found = list(space.lying_over(field, state, where, depth, (*ends, *moved)))
    return found + [
        unit for unit, at in moved.items() if at != where and _overlap(where, depth, at, field.depth(state, unit))
    ]


def _no_room(
    field: DbmField,
    state: DbmState,
    ends: dict[int, BasePlace],
    new_depths: dict[int, int],
    held: dict[int, BasePlace],
    displaced: dict[int, BasePlace],
) -> Iterator[Breach]:
    """Without room, elements cannot dismount or mount (3.1)."""
    shapes = [(unit, where, new_depths[unit]) for unit, where in ends.items()]
    shapes += [(unit, where, holder_depth(field, unit)) for unit, where in held.items()]
    for number, (unit, where, depth) in enumerate(shapes):
        over = space.lying_over(field, state, where, depth, (*ends, *displaced))
        if over or not space.on_table(field, where, depth):
            who = field.name(over[0]) if over else "the edge of the table"
            yield "3.1", f"{field.name(unit)} has no room: {who} is in the way"
        for _, other, deep in shapes[:number]:
            if _overlap(where, depth, other, deep):
                yield "3.1", f"{field.name(unit)} has no room in its formation"


def _overlap(one: BasePlace, depth: int, other: BasePlace, deep: int) -> bool:
    shape: tuple[TablePoint, ...] = corners(one, depth)
    return lies_over(shape, corners(other, deep), (one.facing, other.facing))


# -- carrying out -------------------------------------------------------------------------------------------------


def carry_out(
    field: DbmField, state: DbmState, units: tuple[int, ...], exchange: Exchange, step: Step, *, mounting: bool
) -> None:
    """Exchange the elements, with their new places and holders."""
    for friend, place in exchange.displaced.items():
        state.put(friend, place)
    for unit in units:
        state.put(unit, exchange.ends[unit])
        if mounting:
            state.unmark(unit, Flag.DISMOUNTED | Flag.APART)
            state.hold(unit, None)
        else:
            state.mark(unit, Flag.DISMOUNTED | (Flag.APART if unit in exchange.apart else 0))
            state.hold(unit, exchange.holders.get(unit))
        state.mark(unit, Flag.MOVED)
    kind = "mount" if mounting else "dismount"
    told = {"side": field.roster.sides[field.side(units[0])], "units": field.listed(units)}
    step.say(kind, field.cite("3.1"), holders=bool(exchange.holders), cost=exchange.cost, **told)
    if exchange.displaced:
        keys = field.roster.keys
        step.say("displaced", field.cite("3.1"), units=field.listed(exchange.displaced), by=keys[units[0]])


def leave_mounts(field: DbmField, state: DbmState, unit: int, step: Step) -> None:
    """Mounted infantry leaves its mounts for good in the course of a move (3.7)."""
    state.mark(unit, Flag.DISMOUNTED | Flag.MOUNTS_LEFT)
    state.hold(unit, None)
    side, key = field.roster.sides[field.side(unit)], field.roster.keys[unit]
    step.say("dismount", field.cite("3.7"), side=side, units=key, holders=False, cost=0)


def follow(field: DbmField, state: DbmState, unit: int, step: Step) -> None:
    """The horse holders of an element that has moved follow it (3.8); where there is no room they are removed (3.4)."""
    if unit not in state.holders:
        return
    at = state.at[unit]
    if at is None:
        state.hold(unit, None)
        return
    behind = at.moved(-field.depth(state, unit))
    depth = holder_depth(field, unit)
    if space.lying_over(field, state, behind, depth, (unit,)) or not space.on_table(field, behind, depth):
        remove_holders(field, state, unit, step, "3.4")
    else:
        state.hold(unit, behind)


def remove_holders(field: DbmField, state: DbmState, unit: int, step: Step, rule: str = "3.3") -> None:
    """Take horse holders off the table: they were shot at (3.3), or have no room (3.4)."""
    state.hold(unit, None)
    step.say("holders", field.cite(rule), unit=field.roster.keys[unit], gone=True)


def holders_in(field: DbmField, state: DbmState, where: BasePlace, depth: int) -> tuple[int, ...]:
    """The elements whose horse holders a base at a place would lie over: holders may stop recoils (3.3)."""
    return tuple(
        unit for unit, place in state.holders.items() if _overlap(where, depth, place, holder_depth(field, unit))
    )


def entirely_on_foot(field: DbmField, state: DbmState, command: int) -> bool:
    """Whether a general's command counts as entirely on foot: beside him, and troops double-based with him, it has no
    mounted troops that have not dismounted, no mounted infantry with its mounts, no laden naval elements (3.5)."""
    general = field.commands[command].general
    for unit in field.commands[command].units:
        if unit == general or state.has(unit, Flag.LOST):
            continue
        form = field.form(state, unit)
        if form.mounted or (form.riding and not state.has(unit, Flag.MOUNTS_LEFT)):
            return False
        if form.naval and any(value.aboard == field.roster.keys[unit] for value in field.roster.values):
            return False
    return True
