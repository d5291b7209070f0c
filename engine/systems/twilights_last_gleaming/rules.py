"""Twilight's Last Gleaming 2 bound to a scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from engine.board.grid import NOWHERE
from engine.board.sight import SightLines
from engine.mechanics.hexrules import HexRules
from engine.mechanics.procedure import Breach
from engine.mechanics.tables import ResultTable
from engine.mechanics.ways import Legs
from engine.play import Action, Start, Step
from engine.play.options import settled
from engine.scenario import Scenario
from engine.systems.twilights_last_gleaming import battle, entering, knowledge, moving, notation, sequence
from engine.systems.twilights_last_gleaming.counters import TlgForce
from engine.systems.twilights_last_gleaming.ground import Ground
from engine.systems.twilights_last_gleaming.options import OPTIONS
from engine.systems.twilights_last_gleaming.special import Special
from engine.systems.twilights_last_gleaming.state import TlgState
from engine.systems.twilights_last_gleaming.tables import Tables

if TYPE_CHECKING:
    from engine.systems.twilights_last_gleaming.views import Views


class TlgRules(HexRules[TlgState]):
    """The rules with everything precomputed that this map and these counters give."""

    system: ClassVar[str] = "tlg2"
    phases: ClassVar[tuple[str, ...]] = sequence.PHASES
    order_rules: ClassVar[tuple[str, ...]] = ("tlg2:3.1", "tlg2:3.2")
    victory_rule: ClassVar[str] = "tlg2:2.8"
    force: TlgForce

    def __init__(self, scenario: Scenario, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(scenario, TlgForce(scenario), options)
        self.options = settled(OPTIONS, self.options)
        self.strict = self.options["mandatory_attacks"] == "strict"
        self.tables = tables = Tables.of(scenario.tables)
        self.crt = ResultTable.of(tables.combat_results)
        self.day = tables.movement_allowances.day
        self.night = tables.movement_allowances.night
        self.building_shift = tables.combat_effects.feature.get("building", 0)
        special = Special.of(scenario)
        self.ground = Ground(scenario.map, tables, special.free_bridges)
        self.lines = SightLines(scenario.map.grid)
        self.no_road_turns = tuple(special.roadless_turns(key) for key in self.force.sides)
        self.steps = {
            (kind, roads): self.ground.steps(kind, roads)
            for kind in set(self.force.kind) or {"infantry"}
            for roads in ((True, False) if any(self.no_road_turns) else (True,))
        }
        self.bayonet_shift = special.bayonet.shift if special.bayonet else 2 if self.force.bayonet else 0
        self.edge_hexes = [h for h in scenario.map.grid.hexes if self.ground.edge[h]]

    # -- the game ---------------------------------------------------------------------------------------------

    def blank(self) -> TlgState:
        return TlgState(len(self.force.units))

    def begin(self, state: TlgState, start: Start | None, step: Step) -> None:
        if start is None:
            state.push(sequence.GameTurn())
            return
        side, phase = self.started(start)
        state.push(sequence.GameTurn(side + 1))
        if phase == sequence.COMBAT:
            state.push(sequence.PlayerTurn(side, 2))
            sequence.begin_combat(self, state, side)
        else:
            state.push(sequence.PlayerTurn(side, 1))
            state.push(sequence.MovementPhase(side))

    def misplaced(self, state: TlgState) -> list[str]:
        return knowledge.misplaced(self, state)

    def put(self, state: TlgState, unit: int, h: int) -> None:
        super().put(state, unit, h)
        state.contacts = None

    def phase(self, state: TlgState) -> tuple[str, str]:
        for frame in state.stack:
            if isinstance(frame, sequence.PlayerTurn) and frame.phase:
                return self.force.sides[frame.side], sequence.PHASES[frame.phase - 1]
        return "", ""

    def text(self, action: Action) -> str:
        return notation.text_of(self, action)

    def parse(self, text: str, state: TlgState) -> Action:
        return notation.parse(self, state, text)

    def elsewhere(self, state: TlgState, action: Action, side: int) -> Iterator[Breach]:
        """What an action would break besides coming at the wrong time."""
        verb, args = action
        if verb == "move":
            yield from moving.breaches(self, state, args[0], args[1:], side)
        elif verb == "enter":
            yield from entering.breaches(self, state, args[0], args[1:], side)
        elif verb == "attack":
            yield from battle.breaches(self, state, side, args[0], args[1], args[2], whole=bool(args[1]))

    def way_cost(self, state: TlgState, unit: int, way: tuple[int, ...], start: int = NOWHERE) -> int:
        """Half movement points of a way from ``start`` or from where a unit stands; never more than its
        movement factor (4.8)."""
        steps = self.steps[self.force.kind[unit], moving.roads_open(self, state, unit)]
        at, spent = state.where[unit] if start == NOWHERE else start, 0
        for h in way:
            spent += steps.cost(at, h)
            at = h
        return min(spent, moving.allowance(self, state, unit))

    def routed(self, state: TlgState, unit: int, given: list[int]) -> Legs:
        """A way given by some of its hexes, made whole: the cheapest legal way through them where there is one."""
        at, steps = state.where[unit], self.steps[self.force.kind[unit], True]
        return self.whole_way(at, given, steps, lambda: moving.legal_way(self, state, unit, given))

    def routed_entry(self, state: TlgState, unit: int, entry: int, given: list[int]) -> Legs:
        """The way of an entry behind its entry hex, made whole."""
        steps = self.steps[self.force.kind[unit], True]
        return self.whole_way(entry, given, steps, lambda: entering.legal_way(self, state, unit, entry, given))

    # -- what one may know ------------------------------------------------------------------------------------

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

    def fields_of_fire(self, state: TlgState, hexes: list[str]) -> dict[str, Any]:
        """What is seen from hexes, and what guns there could bombard; see `views.fields_of_fire`."""
        from engine.systems.twilights_last_gleaming import views

        return views.fields_of_fire(self, state, [self.grid.parse(name) for name in hexes])

    @cached_property
    def views(self) -> Views:
        """Many lines of sight at once."""
        from engine.systems.twilights_last_gleaming.views import Views

        return Views(self)

    def retreats(self, state: TlgState, unit: str) -> dict[str, Any]:
        """Where a unit could retreat to; see `knowledge.retreats`."""
        return knowledge.retreats(self, state, unit)

    def odds(self, state: TlgState, target: str, units: list[str]) -> dict[str, Any]:
        """The odds of an attack with every shift; see `knowledge.odds`."""
        return knowledge.odds(self, state, target, units)

    def defects(self, state: TlgState) -> list[str]:
        return [*super().defects(state), *knowledge.defects(self, state)]
