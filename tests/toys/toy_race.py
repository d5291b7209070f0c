"""A rules system for tests of the umpire: two sides of runners race eastward; the first at the goal wins.

Paragraphs: toy:1 one runner a player turn goes to an adjacent hex, or the side passes; toy:2 one
runner a hex; toy:3 a roll of 6 after a run lets it run again at once, or rest; toy:4 the goal wins.
Options break it on purpose: ``stuck`` and ``unsound`` name a turn, ``goal`` a hex; ``tired`` runners always rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from engine.boards.palette import HEX_LAYERS, Kind, Layer, Palette
from engine.errors import ActionError, HexwrightError
from engine.findings import Finding, Place, Severity
from engine.formats.fitting import SpecialModel
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.play import LEGAL, Action, Decision, Frame, Illegal, Outcome, Rules, Start, State, Step, Verdict
from engine.play.answer_records import HexReach, PlainReach
from engine.play.options import Option
from engine.play.system import System
from engine.scenario import Scenario, Scoring, Side, Turns, Unit, Victory


@dataclass(frozen=True)
class RaceOdds:
    """The odds of these rules, which are always even."""

    hex: str
    units: list[str]
    odds: str = "1:1"


class RaceState(State):
    __slots__ = ("where",)

    def __init__(self) -> None:
        super().__init__()
        self.where: list[int] = []

    def copy(self) -> RaceState:
        twin = super().copy()
        twin.where = self.where.copy()
        return twin

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "where": self.where.copy()}

    def load(self, data: dict[str, Any]) -> None:
        super().load(data)
        self.where = list(data["where"])


@dataclass(frozen=True)
class Running(Frame["RaceRules", RaceState]):
    system = "toy"
    side: int = 0
    again: int = -1

    def decision(self, rules: RaceRules, state: RaceState) -> Decision | None:
        if self.again >= 0:
            return Decision(rules.sides[self.side], "again", "toy:3", "run again?", (rules.keys[self.again],))
        return Decision(rules.sides[self.side], "run", "toy:1", "run or pass")

    def actions(self, rules: RaceRules, state: RaceState) -> Iterator[Action]:
        if state.turn == rules.options.get("stuck"):
            return
        yield Action("pass")
        movers = [self.again] if self.again >= 0 else rules.runners(self.side)
        for unit in movers:
            for hex_ in sorted(rules.grid.neighbours[state.where[unit]]):
                if hex_ not in state.where:
                    yield Action("run", (unit, hex_))

    def verdict(self, rules: RaceRules, state: RaceState, action: Action) -> Verdict:
        if action.verb == "pass":
            return LEGAL
        unit, hex_ = action.args
        broken = []
        if unit not in rules.runners(self.side) or not rules.grid.adjacent(state.where[unit], hex_):
            broken.append(("toy:1", "not one hex, or not yours"))
        if hex_ in state.where:
            broken.append(("toy:2", "somebody is there"))
        return Illegal(*broken[0], tuple(broken[1:])) if broken else LEGAL

    def perform(self, rules: RaceRules, state: RaceState, action: Action, step: Step) -> None:
        if action.verb == "run":
            unit, hex_ = action.args
            state.where[unit] = hex_
            step.say("run", "toy:1", unit=rules.keys[unit], to=rules.grid.name(hex_))
            if hex_ == rules.goal:
                state.ended = True
                step.say("win", "toy:4", side=rules.sides[self.side])
                return
            if self.again < 0 and step.roll(state) == 6:
                step.say("again", "toy:3", unit=rules.keys[unit])
                if not rules.options.get("tired"):
                    state.replace(Running(self.side, unit))
                    return
                step.forced.append(Action("pass"))
        state.turn += self.side
        if state.turn > rules.scenario.turns.count:
            state.ended = True
            return
        state.replace(Running(1 - self.side))


class RaceRules(Rules[RaceState]):
    system = "toy"
    phases = ("running",)
    order_rules = ("toy:1",)

    def __init__(self, scenario: Scenario, options: Any = None) -> None:
        super().__init__(scenario, options)
        self.field = self
        self.grid = scenario.map.grid
        self.sides = list(scenario.sides)
        self.keys = list(scenario.units)
        self.goal = self.grid.parse(str(self.options.get("goal", "0802")))

    def runners(self, side: int) -> list[int]:
        return [i for i, key in enumerate(self.keys) if self.scenario.units[key].side == self.sides[side]]

    def initial(self, start: Start | None, step: Step) -> RaceState:
        start = start or Start()
        if start.phase and start.phase not in self.phases:
            raise HexwrightError(f"there is no phase {start.phase!r}")
        state = RaceState()
        state.turn = start.turn
        placed = {**self.scenario.setup, **start.units}
        if not placed.keys() >= set(self.keys):
            raise HexwrightError("every runner has to be set up")
        state.where = [self.grid.parse(placed[key]) for key in self.keys]
        state.push(Running(self.sides.index(start.side) if start.side else 0))
        return state

    def load(self, data: dict[str, Any]) -> RaceState:
        state = RaceState()
        state.load(data)
        return state

    def outcome(self, state: RaceState) -> Outcome | None:
        if not state.ended:
            return None
        there = [key for key, at in zip(self.keys, state.where, strict=True) if at == self.goal]
        winner = self.scenario.units[there[0]].side if there else ""
        return Outcome(winner, "reached the goal" if there else "out of time", "toy:4")

    def text(self, action: Action) -> str:
        if action.verb == "pass":
            return "pass"
        return f"run {self.keys[action.args[0]]} {self.grid.name(action.args[1])}"

    def parse(self, text: str, state: RaceState) -> Action:
        words = text.split()
        if words == ["pass"]:
            return Action("pass")
        if len(words) == 3 and words[0] == "run" and words[1] in self.keys:
            return Action("run", (self.keys.index(words[1]), self.grid.parse(words[2])))
        raise ActionError(f"cannot read {text!r}")

    def units(self, state: RaceState) -> dict[str, dict[str, Any]]:
        places = zip(self.keys, state.where, strict=True)
        return {key: {"at": self.grid.name(at), "steps": 1, "dead": False} for key, at in places}

    def defects(self, state: RaceState) -> list[str]:
        if state.turn == self.options.get("unsound"):
            return ["the option says so"]
        return [] if len(set(state.where)) == len(state.where) else ["two runners in one hex"]

    def reach(self, state: RaceState, unit: str) -> PlainReach:
        near = self.grid.neighbours[state.where[self.keys.index(unit)]]
        return PlainReach(unit, 1, "", {self.grid.name(h): HexReach(1, [self.grid.name(h)], False) for h in near})

    def odds(self, state: RaceState, hex_: str, units: list[str]) -> RaceOdds:
        return RaceOdds(hex_, units)


class UnitValues(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    speed: int = Field(default=1, ge=1, le=3, description="Hexes a turn")


class Tables(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    costs: dict[str, int] = {}

    @classmethod
    def merged(cls, own: Mapping[str, Any]) -> dict[str, Any]:
        return dict(own)


class Special(SpecialModel):
    hurdles: bool = False


def long_names(scenario: Scenario) -> Iterator[Finding]:
    """Findings of the system's own: runners have short names."""
    for key in scenario.units:
        if len(key) > 6:
            yield Finding("UNIT901", Severity.WARNING, f"{key} has a long name", Place(path=("units", key), unit=key))


SYSTEM = System(
    name="toy",
    folder="toy_race",
    title="The race",
    rules=RaceRules,
    unit_types=("infantry", "cavalry"),
    counters=UnitValues,
    terrain={
        "terrain": frozenset({"clear", "forest", "water"}),
        "hexsides": frozenset({"river", "creek", "bridge", "ford", "slope"}),
    },
    options={
        "stuck": Option(0, about="the turn on which nobody can go on", rule="toy:1"),
        "unsound": Option(0, about="the turn on which the state is not sound", rule="toy:2"),
        "goal": Option("0802", about="the hex that wins", rule="toy:4"),
        "tired": Option(False, about="runners never run again", rule="toy:3"),
        "pace": Option("slow", ("slow", "fast"), "how fast runners are", "toy:1"),
    },
    tables=Tables,
    special=Special,
    scoring=("hold",),
    checks=(long_names,),
    sentences={
        "run": lambda names, data: f"{names.unit(data['unit'])} runs to {data['to']}",
        "again": lambda names, data: f"{names.unit(data['unit'])} may run again",
        "win": lambda names, data: f"{names.side(data['side'])} reaches the goal",
    },
)


def palette() -> Palette:
    """A few kinds, as the standard palette names them."""
    kinds: dict[Layer, dict[str, Kind]] = {layer: {} for layer in HEX_LAYERS}
    for layer, names in {
        Layer.TERRAIN: "clear forest water",
        Layer.FEATURE: "building town",
        Layer.HEXSIDE: "creek river bridge ford slope",
        Layer.PATH: "road trail",
    }.items():
        for name in names.split():
            kinds[layer][name] = Kind(
                name, layer, name.title(), "#808080", directional=name == "slope", key_char=name[0]
            )
    return Palette("toy", "Toy", kinds)


def field(columns: int = 8, rows: int = 3) -> BattleMap:
    """An open field."""
    return BattleMap(Grid(GridSpec(columns, rows)), palette(), "Field")


def race(**changes: Any) -> Scenario:
    """Two runners a side on a small field."""
    scenario = Scenario(
        "race",
        "Race",
        "toy",
        field(),
        turns=Turns(12),
        sides={"a": Side("a", "A"), "b": Side("b", "B", "#f2b8c0")},
        units={key: Unit(key, key[0], key.upper(), "infantry") for key in ("a1", "a2", "b1", "b2")},
        setup={"a1": "0101", "a2": "0102", "b1": "0103", "b2": "0202"},
        victory=Victory((Scoring("hold", hexes=("0802",), side="a"),), tie="b"),
    )
    return scenario.with_(**changes)
