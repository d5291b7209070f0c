"""The map in the terms of a rules file, worked out once: what each hex, hexside and path is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Final

from engine.boards.palette import Kind
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.kit.bound.words import names_in

NOTHING: Final[frozenset[str]] = frozenset()


class KitGround:
    """A battle map in the terms of a rules file. Hexes, hexsides and paths by number."""

    def __init__(self, board: BattleMap, block: Any, term_of: Callable[[Kind], str]) -> None:
        """``block`` is ``ground`` of the file, or None."""
        self.board = board
        self.grid = grid = board.grid
        self.size = grid.size
        self.base = _base(block)
        known = {
            layer: frozenset(names_in(getattr(block, layer, ()))) if block is not None else NOTHING
            for layer in ("terrain", "features", "hexsides", "paths")
        }
        self.known = known
        """The terms of the file by layer."""
        terms = {
            str(layer): {key: term_of(kind) for key, kind in kinds.items()}
            for layer, kinds in board.palette.kinds.items()
        }
        lands = {key: term if term in known["terrain"] else self.base for key, term in terms["terrain"].items()}
        self.terrain = [lands.get(key, self.base) for key in board.terrain]
        self.features = _placed(board.features, terms["features"], known["features"])
        """The features of each hex that has any."""
        self.sides = _placed(board.hexsides, terms["hexsides"], known["hexsides"])
        """What each hexside carries, where it carries anything."""
        self.paths = _placed(board.paths, terms["paths"], known["paths"])
        """The paths over each hexside that has any."""
        self.high: dict[tuple[int, str], int] = {}
        """For each hexside and term that is directional there its high hex."""
        for side, kinds in board.hexsides.items():
            for key, high in kinds.items():
                if high != NOWHERE and (term := terms["hexsides"].get(key, "")) in known["hexsides"]:
                    self.high[side, term] = high
        water = frozenset(names_in(getattr(block, "water", ()))) if block is not None else NOTHING
        self.water = water & known["terrain"]
        """The terrain for units afloat alone."""
        self.water_sides = water & known["hexsides"]
        """The hexsides for units afloat alone."""
        self.elevation = board.elevation

    @cached_property
    def near(self) -> list[tuple[int, ...]]:
        """For each hex its neighbours; none for hexes that are void."""
        grid = self.grid
        return [
            tuple([n for n in six if n != NOWHERE and n in grid]) if h in grid else ()
            for h, six in enumerate(grid.ring1)
        ]

    @cached_property
    def across(self) -> list[dict[int, int]]:
        """For each hex its neighbours, each with the hexside between."""
        grid = self.grid
        return [
            {n: side for n, side in zip(grid.ring1[h], grid.sides[h], strict=True) if n in near}
            if (near := self.near[h])
            else {}
            for h in range(self.size)
        ]

    @cached_property
    def on_path(self) -> dict[int, frozenset[str]]:
        """For each hex the paths that run through it or end in it."""
        found: dict[int, frozenset[str]] = {}
        for side, kinds in self.paths.items():
            for h in self.grid.side_hexes(side):
                if h != NOWHERE:
                    found[h] = found.get(h, NOTHING) | kinds
        return found

    @cached_property
    def beside(self) -> dict[int, frozenset[str]]:
        """For each hex what its hexsides carry."""
        found: dict[int, frozenset[str]] = {}
        for side, kinds in self.sides.items():
            for h in self.grid.side_hexes(side):
                if h != NOWHERE:
                    found[h] = found.get(h, NOTHING) | kinds
        return found

    def between(self, a: int, b: int) -> int:
        """The hexside between two hexes; NOWHERE where they are not adjacent."""
        return self.across[a].get(b, NOWHERE) if 0 <= a < self.size else NOWHERE

    def edge(self, name: str) -> frozenset[int]:
        """The hexes of an edge of the map: ``N``, or ``NE`` for two edges together."""
        grid = self.grid
        tests: dict[str, Callable[[int, int], bool]] = {
            "N": lambda column, row: row == 0,
            "S": lambda column, row: row == grid.rows - 1,
            "W": lambda column, row: column == 0,
            "E": lambda column, row: column == grid.columns - 1,
        }
        wanted = [tests[letter] for letter in name.upper() if letter in tests]
        return frozenset(h for h in grid.hexes if any(test(*grid.offset(h)) for test in wanted))

    @cached_property
    def rim(self) -> frozenset[int]:
        """The hexes at the edge of the map."""
        grid = self.grid
        return frozenset(h for h in grid.hexes if any(n == NOWHERE or n not in grid for n in grid.ring1[h]))

    def crossed(self, start: int, to: int, name: str) -> bool:
        """Whether the hexside that is crossed carries a kind; ``slope up`` and ``slope down`` ask which way."""
        side = self.between(start, to)
        kinds = self.sides.get(side)
        if kinds is None:
            return False
        word, _, way = name.partition(" ")
        if word not in kinds:
            return False
        if not way:
            return True
        high = self.high.get((side, word), NOWHERE)
        return high == (to if way == "up" else start)


def _base(block: Any) -> str:
    if block is None:
        return ""
    terrain = names_in(block.terrain)
    return block.base or (terrain[0] if terrain else "")


def _placed(placed: Mapping[int, Any], terms: Mapping[str, str], known: frozenset[str]) -> dict[int, frozenset[str]]:
    """What lies where, in the terms of the file; what means nothing there is left out."""
    sets: dict[tuple[str, ...], frozenset[str]] = {}
    found = {}
    for at, kinds in placed.items():
        key = tuple(kinds)
        meant = sets.get(key)
        if meant is None:
            meant = sets[key] = frozenset(terms.get(kind, kind) for kind in key) & known
        if meant:
            found[at] = meant
    return found
