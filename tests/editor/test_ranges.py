"""Mountains as ranges: ridges follow the land, no river is crossed, snow lies on the heights, strokes stay local."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from painting import picture

from editor.canvas.drawing.look import GREY, ORGANIC, PLAIN, Look
from editor.canvas.drawing.paint_list import PaintOrder
from editor.canvas.drawing.paper import SCALE
from editor.hexes.drawing.atlas import Atlas
from editor.hexes.drawing.geometry import Geometry
from editor.hexes.drawing.ranges import ROLES
from editor.hexes.drawing.ridges import REACH, HexRidges, Ridges
from engine.boards.palette import Palette
from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation

pytestmark = pytest.mark.usefixtures("qapp")

BARE = Look(grid=False, numbers=False, labels=False, regions=False)


def palette() -> Palette:
    return load_palette("campaign")


def mountains(orientation: Orientation = Orientation.FLAT, columns: int = 12, rows: int = 12) -> BattleMap:
    made = BattleMap(Grid(GridSpec(columns, rows, orientation)), palette())
    made.terrain = ["mountain"] * made.grid.size
    return made


def every_ridge(board: BattleMap) -> dict[int, HexRidges]:
    ridges = Ridges(board, Geometry(board.grid), frozenset({"mountain"}))
    return {h: ridges.of(h) for h in board.grid.hexes if board.terrain[h] == "mountain"}


def test_ridges_join_from_either_side_and_lead_to_mountains_only() -> None:
    board = mountains()
    dice = random.Random(4)
    for h in board.grid.hexes:
        if dice.random() < 0.3:
            board.terrain[h] = "hill"
    found = every_ridge(board)
    for h, ridges in found.items():
        for d in ridges.ways:
            n = board.grid.ring1[h][d]
            assert n == NOWHERE or (d + 3) % 6 in found[n].ways, board.grid.name(h)


@pytest.mark.parametrize("orientation", Orientation)
def test_a_narrow_range_has_one_ridge_along_it(orientation: Orientation) -> None:
    board = mountains(orientation)
    row = [h for h in board.grid.hexes if board.grid.offset(h)[0 if board.grid.flat else 1] == 6]
    board.terrain = ["hill"] * board.grid.size
    for h in row:
        board.terrain[h] = "mountain"
    found = every_ridge(board)
    joined = [h for h in row if any(board.grid.ring1[h][d] in row for d in found[h].ways)]
    assert len(joined) > len(row) * 0.8


def test_no_summit_is_a_star() -> None:
    found = every_ridge(mountains(columns=30, rows=30))
    assert max(len(ridges.ways) for ridges in found.values()) <= 5
    assert sum(len(ridges.ways) >= 5 for ridges in found.values()) < len(found) * 0.02


def test_no_ridge_crosses_a_river() -> None:
    board = mountains()
    h, ridges = next((h, ridges) for h, ridges in every_ridge(board).items() if len(ridges.ways) > 1)
    side = board.grid.sides[h][ridges.ways[0]]
    board.hexsides[side] = {"minor_river": NOWHERE}
    assert every_ridge(board)[h].ways == ridges.ways[1:]


def test_snow_lies_deep_in_the_mountains_or_high_up() -> None:
    board = mountains()
    middle, foot = board.grid.parse("0606"), board.grid.parse("1111")
    board.terrain[board.grid.parse("1212")] = "hill"
    board.terrain[board.grid.parse("1211")] = "hill"
    before = every_ridge(board)
    assert before[middle].snow
    assert not before[foot].snow
    board.elevation[foot] = 3
    assert every_ridge(board)[foot].snow


@pytest.mark.parametrize("seed", range(3))
def test_what_a_change_turns_is_near_it(seed: int) -> None:
    dice = random.Random(seed)
    board = mountains()
    for h in board.grid.hexes:
        if dice.random() < 0.2:
            board.terrain[h] = "hill"
    before = every_ridge(board)
    changed = dice.choice(board.grid.hexes)
    board.terrain[changed] = "hill" if board.terrain[changed] == "mountain" else "mountain"
    after = every_ridge(board)
    turned = {h for h in after if after[h] != before.get(h)}
    assert changed in turned | before.keys()
    assert all(board.grid.distance(changed, h) <= REACH for h in turned)


@pytest.mark.parametrize("style", [ORGANIC, GREY])
def test_what_is_drawn_again_after_a_stroke_is_what_is_drawn_afresh(style: str) -> None:
    board = mountains(columns=20, rows=20)
    atlas = Atlas(board, style)
    chunks = atlas.chunks.all

    def drawn(of: Atlas) -> list[list[tuple[int, int]]]:
        return [[(item.order, item.path.elementCount()) for item in of.art("ranges", chunk)] for chunk in chunks]

    first = drawn(atlas)
    for name in ("0908", "0808", "0916", "1717"):
        h = board.grid.parse(name)
        board.terrain[h] = "clear"
        atlas.invalidate([h], what="terrain")
        assert drawn(atlas) == drawn(Atlas(board, style)), name
    side = board.grid.sides[board.grid.parse("0404")][1]
    board.hexsides[side] = {"minor_river": NOWHERE}
    atlas.invalidate([], [side], "hexsides")
    assert drawn(atlas) == drawn(Atlas(board, style))
    assert drawn(atlas) != first


def test_a_stroke_beside_a_chunk_makes_no_other_ranges_again() -> None:
    board = mountains(columns=40, rows=40)
    atlas = Atlas(board)
    far = atlas.chunks.all[-1]
    kept = atlas.art("ranges", far)
    h = board.grid.parse("0404")
    board.terrain[h] = "clear"
    atlas.invalidate([h], what="terrain")
    assert atlas.art("ranges", far) is kept


@pytest.mark.parametrize("orientation", Orientation)
def test_nothing_of_a_range_hangs_over_the_edge_of_the_map(orientation: Orientation) -> None:
    board = mountains(orientation, 9, 9)
    atlas = Atlas(board)
    width, height = atlas.geometry.size
    for chunk in atlas.chunks.all:
        for item in atlas.art("ranges", chunk):
            covered = item.path.boundingRect()
            assert covered.left() > -0.02 * SCALE
            assert covered.top() > -0.02 * SCALE
            assert covered.right() < width + 0.02 * SCALE
            assert covered.bottom() < height + 0.02 * SCALE


def test_light_comes_from_the_north_west() -> None:
    board = mountains()
    board.terrain = ["hill"] * board.grid.size
    h = board.grid.parse("0606")
    for n in board.grid.within(h, 1):
        board.terrain[n] = "mountain"
    atlas = Atlas(board)
    areas = {}
    for chunk in atlas.chunks.all:
        for item in atlas.art("ranges", chunk):
            place = item.order - PaintOrder.RANGE
            if place < len(ROLES):
                areas.setdefault(ROLES[place], []).append(item.path.boundingRect().center())
    lit, shade = areas["lit"][0], areas["shade"][0]
    assert lit.x() + lit.y() < shade.x() + shade.y()


def test_snow_is_seen_and_the_plain_style_has_colours_only() -> None:
    board = mountains(columns=8, rows=8)

    def white(look: Look) -> int:
        image = picture(board, look, 1.0)
        pixels = ((x, y) for x in range(0, image.width(), 4) for y in range(0, image.height(), 4))
        return sum(image.pixelColor(x, y).lightness() > 245 for x, y in pixels)

    desk = white(replace(BARE, style=PLAIN))
    assert white(BARE) > desk + 50
    assert Atlas(board, PLAIN).art("ranges", 0) == []
