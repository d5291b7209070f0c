"""Random small battlefields of Fire & Movement, painted with everything that the rules know."""

from __future__ import annotations

from random import Random

from hex_field import every_hex, field

from engine.hexes.board.battlemap import BattleMap

SIZE = 6
TERRAIN = ("clear",) * 6 + ("forest", "rough", "swamp", "hill", "bocage", "beach", "water", "river")
HEXSIDES = ("river", "creek", "cliff", "minefield", "bridge")
FEATURES = ("village", "town", "city", "fort")


def random_ground(seed: int) -> tuple[BattleMap, list[str], list[str]]:
    """A random small map, its land hexes and its sea hexes."""
    random = Random(seed)
    names = every_hex(SIZE, SIZE).split()
    grid = field(columns=SIZE, rows=SIZE).grid
    terrain: dict[str, str] = {}
    for name in names:
        kind = random.choice(TERRAIN)
        terrain[kind] = f"{terrain.get(kind, '')} {name}"
    sides = [f"{grid.name(h)}/{grid.name(n)}" for h in grid.hexes for n in grid.ring1[h] if n > h]
    board = field(
        columns=SIZE,
        rows=SIZE,
        terrain=terrain,
        features={kind: " ".join(random.sample(names, 2)) for kind in FEATURES},
        hexsides={kind: " ".join(random.sample(sides, 8)) for kind in HEXSIDES},
        paths={kind: [side.replace("/", " ") for side in random.sample(sides, 10)] for kind in ("road", "trail")},
    )
    land = [name for name in names if board.terrain[grid.parse(name)] not in ("water", "river")]
    return board, land, [name for name in names if name not in land]
