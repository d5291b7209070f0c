"""What is bound once for a battle of units in hexes: the roster, the grid, arrivals, what is scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, ClassVar, Generic, TypeVar

from engine.board.grid import NOWHERE
from engine.errors import HexwrightError
from engine.mechanics.hexstate import HexState
from engine.mechanics.movement import Steps, reach
from engine.mechanics.roster import Roster
from engine.mechanics.victory import Scorekeeper
from engine.mechanics.ways import Legs, plain
from engine.mechanics.zones import Zones
from engine.scenario import Scenario

R = TypeVar("R", bound=Roster[Any])
H = TypeVar("H", bound=HexState)

_ENDLESS = 10**6


class HexField(Generic[R, H]):
    """What never changes during play. Frames and chapters are handed it; subclasses add what their system needs.

    ``victory_rule`` is the paragraph that leaves victory to the battle. Raises HexwrightError for names in the
    set-up or among the arrivals that lead nowhere.
    """

    system: ClassVar[str]
    """The short name of the system, which its paragraphs are cited with."""
    zones: Zones

    def __init__(self, scenario: Scenario, roster: R, options: Mapping[str, Any], victory_rule: str) -> None:
        self.scenario = scenario
        self.roster = roster
        self.options = dict(options)
        self.grid = scenario.map.grid
        self.distance = self.grid.distance
        self.scores = Scorekeeper(scenario, roster, victory_rule)
        self.arrival_turn: dict[int, int] = {}
        self.entries: dict[int, tuple[int, ...]] = {}
        """The entry hexes of each reinforcement, in the order of the scenario."""
        for arrival in scenario.arrivals:
            hexes = tuple(h for name in arrival.entry for h in self._entry_area(name))
            if not hexes:
                raise HexwrightError(f"the reinforcements of turn {arrival.turn} have no entry hex")
            for key in arrival.units:
                self.arrival_turn[roster.find(key)] = arrival.turn
                self.entries[roster.find(key)] = hexes
        self.arriving = tuple(tuple(u for u in units if u in self.arrival_turn) for units in roster.side_units)
        """For each side its reinforcements."""
        self.setup = {roster.find(key): self.grid.parse(name) for key, name in scenario.setup.items()}

    def _entry_area(self, name: str) -> tuple[int, ...]:
        region = self.scenario.map.regions.get(name)
        return tuple(sorted(region.hexes)) if region else (self.grid.parse(name),)

    def cite(self, rule: str) -> str:
        """A paragraph with its system: ``6.12`` is ``tlg2:6.12``."""
        return f"{self.system}:{rule}"

    def put(self, state: H, unit: int, h: int) -> None:
        """Move a unit to a hex or off the map, and let everything that depends on it know."""
        state.place(unit, h)
        side = self.roster.side[unit]
        state.zones[side] = None
        self.scores.entered(state, side, h)

    # -- ways given in part -----------------------------------------------------------------------------------

    def whole_way(self, start: int, given: list[int], steps: Steps, legal: Callable[[], Legs | None]) -> Legs:
        """A way given by some of its hexes, made whole: as ``legal`` finds it, else by terrain alone.

        A hex twice in a row is no way, and is left for the rules to refuse.
        """
        if start < 0 or not given or NOWHERE in given:
            return plain(given)
        stands = any(a == b for a, b in pairwise([start, *given]))
        return (None if stands else legal()) or self.by_terrain(start, given, steps)

    def spelled_out(self, start: int, way: list[int]) -> bool:
        """Whether a way begins with ``start``, where its unit stands, and goes on from neighbour to neighbour."""
        return len(way) > 1 and way[0] == start and all(self.distance(a, b) == 1 for a, b in pairwise(way))

    def by_terrain(self, start: int, given: list[int], steps: Steps) -> Legs:
        """A way through given hexes: the cheapest over open ground where two are not adjacent."""
        legs = []
        at = start
        for h in given:
            found = reach(at, steps, _ENDLESS) if self.distance(at, h) > 1 else None
            legs.append(found.path(h) if found and h in found.cost else (h,))
            at = h
        return tuple(legs)
