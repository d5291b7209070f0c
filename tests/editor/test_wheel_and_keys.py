"""Wheels, touchpads, and keyboards of other countries."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import one_window
from hand import Hand
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.canvas.wheel import SCROLLS, SETTING
from editor.dialogs.preferences import PreferencesDialog
from editor.window.window import Window
from editor.work.settings import settings

Mod = Qt.KeyboardModifier
AT = QPoint(300, 250)


@pytest.fixture(scope="module")
def opened(qapp: QApplication) -> Iterator[Window]:
    """One window for all: what each test does is seen from where it begins."""
    with one_window(Path("maps/first_steps.yaml")) as made:
        yield made


@pytest.fixture
def window(opened: Window) -> Window:
    opened.desk.tools.choose("select")
    opened.desk.selection.clear()
    opened.canvas.go(1.0, opened.canvas.sceneRect().center())
    return opened


def turn(
    window: Window,
    angle: tuple[int, int],
    held: Mod = Mod.NoModifier,
    pixels: tuple[int, int] = (0, 0),
) -> tuple[float, QPoint]:
    """Turn a wheel; returns by how much the zoom grew, and how far the map moved in the view."""
    view = window.canvas
    zoom, origin = view.zoom, view.mapFromScene(QPointF())
    phase = Qt.ScrollPhase.ScrollUpdate if any(pixels) else Qt.ScrollPhase.NoScrollPhase
    viewport = view.viewport()
    event = QWheelEvent(
        QPointF(AT),
        QPointF(viewport.mapToGlobal(AT)),
        QPoint(*pixels),
        QPoint(*angle),
        Qt.MouseButton.NoButton,
        held,
        phase,
        False,
    )
    QApplication.sendEvent(viewport, event)
    return view.zoom / zoom, view.mapFromScene(QPointF()) - origin


def test_two_fingers_move_the_map_and_do_not_zoom(window: Window) -> None:
    assert turn(window, (-40, -80), pixels=(-20, -40)) == (1.0, QPoint(-20, -40))


@pytest.mark.parametrize("pixels", [(0, 0), (0, 30)])
def test_ctrl_and_the_wheel_zoom_on_every_device(window: Window, pixels: tuple[int, int]) -> None:
    settings().setValue(SETTING, SCROLLS)
    assert turn(window, (0, 120), Mod.ControlModifier, pixels)[0] == pytest.approx(2**0.25)


def test_the_wheel_of_a_mouse_does_as_the_preferences_say(window: Window, qtbot: QtBot) -> None:
    assert turn(window, (0, 120))[0] == pytest.approx(2**0.25)
    dialog = PreferencesDialog()
    qtbot.addWidget(dialog)
    dialog.wheel.setCurrentIndex(dialog.wheel.findData(SCROLLS))
    dialog.accept()
    grown, moved = turn(window, (0, 120))
    assert grown == 1.0
    assert (moved.x(), moved.y() > 0) == (0, True)


@pytest.mark.parametrize(
    ("angle", "held"),
    [
        ((120, 0), Mod.NoModifier),
        ((0, 120), Mod.AltModifier),
        ((120, 0), Mod.AltModifier),
        ((0, 120), Mod.ShiftModifier),
    ],
)
def test_tilting_and_alt_move_the_map_sideways(window: Window, angle: tuple[int, int], held: Mod) -> None:
    grown, moved = turn(window, angle, held)
    assert grown == 1.0
    assert (moved.x() > 0, moved.y()) == (True, 0)


def test_a_pinch_zooms_to_the_pointer(window: Window) -> None:
    view = window.canvas
    point, zoom = view.mapToScene(AT), view.zoom
    event = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture,
        QPointingDevice.primaryPointingDevice(),
        2,
        QPointF(AT),
        QPointF(AT),
        QPointF(view.viewport().mapToGlobal(AT)),
        0.25,
        QPointF(),
    )
    QApplication.sendEvent(view.viewport(), event)
    assert view.zoom == pytest.approx(zoom * 1.25)
    assert (view.mapFromScene(point) - AT).manhattanLength() <= 2


def press(window: Window, key: int, place: int, text: str, held: Mod = Mod.NoModifier) -> None:
    """Press a key that types a sign, at a place of the keyboard as X counts them."""
    for kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
        event = QKeyEvent(kind, key, held, place, 0, 0, text)
        event.ignore()
        # Sent by the program, an event would lose its place on the way through Qt's own shortcuts.
        window.canvas.event(event)
        assert event.isAccepted()


def test_tools_have_their_keys_under_a_cyrillic_layout(window: Window) -> None:
    press(window, ord("И"), 56, "и")
    assert window.desk.tools.current == "brush"
    press(window, ord("К"), 27, "к")
    assert window.desk.tools.current == "road"


def test_digits_need_no_shift_under_a_french_layout(window: Window) -> None:
    window.desk.tools.choose("brush")
    chosen = []
    for key, place, text in ((ord("&"), 10, "&"), (ord("-"), 15, "-"), (0xC9, 11, "é")):
        press(window, key, place, text)
        chosen.append(window.desk.settings.terrain)
    assert len(set(chosen)) == 3


def test_letters_of_a_french_layout_are_those_that_are_typed(window: Window) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, ord("A"), Mod.NoModifier, 24, 0, 0, "a")
    from editor.canvas.physical import key_meant

    assert key_meant(event) == ord("A")


def test_what_is_pasted_turns_under_a_cyrillic_layout(window: Window, qtbot: QtBot) -> None:
    desk = window.desk
    desk.selection.set([desk.document.battle_map.grid.hexes[20], desk.document.battle_map.grid.hexes[21]])
    desk.actions.get("edit.copy").trigger()
    desk.actions.get("edit.paste").trigger()
    Hand(qtbot, desk).move(desk.document.battle_map.grid.name(40))
    tool = desk.tools.tool
    held = tool.clip  # type: ignore[attr-defined]
    press(window, ord("К"), 27, "к")
    assert desk.tools.tool is tool
    assert tool.clip != held  # type: ignore[attr-defined]
