"""Strike units from the order of battle, the set-up and the reinforcements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from editor.commands.base import ScenarioEdit
from editor.commands.change import Change, spots_of
from engine.boards.board import Board
from engine.scenario import revising
from engine.scenario.model import Scenario


class RemoveUnit(ScenarioEdit):
    """Removes units altogether; undo brings them back where they were."""

    def __init__(self, units: str | Iterable[str]) -> None:
        super().__init__()
        self.gone = frozenset({units} if isinstance(units, str) else units)

    def plan(self, scenario: Scenario, board: Board) -> tuple[Mapping[str, Any], Change]:
        gone = self.gone
        at = spots_of(board, (at for key, at in scenario.setup.items() if key in gone))
        made = revising.struck(scenario, gone)
        fields = {
            name: getattr(made, name) for name in ("units", "setup", "arrivals", "deployments", "pools", "special")
        }
        named = [scenario.units[key].name for key in scenario.units if key in gone]
        self.setText(f"Delete {named[0]}" if len(named) == 1 else f"Delete {len(named)} units")
        return fields, Change("units", at, keys=gone)

    def layers(self) -> frozenset[str]:
        return frozenset({"units"})
