"""The tour: a card at each part of the window, by mouse and keys, in nobody's way."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import forgive
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from settling import settle

from editor.window.app import make_window
from editor.window.tour import beside
from editor.window.tour_stops import SAMPLE, STOPS
from editor.window.window import Window
from engine import data


@pytest.fixture(scope="module")
def window(qapp: QApplication) -> Iterator[Window]:
    made = make_window(None)
    made.resize(1280, 800)
    made.show()
    made.activateWindow()
    settle()
    yield made
    forgive(made)
    made.close()


@pytest.fixture(autouse=True)
def _over(window: Window) -> Iterator[None]:
    window.activateWindow()
    settle()
    yield
    window.tour.leave()


def test_it_begins_on_the_welcome_page_with_a_sample_in_a_tab_of_its_own(window: Window, qtbot: QtBot) -> None:
    window.greeter.greet()
    start = next(button for button in window.welcome.starts if button.objectName() == "help.tour")
    qtbot.mouseClick(start, Qt.MouseButton.LeftButton)
    assert window.desk.document.path == data.scenarios() / f"{SAMPLE}.yaml"
    assert not window.greeter.greets
    assert window.tour.card.isVisible()
    assert QApplication.activeModalWidget() is None
    window.greeter.greet()
    assert window.tour.at == -1
    window.greeter.leave()


def test_each_stop_shows_its_part_and_leaves_it_to_be_used(window: Window, qtbot: QtBot) -> None:
    window.tour.start()
    for number, stop in enumerate(STOPS):
        assert window.tour.at == number
        settle()
        part, card = window.tour.part, window.tour.card
        shown = QRect(part.mapTo(window, QPoint()), part.size())
        assert part.isVisible(), stop.part
        assert not part.visibleRegion().isEmpty(), f"{stop.part} is behind another"
        assert window.rect().contains(card.geometry()), stop.part
        assert stop.part == "map" or not shown.intersects(card.geometry()), stop.part
        assert "{" not in card.text.text()
        assert card.text.height() >= card.text.heightForWidth(card.text.width())
        qtbot.keyClick(card.focusWidget() or card, Qt.Key.Key_Return)
    assert window.tour.at == -1
    assert not card.isVisible()
    assert not window.tour.light.isVisible()


def test_arrows_go_on_and_back_and_esc_leaves(window: Window, qtbot: QtBot) -> None:
    window.tour.start()
    card = window.tour.card
    assert window.focusWidget() is card.next
    assert not card.back.isEnabled()
    qtbot.keyClick(card.next, Qt.Key.Key_Right)
    qtbot.keyClick(card.next, Qt.Key.Key_Right)
    assert window.tour.at == 2
    qtbot.keyClick(card.next, Qt.Key.Key_Left)
    assert (window.tour.at, card.count.text()) == (1, f"2 of {len(STOPS)}")
    qtbot.keyClick(card.next, Qt.Key.Key_Escape)
    assert window.tour.at == -1
    assert window.focusWidget() is window.canvas


def test_work_goes_on_under_way_and_unsaved_work_stays(window: Window) -> None:
    window.tour.start()
    window.desk.actions.get("file.template-tlg2").trigger()
    assert window.tour.at == 0
    window.tour.go(3)
    dirty = window.desk.document
    assert dirty.dirty
    window.tour.leave()
    window.tour.start()
    assert dirty.dirty
    assert dirty in [tab.document for tab in window.desk.tabs]


def test_the_card_goes_along_with_the_window(window: Window) -> None:
    window.tour.start()
    window.tour.go([stop.part for stop in STOPS].index("battle"))
    for size in (QSize(1500, 900), QSize(1280, 800)):
        window.resize(size)
        settle()
        assert window.rect().contains(window.tour.card.geometry())


def test_a_card_stands_where_there_is_room() -> None:
    room, card = QRect(0, 0, 1000, 600), QSize(300, 200)
    assert beside(QRect(0, 0, 200, 600), card, room).x() > 200
    assert beside(QRect(800, 0, 200, 600), card, room).x() < 500
    assert beside(QRect(0, 400, 1000, 200), card, room).y() < 200
    assert room.contains(QRect(beside(room, card, room), card))
    assert beside(QRect(), card, room) == QPoint(349, 199)
