"""Checks of set-ups, lists, fortifications and terrain: what the umpire says of a battle before it is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

import shapely

from engine.errors import HexwrightError
from engine.findings import Finding, Fix, Severity
from engine.scenario import Scenario
from engine.systems.de_bellis_multitudinis import ambush, armies, deploying, starting, terrain, walls
from engine.systems.de_bellis_multitudinis.army_lists import ArmyList
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.findings import found
from engine.systems.de_bellis_multitudinis.list_checks import list_faults
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import PACE, BasePlace, corners
from engine.tables.table import HILL, IMPASSABLE, TableArea, TableLine

OPPOSITE: Final = {"bottom": "top", "top": "bottom", "left": "right", "right": "left"}
WITH_DIRECTION: Final = ("strong wind", "dust", "dazzle", "snow")
"""Kinds of weather that need a direction (6.1)."""
ONE_OF_A_KIND: Final = ("waterway", "river")
"""Pieces of which a table has one."""
_LIST_CODES: Final = {"25.1": "DBM128", "25.2": "DBM129", "25.3": "DBM130", "25.4": "DBM131", "25.5": "DBM132"}
_TERRAIN_CODES: Final = {"5.1": "DBM138", "5.4": "DBM139", "5.6": "DBM140", "5.8": "DBM141"}
_WALL_CODES: Final = {"2.1": "DBM134", "2.3": "DBM135", "fair-play:4.1": "DBM136"}


def field_findings(scenario: Scenario) -> Iterator[Finding]:
    """Everything that is wrong with a battle; nothing where the rules cannot be bound to it."""
    try:
        field = DbmField(scenario, scenario.options)
    except HexwrightError:
        return
    yield from _edge_findings(field)
    yield from _facing_findings(field)
    yield from _ambush_findings(field)
    yield from _flank_findings(field)
    yield from _set_up_findings(field)
    yield from _weather_findings(field)
    yield from _list_findings(field)
    yield from _wall_findings(field)
    yield from _terrain_findings(field)


# -- the set-up ---------------------------------------------------------------------------------------------------


def _edge_findings(field: DbmField) -> Iterator[Finding]:
    first, second = field.edges
    if OPPOSITE[first] != second:
        message = f"the base edges are {first} and {second}; they lie opposite each other"
        yield found("DBM115", message, "7.2", ("special", "edges"), hint=f"choose {first} and {OPPOSITE[first]}")


def _ambush_findings(field: DbmField) -> Iterator[Finding]:
    for key in field.special.ambush:
        path = ("special", "ambush")
        if key.lower() not in field.roster.number:
            message = f"{key} is in ambush, but there is no such element"
            yield found("DBM110", message, "7.1", path, severity=Severity.ERROR)
        elif key not in field.scenario.setup:
            message = f"{key} is in ambush without a place"
            yield found("DBM110", message, "7.1", path, unit=key, hint="place it in the set-up with its facing")


def _flank_findings(field: DbmField) -> Iterator[Finding]:
    commands = {command.key: command for command in field.commands}
    for key in field.special.flank:
        path = ("special", "flank", key)
        command = commands.get(key)
        if command is None:
            message = f"{key} is on a flank march, but there is no such command"
            yield found("DBM114", message, "8.1", path, severity=Severity.ERROR)
            continue
        standing = [
            field.roster.keys[unit] for unit in command.units if field.roster.keys[unit] in field.scenario.setup
        ]
        if standing:
            message = f"{key} is on a flank march, and {' '.join(standing)} of it is set up on the table"
            yield found("DBM114", message, "8.1", path, hint="leave its elements out of the set-up")


def _facing_findings(field: DbmField) -> Iterator[Finding]:
    """Elements that are set up on the table, but facing nowhere."""
    for key, where in field.scenario.setup.items():
        try:
            starting.place_of(where)
        except HexwrightError:
            if field.table.find(str(where)) is not None:
                hint = "add the facing in degrees: x,y/facing, such as 900,2000/0"
                message = f"{key} is set up at {where}, which has no facing"
                yield found("DBM147", message, "", ("setup", key), unit=key, hint=hint, severity=Severity.ERROR)


def _opening(field: DbmField) -> DbmState | None:
    """The position that the set-up gives; None where it cannot be read."""
    state = DbmState(len(field.units), len(field.commands))
    try:
        for key, where in field.scenario.setup.items():
            unit = field.roster.find(key)
            state.put(unit, starting.place_of(where))
            if key in field.special.ambush:
                state.mark(unit, Flag.HIDDEN)
    except (HexwrightError, TypeError):
        return None
    return state


def _set_up_findings(field: DbmField) -> Iterator[Finding]:
    state = _opening(field)
    if state is None:
        return
    for unit, where in field.on_table(state):
        yield from _place_findings(field, state, unit, where)
    for side in range(2):
        yield from _order_findings(field, state, side)
    yield from _reach_findings(field, state)


def _place_findings(field: DbmField, state: DbmState, unit: int, where: BasePlace) -> Iterator[Finding]:
    """What is wrong with the place of an element in the set-up."""
    key, side = field.roster.keys[unit], field.side(unit)
    path = ("setup", key)
    if deploying.begins_aboard(field, unit):
        message = f"{key} begins aboard {field.roster.values[unit].aboard}, but is also set up on the table"
        yield found("DBM113", message, "7.5", path, unit=key, hint="leave it out of the set-up")
    for code, rule, reason, grave in _faults(field, state, unit, where):
        severity = Severity.ERROR if grave else Severity.WARNING
        fix = Fix("Remove it from the set-up", "remove_setup", {"unit": key}) if grave else None
        yield found(code, f"{key}: {reason}", rule, path, unit=key, severity=severity, fix=fix)
    if state.has(unit, Flag.HIDDEN):
        for rule, reason in ambush.place_breaches(field, state, side, {unit: where}):
            hint = "place it wholly within a wood, town or gully, or behind one"
            yield found("DBM111", f"{key}: {reason}", rule, path, unit=key, hint=hint)
    else:
        for rule, reason in deploying.zone_breaches(field, state, side, {unit: where}):
            yield found("DBM105", f"{key}: {reason}", rule, path, unit=key)


def _faults(field: DbmField, state: DbmState, unit: int, where: BasePlace) -> Iterator[tuple[str, str, str, bool]]:
    """Code, paragraph and reason of what is wrong with a place, and whether that keeps the rules from playing it."""
    if not deploying.whole(field).holds(corners(where, field.depth(state, unit))):
        yield "DBM102", "7.4", "it is not wholly on the table", True
        return
    for rule, reason in deploying.ground_breaches(field, state, unit, where):
        yield ("DBM104" if rule == "7.5" else "DBM103"), rule, reason, rule != "7.5"
    for other in deploying.under(field, state, unit, where, {}):
        if other < unit:
            yield "DBM101", "7.4", f"it lies over {field.roster.keys[other]}", True


def _order_findings(field: DbmField, state: DbmState, side: int) -> Iterator[Finding]:
    """Every paragraph that the order of commands breaks has a finding of its own."""
    for fault in deploying.order_faults(field, state, side):
        keys = [command.key for command in fault.commands]
        for rule in fault.rules:
            code = "DBM106" if len(fault.rules) == 1 else "DBM107" if rule == deploying.ORDER else "DBM108"
            path = ("special", "commands", keys[0])
            yield found(code, f"{fault.reason} ({' '.join(keys)})", rule, path)


def _reach_findings(field: DbmField, state: DbmState) -> Iterator[Finding]:
    """Whether land leads from one army to the other; ships do without."""
    if any(form.naval for form in field.roster.forms):
        return
    land = shapely.box(0, 0, *field.table.size).difference(field.ground.water)
    closed = [polygon for polygon in [field.ground.seen_of(IMPASSABLE)] if not polygon.is_empty]
    parts = shapely.get_parts(land.difference(shapely.union_all(closed)) if closed else land)
    where: list[set[int]] = [set(), set()]
    for unit, at in field.on_table(state):
        point = shapely.Point(at.x / PACE, at.y / PACE)
        where[field.side(unit)] |= {number for number, part in enumerate(parts) if part.distance(point) < 1}
    if where[0] and where[1] and not where[0] & where[1]:
        yield found("DBM144", "no land leads from one army to the other", "", ("map",), hint="add a ford, or ships")


def _weather_findings(field: DbmField) -> Iterator[Finding]:
    given = field.scenario.special.get("weather", {})
    if field.special.weather.kind in WITH_DIRECTION and isinstance(given, Mapping) and "towards" not in given:
        message = f"{field.special.weather.kind} has no direction"
        hint = "add `towards`: where the wind goes or the sun shines, in degrees"
        yield found("DBM125", message, "6.1", ("special", "weather"), hint=hint)


# -- lists --------------------------------------------------------------------------------------------------------


def _list_findings(field: DbmField) -> Iterator[Finding]:
    points = []
    for side, key in enumerate(field.roster.sides):
        path = ("special", "lists", key)
        try:
            army = armies.army_of(field, side)
        except HexwrightError as error:
            yield found("DBM127", f"{key}: {error}", "25.1", path, severity=Severity.ERROR)
            continue
        if army is None:
            continue
        inline = isinstance(field.special.lists[key], ArmyList)
        yield from list_faults(army, key, path, inline=inline)
        points.append(armies.side_points(field, side))
        for rule, reason in armies.problems(field, side):
            yield found(_LIST_CODES[rule], f"{key}: {reason}", rule, path)
        if side == field.invader:
            continue
        if field.special.terrain.chosen > len(army.terrain.options):
            message = f"{key}: option {field.special.terrain.chosen} is none of the list's {len(army.terrain.options)}"
            yield found("DBM132", message, "25.5", ("special", "terrain"))
        owed = [code for code in ("PF", "TF") if code in {one.upper() for one in army.terrain.compulsory}]
        for code in owed:
            if not any(wall.kind == code.lower() and wall.side == key for wall in field.table.walls.values()):
                message = f"{key}: the list has compulsory {code}, and the army has none to pay for"
                yield found("DBM133", message, "25.6", path)
    if len(points) == 2 and 10 * abs(points[0] - points[1]) > max(points):
        message = f"the armies have {points[0]:g} and {points[1]:g} points"
        yield found("DBM126", message, "25.1", ("special", "lists"), severity=Severity.INFO)


# -- fortifications and terrain -----------------------------------------------------------------------------------


def _wall_findings(field: DbmField) -> Iterator[Finding]:
    for fault in walls.faults(field.table):
        yield found(_WALL_CODES[fault.rule], fault.reason, fault.rule, ("map", "lines", fault.keys[-1]))


def _terrain_findings(field: DbmField) -> Iterator[Finding]:
    for fault in terrain.faults(field) if _lists_can_be_read(field) else ():
        path = ("map", "lines" if fault.rule == "5.1" else "areas", *fault.keys[:1])
        yield found(_TERRAIN_CODES[fault.rule], fault.reason, fault.rule, path)
    kinds = Counter([area.kind for area in field.table.areas.values()])
    kinds.update(line.kind for line in field.table.courses.values())
    for kind in ONE_OF_A_KIND:
        if kinds[kind] > 1:
            message = f"the table has {kinds[kind]} pieces of {kind}; one is usual"
            yield found("DBM142", message, "5.2", ("map",), severity=Severity.INFO)
    yield from _equivalents_findings(field)


def _equivalents_findings(field: DbmField) -> Iterator[Finding]:
    most = field.tables.equivalents.most
    for placer in ("invader", "defender") if _lists_can_be_read(field) else ():
        # A hill that belongs to a town is counted with it.
        areas = [one for one in field.table.areas.values() if one.kind != HILL or terrain.partner(field, one) is None]
        pieces: list[TableArea | TableLine] = [*areas, *field.table.courses.values()]
        total = sum(terrain.equivalents(field, piece) for piece in pieces if piece.placed == placer)
        if total > most:
            message = f"the {placer} placed {total:g} feature equivalents; at most {most:g} are allowed"
            yield found("DBM143", message, "5.3", ("map",))


def _lists_can_be_read(field: DbmField) -> bool:
    try:
        for side in range(2):
            armies.army_of(field, side)
    except HexwrightError:
        return False
    return True
