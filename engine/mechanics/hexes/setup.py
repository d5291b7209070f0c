"""What the findings of a system's own about counters and set-ups are made with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from engine.findings import Finding, Fix, Place, Severity
from engine.hexes.board.battlemap import hexes_of
from engine.hexes.board.grid import NOWHERE
from engine.play.words import listed
from engine.scenario import Scenario, Unit

V = TypeVar("V", bound=BaseModel)


def unit_finding(
    unit: Unit,
    code: str,
    message: str,
    rule: str,
    path: tuple[str, ...] = (),
    hint: str = "",
    severity: Severity = Severity.ERROR,
    fix: Fix | None = None,
) -> Finding:
    """A finding about a counter."""
    place = Place(path=("units", unit.key, *path), unit=unit.key)
    return Finding(code, severity, message, place, rule, hint, fix)


def values_fix(title: str, unit: Unit, **values: Any) -> Fix:
    """A fix that sets values of a counter; None takes a value out."""
    return Fix(title, "set_values", {"unit": unit.key, "values": values})


def counters(scenario: Scenario, values: type[V]) -> Iterator[tuple[Unit, V]]:
    """Each unit whose values fit the system's counters, with these; the umpire says what is wrong with the others."""
    for unit in scenario.units.values():
        try:
            yield unit, values.model_validate(dict(unit.values))
        except ValidationError:
            continue


def stacks(scenario: Scenario) -> Iterator[tuple[str, list[Unit]]]:
    """Each hex in which several units of one side are set up, and these units; enemies there are the umpire's word."""
    grid = hexes_of(scenario.map).grid
    found: dict[tuple[int, str], list[Unit]] = {}
    for key, name in scenario.setup.items():
        unit, h = scenario.units.get(key), grid.find(name)
        if unit is not None and h != NOWHERE:
            found.setdefault((h, unit.side), []).append(unit)
    for (h, _), units in found.items():
        if len(units) > 1:
            yield grid.name(h), units


def stack_finding(code: str, name: str, units: list[Unit], rule: str, hint: str) -> Finding:
    """The finding about units that may not be set up in one hex; its place is that of the last of them."""
    last = units[-1].key
    message = f"{listed(unit.name for unit in units)} are stacked in {name}"
    place = Place(path=("setup", last), hex=name, unit=last)
    return Finding(code, Severity.ERROR, message, place, rule, hint)
