"""Buttons that stay where they are, words that go when they are no longer true, kinds that come into view."""

from __future__ import annotations

import pytest
from bench import Bench
from fields import document
from hand import Hand
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from settling import settle

from editor.dialogs.forms import FormDialog
from editor.hexes.panels.palette_panel import PalettePanel
from editor.look.scrolled import Scrolled
from editor.panels.flow import FlowLayout
from editor.panels.play_banner import PlayBanner
from editor.panels.preview_panel import PreviewPanel
from editor.window.window import Window
from engine.boards.palette import Layer


class OneField(FormDialog):
    """A dialog as low as it can be, with a field that must not be empty."""

    def __init__(self) -> None:
        super().__init__("One field")
        self.field = QLineEdit("something")
        self.field.textChanged.connect(lambda _text: self.check())
        self.body.addWidget(self.field)
        self.check()

    def problem(self) -> str:
        return "" if self.field.text() else "This field must not be empty, for nothing can be made of nothing."


def test_a_complaint_moves_no_button(qtbot: QtBot) -> None:
    dialog = OneField()
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    settle()
    before, size = dialog.buttons.geometry(), dialog.size()
    dialog.field.clear()
    settle()
    assert dialog.complaint.isVisible()
    assert dialog.complaint.text().startswith("This field must not be empty")
    assert (dialog.buttons.geometry(), dialog.size()) == (before, size)


@pytest.fixture
def line(window: Window) -> QLabel:
    window.desk.tools.choose("select")
    return window.status.message


def test_what_was_said_goes_when_something_else_was_done(window: Window, line: QLabel) -> None:
    desk = window.desk
    desk.status("Opened a file")
    settle()
    assert line.text() == "Opened a file"
    desk.selection.set([desk.document.battle_map.grid.hexes[5]])
    assert line.text() == desk.tools.tool.hint
    desk.tools.choose("region")
    settle()
    desk.selection.set([desk.document.battle_map.grid.hexes[6]])
    assert line.text() == desk.tools.tool.hint != ""


def test_what_a_step_says_itself_stays(window: Window, line: QLabel) -> None:
    desk = window.desk
    desk.status("Something old")
    settle()
    desk.status("Painted")
    desk.selection.set([desk.document.battle_map.grid.hexes[5]])
    assert line.text() == "Painted"


def test_who_waits_for_a_click_goes_on_being_told(window: Window, line: QLabel) -> None:
    desk = window.desk
    desk.canvas.picking = lambda _h: None
    desk.status("Click a hex")
    settle()
    desk.selection.set([desk.document.battle_map.grid.hexes[5]])
    assert line.text() == "Click a hex"
    desk.canvas.picking = None


def test_the_features_tool_brings_its_kinds_into_view(qtbot: QtBot) -> None:
    bench = Bench(document())
    qtbot.addWidget(bench.window)
    panel = PalettePanel(bench.desk)
    qtbot.addWidget(panel)
    panel.resize(240, 260)
    with qtbot.waitExposed(panel):
        panel.show()
    settle()
    building = panel.swatch(Layer.FEATURE, "building")
    bench.desk.tools.choose("brush")
    settle()
    assert building.visibleRegion().isEmpty()
    bench.desk.tools.choose("feature")
    settle()
    assert building.visibleRegion().boundingRect().size() == building.size()


def test_swatches_that_can_be_seen_stay_and_others_come_with_their_heading(qtbot: QtBot) -> None:
    bench = Bench(document())
    qtbot.addWidget(bench.window)
    panel = PalettePanel(bench.desk)
    qtbot.addWidget(panel)
    panel.resize(340, 390)
    with qtbot.waitExposed(panel):
        panel.show()
    settle()
    heading = next(label for label in panel.findChildren(QLabel) if label.text() == "Terrain")
    before = heading.mapTo(panel, QPoint())
    for tool in ("brush", "line", "shape", "fill", "elevation"):
        bench.desk.tools.choose(tool)
        settle()
        assert heading.mapTo(panel, QPoint()) == before, tool
    for tool, title in (("hexside", "Hexsides"), ("road", "Roads and streams")):
        bench.desk.tools.choose(tool)
        settle()
        heading = next(label for label in panel.findChildren(QLabel) if label.text() == title)
        assert heading.visibleRegion().boundingRect().size() == heading.size(), title


def test_the_status_line_tells_of_the_hex_as_it_is_now(qtbot: QtBot, window: Window, line: QLabel) -> None:
    hand = Hand(qtbot, window.desk)
    name = next(hand.grid.name(h) for h in hand.grid.hexes if hand.map.terrain[h] == "clear")
    window.desk.settings.set("terrain", "forest")
    window.desk.tools.choose("brush")
    hand.click(name)
    settle()
    assert window.status.place.text().startswith(f"{name} · Forest")
    window.desk.actions.get("edit.undo").trigger()
    settle()
    assert window.status.place.text().startswith(f"{name} · Clear")


def test_the_status_line_is_silent_on_the_welcome_page_and_helps_after_it(window: Window, line: QLabel) -> None:
    status = window.status
    window.greeter.greet()
    settle()
    assert not line.text()
    assert not status.zoom.isVisible()
    assert not status.place.isVisible()
    window.greeter.leave()
    settle()
    assert line.text() == window.desk.tools.tool.hint
    assert status.zoom.isVisible()


def test_a_scroll_bar_that_comes_moves_nothing(qtbot: QtBot) -> None:
    body = QWidget()
    flow = FlowLayout(body, 4)
    for number in range(6):
        flow.addWidget(QPushButton(f"Button {number}"))
    area = Scrolled(body)
    qtbot.addWidget(area)
    area.resize(5 * 90, 400)
    with qtbot.waitExposed(area):
        area.show()
    settle()
    before = [button.geometry() for button in body.findChildren(QPushButton)]
    assert not area.verticalScrollBar().isVisible()
    area.resize(area.width(), 10)
    settle()
    assert area.verticalScrollBar().isVisible()
    assert [button.geometry() for button in body.findChildren(QPushButton)] == before


def test_the_buttons_that_let_players_play_stay_while_they_do(qtbot: QtBot) -> None:
    bench = Bench(document())
    qtbot.addWidget(bench.window)
    panel = PreviewPanel(bench.desk)
    qtbot.addWidget(panel)
    banner = PlayBanner(bench.desk)
    qtbot.addWidget(banner)
    banner.resize(800, 100)
    assert bench.desk.controls.game.start({"us": "random", "ac": "random"}, 1)
    settle()
    banner.show()
    places = set[tuple[int, int]]()

    def look() -> None:
        settle()
        places.add(banner.run.mapTo(banner, QPoint()).toTuple())

    look()
    panel.to_end.trigger()
    look()
    qtbot.waitUntil(lambda: not bench.desk.preview.busy)
    look()
    bench.desk.preview.show(3)
    look()
    assert len(places) == 1


def test_no_tool_moves_the_swatches(qtbot: QtBot) -> None:
    bench = Bench(document())
    qtbot.addWidget(bench.window)
    panel = PalettePanel(bench.desk)
    qtbot.addWidget(panel)
    panel.resize(264, 560)
    with qtbot.waitExposed(panel):
        panel.show()
    tops = dict[str, int]()
    for tool in bench.desk.tools.all:
        bench.desk.tools.choose(tool.key)
        settle()
        tops[tool.key] = panel._scroll.y()
    assert len(set(tops.values())) == 1, tops
