"""What is in the way of a base that goes straight: other bases, horse holders, ground, fortifications, table edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shapely.geometry.base import BaseGeometry

from engine.systems.de_bellis_multitudinis import going
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.roster import Form
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables import clearway
from engine.tables.clearway import Base
from engine.tables.places import TablePoint
from engine.tables.sines import CIRCLE


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A base on the table that may be in the way."""

    unit: int
    """The element, or the one whose horses are held."""
    holders: bool
    side: int
    base: Base


def base_of(field: DbmField, state: DbmState, unit: int) -> Base:
    """The base of an element on the table."""
    where = state.at[unit]
    assert where is not None
    return Base(where, field.depth(state, unit))


def bases(field: DbmField, state: DbmState) -> tuple[Obstacle, ...]:
    """Every base on the table, those in ambush and the horse holders too."""
    found = [
        Obstacle(unit, False, field.side(unit), Base(where, field.depth(state, unit)))
        for unit, where in field.on_table(state)
    ]
    for unit, where in sorted(state.holders.items()):
        found.append(Obstacle(unit, True, field.side(unit), Base(where, field.roster.forms[unit].depth)))
    return tuple(found)


def turn_between(first: int, second: int) -> int:
    """The angle between two facings, in tenths of a degree."""
    away = (first - second) % CIRCLE
    return min(away, CIRCLE - away)


def free_ground(field: DbmField, form: Form, base: Base, towards: int, most: int) -> int:
    """How many grains, up to this many, a base can go straight before ground or a fortification that it cannot
    cross."""
    swept = (*base.corners, *base.after(towards, most).corners)
    closed = _closed(field, form, swept)
    return min((clearway.free_of_ground(base, towards, most, one) for one in closed), default=most)


def _closed(field: DbmField, form: Form, swept: Sequence[TablePoint]) -> Iterator[BaseGeometry]:
    """The ground and the fortifications on a way that troops of a form cannot cross."""
    for key in field.walls:
        yield field.ground.polygon(key)
    for patch in field.ground.under(swept):
        if is_closed(going.of_patch(field, patch, form), form):
            yield field.ground.polygon(patch.area) if patch.area else clearway.inner(swept)


def is_closed(ground: str, form: Form) -> bool:
    """Whether troops of a form cannot enter ground of a going."""
    return ground == "impassable" or form.move[going.GOING.index(ground)] == 0


def free_table(field: DbmField, base: Base, towards: int, most: int, open_edge: str = "") -> int:
    """How many grains, up to this many, a base can go straight before it leaves the table; it may leave by an open
    edge."""
    width, height = field.size
    beyond = width + height
    low = (-beyond if open_edge == "left" else 0, -beyond if open_edge == "top" else 0)
    high = (
        width + (beyond if open_edge == "right" else 0),
        height + (beyond if open_edge == "bottom" else 0),
    )
    return clearway.free_of_edges(base, towards, most, low, high)
