"""The paper that every kind of map is drawn on: how large it is in the scene, and the colour of the desk around it."""

from __future__ import annotations

from typing import Final

from engine.boards.board import Board
from engine.boards.kinds import kind_of

SCALE: Final = 64.0
"""Scene units to a circumradius of a hex, or to what other maps have in its place; one scene unit is one pixel at a
zoom of 100 %."""
DESK: Final = "#b9bdb8"
"""What lies around the map, and where there is no hex, on a light desktop ..."""
DARK_DESK: Final = "#191c1e"
"""... and on a dark one."""

Spot = tuple[float, float]
"""A point of the scene."""


def paper_size(board: Board) -> Spot:
    """Width and height of a map in the scene, whatever its kind."""
    width, height = board.extent
    unit = SCALE / kind_of(board).length
    return width * unit, height * unit
