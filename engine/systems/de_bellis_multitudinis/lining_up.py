"""Lining up with enemies: moves that end in legal contact (13.6, 13.7, 13.8, 13.11)."""

from __future__ import annotations

from engine.errors import IllegalAction
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.notation import Part
from engine.systems.de_bellis_multitudinis.state import DbmState


def parts_of(field: DbmField, state: DbmState, units: tuple[int, ...], target: int, edge: int) -> tuple[Part, ...]:
    """The parts of the shortest legal move of some elements into contact with an enemy's edge (`notation.EDGES` by
    number, NOTHING for any). Raises IllegalAction where there is none."""
    raise IllegalAction(field.cite("13.6"), f"no legal move lines up with {field.name(target)}")
