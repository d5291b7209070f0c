"""What the board is measured by: big grids, their tables, sight lines, floods, rivers, outlines."""

from __future__ import annotations

from functools import cache
from random import Random

from harness import Took, bench, shared, typical

from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.chains import chains, outlines, snapped
from engine.hexes.board.grid import Grid, GridSpec
from engine.hexes.board.sight import SightLines
from engine.hexes.board.vertices import vertex_path
from engine.hexes.mapping.edit import same_terrain_area
from engine.hexes.mapping.resize import resized


@cache
def wide_map(columns: int, rows: int) -> BattleMap:
    """A map with a wood in every eighth hex and a river on some hexsides."""
    battle_map = BattleMap(Grid(GridSpec(columns, rows)), load_palette("standard"))
    grid, random = battle_map.grid, Random(columns)
    for h in random.sample(range(grid.size), grid.size // 8):
        battle_map.terrain[h] = "forest"
    for h in random.sample(range(grid.size), grid.size // 20):
        battle_map.hexsides[grid.side(h, random.randrange(6))] = {"river": -1}
    return battle_map


@bench("grid of 700 x 700, made", 200)
def big_grid() -> Took:
    """Nothing is worked out before it is asked for."""
    return typical(lambda: Grid(GridSpec(700, 700)))


@bench("tables of neighbours and hexsides of 200 x 200", 150)
def tables() -> Took:
    """All three tables that play uses."""

    def build() -> None:
        grid = Grid(GridSpec(200, 200))
        len(grid.neighbours) + len(grid.sides)

    return typical(build)


@bench("one trace of 50 x 40, any two hexes", 0.05)
def one_trace() -> Took:
    """As play asks: courses of many lengths, most of them known already."""
    grid = wide_map(50, 40).grid
    lines, random = SightLines(grid), Random(3)
    pairs = [(random.randrange(grid.size), random.randrange(grid.size)) for _ in range(500)]

    def look() -> None:
        for a, b in pairs:
            lines.trace(a, b)

    return shared(typical(look), len(pairs))


def _see_all(lines: SightLines, wood: frozenset[int], slopes: frozenset[int]) -> int:
    seen = 0
    for trace in lines.all_from(lines.grid.at(25, 20)):
        if not trace.met(wood) and slopes.isdisjoint(trace.sides):
            seen += 1 + len(trace.grazed(wood))
    return seen


@bench("traces from one hex to all of 50 x 40, woods and slopes looked up", 20)
def all_traces() -> Took:
    """What a rules system does with them, at its simplest."""
    battle_map = wide_map(50, 40)
    wood = frozenset(h for h in battle_map.grid if battle_map.terrain[h] == "forest")
    slopes = frozenset(battle_map.hexsides)
    lines = SightLines(battle_map.grid)
    return typical(lambda: _see_all(lines, wood, slopes))


@bench("the same with no course known yet", 40)
def all_traces_cold() -> Took:
    """The first time on a map."""
    battle_map = wide_map(50, 40)
    wood = frozenset(h for h in battle_map.grid if battle_map.terrain[h] == "forest")
    slopes = frozenset(battle_map.hexsides)
    return typical(lambda: _see_all(SightLines(battle_map.grid), wood, slopes))


@bench("flood of 200 x 200", 100)
def flood() -> Took:
    """All of a map but its woods."""
    battle_map = wide_map(200, 200)
    start = next(h for h in battle_map.grid if battle_map.terrain[h] == "clear")
    return typical(lambda: same_terrain_area(battle_map, start))


@bench("outlines of the woods of 200 x 200", 100)
def wood_outlines() -> Took:
    """5,000 hexes, most of them alone."""
    battle_map = wide_map(200, 200)
    wood = [h for h in battle_map.grid if battle_map.terrain[h] == "forest"]
    return typical(lambda: outlines(battle_map.grid, wood))


@bench("rivers of 200 x 200 as chains", 50)
def rivers() -> Took:
    """2,000 hexsides."""
    battle_map = wide_map(200, 200)
    return typical(lambda: chains(battle_map.grid, battle_map.hexsides))


@bench("a freehand stroke across 30 hexes, snapped", 16)
def snap() -> Took:
    """A step of the river tool redoes its whole stroke at worst."""
    grid = wide_map(200, 200).grid
    return typical(lambda: snapped(grid, [(50.0, 50.0), (70.0, 80.0), (90.0, 70.0)]))


@bench("a way between vertices 20 hexes apart", 16)
def way() -> Took:
    """The river tool from click to click."""
    grid = wide_map(200, 200).grid
    start, end = grid.corners(grid.at(60, 60))[0], grid.corners(grid.at(78, 70))[3]
    return typical(lambda: vertex_path(grid, start, end))


@bench("200 x 200 made larger by a hex all round", 200)
def larger() -> Took:
    """All that is on it carried over."""
    battle_map = wide_map(200, 200)
    return typical(lambda: resized(battle_map, 202, 202, left=1, top=1, keep_numbers=False), rounds=3)
