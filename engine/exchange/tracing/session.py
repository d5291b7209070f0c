"""A tracing in the making: what was learned from a scan, which hexes teach, and what is proposed for the rest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from engine.exchange.tracing import lines, terrain
from engine.exchange.tracing.lines import LineProposal
from engine.exchange.tracing.scans import Floats, Scan
from engine.exchange.tracing.terrain import Proposal
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid

BLUE: Final = 30
"""How much more blue than red the colour of open water has, of 255."""


@dataclass(slots=True)
class Tracing:
    """What is known of a scan. Hexes teach once they are painted: those that have another terrain than the first of the
    palette, of which an empty map is made, and those that have the terrain that ``taught`` says."""

    grid: Grid
    scan: Scan
    hexes: list[int]
    """The hexes whose centres are on the scan."""
    rows: Floats
    taught: dict[int, str] = field(default_factory=dict)
    """What the user said that hexes are. A hex that has another terrain now, as after an undo, teaches nothing."""
    sides: list[int] = field(default_factory=list)
    """Hexsides with a hex on both sides that is on the scan."""
    strips: dict[bool, Floats] = field(default_factory=dict)
    """The colours along hexsides (False) and across them (True), once they were asked for."""

    def painted(self, board: BattleMap) -> dict[int, str]:
        """The hexes that teach, with their terrain."""
        others = set(board.palette.terrain) - {board.palette.base_terrain}
        return {
            h: board.terrain[h]
            for h in self.hexes
            if board.terrain[h] in others or self.taught.get(h) == board.terrain[h]
        }

    def terrain(self, board: BattleMap) -> dict[int, Proposal]:
        """What terrain the other hexes have; nothing before a hex is painted."""
        return terrain.proposals(self.grid, self.hexes, self.rows, self.painted(board))

    def lines(self, board: BattleMap, *, road: bool) -> dict[int, LineProposal]:
        """The hexsides that are crossed by a road, or have a river, like those that the map has already. Hexsides with
        a high side are left out: a scan does not say which it is."""
        if road not in self.strips:
            self.strips[road] = lines.strips(self.scan, self.grid, self.sides, road=road)
        place = {side: number for number, side in enumerate(self.sides)}
        drawn: dict[str, list[int]] = {}
        for side, kinds in (board.paths if road else board.hexsides).items():
            for kind in sorted(kinds):
                known = board.palette.hexsides.get(kind)
                if side in place and not (known is not None and known.directional and not road):
                    drawn.setdefault(kind, []).append(place[side])
        found = lines.proposals(self.strips[road], drawn, lines.links(self.grid, self.sides, road=road))
        proposed = {self.sides[number]: one for number, one in found.items()}
        if road:
            return proposed
        taught = {self.sides[number] for numbers in drawn.values() for number in numbers}
        shores = self._shores(board)
        return proposed if taught & shores else {side: one for side, one in proposed.items() if side not in shores}

    def _shores(self, board: BattleMap) -> set[int]:
        """The hexsides of hexes of open water, painted or proposed: their shore line looks like a river."""
        known = {h: one.terrain for h, one in self.terrain(board).items()} | self.painted(board)
        water = {key for key, kind in board.palette.terrain.items() if _is_blue(kind.colour)}
        return {side for side in self.sides if any(known.get(h) in water for h in self.grid.side_hexes(side))}


def _is_blue(colour: str) -> bool:
    """Whether a colour is that of water."""
    return int(colour[5:7], 16) - int(colour[1:3], 16) > BLUE


def prepared(scan: Scan, grid: Grid) -> Tracing:
    """Look at all hexes of a scan."""
    every = list(grid.hexes)
    centres = np.array([grid.centre(h) for h in every], dtype=np.float64).reshape(-1, 2)
    hexes = [h for h, inside in zip(every, scan.holds(centres), strict=True) if inside]
    held = set(hexes)
    sides = [side for side in grid.all_sides() if all(h != NOWHERE and h in held for h in grid.side_hexes(side))]
    return Tracing(grid, scan, hexes, terrain.traits(scan, grid, hexes), sides=sides)


def doubtful(found: dict[int, Proposal], among: Iterable[int] | None = None) -> list[int]:
    """Hexes with a proposal, the most doubtful first."""
    hexes = found if among is None else [h for h in among if h in found]
    return sorted(hexes, key=lambda h: -found[h].doubt)
