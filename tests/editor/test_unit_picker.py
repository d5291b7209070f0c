"""Add units stays open while one after the other is added, and offers whole formations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from bench import Bench, at_bench
from fields import document, scenario
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot
from settling import settle

from editor.panels.setup_page import SetupPage
from editor.panels.unit_picker import NONE_LEFT, UnitPicker
from editor.panels.units_field import UnitsField
from engine.scenario import Deployment

FORMATIONS = {"us-9": "Scott > First", "us-towson": "Scott > Second", "ac-1": "Riall"}


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    units = {key: replace(unit, formation=FORMATIONS.get(key, "")) for key, unit in scenario().units.items()}
    group = Deployment("us", ("L0101", "L0102"), ())
    with at_bench(qtbot, document(units=units, setup={}, arrivals=(), deployments=(group,))) as made:
        yield made


@pytest.fixture
def picker(qtbot: QtBot, bench: Bench) -> UnitPicker:
    page = SetupPage(bench.desk)
    qtbot.addWidget(page)
    page.resize(360, 600)
    page.show()
    page.refresh(("group", 0))
    settle()
    assert page.form is not None
    field = page.form.widgets["units"]
    assert isinstance(field, UnitsField)
    field.add.click()
    return field.picker


def row(picker: UnitPicker, text: str) -> QTreeWidgetItem:
    (found,) = picker.tree.findItems(text, Qt.MatchFlag.MatchStartsWith | Qt.MatchFlag.MatchRecursive)
    return found


def placed(bench: Bench) -> tuple[str, ...]:
    return bench.document.require_scenario().deployments[0].units


def test_units_of_the_side_stand_under_their_formations(picker: UnitPicker) -> None:
    assert picker.isVisible()
    assert row(picker, "All").text(0) == "All (2 units)"
    scott = row(picker, "Scott")
    assert scott.text(0) == "Scott (2 units)"
    assert row(picker, "9th Infantry").parent() is row(picker, "First")
    assert row(picker, "First").parent() is scott
    assert not picker.tree.findItems("Royal", Qt.MatchFlag.MatchStartsWith | Qt.MatchFlag.MatchRecursive)


def test_it_stays_open_while_one_after_the_other_is_added(bench: Bench, picker: UnitPicker) -> None:
    picker.tree.itemActivated.emit(row(picker, "9th Infantry"), 0)
    assert placed(bench) == ("us-9",)
    assert picker.isVisible()
    assert row(picker, "All").text(0) == "All (1 unit)"
    row(picker, "Towson").setSelected(True)
    picker.add_button.click()
    assert placed(bench) == ("us-9", "us-towson")
    assert picker.isVisible()
    assert picker.tree.topLevelItem(0).text(0) == NONE_LEFT
    assert not picker.add_button.isEnabled()
    picker.done_button.click()
    assert not picker.isVisible()


def test_a_formation_is_added_whole(bench: Bench, picker: UnitPicker) -> None:
    picker.tree.itemActivated.emit(row(picker, "Scott"), 0)
    assert placed(bench) == ("us-9", "us-towson")
    bench.document.stack.undo()
    assert placed(bench) == ()


def test_what_the_filter_hides_is_not_added(bench: Bench, picker: UnitPicker) -> None:
    picker.filter.setText("artillery")
    assert row(picker, "9th Infantry").isHidden()
    picker.tree.itemActivated.emit(row(picker, "Scott"), 0)
    assert placed(bench) == ("us-towson",)
