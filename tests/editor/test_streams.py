"""Rivers within hexes and rivers that widen: drawn with real mouse events, probed pixel by pixel; other outlines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import painting
import pytest
from bench import Bench, at_bench
from hand import SHIFT, Hand
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from editor.canvas.drawing.look import GREY, ORGANIC, PLAIN, Look
from editor.commands.base import Command
from editor.commands.set_drawing import SEEDS, SetDrawing
from editor.document.document import Document
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.hexes.commands.set_elevation import SetElevation
from editor.hexes.commands.set_hexside import SetHexside
from editor.hexes.commands.set_path import SetPath
from editor.hexes.drawing.map_painter import atlas_for, layer_of
from editor.hexes.drawing.name_places import along
from editor.hexes.drawing.roads import Roads
from editor.hexes.drawing.streams import Streams
from engine.errors import HexwrightError
from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap, Label
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation
from engine.hexes.board.numbering import Numbering
from engine.hexes.mapping.crossing import missing_crossings

ALT = Qt.KeyboardModifier.AltModifier
BARE = Look(grid=False, numbers=False, labels=False, regions=False)


def board(columns: int = 13, rows: int = 11, orientation: Orientation = Orientation.FLAT) -> BattleMap:
    spec = GridSpec(columns, rows, orientation, numbering=Numbering(prefix="L"))
    return BattleMap(Grid(spec), load_palette("standard"))


def lay(made: BattleMap, kind: str, *names: str) -> None:
    grid = made.grid
    for a, b in pairwise(names):
        for one, two in pairwise(grid.line(grid.parse(a), grid.parse(b))):
            side = grid.side_between(one, two)
            made.paths[side] = made.paths.get(side, frozenset()) | {kind}


def picture(made: BattleMap, look: Look = BARE, scale: float = 1.0) -> QImage:
    """The map without grid and numbers, at full size."""
    return painting.picture(made, look, scale)


def near(colour: QColor, other: str | QColor, within: int = 14) -> bool:
    one, two = colour, QColor(other)
    gaps = (one.red() - two.red(), one.green() - two.green(), one.blue() - two.blue())
    return max(abs(gap) for gap in gaps) <= within


def width_at(image: QImage, x: float, y: float, dx: float, dy: float, colour: str) -> int:
    """How many pixels across the water is at a place, counted along a direction."""
    return sum(near(image.pixelColor(round(x + dx * i), round(y + dy * i)), colour) for i in range(-30, 31))


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    spec = GridSpec(13, 11, numbering=Numbering(prefix="L"))
    with at_bench(qtbot, Document.new_map(spec, load_palette("standard"), "Field")) as made:
        yield made


@pytest.fixture
def hand(qtbot: QtBot, bench: Bench) -> Hand:
    return Hand(qtbot, bench)


# -- the tool -------------------------------------------------------------------------------------------------------


def test_a_stream_is_drawn_from_hex_to_hex_and_a_road_over_it_gets_a_bridge(hand: Hand) -> None:
    hand.bench.desk.tools.paint_with("paths", "stream")
    hand.choose("road")
    hand.drag("L0405", "L0605", "L0806")
    assert sum("stream" in kinds for kinds in hand.map.paths.values()) == 4
    hand.bench.desk.tools.paint_with("paths", "road")
    hand.drag("L0604", "L0607")
    crossed = [h for h, kinds in hand.map.features.items() if "bridge" in kinds]
    assert len(crossed) == 1
    assert hand.steps == 2
    hand.undo()
    assert not hand.map.features
    hand.bench.document.stack.redo()
    # The road goes, and the bridge with it.
    hand.drag("L0604", "L0607", modifier=SHIFT)
    assert not hand.map.features


def test_a_bridge_that_is_wiped_stays_wiped_and_a_map_may_want_none(hand: Hand, bench: Bench) -> None:
    bench.desk.tools.paint_with("paths", "stream")
    hand.choose("road")
    hand.drag("L0405", "L0605", "L0806")
    bench.desk.tools.paint_with("paths", "trail")
    hand.drag("L0604", "L0607")
    (h,) = hand.map.features
    assert hand.map.features[h] == ("ford",)
    bench.desk.tools.paint_with("features", "ford")
    hand.choose("feature")
    hand.click(hand.grid.name(h))
    assert not hand.map.features
    bench.desk.tools.paint_with("paths", "road")
    hand.choose("road")
    hand.drag("L0608", "L0609")
    assert not hand.map.features
    bench.document.push(SetDrawing("No bridges", bridges=False))
    hand.drag("L0804", "L0807")
    assert not hand.map.features


def test_the_eraser_takes_the_bridge_with_the_stream(hand: Hand, bench: Bench) -> None:
    lay(hand.map, "river", "L0405", "L0905")
    lay(hand.map, "road", "L0603", "L0607")
    missing_crossings(hand.map).write(hand.map)
    (h,) = hand.map.features
    bench.desk.settings.set("erase", frozenset({"paths"}))
    hand.choose("eraser")
    hand.click(hand.grid.name(h))
    assert not hand.map.features
    hand.undo()
    assert hand.map.features == {h: ("bridge",)}


def test_alt_drag_lets_a_stream_find_its_way_down(hand: Hand, bench: Bench) -> None:
    for row in range(1, 9):
        hand.map.elevation[hand.grid.at(6, row)] = 2
    bench.desk.tools.paint_with("paths", "river")
    hand.choose("road")
    hand.drag("L0406", "L1006", modifier=ALT, steps=12)
    sides = [side for side, kinds in hand.map.paths.items() if "river" in kinds]
    hexes = {h for side in sides for h in hand.grid.side_hexes(side)}
    assert {hand.h("L0406"), hand.h("L1006")} <= hexes
    assert all(hand.map.elevation[h] == 0 for h in hexes)


def test_a_way_that_is_not_yet_sure_is_found_while_the_hand_rests(
    hand: Hand, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("editor.hexes.tools.road.AT_ONCE", 2)
    for row in range(10):
        hand.map.terrain[hand.grid.at(6, row)] = "water"
    hand.bench.desk.tools.paint_with("paths", "road")
    hand.choose("road")
    tool = hand.bench.desk.tools.tool
    hand.press("L0506", ALT)
    hand.move("L0906")
    straight = list(tool._route)
    assert straight[-1] == hand.h("L0906")
    qtbot.waitUntil(lambda: all(hand.map.terrain[h] != "water" for h in tool._route))
    hand.release("L0906", ALT)
    laid = {h for side in hand.map.paths for h in hand.grid.side_hexes(side)}
    assert all(hand.map.terrain[h] != "water" for h in laid)


# -- what is drawn --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", [ORGANIC, PLAIN, GREY])
@pytest.mark.parametrize("orientation", list(Orientation))
def test_a_stream_is_water_from_side_to_side_and_rises_in_a_point(style: str, orientation: Orientation) -> None:
    made = board(orientation=orientation)
    lay(made, "river", "L0405", "L0905")
    look = Look(grid=False, numbers=False, labels=False, regions=False, style=style)
    image = picture(made, look)
    atlas = atlas_for(made, look)
    streams = Streams(atlas._dressed, atlas.geometry, made.palette.lakes)
    colour = "#8a8a8a" if style == GREY else made.palette.paths["river"].colour
    grid = made.grid
    rises = grid.parse("L0405")
    (branch,) = streams.branches(rises)
    spots, widths = branch.ribbon.points()
    assert widths[0] > 5 * widths[-1]
    for (x, y), width in zip(spots[:-2], widths[:-2], strict=True):
        assert near(image.pixelColor(round(x), round(y)), colour, 30), width
    middle_hex = grid.parse("L0605")
    assert len(streams.branches(middle_hex)) == 2
    for branch in streams.branches(middle_hex):
        for x, y in branch.ribbon.points()[0]:
            assert near(image.pixelColor(round(x), round(y)), colour, 30)


def test_streams_go_on_smoothly_from_hex_to_hex() -> None:
    made = board()
    lay(made, "river", "L0405", "L0608", "L0905", "L1103")
    lay(made, "road", "L0405", "L0608")
    atlas = atlas_for(made, BARE)
    streams = Streams(made, atlas.geometry, made.palette.lakes, None, atlas._rounded)
    grid = made.grid
    checked = 0
    for side in made.paths:
        a, b = grid.side_hexes(side)
        ends = [(h, next(one.ribbon for one in streams.branches(h) if one.side == side)) for h in (a, b)]
        (ax, ay), (bx, by) = (ribbon.curve[0] for _, ribbon in ends)
        assert (ax, ay) == pytest.approx((bx, by))
        (px, py), (qx, qy) = (
            (ribbon.curve[1][0] - ribbon.curve[0][0], ribbon.curve[1][1] - ribbon.curve[0][1]) for _, ribbon in ends
        )
        # The handles at the hexside point away from each other along one line.
        cross = px * qy - py * qx
        assert abs(cross) < 1e-6 * (abs(px) + abs(py)) * (abs(qx) + abs(qy))
        assert px * qx + py * qy < 0
        checked += 1
    assert checked > 6


def test_there_is_no_bank_between_a_stream_and_the_lake_it_runs_into() -> None:
    made = board()
    for h in made.grid.within(made.grid.parse("L1005"), 1):
        made.terrain[h] = "water"
    lay(made, "river", "L0405", "L1005")
    sides = [side for h in made.grid.hexes for side in made.grid.sides[h] if side in made.paths]
    assert sides
    image = picture(made)
    atlas = atlas_for(made, BARE)
    streams = Streams(made, atlas.geometry, made.palette.lakes, None, atlas._rounded)
    river, lake = made.palette.paths["river"], made.palette.terrain["water"]
    shore = next(
        (h, d)
        for h in made.grid.hexes
        for d, n in enumerate(made.grid.ring1[h])
        if n != NOWHERE
        and made.grid.sides[h][d] in made.paths
        and made.terrain[h] != "water"
        and made.terrain[n] == "water"
    )
    (x, y), (ox, oy) = streams.crossing(*shore)
    seen = [image.pixelColor(round(x + ox * i), round(y + oy * i)) for i in range(-12, 26)]
    for colour in seen:
        assert colour.blue() > 190, "water all the way, no dark line across it"
    assert near(seen[0], river.colour, 8)
    assert near(seen[-1], lake.colour, 12)


@pytest.mark.parametrize("style", [ORGANIC, PLAIN])
def test_a_river_along_hexsides_has_no_bank_at_the_lake_either(style: str) -> None:
    made = board()
    grid = made.grid
    lake = grid.parse("L0805")
    made.terrain[lake] = "water"
    # The hexside that comes in to the lake hex's left corner.
    d = 5
    beside = grid.neighbour(lake, 4)
    side = grid.side(beside, 0)
    assert grid.corners(lake)[d] in grid.side_ends(side)
    made.hexsides[side] = {"river": NOWHERE}
    look = Look(grid=False, numbers=False, style=style)
    image, geometry = picture(made, look), atlas_for(made, look).geometry
    (sx, sy), (vx, vy) = geometry.shape(beside).middles[0], geometry.shape(lake).vertices[d]
    cx, cy = geometry.centre(lake)
    first = [(sx + (vx - sx) * t / 20, sy + (vy - sy) * t / 20) for t in range(20)]
    then = [(vx + (cx - vx) * 0.6 * t / 20, vy + (cy - vy) * 0.6 * t / 20) for t in range(20)]
    for x, y in first + then:
        assert image.pixelColor(round(x), round(y)).blue() > 195, "water all the way, no dark line across it"


def test_rivers_widen_only_where_the_map_says_so() -> None:
    made = board(30, 9)
    made.terrain[made.grid.parse("L2805")] = "water"
    lay(made, "river", "L0305", "L2805")
    made.look = replace(made.look, widen=True)
    colour = made.palette.paths["river"].colour

    def widths() -> list[int]:
        image, atlas = picture(made, Look(grid=False, numbers=False, style=PLAIN)), atlas_for(made, Look(style=PLAIN))
        found = []
        for name in ("L0505", "L1005", "L1505", "L2505"):
            x, y = atlas.geometry.centre(made.grid.parse(name))
            found.append(max(width_at(image, x + i, y, 0, 1, colour) for i in range(-8, 9, 4)))
        return found

    wider = widths()
    assert wider == sorted(wider)
    assert wider[-1] >= 1.6 * wider[0]
    made.look = replace(made.look, widen=False)
    even = widths()
    assert max(even) - min(even) <= 3


def test_a_bridge_lies_where_the_road_crosses_the_stream() -> None:
    made = board()
    lay(made, "river", "L0405", "L0905")
    lay(made, "road", "L0603", "L0607")
    grid = made.grid
    geometry = atlas_for(made, BARE).geometry
    streams = Streams(made, geometry, made.palette.lakes)
    roads = Roads(made, geometry)
    crossed = [h for h in grid.hexes if streams.crossings(h, roads)]
    assert len(crossed) == 1
    (there,) = streams.crossings(crossed[0], roads)
    before = picture(made)
    made.features[crossed[0]] = ("bridge",)
    after = picture(made)
    box = [
        (x, y)
        for x in range(before.width())
        for y in range(before.height())
        if before.pixelColor(x, y) != after.pixelColor(x, y)
    ]
    assert box
    assert abs(sum(x for x, _ in box) / len(box) - there.x) < 6
    assert abs(sum(y for _, y in box) / len(box) - there.y) < 6


def test_streams_belong_to_the_layer_of_paths() -> None:
    made = board()
    lay(made, "river", "L0405", "L0905")
    atlas = atlas_for(made, BARE)
    items = [item for chunk in atlas.chunks.all for item in atlas.art("lines", chunk)]
    assert items
    assert {layer_of(item) for item in items} == {"paths"}
    made.hexsides[made.grid.parse_side("L0302/L0303")] = {"river": NOWHERE}
    atlas = atlas_for(made, BARE)
    items = [item for chunk in atlas.chunks.all for item in atlas.art("lines", chunk)]
    assert {layer_of(item) for item in items} == {"paths", "hexsides"}


def test_what_is_drawn_again_after_a_change_is_what_is_drawn_anew(bench: Bench) -> None:
    """Lanes, bends and widths depend on what lies beside them and downstream."""
    chance = Random(4)
    document = bench.document
    document.push(SetDrawing("Widen", widen=True))
    board_now, grid = document.battle_map, document.battle_map.grid
    layer = bench.canvas.map_scene.map_layer
    sides = sorted({side for h in grid.hexes for side in grid.sides[h]})
    for step in range(50):
        side, h = chance.choice(sides), chance.choice(grid.hexes)
        commands: list[Command] = [
            SetPath([side], chance.choice(("stream", "river", "road")), chance.random() < 0.8),
            SetHexside({side: NOWHERE if chance.random() < 0.8 else None}, "river"),
            PaintTerrain([h], chance.choice(("water", "clear"))),
            SetElevation({h: chance.randrange(3)}),
        ]
        document.push(commands[step % 4])
        layer.atlas.take_drifted(settle=True)
        if step % 5 == 4:
            fresh = atlas_for(board_now, layer.look)
            for chunk in fresh.chunks.all:
                for part in ("lines", "detail"):
                    now, then = layer.atlas.art(part, chunk), fresh.art(part, chunk)
                    assert [item.order for item in now] == [item.order for item in then]
                    assert all(a.path == b.path for a, b in zip(now, then, strict=True))


def test_a_name_of_water_runs_along_a_stream() -> None:
    made = board()
    lay(made, "river", "L0403", "L0409")
    label = Label("Brook", made.grid.parse("L0506"), "small", "water")
    turned = along(made, label)
    assert turned is not None
    assert abs(turned.angle) == 90


# -- other outlines -------------------------------------------------------------------------------------------------


def test_another_outline_draws_lots_again_and_undo_brings_the_old_one_back(
    hand: Hand, bench: Bench, qtbot: QtBot
) -> None:
    for h in hand.grid.within(hand.h("L0605"), 2):
        hand.map.terrain[h] = "forest"
    before = picture(hand.map)
    document, layer = bench.document, bench.canvas.map_scene.map_layer
    first = layer.atlas
    document.push(SetDrawing("New random outlines", seed=1))
    assert layer.atlas is not first
    after = picture(hand.map)
    assert after != before
    assert picture(hand.map) == after
    plain = Look(grid=False, numbers=False, style=PLAIN)
    flat = picture(hand.map, plain)
    hand.undo()
    assert picture(hand.map) == before
    assert picture(hand.map, plain) == flat, "flat hexes have no outline to draw lots for"
    with pytest.raises(HexwrightError, match="seed"):
        document.push(SetDrawing("Too far", seed=SEEDS))
    assert hand.map.look.seed == 0
