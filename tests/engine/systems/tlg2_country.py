"""Random boards for TLG2, kept as plain sets beside the map made of them: what a slow reference asks."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from tlg2_field import field

from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE

ENTRY = {"clear": (1, 1, 1), "forest": (2, 3, 4), "swamp": (4, 4, 4)}
KINDS = ("infantry", "artillery", "cavalry")


class Country:
    """A random board, kept as plain sets beside the map made of it."""

    def __init__(self, seed: int, size: int = 7) -> None:
        random = Random(seed)
        blank = field(columns=size, rows=size).grid
        names = [blank.name(h) for h in blank.hexes]
        sides = [f"{blank.name(h)}/{blank.name(n)}" for h in blank.hexes for n in blank.ring1[h] if n > h]
        self.terrain = {name: random.choice(["clear"] * 5 + ["forest", "forest", "swamp", "river"]) for name in names}
        self.buildings = {name for name in names if self.terrain[name] == "clear" and random.random() < 0.12}
        kinds: dict[str, list[str]] = {"river": [], "creek": [], "bridge": [], "slope": []}
        for side in sides:
            luck = random.random()
            if luck < 0.1:
                kinds["river"].append(side)
                if random.random() < 0.3:
                    kinds["bridge"].append(side)
            elif luck < 0.2:
                kinds["creek"].append(side)
            elif luck < 0.3:
                a, b = side.split("/")
                kinds["slope"].append(f"{a}>{b}" if random.random() < 0.5 else f"{b}>{a}")
        self.kinds = {
            kind: frozenset(frozenset(side.replace(">", "/").split("/")) for side in found)
            for kind, found in kinds.items()
        }
        self.high = {side.partition(">")[0] for side in kinds["slope"]}
        way = [random.choice(names)]
        for _ in range(2 * size):
            here = blank.parse(way[-1])
            ahead = [blank.name(n) for n in blank.ring1[here] if n != NOWHERE and blank.name(n) not in way]
            if not ahead:
                break
            way.append(random.choice(ahead))
        self.road = frozenset(frozenset(pair) for pair in pairwise(way))
        ground = {kind: [n for n in names if self.terrain[n] == kind] for kind in ("forest", "swamp", "river")}
        self.board: BattleMap = field(
            columns=size,
            rows=size,
            road=" ".join(way),
            features={"building": " ".join(sorted(self.buildings))},
            terrain={kind: " ".join(found) for kind, found in ground.items()},
            hexsides={kind: " ".join(found) for kind, found in kinds.items()},
        )
        self.land = [name for name in names if self.terrain[name] != "river"]
        self.random = random

    def neighbours(self, name: str) -> list[str]:
        grid = self.board.grid
        return [grid.name(n) for n in grid.ring1[grid.parse(name)] if n != NOWHERE]

    def crossable(self, a: str, b: str) -> bool:
        """Whether anything goes from a hex to the next: no all-river hex, no river without a bridge."""
        side = frozenset((a, b))
        river = side in self.kinds["river"] and side not in self.kinds["bridge"] | self.road
        return not river and "river" not in (self.terrain[a], self.terrain[b])

    def cost(self, a: str, b: str, kind: str) -> float:
        side = frozenset((a, b))
        bridged = side in self.kinds["bridge"]
        creek = 1 if side in self.kinds["creek"] and not bridged else 0
        if side in self.road:
            return 0.5 + creek
        return (1 if b in self.buildings else ENTRY[self.terrain[b]][KINDS.index(kind)]) + creek
