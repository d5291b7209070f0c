"""The reinforcement track: turns as columns, groups as cards; dropped, carried, edited, from nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench, at_bench
from fields import battle_map, document
from hand import Hand
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QSpinBox, QWidget
from pytestqt.qtbot import QtBot
from settling import settle

from editor.canvas.units_mime import pack
from editor.commands.edit_scenario import EditScenario
from editor.document.document import Document
from editor.panels.arrivals_panel import CARD, ArrivalsPanel
from editor.panels.place_field import PlaceField
from editor.panels.units_field import UnitsField
from engine.scenario import Arrival, Pool, Turns, VictoryCondition


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, document()) as made:
        yield made


@pytest.fixture
def track(qtbot: QtBot, bench: Bench) -> ArrivalsPanel:
    panel = ArrivalsPanel(bench.desk)
    qtbot.addWidget(panel)
    panel.resize(1200, 320)
    panel.show()
    return panel


def arrivals(bench: Bench) -> tuple[Arrival, ...]:
    return bench.document.require_scenario().arrivals


def drop(target: QWidget, data: QMimeData, at: QPointF) -> None:
    action = Qt.DropAction.MoveAction
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(target, QDragEnterEvent(at.toPoint(), action, data, button, none))
    QApplication.sendEvent(target, QDropEvent(at, action, data, button, none))


def card_data(number: int) -> QMimeData:
    data = QMimeData()
    data.setData(CARD, str(number).encode())
    return data


def pick(combo: QWidget, value: str) -> None:
    assert isinstance(combo, QComboBox)
    combo.setCurrentIndex(combo.findData(value))
    combo.activated.emit(combo.currentIndex())


def test_every_turn_is_a_column_and_every_group_a_card(track: ArrivalsPanel) -> None:
    assert list(track.columns) == [1, 2, 3, 4, 5, 6]
    assert [len(column.cards) for column in track.columns.values()] == [0, 0, 1, 0, 0, 0]
    assert track.columns[3].cards[0].accessibleName() == "Scott's column, turn 3"


def test_the_chosen_group_is_in_view(track: ArrivalsPanel) -> None:
    track.resize(420, 200)
    settle()
    card = track.columns[3].cards[0]
    assert card.visibleRegion().isEmpty()
    track.choose(0)
    settle()
    assert not card.visibleRegion().isEmpty()


def test_reinforcements_are_drawn_from_a_pool(track: ArrivalsPanel, bench: Bench) -> None:
    bench.desk.push(EditScenario("A pool", pools={"reserve": Pool("ac", ("ac-103",))}))
    track.choose(0)
    pick(track.form.widgets["how"], "place")
    pick(track.form.widgets["source"], "reserve")
    pick(track.form.widgets["draw"], "d3")
    (group,) = arrivals(bench)
    assert (group.how, group.source, group.draw, group.units) == ("place", "reserve", "d3", ())
    assert "d3 of the pool reserve" in track.columns[3].cards[0].findChildren(QLabel)[-1].text()
    pick(track.form.widgets["how"], "enter")
    assert (arrivals(bench)[0].source, arrivals(bench)[0].draw) == ("", "")


def test_units_dropped_on_a_turn_enter_then(track: ArrivalsPanel, bench: Bench) -> None:
    drop(track.columns[2], pack(["ac-1"]), QPointF(60, 60))
    assert [(group.turn, group.units) for group in arrivals(bench)] == [(2, ("ac-1",)), (3, ("ac-103",))]
    assert "ac-1" not in bench.document.require_scenario().setup
    assert len(track.columns[2].cards) == 1


def test_units_dropped_on_a_card_join_its_group(qtbot: QtBot, track: ArrivalsPanel, bench: Bench) -> None:
    column = track.columns[3]
    qtbot.waitUntil(lambda: column.cards[0].height() > 20)
    drop(column, pack(["ac-1"]), QPointF(column.cards[0].geometry().center()))
    assert arrivals(bench)[0].units == ("ac-103", "ac-1")


def test_a_card_carried_to_another_turn_comes_then(track: ArrivalsPanel, bench: Bench) -> None:
    drop(track.columns[5], card_data(0), QPointF(60, 60))
    assert arrivals(bench)[0].turn == 5
    assert len(track.columns[5].cards) == 1
    track.choose(0)
    track.later_action.trigger()
    assert arrivals(bench)[0].turn == 6
    track.later_action.trigger()
    assert arrivals(bench)[0].turn == 6
    assert "turns 1 to 6" in bench.said[-1]
    bench.document.stack.undo()
    assert arrivals(bench)[0].turn == 5


def test_add_works_from_nothing_and_asks_for_the_entry_hex(track: ArrivalsPanel, bench: Bench, qtbot: QtBot) -> None:
    track.choose(0)
    track.remove_action.trigger()
    assert arrivals(bench) == ()
    track.add_action.trigger()
    Hand(qtbot, bench).click("L0104")
    assert arrivals(bench) == (Arrival(2, "us", ("L0104",), ()),)
    units = track.form.widgets["units"]
    assert isinstance(units, UnitsField)
    units.join(["us-9"])
    assert arrivals(bench)[0].units == ("us-9",)
    assert "us-9" not in bench.document.require_scenario().setup


def test_a_chosen_card_shows_its_entry_on_the_map_and_its_fields(
    qtbot: QtBot, track: ArrivalsPanel, bench: Bench
) -> None:
    qtbot.mouseClick(track.columns[3].cards[0], Qt.MouseButton.LeftButton)
    assert bench.desk.selection.hexes == [bench.document.battle_map.grid.parse("L0801")]
    turn = track.form.widgets["turn"]
    assert isinstance(turn, QSpinBox)
    turn.setValue(4)
    assert arrivals(bench)[0].turn == 4
    assert track.group is not None
    pick(track.form.widgets["side"], "us")
    assert arrivals(bench)[0] == Arrival(4, "us", ("L0801",), (), "Scott's column")


def test_a_group_waits_for_hexes_clicked_on_the_map(track: ArrivalsPanel, bench: Bench, qtbot: QtBot) -> None:
    track.choose(0)
    pick(track.form.widgets["when"], "hold")
    place = track.form.widgets["when place"]
    assert isinstance(place, PlaceField)
    place.choose()
    Hand(qtbot, bench).click("L0303")
    assert arrivals(bench)[0].when == VictoryCondition("hold", ("L0303",))
    pick(track.form.widgets["when"], "")
    assert arrivals(bench)[0].when is None


def test_units_on_the_map_are_withdrawn_on_a_turn(track: ArrivalsPanel, bench: Bench) -> None:
    track.add_action.trigger()
    pick(track.form.widgets["how"], "withdraw")
    units = track.form.widgets["units"]
    assert isinstance(units, UnitsField)
    units.picker.refresh()
    assert units.picker.tree.findItems("9th Infantry", Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive)
    units.join(["us-9"])
    assert arrivals(bench)[0] == Arrival(2, "us", (), ("us-9",), how="withdraw")
    assert bench.document.require_scenario().setup["us-9"] == "L0202"
    drop(track.columns[2], pack(["us-towson"]), QPointF(60, 400))
    assert ("us-towson",) in [group.units for group in arrivals(bench) if group.how == "enter"]
    assert arrivals(bench)[0].units == ("us-9",)


def test_groups_of_turns_that_are_never_played_are_seen(bench: Bench, track: ArrivalsPanel) -> None:
    bench.desk.tabs.set_document(document(arrivals=(Arrival(9, "us", ("L0801",), ("us-9",)),)))
    assert list(track.columns)[-1] == 9
    assert len(track.columns[9].cards) == 1


def test_a_map_alone_has_an_empty_state(bench: Bench, track: ArrivalsPanel) -> None:
    bench.desk.tabs.set_document(Document(battle_map()))
    assert track.pages.currentWidget() is track.empty
    assert not track.add_action.isEnabled()


def test_what_is_typed_elsewhere_leaves_the_track_as_it_is(bench: Bench, track: ArrivalsPanel) -> None:
    column = track.columns[3]
    bench.desk.push(EditScenario(description="Another text"))
    assert track.columns[3] is column
    bench.desk.push(EditScenario(turns=Turns(7)))
    assert list(track.columns) == [1, 2, 3, 4, 5, 6, 7]


def test_a_group_that_waits_for_a_number_waits_for_one_at_first(track: ArrivalsPanel, bench: Bench) -> None:
    track.choose(0)
    pick(track.form.widgets["when"], "eliminated")
    assert arrivals(bench)[0].when == VictoryCondition("eliminated", count=1)
    box = track.form.widgets["when count"]
    assert isinstance(box, QSpinBox)
    box.setValue(0)
    assert box.text() == "0: always met"
