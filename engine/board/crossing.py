"""Bridges and fords that come with roads: where a path crosses water there is a crossing, and where either goes it
goes too. Kinds are told by their symbols, so that this works with every palette that draws them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from engine.board.battlemap import BattleMap
from engine.board.edit import Changes, crossings
from engine.board.grid import NOWHERE
from engine.board.palette import Palette

WATER: Final = frozenset({"river", "creek"})
"""The symbols of hexsides that a path needs a crossing over."""
BRIDGE: Final = "bridge"
FORD: Final = "ford"
TRACK: Final = "dashed"
"""The symbol of paths that ford water rather than bridge it."""


def water_kinds(palette: Palette) -> frozenset[str]:
    """The kinds of hexside that are water."""
    return frozenset(key for key, kind in palette.hexsides.items() if kind.symbol in WATER)


def crossing_kinds(palette: Palette) -> frozenset[str]:
    """The kinds of hexside that are bridges or fords."""
    return frozenset(key for key, kind in palette.hexsides.items() if kind.symbol in (BRIDGE, FORD))


def crossing_of_paths(palette: Palette) -> dict[str, str]:
    """For each kind of path the crossing it makes: a bridge, or a ford for tracks; paths without one are left out.
    Those with bridges come first."""
    first = dict.fromkeys((BRIDGE, FORD), "")
    for key, kind in palette.hexsides.items():
        if first.get(kind.symbol) == "":
            first[kind.symbol] = key
    found = {
        key: (first[FORD] or first[BRIDGE]) if kind.symbol == TRACK else first[BRIDGE]
        for key, kind in palette.paths.items()
    }
    made = {path: crossing for path, crossing in found.items() if crossing}
    return dict(sorted(made.items(), key=lambda item: item[1] != first[BRIDGE]))


def missing_crossings(battle_map: BattleMap) -> Changes:
    """The bridges and fords that the whole map lacks."""
    palette = battle_map.palette
    return crossings(battle_map, crossing_of_paths(palette), sorted(water_kinds(palette)))


def with_crossings(
    battle_map: BattleMap,
    paths: Mapping[int, Collection[str]] | None = None,
    hexsides: Mapping[int, Mapping[str, int]] | None = None,
) -> dict[int, dict[str, int]]:
    """The hexsides to write when paths or hexsides are about to become these: with a crossing where a path comes to
    cross water or water comes under a path, and without one where the last path or the last water goes.

    Gives only hexsides where the crossing makes a difference, and none on maps that want no bridges of themselves.
    """
    if not battle_map.bridges:
        return {}
    palette = battle_map.palette
    over, water, known = crossing_of_paths(palette), water_kinds(palette), crossing_kinds(palette)
    found: dict[int, dict[str, int]] = {}
    for side in {*(paths or {}), *(hexsides or {})}:
        old_paths, old_kinds = battle_map.paths.get(side, frozenset()), battle_map.hexsides.get(side, {})
        new_paths = old_paths if paths is None else frozenset(paths.get(side, old_paths))
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
