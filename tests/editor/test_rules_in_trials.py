"""Values of a rules file tried on the command line, in the report and in the panel of trials."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import at_bench
from kit_files import HERE, first_steps
from pytestqt.qtbot import QtBot

from editor.commandline.cli import main
from editor.document.document import Document
from editor.document.rules_document import RulesDocument
from editor.panels.trials_panel import SWEPT, TrialsPanel
from engine.formats import dump_scenario
from engine.kit.unsaved import drafts, let_go
from engine.play import registry
from engine.trials import run_games


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    """The file of a scenario beside its rules."""
    (tmp_path / "rules.yaml").write_bytes((HERE / "two_banks.yaml").read_bytes())
    file = tmp_path / "battle.yaml"
    file.write_text(dump_scenario(first_steps().with_(system="./rules.yaml")), encoding="utf-8")
    return file


@pytest.mark.usefixtures("qapp")
def test_the_command_line_sweeps_a_rule_and_compares_rules(battle: Path, capsys: pytest.CaptureFixture[str]) -> None:
    common = ["--games", "4", "--jobs", "1", "--players", "random"]
    assert main(["trial", str(battle), "--sweep", "rules.zones.enter=stop,free", *common]) == 0
    said = capsys.readouterr().out
    assert "rule zones enter free" in said
    out = battle.parent / "out"
    assert main(["trial", str(battle), "--sweep", "rules.stacking.limit=2,3", "--out", str(out), *common]) == 0
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "By the rule stacking limit" in page
    assert "3 against 2: " in page
    assert "free against stop: " in said
    other = battle.parent / "other.yaml"
    other.write_text(
        "format: hexwright-system 1\nbase: ./rules.yaml\nname: freely\ntitle: Freely\nzones: {enter: free}\n", "utf-8"
    )
    assert main(["trial", str(battle), "--against", str(other), *common]) == 0
    said = capsys.readouterr().out
    assert "Two Banks: 4 games" in said
    assert "Freely: 4 games" in said
    assert "McNemar" in said


def test_the_panel_of_trials_has_the_values_of_the_rules(qtbot: QtBot, battle: Path) -> None:
    with at_bench(qtbot, Document.open(battle)) as bench:
        panel = TrialsPanel(bench.desk)
        qtbot.addWidget(panel)
        places = [panel.lever.itemData(row) for row in range(panel.lever.count())]
        assert "units.us-1.strength" in places
        panel.kind.setCurrentIndex(SWEPT)
        panel.lever.setCurrentIndex(places.index("rules.stacking.limit"))
        panel.values.setText("1, 2")
        plan = panel._plan()
        assert plan.lever is not None
        assert plan.lever.value == 2
        assert [version.name for version in plan.versions] == ["1", "2"]


def test_a_trial_plays_the_rules_as_they_are_in_their_tab(qtbot: QtBot, battle: Path) -> None:
    file = battle.parent / "rules.yaml"
    with at_bench(qtbot, Document.open(battle)) as bench:
        rules = RulesDocument.open(file)
        bench.desk.tabs.open(rules)
        bench.desk.tabs.show(bench.desk.tabs[0])
        panel = TrialsPanel(bench.desk)
        qtbot.addWidget(panel)
        assert panel.rules_said.isHidden()
        rules.put(("stacking", "limit"), 1)
        panel.games.setValue(1)
        for seat in panel.seats.values():
            seat.setCurrentIndex(seat.findData("random"))
        spec = panel._plan().versions[0].spec
        assert "as they are in the tab" in panel.rules_said.text()
        assert not panel.rules_said.isHidden()
        rules.let_games_go()
        # As in the process of the trial, where nothing is open.
        assert next(iter(run_games(spec))).turns
        assert registry.system(spec.scenario.system).data["stacking"]["limit"] == 1
        let_go(file)
        assert str(file.resolve()) not in dict(drafts())
        rules.put(("stacking", "limit"), "many")
        panel._plan()
        assert "have errors now. Games are played by the saved file" in panel.rules_said.text()
        rules.mark_saved()
