"""Chapter 25: armies against their lists: numbers, allied contingents, upgrades, points and equivalents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import ceil, dist
from typing import Final, NamedTuple

from engine.errors import HexwrightError
from engine.mechanics.procedure import Breach
from engine.plural import measured
from engine.systems.de_bellis_multitudinis.army_lists import (
    AllyList,
    ArmyList,
    ListLine,
    is_all_or_none,
    shipped,
    upgraded,
)
from engine.systems.de_bellis_multitudinis.counters import UnitValues, troops
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.tables import Tables
from engine.tables.table import TableWall

_BASE: Final = 80
"""Paces of a base width, by which fortifications are paid."""


class Limits(NamedTuple):
    """How many elements of a line there may be."""

    least: int
    most: int


# -- what armies cost ---------------------------------------------------------------------------------------------


def price(tables: Tables, kind: str, value: UnitValues) -> float:
    """The points of an element with all that is added to its price (facts.md 3.2)."""
    irregular = 0 if value.regular else 1
    points = tables.points
    total = _base_price(tables, kind, value.grade, irregular)
    if value.double:
        rear_kind, rear_grade = troops(value.rear) or (kind, value.grade)
        total += _base_price(tables, rear_kind, rear_grade, irregular)
    for applies, added in (
        (value.general in ("cinc", "sub"), points.general),
        (value.general == "ally", points.ally),
        (value.chariot, points.chariot),
        (value.mounted_infantry, points.mounted_infantry),
    ):
        total += (added[irregular] or 0) if applies else 0
    return total


def _base_price(tables: Tables, kind: str, grade: str, irregular: int) -> float:
    prices = tables.points.rows.get(kind, {}).get(grade)
    return (prices[irregular] or 0) if prices else 0


def is_priced(tables: Tables, kind: str, grade: str, *, regular: bool) -> bool:
    """Whether there are such troops: the table of points has a price for them."""
    prices = tables.points.rows.get(kind, {}).get(grade)
    return prices is not None and prices[0 if regular else 1] is not None


def wall_price(tables: Tables, wall: TableWall) -> float:
    """The points of a piece of fortification: by base widths, cheaper round a town, dearer with gates. A list that has
    it as compulsory pays as well (25.6)."""
    works = tables.points.works
    length = sum(dist(first, second) for first, second in pairwise(wall.inside))
    width = works.get(wall.kind, 0) + (works.get("town", 0) if wall.encloses else 0)
    return ceil(length / _BASE) * width + len(wall.gates) * works.get("gateway", 0)


def points_of(field: DbmField, command: int) -> float:
    """The points of a command."""
    lines = _lines_with_rear(field, field.commands[command].side)
    return sum(unit_points(field, unit, lines) for unit in field.commands[command].units)


def unit_points(field: DbmField, unit: int, double_lines: frozenset[str] = frozenset()) -> float:
    """The points of an element; a rear half that its list wants is cheaper."""
    value = field.roster.values[unit]
    total = price(field.tables, field.roster.kinds[unit], value)
    if value.double:
        wanted = value.line in double_lines
        rear = field.tables.points.compulsory_rear if wanted else field.tables.points.rear
        total += rear[0 if value.regular else 1] or 0
    return total


def _lines_with_rear(field: DbmField, side: int) -> frozenset[str]:
    """The lines of a side's list in which double bases are compulsory, as counters name them."""
    army = army_of(field, side)
    if army is None:
        return frozenset()
    own = [key for key, line in army.lines.items() if line.double]
    allied = [
        f"{ally}.{key}" for ally, lines in army.allies.items() for key, line in lines.lines.items() if line.double
    ]
    return frozenset(own + allied)


def side_points(field: DbmField, side: int) -> float:
    """The points of an army: its elements and its fortifications."""
    walls = [wall for wall in field.table.walls.values() if wall.side == field.roster.sides[side]]
    commands = sum(points_of(field, command) for command in field.roster.commands_of(side))
    return commands + sum(wall_price(field.tables, wall) for wall in walls)


def elements_of(field: DbmField, units: tuple[int, ...]) -> int:
    """How many elements some bases are; a double base is two."""
    return sum(2 if field.roster.values[unit].double else 1 for unit in units)


# -- what armies may have -----------------------------------------------------------------------------------------


def army_of(field: DbmField, side: int) -> ArmyList | None:
    """The army list of a side; None where it has none. Raises HexwrightError for one that cannot be read."""
    given = field.special.lists.get(field.roster.sides[side])
    return shipped(given) if isinstance(given, str) else given


def lines_of(army: ArmyList, ally: AllyList) -> Mapping[str, ListLine]:
    """The lines of an allied contingent: its own, or those of the army (25.3)."""
    return ally.lines or army.lines


def allied(army: ArmyList, ally: AllyList, key: str, chosen: int = 0) -> Limits:
    """How many elements of a line a contingent may have: a quarter of the least, rounded up, a third of the most,
    rounded down; of an upgrade, of the number of chosen elements (25.1). Raises HexwrightError for no such line."""
    line = lines_of(army, ally).get(key)
    if line is None:
        raise HexwrightError(f"there is no line {key!r}; there are {', '.join(lines_of(army, ally))}")
    if line.upgrade or line.of:
        return Limits(*upgraded(line.upgrade, chosen, allied=True))
    usual = _quarter(line)
    if line.general:
        return usual
    if is_undersized(army, ally):
        # No more than the least of anything, and there is no room for all of that (25.4).
        return Limits(0, usual.least)
    if ally.foot_optional and is_foot(line):
        # None, or as many as are due (25.2).
        return usual if chosen else Limits(0, usual.most)
    return usual


def _quarter(line: ListLine) -> Limits:
    """A quarter of the least and a third of the most: of troops that are not compulsory, where they are taken."""
    if line.general:
        return Limits(line.least, max(line.least, line.most))
    least = -(-line.least // 4)
    return Limits(least, max(least, line.most // 3))


def is_undersized(army: ArmyList, ally: AllyList) -> bool:
    """Whether a contingent may not be as large as its compulsory troops are (25.4)."""
    lines = [line for line in lines_of(army, ally).values() if line.is_compulsory and not line.of]
    return 0 < ally.most_size < sum(_quarter(line).least for line in lines)


def is_foot(line: ListLine) -> bool:
    """Whether a line is of troops on foot."""
    return line.troops[0] not in ("Kn", "Cv", "LH", "El", "Cm", "Exp", "Gal", "Shp", "Bts", "Bge", "")


# -- an army against its list -------------------------------------------------------------------------------------


def problems(field: DbmField, side: int) -> list[Breach]:
    """Every paragraph that an army breaks against its list, with what is wrong, in the order of the list."""
    army = army_of(field, side)
    if army is None:
        return []
    counted = counts(field, side)
    found = list(_of_lines(army.lines, counted, ""))
    for key, ally in army.allies.items():
        found += _of_ally(army, key, ally, counted)
    found += _unknown(field, side, army)
    if field.special.terrain.told == "after" and army.terrain.options and field.invader != side:
        found.append(("25.5", "the compulsory terrain was chosen after the first die"))
    return found


def counts(field: DbmField, side: int) -> dict[str, int]:
    """How many elements an army has of each line, as counters name them: ``hastati``, ``hill.warriors``."""
    found: dict[str, int] = {}
    for unit in field.roster.side_units[side]:
        line = field.roster.values[unit].line
        if line:
            found[line] = found.get(line, 0) + elements_of(field, (unit,))
    return found


def taken(lines: Mapping[str, ListLine], counted: Mapping[str, int], prefix: str, key: str) -> int:
    """How many elements of a line there are, with those that were upgraded."""
    upgrades = [other for other, line in lines.items() if line.of == key]
    return sum(counted.get(f"{prefix}{one}", 0) for one in (key, *upgrades))


def _of_lines(lines: Mapping[str, ListLine], counted: Mapping[str, int], prefix: str) -> Iterator[Breach]:
    """What is wrong with the lines of an army itself."""
    for key, line in lines.items():
        if line.of:
            yield from _of_upgrade(lines, counted, prefix, key)
            continue
        number = taken(lines, counted, prefix, key)
        if number > max(line.most, line.least):
            yield "25.1", f"line {key} has {measured(str(number), 'element')}; at most {line.most} are allowed"
        elif number < line.least and (line.is_compulsory or number):
            yield "25.1", f"line {key} has {measured(str(number), 'element')}; at least {line.least} are needed"


def _of_upgrade(lines: Mapping[str, ListLine], counted: Mapping[str, int], prefix: str, key: str) -> Iterator[Breach]:
    """What is wrong with how many elements were upgraded (25.1)."""
    line = lines[key]
    chosen = taken(lines, counted, prefix, line.of)
    number = counted.get(f"{prefix}{key}", 0)
    least, most = upgraded(line.upgrade, chosen, allied=bool(prefix))
    if not least <= number <= most:
        yield "25.1", f"line {prefix}{key} upgrades {number} of {chosen} elements; {least} to {most} are allowed"
    elif is_all_or_none(line.upgrade) and number not in (0, chosen):
        yield "25.1", f"line {prefix}{key} upgrades {number} of {chosen} elements; all or none are allowed"


def _of_ally(army: ArmyList, key: str, ally: AllyList, counted: Mapping[str, int]) -> Iterator[Breach]:
    """What is wrong with an allied contingent; nothing with one that is not there."""
    lines, prefix = lines_of(army, ally), f"{key}."
    have = {one: taken(lines, counted, prefix, one) for one, line in lines.items() if not line.of}
    if not any(have.values()):
        return
    size = sum(have.values())
    name = ally.name or key
    small = is_undersized(army, ally)
    no_foot = ally.foot_optional and not any(have[one] for one in have if is_foot(lines[one]))
    for one, number in have.items():
        line, usual = lines[one], _quarter(lines[one])
        limit = allied(army, ally, one, number)
        foot = ally.foot_optional and is_foot(line)
        if number > limit.most:
            rule = "25.4" if small else "25.2" if foot else "25.1"
            yield rule, f"{name} has {measured(str(number), 'element')} of line {one}; at most {limit.most} are allowed"
        due = 0 if small or (foot and no_foot) else usual.least
        if (line.is_compulsory or number) and number < max(due, usual.least if line.general else 0):
            rule = _rule_of_least(ally, line, small=small, foot=foot)
            yield (
                rule,
                f"{name} has {measured(str(number), 'element')} of line {one}; at least {usual.least} are needed",
            )
    for one, line in lines.items():
        if line.of:
            yield from _of_upgrade(lines, counted, prefix, one)
    if ally.most_size and size > ally.most_size:
        yield "25.4", f"{name} has {measured(str(size), 'element')}; at most {ally.most_size} are allowed"
    if size < ally.least_size and not small:
        yield "25.4", f"{name} has {measured(str(size), 'element')}; at least {ally.least_size} are needed"


def _rule_of_least(ally: AllyList, line: ListLine, *, small: bool, foot: bool) -> str:
    """The paragraph that sets the number of elements of a line in a contingent."""
    if line.general and small:
        return "25.4"
    if foot:
        return "25.2"
    return "25.3" if ally.same_nation else "25.1"


def _unknown(field: DbmField, side: int, army: ArmyList) -> Iterator[Breach]:
    """Elements of lines that the list does not have, and of other troops than their line."""
    for unit in field.roster.side_units[side]:
        value, name = field.roster.values[unit], field.name(unit)
        if not value.line:
            continue
        line = find_line(army, value.line)
        if line is None:
            yield "25.1", f"{name} is of line {value.line}, which the list does not have"
        elif (field.roster.kinds[unit], value.grade, value.regular) != (*line.troops, is_regular(army, value.line)):
            yield "25.1", f"{name} is not of the troops of its line {value.line}"


def find_line(army: ArmyList, name: str) -> ListLine | None:
    """The line of a list that a counter names: ``hastati``, ``hill.warriors``; None for none."""
    ally_key, dot, key = name.partition(".")
    if not dot:
        return army.lines.get(name)
    ally = army.allies.get(ally_key)
    return None if ally is None else lines_of(army, ally).get(key)


def is_regular(army: ArmyList, name: str) -> bool:
    """Whether the troops of a line that a counter names are regular: those of an upgrade as what they were."""
    line = find_line(army, name)
    prefix, dot, _ = name.rpartition(".")
    base = find_line(army, f"{prefix}{dot}{line.of}") if line is not None and line.of else line
    return base is None or base.regular
