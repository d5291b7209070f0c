"""Change several counters at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from editor.commands.base import ScenarioEdit
from editor.commands.change import Change, spots_of
from engine.boards.board import Board
from engine.errors import HexwrightError
from engine.scenario import Unit, revising
from engine.scenario.model import Scenario


class EditUnits(ScenarioEdit):
    """Puts changed units in the place of those with the same keys; where they stand stays as it is."""

    def __init__(self, changed: Iterable[Unit], what: str = "") -> None:
        """``what``: the value that is changed, for the name of the step."""
        self.changed = {unit.key: unit for unit in changed}
        count = len(self.changed)
        super().__init__(f"Edit {f'{what} of ' if what else ''}{count} unit{'s' if count != 1 else ''}")

    def plan(self, scenario: Scenario, board: Board) -> tuple[Mapping[str, Any], Change]:
        made = revising.changed(scenario, [unit for key, unit in self.changed.items() if key in scenario.units])
        fields: dict[str, Any] = {"units": made.units}
        if made.arrivals != scenario.arrivals:
            fields["arrivals"] = made.arrivals
        at = spots_of(board, (scenario.setup[key] for key in self.changed if key in scenario.setup))
        return fields, Change("units", at, keys=frozenset(self.changed))

    def layers(self) -> frozenset[str]:
        """Counters on the map look different then; those that are not there are on no layer."""
        return frozenset({"units"}) if self.change.hexes else frozenset()

    def is_empty(self) -> bool:
        """Whether every unit is the same in all its values."""
        now = self.models.require_scenario().units
        return all(
            key in now and now[key] == unit and dict(now[key].values) == dict(unit.values)
            for key, unit in self.changed.items()
        )

    def validate(self) -> None:
        """The units and their sides exist."""
        scenario = self.models.require_scenario()
        for key, unit in self.changed.items():
            if key not in scenario.units:
                raise HexwrightError(f"there is no unit {key!r} in this scenario")
            if unit.side not in scenario.sides:
                raise HexwrightError(f"there is no side {unit.side!r} in this scenario")
