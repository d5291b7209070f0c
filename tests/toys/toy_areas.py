"""A rules system on a map of areas, for tests: a courier a side; who is first at the goal wins.

Paragraphs: paths:1 a courier goes to an area that borders on its own, or waits; paths:2 the goal wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from area_map import AreaMap

from engine.errors import ActionError
from engine.play import LEGAL, Action, Decision, Frame, Illegal, Outcome, Rules, Start, State, Step, Verdict
from engine.play.answer_records import FieldOfFire
from engine.play.system import System
from engine.scenario import Scenario


class PathState(State):
    """Where each courier is, by its place among the units."""

    __slots__ = ("where",)

    def __init__(self) -> None:
        super().__init__()
        self.where: list[str] = []

    def copy(self) -> PathState:
        twin = super().copy()
        twin.where = self.where.copy()
        return twin

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "where": self.where.copy()}

    def load(self, data: dict[str, Any]) -> None:
        super().load(data)
        self.where = list(data["where"])


@dataclass(frozen=True)
class Going(Frame["PathRules", PathState]):
    system = "paths"
    side: int = 0

    def decision(self, rules: PathRules, state: PathState) -> Decision | None:
        return Decision(rules.sides[self.side], "going", "paths:1", "move a courier or wait")

    def actions(self, rules: PathRules, state: PathState) -> Iterator[Action]:
        for unit in rules.couriers(self.side):
            for key in sorted(rules.board.areas[state.where[unit]].borders):
                yield Action("go", (unit, key))
        yield Action("wait")

    def verdict(self, rules: PathRules, state: PathState, action: Action) -> Verdict:
        return LEGAL if action in set(self.actions(rules, state)) else Illegal("paths:1", "the areas do not border")

    def perform(self, rules: PathRules, state: PathState, action: Action, step: Step) -> None:
        if action.verb == "go":
            unit, key = action.args
            state.where[unit] = key
            step.say("go", "paths:1", unit=rules.keys[unit], to=key)
            if key == rules.goal:
                state.ended = True
                step.say("win", "paths:2", side=rules.sides[self.side])
                return
        state.turn += self.side
        state.ended = state.turn > rules.scenario.turns.count
        if not state.ended:
            state.replace(Going(1 - self.side))


class PathRules(Rules[PathState]):
    system = "paths"
    phases = ("going",)
    order_rules = ("paths:1",)

    def __init__(self, scenario: Scenario, options: Any = None) -> None:
        super().__init__(scenario, options)
        assert isinstance(scenario.map, AreaMap)
        self.field, self.board = self, scenario.map
        self.sides, self.keys = list(scenario.sides), list(scenario.units)
        (self.goal,) = scenario.victory.scoring[0].hexes

    def couriers(self, side: int) -> list[int]:
        return [i for i, key in enumerate(self.keys) if self.scenario.units[key].side == self.sides[side]]

    def initial(self, start: Start | None, step: Step) -> PathState:
        start = start or Start()
        state = PathState()
        state.turn = start.turn
        placed = {**self.scenario.setup, **start.units}
        state.where = [self.board.parse(placed[key]) for key in self.keys]
        state.push(Going(self.sides.index(start.side) if start.side else 0))
        return state

    def load(self, data: dict[str, Any]) -> PathState:
        state = PathState()
        state.load(data)
        return state

    def outcome(self, state: PathState) -> Outcome | None:
        there = [key for key, at in zip(self.keys, state.where, strict=True) if at == self.goal]
        winner = self.scenario.units[there[0]].side if there else ""
        return Outcome(winner, "reached the goal" if there else "out of time", "paths:2") if state.ended else None

    def text(self, action: Action) -> str:
        return "wait" if action.verb == "wait" else f"go {self.keys[action.args[0]]} {action.args[1]}"

    def parse(self, text: str, state: PathState) -> Action:
        words = text.split()
        if words == ["wait"]:
            return Action("wait")
        if len(words) == 3 and words[0] == "go" and words[1] in self.keys:
            return Action("go", (self.keys.index(words[1]), self.board.parse(words[2])))
        raise ActionError(f"cannot read {text!r}")

    def units(self, state: PathState) -> dict[str, dict[str, Any]]:
        places = zip(self.keys, state.where, strict=True)
        return {key: {"at": at, "steps": 1, "dead": False} for key, at in places}

    def defects(self, state: PathState) -> list[str]:
        return [f"no area {at}" for at in state.where if at not in self.board.areas]

    def fields_of_fire(self, state: PathState, hexes: list[str]) -> FieldOfFire:
        seen = sorted({there for at in hexes for there in self.board.areas[at].borders})
        return FieldOfFire(hexes, "", seen, [], [])


SYSTEM = System(
    name="paths",
    folder="toy_areas",
    title="The couriers",
    rules=PathRules,
    boards=("areas",),
    unit_types=("courier",),
    scoring=("hold",),
    sentences={
        "go": lambda names, data: f"{names.unit(data['unit'])} went to {names.place(data['to'])}",
        "win": lambda names, data: f"{names.side(data['side'])} reached the goal",
    },
)
