"""The layers panel: show, lock, opacity; by keyboard; remembered for each map."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import Bench
from fields import document, scenario
from hand import Hand
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent, QPainter
from PySide6.QtWidgets import QApplication, QDockWidget
from pytestqt.qtbot import QtBot

from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paper import DESK, SCALE
from editor.commands.place_unit import PlaceUnit
from editor.commands.set_furniture import SetFurniture
from editor.commands.set_label import SetLabel
from editor.commands.set_underlay import SetUnderlays
from editor.controls.layers import APART, LayerState
from editor.document.document import Document
from editor.hexes.commands.set_region import SetRegion
from editor.hexes.drawing.atlas import Atlas
from editor.hexes.drawing.map_painter import paint
from editor.hexes.drawing.place_names import label_rect
from editor.kinds import HEXES
from editor.panels.layers_panel import LOCK, NAME, OPACITY, SHOW, LayersPanel, lead_to_layers
from editor.panels.minimap_panel import MinimapPanel
from editor.preview.regions import regions_that_count
from editor.preview.seats import HUMAN
from editor.tools.furniture import FurnitureTool
from editor.window.app import make_window
from engine import formats
from engine.boards.furniture import Furniture, FurnitureKind
from engine.boards.look import MapLook
from engine.boards.underlay import Underlay
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec
from engine.scenario import Scoring, Victory


@pytest.fixture
def bench(qtbot: QtBot) -> Bench:
    made = Bench(document())
    qtbot.addWidget(made.window)
    with qtbot.waitExposed(made.window):
        made.window.show()
    made.canvas.fit()
    return made


@pytest.fixture
def panel(bench: Bench) -> LayersPanel:
    made = LayersPanel(bench.desk)
    lead_to_layers(bench.desk, lambda: made)
    dock = QDockWidget("Layers")
    dock.setWidget(made)
    bench.window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    return made


def row(panel: LayersPanel, key: str) -> int:
    found = panel.table.keys.index(key)
    panel.table.setCurrentCell(found, 2)
    return found


class TestKeyboard:
    def test_show_lock_and_opacity(self, qtbot: QtBot, bench: Bench, panel: LayersPanel) -> None:
        bench.desk.actions.get("view.layers").trigger()
        place = row(panel, "paths")
        qtbot.keyClick(panel.table, Qt.Key.Key_Space)
        qtbot.keyClick(panel.table, Qt.Key.Key_L)
        for _ in range(3):
            qtbot.keyClick(panel.table, Qt.Key.Key_Minus)
        qtbot.keyClick(panel.table, Qt.Key.Key_Plus)
        assert bench.desk.controls.layers.state("paths") == LayerState(False, True, 0.8)
        assert panel.table._at(place, SHOW).checkState() is Qt.CheckState.Unchecked
        assert panel.table._at(place, LOCK).checkState() is Qt.CheckState.Checked
        assert panel.table._at(place, OPACITY).text() == "80 %"
        assert panel.slider.value() == 80
        qtbot.keyClick(panel.table, Qt.Key.Key_Up)
        assert panel.table.current != "paths"

    def test_its_letters_are_not_those_of_tools(self, panel: LayersPanel) -> None:
        taken = []
        for key in (Qt.Key.Key_L, Qt.Key.Key_S, Qt.Key.Key_Minus, Qt.Key.Key_B):
            event = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.NoModifier)
            event.ignore()
            QApplication.sendEvent(panel.table, event)
            taken.append(event.isAccepted())
        assert taken == [True, True, True, False]

    def test_home_and_end_go_to_the_ends(self, qtbot: QtBot, panel: LayersPanel) -> None:
        qtbot.keyClick(panel.table, Qt.Key.Key_End)
        assert panel.table.current == "terrain", "there is no picture under the map"
        qtbot.keyClick(panel.table, Qt.Key.Key_Home)
        assert panel.table.current == panel.table.keys[0]

    def test_grid_and_numbers_have_nothing_to_lock(self, qtbot: QtBot, bench: Bench, panel: LayersPanel) -> None:
        row(panel, "grid")
        qtbot.keyClick(panel.table, Qt.Key.Key_L)
        assert not bench.desk.controls.layers.state("grid").locked

    def test_opacity_has_its_ends(self, qtbot: QtBot, bench: Bench, panel: LayersPanel) -> None:
        row(panel, "terrain")
        for _ in range(15):
            qtbot.keyClick(panel.table, Qt.Key.Key_Minus)
        assert bench.desk.controls.layers.state("terrain").opacity == 0.1
        panel.slider.setValue(100)
        assert bench.desk.controls.layers.state("terrain").opacity == 1.0


def test_ticks_with_the_mouse(qtbot: QtBot, bench: Bench, panel: LayersPanel) -> None:
    qtbot.waitUntil(lambda: panel.table.viewport().width() > 100)
    item = panel.table._at(row(panel, "units"), SHOW)
    box = panel.table.visualItemRect(item)
    layer = bench.desk.controls.units.layer
    assert layer.isVisible()
    spot = box.center()
    spot.setX(box.left() + 11)
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert not layer.isVisible()
    bench.desk.controls.layers.set_shown("units", True)
    bench.desk.controls.layers.set_opacity("units", 0.5)
    assert layer.isVisible()
    assert layer.opacity() == 0.5


class TestLocks:
    def test_a_tool_refuses_and_says_so(self, bench: Bench, qtbot: QtBot) -> None:
        hand = Hand(qtbot, bench)
        bench.desk.controls.layers.set_locked("terrain", True)
        hand.choose("brush")
        hand.drag("L0303", "L0505")
        assert hand.steps == 0
        assert bench.said[-1] == "the layer Terrain is locked; unlock it in the Layers panel"
        bench.desk.controls.layers.set_locked("terrain", False)
        hand.drag("L0303", "L0505")
        assert hand.steps == 1

    def test_every_layer_can_be_locked(self, bench: Bench) -> None:
        document = bench.document
        grid = document.battle_map.grid
        h = grid.parse("L0505")
        commands = {
            "units": lambda: PlaceUnit("us-9", h),
            "labels": lambda: SetLabel(None, Label("Farm", h)),
            "regions": lambda: SetRegion("new", Region("new", "New", frozenset({h}))),
        }
        for layer, make in commands.items():
            bench.desk.controls.layers.set_locked(layer, True)
            with pytest.raises(HexwrightError, match=HEXES.layers[layer]):
                document.push(make())
            bench.desk.controls.layers.set_locked(layer, False)
            assert document.push(make())

    def test_a_locked_layer_can_be_undone(self, bench: Bench, qtbot: QtBot) -> None:
        hand = Hand(qtbot, bench)
        hand.choose("brush")
        hand.click("L0505")
        bench.desk.controls.layers.set_locked("terrain", True)
        hand.undo()
        assert bench.document.battle_map.terrain[hand.h("L0505")] == "clear"

    def test_a_unit_of_a_locked_layer_stays_where_it_is(self, bench: Bench, qtbot: QtBot) -> None:
        hand = Hand(qtbot, bench)
        bench.desk.controls.layers.set_locked("units", True)
        bench.desk.selection.set([hand.h("L0602")], "ac-1")
        bench.desk.controls.units.take_off()
        assert bench.document.require_scenario().setup["ac-1"] == "L0602"
        assert "Units is locked" in bench.said[-1]


class TestPainting:
    AREA = QRectF(0, 0, 500, 480)

    def board(self) -> BattleMap:
        board = BattleMap(Grid(GridSpec(5, 4)), formats.load_palette("standard"))
        middle = board.grid.parse("0302")
        board.elevation[middle] = 3
        board.features[middle] = ("town",)
        board.hexsides[board.grid.side(middle, 0)] = {"river": NOWHERE}
        board.paths[board.grid.side(middle, 3)] = frozenset({"road"})
        board.labels.append(Label("Town", middle, dy=0.5))
        board.regions["r"] = Region("r", "R", frozenset({middle}), "#ff0000")
        return board

    def picture(self, scale: float = 1.0, **opacities: float) -> QImage:
        image = QImage(round(500 * scale), round(480 * scale), QImage.Format.Format_RGB32)
        painter = QPainter(image)
        painter.scale(scale, scale)
        paint(painter, Atlas(self.board()), self.AREA, scale, Look(opacities=tuple(opacities.items())))
        painter.end()
        return image

    def apart(self, a: QImage, b: QImage) -> int:
        """By how much two pictures differ."""
        total = 0
        for x in range(0, a.width(), 2):
            for y in range(0, a.height(), 2):
                total += abs(QColor(a.pixel(x, y)).lightness() - QColor(b.pixel(x, y)).lightness())
        return total

    @pytest.mark.parametrize("key", sorted(set(HEXES.layers) - APART))
    def test_a_hidden_layer_is_gone_and_a_faint_one_half_there(self, qtbot: QtBot, key: str) -> None:
        whole, faint, hidden = self.picture(), self.picture(**{key: 0.5}), self.picture(**{key: 0.0})
        assert self.apart(whole, hidden) > 0
        assert 0 < self.apart(faint, hidden) < self.apart(whole, hidden) * 0.9

    def test_hidden_terrain_leaves_the_rest(self, qtbot: QtBot) -> None:
        hidden = self.picture(terrain=0.0)
        board = self.board()
        x, y = board.grid.centre(board.grid.parse("0103"))
        assert hidden.pixelColor(round(x * SCALE), round(y * SCALE)) == QColor(DESK)
        assert self.apart(hidden, self.picture(terrain=0.0, hexsides=0.0)) > 0
        assert self.picture(0.05, terrain=0.0).pixelColor(2, 8) == QColor(DESK)


class TestRemembering:
    @pytest.fixture
    def files(self, tmp_path: Path) -> list[Path]:
        board = BattleMap(Grid(GridSpec(8, 6)), formats.load_palette("standard"), "F")
        for name in ("a", "b"):
            formats.save_map(board, tmp_path / f"{name}.yaml")
        return [tmp_path / "a.yaml", tmp_path / "b.yaml"]

    def test_each_map_has_its_own(self, bench: Bench, panel: LayersPanel, files: list[Path]) -> None:
        layers = bench.desk.controls.layers
        bench.desk.tabs.set_document(Document.open(files[0]))
        layers.set_shown("hexsides", False)
        layers.set_locked("terrain", True)
        layers.set_opacity("paths", 0.4)
        bench.desk.tabs.set_document(Document.open(files[1]))
        assert layers.state("hexsides") == LayerState()
        assert bench.document.locked == {}
        assert not bench.canvas.map_scene.map_layer.look.opacities
        bench.desk.tabs.set_document(Document.open(files[0]))
        assert bench.document.locked == {"terrain": "Terrain"}
        assert dict(bench.canvas.map_scene.map_layer.look.opacities) == {"hexsides": 0.0, "paths": 0.4}
        assert panel.table._at(panel.table.keys.index("hexsides"), SHOW).checkState() is Qt.CheckState.Unchecked

    def test_what_is_as_usual_is_not_kept(self, bench: Bench, files: list[Path], tmp_path: Path) -> None:
        bench.desk.tabs.set_document(Document.open(files[0]))
        bench.desk.controls.layers.set_shown("hexsides", False)
        bench.desk.controls.layers.set_shown("hexsides", True)
        assert bench.desk.controls.layers.state("hexsides") == LayerState()

    def test_a_scenario_without_a_file_is_forgotten(self, bench: Bench) -> None:
        bench.desk.controls.layers.set_shown("paths", False)
        made = scenario()
        bench.desk.tabs.set_document(Document(made.map, made))
        assert bench.desk.controls.layers.state("paths").shown


class TestFurniture:
    @pytest.fixture
    def hand(self, bench: Bench, qtbot: QtBot) -> Hand:
        bench.document.battle_map.look = MapLook(furniture=(Furniture(FurnitureKind.BOX, 2, 2, 4, 3, "Box"),))
        bench.canvas.map_scene.furniture.refresh()
        return Hand(qtbot, bench)

    def test_locked_furniture_is_neither_picked_nor_moved(self, bench: Bench, hand: Hand) -> None:
        hand.choose("furniture")
        hand.click((3.0, 3.0))
        tool = bench.desk.tools.tool
        assert isinstance(tool, FurnitureTool)
        assert tool.selected is not None
        bench.desk.controls.layers.set_locked("furniture", True)
        assert tool.selected is None, "what was selected is let go"
        hand.drag((3.0, 3.0), (6.0, 5.0))
        assert hand.steps == 0
        assert bench.said[-1] == "Map furniture is locked; unlock it in the Layers panel"
        bench.desk.actions.get("map.add-compass").trigger()
        assert hand.steps == 0
        assert "Map furniture is locked" in bench.said[-1]
        bench.desk.controls.layers.set_locked("furniture", False)
        hand.drag((3.0, 3.0), (6.0, 5.0))
        assert bench.document.battle_map.look.furniture[0].x == pytest.approx(5, abs=0.2)

    def test_opacity_is_the_items_own(self, bench: Bench, hand: Hand) -> None:
        bench.desk.controls.layers.set_opacity("furniture", 0.4)
        assert bench.canvas.map_scene.furniture.opacity() == pytest.approx(0.4)
        assert not bench.canvas.map_scene.map_layer.look.opacities

    def test_the_minimap_shows_it_beside_the_map(self, qtbot: QtBot, bench: Bench, hand: Hand) -> None:
        minimap = MinimapPanel(bench.desk)
        qtbot.addWidget(minimap)
        minimap.resize(240, 200)
        minimap.show()
        board = bench.document.battle_map
        assert minimap._paper == bench.canvas.map_scene.paper
        bench.document.push(SetFurniture(None, Furniture(FurnitureKind.BOX, 30, 0, 6, 8, "Holding")))
        assert minimap._paper.right() == pytest.approx(36 * SCALE)
        corner, scale = minimap._frame()
        spot = corner + QPointF(33, 4) * SCALE * scale
        shown = minimap.grab().toImage().pixelColor(spot.toPoint())
        assert shown.lightness() > 220, "paper of the box"
        bench.desk.controls.layers.set_opacity("furniture", 0.1)
        assert minimap.grab().toImage().pixelColor(spot.toPoint()) != shown
        before = bench.canvas.visible_rect.center()
        qtbot.mouseClick(minimap, Qt.MouseButton.LeftButton, pos=spot.toPoint())
        assert bench.canvas.visible_rect.center().x() >= before.x()
        assert len(board.look.furniture) == 2


class TestUnderlay:
    def test_without_a_picture_there_is_nothing_to_show(self, bench: Bench, panel: LayersPanel) -> None:
        place = panel.table.keys.index("underlay")
        assert panel.table._at(place, NAME).text() == "Underlay (none)"
        assert not panel.table._at(place, NAME).flags() & Qt.ItemFlag.ItemIsEnabled
        bench.desk.actions.get("layer.underlay.show").trigger()
        assert "no picture" in bench.said[-1]
        assert not bench.desk.actions.get("layer.underlay.show").isChecked()

    def test_show_lock_and_opacity_are_the_pictures_own_and_can_be_undone(
        self, qtbot: QtBot, bench: Bench, panel: LayersPanel
    ) -> None:
        document = bench.document
        document.push(SetUnderlays([Underlay("scan.png")], "Underlay"))
        place = row(panel, "underlay")
        assert panel.table._at(place, NAME).text() == "Underlay"
        for key in (Qt.Key.Key_L, Qt.Key.Key_Minus, Qt.Key.Key_Space):
            qtbot.keyClick(panel.table, key)
        made = document.battle_map.look.underlay
        assert made is not None
        assert (made.shown, made.locked, made.opacity) == (False, True, 0.9)
        assert [document.stack.text(i) for i in range(4)] == [
            "Underlay",
            "Lock underlay",
            "Underlay's opacity",
            "Hide underlay",
        ]
        document.stack.undo()
        assert panel.table._at(place, SHOW).checkState() is Qt.CheckState.Checked
        hand = Hand(qtbot, bench)
        hand.choose("underlay")
        hand.drag("L0303", "L0505")
        assert any("The underlay is locked" in text for text in bench.said)
        bench.desk.tabs.set_document(document_without_picture())
        assert panel.table._at(place, NAME).text() == "Underlay (none)"

    def test_a_slide_of_the_slider_is_one_step(self, qtbot: QtBot, bench: Bench, panel: LayersPanel) -> None:
        bench.document.push(SetUnderlays([Underlay("scan.png")], "Underlay"))
        row(panel, "underlay")
        panel.slider.sliderPressed.emit()
        for value in (90, 70, 55):
            panel.slider.setValue(value)
        panel.slider.sliderReleased.emit()
        assert bench.document.stack.index() == 2
        assert bench.document.battle_map.look.underlay.opacity == 0.55  # type: ignore[union-attr]


def document_without_picture() -> Document:
    made = scenario()
    return Document(made.map, made)


def test_the_command_palette_has_every_layer(bench: Bench) -> None:
    action = bench.desk.actions.get("layer.elevation.show")
    assert action.text() == "Show layer: Elevation"
    action.trigger()
    assert not bench.desk.controls.layers.state("elevation").shown
    bench.desk.actions.get("layer.elevation.lock").trigger()
    assert bench.document.locked == {"elevation": "Elevation"}


def test_the_view_menu_and_the_panel_agree(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXWRIGHT_STATE", str(tmp_path / "state"))
    formats.save_map(BattleMap(Grid(GridSpec(4, 4)), formats.load_palette("standard"), "F"), tmp_path / "f.yaml")
    window = make_window(str(tmp_path / "f.yaml"))
    qtbot.addWidget(window)
    layers, grid = window.desk.controls.layers, window.desk.actions.get("view.grid")
    layers.set_shown("grid", False)
    assert not grid.isChecked()
    assert not window.canvas.map_scene.map_layer.look.grid
    grid.trigger()
    assert layers.state("grid").shown
    assert not window.canvas.map_scene.map_layer.look.opacities
    window.desk.actions.get("view.layers").trigger()
    assert window.docks["layers"].isVisibleTo(window)


def test_what_is_hidden_on_one_map_is_not_hidden_on_the_next(
    qtbot: QtBot,
) -> None:
    window = make_window(None)
    qtbot.addWidget(window)
    layers = window.desk.controls.layers
    layers.set_shown("labels", False)
    layers.set_shown("numbers", False)
    window.desk.tabs.open(document())
    assert layers.state("labels").shown
    assert window.canvas.map_scene.map_layer.look.labels
    assert not layers.state("numbers").shown, "numbers are a matter of taste"


def test_drawing_on_a_hidden_layer_says_so(bench: Bench, panel: LayersPanel, qtbot: QtBot) -> None:
    hand = Hand(qtbot, bench)
    hand.choose("brush")
    bench.desk.settings.set("terrain", "forest")
    said = "The layer Terrain is hidden; show it in the Layers panel"
    hand.click("L0202")
    assert said not in bench.said
    panel.control.set_shown("terrain", False)
    hand.click("L0505")
    assert bench.said[-1] == said
    assert hand.map.terrain[hand.h("L0505")] == "forest", "it is drawn all the same, as other editors do"


def test_in_play_only_regions_that_matter_are_shown(bench: Bench) -> None:
    open_scenario = scenario()
    grid, regions = open_scenario.map.grid, open_scenario.map.regions
    for key, name in (("muster", "Muster"), ("forbidden", "Forbidden"), ("far", "Far bank")):
        regions[key] = Region(key, name, frozenset({grid.parse("L0606")}))
    victory = Victory(scoring=(Scoring("hold", 3, region="heights"),))
    played = open_scenario.with_(victory=victory, setup_areas={"us": ("muster",)}, special={"closed": {"us": ["far"]}})
    assert regions_that_count(played) == {"heights", "far"}
    bench.desk.tabs.set_document(Document(played.map, open_scenario.with_(victory=victory)))
    layer = bench.canvas.map_scene.map_layer
    assert layer.look.of_regions is None
    assert bench.desk.controls.game.start({"us": HUMAN, "ac": HUMAN}, 1)
    assert layer.look.of_regions == {"heights"}
    bench.desk.preview.close()
    assert layer.look.of_regions is None


@pytest.mark.parametrize("scale", [40.0, 3.0], ids=["near", "afar"])
def test_a_region_that_is_left_out_leaves_no_trace(qtbot: QtBot, scale: float) -> None:
    board = scenario().map
    board.labels.clear()
    grid = board.grid
    board.regions["other"] = Region("other", "Other", frozenset({grid.parse("L0505")}))

    def picture(look: Look) -> QImage:
        atlas = Atlas(board)
        width, height = atlas.geometry.size
        fine = scale / SCALE
        image = QImage(round(width * fine), round(height * fine), QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        painter = QPainter(image)
        painter.scale(fine, fine)
        paint(painter, atlas, QRectF(0, 0, width, height), fine, look)
        painter.end()
        return image

    both, one = picture(Look()), picture(Look(of_regions=frozenset({"other"})))
    assert picture(Look(of_regions=frozenset())) == picture(Look(regions=False))
    assert picture(Look(regions=False)) != one != both


@pytest.mark.parametrize("edge", ["L0103", "L0803"])
def test_the_name_of_a_region_at_the_edge_does_not_run_off_the_map(qtbot: QtBot, edge: str) -> None:
    board = scenario().map
    board.regions["road"] = Region("road", "Road from Commercy", frozenset({board.grid.parse(edge)}))
    atlas = Atlas(board)
    width, height = atlas.geometry.size
    (name,) = (one for one in atlas.region_names(QRectF(0, 0, width, height)) if one.text == "Road from Commercy")
    rect = label_rect(name, atlas.geometry)
    assert rect.left() >= -0.01
    assert rect.right() <= width + 0.01
