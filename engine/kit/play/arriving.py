"""Reinforcements: at which hexes they come on, what they pay for it, and what keeps them away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kit.bound.citing import Rules
from engine.kit.bound.costs import PROHIBITED
from engine.kit.play.state import KitState
from engine.mechanics.hexes.hexstate import DEAD
from engine.mechanics.hexes.marching import another_in
from engine.mechanics.procedure import Breach
from engine.play import Step
from engine.plural import counted


class ComingOn:
    """The block ``arrivals`` of a file for the units of one phase."""

    def __init__(self, field: Any, march: Any) -> None:
        self.field, self.march = field, march
        block = field.model.arrivals
        self.blocked_by = frozenset(block.blocked_by if block else ("enemy", "zones"))
        self.otherwise: str = block.blocked if block else "wait"
        self.column = bool(block and block.column)
        self.fixed = None if block is None or block.cost == "usual" else block.cost
        self.rules: Rules = field.cites("arrivals")

    def blocked(self, state: KitState, unit: int, h: int) -> bool:
        """Whether an entry hex is blocked for a side: by the enemy in it, or by his zones."""
        field, side = self.field, self.field.roster.side[unit]
        if "enemy" in self.blocked_by and state.stacks.get(h, 0) & field.roster.of_side[1 - side]:
            return True
        return "zones" in self.blocked_by and bool(field.felt(state, unit, "move")[h])

    def _used(self, state: KitState, unit: int) -> tuple[int, int]:
        """The hex that the group of a unit uses in this phase in place of its own, or -1, and how many came on."""
        own = self.field.entries[unit]
        return next(((used, count) for designated, used, count in state.columns if designated in own), (-1, 0))

    def hexes(self, state: KitState, unit: int) -> tuple[int, ...]:
        """The hexes where a unit may come on now."""
        field, own = self.field, self.field.entries[unit]
        used, _ = self._used(state, unit)
        if used >= 0 and used not in own:
            return (used,)
        free = tuple(h for h in own if not self.blocked(state, unit, h))
        if self.column and used >= 0:
            return (used,)
        if free or self.otherwise in ("wait", "lost"):
            return free if self.otherwise != "wait" else own
        return self._others(state, unit, own, field)

    def _others(self, state: KitState, unit: int, own: tuple[int, ...], field: Any) -> tuple[int, ...]:
        """The hexes of the edge in place of entry hexes that are blocked: those next to them, or the nearest."""
        open_ = [
            h
            for h in sorted(field.ground.rim)
            if not self.blocked(state, unit, h) and field.costs.arrival(state, unit, h).price != PROHIBITED
        ]
        best = {h: min(field.distance(h, entry) for entry in own) for h in open_}
        if self.otherwise == "adjacent":
            return tuple(h for h in open_ if best[h] == 1)
        nearest = min(best.values(), default=0)
        return tuple(h for h in open_ if best[h] == nearest)

    def price(self, state: KitState, unit: int, h: int) -> int:
        """What a unit pays to come on at a hex, in parts of a movement point."""
        field = self.field
        if self.fixed is not None:
            return int(field.costs.parts(self.fixed))
        before = self._used(state, unit)[1] if self.column else 0
        own = h in field.entries[unit]
        cost = field.costs.arrival(state, unit, h) if own else field.costs.ground_of(state, unit, h)
        budget = int(self.march.budget(field, state, unit))
        if isinstance(cost.price, str):
            return budget if cost.price != PROHIBITED else budget + 1
        along = own and any(key in field.costs.path for key, _ in cost.sources)
        price = int(field.costs.parts(cost.price))
        if along:
            price *= before + 1
        elif before:
            price += int(field.costs.parts(field.costs.base(state, unit, h))) * before
        # One hex is always allowed to the first, where it is to who moves.
        return min(price, budget) if self.march.always_one and not before and budget else price

    def lose_blocked(self, state: KitState, side: int, step: Step) -> None:
        """Where the file says so, reinforcements whose entry hexes are all blocked are lost as their phase begins."""
        if self.otherwise != "lost":
            return
        field = self.field
        for unit in self.march.due(field, state, side):
            if all(self.blocked(state, unit, h) for h in field.entries[unit]):
                field.put(state, unit, DEAD)
                state.steps[unit] = 0
                at = field.grid.name(field.entries[unit][0])
                step.say("eliminated", field.cite(self.rules[0]), unit=field.roster.keys[unit], at=at)

    def note(self, state: KitState, unit: int, h: int) -> None:
        """Note that a unit came on at a hex: the next of its group pays more, or follows it."""
        state.columns = another_in(state.columns, self.field.entries[unit], h)

    def faults(self, state: KitState, unit: int, h: int) -> Iterator[Breach]:
        """Why a unit may not come on at a hex."""
        field, march = self.field, self.march
        name, where = field.roster.names[unit], field.place(h)
        if h not in self.hexes(state, unit):
            yield from ((rule, f"{name} does not enter at {where}") for rule in self.rules)
        elif self.otherwise == "wait" and self.blocked(state, unit, h):
            yield from ((rule, f"{where} is blocked: {name} enters elsewhere or later") for rule in self.rules)
        barred = field.hooks.barred(state, unit, h) if field.hooks is not None else None
        if barred is not None:
            yield barred
        foes = state.stacks.get(h, 0) & field.roster.of_side[1 - field.roster.side[unit]] & ~field.yielding
        if foes:
            names = field.called(state, field.roster.side[unit], foes)
            yield field.cites("movement", "enemies")[0], f"{where} is occupied by the enemy ({names})"
        elif h in state.stacks:
            yield from march.occupied(field, state, unit, h)
        budget = march.budget(field, state, unit)
        price = self.price(state, unit, h)
        if price > budget:
            cost = counted(price / field.parts, "movement point")
            said = f"{name} would pay {cost} to enter; it has {budget / field.parts:g}"
            yield from ((rule, said) for rule in self.rules)
            yield field.cites("movement", "allowance")[0], said
