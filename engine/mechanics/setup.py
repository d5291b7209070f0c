"""What the umpire asks of any hex scenario on behalf of its rules system: counters, exclusive rules, terrain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from engine.board.palette import Kind
from engine.findings import Finding, Fix, Place, Severity
from engine.scenario import Scenario, Unit


def unit_finding(
    unit: Unit,
    code: str,
    message: str,
    rule: str,
    path: tuple[str, ...] = (),
    hint: str = "",
    severity: Severity = Severity.ERROR,
) -> Finding:
    """A finding about a counter."""
    place = Place(path=("units", unit.key, *path), unit=unit.key)
    return Finding(code, severity, message, place, rule, hint)


def counters(
    scenario: Scenario, values: type[BaseModel], types: Iterable[str], rule: str
) -> Iterator[tuple[Unit, Any, list[Finding]]]:
    """Each unit with its values (None when they do not fit the counters of the system) and what is wrong with it."""
    known = tuple(types)
    for key, unit in scenario.units.items():
        found = []
        if unit.type not in known:
            message = f"{key} is of type {unit.type!r}, which these rules do not know"
            found.append(unit_finding(unit, "UNIT110", message, rule, ("type",), f"one of {', '.join(known)}"))
        try:
            yield unit, values.model_validate(dict(unit.values)), found
        except ValidationError as error:
            for problem in error.errors():
                part = str(problem["loc"][0]) if problem["loc"] else ""
                message = f"{key}: {part} {_plain(problem, values)}"
                found.append(unit_finding(unit, "UNIT111", message, rule, (part,)))
            yield unit, None, found


def _plain(problem: Any, values: type[BaseModel]) -> str:
    if problem["type"] == "missing":
        return "is missing"
    if problem["type"] == "extra_forbidden":
        return f"is no value of these counters ({', '.join(values.model_fields)})"
    return str(problem["msg"]).removeprefix("Input ").lower() + f", not {problem['input']!r}"


def unknown_special(special: Mapping[str, Any], known: Iterable[str]) -> Iterator[Finding]:
    """Exclusive rules that a system does not know."""
    names = sorted(known)
    for key in special:
        if key not in names:
            message = f"there is no exclusive rule {key!r} in this system"
            yield Finding(
                "RULE110", Severity.ERROR, message, Place(path=("special", key)), "", f"one of {', '.join(names)}"
            )


def unknown_terrain(
    scenario: Scenario, known: Mapping[str, frozenset[str]], term_of: Callable[[Kind], str], rule: str
) -> Iterator[Finding]:
    """Kinds on the map that mean nothing to a system; a palette that treats a kind as "" has said so already."""
    board = scenario.map
    used = {
        "terrain": {board.terrain[h] for h in board.grid.hexes},
        "features": {kind for kinds in board.features.values() for kind in kinds},
        "hexsides": {kind for kinds in board.hexsides.values() for kind in kinds},
        "paths": {kind for kinds in board.paths.values() for kind in kinds},
    }
    for layer, kinds in board.palette.kinds.items():
        for key in sorted(used[str(layer)]):
            kind = kinds.get(key)
            if kind is not None and term_of(kind) not in known[str(layer)] | {""}:
                message = f"{kind.name} means nothing to these rules"
                hint = "say in the palette what to treat it as"
                fix = Fix("Open the palette", "edit_palette", {"layer": str(layer), "kind": key})
                yield Finding("RULE111", Severity.INFO, message, Place(path=("map",)), rule, hint, fix)
