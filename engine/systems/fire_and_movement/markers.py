"""Chapter 7: the support fire markers of a scenario, their allotment and ranges."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.systems.fire_and_movement.special import MarkerModel, SupportModel


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


class SupportPools:
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
