"""Ways given by some of their hexes, made whole: the cheapest that the rules allow through all of them in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from itertools import chain, pairwise

from engine.hexes.board.grid import Grid
from engine.play import Action, Filled

Onward = Callable[[int, bool], Iterable[tuple[int, int]]]
"""(hex, whether the way begins in it) to the (next hex, cost) pairs that the rules allow from there."""

Legs = tuple[tuple[int, ...], ...]
"""A whole way: for each given hex the hexes that lead to it from the one before it, itself included."""

_Node = tuple[int, int]
"""How many of the given hexes a way has been through (-1 at its beginning), and the hex it has come to."""


def plain(given: Sequence[int]) -> Legs:
    """A way to which nothing is added."""
    return tuple((h,) for h in given)


def through(start: int, given: Sequence[int], onward: Onward, budget: int, spent: int = 0) -> Legs | None:
    """The cheapest way from ``start`` through all given hexes, in order, within ``budget``; None when there is none.

    At least one hex is given, and none twice in a row; a way may come to a hex more than once. Costs are whole
    numbers of the system's own; ``spent`` was paid before.
    """
    beginning = (-1, start)
    cost: dict[_Node, int] = {beginning: spent}
    came: dict[_Node, _Node] = {}
    heap = [(spent, beginning)]
    while heap:
        so_far, node = heappop(heap)
        passed, at = node
        if so_far > cost[node]:
            continue
        if passed == len(given):
            return _legs(node, came)
        done = max(passed, 0)
        for n, price in onward(at, passed < 0):
            reached = (done + (n == given[done]), n)
            total = so_far + price
            if total < cost.get(reached, budget + 1):
                cost[reached] = total
                came[reached] = node
                heappush(heap, (total, reached))
    return None


def _legs(node: _Node, came: dict[_Node, _Node]) -> Legs:
    """The way to a node, parted where it came to the given hexes."""
    nodes = [node]
    while node in came:
        node = came[node]
        nodes.append(node)
    nodes.reverse()
    legs: list[list[int]] = [[]]
    for (before, _), (passed, h) in pairwise(nodes):
        legs[-1].append(h)
        if passed > max(before, 0):
            legs.append([])
    return tuple(tuple(leg) for leg in legs[:-1])


def parted(path: Sequence[int], given: Sequence[int]) -> Legs | None:
    """A path parted where it comes to the given hexes, the last of which it ends in; None when it misses one."""
    legs: list[tuple[int, ...]] = []
    rest = tuple(path)
    for h in given[:-1]:
        if h not in rest:
            return None
        cut = rest.index(h) + 1
        legs.append(rest[:cut])
        rest = rest[cut:]
    return (*legs, rest) if rest and rest[-1] == given[-1] else None


def action(verb: str, unit: int, grid: Grid, start: int, legs: Legs, head: tuple[int, ...] = ()) -> Action:
    """The action of a unit that goes a way from ``start``; ``head`` stands before the way.

    Where hexes were filled in, a refusal of the action says so.
    """
    return going(verb, grid, start, legs, (unit, *head))


def going(verb: str, grid: Grid, start: int, legs: Legs, head: tuple[int, ...] = ()) -> Action:
    """The action that goes a way from ``start``, with ``head`` before the way; what was filled in is noted."""
    args = (*head, *chain.from_iterable(legs))
    if all(len(leg) == 1 for leg in legs):
        return Action(verb, args)
    told = []
    at = start
    for leg in legs:
        if len(leg) > 1:
            told.append(_leg_in_words(grid, at, leg))
        at = leg[-1]
    filled = Filled(verb, args)
    filled.note = "; ".join(told)
    return filled


def _leg_in_words(grid: Grid, at: int, leg: tuple[int, ...]) -> str:
    between = " ".join(grid.name(h) for h in leg[:-1])
    if grid.distance(at, leg[-1]) == 1:
        return f"from {grid.name(at)} to {grid.name(leg[-1])} by way of {between}"
    return f"{grid.name(at)} and {grid.name(leg[-1])} are not adjacent: filled in by {between}"
