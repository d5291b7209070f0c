"""Reinforcements: put units into the group of a turn, name its entry hexes, take units out again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from editor.commands.base import ScenarioEdit
from editor.commands.change import Change, spots_of
from engine.boards.board import Board
from engine.errors import HexwrightError
from engine.scenario import Arrival
from engine.scenario.model import Scenario
from engine.scenario.revising import joined, without_units


class SetArrival(ScenarioEdit):
    """Lets units of one side enter on a turn; they leave the map and any other group.

    They join the side's group of that turn (``group`` says which, where there are several), or begin one.
    """

    def __init__(
        self,
        units: str | Iterable[str],
        turn: int,
        *,
        group: Arrival | None = None,
    ) -> None:
        super().__init__()
        self.units = (units,) if isinstance(units, str) else tuple(units)
        self.turn, self.group = turn, group

    def plan(self, scenario: Scenario, board: Board) -> tuple[Mapping[str, Any], Change]:
        arrivals = scenario.arrivals
        for side in dict.fromkeys(scenario.units[key].side for key in self.units if key in scenario.units):
            mine = [key for key in self.units if key in scenario.units and scenario.units[key].side == side]
            arrivals = joined(arrivals, mine, self.turn, side, self.group)
        setup = {key: at for key, at in scenario.setup.items() if key not in self.units}
        left = spots_of(board, (scenario.setup[key] for key in self.units if key in scenario.setup))
        change = Change("arrivals" if not left else "scenario", left, keys=frozenset(self.units))
        who = scenario.units[self.units[0]].name if len(self.units) == 1 and self.units[0] in scenario.units else ""
        self.setText(f"Let {who or f'{len(self.units)} units'} enter on turn {self.turn}")
        return {"arrivals": arrivals, "setup": setup}, change

    def layers(self) -> frozenset[str]:
        """Units that were set up leave the map."""
        return frozenset({"units"}) if self.new["setup"] != self.old["setup"] else frozenset()

    def validate(self) -> None:
        """The units exist and the turn is one of the game's."""
        scenario = self.models.require_scenario()
        for key in self.units:
            if key not in scenario.units:
                raise HexwrightError(f"there is no unit {key!r} in this scenario")
        if not 1 <= self.turn <= scenario.turns.count:
            raise HexwrightError(f"there is no turn {self.turn}: the game has {scenario.turns.count} turns")


class CancelArrival(ScenarioEdit):
    """Takes units out of their groups; they are then neither on the map nor on the track."""

    def __init__(self, units: Iterable[str]) -> None:
        super().__init__("Remove from the reinforcement track")
        self.gone = frozenset(units)

    def plan(self, scenario: Scenario, board: Board) -> tuple[Mapping[str, Any], Change]:
        return {"arrivals": without_units(scenario.arrivals, self.gone)}, Change("arrivals", keys=self.gone)
