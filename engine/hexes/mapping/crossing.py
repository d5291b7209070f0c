"""Bridges and fords that come with roads: where a path crosses water there is a crossing, and where either goes it
goes too. Kinds are told by their symbols, so that this works with every palette that draws them."""

from __future__ import annotations

from collections import ChainMap, Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from engine.boards.palette import Kind, Palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.hexes.mapping.edit import Changes, crossings
from engine.hexes.mapping.streams import exits, is_crossed

BRIDGE: Final = "bridge"
FORD: Final = "ford"
TRACK: Final = "dashed"
"""The symbol of paths that ford water rather than bridge it."""


def water_kinds(palette: Palette) -> frozenset[str]:
    """The kinds of hexside that are water."""
    return frozenset(key for key, kind in palette.hexsides.items() if kind.is_water)


def crossing_kinds(palette: Palette) -> frozenset[str]:
    """The kinds of hexside that are bridges or fords."""
    return frozenset(key for key, kind in palette.hexsides.items() if kind.symbol in (BRIDGE, FORD))


def crossing_of_paths(palette: Palette) -> dict[str, str]:
    """For each kind of path the crossing it makes: a bridge, or a ford for tracks; paths without one are left out.
    Those with bridges come first."""
    return _over(palette, palette.hexsides)


def crossing_features(palette: Palette) -> frozenset[str]:
    """The kinds of feature that are bridges or fords: over a stream within a hex."""
    return frozenset(key for key, kind in palette.features.items() if kind.symbol in (BRIDGE, FORD))


def _over(palette: Palette, kinds: Mapping[str, Kind]) -> dict[str, str]:
    """For each kind of path the crossing among these kinds that it makes."""
    first = dict.fromkeys((BRIDGE, FORD), "")
    for key, kind in kinds.items():
        if first.get(kind.symbol) == "":
            first[kind.symbol] = key
    found = {
        key: (first[FORD] or first[BRIDGE]) if kind.symbol == TRACK else first[BRIDGE]
        for key, kind in palette.paths.items()
        if not kind.is_water
    }
    made = {path: crossing for path, crossing in found.items() if crossing}
    return dict(sorted(made.items(), key=lambda item: item[1] != first[BRIDGE]))


def missing_crossings(battle_map: BattleMap) -> Changes:
    """The bridges and fords that the whole map lacks."""
    palette, grid = battle_map.palette, battle_map.grid
    changes = crossings(battle_map, crossing_of_paths(palette), sorted(water_kinds(palette)))
    streams, known = palette.streams, crossing_features(palette)
    hexes = {
        h for side, kinds in battle_map.paths.items() if not streams.isdisjoint(kinds) for h in grid.side_hexes(side)
    }
    for h in sorted(hexes - {NOWHERE}):
        now = battle_map.features.get(h, ())
        if known.isdisjoint(now) and is_crossed(grid, battle_map.paths, streams, h):
            crossing = _crossing_in(battle_map, battle_map.paths, h)
            if crossing:
                changes.features[h] = tuple(sorted({*now, crossing}))
    return changes


def with_crossings(
    battle_map: BattleMap,
    paths: Mapping[int, Collection[str]] | None = None,
    hexsides: Mapping[int, Mapping[str, int]] | None = None,
) -> dict[int, dict[str, int]]:
    """The hexsides to write when paths or hexsides are about to become these: with a crossing where a path comes to
    cross water or water comes under a path, and without one where the last path or the last water goes.

    Gives only hexsides where the crossing makes a difference, and none on maps that want no bridges of themselves.
    """
    if not battle_map.look.bridges:
        return {}
    palette = battle_map.palette
    over, water, known = crossing_of_paths(palette), water_kinds(palette), crossing_kinds(palette)
    roads = palette.paths.keys() - palette.streams
    found: dict[int, dict[str, int]] = {}
    for side in {*(paths or {}), *(hexsides or {})}:
        old_paths, old_kinds = battle_map.paths.get(side, frozenset()) & roads, battle_map.hexsides.get(side, {})
        new_paths = old_paths if paths is None else roads.intersection(paths.get(side, old_paths))
        new_kinds = dict(old_kinds if hexsides is None else hexsides.get(side, old_kinds))
        crossed = bool(new_paths and water & new_kinds.keys())
        crossed_before = bool(old_paths and water & old_kinds.keys())
        if crossed and not crossed_before and not known & new_kinds.keys():
            crossing = next((over[path] for path in over if path in new_paths), "")
            if crossing:
                found[side] = dict(sorted({**new_kinds, crossing: NOWHERE}.items()))
        elif crossed_before and not crossed and known & new_kinds.keys():
            found[side] = {kind: high for kind, high in new_kinds.items() if kind not in known}
    return found


def with_hex_crossings(battle_map: BattleMap, paths: Mapping[int, Collection[str]]) -> dict[int, tuple[str, ...]]:
    """The features to write when paths are about to become these: a bridge or ford in a hex where a road comes to
    cross a stream, and none where it no longer does.

    Gives only hexes where that makes a difference, and none on maps that want no bridges of themselves.
    """
    palette, grid = battle_map.palette, battle_map.grid
    streams, known = palette.streams, crossing_features(palette)
    if not battle_map.look.bridges or not streams or not known:
        return {}
    before = battle_map.paths
    after: Mapping[int, Collection[str]] = ChainMap(dict(paths), before)  # type: ignore[arg-type]
    found: dict[int, tuple[str, ...]] = {}
    for h in _around(battle_map, paths):
        now = battle_map.features.get(h, ())
        crossed, crossed_before = (is_crossed(grid, which, streams, h) for which in (after, before))
        if crossed and not crossed_before and known.isdisjoint(now):
            crossing = _crossing_in(battle_map, after, h)
            if crossing:
                found[h] = tuple(sorted({*now, crossing}))
        elif crossed_before and not crossed and not known.isdisjoint(now):
            found[h] = tuple(key for key in now if key not in known)
    return found


def _around(battle_map: BattleMap, sides: Iterable[int]) -> list[int]:
    """The hexes that paths over these hexsides run through, and those next to them: lanes are settled by both."""
    grid = battle_map.grid
    touched = {h for side in sides for h in grid.side_hexes(side)} - {NOWHERE}
    return sorted(touched.union(*(grid.neighbours[h] for h in touched)))


def _crossing_in(battle_map: BattleMap, paths: Mapping[int, Collection[str]], h: int) -> str:
    """The kind of feature that the roads in a hex cross its stream by; empty where the palette has none."""
    palette, grid = battle_map.palette, battle_map.grid
    roads, _ = exits(grid, paths, palette.streams, h)
    ways = Counter(kind for d in roads for kind in paths.get(grid.side(h, d), ()))
    over = _over(palette, palette.features)
    # A road that only ends here is not the one that crosses.
    through = [path for path in over if ways[path] > 1] or [path for path in over if ways[path]]
    return next((over[path] for path in through), "")
