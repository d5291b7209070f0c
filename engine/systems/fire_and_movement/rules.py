"""Fire & Movement bound to a scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, ClassVar, Final

from engine.board.grid import NOWHERE
from engine.mechanics.hexrules import HexRules
from engine.mechanics.procedure import Breach
from engine.mechanics.tables import ResultTable
from engine.mechanics.ways import Legs, parted, plain
from engine.play import Action, Start, Step
from engine.play.options import settled
from engine.scenario import Scenario
from engine.systems.fire_and_movement import (
    assault,
    knowledge,
    moving,
    notation,
    retreat,
    secrecy,
    sequence,
    support,
)
from engine.systems.fire_and_movement.aftermath import Retreats, StiffResistance
from engine.systems.fire_and_movement.counters import FmForce
from engine.systems.fire_and_movement.ground import LEG, MOBILE, Ground
from engine.systems.fire_and_movement.options import OPTIONS
from engine.systems.fire_and_movement.special import SEA, Special
from engine.systems.fire_and_movement.state import FmState
from engine.systems.fire_and_movement.tables import Tables

_PLACES: Final = {
    "move": "5.2",
    "enter": "3.0",
    "bombard": "8.1",
    "attack": "8.2",
    "with": "8.2.1",
    "fight": "8.2.1",
    "support": "8.2.1",
    "pass": "8.2.1",
    "reduce": "8.2.4",
    "retreat": "8.3",
    "stay": "8.3.1",
    "displace": "8.3.1",
    "stand": "8.4",
    "fall back": "8.4",
    "advance": "8.5",
    "hold": "8.5",
}
"""The paragraph that gives each action its time; out of that time it is broken."""


class FmRules(HexRules[FmState]):
    """The rules with everything precomputed that this map and these counters give."""

    system: ClassVar[str] = "fm"
    phases: ClassVar[tuple[str, ...]] = sequence.PHASES
    order_rules: ClassVar[tuple[str, ...]] = ("fm:4.1",)
    victory_rule: ClassVar[str] = "fm:4.1"
    secrets: ClassVar[bool] = True
    force: FmForce

    def __init__(self, scenario: Scenario, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(scenario, FmForce(scenario), options)
        self.options = settled(OPTIONS, self.options)
        self.draws_each_turn = self.options["support_draw"] == "each_turn"
        self.tables = Tables.of(scenario.tables)
        results = self.tables.combat_results
        self.crt = ResultTable.of(results)
        self.lines = results.lines
        self.ladder = results.rungs
        """The least differential of each rung."""
        special = Special.of(scenario)
        self.ground = Ground(scenario.map, self.tables, special.no_zoc_into)
        self.steps = {kind: self.ground.steps(kind) for kind in (LEG, MOBILE)}
        areas = {name: region.hexes for name, region in scenario.map.regions.items()}
        areas[SEA] = frozenset(h for h in self.grid.hexes if self.ground.sea[h])
        self.support = support.SupportFire(special.support_fire, self.force.sides, self.distance, areas)
        self.armour_shift = self.force.player(special.armour_shift) if special.armour_shift else NOWHERE
        """The side whose attacks shift one column left without an armoured brigade (note to the results table)."""
        edges = special.friendly_edge or {}
        self.edge_distance = [self._edge_distance(edges.get(side, "")) for side in self.force.sides]
        """For each side the hexes from every hex to its map edge or supply source; None where there is none (8.3)."""

    def _edge_distance(self, edge: str) -> list[int] | None:
        if not edge:
            return None
        grid = self.grid
        region = self.scenario.map.regions.get(edge)
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

    # -- the game ---------------------------------------------------------------------------------------------

    def blank(self) -> FmState:
        return FmState(len(self.force.units))

    def begin(self, state: FmState, start: Start | None, step: Step) -> None:
        if start is None:
            state.push(sequence.GameTurn())
            return
        side, phase = self.started(start)
        state.push(sequence.GameTurn(side + 1))
        support.begin_turn(self, state, step)
        state.push(sequence.PlayerTurn(side, sequence.PHASES.index(phase) + 1))
        sequence.begin_phase(self, state, side, phase, step)

    def active_side(self, state: FmState) -> int:
        """The side whose player turn it is."""
        return next(frame.side for frame in state.stack if isinstance(frame, sequence.PlayerTurn))

    def phase(self, state: FmState) -> tuple[str, str]:
        for frame in state.stack:
            if isinstance(frame, sequence.PlayerTurn) and frame.phase:
                return self.force.sides[frame.side], sequence.PHASES[frame.phase - 1]
        return "", ""

    def text(self, action: Action) -> str:
        return notation.text_of(self, action)

    def parse(self, text: str, state: FmState) -> Action:
        return notation.parse(self, state, text)

    def elsewhere(self, state: FmState, action: Action) -> Iterator[Breach]:
        """What an action would break besides coming at the wrong time."""
        verb, args = action
        side = self.active_side(state)
        if verb in _PLACES:
            yield _PLACES[verb], "nothing of that kind is asked now"
        if verb == "move":
            yield from moving.breaches(self, state, args[0], args[1:], side, False)
        elif verb == "enter":
            yield from moving.entry_breaches(self, state, args[0], args[1:], side)
        elif verb == "attack":
            yield from sequence.attack_breaches(self, state, side, args[0], args[1], False)
        elif verb == "bombard":
            yield from assault.target_breaches(self, state, side, args[0])
        elif verb == notation.SEVERAL:
            yield from assault.one_hex("8.1" if args[0] == "bombard" else "8.2")

    def routed(self, state: FmState, unit: int, given: list[int]) -> Legs:
        """A way given by some of its hexes, made whole: the cheapest legal way through them where there is one."""
        at, steps = state.where[unit], self.steps[moving.kind_of(self, unit)]
        return self.whole_way(at, given, steps, lambda: moving.legal_way(self, state, unit, at, given))

    def routed_entry(self, state: FmState, unit: int, entry: int, given: list[int]) -> Legs:
        """The way of an entry behind its entry hex, made whole."""
        steps = self.steps[moving.kind_of(self, unit)]
        return self.whole_way(entry, given, steps, lambda: moving.legal_entry(self, state, unit, entry, given))

    def retreat_path(self, state: FmState, unit: int, given: list[int]) -> Legs:
        """A retreat given by some of its hexes, made whole: by a legal path where there is one."""
        top, start = state.top, state.where[unit]
        if not isinstance(top, Retreats | StiffResistance) or not top.units >> unit & 1 or NOWHERE in given:
            return plain(given)
        legal = [item.path for item in retreat.retreats(self, state, unit, top.length, top.shelled)]
        far = self.distance(start, given[-1])
        possible = retreat.walks(self, state, unit, far, through=True) if far <= top.length else []
        found = next((legs for path in (*legal, *possible) if (legs := parted(path, given))), None)
        return found or self.by_terrain(start, given, self.steps[moving.kind_of(self, unit)])

    # -- what one may know ------------------------------------------------------------------------------------

    def view(self, state: FmState, side: str) -> dict[str, Any]:
        return secrecy.view(self, state, side)

    def redeal(self, state: FmState, side: str, random: Random) -> FmState:
        return secrecy.redeal(self, state, side, random)

    def told(self, action: Action, actor: str, side: str) -> str:
        """The strength of a marker out of the hand is its owner's secret until both sides have placed (8.2.1)."""
        return self.text(Action("support") if action.verb == "support" and actor != side else action)

    def units(self, state: FmState) -> dict[str, dict[str, Any]]:
        return knowledge.with_factors(self, state, super().units(state))

    def status(self, state: FmState) -> dict[str, Any]:
        return {**super().status(state), "support": dict(zip(self.force.sides, state.left, strict=True))}

    def reach(self, state: FmState, unit: str) -> dict[str, Any]:
        """Where a unit can move, with costs; see `knowledge.reach`."""
        return knowledge.reach(self, state, unit)

    def zoc(self, state: FmState, side: str) -> dict[str, Any]:
        """The zone of control of a side; see `knowledge.zoc`."""
        return knowledge.zoc(self, state, side)

    def retreats(self, state: FmState, unit: str, length: int = 2) -> dict[str, Any]:
        """Where a unit could retreat to; see `knowledge.retreats`."""
        return knowledge.retreats(self, state, unit, length)

    def odds(self, state: FmState, target: str, units: list[str]) -> dict[str, Any]:
        """The differential of an attack; see `knowledge.odds`."""
        return knowledge.odds(self, state, target, units)

    def defects(self, state: FmState) -> list[str]:
        return [*super().defects(state), *knowledge.defects(self, state)]
