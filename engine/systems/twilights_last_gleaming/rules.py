"""Twilight's Last Gleaming 2 bound to a scenario."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from engine.board.grid import NOWHERE
from engine.board.sight import SightLines
from engine.errors import HexwrightError, NameNotKnown
from engine.mechanics.bits import bits
from engine.mechanics.hexstate import DEAD, WAITING
from engine.mechanics.movement import reach
from engine.mechanics.tables import ResultTable, laid_over
from engine.play import Action, Outcome, Rules, Start, Step
from engine.scenario import Scenario
from engine.systems.twilights_last_gleaming import (
    battle,
    entering,
    knowledge,
    moving,
    notation,
    sequence,
    victory,
)
from engine.systems.twilights_last_gleaming.counters import Force
from engine.systems.twilights_last_gleaming.ground import Ground
from engine.systems.twilights_last_gleaming.moving import Breach
from engine.systems.twilights_last_gleaming.options import settled
from engine.systems.twilights_last_gleaming.state import TlgState

LONG_NAME = "twilights_last_gleaming"


class TlgRules(Rules[TlgState]):
    """The rules with everything precomputed that this map and these counters give."""

    system: ClassVar[str] = "tlg2"
    title: ClassVar[str] = "Twilight's Last Gleaming 2"
    phases: ClassVar[tuple[str, ...]] = (sequence.MOVEMENT, sequence.COMBAT)

    def __init__(self, scenario: Scenario, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(scenario, options)
        self.options = settled(self.options)
        self.strict = self.options["mandatory_attacks"] == "strict"
        tables = laid_over(LONG_NAME, scenario.tables)
        self.tables = tables
        self.crt = ResultTable.of(tables["combat_results"])
        self.day: dict[str, int] = tables["movement_allowances"]["day"]
        self.night: dict[str, int] = tables["movement_allowances"]["night"]
        self.building_shift = int(tables["combat_effects"]["feature"].get("building", 0))
        self.force = Force(scenario)
        self.ground = Ground(scenario.map, tables, scenario.special)
        self.lines = SightLines(scenario.map.grid)
        self.distance = scenario.map.grid.distance
        self.side_units = tuple(tuple(bits(mask)) for mask in self.force.of_side)
        self.steps = {
            (kind, roads): self.ground.steps(kind, roads)
            for kind in set(self.force.kind)
            for roads in ((True, False) if self._has_roadless_turns() else (True,))
        }
        self.no_road_turns = tuple(
            frozenset(int(turn) for turn in scenario.special.get(f"no_{key}_road_turns", ()))
            for key in self.force.sides
        )
        bayonet = scenario.special.get("bayonet") or {}
        self.bayonet_shift = int(bayonet.get("shift", 2 if self.force.bayonet else 0))
        self.edge_hexes = [h for h in scenario.map.grid.hexes if self.ground.edge[h]]
        self.objectives = self._objectives()
        self.objective_at: dict[int, list[int]] = {}
        for index, (_, h) in enumerate(self.objectives):
            self.objective_at.setdefault(h, []).append(index)
        self.arrival_turn: dict[int, int] = {}
        self.entry: dict[int, int] = {}
        for arrival in scenario.arrivals:
            for key in arrival.units:
                unit = self.unit(key)
                self.arrival_turn[unit] = arrival.turn
                self.entry[unit] = scenario.map.grid.parse(arrival.entry[0])
        self.arriving = tuple(
            tuple(u for u in units if u in self.arrival_turn) for units in self.side_units
        )
        self.setup = {self.unit(key): scenario.map.grid.parse(name) for key, name in scenario.setup.items()}

    def _has_roadless_turns(self) -> bool:
        return any(str(key).endswith("_road_turns") for key in self.scenario.special)

    def _objectives(self) -> list[tuple[int, int]]:
        """(line of the victory conditions, hex) for every hex that counts."""
        found = []
        grid = self.scenario.map.grid
        for index, line in enumerate(self.scenario.victory.scoring):
            if line.kind != "hold":
                continue
            found += [(index, grid.parse(name)) for name in line.hexes]
            region = self.scenario.map.regions.get(line.region)
            found += [(index, h) for h in sorted(region.hexes)] if region else []
        return found

    # -- names ------------------------------------------------------------------------------------------------

    def unit(self, key: str) -> int:
        """The number of a unit; raises NameNotKnown."""
        number = self.force.number.get(key.strip().lower())
        if number is None:
            raise NameNotKnown(f"there is no unit {key!r}{self.near_unit(key)}")
        return number

    def near_unit(self, key: str) -> str:
        """A ``; did you mean ...?`` for a unit that does not exist."""
        near = difflib.get_close_matches(key.lower(), list(self.force.number), 1)
        return f"; did you mean {near[0]}?" if near else ""

    def text(self, action: Action) -> str:
        return notation.text_of(self, action)

    def parse(self, text: str, state: TlgState) -> Action:
        return notation.parse(self, state, text)

    # -- the beginning ----------------------------------------------------------------------------------------

    def load(self, data: dict[str, Any]) -> TlgState:
        state = TlgState(len(self.force.units), len(self.objectives))
        state.load(data)
        return state

    def initial(self, start: Start | None, step: Step) -> TlgState:
        state = TlgState(len(self.force.units), len(self.objectives))
        state.steps = list(self.force.steps)
        for index, (line, _) in enumerate(self.objectives):
            initial = self.scenario.victory.scoring[line].initial
            state.holders[index] = self.force.sides.index(initial) if initial in self.force.sides else -1
        if not (start and start.only):
            for unit, h in self.setup.items():
                self.put(state, unit, h)
        if start is None:
            state.push(sequence.GameTurn())
        else:
            self._begin_at(state, start)
        self.settle(state, step)
        return state

    def _begin_at(self, state: TlgState, start: Start) -> None:
        state.turn = start.turn
        for key, how in start.units.items():
            self._begin_unit(state, self.unit(key), how)
        # Who has neither a place nor an arrival still to come is out of this position.
        for unit, h in enumerate(state.where):
            if h == WAITING and unit not in self.arrival_turn:
                state.where[unit], state.steps[unit] = DEAD, 0
        side = self.force.sides.index(start.side) if start.side in self.force.sides else 0
        if start.side and start.side not in self.force.sides:
            raise HexwrightError(f"there is no side {start.side!r}; there are {', '.join(self.force.sides)}")
        phase = start.phase.strip().lower().removesuffix(" phase") or sequence.MOVEMENT
        if phase not in self.phases:
            raise HexwrightError(f"there is no phase {start.phase!r}; there are {', '.join(self.phases)}")
        state.push(sequence.GameTurn(side + 1))
        if phase == sequence.COMBAT:
            state.push(sequence.PlayerTurn(side, 2))
            sequence.begin_combat(self, state, side)
        else:
            state.push(sequence.PlayerTurn(side, 1))
            state.push(sequence.MovementPhase(side))

    def _begin_unit(self, state: TlgState, unit: int, how: Any) -> None:
        given = how if isinstance(how, Mapping) else {"at": how}
        at, steps = given.get("at"), given.get("steps", self.force.steps[unit])
        if not isinstance(steps, int) or not 0 <= steps <= self.force.steps[unit]:
            raise HexwrightError(f"{self.force.keys[unit]} has {self.force.steps[unit]} steps, not {steps}")
        if given.get("dead") or steps == 0:
            self.put(state, unit, DEAD)
            state.steps[unit] = 0
            return
        self.put(state, unit, WAITING if at in (None, "", "off") else self.ground.grid.parse(str(at)))
        state.steps[unit] = steps

    # -- the game ---------------------------------------------------------------------------------------------

    def put(self, state: TlgState, unit: int, h: int) -> None:
        """Move a unit to a hex or off the map, and let everything that depends on it know."""
        state.place(unit, h)
        side = self.force.side[unit]
        state.zones[side] = None
        state.contacts = None
        for index in self.objective_at.get(h, ()):
            state.holders[index] = side

    def outcome(self, state: TlgState) -> Outcome | None:
        return victory.outcome(self, state) if state.ended else None

    def elsewhere(self, state: TlgState, action: Action, side: int) -> Iterator[Breach]:
        """What an action would break besides coming at the wrong time."""
        verb, args = action
        if verb == "move":
            yield from moving.breaches(self, state, args[0], args[1:], side)
        elif verb == "enter":
            yield from entering.breaches(self, state, args[0], args[1:], side)
        elif verb == "attack":
            yield from battle.breaches(self, state, side, args[0], args[1], args[2], whole=bool(args[1]))

    def way_cost(self, state: TlgState, unit: int, way: tuple[int, ...]) -> int:
        """Half movement points of a way from where a unit stands; never more than its movement factor (4.8)."""
        kind, roads = self.force.kind[unit], moving.roads_open(self, state, unit)
        at, spent = state.where[unit], 0
        for h in way:
            spent += self.ground.step_cost(at, h, kind, roads)
            at = h
        return min(spent, moving.allowance(self, state, unit))

    def routed(self, state: TlgState, unit: int, way: list[int]) -> tuple[int, ...]:
        """A way given by some of its hexes, made whole: the cheapest legal way where there is one."""
        at = state.where[unit]
        if at < 0 or not way or NOWHERE in way:
            return tuple(way)
        if len(way) == 1 and self.distance(at, way[0]) > 1:
            found = moving.reach_of(self, state, unit)
            if way[0] in found.cost:
                return found.path(way[0])
        whole: list[int] = []
        for h in way:
            whole += self._between(unit, at, h)
            at = h
        return tuple(whole)

    def routed_entry(self, state: TlgState, unit: int, way: list[int]) -> tuple[int, ...]:
        """An entry given by entry hex and goal, made whole."""
        if NOWHERE in way:
            return tuple(way)
        if len(way) == 2 and self.distance(way[0], way[1]) > 1 and unit in self.entry:
            found = entering.reach_from(self, state, unit, way[0])
            if way[1] in found.cost:
                return (way[0], *found.path(way[1]))
        whole = [way[0]]
        for h in way[1:]:
            whole += self._between(unit, whole[-1], h)
        return tuple(whole)

    def _between(self, unit: int, a: int, b: int) -> list[int]:
        if self.distance(a, b) <= 1:
            return [b]
        found = reach(a, self.steps[self.force.kind[unit], True], 10**6)
        return list(found.path(b)) if b in found.cost else [b]

    # -- what one may know ------------------------------------------------------------------------------------

    def units(self, state: TlgState) -> dict[str, dict[str, Any]]:
        return knowledge.units(self, state)

    def status(self, state: TlgState) -> dict[str, Any]:
        return knowledge.status(self, state)

    def reach(self, state: TlgState, unit: str) -> dict[str, Any]:
        """Where a unit can move, with costs; see `knowledge.reach`."""
        return knowledge.reach(self, state, unit)

    def zoc(self, state: TlgState, side: str) -> dict[str, Any]:
        """The zone of control of a side; see `knowledge.zoc`."""
        return knowledge.zoc(self, state, side)

    def sight(self, state: TlgState, a: str, b: str) -> dict[str, Any]:
        """The line of sight between two hexes; see `knowledge.sight`."""
        return knowledge.sight(self, state, a, b)

    def sights(self, state: TlgState, a: str) -> dict[str, dict[str, Any]]:
        """The lines of sight from a hex to every other; see `knowledge.sights`."""
        return knowledge.sights(self, state, a)

    def retreats(self, state: TlgState, unit: str) -> dict[str, Any]:
        """Where a unit could retreat to; see `knowledge.retreats`."""
        return knowledge.retreats(self, state, unit)

    def odds(self, state: TlgState, target: str, units: list[str]) -> dict[str, Any]:
        """The odds of an attack with every shift; see `knowledge.odds`."""
        return knowledge.odds(self, state, target, units)

    def defects(self, state: TlgState) -> list[str]:
        return knowledge.defects(self, state)
