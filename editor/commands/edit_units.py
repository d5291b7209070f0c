"""Change several counters at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from editor.commands.base import ScenarioEdit
from editor.document.change import Change
from engine.board.grid import NOWHERE
from engine.errors import HexwrightError
from engine.scenario import Unit

if TYPE_CHECKING:
    from editor.document.document import Document


class EditUnits(ScenarioEdit):
    """Puts changed units in the place of those with the same keys; where they stand stays as it is."""

    def __init__(self, document: Document, changed: Iterable[Unit], what: str = "") -> None:
        """``what``: the value that is changed, for the name of the step."""
        scenario = document.require_scenario()
        self.changed = {unit.key: unit for unit in changed}
        units = {key: self.changed.get(key, unit) for key, unit in scenario.units.items()}
        grid = document.battle_map.grid
        hexes = {grid.find(scenario.setup[key]) for key in self.changed if key in scenario.setup} - {NOWHERE}
        count = len(self.changed)
        text = f"Edit {f'{what} of ' if what else ''}{count} unit{'s' if count != 1 else ''}"
        change = Change("units", frozenset(hexes), keys=frozenset(self.changed))
        super().__init__(document, text, {"units": units}, change)

    def layers(self) -> frozenset[str]:
        """Counters on the map look different then; those that are not there are on no layer."""
        return frozenset({"units"}) if self.change.hexes else frozenset()

    def is_empty(self) -> bool:
        """Whether every unit is the same in all its values."""
        now = self.document.require_scenario().units
        return all(
            key in now and now[key] == unit and dict(now[key].values) == dict(unit.values)
            for key, unit in self.changed.items()
        )

    def validate(self) -> None:
        """The units and their sides exist."""
        scenario = self.document.require_scenario()
        for key, unit in self.changed.items():
            if key not in scenario.units:
                raise HexwrightError(f"there is no unit {key!r} in this scenario")
            if unit.side not in scenario.sides:
                raise HexwrightError(f"there is no side {unit.side!r} in this scenario")
