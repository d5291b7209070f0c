"""What buttons and lists call actions that name a command: by its name, and not by its key in the file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.play.parts import Parts
from engine.play.words import Caption, Names
from engine.systems.de_bellis_multitudinis.naming import command_name


def _assign(names: Names, parts: Parts) -> str:
    _, die, *_, command = (word.text for word in parts.words)
    return f"give the {die} to {command_name(names, command)}"


def _flank(names: Names, parts: Parts) -> str:
    _, command, way = (word.text for word in parts.words)
    return f"{command_name(names, command)} on the {way} flank"


CAPTIONS: Final[Mapping[str, Caption]] = {"assign": _assign, "flank": _flank}
"""Verb to what an action is called."""
TOLD: Final[Mapping[str, Caption]] = {"assign": _assign}
"""The same for a side that may not know all of an action: which flank a command marches around is secret."""
