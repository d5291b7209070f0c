"""What Twilight's Last Gleaming 2 binds once for a scenario: counters, ground, tables, exclusive rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.board.sight import SightLines
from engine.mechanics.hexfield import HexField
from engine.mechanics.tables import ResultTable, laid_over
from engine.play.options import settled
from engine.scenario import Scenario
from engine.systems.twilights_last_gleaming.counters import TlgRoster
from engine.systems.twilights_last_gleaming.ground import Ground
from engine.systems.twilights_last_gleaming.options import OPTIONS
from engine.systems.twilights_last_gleaming.state import TlgState

LONG_NAME: Final = "twilights_last_gleaming"


class TlgField(HexField[TlgRoster, TlgState]):
    """All that this map and these counters give, worked out beforehand. Raises HexwrightError."""

    def __init__(self, scenario: Scenario, options: Mapping[str, Any]) -> None:
        super().__init__(scenario, TlgRoster(scenario), settled(OPTIONS, options), "tlg2:2.8")
        self.strict = self.options["mandatory_attacks"] == "strict"
        tables = laid_over(LONG_NAME, scenario.tables)
        self.crt = ResultTable.of(tables["combat_results"])
        self.day: dict[str, int] = tables["movement_allowances"]["day"]
        self.night: dict[str, int] = tables["movement_allowances"]["night"]
        self.building_shift = int(tables["combat_effects"]["feature"].get("building", 0))
        self.ground = Ground(scenario.map, tables, scenario.special)
        self.lines = SightLines(scenario.map.grid)
        roadless = any(str(key).endswith("_road_turns") for key in scenario.special)
        self.steps = {
            (kind, roads): self.ground.steps(kind, roads)
            for kind in set(self.roster.kind)
            for roads in ((True, False) if roadless else (True,))
        }
        self.no_road_turns = tuple(
            frozenset(int(turn) for turn in scenario.special.get(f"no_{key}_road_turns", ()))
            for key in self.roster.sides
        )
        bayonet = scenario.special.get("bayonet") or {}
        self.bayonet_shift = int(bayonet.get("shift", 2 if self.roster.bayonet else 0))
        self.edge_hexes = [h for h in scenario.map.grid.hexes if self.ground.edge[h]]

    def put(self, state: TlgState, unit: int, h: int) -> None:
        super().put(state, unit, h)
        state.contacts = None
