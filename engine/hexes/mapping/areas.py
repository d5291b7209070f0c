"""Sets of hexes, their borders, and what the hexes of one have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain, compress
from typing import Final

from engine.hexes.board.battlemap import BattleMap, Label
from engine.hexes.board.grid import NOWHERE, Grid
from engine.hexes.mapping.edit import same_terrain_area
from engine.hexes.mapping.lanes import Lanes

MANY: Final = 5000
"""The number of hexes from which they are worked out all at once."""


def grown(grid: Grid, hexes: Collection[int]) -> list[int]:
    """The hexes and all their neighbours; the new ones come last."""
    there = set(hexes)
    if len(there) > MANY:
        lanes = Lanes(grid)
        number = lanes.number(there)
        return [*hexes, *lanes.hexes(lanes.grown(number) & ~number)]
    return [*hexes, *sorted({n for h in hexes for n in grid.neighbours[h]} - there)]


def border(grid: Grid, hexes: Collection[int]) -> list[int]:
    """Those of the hexes that have a neighbour that is none of them. The edge of the map is no border."""
    there = set(hexes)
    if len(there) > MANY:
        lanes = Lanes(grid)
        inner = lanes.cells(lanes.inner(lanes.number(there) | lanes.beyond))
        return [h for h in hexes if not inner[h]]
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
    return {grid.side(h, d): h for h in hexes for d, n in enumerate(grid.ring1[h]) if n != NOWHERE and n not in there}


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
    """Count what is in hexes of the map; their hexsides and paths only where the hexes number at ``most`` this, as
    these take long."""
    there = hexes if isinstance(hexes, set | frozenset) else set(hexes)
    found, lanes = Tally(len(there)), Lanes(battle_map.grid)
    number = lanes.number(there)
    if len(there) > MANY:
        # In the order of the map: a large part of it is passed through faster than looked up.
        marks = lanes.cells(number)
        found.terrain.update(compress(battle_map.terrain, marks))
        found.elevation.update(compress(battle_map.elevation, marks))
    else:
        found.terrain.update(map(battle_map.terrain.__getitem__, there))
        found.elevation.update(map(battle_map.elevation.__getitem__, there))
    features = battle_map.features
    found.features.update(chain.from_iterable(map(features.__getitem__, features.keys() & there)))
    for key, region in battle_map.regions.items():
        inside = len(region.hexes & there)
        if inside:
            found.regions[key] = inside
    found.counted = len(there) <= most
    if found.counted:
        near = {side for h in there for side in battle_map.grid.sides[h]} if len(there) < MANY else None
        _tally_hexsides(battle_map.hexsides, near, lanes, number, found)
        _tally_paths(battle_map.paths, near, lanes, number, found)
    found.labels = [label for label in battle_map.labels if label.at in there]
    return found


def _tally_hexsides(
    layer: Mapping[int, Mapping[str, int]], near: set[int] | None, lanes: Lanes, number: int, found: Tally
) -> None:
    """``near``: the only hexsides to look at, where they are few."""
    sides = layer.keys() if near is None else layer.keys() & near
    for kinds, inside in zip(map(layer.__getitem__, sides), lanes.reached(number, sides), strict=True):
        if inside:
            counts = found.within if inside == 2 else found.around
            for kind in kinds:
                counts[kind] += 1


def _tally_paths(
    layer: Mapping[int, frozenset[str]], near: set[int] | None, lanes: Lanes, number: int, found: Tally
) -> None:
    sides = layer.keys() if near is None else layer.keys() & near
    crossed: dict[frozenset[str], list[int]] = {}
    for side in sides:
        crossed.setdefault(layer[side], []).append(side)
    touched: dict[str, int] = {}
    for ways, some in crossed.items():
        cells = lanes.beside(some) & number
        for way in ways:
            touched[way] = touched.get(way, 0) | cells
    found.paths.update({way: cells.bit_count() for way, cells in touched.items() if cells})
