"""The room that panels take from the map: as much as they need, and less while a game is played."""

from __future__ import annotations

import pytest
from bench import forgive
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStatusBar
from pytestqt.qtbot import QtBot
from settling import settle

from editor.window.app import make_window
from editor.window.window import Window


def opened(qtbot: QtBot) -> Window:
    window = make_window("scenarios/first_steps.yaml")
    qtbot.addWidget(window, before_close_func=forgive)
    window.resize(1280, 800)
    with qtbot.waitExposed(window):
        window.show()
    window.workspaces.switch("draw")
    settle()
    return window


def test_panels_below_the_map_have_the_height_they_like(qtbot: QtBot) -> None:
    window = opened(qtbot)
    docks = window.docks
    window.desk.actions.get("scenario.unit-table").trigger()
    settle()
    assert docks["units"].height() > 280
    docks.front("log")
    settle()
    assert docks["log"].height() < 200
    # What a hand has given a panel it has again.
    window.resizeDocks([docks["log"]], [240], Qt.Orientation.Vertical)
    settle()
    high = docks["log"].height()
    assert high > 200
    docks.front("units")
    settle()
    docks.front("log")
    settle()
    assert docks["log"].height() == high


def test_a_window_that_is_just_changing_is_not_measured(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window = opened(qtbot)
    docks, bar = window.docks, QStatusBar()
    docks.front("units")
    settle()
    monkeypatch.setattr(window, "statusBar", lambda: bar)
    docks.front("log")
    qtbot.waitUntil(lambda: docks["units"].visibleRegion().isEmpty())
    settle()
    docks.front("units")
    settle()
    assert docks["units"].height() > 0, "and nobody complains of a height below nothing"


def test_the_palette_leaves_its_room_to_a_game_and_comes_back(qtbot: QtBot) -> None:
    window = opened(qtbot)
    palette = window.docks["palette"]
    wide = palette.width()
    assert window.desk.controls.game.start({}, 1)
    assert not palette.isVisible()
    window.desk.preview.close()
    qtbot.waitUntil(lambda: palette.isVisible() and palette.width() == wide)
    # The next start has the palette, also where the program is left in the middle of a game.
    assert window.desk.controls.game.start({}, 1)
    window.workspaces.remember()
    again = make_window("scenarios/first_steps.yaml")
    qtbot.addWidget(again, before_close_func=forgive)
    assert again.workspaces.current == "draw"
    assert not again.docks["palette"].isHidden()
    window.desk.preview.close()


def test_a_panel_made_high_in_a_large_window_leaves_the_map_its_room_when_that_is_restored(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.resize(1900, 1060)
    settle()
    docks = window.docks
    docks.front("log")
    settle()
    window.resizeDocks([docks["log"]], [560], Qt.Orientation.Vertical)
    settle()
    assert docks["log"].height() > 500
    window.resize(1280, 800)
    settle()
    qtbot.waitUntil(lambda: docks["log"].height() <= 0.42 * window.height())
    assert window.panes.height() > 340


def test_a_tall_panel_below_the_map_makes_way_for_play_and_comes_back(qtbot: QtBot) -> None:
    window = opened(qtbot)
    docks = window.docks
    docks.front("trials")
    settle()
    qtbot.waitUntil(lambda: docks["trials"].height() > 250)
    room = window.panes.height()
    assert window.desk.controls.game.start({}, 1)
    qtbot.waitUntil(lambda: not docks["log"].visibleRegion().isEmpty())
    assert docks["trials"].isHidden()
    assert window.panes.height() > room, "although the banner has come"
    window.desk.preview.close()
    qtbot.waitUntil(lambda: not docks["trials"].visibleRegion().isEmpty())
