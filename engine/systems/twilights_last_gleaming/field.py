"""What Twilight's Last Gleaming 2 binds once for a scenario: counters, ground, tables, exclusive rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.hexes.board.sight import SightLines
from engine.mechanics.hexes.hexfield import HexField
from engine.mechanics.hexes.zones import Zones
from engine.play.options import settled
from engine.scenario import Scenario
from engine.systems.twilights_last_gleaming.counters import TlgRoster
from engine.systems.twilights_last_gleaming.ground import Ground
from engine.systems.twilights_last_gleaming.options import OPTIONS
from engine.systems.twilights_last_gleaming.special import Special
from engine.systems.twilights_last_gleaming.state import TlgState
from engine.systems.twilights_last_gleaming.tables import Tables


class TlgField(HexField[TlgRoster, TlgState]):
    """All that this map and these counters give, worked out beforehand. Raises HexwrightError."""

    system = "tlg2"
    lets_choose = True

    def __init__(self, scenario: Scenario, options: Mapping[str, Any]) -> None:
        super().__init__(scenario, TlgRoster(scenario), settled(OPTIONS, options), "tlg2:2.8")
        self.strict = self.options["mandatory_attacks"] == "strict"
        tables = Tables.of(scenario.tables)
        self.crt = tables.combat_results.chart()
        self.day = tables.movement_allowances.day
        self.night = tables.movement_allowances.night
        self.building_shift = tables.combat_effects.feature["building"]
        special = Special.of(scenario)
        self.ground = Ground(self.map, tables, special.free_bridges)
        self.zones = Zones(self.roster, self.ground.control)
        """Zones of control stop at unbridged rivers (4.1, 4.2)."""
        self.lines = SightLines(self.grid)
        self.shut: dict[int, bool] = {}
        """Whether the ground blocks the lines of sight that were asked about, by the numbers of both hexes in one."""
        self.no_road_turns = tuple(special.roadless_turns(key) for key in self.roster.sides)
        self.steps = {
            (kind, roads): self.ground.steps(kind, roads)
            for kind in set(self.roster.kind) or {"infantry"}
            for roads in ((True, False) if any(self.no_road_turns) else (True,))
        }
        self.bayonet_shift = special.bayonet.shift if special.bayonet else 2 if self.roster.bayonet else 0
        self.edge_hexes = [h for h in self.grid.hexes if self.ground.edge[h]]

    def put(self, state: TlgState, unit: int, h: int) -> None:
        before = state.where[unit]
        super().put(state, unit, h)
        if state.contacts is not None and not self._has_no_contact(state, unit, before):
            state.contacts = None

    def _has_no_contact(self, state: TlgState, unit: int, before: int) -> bool:
        """Whether a unit that has gone from a hex to where it is now has no part in the contacts that are kept: it has
        attacked in this phase or was attacked, and no other unit is in either hex."""
        done = state.fought if self.roster.side[unit] == state.contacts[0] else state.struck
        at = state.where[unit]
        return bool(done >> unit & 1) and before not in state.stacks and (at < 0 or state.stacks[at] == 1 << unit)
