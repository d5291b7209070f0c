"""The word list of a rules file: every name that it defines, by what it is the name of.

It is made from the plain data of a file, so that half-written files have one as well: what is not understood is left
out. A domain is what `engine.kit.checks.references` calls it: ``type``, ``terrain``, ``combat``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from engine.errors import HexwrightError
from engine.formats.hints import nearest
from engine.formats.palettes import load_palette
from engine.formats.short_forms import as_text
from engine.kit.checks.references import CANNOT, DOES
from engine.kit.laid import laid_over
from engine.kit.model.conditions import DEEDS
from engine.kit.model.effects import CLOSED
from engine.kit.model.values import DIRECTIONS
from engine.scenario import Scenario, formations

LAYERS: Final = ("terrain", "features", "hexsides", "paths")
OUTCOMES: Final = {
    "win": "the attacker wins",
    "tie": "a tie",
    "loss": "the attacker loses",
    "win2": "the attacker wins with twice the total",
    "loss2": "the attacker loses to twice the total",
    "done": "always",
}
Names = dict[str, str]
"""Names with what people read for them."""


def spoken(name: str) -> str:
    """A name as people read it: ``light_infantry`` is ``light infantry``."""
    return name.replace("_", " ")


class WordList:
    """The names that a rules file knows. ``base`` is the data of the file that it rests on."""

    def __init__(self, data: Any = None, *, base: Any = None, scenario: Scenario | None = None) -> None:
        own = data if isinstance(data, Mapping) else {}
        self.data: Mapping[str, Any] = laid_over(base, own) if isinstance(base, Mapping) else own
        self.scenario = scenario
        self._found: dict[str, Names] = {}

    def names(self, domains: str) -> Names:
        """The names of some domains, separated by spaces, with what people read for each."""
        if domains not in self._found:
            found: Names = {}
            for domain in domains.split():
                if domain.startswith("="):
                    found.setdefault(domain[1:], spoken(domain[1:]))
                else:
                    for name, title in self._of(domain).items():
                        found.setdefault(name, title)
            self._found[domains] = found
        return self._found[domains]

    def title(self, domains: str, name: str) -> str:
        """What people read for a name of some domains; the name itself where it is not defined."""
        bare = name.removesuffix(" up").removesuffix(" down")
        return self.names(domains).get(bare, spoken(bare)) + name[len(bare) :]

    def unknown(self, domains: str, name: str) -> str:
        """Why a name cannot be used, with the nearest one that can; empty where it is defined, or may be anything."""
        known = self.names(domains)
        bare = name.removesuffix(" up").removesuffix(" down")
        if bare in known or not known or any(domain in _OF_SCENARIOS for domain in domains.split()):
            return ""
        near = nearest(bare, known)
        return f"{bare} is not defined" + (f"; did you mean {near}?" if near else "")

    def directional(self, hexside: str) -> bool:
        """Whether a kind of hexside has a high side, so that ``up`` and ``down`` may follow it."""
        like = self.entry("ground", "like")
        named = [key for key, term in like.items() if term == hexside] if isinstance(like, Mapping) else []
        return any(key in directional_hexsides() for key in (hexside, *named))

    def entry(self, *path: str) -> Any:
        """What the file has at a path of keys; None for nothing."""
        node: Any = self.data
        for key in path:
            node = node.get(key) if isinstance(node, Mapping) else None
        return node

    def choices(self, option: str) -> list[str]:
        """What a scenario may choose for an option, as text."""
        choices = self.entry("options", option, "choices")
        listed = choices if isinstance(choices, list) else [] if choices is None else [choices]
        return [_written(choice) for choice in listed] or ["true", "false"]

    def setting_choices(self, setting: str) -> list[str]:
        """What a setting may be compared with, as text; nothing where that is a number or a name of the scenario."""
        kind = self.entry("settings", setting, "kind")
        return {"side": ["own", "enemy"], "turns": ["now"], "flag": ["true", "false"]}.get(str(kind), [])

    def _of(self, domain: str) -> Names:
        reader = _READERS.get(domain)
        if reader is not None:
            return reader(self.data)
        from_scenario = _OF_SCENARIOS.get(domain)
        return from_scenario(self.scenario) if from_scenario is not None and self.scenario is not None else {}


def _written(value: Any) -> str:
    """A plain value as a file has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(as_text(value))


# -- reading what may be broken -----------------------------------------------------------------------------------


def listed(value: Any) -> list[Any]:
    """A list, or a single entry as a list of one; nothing for nothing."""
    return value if isinstance(value, list) else [] if value is None else [value]


def names_in_text(value: Any) -> list[str]:
    """The names of a text with spaces or of a list; what is no name is left out."""
    plain = (one for one in listed(value) if isinstance(one, str | int | float) and not isinstance(one, bool))
    return [name for one in plain for name in str(as_text(one)).split()]


def _titled(value: Any) -> Names:
    """Entries by name, each with its title: the text itself, or the key ``title``."""
    if not isinstance(value, Mapping):
        return {name: spoken(name) for name in names_in_text(value)}
    found: Names = {}
    for name, entry in value.items():
        title = entry.get("title") if isinstance(entry, Mapping) else entry
        found[str(name)] = title if isinstance(title, str) and title else spoken(str(name))
    return found


def _block(*path: str) -> Callable[[Mapping[str, Any]], Names]:
    def read(data: Mapping[str, Any]) -> Names:
        node: Any = data
        for key in path:
            node = node.get(key) if isinstance(node, Mapping) else None
        skipped = ("about", "says", "rule", "rules") if len(path) == 1 else ()
        found = _titled(node)
        return {name: title for name, title in found.items() if name not in skipped}

    return read


def _classes(data: Mapping[str, Any]) -> Names:
    units = data.get("units")
    classes = units.get("classes") if isinstance(units, Mapping) else None
    return {str(name): spoken(str(name)) for name in classes} if isinstance(classes, Mapping) else {}


def _conditions(data: Mapping[str, Any]) -> Names:
    named = data.get("conditions")
    return {str(name): spoken(str(name)) for name in named} if isinstance(named, Mapping) else {}


def _entries(*path: str) -> Callable[[Mapping[str, Any]], Names]:
    """The names of a list of entries, each with a key ``name``."""

    def read(data: Mapping[str, Any]) -> Names:
        node: Any = data
        for key in path:
            node = node.get(key) if isinstance(node, Mapping) else None
        return dict(_named(listed(node)))

    return read


def _named(entries: list[Any]) -> Iterator[tuple[str, str]]:
    for entry in entries:
        name = entry.get("name") if isinstance(entry, Mapping) else None
        if isinstance(name, str):
            title = entry.get("title")
            yield name, title if isinstance(title, str) and title else spoken(name)


def _phases(data: Mapping[str, Any]) -> Names:
    sequence = data.get("sequence")
    if not isinstance(sequence, Mapping):
        return {}
    found: Names = {}
    for key in ("before", "phases", "after"):
        found |= dict(_named(listed(sequence.get(key))))
    activation = sequence.get("activation")
    for part in listed(activation.get("does")) if isinstance(activation, Mapping) else []:
        found |= {name: spoken(name) for name in names_in_text(part)} if isinstance(part, str) else dict(_named([part]))
    return found


def _events(data: Mapping[str, Any]) -> Names:
    tables = data.get("events")
    rows: Names = {}
    for table in tables.values() if isinstance(tables, Mapping) else ():
        rows |= dict(_named(listed(table.get("rows")))) if isinstance(table, Mapping) else {}
    return rows


def _codes(data: Mapping[str, Any]) -> Names:
    """Codes of results, with the sentence that the file has for each; then what only stands in tables."""
    found: Names = {}
    blocks = [data.get("results")]
    blocks += [kind.get("results") for kind in listed(data.get("combat")) if isinstance(kind, Mapping)]
    for block in blocks:
        for code, entry in block.items() if isinstance(block, Mapping) else ():
            text = entry.get("text") if isinstance(entry, Mapping) else None
            found.setdefault(str(code), text if isinstance(text, str) and text else str(code))
    found.pop("rule", None)
    for code, meaning in OUTCOMES.items():
        found.setdefault(code, meaning)
    return found


def _fixed(*words: str) -> Callable[[Mapping[str, Any]], Names]:
    names = {word: spoken(word) for word in words}
    return lambda _data: names


def _of_palette(layer: str) -> Callable[[Mapping[str, Any]], Names]:
    return lambda _data: palette_names(layer)


@cache
def palette_names(layer: str) -> Names:
    """The kinds of a layer of the palette that maps have who name none."""
    try:
        palette: Any = load_palette("standard")
    except HexwrightError:
        return {}
    return {key: kind.name for key, kind in getattr(palette, layer, {}).items()}


@cache
def directional_hexsides() -> frozenset[str]:
    """The kinds of hexside of the usual palette that have a high side."""
    try:
        palette = load_palette("standard")
    except HexwrightError:
        return frozenset()
    return frozenset(key for key, kind in palette.hexsides.items() if kind.directional)


_READERS: Final[Mapping[str, Callable[[Mapping[str, Any]], Names]]] = {
    "type": _block("units", "types"),
    "class": _classes,
    "value": _block("units", "values"),
    "flag": _block("units", "flags"),
    "status": _block("units", "statuses"),
    "condition": _conditions,
    "setting": _block("settings"),
    "option": _block("options"),
    "marker": _block("markers"),
    "table": _block("tables"),
    "table_of_events": _block("events"),
    "event": _events,
    "combat": _entries("combat"),
    "reaction": _entries("reaction"),
    "phase": _phases,
    "weather": _block("weather", "kinds"),
    "code": _codes,
    "paragraph": _block("paragraphs"),
    **{layer: _block("ground", layer) for layer in LAYERS},
    **{f"palette_{layer}": _of_palette(layer) for layer in LAYERS},
    "cannot": _fixed(*sorted(CANNOT)),
    "does": _fixed(*sorted(DOES)),
    "closed": _fixed(*CLOSED),
    "deed": _fixed(*DEEDS),
    "edge": _fixed(*DIRECTIONS),
    "direction": _fixed(*DIRECTIONS),
}


def _formations(scenario: Scenario) -> Names:
    found: Names = {}
    for unit in scenario.units.values():
        found |= {part: part for part in formations.parts(unit.formation)}
    return found


_OF_SCENARIOS: Final[Mapping[str, Callable[[Scenario], Names]]] = {
    "side": lambda scenario: {key: side.name for key, side in scenario.sides.items()},
    "region": lambda scenario: {str(name): str(name) for name in scenario.map.regions},
    "formation": _formations,
    "size": lambda scenario: {unit.size: unit.size for unit in scenario.units.values() if unit.size},
    "mark": lambda scenario: {mark: mark for mark in scenario.turns.marks},
}
"""Domains that only a scenario has: any name may be one."""
