"""Variants: a scenario's file names another scenario as its base, and holds only what differs.

Of the sections that go by key each entry is laid over the base's, whole; an entry without a value takes the base's out.
Everything else that the file names takes the place of what the base has.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

KEYED: Final = (
    "turns",
    "sides",
    "units",
    "setup",
    "setup_areas",
    "pools",
    "replacements",
    "victory",
    "options",
    "special",
    "tables",
    "counters",
)
"""The sections of a scenario's file that go by key."""
DEEPEST: Final = 8
"""Variants of variants there may be at most, one on the other."""


def overlaid(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a base with a variant's own laid over them."""
    made = dict(base)
    for name, value in own.items():
        there = made.get(name)
        if name in KEYED and isinstance(value, Mapping) and isinstance(there, Mapping):
            entries = {**there, **value}
            made[name] = {key: entry for key, entry in entries.items() if entry is not None or key not in value}
        else:
            made[name] = value
    return made


def differing(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """What a variant's file has to say: its sections that differ from the base's, of keyed ones the entries that do.

    ``overlaid(base, differing(base, own)) == own``, but for the order of entries and for sections of the base that are
    empty in the variant: those are there with nothing in them.
    """
    found: dict[str, Any] = {}
    for name in dict.fromkeys((*own, *base)):
        mine, theirs = own.get(name), base.get(name)
        if mine == theirs:
            continue
        if name in KEYED and isinstance(mine, Mapping | None) and isinstance(theirs, Mapping):
            entries = mine or {}
            changed = {key: value for key, value in entries.items() if key not in theirs or theirs[key] != value}
            found[name] = {**changed, **{key: None for key in theirs if key not in entries}}
        else:
            found[name] = mine if mine is not None else _empty(theirs)
    return found


def _empty(value: Any) -> Any:
    """What stands for nothing where the base has something."""
    return [] if isinstance(value, list) else {} if isinstance(value, Mapping) else ""
