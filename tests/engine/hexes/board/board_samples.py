"""A small palette and maps for the board's tests, made without files."""

from __future__ import annotations

from itertools import pairwise

from engine.boards.palette import Kind, Layer, Palette
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import Grid, GridSpec


def palette() -> Palette:
    """A few kinds of every layer."""

    def layer(layer: Layer, keys: str, directional: str = "") -> dict[str, Kind]:
        return {
            key: Kind(key, layer, key.title(), "#808080", directional=key in directional.split())
            for key in keys.split()
        }

    return Palette(
        "test",
        "Test",
        {
            Layer.TERRAIN: layer(Layer.TERRAIN, "clear forest water"),
            Layer.FEATURE: layer(Layer.FEATURE, "building tower"),
            Layer.HEXSIDE: layer(Layer.HEXSIDE, "river creek bridge ford slope cliff", "slope cliff"),
            Layer.PATH: layer(Layer.PATH, "road trail rail"),
        },
    )


def blank(columns: int = 6, rows: int = 6, spec: GridSpec | None = None) -> BattleMap:
    """A map of the first terrain and nothing else."""
    return BattleMap(Grid(spec or GridSpec(columns, rows)), palette())


def lay(battle_map: BattleMap, kind: str, chain: str) -> None:
    """A path along hexes by name; ``/N`` at either end runs over the edge of the map."""
    grid, names = battle_map.grid, chain.split()
    for first, second in pairwise(names):
        here, there = (second, first) if first.startswith("/") else (first, second)
        side = grid.parse_side(f"{here}/{there.lstrip('/')}")
        battle_map.paths[side] = battle_map.paths.get(side, frozenset()) | {kind}


def put(battle_map: BattleMap, kind: str, sides: str) -> None:
    """A kind on hexsides by name; ``0101>0102`` for a directional one whose first hex is the high one."""
    grid = battle_map.grid
    for name in sides.split():
        side = grid.parse_side(name.replace(">", "/"))
        high = grid.parse(name.partition(">")[0]) if ">" in name else -1
        battle_map.hexsides.setdefault(side, {})[kind] = high


def busy() -> BattleMap:
    """A map of 6 by 6 with something on every layer."""
    battle_map = blank()
    grid = battle_map.grid
    for name in ["0201", "0202", "0303", "0403"]:
        battle_map.terrain[grid.parse(name)] = "forest"
    battle_map.terrain[grid.parse("0606")] = "water"
    battle_map.elevation[grid.parse("0303")] = 2
    battle_map.elevation[grid.parse("0605")] = 1
    battle_map.features[grid.parse("0302")] = ("building",)
    battle_map.features[grid.parse("0403")] = ("building", "tower")
    put(battle_map, "river", "0303/0403 0302/0403 0504/0505")
    put(battle_map, "slope", "0303>0304 0303>0204 0605>0505")
    lay(battle_map, "road", "/NW 0101 0202 0302")
    lay(battle_map, "road", "0302 0303 0403 0503 0603 /NE")
    lay(battle_map, "rail", "0303 0403")
    battle_map.labels += [
        Label("Tavern", grid.parse("0302"), size="small", dx=0.5, dy=-0.25),
        Label("Lake", grid.parse("0606"), style="water", angle=30.0),
    ]
    battle_map.regions["heights"] = Region("heights", "Heights", frozenset({grid.parse("0303"), grid.parse("0605")}))
    battle_map.regions["lake"] = Region("lake", "Lake", frozenset({grid.parse("0606")}))
    return battle_map
