"""Move units of the set-up together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from editor.commands.base import ScenarioEdit
from editor.commands.change import Change, spots_of
from engine.boards.board import Board, Spot
from engine.errors import HexwrightError
from engine.scenario.model import Scenario


class MoveUnits(ScenarioEdit):
    """Sets units that are on the map already up in other places, each in its own."""

    def __init__(self, places: Mapping[str, Spot]) -> None:
        """``places``: the new place of each unit, by its key."""
        self.places = dict(places)
        super().__init__(f"Move {len(self.places)} units")

    def plan(self, scenario: Scenario, board: Board) -> tuple[Mapping[str, Any], Change]:
        setup = dict(scenario.setup)
        names = {key: board.spell(spot) for key, spot in self.places.items()}
        there = spots_of(board, [*(setup.get(key, "") for key in names), *names.values()])
        setup.update({key: name for key, name in names.items() if key in setup and board.find(name) is not None})
        return {"setup": setup}, Change("setup", there, keys=frozenset(self.places))

    def layers(self) -> frozenset[str]:
        return frozenset({"units"})

    def validate(self) -> None:
        """The units are on the map and stay on it."""
        scenario, board = self.models.require_scenario(), self.models.board
        for key, spot in self.places.items():
            if key not in scenario.setup:
                raise HexwrightError(f"the unit {key!r} is not on the map")
            if board.find(board.spell(spot)) is None:
                unit = scenario.units.get(key)
                raise HexwrightError(f"{unit.name if unit else key} would leave the map")
