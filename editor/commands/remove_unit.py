"""Strike units from the order of battle, the set-up and the reinforcements."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from editor.commands.base import ScenarioEdit
from editor.commands.set_arrival import without_units
from editor.document.change import Change
from engine.board.grid import NOWHERE

if TYPE_CHECKING:
    from editor.document.document import Document


class RemoveUnit(ScenarioEdit):
    """Removes units altogether; undo brings them back where they were."""

    def __init__(self, document: Document, units: str | Iterable[str]) -> None:
        scenario = document.require_scenario()
        grid = document.battle_map.grid
        gone = {units} if isinstance(units, str) else set(units)
        hexes = {grid.find(at) for key, at in scenario.setup.items() if key in gone} - {NOWHERE}
        fields = {
            "units": {key: unit for key, unit in scenario.units.items() if key not in gone},
            "setup": {key: at for key, at in scenario.setup.items() if key not in gone},
            "arrivals": without_units(scenario.arrivals, gone),
        }
        named = [scenario.units[key].name for key in scenario.units if key in gone]
        text = f"Delete {named[0]}" if len(named) == 1 else f"Delete {len(named)} units"
        super().__init__(document, text, fields, Change("units", frozenset(hexes), keys=frozenset(gone)))

    def layers(self) -> frozenset[str]:
        return frozenset({"units"})
