"""From the hexsides that a kind of path crosses to chains of hexes: few, long, and always the same."""

from __future__ import annotations

from collections.abc import Iterable

from engine.hexes.board.grid import NOWHERE, Grid
from engine.pauses import with_pauses


def chains(grid: Grid, sides: Iterable[int]) -> list[list[str]]:
    """The chains, as names of hexes, that together cross every side once.

    Each begins at the edge of the map or at an end or odd junction of the path where it can, and
    goes straight on at junctions.
    """
    exits: dict[int, set[int]] = {}
    for side in with_pauses(sides):
        for h in grid.side_hexes(side):
            if h != NOWHERE:
                exits.setdefault(h, set()).add(grid.sides[h].index(side))
    walker = _Walker(grid, exits)
    hexes = sorted(exits)
    found = [walker.walk(h, d) for h in with_pauses(hexes) for d in range(6) if walker.leaves_map(h, d)]
    found += [walker.walk(h) for h in with_pauses(hexes) if len(exits[h]) % 2]
    found += [walker.walk(h) for h in with_pauses(hexes) if exits[h]]
    while any(exits[h] for h in hexes):
        found += [walker.walk(h) for h in hexes if exits[h]]
    return [chain for chain in found if chain]


class _Walker:
    """Walks along a path and uses it up."""

    def __init__(self, grid: Grid, exits: dict[int, set[int]]) -> None:
        self.grid = grid
        self.exits = exits

    def leaves_map(self, h: int, direction: int) -> bool:
        """Whether an unused exit of a hex goes over the edge of the map."""
        return direction in self.exits[h] and self.grid.neighbour(h, direction) == NOWHERE

    def walk(self, h: int, edge: int = NOWHERE) -> list[str]:
        """One chain from a hex on, entered over the edge of the map from direction ``edge`` if given."""
        if not self.exits[h] or (edge != NOWHERE and edge not in self.exits[h]):
            return []
        chain: list[str] = []
        heading = NOWHERE
        if edge != NOWHERE:
            self.exits[h].discard(edge)
            chain.append("/" + self.grid.direction_names[edge])
            heading = (edge + 3) % 6
        chain.append(self.grid.name(h))
        while self.exits[h]:
            heading = self._next(h, heading)
            self.exits[h].discard(heading)
            beyond = self.grid.neighbour(h, heading)
            if beyond == NOWHERE:
                chain.append("/" + self.grid.direction_names[heading])
                break
            self.exits[beyond].discard((heading + 3) % 6)
            h = beyond
            chain.append(self.grid.name(h))
        return chain

    def _next(self, h: int, heading: int) -> int:
        """The exit most nearly straight on."""
        if heading == NOWHERE:
            return min(self.exits[h])
        return min(self.exits[h], key=lambda d: (min((d - heading) % 6, (heading - d) % 6), d))
