"""Columns put together by hand: units dragged from one to another while a hex is organised."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench
from campaigning import at_campaign, take_up
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from pytestqt.qtbot import QtBot

from editor.canvas.units_mime import pack
from editor.panels.grouping_card import GroupBox, GroupingCardView

PLACES = {**dict.fromkeys(("br-hq", "br-1", "br-2", "br-guns"), "T0303"), "za-1": "T0805"}


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_campaign(qtbot) as made:
        take_up(made, PLACES, "movement", columns={"c1": ["br-1"]})
        yield made


@pytest.fixture
def card(bench: Bench) -> GroupingCardView:
    return GroupingCardView(bench.desk, bench.window, bench.panes)


def drop(unit: str, box: GroupBox) -> bool:
    """Drag a unit onto a column; whether it was taken."""
    data, action = pack([unit]), Qt.DropAction.MoveAction
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entered = QDragEnterEvent(QPoint(5, 5), action, data, buttons, keys)
    box.dragEnterEvent(entered)
    if entered.isAccepted():
        box.dropEvent(QDropEvent(QPointF(5, 5), action, data, buttons, keys, QEvent.Type.Drop))
    assert not box.isHidden(), "nobody may go while the drag is on"
    box._card.settle_drop()
    return entered.isAccepted()


def loads(card: GroupingCardView) -> dict[str, set[str]]:
    return {column: set(card._units_of(box)) for column, box in card.boxes.items()}


def test_it_comes_when_a_hex_is_organised_and_goes_afterwards(bench: Bench, card: GroupingCardView) -> None:
    assert card.isHidden()
    assert bench.desk.preview.act("organise T0303")
    assert not card.isHidden()
    assert loads(card) == {"": {"br-hq", "br-2", "br-guns"}, "c1": {"br-1"}, "c2": set()}
    assert bench.desk.preview.act("done")
    assert card.isHidden()


def test_a_unit_dropped_on_a_column_joins_it_once(bench: Bench, card: GroupingCardView) -> None:
    assert bench.desk.preview.act("organise T0303")
    assert drop("br-2", card.boxes["c1"])
    assert bench.desk.preview.position.action == "join c1 br-2"
    assert loads(card)["c1"] == {"br-1", "br-2"}
    assert not card.chips["br-2"].isEnabled()
    assert card.chips["br-guns"].isEnabled()
    assert drop("br-guns", card.boxes["c2"])
    assert loads(card)["c2"] == {"br-guns"}
    assert drop("br-1", card.boxes[""])
    assert loads(card)[""] == {"br-hq", "br-1"}
    played = bench.desk.preview.played
    drop("br-hq", card.boxes[""])
    assert bench.desk.preview.played == played, "it is there already"


def test_what_the_rules_forbid_is_refused_with_the_reason(bench: Bench, card: GroupingCardView) -> None:
    assert bench.desk.preview.act("organise T0303")
    for column in ("c1", ""):
        drop("br-2", card.boxes[column])
    assert loads(card)["c1"] == {"br-1", "br-2"}
    assert "has been organised already" in bench.said[-1]


def test_names_are_told_not_keys(card: GroupingCardView, bench: Bench) -> None:
    assert bench.desk.preview.act("organise T0303")
    assert card.chips["br-guns"].accessibleName() == "Mountain guns"
    assert card.boxes["c2"].accessibleName() == "New column: drop a unit here (c2)"
    assert "T0303" in card.title.text()
