"""What it costs to reach a hex from every other one."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush


def costs_to(goal: int, into: Sequence[Sequence[tuple[int, int]]], beyond: int) -> list[int]:
    """The least cost from each hex to a goal, in the unit of the steps; ``beyond`` where no way leads there.

    ``into`` has for each hex the hexes that a step leads from, with its cost.
    """
    costs = [beyond] * len(into)
    costs[goal] = 0
    queue = [(0, goal)]
    while queue:
        cost, h = heappop(queue)
        if cost > costs[h]:
            continue
        for n, step in into[h]:
            if cost + step < costs[n]:
                costs[n] = cost + step
                heappush(queue, (cost + step, n))
    return costs
