"""The panel of trials: games in the background, what it shows of them, and what it writes."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from weakref import ref

import pytest
from bench import Bench, at_bench
from PySide6.QtWidgets import QFileDialog, QTableWidget
from pytestqt.qtbot import QtBot

from editor.commands.edit_scenario import EditScenario
from editor.document.document import Document
from editor.panels.trial_charts import Chart
from editor.panels.trials_panel import ALONE, COMPARED, SWEPT, TrialsPanel, time_left
from engine.trials.trial import Trial

ROOT = Path(__file__).parents[2]


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, Document.open(ROOT / "scenarios" / "first_steps.yaml")) as made:
        yield made


@pytest.fixture
def panel(qtbot: QtBot, bench: Bench) -> Iterator[TrialsPanel]:
    made = TrialsPanel(bench.desk)
    qtbot.addWidget(made)
    made.show()
    for combo in made.seats.values():
        combo.setCurrentIndex(combo.findData("greedy"))
    made.games.setValue(4)
    yield made
    made.run.abandon()


def played(qtbot: QtBot, panel: TrialsPanel) -> Trial:
    with qtbot.waitSignal(panel.run.ended) as waited:
        panel.play_button.click()
    (trial,) = waited.args
    assert isinstance(trial, Trial)
    return trial


def pages(panel: TrialsPanel) -> list[str]:
    assert panel.pages.currentIndex() == 1
    return [panel.pages.tabText(i) for i in range(1, panel.pages.count())]


def cells(panel: TrialsPanel, name: str) -> list[list[str]]:
    table = next(one for one in panel.pages.findChildren(QTableWidget) if one.accessibleName() == name)
    return [[table.item(r, c).text() for c in range(table.columnCount())] for r in range(table.rowCount())]


def test_games_are_played_and_shown(qtbot: QtBot, bench: Bench, panel: TrialsPanel) -> None:
    assert [combo.property("side") for combo in panel.seats.values()] == ["United States", "Anglo-Canadian"]
    trial = played(qtbot, panel)
    assert [game.seed for game in trial.first.results] == [1, 2, 3, 4]
    assert dict(trial.first.spec.players) == {"us": "greedy", "ac": "greedy"}
    assert pages(panel) == ["Who wins", "By turn", "Objectives", "Units", "Length"]
    summary = trial.first.summary
    assert [row[1] for row in cells(panel, "Games won")] == [str(wins) for wins in summary.wins.values()]
    assert len(cells(panel, "Units in the trial")) == len(summary.units)
    assert panel.progress.isHidden()
    assert panel.play_button.isEnabled()
    assert panel.report_button.isEnabled()
    assert "4 games of First Steps played" in [line.text for line in bench.desk.log.lines]


def test_charts_say_what_they_show(qtbot: QtBot, panel: TrialsPanel) -> None:
    trial = played(qtbot, panel)
    charts = {chart.accessibleName(): chart.accessibleDescription() for chart in panel.pages.findChildren(Chart)}
    share = 100 * trial.first.summary.rate("us")
    assert f"United States {share:.1f} %" in charts["Games won, with 95 % intervals"]
    assert charts["Games by number of turns"] == "4 games of 3 turns"
    points = ", ".join(f"{row['us']:.1f}" for row in trial.first.summary.score_by_turn)
    assert f"United States {points}" in charts["Points by turn"]


def test_losses_are_laid_over_the_map(qtbot: QtBot, bench: Bench, panel: TrialsPanel) -> None:
    overlays = bench.desk.controls.overlays
    assert not overlays.losses_action.isEnabled()
    trial = played(qtbot, panel)
    grid = bench.document.battle_map.grid
    shown = bench.canvas.map_scene.overlay("losses").cells
    lost = {name: sum(by.values()) for name, by in trial.first.summary.lost_at.items()}
    assert {grid.name(h): text for h, (_, text) in shown.items()} == {name: f"{n:.2f}" for name, n in lost.items()}
    densest = max(shown, key=lambda h: shown[h][0].alpha())
    assert lost[grid.name(densest)] == max(lost.values())
    overlays.losses_action.setChecked(False)
    assert not bench.canvas.map_scene.overlay("losses").cells


def test_the_open_scenario_is_compared_with_the_saved_one(qtbot: QtBot, bench: Bench, panel: TrialsPanel) -> None:
    victory = bench.document.require_scenario().victory
    bench.desk.push(EditScenario(victory=replace(victory, handicap={"us": 99})))
    panel.kind.setCurrentIndex(COMPARED)
    assert panel.other.currentText() == "First Steps as it was saved"
    trial = played(qtbot, panel)
    assert pages(panel)[0] == "Compared"
    assert trial.comparison is not None
    assert trial.versions[1].summary.wins["us"] == 4
    assert trial.versions[0].scenario.victory == victory
    assert [row[0] for row in cells(panel, "Two versions")] == ["United States", "Anglo-Canadian", "Draw"]


def test_a_value_is_swept(qtbot: QtBot, panel: TrialsPanel) -> None:
    panel.kind.setCurrentIndex(SWEPT)
    panel.lever.setCurrentIndex(panel.lever.findData("victory.handicap.us"))
    assert "It is 8 now" in panel.values.toolTip()
    panel.values.setText("0, 99")
    panel.games.setValue(2)
    trial = played(qtbot, panel)
    assert pages(panel)[0] == "By value"
    assert [version.summary.wins["us"] for version in trial.versions][1] == 2
    assert [row[0] for row in cells(panel, "By value")] == ["0", "99"]


@pytest.mark.parametrize(("values", "said"), [("", "no values"), ("hero", "number"), ("1..900", "at most 50")])
def test_values_that_cannot_be_played_are_refused(panel: TrialsPanel, values: str, said: str) -> None:
    panel.kind.setCurrentIndex(SWEPT)
    panel.values.setText(values)
    panel.play_button.click()
    assert said in panel.trouble.text()
    assert panel.trouble.isVisible()
    assert not panel.run.busy


def test_only_what_the_kind_needs_is_asked(panel: TrialsPanel) -> None:
    shown = {kind: [] for kind in (ALONE, COMPARED, SWEPT)}
    for kind, asked in shown.items():
        panel.kind.setCurrentIndex(kind)
        asked += [name for name in ("other", "lever", "values") if getattr(panel, name).isVisible()]
    assert shown == {ALONE: [], COMPARED: ["other"], SWEPT: ["lever", "values"]}


def test_what_was_played_before_it_is_cancelled_is_counted(qtbot: QtBot, panel: TrialsPanel) -> None:
    panel.games.setValue(100_000)
    with qtbot.waitSignal(panel.run.progressed, check_params_cb=lambda done, _all: done >= 4):
        panel.play_button.click()
        assert not panel.play_button.isEnabled()
        assert panel.cancel_button.isVisible()
    assert panel.progress.isVisible()
    assert " of 100000 games, " in panel.progress.text()
    with qtbot.waitSignal(panel.run.ended) as waited:
        panel.cancel_button.click()
    (trial,) = waited.args
    assert 4 <= len(trial.first.results) < 100_000
    assert not panel.run.busy
    assert panel.cancel_button.isHidden()
    assert pages(panel)[0] == "Who wins"


def test_a_document_that_is_closed_ends_its_trial_and_is_let_go(qtbot: QtBot, bench: Bench, panel: TrialsPanel) -> None:
    tabs = bench.desk.tabs
    tabs.open(Document.open(ROOT / "scenarios" / "first_steps.yaml"))
    kept = ref(bench.desk.document)
    panel.games.setValue(100_000)
    panel.play_button.click()
    assert panel.run.busy
    with qtbot.waitSignal(panel.run.ended):
        tabs.close(tabs.front)
    qtbot.waitUntil(lambda: gc.collect() >= 0 and kept() is None)
    assert panel.play_button.isEnabled()


def test_processes_that_are_ended_are_told_of(qtbot: QtBot, panel: TrialsPanel) -> None:
    panel.games.setValue(100_000)
    panel.play_button.click()
    with qtbot.waitSignal(panel.run.failed):
        panel.run._under_way[0]._process.kill()
    assert "The trial stopped: the process that played the games was ended" in panel.trouble.text()
    assert panel.play_button.isEnabled()


def test_report_and_files_are_written(
    qtbot: QtBot, panel: TrialsPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(qtbot, panel)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "fair"), ""))
    panel.report_button.click()
    assert "Trial of First Steps" in (tmp_path / "fair.html").read_text()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "all"))
    panel.files_button.click()
    assert {path.name for path in (tmp_path / "all").iterdir()} == {
        "report.html",
        "summary.json",
        "games.csv",
        "turns.csv",
        "losses.csv",
    }
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "nowhere" / "x.html"), ""))
    panel.report_button.click()
    assert "x.html could not be saved" in panel.trouble.text()


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(None, ""), (0.2, ", 1 s left"), (42.4, ", 42 s left"), (130, ", 2 min left"), (9000, ", 2.5 h left")],
)
def test_time_left(seconds: float | None, said: str) -> None:
    assert time_left(seconds) == said


def test_without_a_scenario_nothing_is_asked(qtbot: QtBot) -> None:
    with at_bench(qtbot, Document.open(ROOT / "maps" / "first_steps.yaml")) as made:
        panel = TrialsPanel(made.desk)
        qtbot.addWidget(panel)
        assert not panel.isEnabled()
        assert panel.empty.text().startswith("A trial needs a scenario")
