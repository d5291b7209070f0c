"""Move units of the set-up together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from editor.commands.base import ScenarioEdit
from editor.commands.change import Change
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.scenario.model import Scenario


class MoveUnits(ScenarioEdit):
    """Sets units that are on the map already up in other hexes, each in its own."""

    def __init__(self, places: Mapping[str, int]) -> None:
        """``places``: the new hex of each unit, by its key."""
        self.places = dict(places)
        super().__init__(f"Move {len(self.places)} units")

    def plan(self, scenario: Scenario, board: BattleMap) -> tuple[Mapping[str, Any], Change]:
        grid = board.grid
        setup = dict(scenario.setup)
        hexes = {grid.find(setup.get(key, "")) for key in self.places} | set(self.places.values())
        setup.update({key: grid.name(h) for key, h in self.places.items() if key in setup and h in grid})
        return {"setup": setup}, Change("setup", frozenset(hexes - {NOWHERE}), keys=frozenset(self.places))

    def layers(self) -> frozenset[str]:
        return frozenset({"units"})

    def validate(self) -> None:
        """The units are on the map and stay on it."""
        scenario, grid = self.models.require_scenario(), self.models.battle_map.grid
        for key, h in self.places.items():
            if key not in scenario.setup:
                raise HexwrightError(f"the unit {key!r} is not on the map")
            if h not in grid:
                unit = scenario.units.get(key)
                raise HexwrightError(f"{unit.name if unit else key} would leave the map")
