"""F2 opens a field for the name in its row: of units and formations; buttons of panels look like buttons."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench, at_bench
from fields import document
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QTreeWidgetItem
from pytestqt.qtbot import QtBot
from settling import settle

from editor.panels.battle_panel import BattlePanel
from editor.panels.buttons import ActionButton, PanelButton, icon_of
from editor.panels.unit_tree import group_of


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, document()) as made:
        made.desk.controls.armies.regroup([made.document.require_scenario().units["us-9"]], "Scott")
        yield made


@pytest.fixture
def panel(qtbot: QtBot, bench: Bench) -> BattlePanel:
    made = BattlePanel(bench.desk)
    qtbot.addWidget(made)
    made.resize(400, 500)
    made.show()
    return made


def typed(qtbot: QtBot, panel: BattlePanel, row: QTreeWidgetItem, name: str, key: Qt.Key = Qt.Key.Key_Return) -> str:
    """Rename a row by F2; gives what the field had first."""
    panel.tree.setCurrentItem(row)
    panel.rename_action.trigger()
    field = panel.tree.viewport().findChild(QLineEdit)
    assert field is not None
    before = field.text()
    field.selectAll()
    qtbot.keyClicks(field, name)
    qtbot.keyClick(field, key)
    settle()
    return before


def test_f2_renames_a_unit_in_its_row(qtbot: QtBot, bench: Bench, panel: BattlePanel) -> None:
    assert panel.rename_action.shortcut().toString() == "F2"
    assert typed(qtbot, panel, panel.tree.units["us-towson"], "Towson's guns") == "Towson"
    units = bench.document.require_scenario().units
    assert units["us-towson"].name == "Towson's guns"
    assert panel.tree.units["us-towson"].text(0) == "Towson's guns"
    bench.document.stack.undo()
    assert bench.document.require_scenario().units["us-towson"].name == "Towson"


def test_f2_renames_a_formation_by_its_name_alone(qtbot: QtBot, bench: Bench, panel: BattlePanel) -> None:
    row = next(one for one in panel.tree.rows() if (group := group_of(one)) is not None and group.names)
    assert row.text(0).startswith("Scott (1)")
    assert typed(qtbot, panel, row, "Ripley") == "Scott"
    assert bench.document.require_scenario().units["us-9"].formation == "Ripley"


def test_esc_and_an_empty_name_leave_it(qtbot: QtBot, bench: Bench, panel: BattlePanel) -> None:
    typed(qtbot, panel, panel.tree.units["us-towson"], "Other", Qt.Key.Key_Escape)
    typed(qtbot, panel, panel.tree.units["us-towson"], " ")
    assert bench.document.require_scenario().units["us-towson"].name == "Towson"


def test_a_side_has_no_field(panel: BattlePanel) -> None:
    panel.tree.setCurrentItem(panel.tree.topLevelItem(0))
    panel.rename()
    assert panel.tree.viewport().findChild(QLineEdit) is None


def test_common_verbs_have_icons_of_one_family(qtbot: QtBot, panel: BattlePanel) -> None:
    button = PanelButton()
    qtbot.addWidget(button)
    button.setText("Remove")
    assert not button.icon().isNull()
    assert not button.autoRaise(), "it looks like a button"
    assert icon_of("Add…") == "add"
    assert icon_of("Dissolve") == ""
    action = QAction("Duplicate")
    made = ActionButton(action)
    qtbot.addWidget(made)
    assert not made.icon().isNull()
    assert not action.isIconVisibleInMenu()
    shown = {one.defaultAction().text(): one for one in panel.findChildren(ActionButton)}
    assert {"Add…", "Edit…", "Duplicate", "Group…", "Place…", "Delete"} <= shown.keys()
    assert not any(one.icon().isNull() or one.autoRaise() for one in shown.values())
