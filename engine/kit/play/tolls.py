"""What enemy zones of control do to the steps of a unit, and the search for ways that pay it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil, floor
from typing import Any, Final

from engine.kit.bound.control import AS_USUAL, FREE, NEVER, ONLY_START, STOP, WHOLE, ZoneEffects
from engine.mechanics.hexes.movement import Reach, Steps, Toll

Price = Callable[[int, int, int, bool], int | None]
"""What a step costs (hex, next hex, what the ground costs, whether it is the first of a move); None where it is not
allowed."""

PROHIBITED: Final = "prohibited"
NO_RULES: Final = ZoneEffects(FREE, FREE, AS_USUAL)


@dataclass(frozen=True, slots=True)
class Zoned(Toll):
    """What steps cost one unit in and out of enemy zones."""

    rules: ZoneEffects = NO_RULES
    """Of the unit, in the words of the file."""
    paid: tuple[int, int, int] = (0, 0, 0)
    """What is added to enter a hex of a zone, to leave one, and to go from one straight into the next."""
    budget: int = 0
    bars: Callable[[int, int], bool] = lambda a, b: False
    """Whether a step from zone to zone is prohibited in any case."""
    fresh: bool = True
    """Whether the way begins here."""

    def price(self, a: int, b: int, cost: int, *, first: bool) -> int | None:
        zone, rules = self.zone, self.rules
        begins = first and self.fresh
        if zone[a]:
            if rules.leave == NEVER or (rules.leave == ONLY_START and not begins):
                return None
            cost += self.paid[1]
            if zone[b]:
                if rules.zone_to_zone == PROHIBITED or self.bars(a, b):
                    return None
                if rules.zone_to_zone == WHOLE:
                    return self.budget if begins and cost <= self.budget else None
                cost += self.paid[2]
        return cost + self.paid[0] if zone[b] else cost


def zoned(field: Any, state: Any, unit: int, zone: bytearray, budget: int, whole: Any, *, fresh: bool) -> Zoned | None:
    """What zones do to the steps of a unit; None where they do no more than stop it. ``whole`` is its allowance in
    movement points."""
    rules = field.zones.rules[unit]
    parts = field.parts
    entry = rules.enter
    if entry in (STOP, FREE):
        enter = 0
    elif entry == "half_up":
        enter = ceil(whole / 2) * parts
    elif entry == "half_down":
        enter = floor(whole / 2) * parts
    else:
        enter = int(entry * parts)
    leave = 0 if isinstance(rules.leave, str) else int(rules.leave * parts)
    across = 0 if isinstance(rules.zone_to_zone, str) else int(rules.zone_to_zone * parts)
    plain = not (enter or leave or across) and rules.leave == FREE and rules.zone_to_zone == AS_USUAL
    if plain and not field.zones.can_bar:
        return None

    def bars(a: int, b: int) -> bool:
        barred: bool = field.zones.bars(state, unit, a, b)
        return barred

    allowed = bars if field.zones.can_bar else _never
    return Zoned(zone, enter, frozenset(), None, rules, (enter, leave, across), budget, allowed, fresh)


def _never(a: int, b: int) -> bool:
    return False


def reach_priced(
    start: int,
    steps: Steps,
    budget: int,
    price: Price,
    closed: Iterable[int],
    stops: bytes | bytearray | None,
    spent: int = 0,
) -> Reach:
    """The cheapest cost to every hex within ``budget``, where what a step costs depends on the units about."""
    size = len(steps)
    best = dict.fromkeys(closed, -1)
    best[start] = -1
    cost, came = {start: spent}, dict[int, int]()
    buckets: list[list[int]] = [[] for _ in range(max(1, budget - spent + 1))]
    buckets[0].append(start)
    blank = stops or bytes(size)
    for so_far, bucket in enumerate(buckets):
        bucket.sort()
        for h in bucket:
            if h != start and (cost[h] - spent < so_far or blank[h]):
                continue
            for n, ground in steps[h]:
                paid = price(h, n, ground, h == start)
                if paid is None:
                    continue
                total = so_far + paid
                if total <= budget - spent and total < best.get(n, budget + 1):
                    best[n] = total
                    cost[n] = spent + total
                    came[n] = h
                    buckets[total].append(n)
    return Reach(start, cost, came)
