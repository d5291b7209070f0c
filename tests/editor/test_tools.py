"""Every tool, driven by real mouse events through the view: what it does, and that a stroke is one step of undo."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench, at_bench
from hand import CTRL, SHIFT, Hand
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QToolButton
from pytestqt.qtbot import QtBot

from editor.dialogs.edit_label import LabelDialog
from editor.document.document import Document
from editor.hexes.tools import label as label_tool
from engine.boards.palette import Layer
from engine.formats import load_palette
from engine.hexes.board.battlemap import Label
from engine.hexes.board.grid import NOWHERE, GridSpec
from engine.hexes.board.numbering import Numbering


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    spec = GridSpec(8, 7, numbering=Numbering(prefix="L"))
    with at_bench(qtbot, Document.new_map(spec, load_palette("standard"), "Field")) as made:
        yield made


@pytest.fixture
def hand(qtbot: QtBot, bench: Bench) -> Hand:
    return Hand(qtbot, bench)


def painted(hand: Hand, terrain: str) -> set[str]:
    """The names of the hexes of a terrain."""
    return {hand.grid.name(h) for h in hand.grid.hexes if hand.map.terrain[h] == terrain}


def wet(hand: Hand, kind: str) -> set[str]:
    """The names of the hexsides that carry a kind."""
    return {hand.grid.side_name(side) for side, kinds in hand.map.hexsides.items() if kind in kinds}


# -- terrain --------------------------------------------------------------------------------------------------------


def test_brush_paints_every_hex_of_a_fast_drag_in_one_step(hand: Hand) -> None:
    hand.choose("brush")
    hand.bench.desk.settings.set("terrain", "forest")
    hand.drag("L0202", "L0206", steps=1)
    assert painted(hand, "forest") == {"L0202", "L0203", "L0204", "L0205", "L0206"}
    assert hand.steps == 1
    hand.undo()
    assert not painted(hand, "forest")
    hand.bench.document.stack.redo()
    assert len(painted(hand, "forest")) == 5


def test_brush_of_size_two_paints_a_hex_and_its_neighbours(hand: Hand) -> None:
    hand.choose("brush")
    settings = hand.bench.desk.settings
    settings.set("terrain", "swamp")
    settings.set("size", 2)
    hand.click("L0404")
    middle = hand.h("L0404")
    assert {h for h in hand.grid.hexes if hand.map.terrain[h] == "swamp"} == {middle, *hand.grid.neighbours[middle]}


def test_two_strokes_are_two_steps(hand: Hand) -> None:
    hand.choose("brush")
    hand.bench.desk.settings.set("terrain", "forest")
    hand.click("L0202")
    hand.click("L0404")
    assert hand.steps == 2
    hand.undo()
    assert painted(hand, "forest") == {"L0202"}


def test_esc_takes_a_stroke_back_and_leaves_nothing_to_redo(hand: Hand, qtbot: QtBot) -> None:
    hand.choose("brush")
    hand.press("L0202")
    hand.move("L0204")
    qtbot.keyClick(hand.canvas, Qt.Key.Key_Escape)
    hand.release("L0204")
    assert painted(hand, "clear") == {hand.grid.name(h) for h in hand.grid.hexes}
    assert hand.steps == 0
    assert not hand.bench.document.stack.canRedo()
    assert not hand.bench.document.dirty


def test_ctrl_click_with_the_brush_picks(hand: Hand) -> None:
    hand.map.terrain[hand.h("L0303")] = "water"
    hand.choose("brush")
    hand.click("L0303", CTRL)
    assert hand.bench.desk.settings.terrain == "water"
    assert hand.steps == 0


def test_shift_click_paints_a_line_from_the_last_hex(hand: Hand) -> None:
    hand.choose("brush")
    hand.bench.desk.settings.set("terrain", "rough")
    hand.click("L0301")
    hand.click("L0304", SHIFT)
    assert painted(hand, "rough") == {"L0301", "L0302", "L0303", "L0304"}


def test_line_is_painted_only_when_the_button_comes_up(hand: Hand) -> None:
    hand.choose("line")
    hand.bench.desk.settings.set("terrain", "forest")
    hand.press("L0202")
    hand.move("L0205")
    assert not painted(hand, "forest")
    hand.release("L0205")
    assert painted(hand, "forest") == {"L0202", "L0203", "L0204", "L0205"}
    assert hand.steps == 1


def test_fill_stops_at_other_terrain_and_shift_replaces_everywhere(hand: Hand) -> None:
    for row in range(1, 8):
        hand.map.terrain[hand.h(f"L04{row:02}")] = "water"
    hand.choose("fill")
    settings = hand.bench.desk.settings
    settings.set("terrain", "desert")
    hand.click("L0202")
    assert painted(hand, "desert") == {f"L{c:02}{r:02}" for c in (1, 2, 3) for r in range(1, 8)}
    settings.set("terrain", "beach")
    hand.click("L0403", SHIFT)
    assert painted(hand, "beach") == {f"L04{r:02}" for r in range(1, 8)}
    assert hand.steps == 2


# -- hexsides -------------------------------------------------------------------------------------------------------


def test_dragging_along_hexsides_draws_a_river_in_one_step(hand: Hand) -> None:
    hand.bench.desk.tools.paint_with(Layer.HEXSIDE, "river")
    assert hand.bench.desk.tools.current == "hexside"
    hand.drag("L0404/NW", "L0404/N", "L0404/NE")
    assert wet(hand, "river") == {hand.grid.side_name(hand.grid.parse_side(f"L0404/{d}")) for d in ("NW", "N", "NE")}
    assert all(kinds == {"river": NOWHERE} for kinds in hand.map.hexsides.values())
    assert hand.steps == 1


def test_a_drag_across_a_hex_draws_on_no_side_in_passing(hand: Hand) -> None:
    hand.bench.desk.tools.paint_with(Layer.HEXSIDE, "river")
    hand.bench.desk.settings.set("hexside_mode", "brush")
    hand.drag("L0404/N", "L0404/S", steps=30)
    assert wet(hand, "river") == {hand.grid.side_name(hand.grid.parse_side(f"L0404/{d}")) for d in "NS"}


def test_the_side_a_slope_is_dragged_on_is_high_and_shift_swaps(hand: Hand) -> None:
    hand.bench.desk.tools.paint_with(Layer.HEXSIDE, "slope")
    hand.drag("L0404/NW", "L0404/N")
    middle = hand.h("L0404")
    for d in ("NW", "N"):
        assert hand.map.high_side(hand.grid.parse_side(f"L0404/{d}"), "slope") == middle
    hand.click("L0602/S", SHIFT)
    side = hand.grid.parse_side("L0602/S")
    assert hand.map.high_side(side, "slope") == hand.grid.neighbour(hand.h("L0602"), 3)


def test_a_slope_stays_as_it_was_first_drawn_while_the_stroke_wavers(hand: Hand) -> None:
    hand.bench.desk.tools.paint_with(Layer.HEXSIDE, "slope")
    hand.drag("L0404/N", "L0403/S", "L0404/N", steps=1)
    assert hand.map.high_side(hand.grid.parse_side("L0404/N"), "slope") == hand.h("L0404")


def test_beginning_on_a_painted_hexside_wipes(hand: Hand) -> None:
    hand.bench.desk.tools.paint_with(Layer.HEXSIDE, "creek")
    hand.bench.desk.settings.set("hexside_mode", "brush")
    hand.drag("L0404/NW", "L0404/N", "L0404/NE")
    hand.drag("L0404/NW", "L0404/N")
    assert len(wet(hand, "creek")) == 1
    hand.undo()
    assert len(wet(hand, "creek")) == 3


def test_a_slope_is_turned_round_by_drawing_it_from_the_other_side(hand: Hand) -> None:
    hand.bench.desk.tools.paint_with(Layer.HEXSIDE, "slope")
    hand.click("L0404/N")
    hand.click("L0403/S")
    assert hand.map.high_side(hand.grid.parse_side("L0404/N"), "slope") == hand.h("L0403")


# -- roads ----------------------------------------------------------------------------------------------------------


def test_a_road_enters_over_the_hexside_that_the_pointer_came_over(hand: Hand) -> None:
    hand.choose("road")
    x, y = hand.paper("L0103")
    # The next the map hears of the pointer, it is in the other half of the hex.
    hand.press((x - 1.4, y + 0.8))
    hand.move((x + 0.3, y - 0.3))
    hand.release("L0203")
    assert [hand.grid.side_name(side) for side in hand.map.paths] == ["L0103/SW"]


def test_road_from_hex_to_hex_and_over_the_edge(hand: Hand) -> None:
    hand.bench.desk.tools.paint_with(Layer.PATH, "road")
    x, y = hand.grid.centre(hand.h("L0301"))
    hand.drag("L0303", "L0301", (x, y - 1.4))
    a, b, c = (hand.h(name) for name in ("L0303", "L0302", "L0301"))
    grid = hand.grid
    assert set(hand.map.paths) == {grid.side_between(a, b), grid.side_between(b, c), grid.side(c, 0)}
    assert hand.steps == 1
    hand.undo()
    assert not hand.map.paths


def test_shift_takes_a_road_up_and_leaves_the_trail(hand: Hand) -> None:
    tools = hand.bench.desk.tools
    tools.paint_with(Layer.PATH, "trail")
    hand.drag("L0302", "L0304")
    tools.paint_with(Layer.PATH, "road")
    hand.drag("L0302", "L0305")
    hand.drag("L0302", "L0304", modifier=SHIFT)
    grid = hand.grid
    assert hand.map.paths[grid.side_between(hand.h("L0302"), hand.h("L0303"))] == {"trail"}
    assert hand.map.paths[grid.side_between(hand.h("L0304"), hand.h("L0305"))] == {"road"}


# -- features, elevation, erasing -----------------------------------------------------------------------------------


def test_a_click_places_a_feature_and_another_takes_it_out(hand: Hand) -> None:
    hand.bench.desk.tools.paint_with(Layer.FEATURE, "village")
    hand.click("L0303")
    assert hand.map.features == {hand.h("L0303"): ("village",)}
    hand.click("L0303")
    assert hand.map.features == {}
    assert hand.steps == 2


def test_a_drag_goes_on_with_what_the_press_began(hand: Hand) -> None:
    hand.bench.desk.tools.paint_with(Layer.FEATURE, "orchard")
    hand.map.features[hand.h("L0304")] = ("church", "orchard")
    hand.drag("L0303", "L0305")
    assert {hand.grid.name(h): keys for h, keys in hand.map.features.items()} == {
        "L0303": ("orchard",),
        "L0304": ("church", "orchard"),
        "L0305": ("orchard",),
    }


def test_elevation_rises_once_a_stroke_and_shift_lowers(hand: Hand) -> None:
    hand.choose("elevation")
    hand.drag("L0303", "L0305", "L0303")
    level = hand.map.elevation
    assert [level[hand.h(name)] for name in ("L0303", "L0304", "L0305")] == [1, 1, 1]
    hand.click("L0304", SHIFT)
    hand.click("L0304", SHIFT)
    assert level[hand.h("L0304")] == 0
    settings = hand.bench.desk.settings
    settings.set("elevation_mode", "set")
    settings.set("level", 5)
    hand.click("L0606")
    assert level[hand.h("L0606")] == 5


def test_the_eraser_empties_only_what_is_ticked(hand: Hand) -> None:
    h = hand.h("L0404")
    hand.map.terrain[h] = "forest"
    hand.map.features[h] = ("church",)
    hand.map.hexsides[hand.grid.side(h, 0)] = {"river": NOWHERE}
    hand.map.paths[hand.grid.side(h, 1)] = frozenset({"road"})
    hand.choose("eraser")
    hand.bench.desk.settings.set("erase", frozenset({"hexsides", "features"}))
    hand.click("L0404")
    assert hand.map.terrain[h] == "forest"
    assert (hand.map.features, hand.map.hexsides) == ({}, {})
    assert list(hand.map.paths) == [hand.grid.side(h, 1)]
    hand.undo()
    assert hand.map.features == {h: ("church",)}
    assert hand.map.hexsides == {hand.grid.side(h, 0): {"river": NOWHERE}}


# -- picking, measuring, selecting ----------------------------------------------------------------------------------


def test_pick_takes_up_what_lies_there_and_its_tool(hand: Hand) -> None:
    h = hand.h("L0404")
    hand.map.terrain[h] = "jungle"
    hand.map.hexsides[hand.grid.side(h, 0)] = {"wall": NOWHERE}
    hand.map.features[hand.h("L0606")] = ("fort",)
    tools = hand.bench.desk.tools
    for place, tool, layer, key in (
        ("L0404/N", "hexside", Layer.HEXSIDE, "wall"),
        ("L0404", "brush", Layer.TERRAIN, "jungle"),
        ("L0606", "feature", Layer.FEATURE, "fort"),
    ):
        hand.choose("pick")
        hand.click(place)
        assert tools.current == tool
        assert tools.settings.kind(layer) == key


def test_pick_goes_back_to_the_fill_it_was_called_from(hand: Hand) -> None:
    hand.choose("fill")
    hand.choose("pick")
    hand.click("L0202")
    assert hand.bench.desk.tools.current == "fill"


def test_measure_says_the_distance(hand: Hand) -> None:
    hand.choose("measure")
    hand.drag("L0202", "L0206")
    assert "L0202 to L0206: 4 hexes" in hand.bench.said
    assert hand.steps == 0


def test_select_adds_with_shift_and_toggles_with_ctrl(hand: Hand) -> None:
    selection = hand.bench.desk.selection
    hand.choose("select")
    hand.click("L0202")
    hand.click("L0303", SHIFT)
    assert selection.hexes == [hand.h("L0202"), hand.h("L0303")]
    hand.click("L0202", CTRL)
    assert selection.hexes == [hand.h("L0303")]
    hand.click((-0.5, -0.5))
    assert selection.hexes == []


# -- names and regions ----------------------------------------------------------------------------------------------


def answer(monkeypatch: pytest.MonkeyPatch, text: str, size: str = "medium") -> None:
    """The dialog for names is answered with this text."""

    def fill_in(dialog: LabelDialog) -> QDialog.DialogCode:
        dialog.text.setText(text)
        dialog.size_of.setCurrentText(size.capitalize())
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(LabelDialog, "exec", fill_in)


def test_a_click_writes_a_name(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, "Chippawa", "large")
    hand.choose("label")
    hand.click("L0404")
    [label] = hand.map.labels
    assert (label.text, label.size, label.at) == ("Chippawa", "large", hand.h("L0404"))
    hand.undo()
    assert hand.map.labels == []


def test_a_drag_moves_a_name_in_one_step(hand: Hand) -> None:
    home = hand.h("L0404")
    hand.map.labels.append(Label("Here", home))
    hand.bench.canvas.map_scene.map_layer.atlas.forget_labels()
    hand.choose("label")
    x, y = hand.grid.centre(home)
    hand.drag((x, y), (x + 0.5, y + 0.75))
    [label] = hand.map.labels
    assert label.at == home
    assert label.dx == pytest.approx(0.5, abs=0.05)
    assert label.dy == pytest.approx(0.75, abs=0.05)
    assert hand.steps == 1
    hand.drag((x + label.dx, y + label.dy), "L0602")
    assert hand.map.labels[0].at == hand.h("L0602")


def test_regions_are_painted_and_a_stroke_from_inside_takes_out(hand: Hand) -> None:
    from editor.hexes.commands.set_region import SetRegion
    from engine.hexes.board.battlemap import Region

    document = hand.bench.document
    document.push(SetRegion("south", Region("south", "The south", frozenset())))
    hand.choose("region")
    hand.bench.desk.settings.set("region", "south")
    hand.drag("L0303", "L0305")
    assert hand.map.regions["south"].hexes == {hand.h(name) for name in ("L0303", "L0304", "L0305")}
    hand.click("L0304")
    assert hand.map.regions["south"].hexes == {hand.h("L0303"), hand.h("L0305")}
    assert hand.steps == 3


def test_a_stroke_of_the_region_tool_tells_how_many_hexes_the_region_has(hand: Hand) -> None:
    from editor.hexes.commands.set_region import SetRegion
    from engine.hexes.board.battlemap import Region

    hand.bench.document.push(SetRegion("south", Region("south", "The south", frozenset())))
    hand.choose("region")
    hand.bench.desk.settings.set("region", "south")
    hand.drag("L0303", "L0305")
    assert hand.bench.said[-1] == "The south: 3 hexes"


def test_without_a_region_only_a_new_one_is_offered(hand: Hand) -> None:
    from editor.hexes.commands.set_region import SetRegion
    from editor.hexes.tools.region import RegionRow
    from engine.hexes.board.battlemap import Region

    for key in hand.map.regions:
        hand.bench.document.push(SetRegion(key, None))
    row = RegionRow(hand.bench.desk)
    row.read()
    usable = {button.accessibleName() for button in row.findChildren(QToolButton) if button.isEnabled()}
    assert usable == {"New region"}
    assert not row.region.isEnabled()
    assert row.region.placeholderText()
    hand.bench.document.push(SetRegion("south", Region("south", "The south", frozenset())))
    row.read()
    assert all(button.isEnabled() for button in row.findChildren(QToolButton))
    row.deleteLater()


def test_the_name_of_a_region_is_read_whole_in_a_narrow_panel(hand: Hand) -> None:
    from editor.hexes.commands.set_region import SetRegion
    from editor.hexes.tools.region import RegionRow
    from engine.hexes.board.battlemap import Region

    for key in hand.map.regions:
        hand.bench.document.push(SetRegion(key, None))
    row = RegionRow(hand.bench.desk)
    row.read()
    row.setFixedWidth(240)
    row.show()
    frame = 40  # the arrow, and the dot of the region's colour

    def wide(text: str) -> int:
        return row.region.fontMetrics().horizontalAdvance(text) + frame

    assert row.region.width() >= wide(row.region.placeholderText())
    hand.bench.document.push(SetRegion("south", Region("south", "Landing beaches", frozenset())))
    row.read()
    assert row.region.width() >= wide(row.region.currentText())
    row.close()
    row.deleteLater()


def test_a_name_that_is_too_small_to_read_is_told_of(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    answer(monkeypatch, "Chippawa", "small")
    hand.choose("label")
    hand.click("L0404")
    assert "zoom in" not in hand.bench.said[-1]
    hand.undo()
    monkeypatch.setattr(label_tool, "LETTERS", 1000.0)
    hand.click("L0404")
    assert hand.bench.said[-1] == "Chippawa is at L0404; zoom in to read it"


def test_the_width_of_a_ring_rests_with_other_shapes(hand: Hand) -> None:
    from editor.hexes.tools.shapes import RingWidthRow

    row = RingWidthRow(hand.bench.desk)
    row.read()
    for shape in ("rectangle", "lasso", "disc", "ring"):
        hand.bench.desk.settings.set("shape", shape)
        assert row.isEnabled() is (shape == "ring")
    row.deleteLater()


def test_region_tool_without_a_region_says_so(hand: Hand) -> None:
    hand.choose("region")
    hand.click("L0303")
    assert hand.bench.said[-1].startswith("Choose or make a region")
    assert hand.steps == 0


def test_the_border_of_the_chosen_region_is_marked(hand: Hand) -> None:
    from editor.hexes.commands.set_region import SetRegion
    from engine.hexes.board.battlemap import Region

    marks = hand.bench.desk.marks
    hand.choose("region")
    hand.bench.document.push(SetRegion("south", Region("south", "The south", frozenset())))
    hand.bench.desk.settings.set("region", "south")
    hand.move("L0304")
    assert not marks.border
    hand.click("L0303")
    assert marks.border == set(hand.grid.sides[hand.h("L0303")])
    hand.click("L0304")
    between = hand.grid.side_between(hand.h("L0303"), hand.h("L0304"))
    assert len(marks.border) == 10
    assert between not in marks.border
    hand.undo()
    hand.move("L0305")
    assert marks.border == set(hand.grid.sides[hand.h("L0303")])
    hand.choose("brush")
    hand.move("L0306")
    assert not marks.border, "other tools have no border to show"


def test_a_step_of_a_region_looks_only_for_what_it_changed_of_the_border(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    from editor.hexes.canvas.border import Border
    from editor.hexes.commands.set_region import SetRegion
    from engine.hexes.board.battlemap import Region

    looked: list[int] = []
    renew = Border._renew
    monkeypatch.setattr(Border, "_renew", lambda border, h: (looked.append(h), renew(border, h))[1])
    everywhere = frozenset(hand.grid.hexes) - {hand.h("L0303")}
    hand.choose("region")
    hand.bench.document.push(SetRegion("all", Region("all", "All of it", everywhere)))
    hand.bench.desk.settings.set("region", "all")
    hand.move("L0304")
    looked.clear()
    hand.click("L0303")
    assert looked
    assert len(looked) <= 7, "the hex and its neighbours"
