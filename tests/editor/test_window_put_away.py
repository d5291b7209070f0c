"""A window that is closed is destroyed with all that is in it before the program ends."""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDockWidget
from pytestqt.qtbot import QtBot

from editor.panels.battle_card import BattleCard
from editor.window.app import make_window, put_away


def test_nothing_of_it_is_left(qtbot: QtBot) -> None:
    window = make_window("scenarios/lundys_lane.yaml")
    with qtbot.waitExposed(window):
        window.show()
    (card,) = window.findChildren(BattleCard)
    parts: list[QObject] = [*window.findChildren(QDockWidget), card, card.lowered]
    for tab in window.desk.tabs:
        assert tab.scene is not None
        parts += [tab.document, tab.preview, tab.scene]
    assert len(parts) > 15
    window.close()
    put_away(window)
    assert not shiboken6.isValid(window)
    assert [type(part).__name__ for part in parts if shiboken6.isValid(part)] == []
