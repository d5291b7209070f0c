"""A way that is gone hex by hex, with windows for the other side on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.kit.play.entering import come_through, moved, turned
from engine.kit.play.frames import KitFrame
from engine.kit.play.overrunning import is_held_up
from engine.kit.play.state import KitState
from engine.kit.play.turns import is_turn, towards
from engine.play import Step


@dataclass(frozen=True)
class KitWalk(KitFrame):
    """A unit on its way. What it does is said once it is there, or as far as it went."""

    unit: int
    way: tuple[int, ...]
    costs: tuple[int, ...]
    """What the way costs up to each of its steps, in parts of a movement point, with what was spent before."""
    start: int
    before: int
    """What was spent before this way."""
    rule: str
    done: int = 0
    """Steps that are gone."""
    leaving: bool = False
    """Whether the other side has been asked as the unit leaves the hex where it is."""
    asked: bool = False
    """Whether a window has been opened since the last step."""

    def proceed(self, field: Any, state: KitState, step: Step) -> None:
        if self.asked and field.reacting.stops(state, self.unit):
            self._end(field, state, step)
            return
        if self.done == len(self.way):
            self._end(field, state, step)
            return
        h = self.way[self.done]
        if is_turn(h):
            state.facing[self.unit] = towards(h)
            field.changed(state)
            state.replace(self.with_changes(done=self.done + 1, asked=False))
            return
        if is_held_up(field, state, self.unit, h):
            self._end(field, state, step)
            return
        felt = field.felt(state, self.unit, "move")
        if not self.leaving and felt[state.where[self.unit]] and field.reacting.asks("leaves_zone"):
            state.replace(self.with_changes(leaving=True, asked=True))
            field.reacting.open(state, "leaves_zone", 1 << self.unit)
            return
        come_through(field, state, self.unit, [h], step)
        field.put(state, self.unit, h)
        state.replace(self.with_changes(done=self.done + 1, leaving=False, asked=True))
        if field.felt(state, self.unit, "move")[h]:
            field.reacting.open(state, "enters_zone", 1 << self.unit)
        field.reacting.open(state, "moves", 1 << self.unit)

    def _end(self, field: Any, state: KitState, step: Step) -> None:
        state.pop()
        gone = self.way[: self.done]
        hexes = [h for h in gone if not is_turn(h)]
        spent = self.costs[self.done - 1] if self.done else self.before
        state.spent[self.unit] = spent
        name = field.grid.name
        if hexes:
            cost = (spent - self.before) / field.parts
            data: dict[str, Any] = {"unit": field.roster.keys[self.unit], "from": name(self.start), "cost": cost}
            step.say("move", field.cite(self.rule), **data, to=name(hexes[-1]), path=[name(h) for h in hexes])
        if state.where[self.unit] >= 0:
            turned(field, state, self.unit, gone, step)
            moved(field, state, self.unit, step)


def walk(field: Any, state: KitState, march: Any, unit: int, going: Any, way: tuple[int, ...], rule: str) -> None:
    """Set a unit out on a legal way, which it goes hex by hex."""
    left = going.budget - going.spent
    costs = (march.cost_of(field, state, unit, going, way[: n + 1]) for n in range(len(way)))
    prices = tuple(going.spent + min(cost, left) for cost in costs)
    state.push(KitWalk(unit, way, prices, going.start, going.spent, rule))
