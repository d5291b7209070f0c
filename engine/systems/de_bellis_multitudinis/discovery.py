"""Chapter 9: ambushers are discovered by enemies who move to within sight, and what becomes of the move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.play import Step
from engine.systems.de_bellis_multitudinis import ambush, marching, moving, sight
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.notation import Part, PartKind
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import PACE, BasePlace, distance, spell

_REACH: Final = 2000 * PACE
"""Grains beyond which nobody is looked for: the longest moves and ranges together are shorter."""
_STRAIGHT: Final = (PartKind.AHEAD, PartKind.BACK, PartKind.LEFT, PartKind.RIGHT)
_TURNING: Final = (PartKind.WHEEL_LEFT, PartKind.WHEEL_RIGHT, PartKind.PIVOT_LEFT, PartKind.PIVOT_RIGHT)
_STEPS: Final = {**dict.fromkeys(_STRAIGHT, 20), **dict.fromkeys(_TURNING, 50)}
"""Paces, or tenths of a degree, after which a move is looked at again."""


@dataclass(frozen=True, slots=True)
class Discovery:
    """Where on its way a move discovers ambushers."""

    parts: tuple[Part, ...]
    """The move up to there; empty where they are seen before it begins."""
    seen: tuple[int, ...]
    whole: bool
    """Whether the move is over there anyhow."""


def hidden(field: DbmField, state: DbmState, side: int) -> list[int]:
    """The undiscovered ambushers of a side on the table."""
    return [unit for unit, _ in field.on_table(state, side) if state.has(unit, Flag.HIDDEN)]


def seen_from(field: DbmField, state: DbmState, side: int, places: Mapping[int, BasePlace]) -> tuple[int, ...]:
    """The ambushers of the other side that elements of a side would see from places (9.1)."""
    lurking = hidden(field, state, 1 - side)
    if not lurking:
        return ()
    twin = state.copy()
    for unit, at in places.items():
        twin.put(unit, at)
    for unit in lurking:
        twin.unmark(unit, Flag.HIDDEN)
    return tuple(unit for unit in lurking if any(_sees(field, twin, viewer, unit) for viewer in places))


def _sees(field: DbmField, state: DbmState, unit: int, enemy: int) -> bool:
    at, where = state.at[unit], state.at[enemy]
    assert at is not None
    assert where is not None
    return distance(at.point, where.point) <= _REACH and sight.sees(field, state, unit, enemy)


# -- on the way of a move -----------------------------------------------------------------------------------------


def on_the_way(
    field: DbmField, state: DbmState, side: int, units: Sequence[int], parts: Sequence[Part]
) -> Discovery | None:
    """Where a move first discovers ambushers; None if it discovers none (9.2)."""
    if not hidden(field, state, 1 - side):
        return None
    done: list[Part] = []
    for number, part in enumerate(parts):
        found = _in_part(field, state, side, units, done, part)
        if found is not None:
            whole = number == len(parts) - 1 and found == part
            now = (*done, found)
            return Discovery(now, seen_from(field, state, side, ends(field, state, units, now)), whole)
        done.append(part)
    return None


def ends(field: DbmField, state: DbmState, units: Sequence[int], parts: Sequence[Part]) -> dict[int, BasePlace]:
    """Where a move takes elements, wherever that is."""
    places = [at for unit in units if (at := state.at[unit]) is not None]
    depths = [field.depth(state, unit) for unit in units]
    for part in parts:
        for stretch in moving.carried(PartKind(part[0]), part, places, depths):
            places = list(stretch.after)
    return dict(zip(units, places, strict=True))


def _in_part(
    field: DbmField, state: DbmState, side: int, units: Sequence[int], done: list[Part], part: Part
) -> Part | None:
    """The part of a move as far as ambushers are seen; None where nobody is seen on all of it."""

    def sees(one: Part) -> bool:
        return bool(seen_from(field, state, side, ends(field, state, units, [*done, one])))

    before = 0
    for length in _lengths(part):
        now = _cut(part, length)
        if sees(now):
            low, high = before, length
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (low, middle) if sees(_cut(part, middle)) else (middle, high)
            return _cut(part, high)
        before = length
    return None


def _lengths(part: Part) -> Iterator[int]:
    """How much of a part is looked at, one after another: all of it last."""
    step = _STEPS.get(PartKind(part[0]))
    if step is not None:
        yield from range(step, part[1], step)
        yield part[1]
    else:
        yield 1


def _cut(part: Part, length: int) -> Part:
    return (part[0], length) if PartKind(part[0]) in _STEPS else part


# -- what becomes of it -------------------------------------------------------------------------------------------


def reveal(
    field: DbmField, state: DbmState, units: Sequence[int], by: Sequence[int], step: Step, *, rule: str = "9.1"
) -> None:
    """Put ambushers down for all to see, with the place of each (9.1, fair-play 7.1)."""
    for unit in units:
        state.unmark(unit, Flag.HIDDEN)
    if units:
        step.say(
            "discovered",
            field.cite(rule),
            side=field.roster.sides[field.side(units[0])],
            units=field.listed(units),
            by=field.listed(by),
            places={field.roster.keys[unit]: spell(at) for unit in units if (at := state.at[unit]) is not None},
        )


def look_about(field: DbmField, state: DbmState, step: Step) -> tuple[int, ...]:
    """Reveal every ambusher whom an enemy sees where all stand now; who that is."""
    found: list[int] = []
    for side in range(2):
        for unit, at in field.in_play(state, side) if hidden(field, state, 1 - side) else ():
            seen = seen_from(field, state, side, {unit: at})
            reveal(field, state, seen, (unit,), step)
            found += seen
    return tuple(found)


def may_go_on(field: DbmField, state: DbmState, units: Sequence[int], seen: Sequence[int], length: int) -> bool:
    """Whether elements that have gone this many paces may go on after a discovery: in the first march or in a tactical
    move; in a later march only where they may march as near as 50 paces to those whom they see (9.2)."""
    if is_later_march(state, units) and not all(marching.is_loose(field, state, unit) for unit in seen):
        return False
    return not any(has_ridden_far(field, state, unit, length) for unit in units)


def is_later_march(state: DbmState, units: Sequence[int]) -> bool:
    """Whether elements that march make their second march of this bound, or a later one."""
    return max(state.marches[unit] for unit in units) > 1


def has_ridden_far(field: DbmField, state: DbmState, unit: int, length: int) -> bool:
    """Whether infantry on its mounts has gone further in this bound than it could on foot (9.3)."""
    form, foot = field.form(state, unit), field.roster.dismounted[unit]
    return form.riding and foot is not None and (state.marches[unit] > 1 or length > foot.move[0])


def is_misplaced(field: DbmField, state: DbmState, unit: int) -> bool:
    """Whether an ambusher stands where no ambush may be (fair-play 7.2)."""
    where = state.at[unit]
    return where is not None and any(True for _ in ambush.place_breaches(field, state, field.side(unit), {unit: where}))
