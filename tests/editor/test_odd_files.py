"""Files with mistakes of which saving would lose nothing are opened, and the umpire shows what is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bench import forgive
from pytestqt.qtbot import QtBot
from settling import settle

from editor.document.document import Document
from editor.panels.problems_panel import ProblemsPanel
from editor.window.app import make_window
from editor.window.window import Window
from engine import formats
from engine.findings import FileProblem, Severity
from engine.scenario.model import Scenario
from engine.umpire.checks import check_loaded

BROKEN = Path(__file__).parents[1] / "broken"

SCENARIO = """\
format: hexwright-scenario 1
name: Small
system: tlg2
map:
  grid: {columns: 4, rows: 3, numbering: {prefix: L}}
sides:
  us: {name: United States}
  ac: {name: Anglo-Canadian}
units:
  us-9: {side: us, name: 9th, type: infantry, strength: red}
  ac-1: {side: ac, name: Royal Scots, type: infantry, strength: 8, range: [far]}
setup: {us-9: L0101}
reinforcements:
- {turn: 1, side: ac, entry: "", units: ac-1}
special: {bayonet: 3}
tables:
  combat_results: [1]
"""
SOUND = SCENARIO.replace(", range: [far]", "")


def problems_of(window: Window) -> ProblemsPanel:
    panel = window.docks["problems"].widget()
    assert isinstance(panel, ProblemsPanel)
    return panel


def test_a_file_that_does_not_fit_the_rules_is_opened_and_its_findings_are_shown(tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(SOUND, encoding="utf-8")
    window = make_window(str(path))
    qtbot.addWidget(window, before_close_func=forgive)
    panel = problems_of(window)
    with qtbot.waitExposed(window):
        window.show()
    wanted = {"UNIT106", "RULE106", "RULE107", "REINF112"}
    qtbot.waitUntil(lambda: wanted <= {finding.code for finding in panel.findings})
    scenario = window.desk.document.require_scenario()
    assert scenario.units["us-9"].values["strength"] == "red"
    window.desk.preview.close()


def test_what_was_odd_is_saved_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(SOUND, encoding="utf-8")
    document = Document.open(path)
    document.save()
    assert re.search(r"strength: red", path.read_text())
    again = formats.load(path)
    assert isinstance(again.model, Scenario)
    assert again.model.units == document.require_scenario().units
    assert again.model.special == {"bayonet": 3}
    assert again.model.tables == {"combat_results": [1]}


def test_a_file_of_which_something_would_be_lost_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(SCENARIO, encoding="utf-8")
    with pytest.raises(FileProblem, match="UNIT002"):
        Document.open(path)


def test_every_broken_file_that_loses_nothing_can_be_shown(qtbot: QtBot) -> None:
    window = make_window(None)
    qtbot.addWidget(window, before_close_func=forgive)
    with qtbot.waitExposed(window):
        window.show()
    panel = problems_of(window)
    opened = 0
    for path in sorted(BROKEN.glob("*.yaml")):
        loaded = formats.load(path)
        if loaded.errors or loaded.kind != "scenario":
            continue
        assert window.files.open_path(path), path.stem
        assert window.desk.document.title
        wrong = {finding.place.path for finding in check_loaded(loaded) if finding.severity is Severity.ERROR}
        qtbot.waitUntil(lambda wrong=wrong: bool(wrong & {finding.place.path for finding in panel.findings}))
        assert not window.grab().isNull()
        opened += 1
    assert opened > 12
    window.desk.preview.close()


def test_problems_are_counted_and_open_only_when_they_are_asked_for(tmp_path: Path, qtbot: QtBot) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(SOUND, encoding="utf-8")
    window = make_window(None)
    qtbot.addWidget(window, before_close_func=forgive)
    panel, docks = problems_of(window), window.docks
    with qtbot.waitExposed(window):
        window.show()
    qtbot.waitUntil(lambda: not panel.busy and docks["problems"].height() < 90)
    settle()
    room = window.panes.height()
    assert panel.low
    assert panel.brief.text() == "No problems found."
    assert not window.status.problems.isVisible()
    window.files.open_path(path)
    qtbot.waitUntil(lambda: bool(panel.findings) and not panel.busy)
    settle()
    assert panel.low
    assert window.panes.height() == room
    assert window.status.problems.isVisible()
    assert window.status.problems.text() == "5 problems"
    assert docks["problems"].windowTitle() == "Problems (5)"
    assert panel.brief.text().endswith("found.")
    window.status.problems.click()
    qtbot.waitUntil(lambda: docks["problems"].height() > 140)
    assert panel.search.isVisible()
    # All of them corrected: the list stays as large as it is.
    panel._show([])
    assert panel.pages.isVisible()
    assert not window.status.problems.isVisible()
    panel.opener.click()
    qtbot.waitUntil(lambda: docks["problems"].height() < 90)
    docks.front("log")
    qtbot.waitUntil(lambda: docks["log"].height() > 140)
    docks.front("problems")
    qtbot.waitUntil(lambda: not panel.low)
    assert docks["problems"].height() > 140, "its tab asks for it"
