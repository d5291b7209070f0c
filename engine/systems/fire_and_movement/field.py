"""What Fire & Movement binds once for a scenario: counters, ground, tables, support fire, exclusive rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.hexes.hexfield import HexField
from engine.mechanics.hexes.movement import Closed
from engine.mechanics.hexes.zones import Zones
from engine.play.options import settled
from engine.scenario import Scenario
from engine.systems.fire_and_movement.counters import FmRoster
from engine.systems.fire_and_movement.ground import LEG, MOBILE, Ground
from engine.systems.fire_and_movement.markers import SupportPools
from engine.systems.fire_and_movement.options import OPTIONS
from engine.systems.fire_and_movement.special import SEA, Special
from engine.systems.fire_and_movement.state import FmState
from engine.systems.fire_and_movement.tables import Tables


class FmField(HexField[FmRoster, FmState]):
    """All that this map and these counters give, worked out beforehand. Raises HexwrightError."""

    system = "fm"
    lets_choose = True

    def __init__(self, scenario: Scenario, options: Mapping[str, Any]) -> None:
        super().__init__(scenario, FmRoster(scenario), settled(OPTIONS, options), "fm:4.1")
        self.draws_each_turn = self.options["support_draw"] == "each_turn"
        tables = Tables.of(scenario.tables)
        results = tables.combat_results
        self.crt = results.chart()
        self.lines = results.lines
        self.ladder = results.rungs
        """The least differential of each rung."""
        special = Special.of(scenario)
        self.ground = Ground(self.map, tables, special.no_zoc_into)
        self.zones = Zones(self.roster, self.ground.near, self.roster.no_zoc, self.ground.no_zone_into)
        """Zones of control extend into every terrain and across every hexside (6.0)."""
        self.steps = {kind: self.ground.steps(kind) for kind in (LEG, MOBILE)}
        areas = {name: region.hexes for name, region in self.map.regions.items()}
        areas[SEA] = frozenset(h for h in self.grid.hexes if self.ground.sea[h])
        self.support = SupportPools(special.support_fire, self.roster.sides, self.distance, areas)
        self.armour_shift = self.roster.player(special.armour_shift) if special.armour_shift else NOWHERE
        """The side whose attacks shift one column left without an armoured brigade (note to the results table)."""
        edges = special.friendly_edge or {}
        self.edge_distance = [self._edge_distance(edges.get(side, "")) for side in self.roster.sides]
        """For each side the hexes from every hex to its map edge or supply source; None where there is none (8.3)."""
        self._held: list[tuple[bytearray, Closed] | None] = [None, None]
        """For each side the zone of control that was asked about last, and the hexes where its units stood."""

    def held(self, state: FmState, side: int) -> Closed:
        """The hexes where the units of a side stand: the same as long as its zone of control is."""
        zone, known = self.zones.of(state, side), self._held[side]
        if known is None or known[0] is not zone:
            known = self._held[side] = zone, Closed(state.where[u] for u in self.roster.side_units[side])
        return known[1]

    def _edge_distance(self, edge: str) -> list[int] | None:
        if not edge:
            return None
        grid = self.grid
        region = self.map.regions.get(edge)
        tests = {
            "N": lambda column, row: row == 0,
            "S": lambda column, row: row == grid.rows - 1,
            "W": lambda column, row: column == 0,
            "E": lambda column, row: column == grid.columns - 1,
        }
        if region is not None:
            goals = sorted(region.hexes)
        else:
            goals = [h for h in grid.hexes if tests[edge.upper()](*grid.offset(h))]
        return [min((grid.distance(h, goal) for goal in goals), default=0) for h in range(grid.size)]
