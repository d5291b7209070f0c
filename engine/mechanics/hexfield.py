"""What is bound once for a battle of units in hexes: the roster, the grid, arrivals, what is scored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.errors import HexwrightError
from engine.mechanics.groups import FREE, groups_of
from engine.mechanics.hexboard import H, HexBoard, R
from engine.mechanics.victory import Scorekeeper
from engine.scenario import Scenario
from engine.scenario.model import ENTER


class HexField(HexBoard[R, H]):
    """What never changes during play. Frames and chapters are handed it; subclasses add what their system needs.

    ``victory_rule`` is the paragraph that leaves victory to the battle. Raises HexwrightError for names in the
    set-up or among the arrivals that lead nowhere.
    """

    arrives: ClassVar[tuple[str, ...]] = (ENTER,)
    """How reinforcements may come (`Arrival.how`)."""

    def __init__(self, scenario: Scenario, roster: R, options: Mapping[str, Any], victory_rule: str) -> None:
        super().__init__(scenario, roster, options)
        self.scores = Scorekeeper(scenario, roster, victory_rule)
        self.arrival_turn: dict[int, int] = {}
        self.entries: dict[int, tuple[int, ...]] = {}
        """The entry hexes of each reinforcement, in the order of the scenario."""
        for arrival in scenario.arrivals:
            if arrival.how not in self.arrives:
                raise HexwrightError(f"these rules know no reinforcements that {arrival.how}: they enter the map")
            hexes = self.hexes_of(arrival.entry)
            if not hexes:
                raise HexwrightError(f"the reinforcements of turn {arrival.turn} have no entry hex")
            for key in arrival.units:
                self.arrival_turn[roster.find(key)] = arrival.turn
                self.entries[roster.find(key)] = hexes
        self.arriving = tuple(tuple(u for u in units if u in self.arrival_turn) for units in roster.side_units)
        """For each side its reinforcements."""
        self.pooled = tuple(roster.find(key) for pool in scenario.pools.values() for key in pool.units)
        """The units that lie in pools at the start."""
        self.groups = groups_of(self)
        """The groups that the players set up themselves, in order."""
        free = {u for group in self.groups for u in group.units} if self.options.get("set_up") == FREE else set()
        setup = {roster.find(key): self.grid.parse(name) for key, name in scenario.setup.items()}
        self.setup = {unit: h for unit, h in setup.items() if unit not in free}
        """Where units stand at the start, those left out that their owners set up."""

    def put(self, state: H, unit: int, h: int) -> None:
        super().put(state, unit, h)
        self.scores.entered(state, self.roster.side[unit], h)
