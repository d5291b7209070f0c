"""The one judgement of tactical and march moves: behind verdicts, ghosts, questions and staff (chapters 10 to 16)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as made_by
from typing import Final

import shapely

from engine.mechanics.procedure import Breach
from engine.play import Action
from engine.plural import in_series
from engine.systems.de_bellis_multitudinis import (
    approaching,
    contact,
    discovery,
    gaps,
    groups,
    initiative,
    marching,
    moving,
    passing,
    sliding,
    walls,
    zones,
)
from engine.systems.de_bellis_multitudinis.acts import move_of
from engine.systems.de_bellis_multitudinis.contact import Contact
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.notation import Part, PartKind
from engine.systems.de_bellis_multitudinis.passing import Passage
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.systems.de_bellis_multitudinis.ways import Way, way_of
from engine.tables.places import BasePlace, paces, straight_length
from engine.tables.touching import bases_overlap

VERBS: Final = ("move", "march")
"""The actions that are judged here."""
_ALONE: Final = (PartKind.PIVOT_LEFT, PartKind.PIVOT_RIGHT, PartKind.TO)
"""The parts that only single elements make."""

_ASKED: Final = "judged"
"""Where a state keeps the judgement that was asked for last: its verdict is followed by its being carried out."""
_EDGE: Final = 0.5
"""Paces by which a base may lie over a fortification and still only touch it."""
_DONE: Final = int(Flag.HALTED | Flag.FLED | Flag.MARCHED | Flag.MOVED)
"""What an element may have done in a bound after which it is looked at more closely."""


@dataclass(frozen=True, slots=True)
class MoveJudgement:
    """What a move comes to, whether it is legal or not."""

    breaches: tuple[Breach, ...] = ()
    """(paragraph, reason) of everything that it breaks, the gravest first."""
    length: int = 0
    """In whole paces."""
    share: int = 0
    """How much of the allowance it takes, in hundredths."""
    cost: int = 0
    """Points of initiative."""
    ends: Mapping[int, BasePlace] = made_by(default_factory=dict)
    contacts: tuple[Contact, ...] = ()
    """What the front edges of the elements touch at its end."""
    reveals: tuple[int, ...] = ()
    """The ambushers that it discovers."""
    displaced: Mapping[int, BasePlace] = made_by(default_factory=dict)
    """Friends that make room for those who pass through them (16.4)."""
    way: Way | None = None
    """The way; None where the elements cannot make it at all."""

    @property
    def legal(self) -> bool:
        """Whether it breaks nothing."""
        return not self.breaches


def judge(field: DbmField, state: DbmState, side: int, action: Action) -> MoveJudgement:
    """What a `move` or `march` of a side comes to, with every paragraph that it breaks."""
    # Points of initiative are spent without a change of the position.
    key = (side, action, tuple(state.pips), state.waived)
    asked = state.cache.get(_ASKED)
    if asked is not None and asked[0] == key:
        known: MoveJudgement = asked[1]
        return known
    told = _judge(field, state, side, action)
    state.cache[_ASKED] = key, told
    return told


def _judge(field: DbmField, state: DbmState, side: int, action: Action) -> MoveJudgement:
    units, parts = move_of(action)
    march = action.verb == "march"
    early = [*who(field, state, side, units, march=march)]
    if any(state.at[unit] is None for unit in units):
        return MoveJudgement(tuple(early))
    early += _which(field, state, units, parts, march=march)
    if len(units) > 1 and any(part[0] in _ALONE for part in parts):
        return MoveJudgement(tuple(early))
    way = _way(field, state, units, parts)
    found = discovery.on_the_way(field, state, side, units, parts)
    return _judged(way, early, found.seen if found is not None else (), march=march)


def is_legal(field: DbmField, state: DbmState, side: int, action: Action) -> bool:
    """Whether a `move` or `march` of a side breaks nothing. What rules out most moves is looked at first: where the
    elements end, and who stands in their way."""
    units, parts = move_of(action)
    march = action.verb == "march"
    if next(who(field, state, side, units, march=march), None) is not None:
        return False
    if len(units) > 1 and any(part[0] in _ALONE for part in parts):
        return False
    way = _way(field, state, units, parts)
    if way.off_table() or any(field.side(one.other) != side for one in way.met):
        return False
    return judge(field, state, side, action).legal


def _way(field: DbmField, state: DbmState, units: tuple[int, ...], parts: Sequence[Part]) -> Way:
    """The way of a move. The one that was asked for last is kept: it is looked at, then judged."""
    asked = state.cache.get("way")
    # Copies of a state share what is worked out of a position, but not the points that are left.
    if asked is None or asked[0] != (units, parts) or asked[1].state is not state:
        asked = state.cache["way"] = (units, parts), way_of(field, state, units, parts)
    way: Way = asked[1]
    return way


def _judged(way: Way, early: list[Breach], reveals: tuple[int, ...], *, march: bool) -> MoveJudgement:
    field, state, units = way.field, way.state, way.units
    touched = tuple(contacts_of(way))
    slide = sliding.of(way, touched)
    length, share, long = measured(way, slide, touched)
    cost = initiative.price(way, touched, slide, full=_goes_all_its_way(way, slide, length), march=march)
    passages = through_friends(way)
    breaches = [
        *early,
        *_reached(way, share, long),
        *_stopped(way, passages),
        *_crowded(way),
        *_walled(way),
        *slide.breaches,
        *approaching.breaches(way, touched),
        *zones.breaches(way, touched, slide),
        *gaps.breaches(way, slide),
        *(marching.breaches(way) if march else ()),
        *initiative.breaches(field, state, units, cost),
    ]
    ends = dict(zip(units, way.ends, strict=True))
    displaced: dict[int, BasePlace] = {}
    for unit, passage in passages.items():
        if passage is not None:
            ends[unit] = passage.end
            displaced |= passage.displaced
    breaches += _without_room(way, ends, displaced)
    return MoveJudgement(tuple(dict.fromkeys(breaches)), length, share, cost, ends, touched, reveals, displaced, way)


def contacts_of(way: Way) -> Iterator[Contact]:
    """What the front edges of moving elements have of enemies where they end."""
    field, state = way.field, way.state
    if field.walls:
        # Across a fortification bases touch that do not lie next to each other (2.2).
        for unit, place in zip(way.units, way.ends, strict=True):
            yield from contact.contacts_at(field, state, unit, place)
        return
    for number, other in way.neighbours:
        where = state.at[other]
        assert where is not None
        edge = contact.contact_of(way.ends[number], where, field.depth(state, other), way.depths[number])
        if edge:
            yield Contact(way.units[number], edge, other)


# -- who moves ----------------------------------------------------------------------------------------------------


def who(field: DbmField, state: DbmState, side: int, units: Sequence[int], *, march: bool) -> Iterator[Breach]:
    """What is wrong with the elements that are to move."""
    foreign = next((unit for unit in units if field.side(unit) != side), None)
    if foreign is not None:
        yield "10.1", f"{field.name(foreign)} is not of your army"
    for unit in units:
        if state.at[unit] is None:
            yield "10.1", f"{field.name(unit)} is not on the table"
        elif reason := _bound_by(field, state, unit, march=march):
            yield reason
    commands = {field.roster.command[unit] for unit in units}
    if len(commands) > 1:
        names = in_series(field.commands[number].name for number in sorted(commands))
        yield "12.3", f"elements of {names} are not moved together"
    if not groups.is_group(field, state, units):
        yield "12.4", f"{field.name(units[0])} and the others are not one group"


def _bound_by(field: DbmField, state: DbmState, unit: int, *, march: bool) -> Breach | None:
    """Why an element on the table cannot be moved in this bound."""
    name = field.name(unit)
    if not state.demoralised and not state.flags[unit] & _DONE:
        return None
    if state.demoralised >> field.roster.command[unit] & 1:
        return "12.2", f"{name} is demoralised and can only be halted"
    if state.has(unit, Flag.STOPPED):
        return "9.2", f"{name} has discovered ambushers and cannot move farther in this bound"
    if state.has(unit, Flag.HALTED):
        return "10.1", f"{name} was halted in this bound"
    if state.has(unit, Flag.FLED):
        return "23.1", f"{name} has fled in this bound"
    if state.has(unit, Flag.MARCHED):
        return None if march else ("14.1", f"{name} has marched and cannot make a tactical move any more")
    if state.has(unit, Flag.MOVED):
        return "10.1", f"{name} has moved in this bound"
    return None


def _which(
    field: DbmField, state: DbmState, units: Sequence[int], parts: Sequence[Part], *, march: bool
) -> Iterator[Breach]:
    """What is wrong with the parts of a move, wherever they lead."""
    kinds = [PartKind(part[0]) for part in parts]
    if len(units) > 1:
        if any(kind in _ALONE for kind in kinds):
            yield "12.7", "only single elements pivot, and only they are given a place to go to"
        turned = next((number for number, kind in enumerate(kinds) if kind in moving.TURNS[:2]), len(kinds))
        if turned < len(kinds) - 1:
            yield "12.4", "elements that have turned to a side are no longer a group"
        straight = (PartKind.AHEAD, PartKind.TURN_ABOUT, *moving.WHEELS)
        if groups.is_bent(state, units) and any(kind not in straight for kind in kinds):
            yield "12.4", "a column that has wheeled goes ahead, wheels and turns about"
    if PartKind.DISMOUNT in kinds:
        if march:
            yield "3.7", "infantry does not leave its mounts on a march"
        for unit in units:
            if not field.form(state, unit).riding:
                yield "3.7", f"{field.name(unit)} is not mounted infantry"


# -- how far ------------------------------------------------------------------------------------------------------


def measured(way: Way, slide: sliding.Slide, touched: Sequence[Contact]) -> tuple[int, int, Breach | None]:
    """The length of a move in paces, its share in hundredths, and what is wrong with its length (12.1, 12.7)."""
    paid = way.stretches[:-1] if slide.free else way.stretches
    names = way.field.name
    if len(way.units) > 1:
        if not paid:
            return 0, 0, None
        share = moving.group_share(paid, way.allowances)
        length = paces(max(moving.group_lengths(paid)))
        wrong = share > 100
        return length, share, ("12.7", f"the group would use {share} hundredths of its move") if wrong else None
    if not paid:
        return 0, 0, None
    straight = way.corners_crossing() < 2
    length = paces(moving.alone_length(way.field, way.state, way.units[0], paid, straight=straight))
    allowance = way.allowances[0] + approaching.extra(way, touched)
    share = (200 * length + allowance) // (2 * allowance) if allowance else (101 * length if length else 0)
    if length <= allowance:
        return length, share, None
    rule = "12.2" if _turn_counts(way, allowance) else "12.1"
    said = f"{names(way.units[0])} would go {length} paces; it may go {allowance}"
    return length, max(share, 101), (rule, said)


def _goes_all_its_way(way: Way, slide: sliding.Slide, length: int) -> bool:
    """Whether elements go as far as they may, to the nearest pace."""
    paid = way.stretches[:-1] if slide.free else way.stretches
    if len(way.units) == 1:
        return length >= way.allowances[0]
    return bool(paid) and moving.is_full(paid, way.allowances)


def _turn_counts(way: Way, allowance: int) -> bool:
    """Whether a single skirmisher goes too far only because a turn is not free to it (12.2)."""
    form = way.field.form(way.state, way.units[0])
    turned = any(one.kind in moving.TURNS for one in (way.stretches[0], way.stretches[-1]))
    if not form.skirmisher or not turned:
        return False
    before = way.stretches[0].after[0] if way.stretches[0].kind in moving.TURNS else way.starts[0]
    after = way.stretches[-1].before[0] if way.stretches[-1].kind in moving.TURNS else way.ends[0]
    return paces(straight_length(before, after, form.depth)) <= allowance


def _reached(way: Way, share: int, long: Breach | None) -> Iterator[Breach]:
    """What forbids to go so far, and over such ground."""
    for unit, ground in zip(way.units, way.goings, strict=True):
        if ground == "impassable":
            yield "12.1", f"{way.field.name(unit)} would enter impassable ground"
    if long is not None:
        yield long
    if way.off_table():
        yield "12.1", f"{way.field.name(way.units[0])} would leave the table"


# -- what stands in the way ---------------------------------------------------------------------------------------


def through_friends(way: Way) -> dict[int, Passage | None]:
    """The elements that meet friends on their way, with how they pass through them; None where they cannot. Only who
    goes straight ahead at the end of his move passes through (16.4)."""
    field, last = way.field, len(way.stretches) - 1
    met: dict[int, set[int]] = {}
    for one in way.met:
        if field.side(one.other) == way.side:
            met.setdefault(one.number, set()).add(one.stretch)
    found: dict[int, Passage | None] = {}
    for number, stretches in met.items():
        stretch = way.stretches[-1]
        straight = stretches == {last} and stretch.does is PartKind.AHEAD and not way.bent
        unit = way.units[number]
        start, end = stretch.before[number], stretch.after[number]
        found[unit] = passing.through(field, way.state, unit, start, end) if straight else None
    return found


def _stopped(way: Way, passages: Mapping[int, Passage | None]) -> Iterator[Breach]:
    """Bases on the way, or where an element would end."""
    field = way.field
    seen = set()
    for met in way.met:
        seen.add((met.number, met.other))
        mover, other = way.units[met.number], field.name(met.other)
        if field.side(met.other) != way.side:
            yield "12.1", f"{field.name(mover)} would pass over {other}"
        elif passages[mover] is None:
            rule = "16.5" if field.form(way.state, met.other).baggage else "16.4"
            yield rule, f"{field.name(mover)} cannot pass through {other}"
    for number, under in way.over:
        if (number, under) not in seen:
            yield "12.1", f"{field.name(way.units[number])} would end on {field.name(under)}"


def _crowded(way: Way) -> Iterator[Breach]:
    """Elements of a group that would lie over each other: those of several ranks that turn to a side."""
    if len(way.units) == 1 or not any(stretch.kind in moving.TURNS[:2] for stretch in way.stretches):
        return
    bases = list(zip(way.units, way.ends, way.depths, strict=True))
    for number, (unit, end, depth) in enumerate(bases):
        for other, place, deep in bases[:number]:
            if bases_overlap(end, depth, place, deep):
                name = way.field.name
                yield "12.4", f"{name(unit)} and {name(other)} would lie over each other once they have turned"
                return


def _without_room(way: Way, ends: Mapping[int, BasePlace], displaced: Mapping[int, BasePlace]) -> Iterator[Breach]:
    """16.4: friends who make room for some of a group need room beside the others of it, and beside each other."""
    field = way.field
    depth = {unit: field.depth(way.state, unit) for unit in (*ends, *displaced)}
    placed = list(displaced.items())
    for number, (unit, where) in enumerate(placed):
        for other, place in (*ends.items(), *placed[:number]):
            if other != unit and bases_overlap(where, depth[unit], place, depth[other]):
                yield "16.4", f"{field.name(unit)} has no room to let {field.name(way.units[0])} pass"
                return


def _walled(way: Way) -> Iterator[Breach]:
    """2.2: no element may go beyond the outside of a fortification that an enemy defends."""
    field = way.field
    for enemy, _ in field.in_play(way.state, 1 - way.side) if field.walls else ():
        for piece in walls.manned(field, way.state, enemy):
            inner = field.ground.polygon(piece.wall).buffer(-_EDGE, join_style="mitre")
            if any(bool(one) for one in shapely.intersects(inner, way.shapes)):
                yield "2.2", f"{field.name(way.units[0])} would cross {piece.wall}, which {field.name(enemy)} defends"
