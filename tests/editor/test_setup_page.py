"""The set-up made by mouse: groups in order, areas painted, units dropped, pools; and it is what a game asks for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench, at_bench
from fields import document
from hand import Hand
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from editor.canvas.units_mime import pack
from editor.panels.place_field import PlaceField
from editor.panels.scenario_panel import ScenarioPanel
from editor.panels.setup_page import SetupPage
from editor.panels.units_field import UnitsField
from engine.mechanics.procedure import SET_UP
from engine.play import Game
from engine.scenario import Arrival, Deployment, Pool, Scenario


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, document()) as made:
        yield made


@pytest.fixture
def page(qtbot: QtBot, bench: Bench) -> SetupPage:
    panel = ScenarioPanel(bench.desk)
    qtbot.addWidget(panel)
    panel.resize(340, 620)
    panel.show()
    panel.show_page("setup")
    found = panel.page("setup")
    assert isinstance(found, SetupPage)
    return found


@pytest.fixture
def hand(qtbot: QtBot, bench: Bench) -> Hand:
    return Hand(qtbot, bench)


def scenario(bench: Bench) -> Scenario:
    return bench.document.require_scenario()


def menu(page: SetupPage, text: str) -> None:
    page.add_menu.aboutToShow.emit()
    next(entry for entry in page.add_menu.actions() if entry.text() == text).trigger()


def field(page: SetupPage, name: str) -> QWidget:
    assert page.form is not None
    return page.form.widgets[name]


def rows(page: SetupPage) -> list[str]:
    found = page.tree.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive)
    return [item.text(0) for item in found]


def pick(combo: QWidget, value: str) -> None:
    assert isinstance(combo, QComboBox)
    combo.setCurrentIndex(combo.findData(value))
    combo.activated.emit(combo.currentIndex())


def drop(target: QWidget, units: list[str], at: QPointF) -> None:
    data, action = pack(units), Qt.DropAction.CopyAction
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(target, QDragEnterEvent(at.toPoint(), action, data, button, none))
    QApplication.sendEvent(target, QDropEvent(at, action, data, button, none))


def offered(units: UnitsField) -> list[str]:
    """The rows of the units that may be added."""
    units.picker.refresh()
    tree = units.picker.tree
    found = tree.findItems("", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive)
    return [item.text(0) for item in found]


def test_a_group_is_made_by_mouse_alone_and_a_game_asks_for_it(page: SetupPage, bench: Bench, hand: Hand) -> None:
    menu(page, "A group of United States")
    hand.drag("L0101", "L0103", steps=9)
    units = field(page, "units")
    assert isinstance(units, UnitsField)
    drop(units.list.viewport(), ["us-9", "ac-1"], QPointF(20, 20))
    made = scenario(bench).deployments
    assert made == (Deployment("us", ("L0101", "L0102", "L0103"), ("us-9",)),)
    assert "us-9" not in scenario(bench).setup
    game = Game(scenario(bench))
    assert game.decision is not None
    assert (game.decision.kind, game.decision.units) == (SET_UP, ("us-9",))
    assert game.decision.hexes == ("L0101", "L0102", "L0103")


def test_units_dropped_on_a_row_leave_where_they_were(page: SetupPage, bench: Bench) -> None:
    menu(page, "A group of Anglo-Canadian")
    menu(page, "A pool of Anglo-Canadian")
    item = page.tree.topLevelItem(0)
    assert item is not None
    page.tree.dropped.emit(["ac-103", "ac-1"], item.child(0))
    assert scenario(bench).deployments[0].units == ("ac-103", "ac-1")
    assert scenario(bench).arrivals == ()
    pools = page.tree.topLevelItem(2)
    assert pools is not None
    page.tree.dropped.emit(["ac-103"], pools.child(0))
    assert scenario(bench).deployments[0].units == ("ac-1",)
    assert scenario(bench).pools["ac-pool"].units == ("ac-103",)
    bench.document.stack.undo()
    assert scenario(bench).deployments[0].units == ("ac-103", "ac-1")


def test_units_dropped_on_the_heading_make_a_group_of_their_side(page: SetupPage, bench: Bench) -> None:
    page.tree.dropped.emit(["ac-1"], page.tree.topLevelItem(0))
    assert scenario(bench).deployments == (Deployment("ac", (), ("ac-1",)),)


def test_units_without_a_place_are_offered(page: SetupPage, bench: Bench) -> None:
    menu(page, "A group of United States")
    units = field(page, "units")
    assert isinstance(units, UnitsField)
    assert offered(units) == ["Every unit of this side has a place"]
    units.join(["us-9", "us-towson"])
    units = field(page, "units")
    assert isinstance(units, UnitsField)
    units.list.item(0).setSelected(True)
    units.take_out()
    units.list.clearSelection()
    assert "9th Infantry" in offered(units)


def test_the_order_says_who_is_first(page: SetupPage, bench: Bench) -> None:
    menu(page, "A group of United States")
    menu(page, "A group of Anglo-Canadian")
    page.reorder(-1)
    assert [group.side for group in scenario(bench).deployments] == ["ac", "us"]
    assert page.path == ("group", 0)
    assert rows(page)[1].startswith("1. Anglo-Canadian")


def test_a_pool_is_drawn_from_by_kind_and_die(page: SetupPage, bench: Bench) -> None:
    menu(page, "A pool of Anglo-Canadian")
    units = field(page, "units")
    assert isinstance(units, UnitsField)
    units.join(["ac-1", "ac-103"])
    menu(page, "A group of Anglo-Canadian")
    pick(field(page, "source"), "ac-pool")
    number = field(page, "kind infantry")
    assert isinstance(number, QSpinBox)
    number.setValue(1)
    pick(field(page, "by"), "choice")
    together = field(page, "together")
    assert isinstance(together, QCheckBox)
    together.setChecked(True)
    pick(field(page, "draw"), "d6")
    made = Deployment("ac", (), source="ac-pool", kinds={"infantry": 1}, together=True, draw="d6", by="choice")
    assert scenario(bench).deployments == (made,)
    assert dict(scenario(bench).deployments[0].kinds) == {"infantry": 1}
    assert scenario(bench).pools == {"ac-pool": Pool("ac", ("ac-1", "ac-103"))}


def test_an_area_to_set_up_in_freely(page: SetupPage, bench: Bench, hand: Hand) -> None:
    menu(page, "An area for United States to set up in freely")
    hand.drag("L0101", "L0102", steps=5)
    assert scenario(bench).setup_areas == {"us": ("L0101", "L0102")}
    area = field(page, "area")
    assert isinstance(area, PlaceField)
    area.menu.aboutToShow.emit()
    area.menu.actions()[0].trigger()
    assert scenario(bench).setup_areas == {"us": ("L0101", "L0102", "heights")}
    assert "The Heights" in area.told.text()
    page.remove()
    assert scenario(bench).setup_areas == {}


def test_another_side_lets_the_units_of_the_first_go(page: SetupPage, bench: Bench) -> None:
    menu(page, "A group of United States")
    units = field(page, "units")
    assert isinstance(units, UnitsField)
    units.join(["us-9"])
    pick(field(page, "side"), "ac")
    assert scenario(bench).deployments == (Deployment("ac", ()),)


def test_areas_are_drawn_with_their_number_and_count(bench: Bench, hand: Hand) -> None:
    group = Deployment("us", ("L0101", "L0102", "L0201"), ("us-9",), name="Camp")
    bench.desk.tabs.set_document(document(deployments=(group,), setup_areas={"ac": ("heights",)}))
    drawn = bench.canvas.map_scene.overlays["plan-set-up"]
    assert {text for _, text in drawn.cells.values()} == {"1 Camp (1)", "Anglo-Canadian"}
    assert [area.dashed for area in drawn.areas] == [False, True]
    inside = {
        name: drawn.areas[0].path.contains(drawn.centre(hand.h(name))) for name in ("L0101", "L0102", "L0201", "L0103")
    }
    assert inside == {"L0101": True, "L0102": True, "L0201": True, "L0103": False}
    bench.desk.actions.get("overlay.set-up").trigger()
    assert drawn.areas == []


def test_entries_at_the_edge_have_an_arrow_each_and_side(bench: Bench) -> None:
    arrivals = (Arrival(2, "ac", ("L0801",), ()), Arrival(3, "ac", ("L0801",), ()), Arrival(3, "us", ("L0303",), ()))
    bench.desk.tabs.set_document(document(arrivals=arrivals))
    drawn = bench.canvas.map_scene.overlays["plan-arrivals"]
    assert sorted(area.dashed for area in drawn.areas) == [False, True]


def test_headings_with_nothing_below_say_so(page: SetupPage, bench: Bench) -> None:
    rows = [page.tree.topLevelItem(place) for place in range(page.tree.topLevelItemCount())]
    below = [row.child(0) for row in rows if row is not None]
    said = [item.text(0).partition(".")[0] for item in below if item is not None]
    assert said == ["No order", "No areas", "No pools"]
    assert all(item is not None and not item.flags() & Qt.ItemFlag.ItemIsSelectable for item in below)
    menu(page, "A pool of Anglo-Canadian")
    assert page.path[0] == "pool"


def test_the_wheel_scrolls_a_form_and_changes_no_field_of_it(page: SetupPage, bench: Bench) -> None:
    menu(page, "A group of United States")
    assert page.form is not None
    fields = [*page.form.findChildren(QComboBox), *page.form.findChildren(QSpinBox)]
    assert len(fields) > 2, "how hexes are chosen on the map among them"
    before, steps = bench.desk.settings.get("choice_mode"), bench.document.stack.count()
    page.form.setFocus()
    for widget in fields:
        turn = QWheelEvent(
            QPointF(5, 5),
            QPointF(widget.mapToGlobal(QPoint(5, 5))),
            QPoint(),
            QPoint(0, -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(widget, turn)
        assert not turn.isAccepted() or widget.hasFocus(), widget.accessibleName()
    assert bench.document.stack.count() == steps
    assert bench.desk.settings.get("choice_mode") == before
