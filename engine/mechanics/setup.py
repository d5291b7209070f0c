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
    """Each unit with its values (None when they do not fit the system's counters) and what is wrong with its type."""
    known = tuple(types)
    for key, unit in scenario.units.items():
        found = []
        if unit.type not in known:
            message = f"{key} is of type {unit.type!r}, which these rules do not know"
            found.append(unit_finding(unit, "UNIT110", message, rule, ("type",), f"one of {', '.join(known)}"))
        try:
            yield unit, values.model_validate(dict(unit.values)), found
        except ValidationError:
            # The umpire says what is wrong with them (UNIT106).
            yield unit, None, found


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
