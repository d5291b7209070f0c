"""A stack is fanned out beside its place: read, filtered, chosen from by a click and by a box."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import forgive
from campaigning import SCENARIO, take_up
from fields import document
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from settling import settle

from editor.canvas.drawing.counters import COUNT_AT
from editor.canvas.drawing.stacks import COUNTER
from editor.hexes.canvas.units import UnitsLayer
from editor.panels.stack_fan import StackFan
from editor.window.app import make_window
from editor.window.window import Window
from engine.scenario import Unit

MANY = 30
AT = "L0303"


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    kinds = ("infantry", "artillery", "cavalry")
    units = [
        Unit(f"us-{n}", "us", f"Unit {n}", kinds[n % 3], "regiment", {"strength": n, "reduced": 1}) for n in range(MANY)
    ]
    foe = Unit("ac-1", "ac", "Royal Scots", "infantry", "regiment", {"strength": 6, "reduced": 3})
    setup = {unit.key: AT for unit in units} | {"ac-1": "L0601"}
    made = make_window(None)
    qtbot.addWidget(made, before_close_func=forgive)
    made.resize(1280, 800)
    with qtbot.waitExposed(made):
        made.show()
    made.desk.tabs.set_document(document(units={one.key: one for one in (*units, foe)}, setup=setup, arrivals=()))
    settle()
    made.canvas.fit()
    yield made
    made.desk.preview.close()


@pytest.fixture
def fan(window: Window) -> StackFan:
    return window.play.stack_fan


def hex_of(window: Window, name: str) -> int:
    return window.desk.document.battle_map.grid.parse(name)


def on_map(window: Window, point: QPointF) -> QPoint:
    return window.canvas.mapFromScene(point)


def count_of(window: Window, name: str) -> QPointF:
    """Where the count of a stack is in the scene."""
    layer = window.desk.controls.units.layer
    assert isinstance(layer, UnitsLayer)
    return layer.layout(hex_of(window, name))[-1][1].topRight() + COUNT_AT


def test_a_click_on_the_count_fans_the_stack_out_beside_it(qtbot: QtBot, window: Window, fan: StackFan) -> None:
    assert not fan.isVisible()
    qtbot.mouseClick(window.canvas.viewport(), Qt.MouseButton.LeftButton, pos=on_map(window, count_of(window, AT)))
    assert fan.isVisible()
    assert fan.title.text() == f"The Mill ({AT}): {MANY} units"
    assert fan.counters.count() == MANY
    x, y = window.canvas.map_scene.geometry.centre(hex_of(window, AT))
    half = round(COUNTER * window.canvas.zoom / 2)
    middle = window.canvas.viewport().mapTo(window.play, on_map(window, QPointF(x, y)))
    stack = QRect(middle.x() - half, middle.y() - half, 2 * half, 2 * half)
    assert not fan.geometry().intersects(stack), "the counter under the pointer stays in sight"
    assert fan.room().contains(fan.geometry())
    qtbot.keyClick(fan.counters, Qt.Key.Key_Escape)
    assert not fan.isVisible()


def test_what_is_typed_after_the_click_filters_the_stack(qtbot: QtBot, window: Window, fan: StackFan) -> None:
    window.activateWindow()
    qtbot.mouseClick(window.canvas.viewport(), Qt.MouseButton.LeftButton, pos=on_map(window, count_of(window, AT)))
    settle()
    tool = window.desk.tools.current
    qtbot.keyClicks(QApplication.focusWidget(), "artillery")
    assert fan.filter.text() == "artillery"
    assert window.desk.tools.current == tool, "no letter takes up a tool"
    qtbot.keyClick(fan.filter, Qt.Key.Key_Escape)
    assert not fan.isVisible()
    assert window.canvas.hasFocus()


def test_a_press_beside_the_count_is_for_the_unit(qtbot: QtBot, window: Window, fan: StackFan) -> None:
    beside = count_of(window, AT) + QPointF(-40, 40)
    qtbot.mouseClick(window.canvas.viewport(), Qt.MouseButton.LeftButton, pos=on_map(window, beside))
    assert not fan.isVisible()
    assert len(window.desk.selection.units) == 1


def test_a_tool_that_draws_keeps_its_press(qtbot: QtBot, window: Window, fan: StackFan) -> None:
    window.desk.tools.choose("brush")
    qtbot.mouseClick(window.canvas.viewport(), Qt.MouseButton.LeftButton, pos=on_map(window, count_of(window, AT)))
    assert not fan.isVisible()


def test_a_key_fans_out_the_selected_stack_and_closes_it(window: Window, fan: StackFan) -> None:
    window.desk.selection.set([hex_of(window, AT)])
    action = window.desk.actions.find("view.stack")
    assert action is not None
    assert action.shortcut().toString() == "F3"
    action.trigger()
    assert fan.isVisible()
    action.trigger()
    assert not fan.isVisible()
    window.desk.selection.set([hex_of(window, "L0101")])
    action.trigger()
    assert not fan.isVisible()


def test_it_can_be_filtered_and_read(window: Window, fan: StackFan) -> None:
    fan.fan(hex_of(window, AT))
    fan.filter.setText("artillery")
    shown = [fan.counters.item(row) for row in range(MANY) if not fan.counters.item(row).isHidden()]
    assert len(shown) == MANY // 3
    high = fan.height()
    fan.every.click()
    assert fan.counters.chosen == window.desk.selection.units
    assert len(window.desk.selection.units) == MANY // 3
    assert fan.height() == high, "what the filter hides moves nothing"
    fan.counters.setCurrentItem(shown[0])
    assert "regiment artillery" in fan.note.text()


def test_a_box_chooses_what_it_covers(qtbot: QtBot, window: Window, fan: StackFan) -> None:
    fan.fan(hex_of(window, AT))
    settle()
    view, port = fan.counters, fan.counters.viewport()
    first, fifth = view.visualItemRect(view.item(0)), view.visualItemRect(view.item(1))
    start = QPoint(port.width() - 3, 1)
    assert view.itemAt(start) is None, "a box begins beside the counters"
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    for point in (QPoint(port.width() // 2, fifth.bottom()), QPoint(first.left() + 2, fifth.bottom() - 4)):
        qtbot.mouseMove(port, point)
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=QPoint(first.left() + 2, fifth.bottom() - 4))
    across = sum(view.visualItemRect(view.item(row)).top() == first.top() for row in range(MANY))
    assert len(view.chosen) == across > 1
    assert window.desk.selection.units == view.chosen


def test_in_play_units_join_a_force_from_the_fan(qtbot: QtBot) -> None:
    window = make_window(str(SCENARIO))
    qtbot.addWidget(window, before_close_func=forgive)
    window.resize(1280, 800)
    with qtbot.waitExposed(window):
        window.show()
    fan = window.play.stack_fan
    take_up(window, {"br-hq": "T0303", "br-1": "T0303", "br-2": "T0303", "za-1": "T0604"}, "movement")
    landing = window.desk.document.battle_map.grid.parse("T0303")
    fan.fan(landing)
    assert fan.counters.count() == 3
    assert not fan.join.isVisible(), "no force is being put together"
    assert window.desk.controls.game.act("march T0303")
    assert fan.isVisible(), "it follows the game"
    assert fan.join.isVisible()
    assert not fan.join.isEnabled()
    for row in range(3):
        item = fan.counters.item(row)
        item.setSelected(item.data(Qt.ItemDataRole.UserRole) != "br-hq")
    assert set(window.desk.selection.units) == {"br-1", "br-2"}
    fan.join.click()
    assert {text for text in window.desk.preview.game.legal_actions().texts() if text.startswith("with")} == {
        "with br-hq"
    }
    assert window.desk.controls.game.take_back()
    assert "with br-1" in window.desk.preview.game.legal_actions().texts(), "one step takes all of them back"
    window.desk.preview.close()
    assert not fan.isVisible()
