"""Groups: elements that stand side by side or one behind the other, corner on corner (12.3, 12.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.places import PACE, WIDTH, BasePlace, TablePoint, front_left, front_right, rounded
from engine.tables.sines import ONE, cosine, sine

_CELL: Final = 4 * WIDTH
"""The side of the squares in which neighbours are looked for, in grains."""


def is_group(field: DbmField, state: DbmState, units: Sequence[int]) -> bool:
    """Whether some elements on the table are one group: a chain in which each touches another, or a column that has
    wheeled (12.4). One element alone is one."""
    if any(state.at[unit] is None for unit in units) or not units:
        return False
    if len(units) == 1 or is_kinked(state, units):
        return True
    places = [place for unit in units if (place := state.at[unit]) is not None]
    depths = [field.depth(state, unit) for unit in units]
    # Horse holders fill gaps between elements (3.3).
    for unit in units:
        if unit in state.holders:
            places.append(state.holders[unit])
            depths.append(field.roster.forms[unit].depth)
    return len(chains(places, depths)) == 1


def is_kinked(state: DbmState, units: Sequence[int]) -> bool:
    """Whether some elements are a column that has wheeled and is still a column, or follow each other in one (12.4)."""
    wanted = frozenset(units)
    for column in state.columns:
        places = [number for number, unit in enumerate(column) if unit in wanted]
        if len(places) == len(wanted) and places[-1] - places[0] == len(places) - 1:
            return True
    return False


def is_bent(state: DbmState, units: Sequence[int]) -> bool:
    """Whether some elements are a column whose elements do not all face the same way (12.4)."""
    facings = {place.facing for unit in units if (place := state.at[unit]) is not None}
    return len(facings) > 1 and is_kinked(state, units)


class BaseMarks(NamedTuple):
    """What of a base decides whether it stands in a group with another."""

    facing: int
    left: TablePoint
    """Its front left corner."""
    right: TablePoint
    front: TablePoint
    """The middle of its front edge."""
    rear: TablePoint


@lru_cache(maxsize=1 << 14)
def marks(where: BasePlace, depth: int) -> BaseMarks:
    """The marks of a base."""
    return BaseMarks(where.facing, front_left(where), front_right(where), where.point, where.at(-depth, 0))


def joined(one: BaseMarks, other: BaseMarks) -> bool:
    """Whether two elements stand in a group: they face the same way, and touch by front corners side by side, or by
    corners one behind the other."""
    if one.facing != other.facing:
        return False
    return (
        _meet(one.right, other.left)
        or _meet(one.left, other.right)
        or _meet(one.rear, other.front)
        or _meet(other.rear, one.front)
    )


def _meet(first: TablePoint, second: TablePoint) -> bool:
    """Whether two corners touch. Files give places in whole paces, so corners of a slanting line may be nearly a pace
    apart."""
    return abs(first.x - second.x) < PACE and abs(first.y - second.y) < PACE


def chains(places: Sequence[BasePlace], depths: Sequence[int]) -> list[tuple[int, ...]]:
    """The groups among some bases, each by its numbers in order; a base that touches no other is one by itself."""
    cells: dict[tuple[int, int], list[int]] = {}
    leader = list(range(len(places)))
    marked = [marks(where, depth) for where, depth in zip(places, depths, strict=True)]

    def first(number: int) -> int:
        while leader[number] != number:
            leader[number] = leader[leader[number]]
            number = leader[number]
        return number

    for number, where in enumerate(places):
        x, y = where.x // _CELL, where.y // _CELL
        for column in (x - 1, x, x + 1):
            for row in (y - 1, y, y + 1):
                for other in cells.get((column, row), ()):
                    if joined(marked[number], marked[other]):
                        low, high = sorted((first(number), first(other)))
                        leader[high] = low
        cells.setdefault((x, y), []).append(number)
    found: dict[int, list[int]] = {}
    for number in range(len(places)):
        found.setdefault(first(number), []).append(number)
    return [tuple(chain) for chain in found.values()]


def chains_of(field: DbmField, state: DbmState, side: int) -> tuple[tuple[int, ...], ...]:
    """The groups of a side that all can see, of whichever commands their elements are."""
    found = state.cache.get(("chains", side))
    if found is None:
        seen = list(field.in_play(state, side))
        depths = [field.depth(state, unit) for unit, _ in seen]
        made = chains([place for _, place in seen], depths)
        found = state.cache[("chains", side)] = tuple(tuple(seen[one][0] for one in chain) for chain in made)
    told: tuple[tuple[int, ...], ...] = found
    return told


def groups(field: DbmField, state: DbmState, side: int) -> tuple[tuple[int, ...], ...]:
    """The groups of a side that can be moved as such, those of one element too: of one command each (12.3), in the
    order of `ranked`."""
    found = state.cache.get(("groups", side))
    if found is None:
        found = state.cache[("groups", side)] = tuple(_groups(field, state, side))
    told: tuple[tuple[int, ...], ...] = found
    return told


def _groups(field: DbmField, state: DbmState, side: int) -> Iterator[tuple[int, ...]]:
    kinked = {unit for column in state.columns for unit in column}
    for column in state.columns:
        if all(state.at[unit] is not None and field.side(unit) == side for unit in column):
            yield column
    for number in field.roster.commands_of(side):
        units = [unit for unit in field.commands[number].units if state.at[unit] is not None and unit not in kinked]
        places = [place for unit in units if (place := state.at[unit]) is not None]
        depths = [field.depth(state, unit) for unit in units]
        for chain in chains(places, depths):
            yield ranked(state, [units[one] for one in chain])


def ranked(state: DbmState, units: Sequence[int]) -> tuple[int, ...]:
    """Elements of a group as actions name them: the front rank first from its own left to its right, then the next."""

    def order(unit: int) -> tuple[int, int]:
        where = state.at[unit]
        assert where is not None
        ahead, aside = along(where, BasePlace(0, 0, where.facing))
        return -round(ahead / (8 * PACE)), aside

    return tuple(sorted(units, key=order))


def along(where: BasePlace, of: BasePlace) -> tuple[int, int]:
    """How far a place lies ahead of another and to its right, in grains."""
    s, c = sine(of.facing), cosine(of.facing)
    x, y = where.x - of.x, where.y - of.y
    return rounded(x * s - y * c, ONE), rounded(x * c + y * s, ONE)
