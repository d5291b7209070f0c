"""Maps to measure with: made by seed, of any size, with ground, heights, rivers, roads, places, countries all over."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import floor
from pathlib import Path
from random import Random
from typing import Final

from engine.formats import load_palette, load_scenario, save_map
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec
from engine.scenario import Scenario, Victory

BANDS: Final = ((-0.42, "water"), (-0.37, "beach"), (0.0, "clear"), (0.16, "forest"), (0.2, "swamp"), (0.3, "clear"))
"""Noise up to which a hex is of a terrain; above the last it goes by its height."""
NAMES: Final = ("Ford", "Hill", "Mill", "Marsh", "Wood", "Bridge", "Haven", "Cross")


@cache
def folder() -> Path:
    """A folder for big maps, and for what the editor remembers."""
    path = Path(tempfile.mkdtemp(prefix="hexwright-bench-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    os.environ["HEXWRIGHT_STATE"] = str(path / "state")
    os.environ["HEXWRIGHT_SETTINGS"] = str(path / "settings.ini")
    return path


@cache
def map_file(size: int) -> Path:
    """A file with a map of so many columns and rows."""
    path = folder() / f"map{size}.yaml"
    save_map(made(size), path)
    return path


def made(size: int) -> BattleMap:
    """A map of so many columns and rows; the same every time."""
    grid, random = Grid(GridSpec(size, size)), Random(size)
    board = BattleMap(grid, load_palette("standard"), f"Big map, {size} x {size}")
    _ground(board, random)
    for h in random.sample(range(grid.size), grid.size // 66):
        board.features[h] = (random.choice(("building", "village", "church")),)
    for _ in range(grid.size // 900):
        for side in _river(board, random):
            board.hexsides[side] = {"river": NOWHERE}
    for number in range(grid.size // 660):
        kind = ("road", "trail", "rail")[number % 3]
        for side in _road(board, random):
            board.paths[side] = board.paths.get(side, frozenset()) | {kind}
    for number, h in enumerate(random.sample(range(grid.size), grid.size // 400)):
        board.labels.append(Label(f"{random.choice(NAMES)} {number}", h, "medium" if number % 5 else "large"))
    for number, h in enumerate(random.sample(range(grid.size), 8)):
        hexes = frozenset(grid.within(h, max(3, size // 12)))
        board.regions[f"land{number}"] = Region(f"land{number}", f"Country {number}", hexes)
    return board


def army(units: int) -> Scenario:
    """A scenario of so many units on a map of 100 x 100, half of a side each, in formations of ten: those of Lundy's
    Lane over and over."""
    base = load_scenario("lundys_lane")
    board = BattleMap(Grid(GridSpec(100, 100)), load_palette("standard"), "Field")
    patterns = {side: [unit for unit in base.units.values() if unit.side == side] for side in base.sides}
    sides = tuple(base.sides)
    made = {}
    for number in range(units):
        own = patterns[sides[number % 2]]
        key = f"u{number}"
        made[key] = replace(own[number // 2 % len(own)], key=key, formation=f"Corps {number // 10}")
    setup = {key: board.grid.name(number) for number, key in enumerate(made)}
    return base.with_(map=board, map_ref="", units=made, setup=setup, arrivals=(), victory=Victory(), special={})


def _ground(board: BattleMap, random: Random) -> None:
    """Seas, woods and hills in patches of all sizes."""
    columns = board.grid.columns
    wet, high = _Noise(random), _Noise(random)
    for h in range(board.grid.size):
        row, column = divmod(h, columns)
        level = max(0, floor(6 * high.at(column / 21, row / 21)))
        kind = wet.at(column / 13, row / 13) + 0.35 * wet.at(column / 3.1 + 99, row / 3.1)
        rough = "mountain" if level > 3 else "hill" if level > 1 else "rough"
        board.terrain[h] = next((key for limit, key in BANDS if kind < limit), rough)
        board.elevation[h] = 0 if board.terrain[h] == "water" else level


class _Noise:
    """Smooth chance on a plane, about -1 to 1."""

    def __init__(self, random: Random) -> None:
        self._values = [random.uniform(-1, 1) for _ in range(4096)]

    def at(self, x: float, y: float) -> float:
        left, top = floor(x), floor(y)
        u, v = x - left, y - top
        u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
        a, b, c, d = (self._values[(left + i) * 73 + (top + j) * 1789 & 4095] for j in (0, 1) for i in (0, 1))
        upper, lower = a + (b - a) * u, c + (d - c) * u
        return upper + (lower - upper) * v


def _river(board: BattleMap, random: Random) -> Iterator[int]:
    """Hexsides, end to end, for a way."""
    grid = board.grid
    h, side = random.randrange(grid.size), random.randrange(6)
    for _ in range(random.randrange(20, 90)):
        yield grid.side(h, side)
        if random.random() < 0.5:
            # Round the corner of the same hex ...
            side = (side + 1) % 6
            continue
        # ... or on along the next one.
        beyond = grid.neighbour(h, (side + 1) % 6)
        if beyond == NOWHERE:
            return
        h, side = beyond, (side - 1) % 6


def _road(board: BattleMap, random: Random) -> Iterator[int]:
    """Hexsides that a road crosses."""
    grid = board.grid
    h, direction = random.randrange(grid.size), random.randrange(6)
    for _ in range(random.randrange(20, 70)):
        ahead = (direction + random.choice((0, 0, 0, 0, 1, 5))) % 6
        there = grid.neighbour(h, ahead)
        if there == NOWHERE:
            return
        yield grid.side(h, ahead)
        h = there
