"""The Scenario menu and the sight tool, through their actions."""

from __future__ import annotations

import pytest
from bench import Bench
from fields import battle_map, document
from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from settling import settle

from editor.canvas.drawing.paper import SCALE
from editor.dialogs.edit_unit import EditUnitDialog
from editor.dialogs.scenario_properties import ScenarioPropertiesDialog
from editor.document.document import Document
from editor.hexes.canvas.overlays import OverlayItem


@pytest.fixture
def bench(qtbot: QtBot) -> Bench:
    made = Bench(document())
    qtbot.addWidget(made.window)
    with qtbot.waitExposed(made.window):
        made.window.show()
    settle()
    made.canvas.fit()
    return made


def answer(dialog_type: type, act: object) -> None:
    """Answer the next modal dialog."""

    def attempt() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, dialog_type):
            act(dialog)  # type: ignore[operator]
        else:
            QTimer.singleShot(10, attempt)

    QTimer.singleShot(0, attempt)


def test_properties_are_one_step_of_undo(bench: Bench) -> None:
    def fill(dialog: ScenarioPropertiesDialog) -> None:
        dialog.name.setText("Another field")
        dialog.count.setValue(9)
        dialog.accept()

    answer(ScenarioPropertiesDialog, fill)
    bench.desk.actions.get("scenario.properties").trigger()
    assert bench.document.require_scenario().name == "Another field"
    assert bench.document.require_scenario().turns.count == 9
    assert bench.document.stack.count() == 1
    bench.document.stack.undo()
    assert bench.document.require_scenario().name == "A field"


def test_untouched_properties_leave_the_document_clean(bench: Bench) -> None:
    answer(ScenarioPropertiesDialog, lambda dialog: dialog.accept())
    bench.desk.actions.get("scenario.properties").trigger()
    assert not bench.document.dirty


def test_a_unit_is_added_from_the_menu(bench: Bench) -> None:
    def fill(dialog: EditUnitDialog) -> None:
        dialog.name.setText("Guides")
        dialog.key.setText("us-guides")
        dialog.accept()

    answer(EditUnitDialog, fill)
    bench.desk.actions.get("scenario.add-unit").trigger()
    assert "us-guides" in bench.document.require_scenario().units
    assert bench.desk.selection.unit == "us-guides"


def test_a_map_alone_has_neither(bench: Bench) -> None:
    bench.desk.tabs.set_document(Document(battle_map()))
    assert not bench.desk.actions.get("scenario.properties").isEnabled()
    assert not bench.desk.actions.get("scenario.add-unit").isEnabled()
    assert bench.desk.actions.get("edit.preferences").isEnabled()


def test_the_sight_tool_looks_from_the_clicked_hex(qtbot: QtBot, bench: Bench) -> None:
    grid = bench.document.battle_map.grid
    bench.desk.tools.choose("sight")
    x, y = grid.centre(grid.parse("L0405"))
    at = bench.canvas.mapFromScene(QPointF(x * SCALE, y * SCALE))
    qtbot.mouseClick(bench.canvas.viewport(), Qt.MouseButton.LeftButton, pos=at)
    item = bench.canvas.map_scene.overlays["sight"]
    assert isinstance(item, OverlayItem)
    assert len(item.cells) == len(grid) - 1
    assert bench.desk.actions.get("overlay.sight").isChecked()
    bench.desk.tools.choose("select")
    assert not item.cells
    assert not bench.desk.actions.get("overlay.sight").isChecked()
