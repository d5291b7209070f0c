"""A clip as a small map of its own, so that it can be drawn, and kept in a map file to be used again."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.boards.palette import Palette
from engine.hexes.board.battlemap import BattleMap, Region
from engine.hexes.board.grid import Grid, GridSpec, Orientation
from engine.hexes.mapping.clip import Clip, copied, pasted

KEY: Final = "stamp"
"""The region that says which hexes of such a map belong to the stamp; the others only surround it."""


def as_map(clip: Clip, palette: Palette, name: str = "") -> tuple[BattleMap, int]:
    """A map that holds the clip with one hex around it, and the hex of the clip's anchor on it.

    Kinds that the palette does not know are left out.
    """
    flat = clip.orientation is Orientation.FLAT
    phase = Grid(GridSpec(1, 1, orientation=clip.orientation)).parity(0)
    # The anchor belongs to the map whether or not it is one of the clip's hexes.
    places = [(q, r) if flat else (r, q) for q, r in (*clip.cells, (0, 0))]
    along = 1 - min(line for line, _ in places)
    across = [place + ((line + along + phase) >> 1) for line, place in places]
    beside = 1 - min(across)
    lines = max(line for line, _ in places) + along + 2
    wide = max(across) + beside + 2
    spec = GridSpec(*((lines, wide) if flat else (wide, lines)), orientation=clip.orientation)
    board = BattleMap(Grid(spec), palette, name)
    q, r = (along, beside) if flat else (beside, along)
    anchor = board.grid.from_axial(q, r)
    pasted(board, clip, anchor).changes.write(board)
    hexes = frozenset(board.grid.from_axial(q + dq, r + dr) for dq, dr in clip.cells)
    board.regions[KEY] = Region(KEY, name or "Stamp", hexes)
    return board, anchor


def from_map(board: BattleMap) -> Clip:
    """The clip that a map holds: the hexes of its region ``stamp``, or all of it where there is none.

    Raises HexwrightError when that region is empty.
    """
    region = board.regions.get(KEY)
    clip = copied(board, board.grid.hexes if region is None else region.hexes)
    cells = {at: replace(cell, regions=frozenset()) for at, cell in clip.cells.items()}
    return replace(clip, cells=cells)
