"""Resize and join from the Map menu: preview, list of what falls off, one step that can be undone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from bench import Bench
from fields import battle_map, document, scenario
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QFileDialog
from pytestqt.qtbot import QtBot

from editor.document.document import Document
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.hexes.dialogs.join_maps import JoinMapsDialog
from editor.hexes.dialogs.resize_map import ResizeMapDialog
from engine import formats
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.hexes.board.numbering import Numbering


@pytest.fixture
def bench(qtbot: QtBot) -> Bench:
    made = Bench(document())
    qtbot.addWidget(made.window)
    with qtbot.waitExposed(made.window):
        made.window.show()
    made.canvas.fit()
    return made


def answer(kind: type[QDialog], act: Callable[[QDialog], object]) -> None:
    """Answer the next modal dialog."""

    def attempt() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, kind):
            act(dialog)
        else:
            QTimer.singleShot(10, attempt)

    QTimer.singleShot(0, attempt)


class TestResizeDialog:
    def dialog(self, qtbot: QtBot, selection: tuple[int, ...] = ()) -> ResizeMapDialog:
        made = scenario()
        dialog = ResizeMapDialog(made.map, made, selection)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    def test_what_falls_off_is_listed_by_layer(self, qtbot: QtBot) -> None:
        dialog = self.dialog(qtbot)
        dialog.columns.setFocus()
        qtbot.keyClick(dialog.columns, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        qtbot.keyClicks(dialog.columns, "2")
        qtbot.waitUntil(lambda: dialog.losses.count > 0)
        titles = [dialog.losses.topLevelItem(i).text(0) for i in range(dialog.losses.topLevelItemCount())]
        assert titles == [
            "Terrain: 1",
            "Elevation: 1",
            "Features: 1",
            "Hexsides: 1",
            "Roads: 1",
            "Place names: 1",
            "Regions: 1",
            "Scenario: 2",
        ]
        assert dialog.losses.topLevelItem(7).child(0).text(0) == "place of Royal Scots: L0602"
        assert dialog.ok.text() == "Resize and lose 9"
        assert "2 × 6" in dialog.summary.text()

    def test_the_anchor_says_where_columns_come(self, qtbot: QtBot) -> None:
        dialog = self.dialog(qtbot)
        dialog.columns.setValue(12)
        dialog.rows.setValue(9)
        assert (dialog.left.value(), dialog.right.value(), dialog.top.value(), dialog.bottom.value()) == (0, 4, 0, 3)
        qtbot.mouseClick(dialog.anchors.button(8), Qt.MouseButton.LeftButton)
        assert (dialog.left.value(), dialog.top.value()) == (4, 3)
        qtbot.mouseClick(dialog.anchors.button(4), Qt.MouseButton.LeftButton)
        assert (dialog.left.value(), dialog.right.value(), dialog.top.value(), dialog.bottom.value()) == (2, 2, 1, 2)

    def test_numbers_below_nought_are_refused_until_renumbered(self, qtbot: QtBot) -> None:
        dialog = self.dialog(qtbot)
        dialog.left.setValue(3)
        qtbot.waitUntil(lambda: not dialog.ok.isEnabled())
        assert "numbers below 0" in dialog.complaint.text()
        qtbot.mouseClick(dialog.renumber, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(dialog.ok.isEnabled)
        assert dialog.carried is not None
        assert dialog.carried.scenario.setup["us-9"] == "L0502"

    def test_crop_to_the_selection(self, qtbot: QtBot) -> None:
        grid = battle_map().grid
        chosen = (grid.parse("L0202"), grid.parse("L0404"))
        dialog = self.dialog(qtbot, chosen)
        qtbot.mouseClick(dialog.crop, Qt.MouseButton.LeftButton)
        dialog.work_out()
        assert (dialog.columns.value(), dialog.rows.value()) == (3, 3)
        assert dialog.resized is not None
        assert dialog.resized.map.grid.name(0) == "L0202"

    def test_nothing_left_is_refused(self, qtbot: QtBot) -> None:
        dialog = self.dialog(qtbot)
        dialog.left.setValue(-8)
        dialog.right.setValue(8)
        dialog.work_out()
        assert "leaves no hexes" in dialog.complaint.text()
        assert dialog.grab().toImage().width() > 0


def test_resize_renames_the_scenario_and_is_one_step(bench: Bench, qtbot: QtBot) -> None:
    before = formats.dump_scenario(bench.document.require_scenario())
    bench.desk.selection.set([3])

    def fill(dialog: QDialog) -> None:
        assert isinstance(dialog, ResizeMapDialog)
        dialog.left.setValue(2)
        dialog.top.setValue(1)
        qtbot.mouseClick(dialog.renumber, Qt.MouseButton.LeftButton)
        dialog.work_out()
        qtbot.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)

    answer(ResizeMapDialog, fill)
    bench.desk.actions.get("map.resize").trigger()
    made = bench.document.require_scenario()
    assert (made.map.grid.columns, made.map.grid.rows) == (10, 7)
    assert made.map is bench.document.battle_map
    assert made.setup == {"us-9": "L0403", "us-towson": "L0403", "ac-1": "L0803"}
    assert made.arrivals[0].entry == ("L1002",)
    assert bench.document.map_dirty
    assert bench.document.scenario_dirty
    assert bench.document.stack.count() == 1
    assert bench.desk.selection.hexes == []
    assert bench.canvas.map_scene.paper.width() > 0
    h = bench.document.battle_map.grid.parse("L0101")
    bench.document.push(PaintTerrain([h], "forest"))
    bench.document.stack.undo()
    bench.document.stack.undo()
    assert formats.dump_scenario(bench.document.require_scenario()) == before
    assert not bench.document.dirty
    bench.document.stack.redo()
    bench.document.stack.redo()
    assert bench.document.battle_map.terrain[h] == "forest"


def test_what_falls_off_a_scenario_is_taken_out_and_told(bench: Bench) -> None:
    def fill(dialog: QDialog) -> None:
        assert isinstance(dialog, ResizeMapDialog)
        dialog.columns.setValue(5)
        dialog.accept()

    answer(ResizeMapDialog, fill)
    bench.desk.actions.get("map.resize").trigger()
    assert "ac-1" not in bench.document.require_scenario().setup
    assert any("Royal Scots: L0602" in line.text for line in bench.desk.log.lines)
    bench.document.stack.undo()
    assert bench.document.require_scenario().setup["ac-1"] == "L0602"


def test_cancel_changes_nothing(bench: Bench) -> None:
    answer(ResizeMapDialog, lambda dialog: dialog.reject())
    bench.desk.actions.get("map.resize").trigger()
    answer(JoinMapsDialog, lambda dialog: dialog.reject())
    bench.desk.actions.get("map.join").trigger()
    assert bench.document.stack.count() == 0


class TestJoin:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        spec = GridSpec(6, 6, numbering=Numbering(prefix="M"))
        board = BattleMap(Grid(spec), formats.load_palette("standard"), "East")
        board.terrain[0] = "swamp"
        formats.save_map(board, tmp_path / "east.yaml")
        return tmp_path / "east.yaml"

    def test_a_map_is_joined_and_taken_back(self, bench: Bench, file: Path) -> None:
        def fill(dialog: QDialog) -> None:
            assert isinstance(dialog, JoinMapsDialog)
            assert not dialog.ok.isEnabled()
            dialog.set_other(file)
            (place,) = dialog._instead
            assert place[1] == "swamp"
            box = dialog._instead[place]
            box.setCurrentIndex(box.findData("forest"))
            dialog.work_out()
            assert "14 × 6" in dialog.summary.text()
            dialog.accept()

        answer(JoinMapsDialog, fill)
        bench.desk.actions.get("map.join").trigger()
        grid = bench.document.battle_map.grid
        assert (grid.columns, grid.rows) == (14, 6)
        assert bench.document.battle_map.terrain[grid.parse("L0901")] == "forest"
        assert bench.document.require_scenario().setup["ac-1"] == "L0602"
        bench.document.stack.undo()
        assert bench.document.battle_map.grid.columns == 8
        assert not bench.document.dirty

    def test_a_kind_of_the_other_palette_comes_along(
        self, bench: Bench, file: Path, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
        before = bench.document.battle_map.palette

        def fill(dialog: QDialog) -> None:
            assert isinstance(dialog, JoinMapsDialog)
            assert not dialog.kinds_box.isVisible(), "no other map yet, no kinds"
            cancel = dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel)
            qtbot.mouseClick(dialog.choose, Qt.MouseButton.LeftButton)
            (box,) = dialog._instead.values()
            assert box.currentText() == "itself, added to this palette"
            assert dialog.ok.isDefault()
            assert not cancel.isDefault()
            dialog.offset.setFocus()
            qtbot.keyClick(dialog.offset, Qt.Key.Key_Return)
            assert dialog.result() == QDialog.DialogCode.Accepted, "Enter joins, it does not cancel"

        answer(JoinMapsDialog, fill)
        bench.desk.actions.get("map.join").trigger()
        board = bench.document.battle_map
        assert board.terrain[board.grid.parse("L0901")] == "swamp"
        swamp = board.palette.terrain["swamp"]
        assert (swamp.name, swamp.pattern) == ("Swamp", "marsh")
        characters = [kind.key_char for kind in board.palette.terrain.values() if kind.key_char]
        assert len(characters) == len(set(characters))
        assert list(board.palette.terrain)[:-1] == list(before.terrain)
        (tmp_path / "there").mkdir()
        bench.document.save_as(tmp_path / "there" / "both.yaml")
        again = formats.load_scenario(tmp_path / "there" / "both.yaml").map
        assert again.terrain.count("swamp") == 1
        assert again.palette.terrain["swamp"] == swamp
        bench.document.stack.undo()
        assert bench.document.battle_map.palette is before

    def test_what_cannot_be_joined_says_why(self, qtbot: QtBot, file: Path, tmp_path: Path) -> None:
        document = Document(battle_map())
        dialog = JoinMapsDialog(document.battle_map, None, tmp_path)
        qtbot.addWidget(dialog)
        dialog.show()
        dialog.set_other(tmp_path / "gone.yaml")
        assert "gone.yaml cannot be used" in dialog.file_label.text()
        assert dialog.complaint.text() == "Choose the other map."
        dialog.set_other(file)
        dialog.overlap.setValue(1)
        qtbot.waitUntil(lambda: "overlap by one" in dialog.complaint.text())
        dialog.edge.setCurrentIndex(1)
        qtbot.waitUntil(dialog.ok.isEnabled)
        dialog.edge.setCurrentIndex(2)
        dialog.overlap.setValue(0)
        qtbot.waitUntil(lambda: "numbers below 0" in dialog.complaint.text())
        qtbot.mouseClick(dialog.renumber, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(dialog.ok.isEnabled)
        assert dialog.joined is not None
        assert dialog.grab().toImage().width() > 0
