"""Chapter 11: when allies are unreliable: whether a battle is a civil war (11.1)."""

from __future__ import annotations

from engine.systems.de_bellis_multitudinis.armies import army_of
from engine.systems.de_bellis_multitudinis.army_lists import ArmyList
from engine.systems.de_bellis_multitudinis.field import DbmField


def is_civil_war(first: ArmyList, second: ArmyList) -> bool:
    """Whether two armies fight a civil war: of one list and one nation, at one time, under leaders of their own (11.1).

    A leader that a list does not name is nobody else's.
    """
    same = (first.list_number or first.name) == (second.list_number or second.name)
    nation = first.nation.casefold() == second.nation.casefold()
    at_once = first.from_year <= second.to_year and second.from_year <= first.to_year
    led_apart = not first.leader or first.leader.casefold() != second.leader.casefold()
    return same and nation and at_once and led_apart


def in_civil_war(field: DbmField) -> bool:
    """Whether the two sides of a battle fight a civil war; never where one has no army list."""
    first, second = army_of(field, 0), army_of(field, 1)
    return first is not None and second is not None and is_civil_war(first, second)
