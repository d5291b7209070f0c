"""Strike units from the order of battle, the set-up and the reinforcements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from editor.commands.base import ScenarioEdit
from editor.commands.change import Change
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.scenario import revising
from engine.scenario.model import Scenario


class RemoveUnit(ScenarioEdit):
    """Removes units altogether; undo brings them back where they were."""

    def __init__(self, units: str | Iterable[str]) -> None:
        super().__init__()
        self.gone = frozenset({units} if isinstance(units, str) else units)

    def plan(self, scenario: Scenario, board: BattleMap) -> tuple[Mapping[str, Any], Change]:
        grid, gone = board.grid, self.gone
        hexes = {grid.find(at) for key, at in scenario.setup.items() if key in gone} - {NOWHERE}
        made = revising.struck(scenario, gone)
        fields = {
            name: getattr(made, name) for name in ("units", "setup", "arrivals", "deployments", "pools", "special")
        }
        named = [scenario.units[key].name for key in scenario.units if key in gone]
        self.setText(f"Delete {named[0]}" if len(named) == 1 else f"Delete {len(named)} units")
        return fields, Change("units", frozenset(hexes), keys=gone)

    def layers(self) -> frozenset[str]:
        return frozenset({"units"})
