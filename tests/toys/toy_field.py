"""A rules system on a table, for tests: bases go up to 300 paces; who is first beyond the middle of the table wins.

Paragraphs: field:1 a base goes at most 300 paces and stays on the table; field:2 crossing the middle wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.errors import ActionError
from engine.play import LEGAL, Action, Decision, Frame, Illegal, Outcome, Rules, Start, State, Step, Verdict
from engine.play.system import System
from engine.scenario import Scenario
from engine.tables.places import PACE, BasePlace, spell
from engine.tables.table import Table

FAR = 300
"""Paces that a base goes at most."""
MOVE = re.compile(r"move (\S+): to (\S+)")


class FieldState(State):
    """Where each base is, by its place among the units."""

    __slots__ = ("where",)

    def __init__(self) -> None:
        super().__init__()
        self.where: list[BasePlace] = []

    def copy(self) -> FieldState:
        twin = super().copy()
        twin.where = self.where.copy()
        return twin

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "where": [list(at) for at in self.where]}

    def load(self, data: dict[str, Any]) -> None:
        super().load(data)
        self.where = [BasePlace(*at) for at in data["where"]]


@dataclass(frozen=True)
class Moving(Frame["FieldRules", FieldState]):
    system = "field"
    side: int = 0

    def decision(self, rules: FieldRules, state: FieldState) -> Decision | None:
        return Decision(rules.sides[self.side], "moving", "field:1", "move a base or wait")

    def actions(self, rules: FieldRules, state: FieldState) -> Iterator[Action]:
        """A step straight ahead for each base: no list can have all there are."""
        for unit in rules.bases(self.side):
            there = state.where[unit].moved(100 * PACE)
            if rules.on_table(there):
                yield Action("move", (unit, there))
        yield Action("wait")

    def verdict(self, rules: FieldRules, state: FieldState, action: Action) -> Verdict:
        if action.verb == "wait":
            return LEGAL
        unit, there = action.args
        if unit not in rules.bases(self.side):
            return Illegal("field:1", "it is not one of yours")
        far = rules.table.distance(state.where[unit], there)
        if far > FAR or not rules.on_table(there):
            return Illegal("field:1", f"it would go {far:.0f} paces; {FAR} are allowed")
        return LEGAL

    def perform(self, rules: FieldRules, state: FieldState, action: Action, step: Step) -> None:
        if action.verb == "move":
            unit, there = action.args
            before, state.where[unit] = state.where[unit], there
            step.say("move", "field:1", unit=rules.keys[unit], **{"from": spell(before), "to": spell(there)})
            if rules.crossed(self.side, there):
                state.ended = True
                step.say("win", "field:2", side=rules.sides[self.side])
                return
        state.turn += self.side
        state.ended = state.turn > rules.scenario.turns.count
        if not state.ended:
            state.replace(Moving(1 - self.side))


class FieldRules(Rules[FieldState]):
    system = "field"
    phases = ("moving",)
    order_rules = ("field:1",)

    def __init__(self, scenario: Scenario, options: Any = None) -> None:
        super().__init__(scenario, options)
        assert isinstance(scenario.map, Table)
        self.field, self.table = self, scenario.map
        self.sides, self.keys = list(scenario.sides), list(scenario.units)

    def bases(self, side: int) -> list[int]:
        return [i for i, key in enumerate(self.keys) if self.scenario.units[key].side == self.sides[side]]

    def on_table(self, at: BasePlace) -> bool:
        return self.table.holds(at.x / PACE, at.y / PACE)

    def crossed(self, side: int, at: BasePlace) -> bool:
        middle = self.table.size[1] * PACE / 2
        return at.y < middle if side == 0 else at.y > middle

    def initial(self, start: Start | None, step: Step) -> FieldState:
        start = start or Start()
        state = FieldState()
        state.turn = start.turn
        placed = {**self.scenario.setup, **start.units}
        state.where = [self.table.parse(placed[key]) for key in self.keys]
        state.push(Moving(self.sides.index(start.side) if start.side else 0))
        return state

    def load(self, data: dict[str, Any]) -> FieldState:
        state = FieldState()
        state.load(data)
        return state

    def outcome(self, state: FieldState) -> Outcome | None:
        if not state.ended:
            return None
        for side, name in enumerate(self.sides):
            if any(self.crossed(side, state.where[unit]) for unit in self.bases(side)):
                return Outcome(name, "crossed the middle", "field:2")
        return Outcome("", "out of time", "field:2")

    def text(self, action: Action) -> str:
        return "wait" if action.verb == "wait" else f"move {self.keys[action.args[0]]}: to {spell(action.args[1])}"

    def parse(self, text: str, state: FieldState) -> Action:
        found = MOVE.fullmatch(text.strip())
        if text.strip() == "wait":
            return Action("wait")
        if found is not None and found[1] in self.keys:
            return Action("move", (self.keys.index(found[1]), self.table.parse(found[2])))
        raise ActionError(f"cannot read {text!r}")

    def units(self, state: FieldState) -> dict[str, dict[str, Any]]:
        places = zip(self.keys, state.where, strict=True)
        return {key: {"at": spell(at), "steps": 1, "dead": False} for key, at in places}

    def defects(self, state: FieldState) -> list[str]:
        return [f"{spell(at)} is off the table" for at in state.where if not self.on_table(at)]


SYSTEM = System(
    name="field",
    folder="toy_field",
    title="The field",
    rules=FieldRules,
    boards=("tables",),
    unit_types=("Bd", "Wb"),
    base_depth=lambda unit: 30 if unit.type == "Bd" else 40,
    sentences={
        "move": lambda names, data: f"{names.unit(data['unit'])} went to {names.place(data['to'])}",
        "win": lambda names, data: f"{names.side(data['side'])} crossed the middle",
    },
)
