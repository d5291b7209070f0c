"""The sentences of this system's events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.play.words import Data, Names, Sentence
from engine.systems.de_bellis_multitudinis import words_combat


def command_name(names: Names, key: str) -> str:
    """The name of a command, as the scenario has it."""
    commands = names.scenario.special.get("commands", {})
    found = commands.get(key, {}).get("name", "") if isinstance(commands, Mapping) else ""
    return str(found) or (names.side(key) if key in names.scenario.sides else key)


def _phase(names: Names, data: Data) -> str:
    return f"{names.side(data['side'])}: {data['phase']}"


def _initiative(names: Names, data: Data) -> str:
    return f"{command_name(names, data['command'])} threw {data['die']} for initiative"


def _assign(names: Names, data: Data) -> str:
    return f"{command_name(names, data['command'])} was given the die of {data['die']}"


def _demoralised(names: Names, data: Data) -> str:
    return f"The command of {command_name(names, data['command'])} was demoralised"


def _beaten(names: Names, data: Data) -> str:
    return f"The army of {names.side(data['side'])} was beaten"


SENTENCES: Final[Mapping[str, Sentence]] = {
    "phase": _phase,
    "initiative": _initiative,
    "assign": _assign,
    "demoralised": _demoralised,
    "beaten": _beaten,
    "time": lambda names, data: "The last bound ended",
    **words_combat.SENTENCES,
}
"""Kind of event to its sentence."""
