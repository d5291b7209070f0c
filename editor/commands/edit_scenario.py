"""Change the scenario's own fields: name, turns, sides, victory, options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from editor.commands.base import ScenarioEdit
from editor.commands.change import Change
from engine.boards.board import Board
from engine.errors import HexwrightError
from engine.scenario.model import Scenario


class EditScenario(ScenarioEdit):
    """Replaces fields of the scenario, such as ``name``, ``turns``, ``sides``, ``victory`` or ``options``."""

    def __init__(self, text: str = "Edit scenario", *, stroke: int = 0, **fields: Any) -> None:
        """``stroke``: edits of one stroke and of the same fields are one step of undo."""
        super().__init__(text, stroke)
        self.fields = fields

    def plan(self, scenario: Scenario, board: Board) -> tuple[Mapping[str, Any], Change]:
        return self.fields, Change("scenario", keys=frozenset(self.fields))

    def is_empty(self) -> bool:
        """Whether every field stays as it is; the order of sides and units counts."""
        return all(
            old == new and (not isinstance(new, dict) or list(old) == list(new))
            for old, new in ((self.old.get(name), new) for name, new in self.new.items())
        )

    def validate(self) -> None:
        """A side that has units stays."""
        scenario = self.models.require_scenario()
        sides = self.new.get("sides", scenario.sides)
        for unit in self.new.get("units", scenario.units).values():
            if unit.side not in sides:
                raise HexwrightError(f"the side {unit.side!r} still has units, such as {unit.name}")
