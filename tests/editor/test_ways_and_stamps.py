"""Ways of hexsides that are none, kinds that are gone, and stamps broken off in mid-stroke."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench, at_bench
from hand import NONE, SHIFT, Hand
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from editor.commands.replace_map import ReplaceMap
from editor.document.clipboard import clipboard
from editor.document.document import Document
from editor.hexes.commands.set_feature import SetFeature
from editor.hexes.commands.set_region import SetRegion
from editor.hexes.tools.stamp import StampTool
from engine.formats import dump_map, load_palette
from engine.hexes.board.battlemap import BattleMap, Region
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec
from engine.hexes.board.numbering import Numbering
from engine.hexes.mapping.clip import copied

ESC = Qt.Key.Key_Escape


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    spec = GridSpec(12, 10, numbering=Numbering(prefix="L"))
    with at_bench(qtbot, Document.new_map(spec, load_palette("standard"), "Field")) as made:
        clipboard().set(None)
        yield made


# -- hexsides: a way drawn off the map --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["river", "slope"])
@pytest.mark.parametrize("mode", ["snap", "path"])
def test_a_way_of_one_vertex_draws_nothing_and_says_nothing(hand: Hand, mode: str, kind: str) -> None:
    """A line that begins and ends at one corner, and a click far off the map, are no way: there is nothing whose high
    side could lie off the map."""
    settings = hand.bench.desk.settings
    hand.choose("hexside")
    settings.set("hexside_mode", mode)
    settings.set("hexsides", kind)
    corner = hand.grid.outline(hand.h("L0101"))[0]
    before = list(hand.bench.said)
    hand.click(corner)
    hand.qtbot.keyClick(hand.canvas, ESC)
    hand.drag((-9.0, -9.0), (-9.0, -7.0))
    hand.qtbot.keyClick(hand.canvas, ESC)
    assert hand.steps == 0
    assert not hand.map.hexsides
    assert not [text for text in hand.bench.said[len(before) :] if "high side" in text]


@pytest.mark.parametrize("mode", ["snap", "path"])
def test_a_way_whose_high_sides_are_all_off_the_map_says_so_and_draws_nothing(hand: Hand, mode: str) -> None:
    settings = hand.bench.desk.settings
    hand.choose("hexside")
    settings.set("hexside_mode", mode)
    outline = hand.grid.outline(hand.h("L0101"))
    start, end = outline[0], outline[1]
    for kind, modifier, drawn, said in (
        ("slope", NONE, False, True),
        ("slope", SHIFT, True, False),
        ("river", NONE, True, False),
    ):
        settings.set("hexsides", kind)
        hand.bench.said.clear()
        if mode == "snap":
            hand.drag(start, end, modifier=modifier)
        else:
            hand.click(start, modifier)
            hand.click(end, modifier)
            hand.qtbot.keyClick(hand.canvas, ESC)
        assert bool(hand.map.hexsides) == drawn, kind
        assert any("hold Shift" in text for text in hand.bench.said) == said, kind
        while hand.steps:
            hand.undo()


@pytest.mark.parametrize("mode", ["brush", "snap", "path"])
def test_a_kind_that_the_palette_has_lost_draws_nothing(hand: Hand, mode: str) -> None:
    settings = hand.bench.desk.settings
    hand.choose("hexside")
    settings.set("hexside_mode", mode)
    settings.set("hexsides", "no-such-kind")
    outline = hand.grid.outline(hand.h("L0505"))
    hand.drag(outline[0], outline[1])
    hand.click(outline[0])
    hand.click(outline[2])
    assert hand.steps == 0
    assert not hand.map.hexsides


def test_a_way_that_is_drawn_already_is_wiped_and_one_that_is_drawn_in_part_is_completed(hand: Hand) -> None:
    settings = hand.bench.desk.settings
    hand.choose("hexside")
    settings.set("hexside_mode", "path")
    settings.set("hexsides", "river")
    outline = hand.grid.outline(hand.h("L0505"))

    def way(*corners: tuple[float, float]) -> None:
        for corner in corners:
            hand.click(corner)
        hand.qtbot.keyClick(hand.canvas, ESC)

    way(outline[0], outline[1])
    assert len(hand.map.hexsides) == 1
    way(outline[0], outline[2])
    assert len(hand.map.hexsides) == 2, "a part of it was missing: nothing is wiped"
    assert {kinds["river"] for kinds in hand.map.hexsides.values()} == {NOWHERE}
    way(outline[0], outline[2])
    assert not hand.map.hexsides


# -- stamps while busy ------------------------------------------------------------------------------------------------


@pytest.fixture
def stamp(hand: Hand) -> StampTool:
    """The tool that pastes, with a wood of two hexes in the hand."""
    board = hand.map
    for name in ("L0303", "L0304"):
        board.terrain[hand.h(name)] = "forest"
    clipboard().set(copied(board, [hand.h("L0303"), hand.h("L0304")]))
    hand.choose("stamp")
    tool = hand.bench.desk.tools.get("stamp")
    assert isinstance(tool, StampTool)
    return tool


def test_esc_while_the_button_is_down_takes_the_stamp_back_and_keeps_the_tool(hand: Hand, stamp: StampTool) -> None:
    tools = hand.bench.desk.tools
    hand.press("L0808")
    assert stamp.busy
    assert hand.map.terrain[hand.h("L0808")] == "forest"
    hand.qtbot.keyClick(hand.canvas, ESC)
    assert hand.map.terrain[hand.h("L0808")] == "clear"
    assert hand.steps == 0
    assert not stamp.busy
    assert stamp.ghost.item is None
    assert tools.current == "stamp", "only the press was broken off"
    assert stamp.clip is not None
    hand.release("L0808")
    assert hand.steps == 0
    hand.move("L0606")
    assert stamp.ghost.item is not None, "it is still in the hand"
    hand.qtbot.keyClick(hand.canvas, ESC)
    assert tools.current == "select", "with no button down Esc lays it aside"
    assert stamp.ghost.item is None


def test_another_tool_while_the_button_is_down_takes_the_stamp_back_and_stays(hand: Hand, stamp: StampTool) -> None:
    hand.press("L0808")
    hand.choose("brush")
    assert hand.bench.desk.tools.current == "brush"
    assert stamp.ghost.item is None
    hand.release("L0808")
    assert hand.map.terrain[hand.h("L0808")] == "clear"
    assert hand.steps == 0


def test_a_drag_with_a_stamp_sets_it_down_once(hand: Hand, stamp: StampTool) -> None:
    hand.drag("L0505", "L0808")
    assert hand.steps == 1
    assert hand.map.terrain[hand.h("L0505")] == "forest"
    assert hand.map.terrain[hand.h("L0808")] == "clear"


def test_a_stamp_that_is_not_in_use_lays_no_other_tool_aside(hand: Hand, stamp: StampTool) -> None:
    hand.choose("brush")
    stamp.cancel()
    assert hand.bench.desk.tools.current == "brush"


# -- strokes that begin off the map, or on another one ----------------------------------------------------------------


@pytest.mark.parametrize("tool", ["brush", "feature", "elevation", "eraser", "region"])
def test_a_stroke_from_beyond_the_edge_does_not_go_on_from_the_last_one(hand: Hand, tool: str) -> None:
    document, settings = hand.bench.document, hand.bench.desk.settings
    document.push(SetRegion("west", Region("west", "West", frozenset(), "#aa3355")))
    if tool == "eraser":
        document.push(SetFeature(hand.grid.hexes, next(iter(hand.map.palette.features))))
    settings.set("region", "west")
    settings.set("terrain", "forest")
    settings.set("level", 2)
    hand.choose(tool)
    hand.drag("L1009", "L1010")
    before = dump_map(hand.map)
    hand.drag((-3.0, 1.0), "L0101")
    after = dump_map(hand.map)
    hand.undo()
    hand.click("L0101")
    assert dump_map(hand.map) == after != before, "nothing but the hex that it was drawn to"


def test_a_stroke_of_features_from_beyond_the_edge_places_or_takes_out_by_its_first_hex(hand: Hand) -> None:
    settings = hand.bench.desk.settings
    kind = next(iter(hand.map.palette.features))
    settings.set("features", kind)
    hand.choose("feature")
    hand.drag((-3.0, 1.0), "L0101")
    assert hand.map.has_feature(hand.h("L0101"), kind)
    hand.drag((-3.0, 1.0), "L0101", "L0202")
    assert not hand.map.has_feature(hand.h("L0101"), kind)
    assert not hand.map.has_feature(hand.h("L0202"), kind)


@pytest.mark.parametrize("tool", ["brush", "feature", "elevation", "eraser", "road", "hexside", "shape", "measure"])
def test_a_stroke_ends_when_another_grid_comes_under_it(hand: Hand, tool: str) -> None:
    document, board = hand.bench.document, hand.map
    hand.choose(tool)
    hand.press("L1210")
    small = BattleMap(Grid(GridSpec(4, 3, numbering=Numbering(prefix="L"))), board.palette, "Small")
    document.push(ReplaceMap("Resize", small))
    steps = hand.steps
    hand.move("L0202")
    hand.move("L0303")
    hand.release("L0303")
    assert hand.steps == steps
    assert not hand.bench.desk.tools.busy
    hand.drag("L0101", "L0102")
