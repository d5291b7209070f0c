"""A rules system of units in hexes on what hex games share: roster, field, rules, verbs, set-up, victory points.

Paragraphs: march:1 both sides set up in their groups; march:2 in its turn each unit of a side may go to an adjacent
hex, once; march:3 one unit per hex; march:4 the points of the scenario are counted after the last turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap, Region
from engine.hexes.board.grid import Grid, GridSpec
from engine.mechanics.hexes import deploying
from engine.mechanics.hexes.groups import set_up_option
from engine.mechanics.hexes.hexfield import HexField
from engine.mechanics.hexes.hexrules import HexRules
from engine.mechanics.hexes.hexstate import HexState
from engine.mechanics.hexes.verbs import HEX, UNIT, Ending, Verb, Verbs
from engine.mechanics.procedure import END, Breach, Procedure
from engine.mechanics.roster import Roster
from engine.mechanics.words import goes
from engine.play import Action, Decision, Start, Step
from engine.play.options import settled
from engine.play.system import System
from engine.scenario import Deployment, Scenario, Scoring, Side, Turns, Unit, Victory
from engine.scenario.model import SCORED

PHASES = ("march",)


class Counter(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class MarchRoster(Roster[Counter]):
    def __init__(self, scenario: Scenario) -> None:
        super().__init__(scenario, Counter)

    def count_steps(self) -> tuple[int, ...]:
        return (1,) * len(self.units)

    def worth(self, unit: int, steps: int) -> int:
        return steps


OPTIONS = {"set_up": set_up_option("march:1")}


class MarchField(HexField[MarchRoster, HexState]):
    system = "march"

    def __init__(self, scenario: Scenario, options: Mapping[str, Any]) -> None:
        super().__init__(scenario, MarchRoster(scenario), settled(OPTIONS, options), "march:4")


@dataclass(frozen=True)
class March(Procedure[MarchField, HexState]):
    """The turn of a side (march:2)."""

    system: ClassVar[str] = "march"
    side: int = 0
    moved: tuple[int, ...] = ()

    def decision(self, field: MarchField, state: HexState) -> Decision:
        return Decision(field.roster.sides[self.side], "march", "march:2", "Move a unit to an adjacent hex, or end")

    def actions(self, field: MarchField, state: HexState) -> Iterator[Action]:
        yield END
        for unit in field.roster.side_units[self.side]:
            if unit not in self.moved and state.where[unit] >= 0:
                free = (h for h in sorted(field.grid.neighbours[state.where[unit]]) if h not in state.stacks)
                yield from (Action("move", (unit, h)) for h in free)

    def breaches(self, field: MarchField, state: HexState, action: Action) -> Iterator[Breach]:
        if action == END:
            return
        if action.verb != "move":
            yield "2", "units march now: move a unit or end the phase"
            return
        unit, h = action.args
        if unit not in field.roster.side_units[self.side] or unit in self.moved:
            yield "2", f"{field.roster.keys[unit]} may not move now"
        elif state.where[unit] < 0 or h < 0 or not field.grid.adjacent(state.where[unit], h):
            yield "2", "a unit goes to an adjacent hex"
        if h in state.stacks:
            yield "3", "somebody is there"

    def perform(self, field: MarchField, state: HexState, action: Action, step: Step) -> None:
        if action == END:
            state.replace(TurnEnd(self.side))
            return
        unit, h = action.args
        origin = field.grid.name(state.where[unit])
        field.put(state, unit, h)
        step.say("march", "march:2", unit=field.roster.keys[unit], to=field.grid.name(h), **{"from": origin})
        state.replace(March(self.side, (*self.moved, unit)))


@dataclass(frozen=True)
class TurnEnd(Procedure[MarchField, HexState]):
    """The other side's turn, or the end."""

    system: ClassVar[str] = "march"
    side: int = 0

    def proceed(self, field: MarchField, state: HexState, step: Step) -> None:
        if self.side and state.turn == field.scenario.turns.count:
            state.ended = True
            return
        state.turn += self.side
        state.replace(March(1 - self.side))


class Ground(deploying.Standing[MarchField, HexState]):
    system: ClassVar[str] = "march"
    set_up_rule: ClassVar[str] = "1"

    def closed(self, field: MarchField, state: HexState, unit: int, h: int) -> Iterator[Breach]:
        if h in state.stacks:
            yield "3", "somebody is there"


@dataclass(frozen=True)
class SetUp(Ground, deploying.SetUp[MarchField, HexState]):
    def placing(self, unit: int) -> Placing:
        return Placing(unit)


@dataclass(frozen=True)
class Placing(Ground, deploying.Placing[MarchField, HexState]):
    """Where a unit stands (march:1)."""


class MarchRules(HexRules[MarchField, HexState]):
    """The field and the frames, bound together."""

    system = "march"
    phases = PHASES
    order_rules = ("march:2",)
    verbs = Verbs[MarchField, HexState](
        *deploying.VERBS,
        Ending[MarchField, HexState](PHASES, lambda state: "march"),
        Verb[MarchField, HexState]("move", UNIT, HEX),
    )

    def __init__(self, scenario: Scenario, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(scenario, MarchField(scenario, {**scenario.options, **(options or {})}))

    def blank(self) -> HexState:
        return HexState(len(self.field.roster.units))

    def set_up(self) -> SetUp:
        return SetUp()

    def begin(self, state: HexState, start: Start | None, step: Step) -> None:
        state.push(March(self.started(start)[0] if start else 0))


SYSTEM = System(
    name="march",
    folder="toy_march",
    title="The march",
    rules=MarchRules,
    unit_types=("infantry",),
    counters=Counter,
    terrain={"terrain": frozenset({"clear"})},
    options=OPTIONS,
    scoring=SCORED,
    sentences={
        "march": goes("marches"),
        "deploy": lambda names, data: f"{names.unit(data['unit'])} is set up in {data['at']}",
    },
)


def march(**changes: Any) -> Scenario:
    """Two units a side, set up by their owners, and a hill in the middle to be held."""
    board = BattleMap(Grid(GridSpec(7, 4)), load_palette("standard"), "Field")
    for key, column in (("west", 0), ("east", 6)):
        hexes = frozenset(board.grid.at(column, row) for row in range(4))
        board.regions[key] = Region(key, key.title(), hexes)
    scenario = Scenario(
        "march",
        "March",
        "march",
        board,
        turns=Turns(4),
        sides={"a": Side("a", "A"), "b": Side("b", "B", "#f2b8c0")},
        units={key: Unit(key, key[0], key.upper(), "infantry") for key in ("a1", "a2", "b1", "b2")},
        deployments=(Deployment("a", ("west",), ("a1", "a2")), Deployment("b", ("east",), ("b1", "b2"), most=1)),
        victory=Victory((Scoring("hold", hexes=("0402",), side="a"),), tie="b"),
    )
    return scenario.with_(**changes)
