"""The map as chapters 5, 6 and 8 see it, worked out once: costs to step, lines of the results table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.boards.palette import Kind
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.hexes.marching import HALF
from engine.mechanics.hexes.movement import Steps
from engine.systems.fire_and_movement.tables import Tables

SYSTEM: Final = "fm"
TERRAIN: Final = {
    "terrain": frozenset({"clear", "beach", "rough", "woods", "swamp", "hill", "bocage", "sea"}),
    "features": frozenset({"village", "town", "city", "fort"}),
    "hexsides": frozenset({"river", "ditch", "bridge", "cliff", "minefield"}),
    "paths": frozenset({"road", "trail"}),
}
"""The terms of this system by layer; a palette's ``treat_as`` maps other kinds to them."""

_LIKE: Final = {
    "forest": "woods",
    "jungle": "woods",
    "mountain": "hill",
    "desert": "clear",
    "water": "sea",
    "creek": "ditch",
    "building": "village",
    "church": "village",
    "mine": "village",
    "tower": "fort",
}

LEG, MOBILE = "leg", "mobile"


def term_of(kind: Kind) -> str:
    """What a kind of the palette is in this system."""
    term = kind.term(SYSTEM)
    return _LIKE.get(term, term)


class Ground:
    """A battle map in the terms of Fire & Movement. All hex lists are by hex number."""

    def __init__(self, board: BattleMap, tables: Tables, no_zoc_into: Iterable[str] = ()) -> None:
        """``no_zoc_into`` are hexes and regions that zones of control do not reach into, by name."""
        self.grid = grid = board.grid
        self.size = grid.size
        self._effects = effects = tables.terrain_effects
        self._lines = tables.combat_results.lines
        terms = {
            str(layer): {key: term_of(kind) for key, kind in kinds.items()}
            for layer, kinds in board.palette.kinds.items()
        }
        self.terrain = [terms["terrain"].get(key, "clear") for key in board.terrain]
        self.sea = [term in ("sea", "river") or h not in grid for h, term in enumerate(self.terrain)]
        """All-sea and all-river hexes are closed to land units (8.3)."""
        self.at_sea = frozenset(h for h, sea in enumerate(self.sea) if sea)
        """Those hexes."""
        self.beach = [term == "beach" for term in self.terrain]
        none: frozenset[str] = frozenset()
        found = {h: {terms["features"].get(kind, kind) for kind in kinds} for h, kinds in board.features.items()}
        self.fort = ["fort" in found.get(h, none) for h in range(grid.size)]
        self.plus = [found.get(h, none) & effects.plus.keys() or none for h in range(grid.size)]
        self.sides: dict[int, set[str]] = {
            side: {terms["hexsides"].get(kind, kind) for kind in kinds} for side, kinds in board.hexsides.items()
        }
        self.road = {side for side, kinds in board.paths.items() if any(terms["paths"].get(k) == "road" for k in kinds)}
        self.trail = {
            side for side, kinds in board.paths.items() if any(terms["paths"].get(k) == "trail" for k in kinds)
        }
        onward = [self._directions_from(h) for h in range(grid.size)]
        self._across = [tuple([grid.sides[h][d] for d in directions]) for h, directions in enumerate(onward)]
        """For each hex the hexsides between it and the hexes of ``open``."""
        self.open = [tuple([grid.ring1[h][d] for d in directions]) for h, directions in enumerate(onward)]
        """For each hex the next hexes that a unit may enter or attack from it: from the sea only beaches (5.2, 8.2)."""
        self.near: list[tuple[int, ...]] = [tuple(n for n in six if n != NOWHERE) for six in grid.ring1]
        """For each hex all its neighbours: zones of control extend everywhere (6.0)."""
        self.guarded = self._guarded()
        """(hex, next hex) pairs that no unit passes from one enemy zone of control into another (6.1)."""
        self._own_line: dict[int, str] = {}
        self.no_zone_into = frozenset(
            h
            for name in no_zoc_into
            for h in (board.regions[name].hexes if name in board.regions else (grid.parse(name),))
        )
        """Hexes that exclusive rules keep zones of control out of (6.0)."""

    def _directions_from(self, h: int) -> list[int]:
        if h not in self.grid:
            return []
        sea, sides = self.sea, self.sides
        return [
            d
            for d, (n, side) in enumerate(zip(self.grid.ring1[h], self.grid.sides[h], strict=True))
            if n != NOWHERE and not sea[n] and (self.beach[n] or not sea[h]) and "cliff" not in sides.get(side, ())
        ]

    def onto(self, h: int) -> list[int]:
        """The next hexes from which a unit may enter or attack a hex."""
        return [n for n in self.near[h] if h in self.open[n]]

    def _guarded(self) -> frozenset[tuple[int, int]]:
        return frozenset(
            (h, n)
            for h in range(self.size)
            for n, side in zip(self.open[h], self._across[h], strict=True)
            if self.fort[n] or "minefield" in self.sides.get(side, ())
        )

    def entry_cost(self, h: int, kind: str) -> int:
        """Half movement points to enter a hex: the dearest terrain in it, and what is to be added (5.4)."""
        hexes = self._effects.hex
        base = hexes.get(self.terrain[h], hexes["clear"]).cost(kind)
        return int((base + sum(self._effects.plus[name].cost for name in self.plus[h])) * HALF)

    def step_cost(self, a: int, b: int, kind: str) -> int:
        """Half movement points from a hex to a next one; along a road or trail nothing else counts (5.4.1, 5.4.2)."""
        return self._cost_across(self.grid.side_between(a, b), self.entry_cost(b, kind))

    def _cost_across(self, side: int, entry: int) -> int:
        """The same across the hexside that leads into a hex of a given cost."""
        if side in self.road:
            return int(self._effects.road * HALF)
        if side in self.trail:
            return int(self._effects.trail * HALF)
        return entry + int(sum(self._effects.hexside[name].cost for name in self._water(side)) * HALF)

    def arrival_cost(self, h: int, kind: str) -> int:
        """Half movement points to come onto the map at a hex of land: by road where one leads off it there (3.0)."""
        grid = self.grid
        off_map = [grid.side(h, d) for d, n in enumerate(grid.ring1[h]) if n == NOWHERE]
        if any(side in self.road for side in off_map):
            return int(self._effects.road * HALF)
        return self.entry_cost(h, kind)

    def steps(self, kind: str) -> Steps:
        """For each hex the (next hex, half movement points) pairs of leg or mobile units."""
        # What leads into a hex from several sides is one pair: less to keep, and to look through for what is not used.
        plain = [(h, self.entry_cost(h, kind)) for h in range(self.size)]
        marked, cost = self.road | self.trail | self.sides.keys(), self._cost_across
        return Steps(
            tuple(
                [
                    plain[n] if side not in marked else (n, cost(side, plain[n][1]))
                    for n, side in zip(*ways, strict=True)
                ]
            )
            for ways in zip(self.open, self._across, strict=True)
        )

    def _water(self, side: int) -> list[str]:
        return sorted(name for name in self.sides.get(side, ()) if name in self._effects.hexside)

    def bridged(self, side: int) -> bool:
        """A river is bridged wherever a road crosses it, and where the map says so (8.2.2)."""
        return side in self.road or "bridge" in self.sides.get(side, ())

    # -- lines of the results table ---------------------------------------------------------------------------

    def hex_lines(self, h: int) -> set[str]:
        """The lines of the results table that a hex itself offers its defender."""
        hexes = self._effects.hex
        lines = {hexes.get(self.terrain[h], hexes["clear"]).line}
        return lines | {self._effects.plus[name].line for name in self.plus[h]}

    def own_line(self, h: int) -> str:
        """Of those the most beneficial one."""
        known = self._own_line.get(h)
        if known is None:
            known = self._own_line[h] = self.best_line(self.hex_lines(h))
        return known

    def water_line(self, target: int, attackers: list[int]) -> str:
        """The line that rivers offer: only if all attackers cross one; bridged if any comes over a bridge (8.2.2)."""
        crossings = []
        for at in attackers:
            side = self.grid.side_between(at, target)
            water = self._water(side)
            if not water:
                return ""
            crossings.append((side, water[0]))
        if not crossings:
            return ""
        bridged = any(self.bridged(side) for side, _ in crossings)
        effect = self._effects.hexside[crossings[0][1]]
        return effect.bridged if bridged else effect.line

    def best_line(self, lines: set[str]) -> str:
        """The line most beneficial to the defender (8.2.2)."""
        return max(sorted(lines), key=lambda line: self._lines[line])
