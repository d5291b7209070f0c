"""Checks of counters and commands: what the umpire says of an army before it is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pydantic import ValidationError

from engine.findings import Finding, Severity
from engine.scenario import Scenario, Unit
from engine.systems.de_bellis_multitudinis.armies import is_priced
from engine.systems.de_bellis_multitudinis.counters import UNIT_TYPES, UnitValues, troops
from engine.systems.de_bellis_multitudinis.findings import found, values_fix
from engine.systems.de_bellis_multitudinis.tables import Tables

DOUBLE: Final = ("Kn", "Cv", "Cm", "LH", "Sp", "Pk", "Bd", "Wb", "Bw", "Ax", "Hd")
"""Types that may be based double."""
_RANKS: Final = ("cinc", "sub", "ally")


def counter_findings(scenario: Scenario) -> Iterator[Finding]:
    """What is wrong with counters by themselves, and with the commands that they name."""
    tables = Tables.of({})
    units: list[tuple[Unit, UnitValues]] = []
    for unit in scenario.units.values():
        try:
            units.append((unit, UnitValues.model_validate(dict(unit.values))))
        except ValidationError:
            continue  # the umpire says what does not fit the counters
    for unit, value in units:
        if unit.type in UNIT_TYPES:
            yield from _troops_findings(tables, unit, value)
            yield from _base_findings(tables, unit, value)
            yield from _dismounting_findings(scenario, tables, unit, value)
            yield from _aboard_findings(scenario, tables, unit, value)
    yield from _command_findings(scenario, units)
    yield from _general_findings(scenario, units)


def _troops_findings(tables: Tables, unit: Unit, value: UnitValues) -> Iterator[Finding]:
    if is_priced(tables, unit.type, value.grade, regular=value.regular):
        return
    other = is_priced(tables, unit.type, value.grade, regular=not value.regular)
    trained = "regular" if value.regular else "irregular"
    fix = values_fix(f"Make it {'irregular' if value.regular else 'regular'}", unit.key, regular=not value.regular)
    yield found(
        "DBM120",
        f"{unit.key}: there are no {trained} troops {unit.type} {value.grade}",
        "25.1",
        ("units", unit.key),
        unit=unit.key,
        hint="choose another grade, or other training",
        fix=fix if other else None,
    )


def _base_findings(tables: Tables, unit: Unit, value: UnitValues) -> Iterator[Finding]:
    rows = tables.types.rows
    single = values_fix("Make it a single base", unit.key, double=None, rear=None)
    if value.double and unit.type not in DOUBLE:
        message = f"{unit.key} is a double base, and {unit.type} are not based double"
        path = ("units", unit.key, "double")
        yield found("DBM121", message, "4.1", path, unit=unit.key, fix=single)
    rear = troops(value.rear)
    if value.double and rear is not None and not is_priced(tables, *rear, regular=value.regular):
        message = f"{unit.key} has a rear half of {value.rear}, which does not exist"
        yield found("DBM121", message, "4.1", ("units", unit.key, "rear"), unit=unit.key, fix=single)
    elif value.double and rear is not None and rows[rear[0]].mounted != rows[unit.type].mounted:
        message = f"{unit.key} has a rear half of {value.rear}: both halves ride, or both are on foot"
        yield found("DBM121", message, "4.1", ("units", unit.key, "rear"), unit=unit.key, fix=single)
    if value.rear and not value.double:
        message = f"{unit.key} has a rear half, and is a single base"
        fix = values_fix("Make it a double base", unit.key, double=True)
        path = ("units", unit.key, "rear")
        yield found("DBM122", message, "4.2", path, unit=unit.key, hint="add `double: true`", fix=fix)


def _dismounting_findings(scenario: Scenario, tables: Tables, unit: Unit, value: UnitValues) -> Iterator[Finding]:
    row = tables.types.rows[unit.type]
    if value.dismounts and not (row.mounted or value.mounted_infantry):
        message = f"{unit.key} dismounts, and {unit.type} are on foot"
        fix = values_fix("Leave it as it is", unit.key, dismounts=None, dismount_for=None)
        yield found("DBM123", message, "3.1", ("units", unit.key, "dismounts"), unit=unit.key, fix=fix)
    kinds = {kind.lower() for kinds in scenario.map.palette.kinds.values() for kind in kinds}
    for word in value.dismount_for.replace(",", " ").split():
        if word.lower() not in kinds and word not in UNIT_TYPES:
            message = f"{unit.key} may dismount for {word!r}, which is neither a type of troops nor a kind of area"
            yield found("DBM124", message, "3.6", ("units", unit.key, "dismount_for"), unit=unit.key)


def _aboard_findings(scenario: Scenario, tables: Tables, unit: Unit, value: UnitValues) -> Iterator[Finding]:
    if not value.aboard:
        return
    ship = scenario.units.get(value.aboard)
    row = tables.types.rows.get(ship.type) if ship is not None else None
    own_ship = ship is not None and row is not None and row.naval and ship.side == unit.side
    if not own_ship or value.aboard == unit.key:
        yield found(
            "DBM112",
            f"{unit.key} is aboard {value.aboard}, which is not a ship of its side",
            "7.5",
            ("units", unit.key, "aboard"),
            unit=unit.key,
            hint="name a ship: Gal, Shp or Bts",
            severity=Severity.ERROR,
            fix=values_fix("Put it ashore", unit.key, aboard=None),
        )


# -- commands -----------------------------------------------------------------------------------------------------


def commands_of(scenario: Scenario) -> dict[str, Mapping[str, Any]]:
    """The commands that a scenario names, as far as they can be read."""
    given = scenario.special.get("commands", {})
    return {key: rule for key, rule in given.items() if isinstance(rule, Mapping)} if isinstance(given, Mapping) else {}


def _command_findings(scenario: Scenario, units: list[tuple[Unit, UnitValues]]) -> Iterator[Finding]:
    """Commands that elements name, and the order that commands name."""
    commands = commands_of(scenario)
    for unit, value in units:
        rule = commands.get(value.command)
        path = ("units", unit.key, "command")
        if value.command and rule is None:
            message = f"{unit.key} is of the command {value.command}, which does not exist"
            fix = values_fix("Take the command out", unit.key, command=None)
            yield found("DBM119", message, "7.4", path, unit=unit.key, severity=Severity.ERROR, fix=fix)
        elif rule is not None and rule.get("side") != unit.side:
            message = f"{unit.key} is of the command {value.command}, which belongs to the other side"
            fix = values_fix("Take the command out", unit.key, command=None)
            yield found("DBM119", message, "7.4", path, unit=unit.key, severity=Severity.ERROR, fix=fix)
    for key, rule in commands.items():
        general = scenario.units.get(str(rule.get("general")))
        if general is not None and general.side != rule.get("side"):
            message = f"{general.key} is the general of the command {key}, which belongs to the other side"
            path = ("special", "commands", key)
            hint = "name an element of the side of the command"
            yield found("DBM119", message, "7.4", path, unit=general.key, severity=Severity.ERROR, hint=hint)
        for word in ("after", "behind"):
            other = rule.get(word)
            if other and (
                commands.get(str(other), {}).get("side") != rule.get("side") or _circles(commands, key, word)
            ):
                message = f"command {key} belongs {word} {other}, but its side has no such command before it"
                yield found("DBM109", message, "fair-play:6.1", ("special", "commands", key, word))


def _circles(commands: Mapping[str, Mapping[str, Any]], key: str, word: str) -> bool:
    """Whether the order of commands leads from one back to itself."""
    seen = {key}
    at = str(commands[key].get(word, ""))
    while at in commands and at not in seen:
        seen.add(at)
        at = str(commands[at].get(word, ""))
    return at == key


def _general_findings(scenario: Scenario, units: list[tuple[Unit, UnitValues]]) -> Iterator[Finding]:
    """Generals of commands, and commanders in chief of sides."""
    commands = commands_of(scenario)
    for key, rule in commands.items():
        generals = [unit.key for unit, value in units if value.command == key and value.general in _RANKS]
        named = rule.get("general")
        if named and named not in generals:
            generals.append(str(named))
        path = ("special", "commands", key)
        if not generals:
            hint = "name its `general`, or mark one of its elements"
            yield found("DBM116", f"command {key} has no general", "3.5", path, hint=hint, severity=Severity.INFO)
        elif len(generals) > 1:
            message = f"command {key} has {len(generals)} generals: {' '.join(generals)}"
            yield found("DBM117", message, "3.5", path, hint="a command has one general")
    for side in scenario.sides:
        own = [key for key, rule in commands.items() if rule.get("side") == side]
        chiefs = [unit.key for unit, value in units if unit.side == side and value.general == "cinc"]
        if len(chiefs) > 1 or (len(own) > 1 and not chiefs):
            said = f"has {len(chiefs)} commanders in chief" if chiefs else "has no commander in chief"
            yield found("DBM118", f"{side} {said}; one is needed", "3.5", ("sides", side))
