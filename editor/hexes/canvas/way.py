"""The way of the pointer between two events: a quick hand leaves many pixels between them, and no hex may be lost."""

from __future__ import annotations

from typing import Final

from editor.hexes.canvas.aim import Aim
from engine.hexes.board.grid import NOWHERE, Grid

SAMPLE: Final = 0.18
"""Steps along the way, in circumradii: no hex fits between two of them that does not touch both."""


def aims_between(grid: Grid, before: Aim | None, aim: Aim) -> list[Aim]:
    """The aims along the straight way from one aim to another, the first one left out; without a first one the last
    alone."""
    if before is None:
        return [aim]
    dx, dy = aim.x - before.x, aim.y - before.y
    count = max(1, int((dx * dx + dy * dy) ** 0.5 / SAMPLE))
    found = []
    for i in range(1, count):
        x, y = before.x + dx * i / count, before.y + dy * i / count
        found.append(Aim(x, y, grid.hex_at(x, y), grid.side_at(x, y), aim.modifiers))
    return [*found, aim]


def aims_by_hex(grid: Grid, before: Aim | None, aim: Aim) -> list[Aim]:
    """Of the aims along the way the first in each hex, and the first beyond the map, in the pointer's order. The hex of
    ``before`` is left out until the way comes back to it. Between two hexes of the map the way is the straight row of
    hexes, the same whichever point of them the pointer is at."""
    if before is None:
        return [aim]
    if before.on_map and aim.on_map:
        row = grid.line(before.hex, aim.hex)
        return [Aim(*grid.centre(h), h, NOWHERE, aim.modifiers) for h in row[1:-1]] + [aim] * (before.hex != aim.hex)
    found: list[Aim] = []
    last = before.hex
    for step in aims_between(grid, before, aim):
        if step.hex != last:
            found.append(step)
            last = step.hex
    return found


def hexes_between(grid: Grid, before: Aim | None, aim: Aim) -> list[int]:
    """The hexes of the map that the pointer came through since ``before``, whose own hex is left out."""
    return [step.hex for step in aims_by_hex(grid, before, aim) if step.on_map]
