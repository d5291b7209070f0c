"""The sentences of the events of moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.play.words import Data, Names, Sentence
from engine.plural import counted
from engine.systems.de_bellis_multitudinis.naming import command_name


def _points(cost: int) -> str:
    return f"{counted(cost, 'point')} of initiative"


def _move(names: Names, data: Data) -> str:
    verb = "marched" if data["kind"] == "march" else "moved"
    return f"{names.units(data['units'].split())} {verb} {data['length']} paces from {data['from']} to {data['to']}"


def _halt(names: Names, data: Data) -> str:
    return f"{names.units(data['units'].split())} halted"


def _spent(names: Names, data: Data) -> str:
    return f"{command_name(names, data['command'])} spent {_points(data['cost'])} and has {data['left']} left"


SENTENCES: Final[Mapping[str, Sentence]] = {"move": _move, "halt": _halt, "spent": _spent}
"""Kind of event to its sentence."""
