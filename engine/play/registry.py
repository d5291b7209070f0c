"""The rules systems there are: one line each. They are imported when first needed."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any, Final

from engine.errors import NameNotKnown
from engine.play.rules import Rules

SYSTEMS: Final = {
    "tlg2": "engine.systems.twilights_last_gleaming",
    "fm": "engine.systems.fire_and_movement",
}
"""Short name to package; the last part of the package's name is the long name."""


def short_name(system: str) -> str:
    """The short name of a system given by either name or by its title; raises NameNotKnown."""
    word = system.strip().lower()
    for short, path in SYSTEMS.items():
        if word in (short, path.rpartition(".")[2]):
            return short
    for short in SYSTEMS:
        if word == rules_class(short).title.lower():
            return short
    raise NameNotKnown(f"there is no rules system {system!r}; there are {', '.join(sorted(SYSTEMS))}")


def long_name(system: str) -> str:
    """The long name of a system, which is also the name of its folders."""
    return SYSTEMS[short_name(system)].rpartition(".")[2]


@cache
def package(system: str) -> Any:
    """The system's package. It offers ``RULES`` (a Rules class) and more: see docs/adding-a-system.md."""
    return importlib.import_module(SYSTEMS[short_name(system)])


def rules_class(system: str) -> type[Rules[Any]]:
    """The Rules class of a system."""
    found: type[Rules[Any]] = package(system).RULES
    return found
