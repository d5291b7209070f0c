"""A scenario by a rules file in the window: it opens, its forms know its rules, and it is played."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import at_bench
from kit_files import first_steps
from pytestqt.qtbot import QtBot
from settling import settle

from editor.dialogs.edit_unit import EditUnitDialog
from editor.dialogs.scenario_properties import ScenarioPropertiesDialog
from editor.document.document import Document
from editor.panels.scenario_panel import PAGES, ScenarioPanel
from engine.formats import dump_scenario
from engine.paper.ledger import shown_rows

RULES = Path(__file__).parents[1] / "kits" / "two_banks.yaml"


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    """The file of a scenario beside its rules."""
    (tmp_path / "rules.yaml").write_bytes(RULES.read_bytes())
    file = tmp_path / "battle.yaml"
    file.write_text(dump_scenario(first_steps().with_(system="./rules.yaml")), encoding="utf-8")
    return file


def test_every_page_of_a_scenario_by_a_rules_file_opens(qtbot: QtBot, battle: Path) -> None:
    with at_bench(qtbot, Document.open(battle)) as bench:
        panel = ScenarioPanel(bench.desk)
        qtbot.addWidget(panel)
        panel.show()
        for key in PAGES:
            panel.show_page(key)
            settle()
        scenario = bench.document.require_scenario()
        dialog = EditUnitDialog(scenario, next(iter(scenario.units.values())))
        qtbot.addWidget(dialog)
        dialog.show()
        settle()
        properties = ScenarioPropertiesDialog(scenario)
        qtbot.addWidget(properties)
        properties.show()
        settle()


def test_its_paragraphs_are_shown_as_rules(battle: Path) -> None:
    scenario = Document.open(battle).require_scenario()
    rows = dict(shown_rows(scenario.system))
    assert rows["two_banks:5"].title == "Zones"
    assert rows["two_banks:5"].plain == "They stop."
