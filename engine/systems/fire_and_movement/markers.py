"""Chapter 7: the support fire markers of a scenario, their allotment and ranges."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import HexwrightError


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
