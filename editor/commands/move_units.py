"""Move units of the set-up together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from editor.commands.base import ScenarioEdit
from editor.document.change import Change
from engine.board.grid import NOWHERE
from engine.errors import HexwrightError

if TYPE_CHECKING:
    from editor.document.document import Document


class MoveUnits(ScenarioEdit):
    """Sets units that are on the map already up in other hexes, each in its own."""

    def __init__(self, document: Document, places: Mapping[str, int]) -> None:
        """``places``: the new hex of each unit, by its key."""
        scenario, grid = document.require_scenario(), document.battle_map.grid
        self.places = dict(places)
        setup = dict(scenario.setup)
        hexes = {grid.find(setup.get(key, "")) for key in self.places} | set(self.places.values())
        setup.update({key: grid.name(h) for key, h in self.places.items() if key in setup and h in grid})
        change = Change("setup", frozenset(hexes - {NOWHERE}), keys=frozenset(self.places))
        super().__init__(document, f"Move {len(self.places)} units", {"setup": setup}, change)

    def layers(self) -> frozenset[str]:
        return frozenset({"units"})

    def validate(self) -> None:
        """The units are on the map and stay on it."""
        scenario, grid = self.document.require_scenario(), self.document.battle_map.grid
        for key, h in self.places.items():
            if key not in scenario.setup:
                raise HexwrightError(f"the unit {key!r} is not on the map")
            if h not in grid:
                unit = scenario.units.get(key)
                raise HexwrightError(f"{unit.name if unit else key} would leave the map")
