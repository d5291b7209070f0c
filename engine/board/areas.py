"""Sets of hexes, their borders, and what the hexes of one have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from engine.board.battlemap import BattleMap, Label
from engine.board.edit import same_terrain_area
from engine.board.grid import NOWHERE, Grid


def grown(grid: Grid, hexes: Collection[int]) -> list[int]:
    """The hexes and all their neighbours; the new ones come last."""
    there = set(hexes)
    return [*hexes, *sorted({n for h in hexes for n in grid.neighbours[h]} - there)]


def border(grid: Grid, hexes: Collection[int]) -> list[int]:
    """Those of the hexes that have a neighbour that is none of them. The edge of the map is no border."""
    there = set(hexes)
    return [h for h in hexes if not there.issuperset(grid.neighbours[h])]


def shrunk(grid: Grid, hexes: Collection[int]) -> list[int]:
    """The hexes without those at their border."""
    outer = set(border(grid, hexes))
    return [h for h in hexes if h not in outer]


def connected(battle_map: BattleMap, hexes: Iterable[int]) -> list[int]:
    """The hexes that hang together with some of these by one terrain."""
    found: set[int] = set()
    for h in hexes:
        if h not in found:
            found |= same_terrain_area(battle_map, h)
    return sorted(found)


def sides_around(grid: Grid, hexes: Collection[int]) -> dict[int, int]:
    """The hexsides between one of the hexes and one that is none of them, with the one within; the edge of the map
    is left out."""
    there = set(hexes)
    return {
        grid.side(h, d): h for h in hexes for d, n in enumerate(grid.ring1[h]) if n != NOWHERE and n not in there
    }


def sides_within(grid: Grid, hexes: Collection[int]) -> list[int]:
    """The hexsides between two of the hexes."""
    there = set(hexes)
    return [grid.side(h, d) for h in hexes for d, n in enumerate(grid.ring1[h]) if n > h and n in there]


@dataclass(slots=True)
class Tally:
    """What is in some hexes: how many of them hold each terrain, level, feature, region and kind of path."""

    hexes: int = 0
    terrain: Counter[str] = field(default_factory=Counter)
    elevation: Counter[int] = field(default_factory=Counter)
    features: Counter[str] = field(default_factory=Counter)
    regions: Counter[str] = field(default_factory=Counter)
    paths: Counter[str] = field(default_factory=Counter)
    around: Counter[str] = field(default_factory=Counter)
    """Hexsides of each kind between one of them and another hex, the edge of the map included."""
    within: Counter[str] = field(default_factory=Counter)
    """Hexsides of each kind between two of them."""
    labels: list[Label] = field(default_factory=list)


def tally(battle_map: BattleMap, hexes: Collection[int]) -> Tally:
    """Count what is in hexes of the map."""
    there = hexes if isinstance(hexes, set | frozenset) else set(hexes)
    found = Tally(len(there))
    found.terrain.update(battle_map.terrain[h] for h in there)
    found.elevation.update(battle_map.elevation[h] for h in there)
    for h in battle_map.features.keys() & there:
        found.features.update(battle_map.features[h])
    for key, region in battle_map.regions.items():
        inside = len(region.hexes & there)
        if inside:
            found.regions[key] = inside
    for side, kinds in battle_map.hexsides.items():
        a, b = battle_map.grid.side_hexes(side)
        if a in there or b in there:
            (found.within if a in there and b in there else found.around).update(list(kinds))
    crossed: dict[str, set[int]] = {}
    for side, ways in battle_map.paths.items():
        ends = there.intersection(battle_map.grid.side_hexes(side))
        for way in ways if ends else ():
            crossed.setdefault(way, set()).update(ends)
    found.paths.update({way: len(ends) for way, ends in crossed.items()})
    found.labels = [label for label in battle_map.labels if label.at in there]
    return found
