"""Shapes, mixes, symmetry, ways along hexsides, routed roads, bridges, slopes: with real mouse events."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import Bench, at_bench
from hand import SHIFT, Hand
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from editor.document.document import Document
from editor.hexes.dialogs.replace_terrain import ReplaceTerrainDialog
from editor.hexes.dialogs.slopes import SlopesDialog
from editor.hexes.dialogs.terrain_mix import TerrainMixDialog
from editor.panels.tool_options import ToolOptions
from editor.stage.tool_settings import ToolSettings
from editor.tools.options import MixRow, OneOfRow, SymmetryRow
from engine.formats import dump_map, load_map, load_palette, save_map
from engine.hexes.board.grid import NOWHERE, GridSpec
from engine.hexes.board.numbering import Numbering

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    spec = GridSpec(13, 11, numbering=Numbering(prefix="L"))
    with at_bench(qtbot, Document.new_map(spec, load_palette("standard"), "Field")) as made:
        yield made


@pytest.fixture
def hand(qtbot: QtBot, bench: Bench) -> Hand:
    return Hand(qtbot, bench)


@pytest.fixture
def settings(bench: Bench) -> ToolSettings:
    return bench.desk.settings


def choice(options: ToolOptions, name: str) -> OneOfRow:
    return next(row for row in options.rows if isinstance(row, OneOfRow) and row.name == name)


@pytest.fixture
def options(bench: Bench, qtbot: QtBot) -> ToolOptions:
    made = ToolOptions(bench.desk)
    qtbot.addWidget(made)
    made.show()
    return made


def painted(hand: Hand, terrain: str) -> set[int]:
    return {h for h in hand.grid.hexes if hand.map.terrain[h] == terrain}


def drawn(hand: Hand, kind: str) -> set[int]:
    return {side for side, kinds in hand.map.hexsides.items() if kind in kinds}


def vertex(hand: Hand, name: str, corner: int) -> tuple[float, float]:
    """A corner of a hex on paper, by its number."""
    x, y = hand.grid.outline(hand.h(name))[corner]
    return float(x), float(y)


# -- shapes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", ["rectangle", "lasso", "disc", "ring"])
def test_a_shape_is_painted_when_the_button_comes_up_and_is_one_step(
    hand: Hand, settings: ToolSettings, shape: str
) -> None:
    hand.choose("shape")
    settings.set("terrain", "forest")
    settings.set("shape", shape)
    if shape == "lasso":
        hand.drag("L0404", "L0804", "L0808", "L0408", "L0404")
    else:
        hand.drag("L0606", "L0608")
    found = painted(hand, "forest")
    middle = hand.h("L0606")
    if shape == "disc":
        assert found == set(hand.grid.within(middle, 2))
    elif shape == "ring":
        assert found == set(hand.grid.ring(middle, 2))
    elif shape == "rectangle":
        assert found == {hand.h(name) for name in ("L0606", "L0607", "L0608")}
    else:
        assert middle in found
        assert hand.h("L0202") not in found
    assert hand.steps == 1
    hand.undo()
    assert not painted(hand, "forest")


def test_nothing_of_a_shape_is_painted_before_the_button_comes_up_nor_after_esc(
    hand: Hand, settings: ToolSettings, qtbot: QtBot
) -> None:
    hand.choose("shape")
    settings.set("terrain", "forest")
    hand.press("L0303")
    hand.move("L0606")
    assert not painted(hand, "forest")
    qtbot.keyClick(hand.canvas, Qt.Key.Key_Escape)
    hand.release("L0606")
    assert not painted(hand, "forest")


# -- mixes and replacing --------------------------------------------------------------------------------------------


def test_a_mix_is_painted_by_weight_and_painting_again_changes_nothing(hand: Hand, settings: ToolSettings) -> None:
    settings.set("mix", (("forest", 60), ("hill", 40)))
    hand.choose("shape")
    hand.drag((-0.3, -0.3), (20.8, 20.2))
    assert len(painted(hand, "forest") | painted(hand, "hill")) == 13 * 11
    assert painted(hand, "forest")
    assert painted(hand, "hill")
    assert hand.steps == 1
    hand.choose("brush")
    hand.drag("L0303", "L0909")
    assert hand.steps == 1, "the same seed gives the same terrain"
    settings.set("mix_seed", 2)
    hand.drag("L0303", "L0909")
    assert hand.steps == 2


def test_the_mix_is_set_in_its_dialog(
    bench: Bench, options: ToolOptions, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    def fill_in(dialog: TerrainMixDialog) -> QDialog.DialogCode:
        dialog.weights["clear"].setValue(30)
        dialog.weights["forest"].setValue(10)
        dialog.seed.setValue(7)
        assert "75 % Clear, 25 % Forest" in dialog.told.text()
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(TerrainMixDialog, "exec", fill_in)
    bench.desk.tools.choose("brush")
    qtbot.mouseClick(options.row(MixRow).button, Qt.MouseButton.LeftButton)
    settings = bench.desk.settings
    assert dict(settings.get("mix")) == {"clear": 30, "forest": 10}
    assert settings.get("mix_seed") == 7
    assert options.row(MixRow).told.text() == "75 % Clear, 25 % Forest"


def test_a_terrain_is_replaced_everywhere_or_in_the_selection(
    hand: Hand, settings: ToolSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("L0202", "L0505", "L0506", "L0909"):
        hand.map.terrain[hand.h(name)] = "forest"

    def fill_in(dialog: ReplaceTerrainDialog) -> QDialog.DialogCode:
        dialog.old.setCurrentIndex(dialog.old.findData("forest"))
        dialog.new.setCurrentIndex(dialog.new.findData("jungle"))
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(ReplaceTerrainDialog, "exec", fill_in)
    hand.bench.desk.selection.set([hand.h("L0505"), hand.h("L0506")])
    hand.bench.desk.actions.get("map.replace-terrain").trigger()
    assert painted(hand, "jungle") == {hand.h("L0505"), hand.h("L0506")}
    hand.bench.desk.selection.clear()
    hand.bench.desk.actions.get("map.replace-terrain").trigger()
    assert len(painted(hand, "jungle")) == 4
    assert not painted(hand, "forest")
    assert hand.steps == 2


# -- symmetry -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "count"), [("2", 2), ("3", 3), ("6", 6), ("left-right", 2), ("both", 4)])
def test_terrain_features_roads_and_hexsides_are_drawn_in_symmetry(
    hand: Hand, settings: ToolSettings, kind: str, count: int
) -> None:
    settings.set("symmetry", kind)
    settings.set("symmetry_centre", hand.h("L0706"))
    settings.set("terrain", "forest")
    hand.choose("brush")
    hand.click("L0804")
    assert len(painted(hand, "forest")) == count
    hand.choose("feature")
    settings.set("features", "fort")
    hand.click("L0804")
    assert set(hand.map.features) == painted(hand, "forest")
    hand.choose("road")
    hand.drag("L0804", "L0803")
    assert len(hand.map.paths) == count
    hand.choose("hexside")
    settings.set("hexsides", "slope")
    hand.click("L0804/NE")
    assert len(hand.map.hexsides) == count
    assert {kinds["slope"] for kinds in hand.map.hexsides.values()} == painted(hand, "forest")
    assert hand.steps == 4
    hand.undo()
    assert not hand.map.hexsides


def test_a_mix_in_symmetry_gives_images_the_same_terrain(hand: Hand, settings: ToolSettings) -> None:
    settings.set("symmetry", "6")
    settings.set("symmetry_centre", hand.h("L0706"))
    settings.set("mix", (("forest", 1), ("hill", 1), ("swamp", 1)))
    settings.set("shape", "disc")
    hand.choose("shape")
    hand.drag("L0706", "L0703")
    symmetry = hand.bench.desk.tools.tool.symmetry
    for h in hand.grid.within(hand.h("L0706"), 3):
        assert len({hand.map.terrain[image] for image in symmetry.hexes([h])}) == 1
    assert len({hand.map.terrain[h] for h in hand.grid.within(hand.h("L0706"), 3)}) == 3


def test_the_centre_is_picked_by_a_click_and_marked(
    hand: Hand, settings: ToolSettings, options: ToolOptions, qtbot: QtBot
) -> None:
    hand.choose("brush")
    box = options.row(SymmetryRow).box
    box.setCurrentIndex(box.findData("2"))
    box.activated.emit(box.currentIndex())
    assert settings.get("symmetry") == "2"
    items = len(hand.canvas.map_scene.items())
    qtbot.mouseClick(options.row(SymmetryRow).centre, Qt.MouseButton.LeftButton)
    hand.click("L0303")
    assert settings.get("symmetry_centre") == hand.h("L0303")
    assert hand.steps == 0, "the click did not paint"
    hand.click("L0302")
    assert len(painted(hand, settings.terrain)) == 2
    settings.set("symmetry", "")
    assert len(hand.canvas.map_scene.items()) == items - 1


# -- hexsides -------------------------------------------------------------------------------------------------------


def test_clicks_on_vertices_lay_the_way_by_the_fewest_hexsides(
    hand: Hand, settings: ToolSettings, qtbot: QtBot
) -> None:
    hand.choose("hexside")
    settings.set("hexsides", "river")
    settings.set("hexside_mode", "path")
    hand.click(vertex(hand, "L0303", 0))
    assert not hand.map.hexsides
    hand.move(vertex(hand, "L0303", 3))
    assert not hand.map.hexsides
    hand.click(vertex(hand, "L0303", 3))
    assert len(drawn(hand, "river")) == 3
    hand.click(vertex(hand, "L0603", 2))
    first = len(drawn(hand, "river"))
    assert first > 3
    assert hand.steps == 2
    qtbot.keyClick(hand.canvas, Qt.Key.Key_Escape)
    hand.click(vertex(hand, "L0808", 0))
    assert len(drawn(hand, "river")) == first, "Esc ended the way"


def test_a_way_that_is_drawn_already_is_wiped(hand: Hand, settings: ToolSettings, qtbot: QtBot) -> None:
    hand.choose("hexside")
    settings.set("hexsides", "river")
    settings.set("hexside_mode", "path")
    for _ in range(2):
        hand.click(vertex(hand, "L0303", 0))
        hand.click(vertex(hand, "L0303", 2))
        qtbot.keyClick(hand.canvas, Qt.Key.Key_Escape)
    assert hand.steps == 2
    assert not hand.map.hexsides


def test_a_way_of_slopes_is_high_on_its_left_and_with_shift_on_its_right(
    hand: Hand, settings: ToolSettings, qtbot: QtBot
) -> None:
    hand.choose("hexside")
    settings.set("hexsides", "slope")
    settings.set("hexside_mode", "path")
    inner = hand.h("L0404")
    # Corners go clockwise: the hex is on the right of the way.
    hand.click(vertex(hand, "L0404", 0))
    hand.click(vertex(hand, "L0404", 2))
    assert inner not in {kinds["slope"] for kinds in hand.map.hexsides.values()}
    hand.undo()
    qtbot.keyClick(hand.canvas, Qt.Key.Key_Escape)
    hand.click(vertex(hand, "L0404", 0))
    hand.click(vertex(hand, "L0404", 2), SHIFT)
    assert {kinds["slope"] for kinds in hand.map.hexsides.values()} == {inner}


def test_a_freehand_river_snaps_to_a_chain_of_hexsides(hand: Hand, settings: ToolSettings) -> None:
    hand.choose("hexside")
    settings.set("hexsides", "river")
    settings.set("hexside_mode", "snap")
    hand.press((2.0, 3.0))
    hand.move((5.0, 4.5))
    assert not hand.map.hexsides
    hand.move((9.0, 4.0))
    hand.move((13.0, 8.0))
    hand.release((13.0, 8.0))
    sides = drawn(hand, "river")
    assert len(sides) > 10
    ends: dict[tuple[int, int], int] = {}
    for side in sides:
        for end in hand.grid.side_ends(side):
            ends[end] = ends.get(end, 0) + 1
    assert sorted(ends.values()).count(1) == 2, "one line with two ends"
    assert hand.steps == 1


def test_a_river_is_one_line_before_a_mode_is_chosen_and_a_click_draws_one_hexside(
    hand: Hand, settings: ToolSettings
) -> None:
    hand.choose("hexside")
    settings.set("hexsides", "river")
    hand.drag((3.0, 3.0), (4.5, 9.0), (13.0, 8.0), steps=3)
    ends: dict[tuple[int, int], int] = {}
    for side in drawn(hand, "river"):
        for end in hand.grid.side_ends(side):
            ends[end] = ends.get(end, 0) + 1
    assert sorted(ends.values()).count(1) == 2, "one line with two ends"
    hand.undo()
    side = hand.grid.parse_side("L0404/N")
    hand.click("L0404/N")
    assert set(drawn(hand, "river")) == {side}
    hand.click("L0404/N")
    assert not drawn(hand, "river")
    settings.set("hexsides", "slope")
    hand.drag("L0404/NW", "L0404/N")
    assert {hand.map.high_side(side, "slope") for side in drawn(hand, "slope")} == {hand.h("L0404")}


def test_a_freehand_river_ends_at_the_sea(hand: Hand, settings: ToolSettings) -> None:
    for h in hand.grid.hexes:
        if hand.grid.offset(h)[0] >= 8:
            hand.map.terrain[h] = "water"
    hand.choose("hexside")
    settings.set("hexsides", "river")
    for mode in ("snap", "brush"):
        settings.set("hexside_mode", mode)
        hand.drag((4.0, 5.9), (20.0, 6.1), steps=60)
        sides = drawn(hand, "river")
        wet = [sum(hand.map.terrain[h] == "water" for h in hand.grid.side_hexes(side)) for side in sides]
        assert wet, mode
        assert max(wet) == (0 if mode == "snap" else 1), mode
        hand.undo()
    # A slope is no water: it goes where the hand goes.
    settings.set("hexsides", "slope")
    settings.set("hexside_mode", "snap")
    hand.drag((4.0, 5.9), (20.0, 6.1), steps=60)
    assert any(hand.map.terrain[h] == "water" for side in drawn(hand, "slope") for h in hand.grid.side_hexes(side))


def test_a_stroke_that_begins_in_the_sea_draws_there(hand: Hand, settings: ToolSettings) -> None:
    for h in hand.grid.hexes:
        hand.map.terrain[h] = "water"
    hand.choose("hexside")
    settings.set("hexsides", "river")
    settings.set("hexside_mode", "brush")
    hand.click(vertex(hand, "L0404", 0))
    assert len(drawn(hand, "river")) == 1


# -- roads and bridges ----------------------------------------------------------------------------------------------


def test_alt_drag_lays_the_road_by_the_cheapest_ground(hand: Hand) -> None:
    for row in range(2, 12):
        hand.map.terrain[hand.h(f"L06{row:02}")] = "water"
    hand.choose("road")
    hand.press("L0405", ALT)
    hand.move("L0605")
    hand.move("L0805")
    assert not hand.map.paths
    hand.release("L0805", ALT)
    crossed = {h for side in hand.map.paths for h in hand.grid.side_hexes(side)}
    assert {hand.h("L0405"), hand.h("L0805"), hand.h("L0601")} <= crossed
    assert not crossed & painted(hand, "water")
    assert hand.steps == 1


def test_the_option_lets_every_road_seek_its_way(hand: Hand, options: ToolOptions) -> None:
    hand.choose("road")
    box = choice(options, "road_mode").box
    box.setCurrentIndex(box.findData("route"))
    box.activated.emit(box.currentIndex())
    hand.drag("L0202", "L0902")
    assert len(hand.map.paths) == 7
    hand.drag("L0202", "L0302", modifier=SHIFT)
    assert len(hand.map.paths) == 6, "Shift takes up, hex by hex"


def test_bridges_come_and_go_with_the_road_and_with_the_river(hand: Hand, settings: ToolSettings) -> None:
    side = hand.grid.side_between(hand.h("L0503"), hand.h("L0504"))
    hand.choose("hexside")
    settings.set("hexsides", "river")
    hand.click("L0504/N")
    hand.choose("road")
    hand.drag("L0502", "L0505")
    assert set(hand.map.hexsides[side]) == {"bridge", "river"}
    assert hand.steps == 2
    hand.undo()
    assert set(hand.map.hexsides[side]) == {"river"}
    hand.bench.document.stack.redo()
    hand.drag("L0503", "L0504", modifier=SHIFT)
    assert set(hand.map.hexsides[side]) == {"river"}, "the road is taken up with its bridge"
    settings.set("paths", "trail")
    hand.drag("L0503", "L0504")
    assert set(hand.map.hexsides[side]) == {"ford", "river"}
    hand.choose("hexside")
    hand.click("L0504/N")
    assert side not in hand.map.hexsides, "without water there is no ford"
    hand.click("L0504/N")
    assert set(hand.map.hexsides[side]) == {"ford", "river"}


def test_a_map_can_be_told_to_draw_no_bridges_and_remembers_it(
    hand: Hand, settings: ToolSettings, tmp_path: Path
) -> None:
    actions = hand.bench.desk.actions
    assert "bridges" not in dump_map(hand.map)
    switch = actions.get("map.bridges")
    assert switch.isChecked()
    switch.trigger()
    assert not hand.map.look.bridges
    side = hand.grid.side_between(hand.h("L0503"), hand.h("L0504"))
    hand.map.hexsides[side] = {"river": NOWHERE}
    hand.choose("road")
    hand.drag("L0502", "L0505")
    assert set(hand.map.hexsides[side]) == {"river"}
    save_map(hand.map, tmp_path / "m.yaml")
    again = load_map(tmp_path / "m.yaml")
    assert not again.look.bridges
    actions.get("map.add-bridges").trigger()
    assert set(hand.map.hexsides[side]) == {"bridge", "river"}
    actions.get("map.add-bridges").trigger()
    assert any("No road crosses water" in text for text in hand.bench.said)
    hand.undo()
    hand.undo()
    hand.undo()
    assert hand.map.look.bridges
    assert switch.isChecked()


# -- slopes ---------------------------------------------------------------------------------------------------------


def test_slopes_follow_elevation_with_a_count_before(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    low, high = hand.h("L0404"), hand.h("L0808")
    hand.map.elevation[low], hand.map.elevation[high] = 1, 3
    hand.map.hexsides[hand.grid.side(hand.h("L0202"), 0)] = {"slope": hand.h("L0202")}
    told = []

    def accept(dialog: SlopesDialog) -> QDialog.DialogCode:
        told.append(dialog.told.text())
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(SlopesDialog, "exec", accept)
    hand.bench.desk.actions.get("map.slopes").trigger()
    assert told[0].startswith("12 hexsides")
    assert ", 1 removed" in told[0]
    assert {hand.map.hexsides[side]["slope"] for side in hand.grid.sides[low]} == {low}
    assert {hand.map.hexsides[side]["cliff"] for side in hand.grid.sides[high]} == {high}
    assert len(hand.map.hexsides) == 12
    assert hand.steps == 1


def test_the_slopes_dialog_says_what_stands_against_it(hand: Hand, qtbot: QtBot) -> None:
    dialog = SlopesDialog(hand.map, [])
    qtbot.addWidget(dialog)
    ok = dialog.buttons.button(dialog.buttons.StandardButton.Ok)
    assert "agree" in dialog.told.text()
    assert not ok.isEnabled()
    dialog.steps["cliff"].setValue(1)
    assert "same step" in dialog.told.text()
    for box in dialog.steps.values():
        box.setValue(0)
    assert "at least one kind" in dialog.told.text()


# -- the panel ------------------------------------------------------------------------------------------------------


def test_every_tool_shows_its_own_options(bench: Bench, options: ToolOptions) -> None:
    for tool, shown in (
        ("select", {"select_mode"}),
        ("shape", {"shape", "symmetry"}),
        ("hexside", {"hexside_mode", "symmetry"}),
        ("road", {"road_mode", "symmetry"}),
        ("measure", set()),
    ):
        bench.desk.tools.choose(tool)
        found = {
            name
            for name in ("select_mode", "shape", "hexside_mode", "road_mode", "symmetry")
            if choice(options, name).isVisible()
        }
        assert found == shown, tool
