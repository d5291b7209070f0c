"""What a rules system says of itself, read for forms: types of unit, values of a counter, options."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import BaseModel

from engine.errors import HexwrightError
from engine.mechanics.victory import KINDS
from engine.play import registry
from engine.play.options import Option
from engine.play.system import System
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
        return registry.system(system).title
    except (HexwrightError, ImportError, AttributeError):
        return system


def systems() -> dict[str, str]:
    """Short name to title of every rules system."""
    return {short: title(short) for short in registry.SYSTEMS}


def _known(name: str) -> System | None:
    try:
        return registry.system(name)
    except (HexwrightError, ImportError):
        return None


def unit_types(system: str) -> tuple[str, ...]:
    """The types of unit a system knows; some usual ones for a system that does not say."""
    known = _known(system)
    return (known.unit_types if known else ()) or GENERIC_TYPES


def unit_fields(system: str) -> list[FieldInfo]:
    """The values a counter of this system carries; empty for a system that does not say."""
    known = _known(system)
    return _fields(system, known.counters) if known and known.counters else []


def scoring_kinds(system: str) -> tuple[str, ...]:
    """The kinds of victory line that a system counts; the usual ones for a system that does not say."""
    known = _known(system)
    return (known.scoring if known else ()) or KINDS


def option_fields(system: str) -> list[FieldInfo]:
    """The choices the rules leave to the designer; empty where there are none."""
    known = _known(system)
    return [_option(key, option) for key, option in known.options.items()] if known else []


def _option(key: str, option: Option) -> FieldInfo:
    yes_or_no = isinstance(option.default, bool)
    kind = "bool" if yes_or_no else "choice" if option.choices else "int" if isinstance(option.default, int) else "text"
    return FieldInfo(
        key,
        kind,
        key.replace("_", " ").capitalize(),
        option.about,
        option.default,
        choices=() if yes_or_no else tuple(str(choice) for choice in option.choices),
        rules=(option.rule,) if option.rule else (),
    )


def _fields(system: str, model: type[BaseModel]) -> list[FieldInfo]:
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
