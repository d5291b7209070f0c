"""What holds for one unit that sets out from a hex now: its steps, its budget, and what keeps it from going on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from engine.mechanics.hexes.movement import Reach, Steps, Toll, reach, reach_with_toll
from engine.mechanics.hexes.ways import Onward


@dataclass(slots=True)
class Going:
    """What holds for one unit that sets out from a hex now; costs are half movement points."""

    start: int
    steps: Steps
    budget: int
    closed: Collection[int]
    """Hexes that it never enters."""
    stops: bytearray | None = None
    """Hexes from which it goes no further."""
    spent: int = 0
    """What it has paid before."""
    toll: Toll | None = None
    """What steps cost it in the present position, where that is not what the ground costs."""
    fresh: bool = True
    """Whether its move begins here: not after it has come onto the map."""

    def reach(self) -> Reach:
        """Where it can get."""
        if self.toll is None:
            return reach(self.start, self.steps, self.budget, self.closed, self.stops, self.spent)
        return reach_with_toll(self.start, self.steps, self.budget, self.toll, self.closed, self.stops, self.spent)

    def price(self, a: int, b: int, cost: int) -> int | None:
        """What a step costs, from what the ground costs; None where it is not allowed."""
        return cost if self.toll is None else self.toll.price(a, b, cost, first=a == self.start)

    def cost(self, way: Sequence[int]) -> int:
        """What a legal way costs."""
        at, total = self.start, 0
        for h in way:
            total += self.price(at, h, self.steps.cost(at, h)) or 0
            at = h
        return total

    def may_step(self) -> bool:
        """Whether it can go anywhere at all."""
        left = self.budget - self.spent
        prices = (self.price(self.start, n, cost) for n, cost in self.steps[self.start] if n not in self.closed)
        return any(price is not None and price <= left for price in prices)

    def onward(self, own: int) -> Onward:
        """The steps open to it; ``own`` is the hex where it stands, which is not closed to itself."""
        steps, closed, stops = self.steps, self.closed, self.stops

        def go(h: int, first: bool) -> Iterator[tuple[int, int]]:
            if stops is not None and stops[h] and not first:
                return
            for n, cost in steps[h]:
                price = self.price(h, n, cost) if n == own or n not in closed else None
                if price is not None:
                    yield n, price

        return go
