"""What a rules system says of itself, read for forms: types of unit, values of a counter, options."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import HexwrightError
from engine.mechanics.victory import KINDS
from engine.play import registry
from engine.scenario.model import Value

GENERIC_TYPES: Final = ("infantry", "cavalry", "artillery", "headquarters", "supply")
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
    rules: tuple[str, ...] = ()
    """Paragraphs it rests on: ``tlg2:2.6``."""


def title(system: str) -> str:
    """The name of a rules system for people; its own name where it cannot be loaded."""
    try:
        return registry.rules_class(system).title
    except (HexwrightError, ImportError, AttributeError):
        return system


def systems() -> dict[str, str]:
    """Short name to title of every rules system."""
    return {short: title(short) for short in registry.SYSTEMS}


def _offered(system: str, name: str) -> Any:
    try:
        return getattr(registry.package(system), name, None)
    except (HexwrightError, ImportError):
        return None


def unit_types(system: str) -> tuple[str, ...]:
    """The types of unit a system knows; some usual ones for a system that does not say."""
    types = _offered(system, "UNIT_TYPES")
    return tuple(types) if types else GENERIC_TYPES


def unit_fields(system: str) -> list[FieldInfo]:
    """The values a counter of this system carries; empty for a system that does not say."""
    return _fields(system, _offered(system, "UnitValues"))


def scoring_kinds(system: str) -> tuple[str, ...]:
    """The kinds of victory line that a system counts; the usual ones for a system that does not say."""
    kinds = _offered(system, "SCORING_KINDS")
    return tuple(kinds) if kinds else KINDS


def option_fields(system: str) -> list[FieldInfo]:
    """The choices the rules leave to the designer; empty where there are none."""
    options = _offered(system, "OPTIONS") or {}
    return [_option(system, key, option) for key, option in options.items()]


def _option(system: str, key: str, option: Any) -> FieldInfo:
    def part(name: str) -> Any:
        return option.get(name) if isinstance(option, Mapping) else getattr(option, name, None)

    choices = tuple(part("choices") or ())
    default = part("default")
    yes_or_no = isinstance(default, bool)
    kind = "bool" if yes_or_no else "choice" if choices else "int" if isinstance(default, int) else "text"
    rule = str(part("rule") or "")
    return FieldInfo(
        key,
        kind,
        key.replace("_", " ").capitalize(),
        str(part("about") or ""),
        default,
        choices=() if yes_or_no else tuple(str(choice) for choice in choices),
        rules=(rule,) if rule else (),
    )


def _fields(system: str, model: Any) -> list[FieldInfo]:
    if model is None or not hasattr(model, "model_json_schema"):
        return []
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
        paragraphs(system, described),
    )


def paragraphs(system: str, text: str) -> tuple[str, ...]:
    """The paragraphs that a text names in brackets, as ``tlg2:2.6``."""
    try:
        short = registry.short_name(system)
    except HexwrightError:
        short = system
    return tuple(f"{short}:{number.strip()}" for found in _PARAGRAPH.findall(text) for number in found.split(","))
