"""Questions whose answers are sheets: an army against its list with its points, and the terrain of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from engine.errors import ActionError
from engine.systems.de_bellis_multitudinis import armies, army_lists, terrain
from engine.systems.de_bellis_multitudinis.army_lists import ArmyList, ListLine
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.table import TableArea


def ask_army(field: DbmField, state: DbmState, words: Sequence[str]) -> dict[str, Any]:
    """The sheet of an army: each line of its list with the least, the most and what there is of it, each command with
    its elements, points and equivalents, what is wrong with it, and the names of the lists that ship (25)."""
    if len(words) != 1:
        raise ActionError("ask for the sheet of one side: army SIDE")
    side = field.roster.player(words[0])
    army, units = armies.army_of(field, side), field.roster.side_units[side]
    given = field.special.lists.get(field.roster.sides[side])
    return {
        "list": army.name if army is not None else "",
        "given": given if isinstance(given, str) else "",
        "ships": {name: army_lists.shipped(name).name for name in army_lists.names()},
        "lines": list(_lines(field, side, army)) if army is not None else [],
        "commands": [_command(field, number) for number in field.roster.commands_of(side)],
        "points": armies.side_points(field, side),
        "equivalents": sum(field.roster.equivalents[unit][0] for unit in units) / 2,
        "elements": armies.elements_of(field, units),
        "problems": [[field.cite(rule), reason] for rule, reason in armies.problems(field, side)],
    }


def _lines(field: DbmField, side: int, army: ArmyList) -> Iterator[dict[str, Any]]:
    """The lines of an army and of its allies, in the order of the list."""
    counted = armies.counts(field, side)
    for key, line in army.lines.items():
        chosen = armies.taken(army.lines, counted, "", line.of or key)
        limits = army_lists.upgraded(line.upgrade, chosen, allied=False) if line.of else (line.least, line.most)
        yield _line(army, key, key, line, limits, counted.get(key, 0))
    for ally_key, ally in army.allies.items():
        lines = armies.lines_of(army, ally)
        for key, line in lines.items():
            name = f"{ally_key}.{key}"
            chosen = armies.taken(lines, counted, f"{ally_key}.", line.of or key)
            limits = armies.allied(army, ally, key, chosen)
            yield {
                **_line(army, name, key, line, (limits.least, limits.most), counted.get(name, 0)),
                "ally": ally.name or ally_key,
            }


def _line(army: ArmyList, name: str, key: str, line: ListLine, limits: tuple[int, int], number: int) -> dict[str, Any]:
    kind, grade = line.troops
    return {
        "line": name,
        "name": key.replace("_", " "),
        "ally": "",
        "base": f"{name.removesuffix(key)}{line.of}" if line.of else "",
        "type": kind,
        "grade": grade,
        "regular": armies.is_regular(army, name),
        "general": line.general,
        "double": line.double,
        "least": limits[0],
        "most": limits[1],
        "compulsory": line.is_compulsory,
        "number": number,
    }


def _command(field: DbmField, number: int) -> dict[str, Any]:
    command, roster = field.commands[number], field.roster
    return {
        "command": command.key,
        "name": command.name,
        "elements": armies.elements_of(field, command.units),
        "points": armies.points_of(field, number),
        "equivalents": sum(roster.equivalents[unit][1] for unit in command.units) / 2,
        "units": field.keys(command.units),
    }


def ask_terrain(field: DbmField, state: DbmState, words: Sequence[str]) -> dict[str, Any]:
    """The terrain of the table: each piece with its class, sectors, going and feature equivalents, the sums by who
    placed it, what the defender's list allows, and what is wrong (5)."""
    pieces = [*field.table.areas.values(), *field.table.lines.values()]
    defender = armies.army_of(field, 1 - field.invader)
    found: list[dict[str, Any]] = []
    for piece in pieces:
        found.append(
            {
                "key": piece.key,
                "kind": piece.kind,
                "class": terrain.class_of(piece),
                "sectors": sorted(terrain.sectors(field, piece)) if isinstance(piece, TableArea) else [],
                "going": terrain.going_of(field, piece),
                "fe": terrain.equivalents(field, piece),
                "placed": piece.placed,
                "compulsory": piece.compulsory,
            }
        )
    sums = {who: sum(one["fe"] for one in found if one["placed"] == who) for who in ("invader", "defender")}
    return {
        "pieces": found,
        "sums": sums,
        "defender": field.roster.side_names[1 - field.invader],
        "compulsory": terrain.due(defender, field.special.terrain.chosen) if defender is not None else [],
        "allowed": sorted(terrain.allowed(defender)) if defender is not None else [],
        "problems": [[field.cite(fault.rule), fault.reason] for fault in terrain.faults(field)],
    }


QUESTIONS: Final[Mapping[str, Callable[[DbmField, DbmState, Sequence[str]], Any]]] = {
    "army": ask_army,
    "terrain": ask_terrain,
}
"""Question to what answers it."""
