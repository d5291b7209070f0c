"""The values that a form or a table asks for, read from what a rules system says of them: kind, bounds, paragraphs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

from pydantic import BaseModel

from engine.errors import HexwrightError
from engine.play import registry
from engine.scenario.model import Scenario, Value

_PARAGRAPH: Final = re.compile(r"\((\d+(?:\.\d+)*(?:, ?\d+(?:\.\d+)*)*)\)")


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """One value a form asks for. ``kind`` is ``int``, ``number``, ``bool``, ``choice`` or ``text``."""

    key: str
    kind: str
    label: str
    help: str = ""
    default: Value = None
    required: bool = False
    least: int = 0
    most: int = 999
    choices: tuple[str, ...] = ()
    meanings: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What choices stand for that are no words by themselves: ``V`` for a veteran unit."""
    rules: tuple[str, ...] = ()
    """Paragraphs it rests on: ``tlg2:2.6``."""
    of: str = ""
    """What a text names, as the scenario's ``special`` calls it: one of its ``commands``."""

    def named(self, choice: str) -> str:
        """A choice with what it stands for: ``V: veteran``; what has a name in the scenario by that alone."""
        meaning = self.meanings.get(choice, "")
        return f"{choice}: {meaning}" if choice and meaning and not self.of else meaning or choice


def counter_fields(system: str) -> list[FieldInfo]:
    """The values that a counter of a rules system carries; empty for a system that does not say."""
    try:
        model = registry.system(system).counters
    except (HexwrightError, ImportError):
        return []
    return fields_of(system, model) if model is not None else []


def unit_fields(scenario: Scenario) -> list[FieldInfo]:
    """The values that a unit of a scenario has; what names a part of the scenario is a choice among those there are."""
    return [_chosen(info, scenario) for info in counter_fields(scenario.system)]


def _chosen(info: FieldInfo, scenario: Scenario) -> FieldInfo:
    found = scenario.special.get(info.of) if info.of else None
    if not found or not isinstance(found, Mapping):
        return info
    named = {str(key): str(one["name"]) for key, one in found.items() if isinstance(one, Mapping) and one.get("name")}
    often = Counter(named.values())
    said = {key: f"{name} ({key})" if often[name] > 1 else name for key, name in named.items()}
    return replace(info, kind="choice", choices=("", *map(str, found)), meanings={"": "none", **said})


@cache
def every_field() -> frozenset[str]:
    """The keys of values that counters of any rules system carry."""
    return frozenset(info.key for system in registry.SYSTEMS for info in counter_fields(system))


def fields_of(system: str, model: type[BaseModel]) -> list[FieldInfo]:
    """A field for every value of a model, in its order."""
    schema = model.model_json_schema()
    required = set(schema.get("required", ()))
    shapes: Mapping[str, Any] = schema.get("properties", {})
    definitions: Mapping[str, Any] = schema.get("$defs", {})
    return [_field(system, key, shape, key in required, definitions) for key, shape in shapes.items()]


def _field(
    system: str, key: str, shape: Mapping[str, Any], required: bool, definitions: Mapping[str, Any]
) -> FieldInfo:
    described = str(shape.get("description", ""))
    inner = next((one for one in shape.get("anyOf", ()) if one.get("type") != "null"), shape)
    if "$ref" in inner:
        inner = definitions.get(str(inner["$ref"]).rpartition("/")[2], inner)
    choices = tuple(str(choice) for choice in inner.get("enum", ()))
    kinds = {"integer": "int", "number": "number", "boolean": "bool"}
    kind = "choice" if choices else kinds.get(str(inner.get("type")), "text")
    return FieldInfo(
        key,
        kind,
        key.replace("_", " ").capitalize(),
        described,
        shape.get("default"),
        required,
        int(inner.get("minimum", 0)),
        int(inner.get("maximum", 999)),
        choices,
        shape.get("meanings", {}),
        paragraphs(system, described),
        shape.get("of", ""),
    )


def paragraphs(system: str, text: str) -> tuple[str, ...]:
    """The paragraphs that a text names in brackets, as ``tlg2:2.6``."""
    try:
        short = registry.short_name(system)
    except HexwrightError:
        short = system
    return tuple(f"{short}:{number.strip()}" for found in _PARAGRAPH.findall(text) for number in found.split(","))
