"""Add units to the order of battle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from editor.commands.base import ScenarioEdit
from editor.commands.change import Change
from engine.boards.board import Board
from engine.errors import HexwrightError
from engine.scenario import Unit
from engine.scenario.model import Scenario


class AddUnit(ScenarioEdit):
    """Adds units, each after the last unit of its side, on the map nowhere yet."""

    def __init__(self, units: Unit | Iterable[Unit]) -> None:
        self.units = (units,) if isinstance(units, Unit) else tuple(units)
        super().__init__(f"Add {self.units[0].name}" if len(self.units) == 1 else f"Add {len(self.units)} units")

    def plan(self, scenario: Scenario, board: Board) -> tuple[Mapping[str, Any], Change]:
        everyone = [*scenario.units.values(), *self.units]
        order = list(scenario.sides)
        everyone.sort(key=lambda unit: order.index(unit.side) if unit.side in order else len(order))
        change = Change("units", keys=frozenset(unit.key for unit in self.units))
        return {"units": {unit.key: unit for unit in everyone}}, change

    def validate(self) -> None:
        """Keys are free and sides exist."""
        scenario = self.models.require_scenario()
        for unit in self.units:
            if unit.key in scenario.units:
                raise HexwrightError(f"there is already a unit with the key {unit.key!r}")
            if unit.side not in scenario.sides:
                raise HexwrightError(f"there is no side {unit.side!r} in this scenario")
