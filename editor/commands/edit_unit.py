"""Change a unit's counter; a new key follows the unit everywhere it is named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from editor.commands.base import ScenarioEdit
from editor.commands.change import Change, spots_of
from engine.boards.board import Board
from engine.errors import HexwrightError
from engine.scenario import Unit, revising
from engine.scenario.model import Scenario


class EditUnit(ScenarioEdit):
    """Puts a changed unit in the place of the one with this key."""

    def __init__(self, key: str, unit: Unit, stroke: int = 0) -> None:
        super().__init__(f"Edit {unit.name}", stroke)
        self.key = key
        self.unit = unit

    def plan(self, scenario: Scenario, board: Board) -> tuple[Mapping[str, Any], Change]:
        key, unit = self.key, self.unit
        units = {unit.key if k == key else k: unit if k == key else old for k, old in scenario.units.items()}
        fields: dict[str, object] = {"units": units}
        if unit.key != key:
            fields |= self._renamed(scenario)
        at = spots_of(board, [scenario.setup.get(key, "")])
        return fields, Change("units", at, keys=frozenset({key, unit.key}))

    def _renamed(self, scenario: Scenario) -> dict[str, object]:
        """Every field that names the unit, with the new key."""
        made = revising.renamed(scenario, {self.key: self.unit.key})
        return {
            name: getattr(made, name) for name in ("setup", "arrivals", "deployments", "pools", "victory", "counters")
        }

    def layers(self) -> frozenset[str]:
        """A counter on the map looks different then; one that is not there is on no layer."""
        return frozenset({"units"}) if self.change.hexes else frozenset()

    def is_empty(self) -> bool:
        """Whether the unit is the same in all its values."""
        old = self.models.require_scenario().units.get(self.key)
        return old is not None and old == self.unit and dict(old.values) == dict(self.unit.values)

    def validate(self) -> None:
        """The unit exists, its side exists, and a new key is free."""
        scenario = self.models.require_scenario()
        if self.key not in scenario.units:
            raise HexwrightError(f"there is no unit {self.key!r} in this scenario")
        if self.unit.key != self.key and self.unit.key in scenario.units:
            raise HexwrightError(f"there is already a unit with the key {self.unit.key!r}")
        if self.unit.side not in scenario.sides:
            raise HexwrightError(f"there is no side {self.unit.side!r} in this scenario")
