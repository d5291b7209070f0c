"""What each model of the rules takes: ``python -m tests.tools.models`` writes it to tests/data/models.txt.

A line for each field of a unit, a table, a special rule or a start: its type, its bounds and what it is when it is left
out; and one for each option of a system. So a test notices when a file may say more or less than it might.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

import engine.mechanics
import engine.systems
from engine.formats import write_text
from engine.play.registry import SYSTEMS, system

FILE: Final = Path(__file__).resolve().parents[1] / "data" / "models.txt"
_SAID: Final = ("description", "title", "examples")
"""What tells a person about a field, and bounds nothing."""


def models() -> list[type[BaseModel]]:
    """All models of the rules, by their module and name."""
    for room in (engine.mechanics, engine.systems):
        for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            importlib.import_module(found.name)
    own = (model for model in _below(BaseModel) if model.__module__.startswith(("engine.mechanics", "engine.systems")))
    return sorted(set(own), key=_name)


def _below(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for below in model.__subclasses__():
        yield below
        yield from _below(below)


def _name(model: type[BaseModel]) -> str:
    return f"{model.__module__}:{model.__qualname__}"


def lines() -> list[str]:
    """What they take today."""
    found = []
    for model in models():
        settings = " ".join(f"{key}={value}" for key, value in sorted(model.model_config.items()) if key != "title")
        found.append(f"{_name(model)} {settings}")
        schema = model.model_json_schema()
        needed = schema.get("required", ())
        for name, shape in schema.get("properties", {}).items():
            said = json.dumps(_bounds(shape), sort_keys=True, ensure_ascii=False)
            found.append(f"  {name}{'' if name in needed else '?'} {said}")
        rest = {key: schema[key] for key in ("additionalProperties",) if isinstance(schema.get(key), dict)}
        found += [f"  others {json.dumps(_bounds(rest), sort_keys=True)}"] if rest else []
    return [*found, *_options()]


def _options() -> Iterator[str]:
    """The options of every system: what each is where nobody says otherwise, and what else it may be."""
    for key in sorted(SYSTEMS):
        for name, option in system(key).options.items():
            yield f"option {key} {name}: {option.default!r} of {', '.join(map(repr, option.choices))}"


def _bounds(shape: Any) -> Any:
    if isinstance(shape, dict):
        return {key: _bounds(value) for key, value in shape.items() if key not in _SAID}
    return [_bounds(value) for value in shape] if isinstance(shape, list) else shape


def write() -> None:
    """Write them."""
    write_text(FILE, "\n".join(lines()) + "\n")


if __name__ == "__main__":
    write()
