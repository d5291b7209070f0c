"""The sentences of this system's events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.play.words import Data, Names, Sentence
from engine.systems.de_bellis_multitudinis import words_columns, words_combat, words_moving, words_setting_up
from engine.systems.de_bellis_multitudinis.naming import command_name


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
    **words_setting_up.SENTENCES,
    "phase": _phase,
    "initiative": _initiative,
    "assign": _assign,
    "demoralised": _demoralised,
    "beaten": _beaten,
    "time": lambda names, data: "The last bound ended",
    **words_columns.SENTENCES,
    **words_combat.SENTENCES,
    **words_moving.SENTENCES,
}
"""Kind of event to its sentence."""
