"""Chapter 7: support fire markers. Pools, allotment, draws, ranges."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.mechanics.bits import bits
from engine.play import Step
from engine.systems.fire_and_movement.special import MarkerModel, SupportModel

if TYPE_CHECKING:
    from engine.systems.fire_and_movement.rules import FmRules
    from engine.systems.fire_and_movement.state import FmState


@dataclass(frozen=True, slots=True)
class Marker:
    """A support fire marker: its strength, what it shows, and how far from what it reaches (7.2, 8.1.1)."""

    strength: int
    kind: str = "artillery"
    base: str = ""
    """``sea``, or the name of a region: its range counts from there; empty for anywhere on the map."""
    range: int = 0


def _markers(pool: Iterable[MarkerModel]) -> Iterator[Marker]:
    for given in pool:
        for _ in range(given.count):
            yield Marker(given.strength, given.kind, given.base, given.range)


class SupportFire:
    """The pools and allotments of a scenario, from its exclusive rule ``support_fire`` (7.1)."""

    def __init__(
        self,
        given: SupportModel | None,
        sides: tuple[str, ...],
        distance: Callable[[int, int], int],
        areas: Mapping[str, Collection[int]],
    ) -> None:
        """``areas`` are the hexes of the places that ranges count from."""
        given = given or SupportModel()
        self.pools = tuple(tuple(_markers(given.pool(side))) for side in sides)
        self.allotments = given.allotment
        self._distance = distance
        self._areas = areas
        self._in_range: dict[tuple[int, int], int] = {}

    def allotted(self, turn: int) -> tuple[int, int]:
        """The markers of either side in a turn, never more than its pool holds (7.1)."""
        numbers = self.allotments.get(turn, (0, 0))
        return min(numbers[0], len(self.pools[0])), min(numbers[1], len(self.pools[1]))

    def in_range(self, side: int, h: int) -> int:
        """The mask of a side's markers that reach a hex (8.1.1)."""
        key = (side, h)
        if key not in self._in_range:
            mask = 0
            for index, marker in enumerate(self.pools[side]):
                area = self._areas.get(marker.base, ())
                if not marker.base or any(self._distance(h, a) <= marker.range for a in area):
                    mask |= 1 << index
            self._in_range[key] = mask
        return self._in_range[key]


def begin_turn(rules: FmRules, state: FmState, step: Step) -> None:
    """The support fire marker phase: every marker is back in its pool, and the allotment is known (7.1, 7.2)."""
    state.used = [0, 0]
    state.hands = [0, 0]
    state.left = list(rules.support.allotted(state.turn))
    sides = rules.force.sides
    if any(state.left):
        step.say("support", "fm:7.1", allotment=dict(zip(sides, state.left, strict=True)))
    if rules.draws_each_turn:
        for side in range(2):
            for _ in range(state.left[side]):
                pool = list(bits((1 << len(rules.support.pools[side])) - 1 & ~state.hands[side]))
                state.hands[side] |= 1 << pool[step.roll(state, len(pool)) - 1]
            if state.hands[side]:
                drawn = sorted(rules.support.pools[side][marker].strength for marker in bits(state.hands[side]))
                step.tell((sides[side],), "drawn", "fm:7.2", side=sides[side], markers=drawn)


def available(rules: FmRules, state: FmState, side: int, h: int) -> list[int]:
    """The markers that a side could use against a hex now: what it may draw from, or what it holds (7.2)."""
    if state.left[side] <= 0:
        return []
    mask = rules.support.in_range(side, h) & ~state.used[side]
    if rules.draws_each_turn:
        mask &= state.hands[side]
    return list(bits(mask))


def strengths(rules: FmRules, state: FmState, side: int, h: int) -> list[int]:
    """The strengths a side may choose from, where it sees what it holds; empty where markers are drawn blindly."""
    if not rules.draws_each_turn:
        return []
    pool = rules.support.pools[side]
    return sorted({pool[index].strength for index in available(rules, state, side, h)})


def take(rules: FmRules, state: FmState, side: int, h: int, strength: int, step: Step) -> int:
    """Use a marker against a hex: one of the strength asked for, or, drawn blindly, any; gives its index."""
    found = available(rules, state, side, h)
    if rules.draws_each_turn:
        pool = rules.support.pools[side]
        index = next(marker for marker in found if pool[marker].strength == strength)
    else:
        index = found[step.roll(state, len(found)) - 1]
    state.used[side] |= 1 << index
    state.left[side] -= 1
    return index
