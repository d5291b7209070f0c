"""The attacks that the TLG2 staff could set up as a plan stands, the best first."""

from __future__ import annotations

from collections.abc import Set
from heapq import heappop, heappush
from typing import TypeAlias

Offer: TypeAlias = tuple[float, int, dict[int, int]]
"""What may be gained by an attack, its target, and the places of those who would be sent against it."""


class Offers:
    """The best attack that could be made on each hex as a plan stands."""

    def __init__(self) -> None:
        self._by_target: dict[int, Offer] = {}
        self._heap: list[tuple[float, int]] = []
        """What they are worth, negative, and their targets; some of them do not stand any more."""
        self._claims: dict[int, set[int]] = {}
        """The targets against which units would be, or would have been, sent to a hex."""
        self._calls: dict[int, set[int]] = {}
        """The same by unit."""
        self.doubtful: set[int] = set()
        """The targets of offers that may have to do with less than they were made with: they promise hardly more than
        they did. To take up another offer for such a target, or the same again, settles the doubt."""

    def put(self, target: int, offer: Offer | None) -> None:
        """Take up an offer instead of the one that there was."""
        self.doubtful.discard(target)
        if offer is None:
            self._by_target.pop(target, None)
            return
        self._by_target[target] = offer
        heappush(self._heap, (-offer[0], target))
        for u, h in offer[2].items():
            self._claims.setdefault(h, set()).add(target)
            self._calls.setdefault(u, set()).add(target)

    def best(self) -> Offer | None:
        """The one that is worth most, the first of equals; None if there is none."""
        while self._heap:
            worth, target = self._heap[0]
            offer = self._by_target.get(target)
            if offer is not None and offer[0] == -worth:
                return offer
            heappop(self._heap)
        return None

    def touched_by(self, places: Set[int], units: Set[int]) -> list[int]:
        """The targets of the offers that would send one of these units, or anybody to one of these hexes."""
        touched = set[int]().union(
            *[self._claims[h] for h in places if h in self._claims],
            *[self._calls[u] for u in units if u in self._calls],
        )
        found = []
        for target in touched & self._by_target.keys():
            group = self._by_target[target][2]
            if not places.isdisjoint(group.values()) or not units.isdisjoint(group):
                found.append(target)
        return found
