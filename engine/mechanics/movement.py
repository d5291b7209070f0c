"""Reach: the cheapest ways of one unit over a board whose steps and costs were worked out beforehand.

Costs are small whole numbers, so hexes wait in *buckets*, one for each cost, as in Dial's version of Dijkstra's
algorithm: no heap is kept in order. The hexes of a bucket are taken by number, and ties keep the first way found,
so that paths are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Any, Final, TypeAlias

from engine.board.grid import NOWHERE

Row: TypeAlias = Sequence[tuple[int, int]]
"""The (neighbour, cost) pairs of a hex."""

Link: TypeAlias = tuple[int, int, "list[tuple[int, int, Link]]"]
"""A step taken: the hex it leads to, the hex it came from (NOWHERE at the start of a way), and what to try next:
(neighbour, cost, its link). What to try next is empty until `Steps.onward` is asked."""

Toll: TypeAlias = Callable[[int, int, int], int | None]
"""What a step costs in the present position: from the hex left, the hex entered and the cost of the ground; None
where it is not allowed."""

_LINKS_KEPT: Final = 400_000
"""How many links are kept before they are forgotten: some 100 MB."""

_ON: Final = 0.9
"""How likely a random way goes on by a step that costs nothing once all that it would spend is spent."""


class Steps(list[Row]):
    """For each hex the (neighbour, cost) pairs a class of unit may step to; costs are whole numbers, never negative.

    After a step from a to h, a neighbour of h to which a itself leads for no more is not worth trying from h: on
    open ground that is half of them. What is left is worked out when a unit first comes that way, and kept.
    """

    def __init__(self, rows: Iterable[Row]) -> None:
        super().__init__(rows)
        costs = {cost for row in self for _, cost in row}
        self.least = min(costs, default=0)
        """The lowest cost of a step."""
        self.most = max(costs, default=0)
        self._links: dict[int, Link] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Steps, (list(self),)

    def cost(self, a: int, b: int) -> int:
        """What the step from ``a`` to ``b`` costs; KeyError where there is none."""
        for n, cost in self[a]:
            if n == b:
                return cost
        raise KeyError(b)

    def link(self, a: int, h: int) -> Link:
        """The link of a step from ``a`` to ``h``; with NOWHERE as ``a``, of a way that begins in ``h``."""
        key = (a + 1) * len(self) + h
        known = self._links.get(key)
        if known is None:
            if len(self._links) >= _LINKS_KEPT:
                self._links.clear()
            known = self._links[key] = (h, a, [])
        return known

    def onward(self, link: Link) -> list[tuple[int, int, Link]]:
        """What is worth trying after a step."""
        h, a, after = link
        if not after:
            direct = dict(self[a]) if a != NOWHERE else {}
            paid = direct.get(h, 0)
            for n, cost in self[h]:
                if n != a and direct.get(n, inf) > paid + cost:
                    after.append((n, cost, self.link(h, n)))
        return after


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
    blocked: Iterable[int] = (),
    stops: bytes | bytearray | None = None,
    spent: int = 0,
) -> Reach:
    """The cheapest cost to every hex within ``budget``, ``spent`` of which is gone at the start.

    A unit never enters ``blocked`` hexes and goes no further from a hex where ``stops`` is set,
    save from its start.
    """
    size, limit = len(steps), budget - spent + 1
    # Bytes where they will do: a list of a large map is eight times as long, and is made for each unit anew.
    best: bytearray | list[int] = bytearray((max(limit, 0),)) * size if limit < 256 else [limit] * size
    for h in blocked:
        # Where a unit is that is off the map is no hex. Nothing costs less than nothing, so that it is never entered.
        if h >= 0:
            best[h] = 0
    best[start] = 0
    cost = {start: 0}
    came: dict[int, int] = {}
    onward = steps.onward
    stops = stops or bytes(size)
    buckets: list[list[Link]] = [[] for _ in range(max(1, min(limit, size * steps.most + 1)))]
    buckets[0].append(steps.link(NOWHERE, start))
    for so_far, bucket in enumerate(buckets[: max(0, limit - steps.least)]):
        bucket.sort()
        # A hex waits here a second time where a cheaper way to it was found later: then nothing comes of it.
        for link in bucket:
            h, _, after = link
            for n, price, then in after or onward(link):
                total = so_far + price
                if total < best[n]:
                    best[n] = cost[n] = total
                    came[n] = h
                    if not stops[n]:
                        buckets[total].append(then)
    return Reach(start, {h: spent + paid for h, paid in cost.items()} if spent else cost, came)


def reach_with_toll(
    start: int,
    steps: Sequence[Row],
    budget: int,
    toll: Toll,
    blocked: Container[int] = (),
    stops: bytes | bytearray | None = None,
    spent: int = 0,
) -> Reach:
    """As `reach`, where what a step costs also depends on the units about: every step is asked of ``toll``."""
    cost = {start: spent}
    came: dict[int, int] = {}
    stops = stops or bytes(len(steps))
    limit = budget + 1
    buckets: list[list[int]] = [[] for _ in range(spent, max(limit, spent + 1))]
    buckets[0].append(start)
    for so_far, bucket in enumerate(buckets, spent):
        bucket.sort()
        for h in bucket:
            if cost[h] < so_far:
                continue
            for n, price in steps[h]:
                if n in blocked or so_far + price >= cost.get(n, limit) or (paid := toll(h, n, price)) is None:
                    continue
                total = so_far + paid
                if total < cost.get(n, limit):
                    cost[n] = total
                    came[n] = h
                    if not stops[n]:
                        buckets[total - spent].append(n)
    return Reach(start, cost, came)


def costs_from(sources: Iterable[int], steps: Steps) -> dict[int, int]:
    """The cheapest cost from the nearest of some hexes to every hex that can be reached from them at all."""
    cost = dict.fromkeys(sources, 0)
    buckets: list[list[int]] = [list(cost), *([] for _ in range(steps.most))]
    last = 0
    for so_far, bucket in enumerate(buckets):
        for h in bucket:
            if cost[h] < so_far:
                continue
            for n, price in steps[h]:
                total = so_far + price
                if n not in cost or total < cost[n]:
                    cost[n] = total
                    last = max(last, total)
                    buckets[total].append(n)
        # The list grows while it is walked along, as far as there is anything to come.
        if so_far < last:
            buckets.append([])
    return cost


def wander(
    start: int,
    steps: Steps,
    budget: int,
    random: Random,
    blocked: Container[int] = (),
    stops: bytes | bytearray | None = None,
    spent: int = 0,
) -> list[int]:
    """A random way for the same unit as `reach`, without the start; it may be empty.

    Nothing but the way itself is worked out, yet each hex that `reach` finds has a chance, by the way that it
    finds. Ways go on rather than back, and are long rather than short: there are more hexes far off than near.
    """
    chance = random.random
    left = int((budget - spent + 1) * max(chance(), chance(), chance()))
    link = steps.link(NOWHERE, start)
    way: list[int] = []
    # Steps that cost nothing could be taken for ever.
    while left >= steps.least and (left or chance() < _ON):
        after = link[2] or steps.onward(link)
        first = int(chance() * len(after))
        for n, price, then in after[first:] + after[:first]:
            if price <= left and n not in blocked and n not in way and n != start:
                way.append(n)
                left -= price
                link = then
                break
        else:
            break
        if stops is not None and stops[n]:
            break
    return way
