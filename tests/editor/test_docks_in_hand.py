"""Panels that somebody drags just then are put back as well, and nothing crashes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QDockWidget, QWidget
from pytestqt.qtbot import QtBot
from settling import settle

from editor.window import docks as docks_module
from editor.window.app import make_window
from editor.window.window import Window

pytestmark = pytest.mark.qt_log_ignore("does not support grabbing the mouse", extend=True)


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    made = make_window("scenarios/lundys_lane.yaml")
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    made.workspaces.switch("draw")
    return made


def left(part: QWidget, kind: QEvent.Type, at: QPoint) -> None:
    """An event of the left button, as the desktop sends it."""
    button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
    event = QMouseEvent(
        kind,
        QPointF(at),
        QPointF(part.mapToGlobal(at)),
        button,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QCoreApplication.sendEvent(part, event)


def take(dock: QDockWidget) -> None:
    """Drag a panel by its title away from the window, and keep hold of it."""
    left(dock, QEvent.Type.MouseButtonPress, QPoint(20, 8))
    for step in (QPoint(60, 60), QPoint(300, 200), QPoint(500, 300)):
        left(dock, QEvent.Type.MouseMove, step)
    assert dock.isFloating()


@pytest.mark.parametrize("key", ["palette", "inspector"])
def test_a_panel_in_the_hand_is_let_go_before_all_are_arranged_anew(window: Window, key: str) -> None:
    dock = window.docks[key]
    take(dock)
    window.workspaces.reset()
    assert not dock.isFloating()
    # The hand goes on, with nothing in it.
    left(dock, QEvent.Type.MouseMove, QPoint(700, 400))
    assert not dock.isFloating()


def test_so_it_is_when_the_panels_come_back(window: Window) -> None:
    dock = window.docks["palette"]
    window.docks.put_aside(True)
    window.docks["palette"].show()
    take(dock)
    window.docks.put_aside(False)
    left(dock, QEvent.Type.MouseMove, QPoint(700, 400))
    assert not dock.isFloating()


def places(window: Window) -> dict[str, tuple[object, ...]]:
    """Of each panel whether it is open and floats, its side of the window, those behind it, and its size and place."""
    return {
        key: (
            dock.isHidden(),
            dock.isFloating(),
            window.dockWidgetArea(dock),
            {other.objectName() for other in window.tabifiedDockWidgets(dock)},
            dock.geometry() if dock.isVisible() and not dock.visibleRegion().isEmpty() else None,
        )
        for key, dock in window.docks.by_key.items()
    }


def test_all_go_back_to_where_they_were_the_first_time(window: Window) -> None:
    docks = window.docks
    window.resize(1500, 950)
    window.workspaces.reset()
    settle()
    before = places(window)
    docks["palette"].setFloating(True)
    docks["inspector"].hide()
    docks["underlay"].show()
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, docks["battle"])
    assert places(window) != before
    window.desk.actions.get("view.reset-panels").trigger()
    settle()
    assert places(window) == before


def test_panels_that_are_for_other_maps_stay_away(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    other = replace(docks_module.kind_of(window.desk.document), key="other")
    monkeypatch.setattr(docks_module, "kind_of", lambda _document: other)
    window.workspaces.reset()
    assert {key for key, dock in window.docks.by_key.items() if dock.isHidden()} >= {"palette", "stamps"}
    assert not window.docks["inspector"].isHidden()
    monkeypatch.undo()
    window.workspaces.reset()
    assert not window.docks["palette"].isHidden()
    assert not window.docks["inspector"].isHidden()
