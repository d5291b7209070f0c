"""Add units to the order of battle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from editor.commands.base import ScenarioEdit
from editor.document.change import Change
from engine.errors import HexwrightError
from engine.scenario import Unit

if TYPE_CHECKING:
    from editor.document.document import Document


class AddUnit(ScenarioEdit):
    """Adds units, each after the last unit of its side, on the map nowhere yet."""

    def __init__(self, document: Document, units: Unit | Iterable[Unit]) -> None:
        scenario = document.require_scenario()
        self.units = (units,) if isinstance(units, Unit) else tuple(units)
        everyone = [*scenario.units.values(), *self.units]
        order = list(scenario.sides)
        everyone.sort(key=lambda unit: order.index(unit.side) if unit.side in order else len(order))
        text = f"Add {self.units[0].name}" if len(self.units) == 1 else f"Add {len(self.units)} units"
        change = Change("units", keys=frozenset(unit.key for unit in self.units))
        super().__init__(document, text, {"units": {unit.key: unit for unit in everyone}}, change)

    def validate(self) -> None:
        """Keys are free and sides exist."""
        scenario = self.document.require_scenario()
        for unit in self.units:
            if unit.key in scenario.units:
                raise HexwrightError(f"there is a unit with the key {unit.key!r} already")
            if unit.side not in scenario.sides:
                raise HexwrightError(f"there is no side {unit.side!r} in this scenario")
