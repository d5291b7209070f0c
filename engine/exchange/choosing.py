"""The units that go along: all, or those of sides and formations that the user chooses."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from typing import Final

from engine.errors import HexwrightError
from engine.exchange.hidden import secret
from engine.exchange.losses import LostPart, loss
from engine.plural import counted
from engine.scenario import formations
from engine.scenario.model import Scenario, Unit
from engine.spelling import folded

ONLY: Final = "sides, or their formations as SIDE:FORMATION, with commas between; all units if empty"
"""What the option ``only`` of a format is."""
Choice = tuple[str, str]
"""The key of a side, and the name of one of its formations, of any size; an empty one for units without a formation."""


def formations_of(scenario: Scenario, side: str) -> dict[str, int]:
    """The largest formations of a side, each with the number of its units; an empty name for units without one."""
    found: dict[str, int] = {}
    for unit in scenario.units.values():
        if unit.side == side:
            name = next(iter(formations.parts(unit.formation)), "")
            found[name] = found.get(name, 0) + 1
    return found


def spelled(choices: Iterable[str]) -> str:
    """Choices as the text of the option: those with commas or quotation marks stand in quotation marks."""
    quoted = ('"' + one.replace('"', '""') + '"' if set(one) & {",", '"'} else one for one in choices)
    return ", ".join(quoted)


def unchosen(scenario: Scenario, only: str) -> set[str]:
    """The units that the option ``only`` leaves out. Raises HexwrightError for a side or formation that does
    not exist."""
    whole, parts = _chosen(scenario, only)
    if not whole and not parts:
        return set()
    return {
        unit.key
        for unit in scenario.units.values()
        if unit.side not in whole and not any((unit.side, name) in parts for name in _names(unit))
    }


def left_out(scenario: Scenario, *, hidden: bool, only: str) -> set[str]:
    """The units that stay behind: those that are set up in secret, unless ``hidden``, and those not chosen."""
    return secret(scenario, hidden=hidden) | unchosen(scenario, only)


def unchosen_lost(scenario: Scenario, only: str) -> Iterator[LostPart]:
    """The loss of the units that were not chosen."""
    units = sorted(unchosen(scenario, only))
    if units:
        yield loss("LOSS119", counted(len(units), "unit"), units, "only=")


def _names(unit: Unit) -> tuple[str, ...]:
    return tuple(folded(name) for name in formations.parts(unit.formation)) or ("",)


def _chosen(scenario: Scenario, only: str) -> tuple[set[str], set[Choice]]:
    """The sides that go along whole, and formations of others."""
    sides = {folded(word): key for key, side in scenario.sides.items() for word in (side.name, key)}
    there = {(unit.side, name) for unit in scenario.units.values() for name in _names(unit)}
    whole: set[str] = set()
    parts: set[Choice] = set()
    for word in _words(only):
        if folded(word) in sides:
            whole.add(sides[folded(word)])
            continue
        said, colon, group = word.partition(":")
        side, name = sides.get(folded(said.strip()), ""), folded(" ".join(group.split()))
        if not side or not colon:
            raise HexwrightError(
                f"option only: there is no side {said.strip()!r}; there are {', '.join(scenario.sides)}"
            )
        if (side, name) not in there:
            known = ", ".join(name for name in formations_of(scenario, side) if name) or "none"
            raise HexwrightError(f"option only: {side} has no formation {group.strip()!r}; its formations are {known}")
        parts.add((side, name))
    return whole, parts


def _words(only: str) -> list[str]:
    try:
        rows = list(csv.reader([" ".join(only.split())], skipinitialspace=True, strict=True))
    except csv.Error:
        raise HexwrightError("option only: a quotation mark is not closed") from None
    return [word.strip() for row in rows for word in row if word.strip()]
