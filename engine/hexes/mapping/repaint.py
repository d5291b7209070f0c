"""A map under another palette: kinds that go are painted over with others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from engine.boards.palette import Layer, Palette
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE

Replacing = Mapping[tuple[Layer, str], str]
"""What becomes of a kind that the new palette does not have: another kind of its layer, or "" for nothing."""


def uses(battle_map: BattleMap) -> dict[Layer, Counter[str]]:
    """How often each kind is painted, by layer: the number of hexes or hexsides."""
    grid, terrain = battle_map.grid, battle_map.terrain
    return {
        Layer.TERRAIN: Counter(terrain if not grid.void else (terrain[h] for h in grid.hexes)),
        Layer.FEATURE: Counter(kind for kinds in battle_map.features.values() for kind in kinds),
        Layer.HEXSIDE: Counter(kind for kinds in battle_map.hexsides.values() for kind in kinds),
        Layer.PATH: Counter(kind for kinds in battle_map.paths.values() for kind in kinds),
    }


def repainted(battle_map: BattleMap, palette: Palette, replacing: Replacing | None = None) -> BattleMap:
    """The map with another palette, which is left as it was.

    A hexside that now has a high side and had none gets the higher of its hexes, the first one on level ground.
    Raises HexwrightError when a kind that is painted is in neither the palette nor ``replacing``.
    """
    replacing = replacing or {}
    _check(battle_map, palette, replacing)

    def kind(layer: Layer, key: str) -> str:
        return replacing.get((layer, key), key)

    terrain = {key: kind(Layer.TERRAIN, key) for key in set(battle_map.terrain)}
    for key, there in terrain.items():
        if there not in palette.terrain:
            # Only void hexes are left: they hold the base terrain.
            terrain[key] = palette.base_terrain
    hexsides: dict[int, dict[str, int]] = {}
    for side, kinds in battle_map.hexsides.items():
        made: dict[str, int] = {}
        for key, high in kinds.items():
            there = kind(Layer.HEXSIDE, key)
            if there:
                made.setdefault(there, _high(battle_map, palette, side, there, high))
        if made:
            hexsides[side] = made
    features = {h: sorted({kind(Layer.FEATURE, key) for key in keys} - {""}) for h, keys in battle_map.features.items()}
    paths = {side: frozenset(kind(Layer.PATH, key) for key in keys) - {""} for side, keys in battle_map.paths.items()}
    legend = {char: kind(Layer.TERRAIN, key) for char, key in battle_map.legend.items()}
    return replace(
        battle_map,
        palette=palette,
        terrain=[terrain[key] for key in battle_map.terrain],
        features={h: tuple(keys) for h, keys in features.items() if keys},
        hexsides=hexsides,
        paths={side: keys for side, keys in paths.items() if keys},
        legend={char: key for char, key in legend.items() if key in palette.terrain or key == "void"},
    )


def _check(battle_map: BattleMap, palette: Palette, replacing: Replacing) -> None:
    for layer, counts in uses(battle_map).items():
        for key in counts:
            there = replacing.get((layer, key), key)
            if there == "" and layer is not Layer.TERRAIN:
                continue
            # What was unknown before may stay unknown.
            if palette.get(layer, there) is None and (there != key or battle_map.palette.get(layer, key)):
                places = "one place" if counts[key] == 1 else f"{counts[key]} places"
                raise HexwrightError(f"{key!r} is on the map in {places}; say what replaces it")


def _high(battle_map: BattleMap, palette: Palette, side: int, key: str, high: int) -> int:
    kind = palette.hexsides.get(key)
    if kind is None or not kind.directional:
        return NOWHERE if kind is not None else high
    if high != NOWHERE:
        return high
    hexes = [h for h in battle_map.grid.side_hexes(side) if h != NOWHERE]
    return max(hexes, key=lambda h: battle_map.elevation[h])
