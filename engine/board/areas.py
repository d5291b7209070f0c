"""Sets of hexes, their borders, and what the hexes of one have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
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
    counted: bool = True
    """Whether hexsides and paths were counted."""


def tally(battle_map: BattleMap, hexes: Collection[int], most: int = 1_000_000) -> Tally:
    """Count what is in hexes of the map; their hexsides and paths only of so many at ``most``, as these take long."""
    there = hexes if isinstance(hexes, set | frozenset) else set(hexes)
    found = Tally(len(there))
    found.terrain.update(map(battle_map.terrain.__getitem__, there))
    found.elevation.update(map(battle_map.elevation.__getitem__, there))
    for h in battle_map.features.keys() & there:
        found.features.update(battle_map.features[h])
    for key, region in battle_map.regions.items():
        inside = len(region.hexes & there)
        if inside:
            found.regions[key] = inside
    found.counted = len(there) <= most
    if found.counted:
        _tally_sides(battle_map, there, found)
    found.labels = [label for label in battle_map.labels if label.at in there]
    return found


def _tally_sides(battle_map: BattleMap, there: set[int] | frozenset[int], found: Tally) -> None:
    grid = battle_map.grid
    crossed: dict[str, set[int]] = {}
    sides = {side for h in there for side in grid.sides[h]} if len(there) < 5000 else None
    for side in _common(battle_map.hexsides, sides):
        ends = there.intersection(grid.side_hexes(side))
        if ends:
            (found.within if len(ends) == 2 else found.around).update(list(battle_map.hexsides[side]))
    for side in _common(battle_map.paths, sides):
        ends = there.intersection(grid.side_hexes(side))
        for way in battle_map.paths[side] if ends else ():
            crossed.setdefault(way, set()).update(ends)
    found.paths.update({way: len(ends) for way, ends in crossed.items()})


def _common(layer: Mapping[int, object], sides: set[int] | None) -> Iterable[int]:
    """The hexsides of a layer, of these only where some are given."""
    return layer if sides is None else layer.keys() & sides
