"""The actions of the moving phase besides plain moves: forming and expanding columns, dismounting, mounting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field as made_by
from typing import Any, Final

from engine.mechanics.acts import units_of
from engine.mechanics.procedure import Breach
from engine.play import Action, Step
from engine.systems.de_bellis_multitudinis import columns, mounting, space
from engine.systems.de_bellis_multitudinis.acts import dismount_of, expand_of, mount_of, move_of
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import BasePlace, paces, spell


@dataclass(frozen=True, slots=True)
class Judged:
    """A manoeuvre as it is judged: where it leads, and what it breaks."""

    ends: dict[int, BasePlace]
    lengths: dict[int, int]
    """The grains that each element moves."""
    breaches: tuple[Breach, ...]
    own_price: int = 0
    """The whole price in points of initiative where the manoeuvre has one of its own; else 0: that of a move."""
    paid_alone: int = 0
    """Elements that pay as single ones besides the group (4.3)."""
    column: tuple[int, ...] = ()
    """The kinked column that it leaves behind (12.4)."""
    extra: Any = made_by(default=None)
    """What carrying it out needs besides."""


def _column(field: DbmField, state: DbmState, action: Action) -> Judged:
    units, parts = move_of(action)
    found = columns.formed(field, state, units, parts)
    return _measured(field, state, found)


def _expand(field: DbmField, state: DbmState, action: Action) -> Judged:
    units, way, wide = expand_of(action)
    return _measured(field, state, columns.expanded(field, state, units, bool(way), wide))


def _measured(field: DbmField, state: DbmState, found: columns.Manoeuvre) -> Judged:
    """A manoeuvre of a column with what is wrong with its lengths: nobody exceeds his own move (12.5)."""
    faults = list(found.breaches)
    for unit, end in found.ends.items():
        start, form = state.at[unit], field.form(state, unit)
        assert start is not None
        length, most = paces(found.lengths[unit]), space.allowance(field, form, start, end)
        if length > most:
            faults.append(("12.5", f"{field.name(unit)} would move {length} paces of {most}"))
    faults += _collisions(field, state, found.ends)
    return Judged(found.ends, found.lengths, tuple(dict.fromkeys(faults)), column=found.column)


def _collisions(field: DbmField, state: DbmState, ends: dict[int, BasePlace]) -> list[Breach]:
    found: list[Breach] = []
    for unit, end in ends.items():
        form = field.form(state, unit)
        over = space.lying_over(field, state, end, form.depth, tuple(ends))
        if over:
            found.append(("12.1", f"{field.name(unit)} would lie over {field.name(over[0])}"))
        if space.barred(field, form, end):
            found.append(("12.1", f"{field.name(unit)} cannot stand at {spell(end)}"))
    return found


def _dismount(field: DbmField, state: DbmState, action: Action) -> Judged:
    exchange = mounting.dismounting(field, state, *dismount_of(action))
    return Judged(exchange.ends, {}, exchange.breaches, exchange.cost, extra=exchange)


def _mount(field: DbmField, state: DbmState, action: Action) -> Judged:
    exchange = mounting.mounting(field, state, *mount_of(action))
    return Judged(exchange.ends, {}, exchange.breaches, exchange.cost, extra=exchange)


Judge = Callable[[DbmField, DbmState, Action], Judged]

VERBS: Final[dict[str, Judge]] = {"column": _column, "expand": _expand, "dismount": _dismount, "mount": _mount}
"""How each of these actions is judged."""


def judged(field: DbmField, state: DbmState, action: Action) -> Judged:
    """What an action of `VERBS` comes to; it need not be legal."""
    return VERBS[action.verb](field, state, action)


def carry_out(field: DbmField, state: DbmState, action: Action, found: Judged, cost: int, step: Step) -> None:
    """Carry out an action of `VERBS` that was judged, at a price in points of initiative."""
    units = units_of(action)
    if action.verb in ("dismount", "mount"):
        mounting.carry_out(field, state, units, found.extra, step, mounting=action.verb == "mount")
        return
    before = {unit: at for unit in found.ends if (at := state.at[unit]) is not None}
    for unit, end in found.ends.items():
        state.put(unit, end)
        if before[unit] != end or unit == units[0]:
            state.mark(unit, Flag.MOVED)
    bend_columns(state, units, found.column)
    for unit in found.ends:
        mounting.follow(field, state, unit, step)
    told = {"from": spell(before[units[0]]), "to": spell(found.ends[units[0]])}
    side, keys = field.roster.sides[field.side(units[0])], field.listed(found.ends)
    length = paces(max(found.lengths.values(), default=0))
    step.say(action.verb, field.cite("12.5"), side=side, units=keys, length=length, cost=cost, **told)


def bend_columns(state: DbmState, units: tuple[int, ...], column: tuple[int, ...]) -> None:
    """Remember a kinked column, and forget those of whom some have moved otherwise (12.4)."""
    kept = tuple(one for one in state.columns if not set(one) & set(units))
    state.columns = (*kept, column) if column else kept
    state.cache = {}
