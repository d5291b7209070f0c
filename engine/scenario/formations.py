"""Formations: to what a unit belongs, from the largest on: ``I Corps > 3rd Division > 8th Brigade``.

A formation is there as long as a unit belongs to it; nothing else makes one. A side without formations is a plain
list of its units.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from engine.scenario.model import Unit

MARK: Final = ">"
"""Stands between a formation and one that is part of it."""

Parts = tuple[str, ...]
"""The names of a formation, the largest first; empty for a unit that belongs to none."""


def parts(formation: str) -> Parts:
    """The names in a formation's text, without the spaces around them; names that are empty are left out."""
    return tuple(name for part in formation.split(MARK) if (name := " ".join(part.split())))


def text(names: Iterable[str]) -> str:
    """The text of a formation as files have it."""
    return f" {MARK} ".join(names)


def belongs(unit: Unit, group: Parts) -> bool:
    """Whether a unit is in a formation, or in a part of it."""
    return parts(unit.formation)[: len(group)] == group


def moved(unit: Unit, group: Parts, to: Parts) -> Unit:
    """A unit of a formation whose place is another one now; what lies beneath the formation stays as it is."""
    if not belongs(unit, group):
        return unit
    return replace(unit, formation=text((*to, *parts(unit.formation)[len(group) :])))


def groups(units: Iterable[Unit]) -> dict[Parts, list[Unit]]:
    """Every formation of some units with the units directly in it, formations before their parts, in the order in
    which the units name them; units of no formation under ``()``."""
    found: dict[Parts, list[Unit]] = {(): []}
    for unit in units:
        names = parts(unit.formation)
        for depth in range(1, len(names) + 1):
            found.setdefault(names[:depth], [])
        found[names].append(unit)
    return found


def everyone(found: Mapping[Parts, list[Unit]]) -> dict[Parts, list[Unit]]:
    """All units of each formation of ``groups``, those of its parts too."""
    whole: dict[Parts, list[Unit]] = {names: [] for names in found}
    for names, own in found.items():
        for depth in range(len(names) + 1):
            whole[names[:depth]].extend(own)
    return whole
