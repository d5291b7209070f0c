"""Panels in the narrowest window that they are made for: nothing cut off without a tip, nothing out of sight."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import forgive
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QDialog, QScrollArea, QTableView
from pytestqt.qtbot import QtBot
from settling import settle

from editor.look import style
from editor.look.style import DARK_TONES, LIGHT_TONES, Tones
from editor.panels.inspector_panel import InspectorPanel
from editor.panels.overlays_panel import TICK
from editor.panels.preview_panel import PreviewPanel
from editor.plain import PlainLabel
from editor.window.app import make_window
from editor.window.window import Window


@pytest.fixture(scope="module")
def window(qapp: QApplication) -> Iterator[Window]:
    made = make_window("scenarios/lundys_lane.yaml")
    made.resize(1280, 800)
    made.show()
    settle()
    yield made
    made.desk.preview.close()
    forgive(made)
    made.close()


def test_overlays_leave_out_keys_that_have_no_room(window: Window) -> None:
    window.desk.actions.get("panel.overlays").trigger()
    settle()
    panel = window.docks.panel("overlays")
    assert panel is not None
    shown = [box for box in panel.boxes.values() if box.isVisible()]
    assert shown
    for box in shown:
        assert box.fontMetrics().horizontalAdvance(box.text()) + TICK <= box.width(), box.text()
        assert box.toolTip().startswith(box.text().rstrip("…"))


def test_overlays_follow_letters_of_another_size(window: Window) -> None:
    window.desk.actions.get("panel.overlays").trigger()
    settle()
    panel = window.docks.panel("overlays")
    assert panel is not None
    shown = [box for box in panel.boxes.values() if box.isVisible()]
    usual = panel.font()
    larger = panel.font()
    larger.setPointSizeF(usual.pointSizeF() * 1.5)
    for box in shown:
        box.setFont(larger)
    settle()
    for box in shown:
        assert box.fontMetrics().horizontalAdvance(box.text()) + TICK <= box.width(), box.text()
        box.setFont(usual)


def test_the_form_of_a_unit_is_as_wide_as_the_inspector(window: Window) -> None:
    window.desk.actions.get("panel.inspector").trigger()
    desk = window.desk
    desk.selection.set([desk.document.battle_map.grid.parse("L2812")], "us-9")
    settle()
    panel = window.findChild(InspectorPanel)
    assert panel is not None
    area = panel.findChild(QScrollArea)
    assert area is not None
    assert area.horizontalScrollBar().maximum() == 0


def test_what_lies_below_the_actions_of_test_turns_is_in_sight(window: Window) -> None:
    window.desk.actions.get("play.start").trigger()
    settle()
    panel = window.findChild(PreviewPanel)
    assert panel is not None
    assert panel.dice.visibleRegion().boundingRect().height() == panel.dice.height()


@pytest.mark.parametrize("tones", [LIGHT_TONES, DARK_TONES], ids=["light", "dark"])
def test_what_is_quiet_is_still_read_with_ease(tones: Tones) -> None:
    """4.5 to 1 is what the Web Content Accessibility Guidelines ask of text."""

    def light(colour: str) -> float:
        parts = [value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4 for value in rgb(colour)]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    def rgb(colour: str) -> list[float]:
        red, green, blue, _ = QColor(colour).getRgbF()
        return [red, green, blue]

    for ground in (tones.window, tones.base, tones.alternate, tones.button):
        brighter, darker = sorted((light(tones.muted), light(ground)), reverse=True)
        assert (brighter + 0.05) / (darker + 0.05) >= 4.5, ground


@pytest.mark.parametrize("tones", [LIGHT_TONES, DARK_TONES])
def test_headings_stand_over_what_they_head(tones: Tones, qtbot: QtBot) -> None:
    table = QTableView()
    qtbot.addWidget(table)
    table.setStyleSheet(style.sheet(tones))
    table.horizontalHeader().ensurePolished()
    assert table.horizontalHeader().defaultAlignment() & Qt.AlignmentFlag.AlignLeft


def test_one_line_that_has_no_room_is_not_broken_into_three(window: Window) -> None:
    panel = window.docks.panel("problems")
    assert not panel.brief.wordWrap()
    assert panel.brief.minimumSizeHint().height() <= 2 * panel.brief.fontMetrics().height()


def test_windows_have_a_sheet_and_the_application_has_none(window: Window, qapp: QApplication) -> None:
    """Qt crashed when the application was given its sheet again: it goes through every widget, also one about to go."""
    dark = window.desk.actions.get("view.dark")
    dialog = QDialog(window)
    complaint = PlainLabel("wrong", dialog)
    complaint.setObjectName("complaint")
    try:
        for on, tones in ((True, DARK_TONES), (False, LIGHT_TONES)):
            dark.setChecked(on)
            assert window.styleSheet() == style.sheet(tones)
            assert qapp.styleSheet() == ""
            complaint.ensurePolished()
            assert complaint.palette().windowText().color() == QColor(tones.error), "what belongs to it wears it too"
    finally:
        dark.setChecked(False)
        dialog.deleteLater()
