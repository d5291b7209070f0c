"""Chapter 10: what a move, a march or a halt costs in points of initiative (10.1 to 10.5; facts.md 3.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import shapely

from engine.mechanics.procedure import Breach
from engine.play import Step
from engine.systems.de_bellis_multitudinis import contact, doubles, mounting, sight
from engine.systems.de_bellis_multitudinis.approaching import closes
from engine.systems.de_bellis_multitudinis.contact import OVERLAP, Contact
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.notation import PartKind
from engine.systems.de_bellis_multitudinis.sliding import Slide
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.systems.de_bellis_multitudinis.support import unit_before
from engine.systems.de_bellis_multitudinis.ways import RIVER, Way
from engine.tables.touching import gap


def price(way: Way, touched: Sequence[Contact], slide: Slide, *, full: bool, march: bool) -> int:
    """The points that a move or march costs at this moment (10.1). ``full``: they go all their way, to the pace."""
    field, state, units = way.field, way.state, way.units
    cost = _elements(way)
    if len(units) != 1 or not closes(way, 0, touched):
        # From contact to legal contact with front or flank, or to an overlap, costs one point always (10.2).
        cost += of_elements(field, state, units) + _unruly(way, touched, slide, full=full)
        cost += march and len(units) > 1 and max(state.marches[unit] for unit in units) >= 2  # 10.5
        cost += len(units) * way.dismounts
    return cost - bool(waivers(field, state, units, halt=False))


def of_elements(field: DbmField, state: DbmState, units: Sequence[int]) -> int:
    """What is added for where the elements are, and who they are, whatever they do."""
    guns = any(_is_heavy_gun(field, state, unit) for unit in units)
    far = remote(field, state, units) + is_out_of_place(field, state, units)
    return far + is_mixed(field, state, units) + guns


def _elements(way: Way) -> int:
    """What a move costs before anything is added: one point for the group, but one for each double base in it that
    moves backwards, as if it moved alone (4.3)."""
    field, state = way.field, way.state
    ways = zip(way.units, way.starts, way.ends, strict=True)
    alone = sum(doubles.pays_alone(field, field.form(state, unit), start, end) for unit, start, end in ways)
    return alone + (alone < len(way.units))


def price_of_arrival(field: DbmField, state: DbmState, units: Sequence[int]) -> int:
    """The points that a march onto the table costs (8.2); the elements stand where it takes them."""
    return 1 + of_elements(field, state, units) - bool(waivers(field, state, units, halt=False))


def price_of_halt(field: DbmField, state: DbmState, units: Sequence[int]) -> int:
    """The points that a halt costs: one more for irregular impetuous troops."""
    wild = any(not field.form(state, unit).regular and field.is_impetuous(state, unit) for unit in units)
    added = remote(field, state, units) + is_out_of_place(field, state, units) + wild
    return 1 + added - bool(waivers(field, state, units, halt=True))


def breaches(field: DbmField, state: DbmState, units: Sequence[int], cost: int) -> Iterator[Breach]:
    """10.1: the command of the elements has to have the points."""
    command = field.roster.command[units[0]]
    left = state.pips[command]
    if cost > left:
        points = "point" if left == 1 else "points"
        yield "10.1", f"it costs {cost} and {field.commands[command].name} has {left} {points} of initiative"


def pay(field: DbmField, state: DbmState, units: Sequence[int], cost: int, *, halt: bool) -> None:
    """Take the points from the command of some elements, and remember that the general's free move was used."""
    state.pips[field.roster.command[units[0]]] -= cost
    for command in waivers(field, state, units, halt=halt):
        state.waived |= 1 << command


def spend(field: DbmField, state: DbmState, units: Sequence[int], cost: int, step: Step, *, halt: bool = False) -> None:
    """Pay for a move or a halt, and say so."""
    pay(field, state, units, cost, halt=halt)
    command = field.command(units[0])
    left = state.pips[field.roster.command[units[0]]]
    side = field.roster.sides[command.side]
    step.say("spent", field.cite("10.1"), side=side, command=command.key, cost=cost, left=left)


def waivers(field: DbmField, state: DbmState, units: Sequence[int], *, halt: bool) -> tuple[int, ...]:
    """The commands whose general saves a point: once a bound a commander in chief who is moved or halted himself, or
    a sub-general who has not moved in this game and is halted."""
    found = []
    for unit in units:
        command = field.roster.command[unit]
        if not field.is_general(unit) or state.waived >> command & 1:
            continue
        rank = field.commands[command].rank
        if rank == "cinc" or (rank == "sub" and halt and not state.has(unit, Flag.ACTED)):
            found.append(command)
    return tuple(found)


# -- far from the general -----------------------------------------------------------------------------------------


def remote(field: DbmField, state: DbmState, units: Sequence[int]) -> bool:
    """Whether the general of some elements is lost, off the table, in front contact, or too far away: beyond the
    reach of his voice, or of his messengers where neither sees the other."""
    command = field.command(units[0])
    general = command.general
    if general < 0 or general in units:
        return False
    at = state.at[general]
    if at is None or any(one.edge != OVERLAP for one in contact.contacts(field, state, general)):
        return True
    if any(one.edge == "front" for one in contact.touched_by(field, state, general)):
        return True
    limits = field.tables.initiative
    away = min(_distance_between(field, state, unit, general) for unit in units)
    return away > limits.far or (
        away > limits.unseen and not any(_see_each_other(field, state, one, general) for one in units)
    )


def is_out_of_place(field: DbmField, state: DbmState, units: Sequence[int]) -> bool:
    """Whether the general of some elements is on foot while his command is not entirely on foot (3.5)."""
    number = field.roster.command[units[0]]
    general = field.commands[number].general
    if general < 0 or state.has(general, Flag.LOST):
        return False
    form = field.form(state, general)
    return form.foot and not form.riding and not mounting.entirely_on_foot(field, state, number)


def _see_each_other(field: DbmField, state: DbmState, unit: int, general: int) -> bool:
    return sight.sees(field, state, unit, general) or sight.sees(field, state, general, unit)


def _distance_between(field: DbmField, state: DbmState, unit: int, general: int) -> int:
    one, other = state.at[unit], state.at[general]
    assert one is not None
    assert other is not None
    return gap(one, field.depth(state, unit), other, field.depth(state, general))


# -- who is hard to lead ------------------------------------------------------------------------------------------


def is_unruly(field: DbmField, state: DbmState, unit: int) -> bool:
    """Whether an element is irregular, and neither light nor cavalry nor a general."""
    form = field.form(state, unit)
    return not (form.regular or form.light or form.kind == "Cv" or field.is_general(unit))


def _unruly(way: Way, touched: Sequence[Contact], slide: Slide, *, full: bool) -> bool:
    """Whether irregulars that are neither light nor cavalry deviate from straight ahead, touch enemies or move short;
    but legal contact costs no more when they go straight ahead, go all their way, or stop at once (10.2, 10.3)."""
    field, state = way.field, way.state
    unruly = [unit for unit in way.units if is_unruly(field, state, unit)]
    if not unruly:
        return False
    fighting = [one for one in touched if one.edge != OVERLAP]
    deviates = _deviates(way, slide)
    if any(one.legal for one in fighting):
        return deviates and not full and not _stops_at_once(way, fighting, slide)
    if fighting or deviates:
        return True
    return not full and not _at_a_stop(way)


def _deviates(way: Way, slide: Slide) -> bool:
    """Whether a move leads other than straight ahead; sliding to line up does not count (13.7, 13.8)."""
    counted = way.stretches[:-1] if slide.lines_up else way.stretches
    return any(one.does not in (PartKind.AHEAD, PartKind.DISMOUNT) for one in counted)


def _stops_at_once(way: Way, fighting: Sequence[Contact], slide: Slide) -> bool:
    """Whether none of the enemies that are contacted was touched before the last part of the move (10.3); a slide to
    line up with them belongs to it."""
    earlier = way.stretches[: -2 if slide.lines_up else -1]
    field, state = way.field, way.state
    for one in fighting:
        number, where = way.units.index(one.unit), state.at[one.enemy]
        assert where is not None
        deep = field.depth(state, one.enemy)
        if any(gap(stretch.after[number], way.depths[number], where, deep) == 0 for stretch in earlier):
            return False
    return True


def _at_a_stop(way: Way) -> bool:
    """Whether an element ends at water or at impassable ground, which stop it."""
    shapes = shapely.buffer(way.last_shapes, 1)
    impassable = [ground for ground in (way.field.ground.impassable, way.field.ground.water) if not ground.is_empty]
    if any(bool(shapely.intersects(ground, shapes).any()) for ground in impassable):
        return True
    courses = way.field.courses
    return bool(courses) and any(courses[key].kind == RIVER for _, key in way.field.ground.courses_met(shapes))


def is_mixed(field: DbmField, state: DbmState, units: Sequence[int]) -> bool:
    """Whether mounted troops, the general left out, move with troops on foot; Ps behind cavalry are no such."""
    forms = {unit: field.form(state, unit) for unit in units}
    if not any((form.mounted or form.riding) and not field.is_general(unit) for unit, form in forms.items()):
        return False
    walkers = [unit for unit, form in forms.items() if form.foot and not form.riding]
    return any(not _is_behind_cavalry(field, state, unit, units) for unit in walkers)


def _is_behind_cavalry(field: DbmField, state: DbmState, unit: int, units: Sequence[int]) -> bool:
    """Whether an element is Ps and stands straight behind cavalry that moves with it, or behind other such Ps."""
    before: int | None = unit
    while before is not None and field.form(state, before).kind == "Ps":
        before = unit_before(field, state, before)
    return before is not None and before in units and field.form(state, before).kind == "Cv"


def _is_heavy_gun(field: DbmField, state: DbmState, unit: int) -> bool:
    form = field.form(state, unit)
    return form.kind == "Art" and form.grade not in ("F", "X")
