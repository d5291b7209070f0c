"""A rules system on an open table, for tests: bases go straight ahead, and touch who stands in their way.

Paragraphs: bases:1 a base goes straight ahead, at most 200 paces a bound; bases:2 nobody leaves the table; bases:3 two
bases may not have one place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict

from engine.errors import ActionError
from engine.findings import Finding, Place, Severity
from engine.play import LEGAL, Action, Decision, Frame, Illegal, Judgement, Outcome, Rules, Start, State, Step, Verdict
from engine.play.questions import Argument, Question, Takes
from engine.play.system import System
from engine.scenario import Scenario
from engine.tables.places import PACE, BasePlace
from engine.tables.table import Table, TableWall

LONGEST = 200


class BaseState(State):
    """Where each base is, by its place among the units; None off the table."""

    __slots__ = ("bound", "where")

    def __init__(self) -> None:
        super().__init__()
        self.where: list[BasePlace | None] = []
        self.bound = 1

    def copy(self) -> BaseState:
        twin = super().copy()
        twin.where, twin.bound = self.where.copy(), self.bound
        return twin

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "where": [list(at) if at else None for at in self.where], "bound": self.bound}

    def load(self, data: dict[str, Any]) -> None:
        super().load(data)
        self.where = [BasePlace(*at) if at else None for at in data["where"]]
        self.bound = data["bound"]


@dataclass(frozen=True)
class Moving(Frame["BaseRules", BaseState]):
    system = "bases"
    exhaustive = False
    side: int = 0

    def decision(self, rules: BaseRules, state: BaseState) -> Decision | None:
        return Decision(rules.sides[self.side], "moves", "bases:1", "move a base or end the bound")

    def actions(self, rules: BaseRules, state: BaseState) -> Iterator[Action]:
        yield Action("end")

    def verdict(self, rules: BaseRules, state: BaseState, action: Action) -> Verdict:
        broken = [] if action.verb == "end" else list(rules.broken(state, self.side, *action.args))
        return Illegal(*broken[0], tuple(broken[1:])) if broken else LEGAL

    def perform(self, rules: BaseRules, state: BaseState, action: Action, step: Step) -> None:
        if action.verb == "end":
            state.turn += self.side
            state.ended = state.turn > rules.scenario.turns.count
            if not state.ended:
                state.replace(Moving(1 - self.side))
            return
        unit, paces = action.args
        before = state.where[unit]
        assert before is not None
        state.where[unit] = before.moved(paces * PACE)
        places = (rules.spelt(at) for at in (before, state.where[unit]))
        step.say(
            "move", "bases:1", unit=rules.keys[unit], length=paces, **dict(zip(("from", "to"), places, strict=True))
        )


class BaseRules(Rules[BaseState]):
    system = "bases"
    phases = ("moves",)
    order_rules = ("bases:1",)

    def __init__(self, scenario: Scenario, options: Any = None) -> None:
        super().__init__(scenario, options)
        assert isinstance(scenario.map, Table)
        self.field, self.table = self, scenario.map
        self.sides, self.keys = list(scenario.sides), list(scenario.units)

    def spelt(self, at: BasePlace | None) -> str:
        return self.table.spell(at) if at is not None else ""

    def broken(self, state: BaseState, side: int, unit: int, paces: int) -> Iterator[tuple[str, str]]:
        at = state.where[unit]
        if at is None or self.scenario.units[self.keys[unit]].side != self.sides[side]:
            yield "bases:1", "no base of this side is there"
            return
        if paces > LONGEST:
            yield "bases:1", f"{paces} paces are more than {LONGEST}"
        end = at.moved(paces * PACE)
        if self.table.find(self.table.spell(end)) is None:
            yield "bases:2", "it would leave the table"
        if any(self._touches(end, other) for number, other in enumerate(state.where) if number != unit):
            yield "bases:3", "somebody has that place"

    def _touches(self, one: BasePlace, other: BasePlace | None) -> bool:
        return other is not None and max(abs(one.x - other.x), abs(one.y - other.y)) <= PACE // 2

    def judge(self, state: BaseState, action: Action) -> Judgement:
        plain = super().judge(state, action)
        at = state.where[action.args[0]] if action.args else None
        if at is None:
            return plain
        unit, paces = action.args
        end = at.moved(paces * PACE)
        return Judgement(
            plain.legal,
            plain.rule,
            plain.reason,
            plain.also,
            length=paces,
            share=round(100 * paces / LONGEST),
            cost=1,
            ends={self.keys[unit]: self.spelt(end)},
            contacts=tuple(f"{self.keys[unit]} front {key}" for key in self.before(state, unit, end)),
        )

    def before(self, state: BaseState, unit: int, at: BasePlace | None = None) -> list[str]:
        """The units whose front edge a base touches with its own."""
        at = at or state.where[unit]
        others = (n for n, other in enumerate(state.where) if n != unit and at and self._touches(at, other))
        return [self.keys[n] for n in others]

    def initial(self, start: Start | None, step: Step) -> BaseState:
        start, state = start or Start(), BaseState()
        state.turn, state.bound = start.turn, start.set.get("bound", 1)
        placed = {**({} if start.only else self.scenario.setup), **start.units}
        texts = (how.get("at") if isinstance(how, Mapping) else how for how in map(placed.get, self.keys))
        state.where = [self.table.parse(text) if text else None for text in texts]
        state.push(Moving(self.sides.index(start.side) if start.side else 0))
        return state

    def load(self, data: dict[str, Any]) -> BaseState:
        state = BaseState()
        state.load(data)
        return state

    def outcome(self, state: BaseState) -> Outcome | None:
        return Outcome("", "the bounds are over", "bases:1") if state.ended else None

    def text(self, action: Action) -> str:
        return "end" if action.verb == "end" else f"move {self.keys[action.args[0]]}: ahead {action.args[1]}"

    def parse(self, text: str, state: BaseState) -> Action:
        words = text.replace(":", " ").split()
        if words == ["end"]:
            return Action("end")
        if len(words) == 4 and words[0::2] == ["move", "ahead"] and words[1] in self.keys and words[3].isdecimal():
            return Action("move", (self.keys.index(words[1]), int(words[3])))
        raise ActionError(f"cannot read {text!r}")

    def units(self, state: BaseState) -> dict[str, dict[str, Any]]:
        return {key: {"at": _listed(at), "dead": False} for key, at in zip(self.keys, state.where, strict=True)}

    def defects(self, state: BaseState) -> list[str]:
        return []


def _listed(at: BasePlace | None) -> list[float] | None:
    return [at.x / PACE, at.y / PACE, at.facing / 10] if at is not None else None


class StartValues(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    bound: int = 1


def walls_of_nobody(scenario: Scenario) -> Iterator[Finding]:
    """Findings of the system's own: a wall is somebody's."""
    assert isinstance(scenario.map, Table)
    for key, line in scenario.map.lines.items():
        if isinstance(line, TableWall) and not line.side:
            yield Finding("BASE901", Severity.ERROR, f"{key} is nobody's", Place(path=("map", "lines", key)), "bases:9")


QUESTIONS = (
    Question(
        key="contacts",
        about="whom a base touches with its front edge",
        arguments=(Argument("unit", Takes.UNIT),),
        answer=list,
        function=lambda rules, state, _side, given: [
            f"{given['unit']} front {key}" for key in rules.before(state, rules.keys.index(given["unit"]))
        ],
    ),
    Question(
        key="going",
        about="the going at a place, or where a base is",
        arguments=(Argument("what", (Takes.UNIT, Takes.PLACE)),),
        answer=str,
        function=lambda _rules, _state, _side, _given: "good",
    ),
    Question(
        key="height",
        about="how far a base is from the upper edge",
        arguments=(Argument("unit", Takes.UNIT),),
        answer=float,
        function=lambda rules, state, _side, given: state.where[rules.keys.index(given["unit"])].y / PACE,
    ),
    Question(
        key="civil war",
        about="whether both sides are one nation",
        answer=bool,
        function=lambda _rules, _state, _side, _given: False,
    ),
    Question(
        key="targets",
        about="the units ahead of a base, the first that must be shot at first",
        arguments=(Argument("unit", Takes.UNIT),),
        answer=list,
        function=lambda rules, _state, _side, given: [key for key in reversed(rules.keys) if key != given["unit"]],
        ordered=True,
    ),
)

SYSTEM = System(
    name="bases",
    folder="toy_bases",
    title="Bases",
    rules=BaseRules,
    boards=("tables",),
    unit_types=("Ax", "Sp"),
    start=StartValues,
    checks=(walls_of_nobody,),
    findings={"BASE901": "A wall belongs to no side."},
    questions=QUESTIONS,
)
