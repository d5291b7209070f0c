"""Tools in rough hands: double clicks, undo and other tools in mid-stroke, tiny maps, maps that change meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from itertools import product
from math import hypot

import pytest
from bench import Bench, at_bench
from hand import CTRL, LEFT, NONE, SHIFT, Hand
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from sweeps import SWEEP

from editor.canvas.drawing.paper import SCALE
from editor.commands.replace_map import ReplaceMap
from editor.commands.set_label import SetLabel
from editor.document.document import Document
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.hexes.commands.set_region import SetRegion
from editor.hexes.tools.base import middle_of
from editor.tools import TOOLS
from engine.formats import dump_map, load_palette
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import Grid, GridSpec, Orientation
from engine.hexes.board.numbering import Numbering

ESC = Qt.Key.Key_Escape


def bench_of(
    qtbot: QtBot, columns: int, rows: int, orientation: Orientation = Orientation.FLAT
) -> AbstractContextManager[Bench]:
    spec = GridSpec(columns, rows, orientation=orientation, numbering=Numbering(prefix="L"))
    return at_bench(qtbot, Document.new_map(spec, load_palette("standard"), "Field"))


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with bench_of(qtbot, 13, 11) as made:
        yield made


@pytest.fixture
def hand(qtbot: QtBot, bench: Bench) -> Hand:
    return Hand(qtbot, bench)


def double_click(hand: Hand, place: str) -> None:
    """As a window system tells it: press, release, double click, release."""
    hand.click(place)
    spot = hand.spot(place)
    hand.qtbot.mouseDClick(hand.viewport, LEFT, NONE, spot)
    hand.qtbot.mouseRelease(hand.viewport, LEFT, NONE, spot)


def test_a_quick_second_click_is_a_stroke_like_any_other(hand: Hand) -> None:
    hand.choose("elevation")
    double_click(hand, "L0303")
    assert hand.map.elevation[hand.h("L0303")] == 2
    hand.qtbot.keyClick(hand.canvas, ESC)
    hand.choose("brush")
    assert hand.map.elevation[hand.h("L0303")] == 2, "nothing takes back a stroke that has ended"
    assert hand.steps == 2


def test_a_stroke_may_begin_with_a_quick_second_click(hand: Hand) -> None:
    hand.choose("brush")
    hand.bench.desk.settings.set("terrain", "forest")
    hand.click("L0303")
    hand.qtbot.mouseDClick(hand.viewport, LEFT, NONE, hand.spot("L0303"))
    hand.move("L0403")
    hand.move("L0503")
    hand.release("L0503")
    assert hand.map.terrain[hand.h("L0503")] == "forest"
    hand.move("L0707")
    assert hand.map.terrain[hand.h("L0707")] != "forest"


@pytest.mark.parametrize("tool", [spec.key for spec in TOOLS if spec.key not in ("label", "underlay")])
def test_undo_in_mid_stroke(hand: Hand, tool: str) -> None:
    before = list(hand.map.terrain), list(hand.map.elevation)
    hand.choose(tool)
    for place in ("L0202", "L0303"):
        hand.press(place)
        hand.move("L0405")
        hand.move("L0606")
        hand.undo()
        hand.move("L0806")
        hand.move("L0808")
        hand.release("L0808")
        while hand.steps:
            hand.undo()
        assert (hand.map.terrain, hand.map.elevation) == before
        assert not any((hand.map.features, hand.map.hexsides, hand.map.paths))


@pytest.mark.parametrize("tool", [spec.key for spec in TOOLS if spec.key not in ("label", "underlay")])
@pytest.mark.parametrize("mode", ["brush", "snap", "path"])
def test_esc_in_mid_stroke_leaves_nothing_behind(hand: Hand, tool: str, mode: str) -> None:
    document, settings = hand.bench.document, hand.bench.desk.settings
    document.push(SetRegion("west", Region("west", "West", frozenset({hand.h("L0101")}), "#aa3355")))
    settings.set("region", "west")
    settings.set("symmetry", "6")
    settings.set("hexside_mode", mode)
    before = dump_map(hand.map)
    hand.choose(tool)
    hand.press("L0303")
    hand.move("L0505")
    hand.move("L0707")
    hand.move((-4.0, -4.0))
    hand.qtbot.keyClick(hand.canvas, ESC)
    hand.move("L0808")
    hand.release("L0808")
    assert dump_map(hand.map) == before
    assert hand.steps == 1
    assert not document.stack.canRedo()


@pytest.mark.parametrize("tool", [spec.key for spec in TOOLS if spec.key not in ("label", "underlay")])
def test_another_tool_in_mid_stroke(hand: Hand, tool: str) -> None:
    other = "eraser" if tool != "eraser" else "brush"
    hand.choose(tool)
    hand.press("L0202")
    hand.move("L0405")
    hand.choose(other)
    hand.move("L0606")
    hand.release("L0606")
    assert hand.steps == 0
    assert not hand.bench.desk.tools.tool.busy


TINY = [(1, 1), (2, 1), (1, 3)]
TURNED = [
    (size, orientation, symmetry)
    for (i, size), (j, symmetry), (k, orientation) in product(
        enumerate(TINY), enumerate(["", "6", "both"]), enumerate(Orientation)
    )
    if SWEEP or (i + j + k) % 2
]
"""Every two of them together; `make soak` has all three."""


@pytest.mark.parametrize(("size", "orientation", "symmetry"), TURNED)
def test_every_tool_on_a_tiny_map(qtbot: QtBot, size: tuple[int, int], orientation: Orientation, symmetry: str) -> None:
    with bench_of(qtbot, *size, orientation) as bench:
        hand = Hand(qtbot, bench)
        settings = bench.desk.settings
        settings.set("symmetry", symmetry)
        settings.set("size", 4)
        for spec in TOOLS:
            if spec.key in ("label", "underlay"):
                continue
            modes = {
                "select": ("select_mode", ["rectangle", "lasso", "way", "terrain"]),
                "shape": ("shape", ["rectangle", "lasso", "disc", "ring"]),
                "hexside": ("hexside_mode", ["brush", "snap", "path"]),
                "road": ("road_mode", ["hand", "route"]),
            }
            name, choices = modes.get(spec.key, ("size", [4]))
            for choice in choices:
                hand.choose(spec.key)
                settings.set(name, choice)
                hand.move("L0101")
                hand.drag("L0101", (5.0, 5.0), (-3.0, 4.0), (0.0, -4.0), "L0101", (0.3, 0.3))
                hand.drag((-5.0, -5.0), (5.0, 5.0))
                double_click(hand, "L0101")
        while hand.steps:
            hand.undo()


def test_a_way_and_a_centre_on_a_map_that_shrinks(hand: Hand) -> None:
    settings = hand.bench.desk.settings
    hand.choose("hexside")
    settings.set("hexside_mode", "path")
    settings.set("symmetry", "2")
    settings.set("symmetry_centre", hand.h("L0706"))
    hand.click("L1310")
    small = BattleMap(Grid(GridSpec(5, 4, numbering=Numbering(prefix="L"))), hand.map.palette, "Small")
    hand.bench.document.push(ReplaceMap("Resize", small))
    hand.move("L0202")
    hand.click("L0303")
    hand.move("L0202")
    middle = hand.bench.desk.tools.tool.symmetry.centre
    assert middle == hand.map.grid.at(2, 2), "the hex that was picked is another one now"


@pytest.mark.parametrize("orientation", list(Orientation))
def test_the_middle_of_a_map_with_a_hole_is_beside_the_hole(orientation: Orientation) -> None:
    hole = frozenset({(6, 5), (5, 5), (7, 5)})
    grid = Grid(GridSpec(13, 11, orientation=orientation, void=hole))
    assert middle_of(grid) in grid
    assert middle_of(grid) in {grid.at(column, row) for column in (5, 6, 7) for row in (4, 6)}
    far = Grid(GridSpec(9, 1, void=frozenset((column, 0) for column in range(1, 9))))
    assert middle_of(far) == 0


def test_other_numbers_leave_the_centre_where_it_is(hand: Hand) -> None:
    settings = hand.bench.desk.settings
    settings.set("symmetry_centre", hand.h("L0303"))
    spec = replace(hand.grid.spec, numbering=Numbering(prefix="X"))
    document = hand.bench.document
    document.push(ReplaceMap("Numbers", replace(document.battle_map, grid=Grid(spec))))
    assert hand.grid.name(settings.get("symmetry_centre")) == "X0303"


def test_a_name_dragged_while_it_is_undone_stays_undone(hand: Hand) -> None:
    document = hand.bench.document
    document.push(SetLabel(None, Label("Town", hand.h("L0404"), "large", "place", 0.0, 0.0)))
    hand.choose("label")
    hand.press("L0404")
    hand.move("L0505")
    hand.undo()
    hand.undo()
    hand.move("L0706")
    hand.release("L0706")
    assert not hand.map.labels
    assert hand.bench.said[-1] == "the name 'Town' is not on the map any more"


# -- what is shown before it is done ----------------------------------------------------------------------------------


def shown(hand: Hand) -> int:
    """How many corners the outline has of what the preview marks."""
    return int(hand.canvas.map_scene.marks._outline.elementCount())


@pytest.mark.parametrize("tool", ["brush", "line", "fill", "shape", "elevation", "feature", "eraser", "region", "road"])
def test_images_are_shown_before_the_press(hand: Hand, tool: str) -> None:
    hand.choose(tool)
    settings = hand.bench.desk.settings
    hand.move("L0304")
    hand.move("L0303")
    alone = shown(hand)
    settings.set("symmetry", "2")
    hand.move("L0304")
    hand.move("L0303")
    assert shown(hand) == 2 * alone > 0


def test_a_slope_and_its_images_are_shown_with_their_arrows(hand: Hand) -> None:
    hand.choose("hexside")
    settings = hand.bench.desk.settings
    settings.set("hexsides", "slope")
    stroke = hand.canvas.map_scene.marks
    hand.move("L0404")
    hand.move("L0303/N")
    alone = stroke._stroke.elementCount()
    settings.set("symmetry", "2")
    hand.move("L0404")
    hand.move("L0303/N")
    assert stroke._stroke.elementCount() == 2 * alone > 0


def test_a_wide_line_is_shown_as_wide_as_it_will_be(hand: Hand) -> None:
    hand.choose("line")
    hand.bench.desk.settings.set("size", 2)
    hand.move("L0505")
    box = hand.canvas.map_scene.marks._outline.boundingRect()
    assert box.height() > 2.5 * SCALE * 3**0.5


@pytest.mark.parametrize("centre", ["L0101", "L1311", "L0706"])
@pytest.mark.parametrize(("kind", "rays"), [("2", 2), ("3", 3), ("6", 6)])
def test_axes_run_to_the_edge_of_the_paper_from_any_centre(hand: Hand, centre: str, kind: str, rays: int) -> None:
    settings = hand.bench.desk.settings
    actions = hand.bench.menus.draw
    settings.set("symmetry_centre", hand.h(centre))
    settings.set("symmetry", kind)
    assert actions._marks is not None
    path = actions._marks._stroke
    points = [(path.elementAt(i).x, path.elementAt(i).y) for i in range(path.elementCount())]
    middle = hand.canvas.map_scene.geometry.centre(hand.h(centre))
    ends = [point for point in points if hypot(point[0] - middle[0], point[1] - middle[1]) > 1]
    width, height = hand.canvas.map_scene.geometry.size
    assert len(ends) == rays
    assert all(min(x, width - x, y, height - y) == pytest.approx(0, abs=0.5) for x, y in ends)
    settings.set("symmetry", "")


# -- picking with Ctrl ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tool", ["brush", "line", "shape", "fill"])
def test_every_terrain_tool_picks_with_ctrl(hand: Hand, tool: str) -> None:
    document, settings = hand.bench.document, hand.bench.desk.settings
    document.push(PaintTerrain([hand.h("L0404")], "swamp"))
    hand.choose(tool)
    settings.set("terrain", "forest")
    hand.click("L0404", CTRL)
    assert settings.terrain == "swamp"
    assert hand.bench.desk.tools.current == tool
    assert hand.steps == 1
    assert not hand.bench.desk.tools.busy


def test_a_hexside_is_picked_with_ctrl_and_none_is_drawn_where_there_is_none(hand: Hand) -> None:
    settings = hand.bench.desk.settings
    hand.choose("hexside")
    settings.set("hexsides", "wall")
    hand.click("L0404/N")
    settings.set("hexsides", "river")
    hand.click("L0606/N", CTRL)
    assert len(hand.map.hexsides) == 1
    assert settings.hexside == "river"
    hand.click("L0404/N", CTRL)
    assert settings.hexside == "wall"
    assert hand.steps == 1


def test_regions_are_picked_with_ctrl_one_after_the_other(hand: Hand) -> None:
    document, settings = hand.bench.document, hand.bench.desk.settings
    here, there = hand.h("L0404"), hand.h("L0808")
    for key, hexes in {"west": {here}, "all": {here, there}, "east": {there}}.items():
        document.push(SetRegion(key, Region(key, key.title(), frozenset(hexes), "#aa3355")))
    hand.choose("region")
    settings.set("region", "east")
    found = []
    for place in ("L0404", "L0404", "L0404", "L0101", "L0808"):
        hand.click(place, CTRL)
        found.append(settings.get("region"))
    assert found == ["west", "all", "west", "west", "all"]
    assert hand.steps == 3


def test_a_fill_can_be_broken_off_before_the_button_comes_up(hand: Hand) -> None:
    hand.choose("fill")
    hand.bench.desk.settings.set("terrain", "forest")
    hand.press("L0404")
    assert hand.map.terrain[hand.h("L0101")] == "forest"
    hand.qtbot.keyClick(hand.canvas, ESC)
    hand.release("L0404")
    assert hand.map.terrain[hand.h("L0101")] == "clear"
    assert not hand.bench.document.stack.canRedo()


# -- what would look as if the tool did nothing -----------------------------------------------------------------------


def test_no_menu_opens_in_mid_stroke(hand: Hand) -> None:
    asked: list[int] = []
    hand.bench.desk.panes.context_asked.connect(lambda h, _place: asked.append(h))
    hand.choose("brush")
    hand.bench.desk.settings.set("terrain", "forest")
    hand.press("L0303")
    spot = hand.spot("L0303")
    menu = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, spot, hand.viewport.mapToGlobal(spot))
    QApplication.sendEvent(hand.viewport, menu)
    assert not asked
    hand.move("L0503")
    hand.release("L0503")
    assert hand.map.terrain[hand.h("L0503")] == "forest"
    hand.bench.desk.panes.context_asked.disconnect()
    hand.bench.desk.panes.context_asked.connect(lambda h, _place: asked.append(h))
    QApplication.sendEvent(hand.viewport, menu)
    assert asked == [hand.h("L0303")]


@pytest.mark.parametrize("mode", ["snap", "path"])
def test_a_slope_whose_high_side_is_off_the_map_says_why_it_is_not_drawn(hand: Hand, mode: str) -> None:
    settings = hand.bench.desk.settings
    hand.choose("hexside")
    settings.set("hexsides", "cliff")
    settings.set("hexside_mode", mode)
    left, right = hand.grid.outline(hand.h("L0101"))[0], hand.grid.outline(hand.h("L0101"))[1]
    for modifier, drawn in ((NONE, 0), (SHIFT, 1)):
        if mode == "snap":
            hand.drag(left, right, modifier=modifier)
        else:
            hand.click(left, modifier)
            hand.click(right, modifier)
            hand.qtbot.keyClick(hand.canvas, ESC)
        assert len(hand.map.hexsides) == drawn
        if not drawn:
            assert "hold Shift" in hand.bench.said[-1]
