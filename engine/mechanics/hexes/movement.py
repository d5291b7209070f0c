"""Reach: the cheapest ways of one unit over a board whose steps and costs were worked out beforehand.

Costs are small whole numbers, so hexes wait in *buckets*, one for each cost, as in Dial's version of Dijkstra's
algorithm: no heap is kept in order. The hexes of a bucket are taken by number, and ties keep the first way found,
so that paths are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Any, Final, NamedTuple, Self, TypeAlias

Row: TypeAlias = Sequence[tuple[int, int]]
"""The (neighbour, cost) pairs of a hex."""

Link: TypeAlias = int
"""A step taken, as a number: the hex it leads to, then which of that hex's own steps goes back (`Steps.link`)."""

Ahead: TypeAlias = tuple[int, tuple[tuple[int, int, Link], ...]]
"""The hex that a step leads to, and what to try after it: (neighbour, cost, its link). Numbers alone: the garbage
collector need not look at them."""

_LISTED: Final = 28
"""The number of hexes of a map, for each square of what a unit can spend, below which a list of them all takes less
time than it saves: it is read the more often."""
_LINKS_KEPT: Final = 400_000
"""How many links are kept before they are forgotten: some 100 MB."""

_ON: Final = 0.9
"""How likely a random way goes on by a step that costs nothing once all that it would spend is spent."""


class _Asked(dict[Link, Ahead]):
    """What is worth trying after the steps that were asked about; None for all others."""

    def __missing__(self, link: Link) -> None:
        return None


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
        self.span = max(map(len, self), default=0) + 1
        """What a link divided by this is the hex that it leads to."""
        self.ahead: list[Ahead | None] | _Asked
        """By link, what is worth trying after it; None if it is not worked out yet: ask `onward`."""
        links = len(self) * self.span
        self.ahead = [None] * links if links <= _LINKS_KEPT else _Asked()
        self._tried: dict[int, tuple[tuple[int, int, Link], ...]] = {}
        """By hex all steps from it, of which those worth trying are taken."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Steps, (list(self),)

    def cost(self, a: int, b: int) -> int:
        """What the step from ``a`` to ``b`` costs; KeyError where there is none."""
        for n, cost in self[a]:
            if n == b:
                return cost
        raise KeyError(b)

    def beginning(self, h: int) -> Link:
        """The link of a way that begins in ``h``."""
        return (h + 1) * self.span - 1

    def link(self, a: int, h: int) -> Link:
        """The link of a step from ``a`` to ``h``.

        A step that does not go back again counts as a beginning: then all is tried, and nothing is lost.
        """
        for back, (n, _) in enumerate(self[h]):
            if n == a:
                return h * self.span + back
        return self.beginning(h)

    def onward(self, link: Link) -> Ahead:
        """What is worth trying after a step; remembered in ``ahead``."""
        known = self.ahead[link]
        if known is not None:
            return known
        if isinstance(self.ahead, _Asked) and len(self.ahead) >= _LINKS_KEPT:
            self.ahead.clear()
            self._tried.clear()
        h, back = divmod(link, self.span)
        tried = self._tried.get(h)
        if tried is None:
            tried = self._tried[h] = tuple([(n, cost, self.link(h, n)) for n, cost in self[h]])
        if back < len(tried):
            a = tried[back][0]
            direct = dict(self[a])
            paid = direct.get(h, inf)
            tried = tuple([step for step in tried if step[0] != a and direct.get(step[0], inf) > paid + step[1]])
        found = self.ahead[link] = h, tried
        return found


class Reach(NamedTuple):
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


@dataclass(frozen=True, slots=True)
class Toll:
    """What steps cost a unit in the present position beside what the ground costs: in the zones of its enemies."""

    zone: bytes | bytearray
    """1 for each hex of the zones."""
    extra: int = 0
    """What it costs more to enter one of them."""
    barred: Collection[tuple[int, int]] = frozenset()
    """Steps (hex, next hex) that are not allowed from a hex of the zones to another."""
    whole: int | None = None
    """What the first step from a hex of the zones to another costs in all, where the ground costs no more; else that
    step is not allowed. None where it is a step like any other."""

    def price(self, a: int, b: int, cost: int, *, first: bool) -> int | None:
        """What a step costs, from what the ground costs; None where it is not allowed. ``first``: of a move."""
        if not self.zone[b]:
            return cost
        if self.zone[a]:
            if (a, b) in self.barred:
                return None
            if first and self.whole is not None:
                return self.whole if cost <= self.whole else None
        return cost + self.extra


class Closed(frozenset[int]):
    """Hexes that many units never enter: what a search on a large map makes of them for one is kept for the next."""

    _made: dict[tuple[int, int], bytearray]

    def __new__(cls, hexes: Iterable[int] = ()) -> Self:
        """Made of hexes and places off the map (negative numbers), which are left out."""
        made = super().__new__(cls, (h for h in hexes if h >= 0))
        made._made = {}
        return made

    def best(self, size: int, limit: int) -> bytearray:
        """For each of ``size`` hexes what a way to it has to cost less than."""
        found = self._made.get((size, limit))
        if found is None:
            found = self._made[size, limit] = bytearray((max(limit, 0),)) * size
            _close(found, self)
        return found.copy()


def _close(best: bytearray | list[int], blocked: Iterable[int]) -> None:
    """Nothing costs less than nothing: blocked hexes are never entered."""
    for h in blocked:
        # Where a unit is that is off the map is no hex.
        if h >= 0:
            best[h] = 0


def _best(start: int, size: int, limit: int, blocked: Iterable[int]) -> bytearray | list[int]:
    """For each hex what a way to it has to cost less than: ``limit`` at first."""
    found: bytearray | list[int]
    if size <= _LISTED * limit * limit or limit > 255:
        # A list is read faster than bytes; to copy one that differs from hex to hex takes longer than to make it again.
        found = [limit] * size
        _close(found, blocked)
    else:
        found = (blocked if isinstance(blocked, Closed) else Closed(blocked)).best(size, limit)
    found[start] = 0
    return found


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
    best = _best(start, size, limit, blocked)
    cost = {start: 0}
    came: dict[int, int] = {}
    known, onward = steps.ahead, steps.onward
    stops = stops or bytes(size)
    buckets: list[list[Link]] = [[] for _ in range(max(1, min(limit, size * steps.most + 1)))]
    buckets[0].append(steps.beginning(start))
    for so_far, bucket in enumerate(buckets[: max(0, limit - steps.least)]):
        bucket.sort()
        # A hex waits here a second time where a cheaper way to it was found later: then nothing comes of it.
        for link in bucket:
            h, ahead = known[link] or onward(link)
            if stops[h] and h != start:
                continue
            for n, price, then in ahead:
                total = so_far + price
                if total < best[n]:
                    best[n] = cost[n] = total
                    came[n] = h
                    buckets[total].append(then)
    return Reach(start, {h: spent + paid for h, paid in cost.items()} if spent else cost, came)


def reach_with_toll(
    start: int,
    steps: Steps,
    budget: int,
    toll: Toll,
    blocked: Iterable[int] = (),
    stops: bytes | bytearray | None = None,
    spent: int = 0,
) -> Reach:
    """As `reach`, where what a step costs also depends on the units about: a toll may bar the direct way, so that all
    neighbours are tried from everywhere."""
    size, limit = len(steps), budget - spent + 1
    best = _best(start, size, limit, blocked)
    cost = {start: 0}
    came: dict[int, int] = {}
    stops = stops or bytes(size)
    zone, extra, barred = toll.zone, toll.extra, toll.barred
    buckets: list[list[int]] = [[] for _ in range(max(1, limit))]
    for n, ground in steps[start]:
        paid = toll.price(start, n, ground, first=True)
        if paid is not None and paid < best[n]:
            best[n] = cost[n] = paid
            came[n] = start
            if not stops[n]:
                buckets[paid].append(n)
    for so_far, bucket in enumerate(buckets[: max(0, limit - steps.least)]):
        bucket.sort()
        for h in bucket:
            if best[h] < so_far:
                continue
            for n, price in steps[h]:
                total = so_far + price
                if total < best[n]:
                    if zone[n]:
                        total += extra
                        if total >= best[n] or (zone[h] and (h, n) in barred):
                            continue
                    best[n] = cost[n] = total
                    came[n] = h
                    if not stops[n]:
                        buckets[total].append(n)
    return Reach(start, {h: spent + paid for h, paid in cost.items()} if spent else cost, came)


class Costs:
    """The cheapest cost from the nearest of some hexes to others, found as far out as it is asked about."""

    def __init__(self, sources: Iterable[int], steps: Steps) -> None:
        self._steps = steps
        self.cost = dict.fromkeys(sources, 0)
        """What has been found: sure for hexes within the cost come to so far, all others may be reached for less."""
        self._buckets: dict[int, list[int]] = {0: list(self.cost)}
        self._far = 0

    def get(self, h: int, default: int) -> int:
        """The cost to a hex; ``default`` where there is no way to it."""
        found = self.cost.get(h)
        while (found is None or found > self._far) and self._buckets:
            self.widen()
            found = self.cost.get(h)
        return default if found is None else found

    def widen(self) -> None:
        """Go on from the hexes that cost what has been come to."""
        so_far, cost, steps, buckets = self._far, self.cost, self._steps, self._buckets
        # The list grows while it is walked along, by steps that cost nothing.
        for h in buckets.get(so_far, ()):
            if cost[h] < so_far:
                continue
            for n, price in steps[h]:
                total = so_far + price
                if n not in cost or total < cost[n]:
                    cost[n] = total
                    buckets.setdefault(total, []).append(n)
        buckets.pop(so_far, None)
        self._far = so_far + 1

    def all(self) -> dict[int, int]:
        """The cost to every hex that can be reached at all."""
        while self._buckets:
            self.widen()
        return self.cost


def costs_from(sources: Iterable[int], steps: Steps) -> dict[int, int]:
    """The cheapest cost from the nearest of some hexes to every hex that can be reached from them at all."""
    return Costs(sources, steps).all()


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
    known, link = steps.ahead, steps.beginning(start)
    way: list[int] = []
    # Steps that cost nothing could be taken for ever.
    while left >= steps.least and (left or chance() < _ON):
        _, after = known[link] or steps.onward(link)
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
