"""The sentences of this system's events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.mechanics.words import COMMON
from engine.play.words import Data, Names, Sentence
from engine.plural import counted
from engine.systems.de_bellis_multitudinis import words_columns, words_combat, words_moving, words_setting_up
from engine.systems.de_bellis_multitudinis.naming import command_name


def _phase(names: Names, data: Data) -> str:
    return f"{names.side(data['side'])}: {data['phase']}"


def _pips(names: Names, data: Data) -> str:
    command = command_name(names, data["command"])
    return f"{command} has {counted(data['points'], 'point')} of initiative from a die roll of {data['die']}"


def _demoralised(names: Names, data: Data) -> str:
    command = command_name(names, data["command"])
    return f"The command of {command} was demoralised: it has lost {counted(data['equivalents'], 'equivalent')}"


def _lost(names: Names, data: Data) -> str:
    lost = counted(data["equivalents"], "equivalent")
    return f"The army of {names.the_side(data['side'])} was beaten: it has lost {lost}"


def _end(names: Names, data: Data) -> str:
    who = f"{names.the_side(data['winner'])} won" if data["winner"] else "No side won"
    return f"{who}: {data['reason']}"


SENTENCES: Final[Mapping[str, Sentence]] = {
    "turn": COMMON["turn"],
    **words_setting_up.SENTENCES,
    "phase": _phase,
    "pips": _pips,
    "demoralised": _demoralised,
    "lost": _lost,
    "end": _end,
    **words_columns.SENTENCES,
    **words_combat.SENTENCES,
    **words_moving.SENTENCES,
}
"""Kind of event to its sentence."""
