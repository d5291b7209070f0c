"""What a way breaks by a rules file: its steps, enemy zones, the friends it meets, and its cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kit.bound.citing import Rules, cites
from engine.kit.bound.control import NEVER, ONLY_START, STOP
from engine.kit.bound.costs import PROHIBITED, StepCost
from engine.kit.play.overrunning import toll_rules
from engine.kit.play.reaching import KitReaching
from engine.kit.play.state import KitState
from engine.kit.play.turns import is_turn
from engine.mechanics.hexes.going import Going
from engine.mechanics.hexes.waychecks import WayCheck
from engine.mechanics.procedure import Breach
from engine.plural import counted


class KitWayCheck(WayCheck[Any, KitState]):
    """The check of one way in one phase of a file."""

    def __init__(self, march: KitReaching, state: KitState, unit: int, going: Going, path: tuple[int, ...]) -> None:
        super().__init__(march.field, state, unit, going, path)
        self.march = march
        self.walked = march.walked(state, unit, going.start)
        self.ended = False
        """Whether a step took the whole allowance, so that none may follow."""
        self.costs: list[StepCost] = []

    def go(self, h: int) -> Iterator[Breach]:
        """A part of a way may also be a turn on the spot."""
        if not is_turn(h):
            yield from super().go(h)
            return
        self.spent += self.walked.turn(h)
        yield from self.walked.turning_faults()

    def off_map(self) -> Breach:
        return self.field.cites("movement", "off_map")[0], f"{self.name} cannot move off the map"

    def too_far(self, h: int) -> Breach:
        here, there = self.field.place(self.at), self.field.place(h)
        return self.field.cites("movement")[0], f"{here} and {there} are not adjacent"

    def step(self, h: int) -> Iterator[Breach]:
        field, at = self.field, self.at
        if self.ended:
            yield field.cites("movement", "costs")[0], f"{self.name} ends its move in {field.place(at)}"
        cost = field.costs.price(self.state, self.unit, at, h)
        self.costs.append(cost)
        why = [cost.why] if cost.why is not None else []
        if not why and cost.price == PROHIBITED:
            why = self._by_cost(cost, f"{self.name} cannot go from {field.place(at)} to {field.place(h)}")
        if why:
            self.over = True
            yield from why
            return
        yield from self.walked.faults(at, h)
        if self.steps and self.going.stops is not None and self.going.stops[at]:
            yield from self._halted()
        self.held += self.march.occupied(field, self.state, self.unit, h)
        yield from self._pay(h, cost)

    def _pay(self, h: int, cost: StepCost) -> Iterator[Breach]:
        """Pay for a step; what it breaks where it cannot be paid for."""
        ground = self._ground(cost)
        if ground is None:
            self.over = True
            yield from self._by_cost(cost, f"{self.name} can enter {self.field.place(h)} for its whole allowance alone")
            return
        paid = self._with_zones(h, ground)
        if paid is None:
            self.over = True
            yield from self._zone_breaches(h)
            return
        self.spent = self.going.budget if self.ended else self.spent + paid

    def _ground(self, cost: StepCost) -> int | None:
        """What a step costs by its ground; None where it takes the whole allowance and cannot have it."""
        self.ended = isinstance(cost.price, str)
        if not isinstance(cost.price, str):
            return int(self.field.costs.parts(cost.price))
        left = not self.spent if cost.price == "all" else self.spent < self.going.budget
        return 0 if left and self.going.budget > 0 else None

    def _with_zones(self, h: int, ground: int) -> int | None:
        toll = self.going.toll
        return ground if toll is None else toll.price(self.at, h, ground, first=not self.steps)

    def _by_cost(self, cost: StepCost, said: str) -> list[Breach]:
        return [(rule, said) for rule in self._cost_rules(cost)]

    def _halted(self) -> Iterator[Breach]:
        """Why the unit goes no further from the hex where it is."""
        field, state, h = self.field, self.state, self.at
        said = f"{self.name} must end its move in {field.place(h)}"
        if self.march.bars(field, state, self.unit, h):
            names = field.called(state, field.roster.side[self.unit], state.stacks[h] & ~(1 << self.unit))
            yield from ((rule, f"{said}: it may not pass {names}") for rule in field.cites("movement", "friends"))
        elif field.zones.rules[self.unit].enter == STOP:
            yield from ((rule, f"{said}, in an enemy zone of control") for rule in field.cites("zones", "enter"))

    def _zone_breaches(self, h: int) -> Iterator[Breach]:
        """Why enemy zones of control do not let the unit go to the next hex."""
        field, toll, at = self.field, self.going.toll, self.at
        assert toll is not None
        if field.zones.rules[self.unit].leave in (NEVER, ONLY_START) and toll.zone[at]:
            for rule in field.cites("zones", "leave"):
                yield rule, f"{self.name} cannot leave the enemy zone of control in {field.place(at)}"
        if toll.zone[at] and toll.zone[h]:
            key = "barred" if getattr(toll, "bars", _nothing)(at, h) else "zone_to_zone"
            for rule in field.cites("zones", key):
                yield rule, f"{self.name} cannot go from one enemy zone of control into another at {field.place(h)}"

    def whole(self) -> Iterator[Breach]:
        if self.spent > self.going.budget and not self._one_hex():
            yield from self._too_dear()
        if self.path and not self.march.may_end(self.state, self.unit, self.at):
            self.held += list(self.field.stacking.faults(self.state, self.unit, self.at))

    def _one_hex(self) -> bool:
        """Whether it is the move of one hex that is always allowed."""
        return self.march.always_one and self.going.fresh and not self.going.spent and len(self.path) == 1

    def _too_dear(self) -> Iterator[Breach]:
        field, state, unit, going = self.field, self.state, self.unit, self.going
        has = f"{self.name} has {going.budget / field.parts:g}"
        said = f"this move costs {counted(self.spent / field.parts, 'movement point')}; {has}"
        for rule in field.cites("movement", "allowance"):
            yield rule, said
        for line in field.allowance_lines(state, unit):
            yield from ((rule, line.says or said) for rule in line.rule)
        yield from ((rule, said) for rule in self.march.phase.share_rules)
        yield from ((rule, said) for rule in field.slowed_by(state, unit))
        yield from ((rule, said) for rule in toll_rules(field, going.toll, self.path))
        for rule in dict.fromkeys(rule for cost in self.costs for rule in self._cost_rules(cost)):
            yield rule, said

    def _cost_rules(self, cost: StepCost) -> Rules:
        """The paragraphs of what a step costs: of the line of the cost, else of ``costs``."""
        costs, field = self.field.costs.block, self.field
        found: list[str] = []
        for key, source in cost.sources:
            found += cites("movement", (source, ""), (costs, key), (costs, ""), (field.model.movement, "costs"))
        return tuple(dict.fromkeys(found)) or field.cites("movement", "costs")


def _nothing(a: int, b: int) -> bool:
    return False
