"""The rules systems there are: one line each. They are imported when first needed."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Final

from engine import plugins
from engine.errors import NameNotKnown
from engine.play.system import System
from engine.scenario.system_name import SystemName, changes_of, file_of

SYSTEMS: Final = {
    "tlg2": "engine.systems.twilights_last_gleaming",
    "fm": "engine.systems.fire_and_movement",
    "sns2": "engine.systems.sun_never_sets",
    "ffl": "engine.systems.sun_never_sets:FFL",
    "dbm": "engine.systems.de_bellis_multitudinis",
}
"""Short name to the package that offers ``SYSTEM``; ``package:NAME`` where it offers several editions."""
TITLES: Final = {
    "tlg2": ("twilights_last_gleaming", "Twilight's Last Gleaming 2"),
    "fm": ("fire_and_movement", "Fire & Movement"),
    "sns2": ("sun_never_sets", "The Sun Never Sets II"),
    "ffl": ("sun_never_sets/ffl", "Campaigns of the French Foreign Legion"),
    "dbm": ("de_bellis_multitudinis", "De Bellis Multitudinis"),
}
"""Short name to folder and title, as the systems say them themselves: names are looked up without importing any."""
FILES: Final = "engine.kit.record"
"""The module that makes systems of rules files; it is imported when a name is none of those above."""
ELSEWHERE: Final = {"dbm": "tables"}
"""The systems that are not played on hexes, with their kind of map: programs that only use hexes never import them."""


def written(name: str) -> str:
    """The short name of a system of the list above, given by short or long name or by its title; empty for others."""
    word = name.strip().lower()
    for short, path in SYSTEMS.items():
        if word in (short, path.rpartition(".")[2]):
            return short
    for short in SYSTEMS:
        made = None if short in TITLES else _loaded(SYSTEMS[short])
        folder, title = TITLES[short] if made is None else (made.folder, made.title)
        if word in (title.lower(), folder):
            return short
    return next((short for short, added in added_systems().items() if word in (short, added.title.lower())), "")


def added_systems() -> dict[str, System]:
    """The systems of plug-ins by short name; one whose name is that of another is left out."""
    found: dict[str, System] = {}
    for plugin, added in plugins.of_class("systems", System):
        if added.name in SYSTEMS or added.name in found:
            plugins.blame(plugin, f"there is already a rules system {added.name!r}")
        else:
            found[added.name] = added
    return found


def short_name(name: str) -> str:
    """The short name of a system given by short or long name or by its title, or of a rules file; raises
    NameNotKnown."""
    return written(name) or SystemName(_of_file(name).name, rules_file(name), changes_of(name))


def system(name: str) -> System:
    """The system of a short or long name, of a title or of a rules file; raises NameNotKnown."""
    short = written(name)
    if short:
        return _loaded(SYSTEMS[short]) if short in SYSTEMS else added_systems()[short]
    return _of_file(name)


def rules_file(name: str) -> str:
    """The path of the rules file that a name means: what its scenario found, else a file that ships or that the user
    keeps; empty for none."""
    found: str = file_of(name) or importlib.import_module(FILES).named(name.strip())
    return found


def _of_file(name: str) -> System:
    file = rules_file(name)
    if not file:
        raise NameNotKnown(f"there is no rules system {name!r}; there are {', '.join(sorted(SYSTEMS))}")
    made = importlib.import_module(FILES).system_of(file, changes_of(name))
    if not isinstance(made, System):
        raise TypeError(f"{file} makes no rules system")
    return made


def cited(rule: str, name: str) -> str:
    """A paragraph with the short name of its system: ``6.12`` in a scenario of tlg2 is ``tlg2:6.12``.

    Only a first part that is a system names one: ``event1:native:23`` is a number. A paragraph of an unknown system
    stays as it is written.
    """
    first, colon, rest = rule.partition(":")
    if not rule:
        return ""
    other = written(first) if colon else ""
    if other:
        return f"{other}:{rest.strip()}"
    try:
        own = short_name(name)
    except NameNotKnown:
        return rule
    return f"{own}:{(rest if colon and first == own else rule).strip()}"


def whole() -> list[str]:
    """The short names of the systems, editions of them left out: those there are code, tables and counters for."""
    return [short for short, path in SYSTEMS.items() if not _loaded(path).edition_of]


def systems() -> list[System]:
    """All systems, in the order of the registry."""
    return [_loaded(path) for path in SYSTEMS.values()]


def systems_on(board: str) -> list[System]:
    """The systems that are played on a kind of map, by its key; others are not imported."""
    return [_loaded(path) for short, path in SYSTEMS.items() if ELSEWHERE.get(short, "hexes") == board]


@cache
def _loaded(path: str) -> System:
    module, _, name = path.partition(":")
    found = getattr(importlib.import_module(module), name or "SYSTEM")
    if not isinstance(found, System):
        raise TypeError(f"{path} is not a rules system")
    return found
