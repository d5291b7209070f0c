"""All of it by keyboard: every action in the palette, every menu's letters apart, every panel and dialog reached."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from access import dialog_faults, faults, menu_faults, mnemonic, twice
from bench import one_window
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDialog,
    QDockWidget,
    QFileDialog,
    QInputDialog,
    QMenu,
    QMessageBox,
    QToolBar,
    QToolButton,
    QVBoxLayout,
)
from pytestqt.qtbot import QtBot
from settling import settle

from editor.canvas.view import MapView
from editor.tools.options import MixRow
from editor.window.app import make_window
from editor.window.window import Window

Key = Qt.Key


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    made = make_window("scenarios/lundys_lane.yaml")
    qtbot.addWidget(made)
    made.resize(1600, 1000)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    return made


@pytest.fixture(scope="module")
def shown(qapp: QApplication) -> Iterator[Window]:
    """One window for those who only look."""
    with one_window(Path("scenarios/lundys_lane.yaml")) as made:
        yield made


# -- actions and menus ------------------------------------------------------------------------------------------------


def below(menu: QMenu) -> Iterator[object]:
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from below(inner)
        elif not action.isSeparator():
            yield action


def test_the_palette_offers_every_action_of_the_menus(shown: Window) -> None:
    actions = shown.desk.actions
    known = {entry.action for entry in actions.entries}
    toggles = {dock.toggleViewAction() for dock in shown.findChildren(QDockWidget)}
    panels = {f"panel.{dock.objectName()}" for dock in shown.findChildren(QDockWidget)}
    assert panels <= {entry.key for entry in actions.entries}
    recent = set(below(shown.files.recent_menu))
    menus = [action.menu() for action in shown.menuBar().actions()]
    missing = [action.text() for menu in menus for action in below(menu) if action not in known | toggles | recent]
    assert missing == []
    offered = {offer.text for offer in shown.menus.find.command_offers()}
    for entry in actions.entries:
        if entry.action.isEnabled() and entry.key != "help.commands":
            assert entry.action.text().replace("&", "").rstrip("…") in {title.rstrip("…") for title in offered}


def test_every_tool_has_an_action(shown: Window) -> None:
    for tool in shown.desk.tools.all:
        shown.desk.actions.get(f"tool.{tool.key}").trigger()
        assert shown.desk.tools.current == tool.key


def test_no_letter_of_a_menu_means_two_things(shown: Window) -> None:
    bar = shown.menuBar()
    assert twice([action.text() for action in bar.actions()]) == []
    assert all(mnemonic(action.text()) for action in bar.actions())
    assert "\n".join(fault for action in bar.actions() for fault in menu_faults(action.menu())) == ""


def test_no_shortcut_means_two_things(shown: Window) -> None:
    taken: dict[str, str] = {}
    for entry in shown.desk.actions.entries:
        for keys in entry.action.shortcuts():
            assert taken.setdefault(keys.toString(), entry.key) == entry.key


# -- panels and tool bars ---------------------------------------------------------------------------------------------


def test_every_panel_is_reached_and_read(window: Window) -> None:
    found = []
    for key, dock in window.docks.by_key.items():
        window.desk.actions.get(f"panel.{key}").trigger()
        settle()
        panel = dock.widget()
        found += faults(panel, only_shown=key != "palette")
        focus = QApplication.focusWidget()
        assert dock.isVisible()
        assert focus is not None
        if panel.focusPolicy() & Qt.FocusPolicy.TabFocus or key not in ("inspector",):
            assert dock.isAncestorOf(focus), (key, focus, focus.parentWidget(), dock.visibleRegion().isEmpty())
    found = [fault for fault in found if ": Swatch " not in fault]
    assert not found, "\n".join(found)


def test_f6_goes_round_the_window_and_back(window: Window, qtbot: QtBot) -> None:
    window.workspaces.switch("draw")
    settle()
    window.canvas.setFocus()
    seen = [window.canvas]
    for _ in range(20):
        qtbot.keyClick(QApplication.focusWidget(), Key.Key_F6)
        focus = QApplication.focusWidget()
        part = next(part for part in window.focus.parts() if part is focus or part.isAncestorOf(focus))
        if part is window.canvas:
            break
        seen.append(part)
    kinds = {type(part) for part in seen}
    assert kinds >= {MapView, QDockWidget, QToolBar}
    assert len(seen) == len(set(map(id, seen))) == 6, "map, three panels, two bars"
    for part in reversed(seen):
        qtbot.keyClick(QApplication.focusWidget(), Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
        focus = QApplication.focusWidget()
        assert focus is part or part.isAncestorOf(focus)


def test_arrows_walk_along_the_tools_and_enter_takes_one_up(window: Window, qtbot: QtBot) -> None:
    tools = window.findChild(QToolBar, "tools")
    first, second, third = [tools.widgetForAction(action) for action in tools.actions() if not action.isSeparator()][:3]
    assert isinstance(first, QToolButton)
    first.setFocus()
    qtbot.keyClick(first, Key.Key_Down)
    assert QApplication.focusWidget() is second
    qtbot.keyClick(second, Key.Key_Down)
    qtbot.keyClick(third, Key.Key_Return)
    assert window.desk.tools.current == "brush"
    qtbot.keyClick(third, Key.Key_Escape)
    assert QApplication.focusWidget() is window.canvas


def test_escape_goes_from_a_panel_to_the_map(window: Window, qtbot: QtBot) -> None:
    window.desk.actions.get("panel.battle").trigger()
    assert window.docks["battle"].isAncestorOf(QApplication.focusWidget())
    qtbot.keyClick(QApplication.focusWidget(), Key.Key_Escape)
    assert QApplication.focusWidget() is window.canvas
    qtbot.keyClick(window.canvas, Key.Key_3, Qt.KeyboardModifier.AltModifier)
    assert window.docks["battle"].isAncestorOf(QApplication.focusWidget())


def test_swatches_are_walked_and_chosen(window: Window, qtbot: QtBot) -> None:
    window.workspaces.switch("draw")
    panel = window.docks["palette"].widget()
    settings = window.desk.settings
    window.desk.tools.choose("brush")
    kinds = list(window.desk.document.battle_map.palette.terrain)
    first = panel.swatch("terrain", kinds[0])
    first.setFocus()
    qtbot.keyClick(first, Key.Key_Right)
    second = QApplication.focusWidget()
    assert second is panel.swatch("terrain", kinds[1])
    qtbot.keyClick(second, Key.Key_Return)
    assert settings.terrain == kinds[1]
    qtbot.keyClick(second, Key.Key_Down)
    below_it = QApplication.focusWidget()
    assert below_it.y() > second.y()
    assert below_it.x() == second.x()
    tabbed = [kind for kind in kinds if panel.swatch("terrain", kind).focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert len(tabbed) == 1


# -- dialogs ----------------------------------------------------------------------------------------------------------


@pytest.mark.timeout(100)
def test_every_dialog_is_worked_by_keyboard(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, list[str]] = {}

    def look(dialog: QDialog) -> int:
        dialog.show()
        settle()
        seen[type(dialog).__name__] = dialog_faults(dialog)
        dialog.hide()
        return QDialog.DialogCode.Rejected.value

    monkeypatch.setattr(QDialog, "exec", look)
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_args, **_kw: ("", ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_args, **_kw: ([], ""))
    for name in ("getText", "getInt", "getItem"):
        monkeypatch.setattr(QInputDialog, name, lambda *_args, **_kw: ("", False))
    monkeypatch.setattr(QMessageBox, "exec", lambda _box: QMessageBox.StandardButton.Cancel)
    for name in ("question", "warning", "information", "critical"):
        monkeypatch.setattr(QMessageBox, name, lambda *_args, **_kw: QMessageBox.StandardButton.Cancel)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: True)
    grid = window.desk.document.battle_map.grid
    window.desk.selection.set([grid.parse("L2010"), grid.parse("L2011")])
    for entry in window.desk.actions.entries:
        if entry.action.text().endswith("…") and entry.action.isEnabled():
            entry.action.trigger()
    tools = window.desk.tools
    tools.get("label").edit(None, grid.parse("L2010"))
    palette = window.docks["palette"].widget()
    palette.options.row(MixRow).edit()
    window.desk.controls.units._opened("us-9")
    assert len(seen) >= 15
    assert not any(seen.values()), "\n".join(fault for found in seen.values() for fault in found)


def test_the_checks_find_what_is_wrong(qtbot: QtBot) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    layout = QVBoxLayout(dialog)
    nameless = QToolButton()
    nameless.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    for widget in (QCheckBox("&One"), QCheckBox("Tw&o"), nameless):
        layout.addWidget(widget)
    found = " ".join(dialog_faults(dialog))
    assert "has no name" in found
    assert "not reached by Tab" in found
    assert found.count("not the only one") == 2
