"""A window that is closed is destroyed with all that is in it before the program ends."""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QDockWidget
from pytestqt.qtbot import QtBot

from editor.window.app import make_window, put_away


def test_nothing_of_it_is_left(qtbot: QtBot, qapp: QApplication) -> None:
    before = {id(widget) for widget in qapp.topLevelWidgets()}
    window = make_window("scenarios/lundys_lane.yaml")
    with qtbot.waitExposed(window):
        window.show()
    parts: list[QObject] = [*window.findChildren(QDockWidget), *(tab.document for tab in window.desk.tabs)]
    parts += [widget for widget in qapp.topLevelWidgets() if id(widget) not in before]
    assert len(parts) > 20
    window.close()
    put_away(window)
    assert not shiboken6.isValid(window)
    assert not any(map(shiboken6.isValid, parts))
