"""What sentences call the commands of a scenario."""

from __future__ import annotations

from collections.abc import Mapping

from engine.play.words import Names


def command_name(names: Names, key: str) -> str:
    """The name of a command, as the scenario has it."""
    commands = names.scenario.special.get("commands", {})
    found = commands.get(key, {}).get("name", "") if isinstance(commands, Mapping) else ""
    return str(found) or (names.side(key) if key in names.scenario.sides else key)
