"""The sentences of the events of moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.play.words import Data, Names, Sentence


def listed(names: Names, units: str) -> str:
    """The names of some elements: those of the first and of how many more, where there are many."""
    keys = units.split()
    if len(keys) > 3:
        return f"{names.unit(keys[0])} and {len(keys) - 1} more elements"
    return " and ".join(", ".join(map(names.unit, keys)).rsplit(", ", 1))


def _points(cost: int) -> str:
    return "1 point of initiative" if cost == 1 else f"{cost} points of initiative"


def _move(names: Names, data: Data) -> str:
    verb = "marched" if data["kind"] == "march" else "moved"
    return f"{listed(names, data['units'])} {verb} {data['length']} paces from {data['from']} to {data['to']}"


def _halt(names: Names, data: Data) -> str:
    return f"{listed(names, data['units'])} halted"


def _spent(names: Names, data: Data) -> str:
    from engine.systems.de_bellis_multitudinis.words import command_name

    return f"{command_name(names, data['command'])} spent {_points(data['cost'])} and has {data['left']} left"


SENTENCES: Final[Mapping[str, Sentence]] = {"move": _move, "halt": _halt, "spent": _spent}
"""Kind of event to its sentence."""
