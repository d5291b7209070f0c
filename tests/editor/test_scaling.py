"""Large letters, dense screens, small screens: nothing is cut off, and lines are as wide as they should be."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication, QLabel, QStyleOptionGraphicsItem, QToolBar
from pytestqt.qtbot import QtBot
from settling import settle

from editor.dialogs.preferences import PreferencesDialog
from editor.hexes.canvas.marks import Marks
from editor.hexes.drawing.geometry import Geometry
from editor.look import style
from editor.window.app import make_window
from editor.window.window import Window
from editor.work.settings import settings
from engine.hexes.board.grid import Grid, GridSpec

SMALL = QSize(1280, 690)
"""A screen of 1280 x 720 without its task bar."""
DENSE = 1920 // 2
"""The width of a screen of 1920 dots at two dots a point."""


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    made = make_window("scenarios/lundys_lane.yaml")
    qtbot.addWidget(made)
    made.resize(SMALL)
    with qtbot.waitExposed(made):
        made.show()
    settle()
    return made


def test_the_window_fits_a_small_screen(window: Window) -> None:
    window.resize(SMALL)
    for key in window.docks.by_key:
        if key not in ("stamps", "underlay"):
            window.docks.front(key)
            settle()
            least = window.minimumSizeHint()
            assert least.width() <= SMALL.width(), key
            assert least.height() <= SMALL.height(), key
            if key == "problems":
                assert least.width() <= DENSE, "its bar gives way on a screen of two dots a point"
    assert window.canvas.width() > 400
    assert window.canvas.height() > 300


def test_a_projectors_screen_leaves_room_for_the_map(window: Window) -> None:
    window.resize(1024, 700)
    window.desk.actions.get("view.reset-panels").trigger()
    for key in ("battle", "arrivals", "preview", "ledger", "inspector", "overlays", "layers"):
        window.docks.front(key)
        settle()
        assert window.width() == 1024, key
        assert window.canvas.width() >= 400, key


def test_all_tools_are_seen_in_a_low_window_and_a_high_one(window: Window) -> None:
    bar = window.findChild(QToolBar, "tools")
    for high, side in ((690, 16), (1000, 24), (700, 16)):
        window.resize(1280, high)
        settle()
        assert bar.iconSize().width() == side
        buttons = [bar.widgetForAction(action) for action in bar.actions() if not action.isSeparator()]
        assert all(button.isVisible() for button in buttons)


@pytest.mark.parametrize("points", [9.0, 14.0])
def test_the_words_beside_options_are_whole(qtbot: QtBot, points: float) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    before = QFont(app.font())
    large = QFont(before)
    large.setPointSizeF(points)
    app.setFont(large)
    try:
        window = make_window(None)
        qtbot.addWidget(window)
        with qtbot.waitExposed(window):
            window.show()
        options = window.docks["palette"].widget().options
        for tool in window.desk.tools.all:
            window.desk.tools.choose(tool.key)
            settle()
            cut = [
                label.text()
                for label in options.findChildren(QLabel)
                if label.isVisible() and not label.wordWrap() and label.width() < label.minimumSizeHint().width()
            ]
            assert cut == [], tool.key
    finally:
        app.setFont(before)


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_marks_are_as_wide_on_a_dense_screen(qapp: QApplication, ratio: float) -> None:
    geometry = Geometry(Grid(GridSpec(3, 3)))
    item = Marks(geometry, QColor("#0000ff"))
    item.show_marks(hexes=[4], tinted=False)
    image = QImage(QSize(round(400 * ratio), round(400 * ratio)), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.black)
    painter = QPainter(image)
    item.paint(painter, QStyleOptionGraphicsItem())
    painter.end()
    x = round(geometry.centre(4)[0] * ratio)
    inked = sum(image.pixelColor(x, y).lightness() > 60 for y in range(round(geometry.centre(4)[1] * ratio)))
    assert inked == pytest.approx(4.5 * ratio, abs=1.6)


def test_icons_are_drawn_for_dense_screens(qapp: QApplication) -> None:
    from editor.look.icons import icon

    picture = icon("brush").pixmap(QSize(24, 24), 2.0)
    assert picture.size() == QSize(48, 48)
    assert picture.devicePixelRatio() == 2.0


def test_the_map_is_drawn_at_the_dots_of_the_screen(tmp_path: Path) -> None:
    code = (
        "from editor.window.app import application, make_window\n"
        "app = application(); window = make_window(None); window.resize(700, 500); window.show()\n"
        "for _ in range(20): app.processEvents()\n"
        "view = window.canvas; view.set_zoom(0.5); view.map_scene.map_layer.finish(); view.grab()\n"
        "print(window.devicePixelRatioF(), max(view.map_scene.map_layer.tiles.scales()))\n"
    )
    kept = tmp_path / "settings.ini"
    kept.write_text("[view]\ninterface_size=200\n", encoding="utf-8")
    told = {"HEXWRIGHT_SETTINGS": str(kept), "HEXWRIGHT_STATE": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", code]
    env = {**os.environ, **told}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["2.0", "1.0"]


def test_the_interface_size_is_kept_and_used_at_the_next_start(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QT_SCALE_FACTOR", raising=False)
    dialog = PreferencesDialog()
    qtbot.addWidget(dialog)
    assert dialog.scale.currentData() == 100
    dialog.scale.setCurrentIndex(dialog.scale.findData(150))
    dialog.accept()
    assert style.interface_size() == 150
    style.prepare()
    assert os.environ["QT_SCALE_FACTOR"] == "1.5"
    monkeypatch.delenv("QT_SCALE_FACTOR")
    settings().setValue(style.SIZE, "enormous")
    assert style.interface_size() == 100
    settings().remove(style.SIZE)


def test_what_the_user_has_set_for_the_desktop_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_SCALE_FACTOR", "3")
    settings().setValue(style.SIZE, 125)
    style.prepare()
    assert os.environ["QT_SCALE_FACTOR"] == "3"
    settings().remove(style.SIZE)
