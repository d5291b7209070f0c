"""Options as switches, and tables of the rules with a scenario's own figures laid over them."""

from __future__ import annotations

import pytest
from bench import Bench
from fields import document
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QTableWidgetItem
from pytestqt.qtbot import QtBot
from settling import settle

from editor.document.document import Document
from editor.panels.options_page import OptionsPage
from editor.panels.scenario_panel import ScenarioPanel
from editor.panels.tables_page import TablesPage, parts_of, with_value
from engine import data
from engine.mechanics.tables import laid_over
from engine.play import Game
from engine.scenario import Scenario


@pytest.fixture
def bench(qtbot: QtBot) -> Bench:
    made = Bench(document(options={"mandatory_attacks": "at_end"}))
    qtbot.addWidget(made.window)
    made.window.show()
    return made


@pytest.fixture
def panel(qtbot: QtBot, bench: Bench) -> ScenarioPanel:
    made = ScenarioPanel(bench.desk)
    qtbot.addWidget(made)
    made.resize(340, 520)
    made.show()
    return made


@pytest.fixture
def options(panel: ScenarioPanel) -> OptionsPage:
    found = panel.page("options")
    assert isinstance(found, OptionsPage)
    return found


@pytest.fixture
def tables(panel: ScenarioPanel) -> TablesPage:
    found = panel.page("tables")
    assert isinstance(found, TablesPage)
    return found


def scenario(bench: Bench) -> Scenario:
    return bench.document.require_scenario()


def show(page: TablesPage, table: str, part: str) -> None:
    page.tables.setCurrentIndex(page.tables.findData(table))
    page.refresh()
    page.parts.setCurrentIndex(page.parts.findData(part))
    page.refresh()


def cell(page: TablesPage, row: str, column: str) -> QTableWidgetItem:
    down = [page.grid.verticalHeaderItem(n).text() for n in range(page.grid.rowCount())]
    across = [page.grid.horizontalHeaderItem(n).text() for n in range(page.grid.columnCount())]
    item = page.grid.item(down.index(row), across.index(column))
    assert item is not None
    return item


def test_options_are_switches_with_effect_and_paragraph(qtbot: QtBot, options: OptionsPage, bench: Bench) -> None:
    row = options.rows["enfilade_counts_bombardment"]
    assert isinstance(row.switch, QCheckBox)
    texts = [label.text() for label in row.findChildren(QLabel)]
    assert any("bombarding artillery" in text and "tlg2:6.10" in text for text in texts)
    every = " ".join(label.text() for label in options.findChildren(QLabel))
    assert "at end: only what can still be met" in every
    assert "With Mandatory attacks: strict" in every
    assert "_" not in every
    row.switch.click()
    assert scenario(bench).options == {"mandatory_attacks": "at_end", "enfilade_counts_bombardment": True}
    link = next(label for label in row.findChildren(QLabel) if "tlg2:6.10" in label.text())
    with qtbot.waitSignal(bench.desk.rule_asked) as asked:
        link.linkActivated.emit("rule:tlg2:6.10")
    assert asked.args == ["tlg2:6.10"]


def test_what_the_rules_have_is_not_written(options: OptionsPage, bench: Bench) -> None:
    row = options.rows["mandatory_attacks"]
    assert isinstance(row.switch, QComboBox)
    assert row.switch.currentData() == "at_end"
    assert row.switch.font().bold()
    assert options.head.text().startswith("Twilight")
    assert "1 option different" in options.head.text()
    row.back.click()
    assert scenario(bench).options == {}
    assert row.switch.currentData() == "strict"
    assert not row.switch.font().bold()
    bench.document.stack.undo()
    assert row.switch.currentData() == "at_end"


def test_a_table_is_shown_part_by_part_with_its_provenance(tables: TablesPage) -> None:
    show(tables, "combat_results", "rows")
    assert cell(tables, "1", "1:4").text() == "AL2AR"
    assert tables.origin.text().startswith("Reconstructed")
    show(tables, "entry_costs", "hex")
    assert cell(tables, "forest", "cavalry").text() == "4"
    show(tables, "entry_costs", "single values")
    assert cell(tables, "road", "value").text() == "0.5"


def test_a_figure_of_its_own_is_laid_over_and_marked(tables: TablesPage, bench: Bench) -> None:
    show(tables, "entry_costs", "hex")
    cell(tables, "forest", "cavalry").setText("3")
    assert scenario(bench).tables == {"entry_costs": {"hex": {"forest": {"cavalry": 3}}}}
    mine = cell(tables, "forest", "cavalry")
    assert mine.font().bold()
    assert "the rules have 4" in mine.toolTip()
    assert not cell(tables, "forest", "infantry").font().bold()
    assert "scenario's own" in tables.origin.text()
    Game(scenario(bench))
    tables.back.click()
    assert scenario(bench).tables == {}


def test_a_result_of_its_own_is_laid_over_with_its_row(tables: TablesPage, bench: Bench) -> None:
    show(tables, "combat_results", "rows")
    cell(tables, "6", "7:1").setText("DR")
    row = scenario(bench).tables["combat_results"]["rows"]["6"]
    assert (row[0], row[-1], len(row)) == ("BL", "DR", 10)
    cell(tables, "6", "6:1").setText("DR")
    row = scenario(bench).tables["combat_results"]["rows"]["6"]
    assert row[-2:] == ["DR", "DR"]
    merged = laid_over("twilights_last_gleaming", scenario(bench).tables)
    assert merged["combat_results"]["rows"]["6"][-1] == "DR"
    assert merged["combat_results"]["provenance"] == "scenario"


@pytest.mark.parametrize(
    ("table", "part", "row", "column", "text"),
    [("entry_costs", "hex", "forest", "cavalry", "many"), ("combat_results", "rows", "1", "1:4", "BOOM")],
)
def test_what_does_not_fit_is_refused_with_the_reason(
    tables: TablesPage, bench: Bench, table: str, part: str, row: str, column: str, text: str
) -> None:
    show(tables, table, part)
    before = cell(tables, row, column).text()
    cell(tables, row, column).setText(text)
    assert scenario(bench).tables == {}
    assert cell(tables, row, column).text() == before
    assert tables.complaint.text().startswith(f"{text} does not fit")


def test_every_table_of_every_system_has_parts() -> None:
    for folder in ("twilights_last_gleaming", "fire_and_movement"):
        for table in laid_over(folder, {}).values():
            assert all(parts_of(table).values())


def test_lists_in_lists_are_laid_over_whole() -> None:
    table = {"steps": [["a", "b"], ["c"]]}
    assert with_value({}, table, ("steps", 0, 1), "x") == {"steps": [["a", "x"], ["c"]]}


class Painted(QObject):
    """Notes whether something moves between the beginning of its painting and the next thing that is asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.before = QEvent.Type.None_
        self.moved = False

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        kinds = (QEvent.Type.Paint, QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.UpdateRequest)
        if event.type() in kinds:
            self.moved = self.moved or (self.before == QEvent.Type.Paint and event.type() in kinds[1:3])
            self.before = event.type()
        return False


def test_a_table_does_not_move_while_it_is_painted(qtbot: QtBot) -> None:
    """What was to its right would be painted where it was before, over the panel beside."""
    bench = Bench(Document.open(data.scenarios() / "lundys_lane.yaml"))
    qtbot.addWidget(bench.window)
    page, seen = TablesPage(bench.desk), Painted()
    qtbot.addWidget(page)
    page.resize(400, 400)
    with qtbot.waitExposed(page):
        page.show()
    settle()
    for part in (page.grid.viewport(), page.grid.horizontalHeader(), page):
        part.installEventFilter(seen)
    for table in range(page.tables.count()):
        page.tables.setCurrentIndex(table)
        seen.before = QEvent.Type.None_
        page.refresh()
        settle()
        assert not seen.moved, page.tables.currentText()
