"""Buttons that stay under the finger: no preview moves or relabels what triggers it, and no click goes astray."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import forgive
from campaigning import SCENARIO, take_up
from fields import document
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from settling import settle

from editor.document.document import Document
from editor.panels.answer_button import ChoiceButton
from editor.panels.choice_buttons import ChoiceButtons
from editor.preview.seats import HUMAN
from editor.window.app import make_window
from editor.window.window import Window
from engine.scenario import Unit

NONE = Qt.KeyboardModifier.NoModifier
PEOPLE = {"us": HUMAN, "ac": HUMAN}


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    made = make_window(None)
    qtbot.addWidget(made, before_close_func=forgive)
    made.resize(1280, 800)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    made.desk.preview.close()


def with_support() -> Document:
    """A fight of Fire & Movement in which both sides have markers of support fire, drawn unseen."""
    values = {"attack": 4, "defense": 4, "movement": 4, "reduced_attack": 2, "reduced_defense": 2}
    units = [Unit(f"{side}-1", side, f"First of {side}", "infantry", values=values) for side in ("us", "ac")]
    pool = [{"strength": 1}, {"strength": 3}]
    return document(
        system="fm",
        units={unit.key: unit for unit in units},
        setup={"us-1": "L0302", "ac-1": "L0303"},
        arrivals=(),
        special={"support_fire": {"allotment": {"1": "1/1"}, "us": pool, "ac": pool}},
    )


def tlg2_battle(window: Window) -> None:
    """An attack of Twilight's Last Gleaming at any of several columns."""
    show(window, document(setup={"us-9": "L0602", "us-towson": "L0702", "ac-1": "L0603"}, arrivals=()))
    for action in ("end phase", "attack L0603", "with us-9"):
        assert window.desk.controls.game.act(action)


def fm_battle(window: Window) -> None:
    """An attack of Fire & Movement that may be supported."""
    show(window, with_support())
    for action in ("end phase", "end phase", "attack L0303", "with us-1", "fight"):
        assert window.desk.controls.game.act(action)


def sns_rally(window: Window) -> None:
    """A rally of The Sun Never Sets, with a headquarters and without."""
    window.desk.tabs.set_document(Document.open(SCENARIO))
    settle()
    window.canvas.fit()
    places = {"br-hq": "T0303", "br-1": {"at": "T0303", "steps": 1}, "br-2": "T0303", "za-1": "T0805"}
    take_up(window, places, "rally")


def show(window: Window, shown: Document) -> None:
    """A game of two people on a document."""
    window.desk.tabs.set_document(shown)
    settle()
    window.canvas.fit()
    assert window.desk.controls.game.start(PEOPLE, 3)


BATTLES = {"tlg2": tlg2_battle, "fm": fm_battle, "sns": sns_rally}


def buttons(window: Window) -> dict[QAbstractButton, tuple[QRect, str]]:
    """Every button in sight around the map, with its place and its words."""
    return {
        one: (QRect(one.mapTo(window, QPoint()), one.size()), one.text())
        for one in window.play.findChildren(QAbstractButton)
        if one.isVisible()
    }


def point_at(window: Window, widget: QWidget, spot: QPoint) -> None:
    """Move the pointer over a widget as the desktop does: through the window."""
    QTest.mouseMove(window.windowHandle(), widget.mapTo(window, spot))
    settle()


@pytest.mark.parametrize("system", BATTLES)
def test_a_preview_moves_and_relabels_no_button(window: Window, system: str) -> None:
    BATTLES[system](window)
    settle()
    card = window.play.card
    assert card.isVisible()
    assert card.offers
    before, map_at, told = buttons(window), window.canvas.geometry(), set[str]()
    for offer in card.offers.values():
        for x in range(1, offer.width(), max(1, offer.width() // 8)):
            point_at(window, offer, QPoint(x, offer.height() // 2))
            told.add(card.text.text() + card.rows.text())
            assert buttons(window) == before, f"the pointer is {x} pixels into {offer.text()}"
    for action in card.lowered.menu().actions():
        action.hover()
        told.add(card.text.text())
        assert buttons(window) == before, action.text()
    assert window.canvas.geometry() == map_at, "nor the map"
    assert len(told) > 1, "each offer tells something else"


@pytest.mark.parametrize("system", BATTLES)
def test_no_line_of_any_offer_is_cut_off(window: Window, system: str) -> None:
    BATTLES[system](window)
    settle()
    card = window.play.card
    card.details.setChecked(True)
    for offer in card.offers.values():
        offer.looked_at.emit()
        settle()
        assert card.heading.height() >= card.heading.heightForWidth(card.heading.width())
        for slot in card.slots:
            assert slot.height() >= slot.label.heightForWidth(slot.viewport().width())


def test_the_end_of_a_phase_has_its_place_and_no_answer_comes_there(window: Window) -> None:
    show(window, document(setup={"us-9": "L0302", "us-towson": "L0202", "ac-1": "L0303"}, arrivals=()))
    settle()
    banner, places = window.play.banner, set[tuple[int, int, int, int]]()
    for action in ("end phase", "attack L0303", "with us-9", "with us-towson", "fight"):
        for button in banner.ends.buttons:
            place = QRect(button.mapTo(banner, QPoint()), button.size())
            if button.answer == "end phase":
                places.add(place.getRect())
        assert window.desk.controls.game.act(action)
        settle()
    assert len(places) == 1
    listed = window.docks["preview"].findChildren(ChoiceButtons)[0].findChildren(ChoiceButton)
    assert not any(one.isVisible() and one.answer == "end phase" for one in listed), "nor in the list of answers"


def test_what_is_asked_moves_neither_banner_nor_map(window: Window) -> None:
    show(window, document(setup={"us-9": "L0302", "us-towson": "L0202", "ac-1": "L0303"}, arrivals=()))
    settle()
    high, top = window.play.banner.height(), window.canvas.mapTo(window, QPoint()).y()
    for action in ("end phase", "attack L0303", "with us-9", "with us-towson", "fight"):
        assert window.desk.controls.game.act(action)
        settle()
        assert (window.play.banner.height(), window.canvas.mapTo(window, QPoint()).y()) == (high, top), action
    window.desk.preview.show(1)
    settle()
    assert (window.play.banner.height(), window.canvas.mapTo(window, QPoint()).y()) == (high, top), "an earlier one"


def double_click(window: Window, widget: QWidget) -> None:
    """Press twice in the middle of a widget, wherever the second press then leads."""
    spot = widget.mapTo(window, widget.rect().center())
    QTest.mouseMove(window.windowHandle(), spot)
    settle()
    QTest.mouseDClick(window.windowHandle(), Qt.MouseButton.LeftButton, NONE, spot)
    settle()


def test_a_double_click_on_an_end_ends_one_phase_and_keys_always_end(qtbot: QtBot, window: Window) -> None:
    show(window, document(setup={"us-9": "L0302", "ac-1": "L0602"}, arrivals=()))
    settle()
    ends = window.play.banner.ends
    double_click(window, ends.buttons[0])
    assert window.desk.preview.played == 1
    assert ends.buttons[0].answer == "end phase", "the next one stands in its place"
    qtbot.mouseClick(ends.buttons[0], Qt.MouseButton.LeftButton)
    assert window.desk.preview.played == 2, "a press by itself counts"
    for played in (3, 4):
        ends.buttons[0].setFocus()
        qtbot.keyClick(ends.buttons[0], Qt.Key.Key_Space)
        assert window.desk.preview.played == played


@pytest.mark.parametrize("system", ["tlg2", "sns"])
def test_a_double_click_on_the_card_answers_once_and_does_not_reach_the_map(
    window: Window, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    BATTLES[system](window)
    settle()
    clicked: list[int] = []
    window.canvas.picking = clicked.append
    played = window.desk.preview.played
    double_click(window, next(iter(window.play.card.offers.values())))
    assert window.desk.preview.played == played + 1
    assert not clicked


def test_no_click_on_a_card_reaches_the_map(window: Window) -> None:
    tlg2_battle(window)
    settle()
    clicked: list[int] = []
    window.canvas.picking = clicked.append
    card = window.play.card
    for x in range(2, card.width(), 16):
        for y in range(2, card.height(), 16):
            spot = QPoint(x, y)
            if not isinstance(card.childAt(spot), QAbstractButton):
                QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, NONE, card.mapTo(window, spot))
    assert not clicked
    beside = QPoint(card.width() + 4, 4) if card.x() < window.canvas.width() // 2 else QPoint(-4, 4)
    QTest.mouseClick(window.windowHandle(), Qt.MouseButton.LeftButton, NONE, card.mapTo(window, beside))
    assert clicked, "beside it they do"


def test_undo_takes_back_in_play_what_was_played(qtbot: QtBot, window: Window) -> None:
    show(window, document(setup={"us-9": "L0302", "ac-1": "L0602"}, arrivals=()))
    settle()
    undo = window.desk.actions.get("edit.undo")
    assert not undo.isEnabled(), "nothing was played"
    for action in ("move us-9 L0303", "end phase"):
        assert window.desk.controls.game.act(action)
    assert undo.isEnabled()
    assert undo.text().replace("&", "") == "Take back the last action"
    qtbot.keyClick(window.canvas, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.desk.preview.played == 1
    [arrow] = [one for one in window.findChildren(QToolButton) if one.defaultAction() is undo and one.isVisible()]
    qtbot.mouseClick(arrow, Qt.MouseButton.LeftButton)
    assert window.desk.preview.played == 0
    assert not undo.isEnabled()
    window.desk.preview.close()
    assert undo.text().replace("&", "") == "Undo"
