"""The Army panel: lists, numbers, upgrades, commands, terrain and weather; what it does is one step of undo each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench, at_bench
from fields import document
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from settling import free, settle

from editor.document.document import Document
from editor.look.numbers import WholeBox
from editor.tables.panels.army import ArmyPage
from editor.tables.panels.commands_page import CommandsPage
from editor.tables.panels.ground_page import TerrainPage, WeatherPage
from editor.tables.panels.sheets import ArmyPanel
from engine import data
from engine.scenario import Scenario


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, Document.open(data.scenarios() / "zama.yaml")) as made:
        yield made


@pytest.fixture
def panel(bench: Bench, qtbot: QtBot) -> ArmyPanel:
    made = ArmyPanel(bench.desk)
    qtbot.addWidget(made)
    made.resize(420, 700)
    with qtbot.waitExposed(made):
        made.show()
    return made


def scenario(bench: Bench) -> Scenario:
    return bench.document.require_scenario()


def army(panel: ArmyPanel) -> ArmyPage:
    page = panel.pages["Army"]
    assert isinstance(page, ArmyPage)
    return page


def box(page: ArmyPage, line: str) -> WholeBox:
    row = next(row for row, one in enumerate(page.sheet["lines"]) if one["line"] == line)
    found = page.lines.cellWidget(row, 4)
    assert isinstance(found, WholeBox)
    return found


def asked_again(bench: Bench, qtbot: QtBot) -> None:
    """The rules are asked a moment after a change."""
    with qtbot.waitSignal(bench.desk.controls.overlays.oracle.outdated):
        pass


def test_an_army_has_its_lines_and_sums(bench: Bench, panel: ArmyPanel) -> None:
    page = army(panel)
    assert page.totals.text() == "370 points · 56 equivalents · 60 elements"
    assert page.commands.rowCount() == 4
    assert box(page, "legionaries").value() == 24
    assert "fits its list" in page.problems.text()
    page.copy_text()
    copied = QGuiApplication.clipboard().text()
    assert "  24  Bd O  legionaries" in copied
    assert "In all: 60 elements, 370 points, 56 equivalents" in copied


def test_more_and_fewer_elements_of_a_line_are_one_step_each(bench: Bench, panel: ArmyPanel, qtbot: QtBot) -> None:
    page, before = army(panel), dict(scenario(bench).units)
    box(page, "allied_horse").setValue(13)
    new = [unit for key, unit in scenario(bench).units.items() if key not in before]
    assert {unit.values["line"] for unit in new} == {"allied_horse"}
    assert {(unit.type, unit.values["grade"], unit.values["command"]) for unit in new} == {("Cv", "O", "italian")}
    asked_again(bench, qtbot)
    assert "line allied_horse has 13 elements; at most 12 are allowed" in page.problems.text()
    box(page, "allied_horse").setValue(4)
    asked_again(bench, qtbot)
    assert all(unit.key not in scenario(bench).units for unit in new), "those off the table go first"
    assert bench.document.stack.index() == 2
    bench.document.stack.undo()
    bench.document.stack.undo()
    assert dict(scenario(bench).units) == before


def test_an_upgrade_turns_elements_of_another_line_into_its_own(bench: Bench, panel: ArmyPanel, qtbot: QtBot) -> None:
    page = army(panel)
    upgrade = next(one for one in page.sheet["lines"] if one["base"] and not one["ally"])
    count = len(scenario(bench).units)
    box(page, upgrade["line"]).setValue(2)
    now = [unit for unit in scenario(bench).units.values() if unit.values.get("line") == upgrade["line"]]
    assert [(unit.type, unit.values["grade"]) for unit in now] == [(upgrade["type"], upgrade["grade"])] * 2
    assert len(scenario(bench).units) == count
    asked_again(bench, qtbot)
    box(page, upgrade["line"]).setValue(0)
    assert all(unit.values.get("line") != upgrade["line"] for unit in scenario(bench).units.values())


def test_a_side_gets_another_list(bench: Bench, panel: ArmyPanel) -> None:
    page = army(panel)
    page.list.setCurrentIndex(page.list.findData("norman"))
    page.list.activated.emit(page.list.currentIndex())
    assert scenario(bench).special["lists"]["rome"] == "norman"
    page.list.setCurrentIndex(0)
    page.list.activated.emit(0)
    assert "rome" not in scenario(bench).special["lists"]


def test_commands_are_made_led_and_filled(bench: Bench, panel: ArmyPanel, qtbot: QtBot) -> None:
    page = panel.pages["Commands"]
    assert isinstance(page, CommandsPage)
    panel.tabs.setCurrentWidget(page)
    assert page.tree.topLevelItemCount() == 8
    page.select_units()
    assert "Choose a command" in bench.said[-1]
    page.tree.setCurrentItem(page.tree.topLevelItem(1))
    page.select_units()
    assert len(bench.desk.selection.units) == 19
    page.add_command()
    rules = scenario(bench).special["commands"]
    key = next(key for key in rules if key.startswith("rome-"))
    bench.desk.selection.set([], bench.desk.selection.units[2:4])
    unit = bench.desk.selection.unit
    assert unit is not None
    asked_again(bench, qtbot)
    item = next(
        page.tree.topLevelItem(row)
        for row in range(page.tree.topLevelItemCount())
        if "command 5" in page.tree.topLevelItem(row).text(0)
    )
    page.tree.setCurrentItem(item)
    page.put_here()
    assert scenario(bench).units[unit].values["command"] == key
    page.make_general()
    assert scenario(bench).special["commands"][key]["general"] == unit
    assert scenario(bench).units[unit].values["general"] == "sub"


def test_terrain_and_weather_tell_and_set(bench: Bench, panel: ArmyPanel) -> None:
    ground, weather = panel.pages["Terrain"], panel.pages["Weather"]
    assert isinstance(ground, TerrainPage)
    assert isinstance(weather, WeatherPage)
    panel.tabs.setCurrentWidget(ground)
    assert ground.table.rowCount() == 6
    assert "defender 4" in ground.said.text()
    ground.table.selectRow(2)
    assert bench.desk.selection.spot is not None
    assert 1 <= ground.throw_die() <= 6
    panel.tabs.setCurrentWidget(weather)
    assert weather.said.text() == "The weather hinders no elements."
    weather.kind.setCurrentIndex(weather.kind.findData("strong wind"))
    weather.kind.activated.emit(weather.kind.currentIndex())
    weather.refresh()
    weather.towards.setValue(180)
    assert scenario(bench).special["weather"] == {"kind": "strong wind", "towards": 180}
    bench.document.stack.undo()
    bench.document.stack.undo()
    assert "weather" not in scenario(bench).special


def test_nothing_is_held_of_a_battle_when_a_map_of_hexes_is_in_front(bench: Bench, panel: ArmyPanel) -> None:
    commands = panel.pages["Commands"]
    assert isinstance(commands, CommandsPage)
    commands.refresh()
    assert army(panel).findChildren(WholeBox)
    assert commands.tree.topLevelItemCount()
    bench.desk.tabs.set_document(document())
    free()
    assert not army(panel).findChildren(WholeBox)
    assert not commands.tree.topLevelItemCount()


def test_a_table_without_armies_says_what_to_do(qtbot: QtBot) -> None:
    with at_bench(qtbot, Document(Document.open(data.scenarios() / "zama.yaml").board)) as made:
        panel = ArmyPanel(made.desk)
        qtbot.addWidget(panel)
        panel.show()
        settle()
        for page in panel.pages.values():
            panel.tabs.setCurrentWidget(page)
        assert "New scenario" in army(panel).totals.text()
