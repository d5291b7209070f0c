"""Rear support: which ranks stand behind an element, and what they add (4.2, 18.1, 20.1)."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.systems.de_bellis_multitudinis import going
from engine.systems.de_bellis_multitudinis.contact import front_enemy
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.touching import near

SUPPORTING_GRADES: Final = {"Sp": ("S", "O"), "Wb": ("S", "O")}
"""The grades that give support, of the types of which not all do (facts.md 3.6)."""
_SKIRMISHERS: Final = "Ps"
_DEEP: Final = 3
"""Ranks that can count: the front one and two behind it."""
_WORSE: Final = "I"


class SupportRank(NamedTuple):
    """An element, or a half of a double base, as it stands behind others."""

    unit: int
    kind: str
    grade: str
    going: str
    """The going under it, by which it counts (4.2)."""


class Supported(NamedTuple):
    """What rear support adds, and who gives it."""

    total: int
    units: tuple[int, ...]
    """The elements behind that give it; the rear half of a double base is not among them."""


def unit_behind(field: DbmField, state: DbmState, unit: int) -> int | None:
    """The friend that stands straight behind an element, its front corners on the rear corners; None for none."""
    key = ("behind", unit)
    if key not in state.cache:
        state.cache[key] = _unit_behind(field, state, unit)
    found: int | None = state.cache[key]
    return found


def _unit_behind(field: DbmField, state: DbmState, unit: int) -> int | None:
    where = state.at[unit]
    if where is None:
        return None
    rear = where.moved(-field.depth(state, unit))
    hidden = state.has(unit, Flag.HIDDEN)
    for friend, place in field.on_table(state, field.side(unit)):
        if friend != unit and near(place, rear) and state.has(friend, Flag.HIDDEN) == hidden:
            return friend
    return None


def unit_before(field: DbmField, state: DbmState, unit: int) -> int | None:
    """The friend straight behind which an element stands; None for none."""
    friends = (friend for friend, _ in field.on_table(state, field.side(unit)))
    return next((friend for friend in friends if unit_behind(field, state, friend) == unit), None)


def ranks(field: DbmField, state: DbmState, unit: int) -> tuple[SupportRank, ...]:
    """An element and those behind it that could support it, from the front; a double base is two ranks (4.2)."""
    found: list[SupportRank] = []
    following: int | None = unit
    while following is not None and len(found) < _DEEP:
        form = field.form(state, following)
        front, rear = halves(field, state, following)
        found.append(SupportRank(following, form.kind, form.grade, front))
        if form.double:
            found.append(SupportRank(following, *form.rear, rear))
        following = unit_behind(field, state, following)
    return tuple(found[:_DEEP])


def halves(field: DbmField, state: DbmState, unit: int) -> tuple[str, str]:
    """The going under the front and the rear half of an element, worked out once for a position (4.2)."""
    key = ("halves", unit)
    if key not in state.cache:
        state.cache[key] = going.halves(field, state, unit)
    found: tuple[str, str] = state.cache[key]
    return found


def support(field: DbmField, state: DbmState, unit: int, enemy: int) -> Supported:
    """What rear support adds to an element against an enemy (4.2, 20.1)."""
    deep = ranks(field, state, unit)
    against = field.form(state, enemy)
    given = [_given(field, deep, rank, against.kind, mounted=against.mounted) for rank in range(1, len(deep))]
    units = tuple(deep[rank].unit for rank, n in enumerate(given, 1) if n and deep[rank].unit != unit)
    return Supported(sum(given), units)


def unnamed(field: DbmField, state: DbmState, unit: int) -> int:
    """What rear support adds to an element against the enemy in legal contact with its front; without one, the most
    that it could add, against foot or mounted (4.2, 20.1)."""
    enemy = front_enemy(field, state, unit)
    if enemy is not None:
        return support(field, state, unit, enemy).total
    deep = ranks(field, state, unit)
    return max(
        sum(_given(field, deep, rank, enemy="", mounted=mounted) for rank in range(1, len(deep)))
        for mounted in (False, True)
    )


def helps_itself(field: DbmField, state: DbmState, unit: int, enemy: int) -> bool:
    """Whether the rear half of an element supports its front half against an enemy."""
    deep, against = ranks(field, state, unit), field.form(state, enemy)
    own = len(deep) > 1 and deep[1].unit == unit
    return own and bool(_given(field, deep, 1, against.kind, mounted=against.mounted))


def _given(field: DbmField, deep: tuple[SupportRank, ...], rank: int, enemy: str, *, mounted: bool) -> int:
    """What one rank behind the front adds: 1 is the second rank, 2 the third. None of them may be in difficult going
    (4.2)."""
    front, giver, table = deep[0], deep[rank], field.tables.support
    if any(one.going == "difficult" for one in deep[: rank + 1]):
        return 0
    if giver.kind == _SKIRMISHERS:
        return table.skirmishers if rank == 1 and mounted and front.kind in table.supported else 0
    row = table.rows.get(front.kind)
    if row is None or not _are_alike(deep[: rank + 1]) or (enemy == _SKIRMISHERS and not mounted):
        return 0
    return (row.second if rank == 1 else row.third)[1 if mounted else 0]


def _are_alike(deep: tuple[SupportRank, ...]) -> bool:
    """Whether ranks of one type support their front: Sp and Wb by S and O alone, never Sp O behind Sp S; exceptional
    pikes support once."""
    front, *givers = deep
    grades = SUPPORTING_GRADES.get(front.kind)
    if any(one.kind != front.kind or (grades and one.grade not in grades) for one in givers):
        return False
    if front.kind == "Sp" and front.grade == "S" and givers[0].grade == "O":
        return False
    return len(givers) == 1 or not any(one.grade == "X" for one in deep)


def mitigation(field: DbmField, state: DbmState, unit: int) -> int:
    """1 where a second rank of the same type cancels what an inferior element loses, else 0. The second rank has to be
    in good going (20.1)."""
    deep = ranks(field, state, unit)
    if len(deep) < 2 or deep[0].grade != _WORSE or deep[0].going == "difficult":
        return 0
    second = deep[1]
    return int(second.kind == deep[0].kind and second.grade != _WORSE and second.going == "good")


def is_supporter(field: DbmField, state: DbmState, unit: int) -> bool:
    """Whether an element stands where it can give rear support to one in legal contact on its front edge: it does not
    turn to enemies on its flank (18.1)."""
    front, rank = unit_before(field, state, unit), 1
    while front is not None and rank < _DEEP:
        if front_enemy(field, state, front) is not None:
            deep = ranks(field, state, front)
            place = next((number for number, one in enumerate(deep) if number and one.unit == unit), 0)
            return bool(place) and any(
                _given(field, deep, place, enemy="", mounted=mounted) for mounted in (False, True)
            )
        front, rank = unit_before(field, state, front), rank + 1
    return False
