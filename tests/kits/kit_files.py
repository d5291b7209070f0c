"""Rules files of the tests, read and bound to scenarios that ship."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from engine.boards.palette import Kind
from engine.formats import load_scenario
from engine.formats.reading import read_source
from engine.kit.kitfile import KitFile
from engine.kit.model.system_file import SystemFile
from engine.mechanics.hexes.groups import set_up_option
from engine.scenario import Scenario

HERE = Path(__file__).parent


class AnyValues(BaseModel):
    """Whatever a unit prints."""

    model_config = ConfigDict(extra="allow")


def kit_file(name: str, **changes: Any) -> KitFile:
    """A rules file of this folder, with some blocks replaced."""
    source, findings = read_source(HERE / f"{name}.yaml")
    assert findings == []
    assert source.root is not None
    model = SystemFile.model_validate({**source.root.data, **changes})

    def term_of(kind: Kind) -> str:
        return kind.treat_as.get(model.name, model.ground.like.get(kind.key, kind.key))

    return KitFile(model.name, model, term_of, AnyValues, {"set_up": set_up_option(f"{model.name}:sequence")})


def in_kit(name: str, types: dict[str, str], printed: tuple[str, ...] = ("strength",), **values: Any) -> Scenario:
    """A scenario that ships with the units of a rules file: their types, what they keep of what is printed on them, and
    what all of them print besides."""
    given = load_scenario(name)
    units = {
        key: replace(
            unit,
            type=types.get(unit.type, unit.type),
            values={**{word: value for word, value in unit.values.items() if word in printed}, **values},
        )
        for key, unit in given.units.items()
    }
    return given.with_(units=units, options={}, special={}, tables={})


FEET = {"infantry": "foot", "warband": "foot", "cavalry": "foot", "artillery": "guns"}


def first_steps() -> Scenario:
    """First Steps with the units of Two Banks."""
    return in_kit("first_steps", FEET, movement=4)
