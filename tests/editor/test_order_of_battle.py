"""The order of battle by side and formation: read, dragged, sorted, numbered; new units go to the side in hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from bench import Bench
from fields import battle_map, document, scenario
from PySide6.QtCore import QEvent, QPointF, Qt, QTimer
from PySide6.QtGui import QDropEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QInputDialog, QLineEdit, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from editor.canvas.units_mime import pack
from editor.commands.edit_scenario import EditScenario
from editor.dialogs.edit_unit import EditUnitDialog
from editor.dialogs.number_units import NumberUnitsDialog
from editor.document.document import Document
from editor.panels.battle_panel import BattlePanel
from editor.panels.inspector_panel import InspectorPanel
from editor.panels.unit_tree import NAME, STRENGTH, TreeGroup, UnitTree, group_of, natural, whereabouts
from editor.window.window import Window
from engine import data
from engine.scenario import Deployment, Pool, Scenario, Unit
from engine.scenario.counters import CounterDesign, FormationLook

CORPS = "I Corps > 3rd Division"


def units() -> dict[str, Unit]:
    found = {
        "us-9": ("us", CORPS),
        "us-10": ("us", f"{CORPS} > 8th Brigade"),
        "us-2": ("us", "II Corps"),
        "us-free": ("us", ""),
        "ac-1": ("ac", ""),
        "ac-103": ("ac", "Scott"),
    }
    return {
        key: Unit(key, side, key.upper(), "infantry", "regiment", {"strength": n + 1}, formation=formation)
        for n, (key, (side, formation)) in enumerate(found.items())
    }


@pytest.fixture
def bench(qtbot: QtBot) -> Bench:
    made = Bench(document(units=units(), setup={"us-9": "L0202", "ac-1": "L0602"}))
    qtbot.addWidget(made.window)
    made.window.show()
    return made


@pytest.fixture
def panel(qtbot: QtBot, bench: Bench) -> BattlePanel:
    made = BattlePanel(bench.desk)
    qtbot.addWidget(made)
    made.resize(360, 640)
    made.show()
    return made


def now(bench: Bench) -> Scenario:
    return bench.document.require_scenario()


def row_of(panel: BattlePanel, side: str, *names: str) -> QTreeWidgetItem:
    return next(row for row in panel.tree.rows() if group_of(row) == TreeGroup(side, names))


def listed(panel: BattlePanel) -> list[str]:
    return [row.text(NAME) for row in panel.tree.rows()]


def let_go(panel: BattlePanel, keys: list[str], row: QTreeWidgetItem, *, lower: bool = True) -> None:
    """Drop rows of the tree on one of its rows, on its lower or upper half, as Qt delivers it."""
    rect = panel.tree.visualItemRect(row)
    assert rect.isValid()

    class FromTree(QDropEvent):
        def source(self) -> object:  # type: ignore[override]
            return panel.tree

    at = QPointF(rect.center().x(), rect.center().y() + (rect.height() // 4 if lower else -rect.height() // 4))
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    data = pack(keys)
    panel.tree.dropEvent(FromTree(at, Qt.DropAction.CopyAction, data, button, none))


def answer(dialog_type: type, act: Callable[[object], None]) -> None:
    """Answer the next modal dialog."""

    def attempt() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, dialog_type):
            act(dialog)
        else:
            QTimer.singleShot(10, attempt)

    QTimer.singleShot(0, attempt)


def test_formations_and_their_parts_are_rows_with_counts_and_strength(panel: BattlePanel) -> None:
    assert listed(panel) == [
        *("United States (4)  10", "US-FREE", "I Corps (2)  3", "3rd Division (2)  3", "US-9", "8th Brigade (1)  2"),
        *("US-10", "II Corps (1)  3", "US-2", "Anglo-Canadian (2)  11", "AC-1", "Scott (1)  6", "AC-103"),
    ]
    assert panel.tree.units["us-10"].parent() is row_of(panel, "us", "I Corps", "3rd Division", "8th Brigade")


def test_juno_shows_its_formations(qtbot: QtBot) -> None:
    bench = Bench(Document.open(data.scenarios() / "juno.yaml"))
    qtbot.addWidget(bench.window)
    panel = BattlePanel(bench.desk)
    qtbot.addWidget(panel)
    brigade = row_of(panel, "cw", "7th Canadian Brigade")
    assert brigade.text(NAME) == "7th Canadian Brigade (3)  6-9"
    assert brigade.childCount() == 3


def test_a_formation_row_chooses_its_units_and_a_folded_one_stays_folded(bench: Bench, panel: BattlePanel) -> None:
    row_of(panel, "us", "I Corps").setSelected(True)
    assert bench.desk.selection.units == ["us-9", "us-10"]
    row_of(panel, "us", "II Corps").setExpanded(False)
    bench.desk.controls.armies.regroup([now(bench).units["us-free"]], "II Corps")
    assert not row_of(panel, "us", "II Corps").isExpanded()
    assert row_of(panel, "us", "II Corps").childCount() == 2
    assert panel.selected() == ["us-9", "us-10"]


def test_units_are_dragged_into_a_formation_and_out_of_it(bench: Bench, panel: BattlePanel) -> None:
    let_go(panel, ["us-free", "us-2"], row_of(panel, "us", "I Corps"))
    assert {key: now(bench).units[key].formation for key in ("us-free", "us-2")} == {
        "us-free": "I Corps",
        "us-2": "I Corps",
    }
    assert bench.document.stack.count() == 1
    bench.document.stack.undo()
    assert now(bench).units["us-2"].formation == "II Corps"
    let_go(panel, ["us-9"], row_of(panel, "us"))
    assert now(bench).units["us-9"].formation == ""


def test_a_unit_dragged_to_the_other_side_goes_over_to_it(bench: Bench, panel: BattlePanel) -> None:
    let_go(panel, ["us-9"], row_of(panel, "ac", "Scott"))
    assert (now(bench).units["us-9"].side, now(bench).units["us-9"].formation) == ("ac", "Scott")
    assert now(bench).setup["us-9"] == "L0202"


def test_a_formation_is_dragged_with_all_that_is_in_it(bench: Bench, panel: BattlePanel) -> None:
    row_of(panel, "us", "I Corps", "3rd Division").setSelected(True)
    let_go(panel, panel.tree.chosen(), row_of(panel, "us", "II Corps"))
    assert [now(bench).units[key].formation for key in ("us-9", "us-10", "us-2")] == [
        "II Corps > 3rd Division",
        "II Corps > 3rd Division > 8th Brigade",
        "II Corps",
    ]


def test_a_unit_let_go_on_another_stands_before_or_after_it(bench: Bench, panel: BattlePanel) -> None:
    let_go(panel, ["us-2"], panel.tree.units["us-free"], lower=False)
    assert list(now(bench).units)[:4] == ["us-9", "us-10", "us-2", "us-free"]
    assert now(bench).units["us-2"].formation == ""
    let_go(panel, ["us-2"], panel.tree.units["us-free"])
    assert [key for key in panel.tree.keys_in_order() if key in ("us-2", "us-free")] == ["us-free", "us-2"]


def test_the_search_finds_formations_and_hides_empty_ones(qtbot: QtBot, panel: BattlePanel) -> None:
    row_of(panel, "us", "I Corps").setExpanded(False)
    qtbot.keyClicks(panel.search, "8th brig")
    shown = [row.text(NAME) for row in panel.tree.rows() if not row.isHidden()]
    assert shown == ["United States (4)  10", "I Corps (2)  3", "3rd Division (2)  3", "8th Brigade (1)  2", "US-10"]
    assert row_of(panel, "us", "I Corps").isExpanded()


def test_headings_sort_within_groups_and_the_order_can_be_kept(bench: Bench, panel: BattlePanel) -> None:
    bench.desk.controls.armies.regroup(now(bench).units.values(), "")
    header = panel.tree.header()
    header.sectionClicked.emit(NAME)
    assert panel.tree.keys_in_order() == ["us-2", "us-9", "us-10", "us-free", "ac-1", "ac-103"]
    header.sectionClicked.emit(NAME)
    assert panel.tree.keys_in_order()[:2] == ["us-free", "us-10"]
    assert list(now(bench).units) == list(units())
    panel._enable()
    panel.order_action.trigger()
    assert list(now(bench).units)[:2] == ["us-free", "us-10"]
    bench.document.stack.undo()
    header.sectionClicked.emit(NAME)
    assert panel.tree.keys_in_order() == list(units())
    panel._enable()
    assert not panel.order_action.isEnabled()


def test_who_is_deleted_is_told_and_how_to_have_them_back(bench: Bench) -> None:
    said: list[str] = []
    bench.desk.status_changed.connect(said.append)
    bench.desk.controls.armies.delete(["us-9"])
    assert said[-1] == f"{units()['us-9'].name} deleted; Edit > Undo brings it back"
    bench.desk.controls.armies.delete(["us-9"])
    assert len(said) == 1, "nobody is left to be deleted"
    bench.document.stack.undo()
    assert "us-9" in now(bench).units


def test_numbers_in_names_are_sorted_by_size() -> None:
    assert sorted(["10th", "9th", "2/89th", "2/9th", "a"], key=natural) == ["2/9th", "2/89th", "9th", "10th", "a"]


def test_a_copy_gets_the_next_number(bench: Bench, panel: BattlePanel) -> None:
    panel.tree.units["ac-1"].setSelected(True)
    panel.duplicate_action.trigger()
    copy = now(bench).units["ac-1-2"]
    assert (copy.name, copy.formation, copy.side) == ("AC-2", "", "ac")
    assert panel.selected() == ["ac-1-2"]


@pytest.mark.parametrize(("group", "expected"), [(("ac",), ("ac", "")), (("us", "I Corps"), ("us", "I Corps"))])
def test_a_new_unit_goes_to_the_side_or_formation_in_hand(
    bench: Bench, panel: BattlePanel, group: tuple[str, ...], expected: tuple[str, str]
) -> None:
    bench.desk.selection.set([], "us-2")
    panel.tree.clearSelection()
    if group[1:]:
        bench.desk.selection.clear()
        bench.desk.controls.armies.hold(group[0], group[1])
    else:
        row_of(panel, *group).setSelected(True)

    def fill(dialog: object) -> None:
        assert isinstance(dialog, EditUnitDialog)
        dialog.name.setText("New one")
        dialog.name.textEdited.emit("New one")
        dialog.accept()

    answer(EditUnitDialog, fill)
    bench.desk.actions.get("scenario.add-unit").trigger()
    (made,) = (unit for unit in now(bench).units.values() if unit.name == "New one")
    assert (made.side, made.formation) == expected


def test_the_unit_selected_says_where_the_next_one_goes(bench: Bench, panel: BattlePanel) -> None:
    row_of(panel, "us").setSelected(True)
    bench.desk.selection.set([], "ac-103")
    assert bench.desk.controls.armies.in_hand() == ("ac", "Scott")


def test_another_unit_is_added_from_the_same_form(bench: Bench, panel: BattlePanel) -> None:
    def fill(dialog: object) -> None:
        assert isinstance(dialog, EditUnitDialog)
        assert not dialog.another.isEnabled()
        dialog.name.setText("Militia 1")
        dialog.name.textEdited.emit("Militia 1")
        dialog.hex.setText("l0303")
        dialog.another.click()
        assert (dialog.name.text(), dialog.key.text()) == ("Militia 2", "us-militia-2")
        dialog.hex.setText("")
        dialog.turn.setValue(4)
        dialog.accept()

    answer(EditUnitDialog, fill)
    panel.add_action.trigger()
    made = now(bench)
    assert [made.units[key].name for key in ("us-militia-1", "us-militia-2")] == ["Militia 1", "Militia 2"]
    assert made.setup["us-militia-1"] == "L0303"
    arrival = made.arrival_of("us-militia-2")
    assert arrival is not None
    assert arrival.turn == 4
    assert bench.document.stack.count() == 2


def test_a_unit_is_not_in_two_places(bench: Bench) -> None:
    dialog = EditUnitDialog(now(bench), now(bench).units["us-9"])
    assert dialog.problem() == ""
    dialog.turn.setValue(2)
    assert "not both" in dialog.problem()
    dialog.hex.setText("L9999")
    assert "no hex L9999" in dialog.problem()
    dialog.deleteLater()


def test_units_are_named_by_a_pattern_and_get_keys_of_it(bench: Bench, panel: BattlePanel) -> None:
    def fill(dialog: object) -> None:
        assert isinstance(dialog, NumberUnitsDialog)
        dialog.pattern.setText("{1st} Foot")
        dialog.first.setValue(8)
        dialog.with_keys.setChecked(True)
        assert dialog.shown.count() == 2
        dialog.accept()

    for key in ("us-9", "us-10"):
        panel.tree.units[key].setSelected(True)
    answer(NumberUnitsDialog, fill)
    panel.number_action.trigger()
    assert [now(bench).units[key].name for key in ("us-8th-foot", "us-9th-foot")] == ["8th Foot", "9th Foot"]
    assert now(bench).setup == {"us-8th-foot": "L0202", "ac-1": "L0602"}
    assert panel.selected() == ["us-8th-foot", "us-9th-foot"]
    bench.document.stack.undo()
    assert list(now(bench).units) == list(units())


def test_a_formation_is_renamed_and_dissolved(
    bench: Bench, panel: BattlePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QInputDialog, "getText", lambda *_args, **_more: ("First Corps", True))
    design = CounterDesign(formations=(FormationLook("I Corps > 3rd Division", stripe="#aa0000"),))
    bench.document.push(EditScenario(counters=design))
    row_of(panel, "us", "I Corps").setSelected(True)
    panel.edit_action.trigger()
    assert now(bench).units["us-10"].formation == "First Corps > 3rd Division > 8th Brigade"
    assert [look.formation for look in now(bench).counters.formations] == ["First Corps > 3rd Division"]
    panel.tree.clearSelection()
    row_of(panel, "us", "First Corps", "3rd Division").setSelected(True)
    panel.dissolve_action.trigger()
    assert now(bench).units["us-10"].formation == "First Corps > 8th Brigade"


def test_the_inspector_edits_side_formation_hex_and_turn(qtbot: QtBot, bench: Bench) -> None:
    inspector = InspectorPanel(bench.desk)
    qtbot.addWidget(inspector)
    inspector.show()
    bench.desk.selection.set([], "us-9")
    inspector.refresh()
    line = inspector.place.line
    assert line.text() == "L0202"
    line.clear()
    qtbot.keyClicks(line, "l0404")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert now(bench).setup["us-9"] == "L0404"
    assert line.text() == "L0404"
    inspector.turn.setValue(3)
    assert "us-9" not in now(bench).setup
    assert inspector.place.line.text() == ""
    line.clear()
    qtbot.keyClicks(line, "L9999")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert "L9999" in bench.said[-1]
    assert line.text() == ""
    inspector.side.setCurrentIndex(1)
    inspector.side.activated.emit(1)
    assert now(bench).units["us-9"].side == "ac"
    arrival = now(bench).arrival_of("us-9")
    assert arrival is not None
    assert (arrival.side, arrival.turn) == ("ac", 3)
    box = inspector.formation.lineEdit()
    assert box is not None
    box.clear()
    qtbot.keyClicks(box, "Scott>Left")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert now(bench).units["us-9"].formation == "Scott > Left"


class GreedyLine(QLineEdit):
    """A field of a desktop on which Ctrl+U empties it."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.accept()
            return True
        return super().event(event)


def test_the_programs_keys_go_before_those_of_a_field(qtbot: QtBot, window: Window) -> None:
    field = GreedyLine(window)
    field.show()
    reached: list[str] = []
    action = window.desk.actions.get("scenario.add-unit")
    action.triggered.disconnect()
    action.setEnabled(True)
    action.triggered.connect(lambda: reached.append("add"))
    undo = window.desk.actions.get("edit.undo")
    undo.setEnabled(True)
    undo.triggered.connect(lambda: reached.append("undo"))
    window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    for key in (Qt.Key.Key_U, Qt.Key.Key_Z):
        qtbot.keyClick(field, key, Qt.KeyboardModifier.ControlModifier)
    assert reached == ["add"]


def test_a_scenario_with_formations_is_written_and_read_again(tmp_path: Path) -> None:
    made = scenario(units=units())
    saved = Document(battle_map(), made)
    saved.save_as(tmp_path / "formations.yaml")
    again = Document.open(tmp_path / "formations.yaml").require_scenario()
    assert {key: unit.formation for key, unit in again.units.items()} == {
        key: unit.formation for key, unit in units().items()
    }


def test_a_unit_of_a_group_or_a_pool_has_its_place_there() -> None:
    groups = (Deployment("us", ("0101",), ("us-2",), name="The vanguard"), Deployment("us", ("0101",), ("us-free",)))
    made = scenario(units=units(), setup={"us-9": "0101"}).with_(
        deployments=groups, pools={"reserve": Pool("us", ("us-10",))}
    )
    assert [whereabouts(made)[key] for key in ("us-9", "us-2", "us-free", "us-10", "ac-1")] == [
        "0101",
        "set up: The vanguard",
        "set up: group 2",
        "pool reserve",
        "not placed",
    ]


def test_figures_are_told_with_what_they_mean(qtbot: QtBot) -> None:
    """The letter for a range stands before ranges alone."""
    column = {
        key: Unit(key, "us", key, "infantry", values=values)
        for key, values in (
            ("guns", {"strength": 3, "range": 8}),
            ("foot", {"strength": 3, "movement": 6, "morale": "V", "native": False, "reserve": True}),
        )
    }
    tree = UnitTree()
    qtbot.addWidget(tree)
    tree.fill(scenario(units=column, setup={}))
    assert [tree.units[key].text(STRENGTH) for key in column] == ["3  r8", "3  6·V"]
    assert tree.units["foot"].toolTip(STRENGTH) == "strength 3, movement 6, morale V, reserve"
