"""RoundedAreas ground: outlines that wander the same way each time, and patterns that keep to them."""

from __future__ import annotations

import random
from itertools import groupby
from math import ceil, hypot, inf

import pytest
from painting import picture
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

from editor.canvas.drawing.look import Look
from editor.canvas.drawing.noise import pick
from editor.canvas.drawing.paint_list import PaintList, draw
from editor.canvas.drawing.paper import SCALE
from editor.hexes.drawing import ground, map_painter
from editor.hexes.drawing.geometry import Geometry
from editor.hexes.drawing.patterns import EDGE_VARIANTS, LOTS, PATTERNS, VARIANTS, _variant, stamped
from editor.hexes.drawing.scatter import WHOLE, StampGround, outline_of
from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation


def geometry(flat: bool = True, ruled: bool = False) -> Geometry:
    """A grid of 7 by 7 with its drawn shapes."""
    return Geometry(Grid(GridSpec(7, 7, Orientation.FLAT if flat else Orientation.POINTY)), ruled)


def share(shapes: Geometry, h: int, members: set[int], rough: float = 0.0) -> QPainterPath:
    """What one hex draws of an area."""
    path = QPainterPath()
    ground.RoundedAreas(shapes).area(path, [h], members | {NOWHERE}, rough)
    return path


@pytest.mark.parametrize("flat", [True, False])
def test_trees_keep_to_the_ground_that_is_drawn(flat: bool) -> None:
    shapes = geometry(flat, ruled=True)
    h = shapes.grid.parse("0404")
    x, y = shapes.centre(h)
    for mask in range(WHOLE + 1):
        members = {h, *(n for d, n in enumerate(shapes.grid.ring1[h]) if mask >> d & 1)}
        whole = QPainterPath()
        ground.RoundedAreas(shapes).area(whole, sorted(members), members | {NOWHERE})
        trees = _variant("trees", StampGround(flat, mask), 1).trees
        assert len(trees) > 25
        # Never more than a hair beyond it: trees are rounder than the outline is drawn.
        assert all(whole.contains(QPointF(x + 0.96 * dx, y + 0.96 * dy)) for dx, dy, _ in trees), mask


@pytest.mark.parametrize("flat", [True, False])
def test_open_edges_take_trees_away_and_corners_between_neighbours_give_room(flat: bool) -> None:
    counts = [
        sum(len(_variant("trees", StampGround(flat, mask), i).trees) for i in range(VARIANTS)) for mask in range(64)
    ]
    assert counts[0] < counts[0b000111] < counts[WHOLE] * 1.02
    reach = {mask: max(hypot(x, y) for x, y in outline_of(StampGround(flat, mask))) for mask in (0, 0b010101)}
    assert reach[0] < 0.9
    assert reach[0b010101] > 1.0


def test_painting_beside_a_wood_leaves_its_trees_where_they_are() -> None:
    alone, beside = (set(_variant("trees", StampGround(True, mask), 2).trees) for mask in (0b001000, 0b001100))
    near_middle = {tree for tree in alone if hypot(tree[0], tree[1]) < 0.8 * SCALE}
    assert len(near_middle) > 20
    assert near_middle <= beside


@pytest.mark.parametrize("pattern", sorted(PATTERNS))
def test_every_pattern_has_something_to_draw_on_the_smallest_ground(pattern: str) -> None:
    for variant in range(VARIANTS):
        stamp = _variant(pattern, StampGround(True, 0), variant)
        assert stamp.trees or any(not path.isEmpty() for path in stamp.paths.values())


def test_outlines_wander_but_not_far_and_always_the_same_way() -> None:
    shapes = geometry()
    h = shapes.grid.parse("0404")
    members = {h, shapes.grid.ring1[h][0]}
    smooth, rough = share(shapes, h, members), share(shapes, h, members, ground.ROUGH)
    assert rough == share(geometry(), h, members, ground.ROUGH)
    assert rough != smooth
    beyond = [
        min(
            hypot(point.x() - other.x(), point.y() - other.y())
            for other in (smooth.pointAtPercent(i / 400) for i in range(401))
        )
        for point in (rough.pointAtPercent(i / 60) for i in range(61))
    ]
    assert 0.2 * ground.ROUGH < max(beyond) <= 1.05 * ground.ROUGH


def test_the_shares_of_neighbours_leave_no_gap() -> None:
    shapes = geometry()
    members = {shapes.grid.parse(name) for name in ("0303", "0304", "0404", "0403", "0503", "0504")}
    drawn = [share(shapes, h, members, ground.ROUGH) for h in sorted(members)]
    middle = shapes.grid.parse("0404")
    for d, n in enumerate(shapes.grid.ring1[middle]):
        if n == NOWHERE or n not in members:
            continue
        x, y = shapes.shape(middle).middles[d]
        around = [QPointF(x + dx, y + dy) for dx in (-1.5, 0.3, 1.5) for dy in (-1.5, 0.4, 1.5)]
        assert all(any(path.contains(point) for path in drawn) for point in around)


@pytest.mark.parametrize("flat", [True, False])
def test_nothing_hangs_over_the_edge_of_the_map(flat: bool) -> None:
    corners = geometry(flat, ruled=True).corner_offsets
    for d in range(6):
        (ax, ay), (bx, by) = corners[d], corners[(d + 1) % 6]
        mx, my = (ax + bx) / 2, (ay + by) / 2
        far = hypot(mx, my)
        for variant in range(3):
            trees = _variant("trees", StampGround(flat, WHOLE, 1 << d), variant).trees
            # How far a crown reaches in the direction of the edge, against how far the edge is.
            assert max((x * mx + y * my) / far + radius for x, y, radius in trees) < far * 1.06


@pytest.mark.parametrize("flat", [True, False])
@pytest.mark.parametrize("part", [0.3, 0.6, 0.9, 1.0])
def test_rings_around_hexes_cover_what_their_shares_cover(flat: bool, part: float) -> None:
    shapes, lots = geometry(flat), random.Random(7)
    members = {h for h in shapes.grid.hexes if lots.random() < part}
    each, whole = QPainterPath(), QPainterPath()
    for h in sorted(members):
        ground.RoundedAreas(shapes).area(each, [h], members | {NOWHERE}, ground.ROUGH)
    ground.RoundedAreas(shapes).area(whole, sorted(members), members | {NOWHERE}, ground.ROUGH)
    one, all_of_them = filled(each, shapes), filled(whole, shapes)
    # Where hexes meet, a seam may be softer; nowhere is a pixel more than a little lighter or darker.
    assert max(abs(a - b) for a, b in zip(one, all_of_them, strict=True)) <= 40
    assert sum(a != b for a, b in zip(one, all_of_them, strict=True)) < len(one) * 0.02
    if part == 1.0:
        assert whole.elementCount() < each.elementCount() / 3, "there are no edges between hexes"


def filled(path: QPainterPath, shapes: Geometry) -> bytes:
    """How much of each pixel a path covers."""
    path.setFillRule(path.fillRule().WindingFill)
    # Rows of whole words: bytes that fill them up hold anything.
    wide, high = (4 * ceil(length / 4) for length in shapes.size)
    picture = QImage(wide, high, QImage.Format.Format_Grayscale8)
    picture.fill(0)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(path, QColor("white"))
    painter.end()
    return bytes(picture.constBits())


def test_a_part_of_an_area_reaches_no_further_than_its_hexes() -> None:
    shapes = geometry()
    members = set(shapes.grid.hexes)
    drawn = [h for h in members if h % 7 < 3 and h != 8]
    path = QPainterPath()
    ground.RoundedAreas(shapes).area(path, drawn, members | {NOWHERE}, ground.ROUGH)
    for h in members:
        assert path.contains(QPointF(*shapes.centre(h))) == (h in drawn), "a hole is left where a hex is left out"
    right = max(x for h in drawn for x, _ in shapes.shape(h).vertices)
    assert path.boundingRect().right() <= right + 1e-6


def drawn_apart(board: BattleMap, names: str) -> list[list[tuple[int, int]]]:
    """The outlines of hexes that are areas by themselves, each about its own middle, to whole scene units."""
    shapes = Geometry(board.grid)
    areas, found = ground.RoundedAreas(shapes, board), []
    for h in (board.grid.parse(name) for name in names.split()):
        x, y = shapes.centre(h)
        found.append([(round(a - x), round(b - y)) for a, b in areas.polygon(h, {h, NOWHERE}, ground.ROUGH)])
    return found


def test_single_woods_are_no_two_alike_and_neighbours_share_their_border() -> None:
    board = BattleMap(Grid(GridSpec(7, 7)), load_palette("standard"))
    outlines = drawn_apart(board, "0303 0305 0505 0503")
    widths = {max(x for x, _ in outline) - min(x for x, _ in outline) for outline in outlines}
    assert len(widths) == 4
    assert max(widths) - min(widths) > 0.08 * SCALE
    areas = ground.RoundedAreas(Geometry(board.grid), board)
    a, b = (board.grid.parse(name) for name in ("0303", "0404"))
    d = board.grid.ring1[a].index(b)
    assert areas._middle(a, d, ground.ROUGH) == areas._middle(b, (d + 3) % 6, ground.ROUGH)


def test_shores_do_not_stray_and_what_becomes_one_is_drawn_anew() -> None:
    board = BattleMap(Grid(GridSpec(7, 7)), load_palette("standard"))
    shapes = Geometry(board.grid)
    areas = ground.RoundedAreas(shapes, board)
    h = board.grid.parse("0303")
    n = board.grid.ring1[h][2]
    before = areas.polygon(h, {h, NOWHERE}, ground.ROUGH)
    assert areas._middle(h, 2, ground.ROUGH) != shapes.shape(h).middles[2]
    board.terrain[n] = "water"
    assert areas._middle(h, 2, ground.ROUGH) == shapes.shape(h).middles[2]
    assert areas.polygon(h, {h, NOWHERE}, ground.ROUGH) != before


def test_areas_that_are_not_smoothed_look_as_if_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    made, dice = BattleMap(Grid(GridSpec(30, 30)), load_palette("standard")), random.Random(3)
    for h in made.grid.hexes:
        made.terrain[h] = dice.choice(("clear", "clear", "forest", "swamp", "hill", "water"))
    look, scale = Look(grid=False, numbers=False), 0.65
    quick = picture(made, look, scale)
    monkeypatch.setattr(map_painter, "HIDING", inf)
    smooth = picture(made, look, scale)
    assert quick != smooth, "lines are wide enough here"
    pairs = zip(bytes(quick.constBits()), bytes(smooth.constBits()), strict=True)
    apart = [abs(one - other) for one, other in pairs if one != other]
    total = quick.sizeInBytes()
    assert sum(by > 8 for by in apart) < total / 1000
    assert sum(by > 30 for by in apart) < total / 10_000


def test_a_line_that_smooths_an_edge_is_drawn_only_where_areas_are_not_smoothed() -> None:
    paint = PaintList()
    path = paint.rim(0, "#000000")
    path.moveTo(0, 5)
    path.lineTo(10, 5)
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    blank = image.copy()
    painter = QPainter(image)
    draw(painter, paint.items[0])
    assert image == blank
    draw(painter, paint.items[0], hiding=2.0)
    painter.end()
    assert image != blank


def test_no_two_lone_woods_are_alike_and_none_is_a_disc() -> None:
    board = BattleMap(Grid(GridSpec(9, 9)), load_palette("standard"))
    areas = ground.RoundedAreas(Geometry(board.grid), board)
    shapes = set()
    for h in (20, 24, 40, 60):
        x, y = areas.geometry.centre(h)
        reach = [hypot(px - x, py - y) for px, py in areas.polygon(h, {h}, ground.ROUGH)]
        assert max(reach) > 1.12 * min(reach)
        assert max(reach) < 1.1 * SCALE
        shapes.add(tuple(round(one) for one in reach))
    assert len(shapes) == 4


@pytest.mark.parametrize("step", [1, 13, 26, 27, 43, 64, 200])
def test_hexes_in_a_row_or_column_have_different_stamps(step: int) -> None:
    for count in (EDGE_VARIANTS, VARIANTS):
        drawn = [pick(7 + step * i, count) for i in range(60)]
        assert len(set(drawn)) == count
        longest = max(len([*group]) for _, group in groupby(drawn))
        assert longest <= 6


def test_hedges_are_of_all_kinds_at_an_edge_too() -> None:
    kind = load_palette("standard").terrain["bocage"]
    ground = StampGround(True, 0b000111, 0b000111)
    geometry = Geometry(Grid(GridSpec(26, 60)))
    made = [stamped(kind, ground, h, *geometry.centre(h)) for h in geometry.grid.hexes]
    assert len({stamp.variant for stamp in made if stamp is not None}) == 9 * LOTS


@pytest.mark.parametrize("orientation", list(Orientation))
def test_no_two_hexes_near_each_other_have_the_same_hedges(orientation: Orientation) -> None:
    kind = load_palette("standard").terrain["bocage"]
    geometry = Geometry(Grid(GridSpec(12, 12, orientation)))
    made = [stamped(kind, StampGround(geometry.grid.flat), h, *geometry.centre(h)) for h in geometry.grid.hexes]
    variants = [stamp.variant for stamp in made if stamp is not None]
    for h in geometry.grid.hexes:
        near = geometry.grid.ring1[h] if orientation is Orientation.POINTY else geometry.grid.within(h, 2)
        assert all(variants[n] != variants[h] for n in near if n not in (h, NOWHERE))
