"""Reach: the cheapest ways of one unit over a board whose steps and costs were worked out beforehand."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

Steps = Sequence[Sequence[tuple[int, int]]]
"""For each hex the (neighbour, cost) pairs a class of unit may step to; costs are whole numbers of the system's own."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a unit can get: ``cost`` by hex (the start at 0 included), ``came`` the hex before each."""

    start: int
    cost: dict[int, int]
    came: dict[int, int]

    def path(self, h: int) -> tuple[int, ...]:
        """The cheapest path to a reached hex, without the start."""
        path = []
        while h != self.start:
            path.append(h)
            h = self.came[h]
        path.reverse()
        return tuple(path)

    def destinations(self) -> list[int]:
        """The hexes that can be reached, the start left out."""
        return [h for h in self.cost if h != self.start]


def reach(
    start: int,
    steps: Steps,
    budget: int,
    blocked: Container[int] = (),
    stops: bytes | bytearray | None = None,
    spent: int = 0,
) -> Reach:
    """The cheapest cost to every hex within ``budget``.

    A unit never enters ``blocked`` hexes and goes no further from a hex where ``stops`` is set,
    save from its start. Ties keep the first way found, so that paths are the same everywhere.
    """
    size = len(steps)
    cost = {start: spent}
    came: dict[int, int] = {}
    heap = [spent * size + start]
    while heap:
        so_far, h = divmod(heappop(heap), size)
        if so_far > cost[h] or (stops is not None and stops[h] and h != start):
            continue
        for n, price in steps[h]:
            total = so_far + price
            if total <= budget and n not in blocked and total < cost.get(n, budget + 1):
                cost[n] = total
                came[n] = h
                heappush(heap, total * size + n)
    return Reach(start, cost, came)
