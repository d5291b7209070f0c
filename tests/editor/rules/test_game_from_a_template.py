"""A game from a template, by mouse and keys alone: rules, map, scenario, two turns, a trial and the rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import forgive
from lundys_lane import Designer
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from settling import settle
from user import CTRL, KEYS

from editor.dialogs.new_scenario import NewScenarioDialog
from editor.dialogs.print_paper import PrintPaperDialog
from editor.document.rules_document import RulesDocument
from editor.hexes.dialogs.new_map import NewMapDialog
from editor.panels.trials_panel import TrialsPanel
from editor.rules.new_rules import NewRulesDialog
from editor.window.app import make_window
from engine.boards.palette import Layer
from engine.play import registry

ARMY = """\
Name\tSide\tType\tStrength\tStart hex
First Foot\tFirst side\tinfantry\t4\t0202
Second Foot\tFirst side\tinfantry\t4\t0204
First Horse\tFirst side\tcavalry\t3\t0206
Third Foot\tSecond side\tinfantry\t4\t0902
Fourth Foot\tSecond side\tinfantry\t4\t0904
Second Horse\tSecond side\tcavalry\t3\t0906
"""


class RulesDesigner(Designer):
    """Works in the rules desk as well."""

    def in_front(self) -> None:
        """Have the keyboard in the window; without a screen nobody else gives it back when a dialog closes."""
        self.window.activateWindow()
        self.qtbot.waitUntil(self.window.isActiveWindow)

    def page(self, title: str) -> None:
        """Choose a page of the rules."""
        self.in_front()
        pages = self.window.rules.view.list
        item = next(item for n in range(pages.count()) if (item := pages.item(n)).text().strip() == title)
        self.click(pages.viewport(), pages.visualItemRect(item).center())
        settle()

    def into(self, name: str, text: str) -> None:
        """Write into a line of the form."""
        line = self.find(QLineEdit, name, self.window.rules.view.form)
        self.window.rules.view.area.ensureWidgetVisible(line)
        settle()
        self.click(line, QPoint(6, 6))
        self.press(KEYS.Key_A, CTRL)
        self.type(text)
        settle()

    def in_form(self, kind: type[QWidget], name: str) -> None:
        """Click something in the form."""
        widget = self.find(kind, name, self.window.rules.view.form)
        self.window.rules.view.area.ensureWidgetVisible(widget)
        settle()
        self.click(widget)
        settle()


def test_a_game_from_a_template(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    window = make_window(None)
    qtbot.addWidget(window, before_close_func=forgive)
    window.resize(1600, 1000)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    desk, me = window.desk, RulesDesigner(qtbot, window)

    def called(dialog: NewRulesDialog) -> None:
        me.write("Title", "Two Villages", dialog)

    me.answer(NewRulesDialog, lambda: me.choose("File", "New other", "New rules…"), called, "Create rules")
    rules = desk.document
    assert isinstance(rules, RulesDocument)
    me.page("Movement")
    me.into("woods", "3")
    assert rules.own["movement"]["costs"]["hex"]["woods"] == 3
    me.page("Units")
    me.in_form(QAbstractButton, "Unfold Classes")
    me.into("Name of a new class", "mounted")
    me.in_form(QAbstractButton, "Add class")
    me.into("mounted: add a requirement", "type: Cavalry")
    me.press(KEYS.Key_Escape)
    me.press(KEYS.Key_Return)
    settle()
    assert rules.own["units"]["classes"] == {"mounted": {"type": "cavalry"}}
    me.save(tmp_path / "two_villages.yaml")

    def sheet(dialog: NewMapDialog) -> None:
        me.write("Name", "Valley", dialog)
        me.write("Columns", "12", dialog)
        me.write("Rows", "9", dialog)

    me.answer(NewMapDialog, lambda: me.choose("File", "New map…"), sheet, "Create map")
    me.choose("View", "Fit map in view")
    settle()
    me.take(Layer.TERRAIN, "forest")
    me.hand.click("0503")
    me.save(tmp_path / "valley.yaml")

    def begin(dialog: NewScenarioDialog) -> None:
        me.write("Name", "The Valley", dialog)
        assert me.find(QComboBox, "Rules", dialog).currentText() == "Two Villages (open now)"

    me.answer(NewScenarioDialog, lambda: me.choose("File", "New other", "New scenario…"), begin, "Create scenario")
    me.in_front()
    me.press(KEYS.Key_T, CTRL | Qt.KeyboardModifier.AltModifier)
    me.paste(ARMY)
    settle()
    table = window.docks.panel("units")
    assert table is not None
    assert not table.complaint.isVisible(), table.complaint.text()
    scenario = desk.document.require_scenario()
    assert len(scenario.units) == len(scenario.setup) == 6
    assert registry.system(scenario.system).title == "Two Villages"
    me.save(tmp_path / "battle.yaml")
    assert 'system: "./two_villages.yaml"' in (tmp_path / "battle.yaml").read_text(encoding="utf-8")

    me.in_front()
    me.hand.canvas.setFocus()
    me.press(KEYS.Key_F5)
    settle()
    game = desk.preview
    assert game.active
    for turn in (2, 3):
        me.push("Turn")
        qtbot.waitUntil(lambda turn=turn: game.positions[-1].status["turn"] >= turn and not game.busy)
        settle()
    game.close()

    me.choose("Play", "Run trial…")
    panel = window.docks.panel("trials")
    assert isinstance(panel, TrialsPanel)
    me.write("Games", "2", panel)
    me.push("Play", panel)
    qtbot.waitUntil(lambda: not panel.run.busy)
    assert panel.trouble.isHidden(), panel.trouble.text()
    assert panel.report_button.isEnabled()

    way = ("File", "Print rules and game", "Print rulebook…")
    me.answer(PrintPaperDialog, lambda: me.choose(*way), lambda _dialog: settle(), "Print to file")
    qtbot.waitUntil(lambda: (tmp_path / "battle_rulebook.pdf").is_file())
    for tab in desk.tabs:
        tab.document.mark_saved()
