"""What a variant has otherwise than its base: listed in words, and taken back one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.formats.variants import KEYED, differing
from engine.formats.write_scenario import sections
from engine.scenario import Scenario

TITLES: Final = {
    "name": "Name",
    "system": "Rules",
    "map": "Map",
    "description": "Description",
    "provenance": "Provenance",
    "turns": "Turns",
    "sides": "Sides",
    "units": "Units",
    "setup": "Places at the start",
    "setup_areas": "Set-up areas",
    "deployment": "Groups to set up",
    "pools": "Pools",
    "reinforcements": "Reinforcements",
    "replacements": "Replacements",
    "victory": "Victory",
    "options": "Options",
    "special": "Special rules",
    "tables": "Tables",
    "counters": "Counters",
}
_FIELDS: Final = {"deployment": "deployments", "reinforcements": "arrivals"}
_WORDS: Final = {"at_once": "at once", "text": "text for players", "wins": "ways to win", "scoring": "points"}


@dataclass(frozen=True, slots=True)
class VariantPart:
    """One thing that a variant has otherwise: a section, or an entry of one (``key``)."""

    section: str
    key: str
    about: str
    """In words: ``9th Infantry: changed``."""


def differences(model: Scenario) -> list[VariantPart]:
    """What a variant has otherwise than its base, section by section; empty for a scenario that stands alone."""
    base = model.base
    if base is None:
        return []
    found = []
    theirs = sections(base)
    for section, value in differing(theirs, sections(model)).items():
        if section == "map" and model.map_ref == base.map_ref:
            continue
        if section in KEYED and isinstance(value, Mapping):
            before = theirs.get(section) or {}
            for key, entry in value.items():
                how = "taken out" if entry is None else "changed" if key in before else "added"
                found.append(VariantPart(section, str(key), f"{_named(model, section, str(key))}: {how}"))
        else:
            found.append(VariantPart(section, "", "changed" if theirs.get(section) else "added"))
    return found


def _named(model: Scenario, section: str, key: str) -> str:
    """What an entry of a section is called."""
    base = model.base
    if section in ("units", "setup"):
        unit = model.units.get(key) or (base.units.get(key) if base is not None else None)
        place = model.setup.get(key, "") if section == "setup" else ""
        return (unit.name if unit is not None else key) + (f" in {place}" if place else "")
    if section in ("sides", "setup_areas", "replacements") and key in model.sides:
        return model.sides[key].name
    return _WORDS.get(key, key.replace("_", " "))


def taken_back(model: Scenario, difference: VariantPart) -> dict[str, Any]:
    """The fields of a scenario that become as in its base when a difference is taken back."""
    base = model.base
    assert base is not None
    section, key = difference.section, difference.key
    name = _FIELDS.get(section, section)
    mine, theirs = getattr(model, name), getattr(base, name)
    if not key:
        return {name: theirs}
    if isinstance(mine, Mapping):
        return {name: _entry_back(mine, theirs, key)}
    return {name: replace(mine, **{key: getattr(theirs, key)})}


def _entry_back(mine: Mapping[str, Any], theirs: Mapping[str, Any], key: str) -> dict[str, Any]:
    """A mapping with one entry as the base has it; it stands where the base has it."""
    wanted = {name: value for name, value in mine.items() if name != key}
    if key in theirs:
        wanted[key] = theirs[key]
    order = [name for name in theirs if name in wanted] + [name for name in wanted if name not in theirs]
    return {name: wanted[name] for name in order}
