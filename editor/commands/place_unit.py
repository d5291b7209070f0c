"""Put a unit into a hex of the set-up, or take it off the map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from editor.commands.base import ScenarioEdit
from editor.commands.change import Change, spots_of
from engine.boards.board import Board, Spot
from engine.errors import HexwrightError
from engine.hexes.board.grid import NOWHERE
from engine.scenario.model import Scenario, Unit
from engine.scenario.revising import not_coming


class PlaceUnit(ScenarioEdit):
    """Sets units up in a place; with None, or NOWHERE of a map of hexes, takes them off the map.

    A unit that was to come as a reinforcement leaves its group: it cannot be in two places.
    """

    def __init__(self, units: str | Iterable[str], spot: Spot | None) -> None:
        """``units``: a unit's key, or several."""
        super().__init__()
        self.units = (units,) if isinstance(units, str) else tuple(units)
        self.spot = None if spot == NOWHERE else spot

    def plan(self, scenario: Scenario, board: Board) -> tuple[Mapping[str, Any], Change]:
        name = self._name_on(board)
        setup = {key: at for key, at in scenario.setup.items() if key not in self.units}
        changed = spots_of(board, [*(scenario.setup.get(key, "") for key in self.units), name])
        fields: dict[str, object] = {"setup": setup}
        if name:
            setup.update(dict.fromkeys(self.units, name))
            arrivals = not_coming(scenario.arrivals, self.units)
            if arrivals != scenario.arrivals:
                fields["arrivals"] = arrivals
        what = "scenario" if "arrivals" in fields else "setup"
        change = Change(what, changed, keys=frozenset(self.units))
        self.setText(self._title(scenario.units, name))
        return fields, change

    def _name_on(self, board: Board) -> str:
        """What the place is called; empty where it is not on the map."""
        try:
            name = board.spell(self.spot) if self.spot is not None else ""
        except (IndexError, KeyError):
            return ""
        return name if board.find(name) is not None else ""

    def _title(self, units: Mapping[str, Unit], name: str) -> str:
        known = [units[key].name for key in self.units if key in units]
        who = known[0] if len(known) == 1 else f"{len(self.units)} units"
        return f"Place {who} in {name}" if name else f"Take {who} off the map"

    def layers(self) -> frozenset[str]:
        return frozenset({"units"})

    def validate(self) -> None:
        """The units exist and the place is on the map."""
        scenario = self.models.require_scenario()
        for key in self.units:
            if key not in scenario.units:
                raise HexwrightError(f"there is no unit {key!r} in this scenario")
        if self.spot is not None and not self._name_on(self.models.board):
            raise HexwrightError("a unit can only be placed on the map")
