"""Chapter 7: support fire markers. Pools, allotment, draws, ranges."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from engine.errors import HexwrightError
from engine.mechanics.bits import bits
from engine.play import Step

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


_USUAL: Final = {"count": 1, "range": 0}
_MOST: Final = 999


def _whole(entry: Mapping[str, Any], name: str, side: str) -> int:
    """A whole number of a marker's description; HexwrightError for anything else."""
    value = entry.get(name, _USUAL.get(name))
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _MOST:
        raise HexwrightError(f"special: support_fire: {name} of a marker of {side} is a whole number up to {_MOST}")
    return value


class SupportFire:
    """The pools and allotments of a scenario, from its exclusive rule ``support_fire``.

    ``{allotment: {1: 6/2, 2: 5}, cw: [{strength: 2, count: 4, kind: artillery}, ...], ger: [...]}``; two numbers
    are the first and the second player's, one number is both's (7.1).
    """

    def __init__(
        self,
        special: Mapping[str, Any],
        sides: tuple[str, ...],
        distance: Callable[[int, int], int],
        areas: Mapping[str, Collection[int]] | None = None,
    ) -> None:
        """``areas`` are the hexes of the places that ranges count from; without them nothing is asked of ranges."""
        given = special.get("support_fire") or {}
        if not isinstance(given, Mapping):
            raise HexwrightError("special: support_fire must be a mapping")
        self.pools = tuple(self._pool(given.get(side, ()), side) for side in sides)
        self.allotments = self._allotments(given.get("allotment") or {})
        self._distance = distance
        self._areas = areas or {}
        bases = {marker.base for pool in self.pools for marker in pool if marker.base}
        for base in sorted(bases - set(self._areas)) if areas is not None else ():
            raise HexwrightError(f"special: support_fire: markers come from the sea or a region, not from {base!r}")
        self._in_range: dict[tuple[int, int], int] = {}

    @staticmethod
    def _pool(entries: Any, side: str) -> tuple[Marker, ...]:
        if not isinstance(entries, (list, tuple)):
            raise HexwrightError(f"special: support_fire: the pool of {side} is a list of markers")
        markers: list[Marker] = []
        for entry in entries:
            if not isinstance(entry, Mapping):
                raise HexwrightError(f"special: support_fire: a marker of {side} is written {{strength: 2, count: 4}}")
            strength, count, reach = (_whole(entry, name, side) for name in ("strength", "count", "range"))
            kind, base = str(entry.get("kind", "artillery")), str(entry.get("from", ""))
            markers += [Marker(strength, kind, base, reach)] * count
        return tuple(markers)

    @staticmethod
    def _allotments(given: Any) -> dict[int, tuple[int, int]]:
        if not isinstance(given, Mapping):
            raise HexwrightError("special: support_fire: allotment is by turn, such as {1: 8/9, 2: 6}")
        found = {}
        for turn, text in given.items():
            parts = [part.strip() for part in str(text).split("/")]
            if not str(turn).isdecimal() or len(parts) > 2 or not all(part.isdecimal() for part in parts):
                raise HexwrightError(f"special: support_fire: allotment of turn {turn} is a number or two, such as 8/9")
            found[int(turn)] = (int(parts[0]), int(parts[-1]))
        return found

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
