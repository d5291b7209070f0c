"""Battles of any size, to see how work grows with it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from engine.formats import load_palette, load_scenario
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.scenario import Scenario, Turns, Unit, Victory

ROOM = 41
"""Hexes of map for each unit of a side, as on Lundy's Lane."""


@cache
def battle(units: int, name: str = "lundys_lane") -> Scenario:
    """A battle with so many units a side in two lines that face each other, on a map that has room for them."""
    base, random = load_scenario(name), Random(units)
    size = round((ROOM * units) ** 0.5)
    grid = Grid(GridSpec(size, size))
    board = BattleMap(grid, load_palette("standard"))
    for h in grid.hexes:
        if random.random() < 0.15:
            board.terrain[h] = "forest"
    found: dict[str, Unit] = {}
    setup: dict[str, str] = {}
    for side, rows in zip(base.sides, (range(size // 2 + 2, size), range(size // 2 - 2, -1, -1)), strict=True):
        kinds = [unit for unit in base.units.values() if unit.side == side and unit.key in base.setup]
        deep = list(rows)[: 1 + 2 * units // size]
        places = random.sample([grid.at(column, row) for row in deep for column in range(size)], units)
        for number, h in enumerate(places):
            key = f"{side}-{number}"
            found[key] = replace(kinds[number % len(kinds)], key=key)
            setup[key] = grid.name(h)
    return base.with_(
        map=board, units=found, setup=setup, arrivals=(), victory=Victory(), special={}, turns=Turns(2, frozenset())
    )
