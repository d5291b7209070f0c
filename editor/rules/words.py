"""The names of a rules file from which forms offer choices: types, terrain, phases, tables, and so on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.formats.short_forms import tokens

FIXED: Final[Mapping[str, str]] = {
    "amounts": "steps units",
    "movement": "movement",
    "deeds": "move rally supply weather events arrive replace recover activate",
    "forbidden": "move defend exert retreat advance rally load react arrive",
    "counts": "units steps size",
    "alike": "formation type",
    "cancelled": "move retreat supply advance",
    "after": "any retreat",
    "closed": "zones prohibited friends held map_edge",
    "roles": "attacker defender both active other unit",
    "trace": "enemy zones prohibited",
    "judged": "always",
    "rise": "units rise",
}
"""NameLists that mean something in every rules file."""
_OF_FILE: Final[Mapping[str, tuple[str, ...]]] = {
    "types": ("units", "types"),
    "classes": ("units", "classes"),
    "values": ("units", "values"),
    "flags": ("units", "flags"),
    "statuses": ("units", "statuses"),
    "terrain": ("ground", "terrain"),
    "features": ("ground", "features"),
    "hexsides": ("ground", "hexsides"),
    "paths": ("ground", "paths"),
    "markers": ("markers",),
    "tables": ("tables",),
    "conditions": ("conditions",),
    "settings": ("settings",),
    "options": ("options",),
    "events": ("events",),
    "weather": ("weather", "kinds"),
    "codes": ("results",),
    "combat": ("combat",),
    "paragraphs": ("paragraphs",),
    "phases": ("sequence", "phases"),
}
_TOGETHER: Final[Mapping[str, tuple[str, ...]]] = {
    "blocking": ("terrain", "features", "hexsides", "markers", "rise"),
    "deeds": ("combat",),
    "forbidden": ("combat",),
}
"""Lists that hold others as well."""
_COMMENTS: Final = frozenset({"about", "says", "rule", "rules"})


class NameLists:
    """The lists of names of a rules file, by what they are names of."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data
        self._known: dict[str, tuple[str, ...]] = {}

    def of(self, lists: str) -> tuple[str, ...]:
        """The names of one list, or of several whose names stand in one text."""
        found = [name for one in lists.split() for name in self._one(one)]
        return tuple(dict.fromkeys(found))

    def _one(self, kind: str) -> tuple[str, ...]:
        if kind not in self._known:
            self._known[kind] = ()
            fixed = FIXED.get(kind, "").split()
            others = [name for one in _TOGETHER.get(kind, ()) for name in self._one(one)]
            self._known[kind] = (*fixed, *self._own(kind), *others)
        return self._known[kind]

    def _own(self, kind: str) -> Iterator[str]:
        path = _OF_FILE.get(kind)
        if path is None:
            return
        found: Any = self._data
        for part in path:
            found = found.get(part) if isinstance(found, Mapping) else None
        yield from names_in(found)
        if kind == "phases":
            for part in ("before", "after"):
                around = self._data.get("sequence")
                yield from names_in(around.get(part) if isinstance(around, Mapping) else None)


def names_in(value: Any) -> list[str]:
    """The names that a mapping, a list or a text has: keys, ``name`` of entries, words."""
    if isinstance(value, Mapping):
        if isinstance(value.get("name"), str):
            return [value["name"]]
        return [str(key) for key in value if key not in _COMMENTS]
    if isinstance(value, list) and any(isinstance(one, Mapping) for one in value):
        return [str(one["name"]) for one in value if isinstance(one, Mapping) and "name" in one]
    if isinstance(value, list | str):
        try:
            return tokens(value)
        except ValueError:
            return []
    return []
