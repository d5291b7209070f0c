"""Rules and games: a running game follows changed rules, citations lead to rules, new rules and scenarios for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import forgive
from pytestqt.qtbot import QtBot

from editor.document.rules_document import RulesDocument
from editor.preview.seats import HUMAN
from editor.rules.new_rules import NewRulesDialog, beginnings, name_from
from editor.stage.tabs import Tab
from editor.window.app import make_window
from editor.window.window import Window
from engine.kit.reading import read_system_text
from engine.play import registry

FORD = """\
format: hexwright-system 1
name: ford
title: The Ford
paragraphs:
  "1": {title: Movement, text: Points.}
  "2": {title: Zones, text: They stop.}
  "3": {title: Combat, text: A die.}
units:
  types: {foot: Foot}
  values: {strength: {least: 0}, movement: {default: 4}}
sequence: {phases: [{name: movement, do: move}, {name: combat, do: attack}]}
ground:
  terrain: [clear, woods, swamp]
  features: [building, orchard]
  hexsides: [creek, slope]
  paths: [road]
  like: {forest: woods}
movement: {rule: "1", costs: {hex: {clear: 1, woods: 2, swamp: 3}}}
zones: {rule: "2"}
combat:
- name: attack
  rule: "3"
  strength: {attacker: strength, defender: strength}
  table: crt
  retreat: {rule: "3"}
results: {AR: [{retreat: attacker, hexes: 1}], DR: [{lose: defender}]}
tables:
  crt: {columns: ["1:2", "1:1"], rows: {"1-3": [AR, AR], "4-6": [AR, DR]}}
"""
BATTLE = """\
format: hexwright-scenario 1
name: The Ford
system: ./ford.yaml
map: first_steps
turns: 4
sides: {red: Red, blue: Blue}
units:
  red-1: {side: red, name: First Foot, type: foot, strength: 4}
  red-2: {side: red, name: Second Foot, type: foot, strength: 4, movement: 9}
  blue-1: {side: blue, name: Blue Foot, type: foot, strength: 4}
setup: {red-1: F0606, red-2: F0608, blue-1: F0902}
victory: {scoring: [{kind: eliminated, points: 1}]}
"""


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Window]:
    """A window with a scenario and a game of it in which one unit has moved, and the rules behind in a tab."""
    (tmp_path / "ford.yaml").write_text(FORD, encoding="utf-8")
    (tmp_path / "battle.yaml").write_text(BATTLE, encoding="utf-8")
    made = make_window(str(tmp_path / "battle.yaml"))
    qtbot.addWidget(made, before_close_func=forgive)
    made.show()
    desk = made.desk
    desk.preview.start(desk.document.require_scenario(), {"red": HUMAN, "blue": HUMAN})
    assert desk.preview.act("move red-1 F0605")
    yield made
    for tab in desk.tabs:
        tab.preview.close()
        tab.document.mark_saved()


def swamp(tab: Tab) -> object:
    """What a swamp costs by the rules that games are played by now."""
    return registry.system(tab.document.require_scenario().system).data["movement"]["costs"]["hex"]["swamp"]


def rules_of(window: Window) -> RulesDocument:
    """Open the rules of the scenario in front."""
    assert window.rules.open_rules()
    found = window.desk.document
    assert isinstance(found, RulesDocument)
    return found


def test_a_running_game_follows_changed_rules_and_keeps_its_place(qtbot: QtBot, window: Window) -> None:
    game_tab = window.desk.tabs.front
    rules = rules_of(window)
    before = game_tab.preview.game
    with qtbot.waitSignal(window.rules.games.followed):
        rules.put(("movement", "costs", "hex", "swamp"), 1)
    game = game_tab.preview.game
    assert game is not None
    assert game is not before
    assert game_tab.preview.played == 1
    assert swamp(game_tab) == 1
    with qtbot.waitSignal(window.rules.games.followed):
        rules.stack.undo()
    assert swamp(game_tab) == 3


def test_a_game_that_changed_rules_forbid_is_kept_and_says_by_which_paragraph(qtbot: QtBot, window: Window) -> None:
    game_tab = window.desk.tabs.front
    rules = rules_of(window)
    before = game_tab.preview.game
    with qtbot.waitSignal(window.rules.games.followed):
        rules.put(("movement", "costs", "hex"), {"clear": 5, "woods": 5, "swamp": 5})
    assert game_tab.preview.game is before
    assert game_tab.preview.played == 1
    assert window.status.message.text().endswith("First Foot has 4 [1 Movement]")
    assert window.desk.cited == "ford:1"


def test_rules_with_errors_leave_games_alone(qtbot: QtBot, window: Window) -> None:
    game_tab = window.desk.tabs.front
    rules = rules_of(window)
    before = game_tab.preview.game
    rules.set_text(FORD.replace("title: The Ford", "title: [The"))
    qtbot.waitUntil(lambda: not window.rules.games.busy)
    assert game_tab.preview.game is before
    assert "keep the rules from before" in window.status.message.text()


def test_a_citation_leads_to_the_rule_that_rests_on_it(qtbot: QtBot, window: Window) -> None:
    rules = rules_of(window)
    window.desk.tabs.show(window.desk.tabs[0])
    window.desk.rule_asked.emit("ford:1")
    assert window.desk.document is rules
    assert window.rules.view.page.key == "movement"
    window.desk.tabs.show(window.desk.tabs[0])
    window.desk.rule_asked.emit("ford:3")
    assert window.rules.view.page.key == "paragraphs"
    window.desk.tabs.show(window.desk.tabs[0])
    window.desk.source_asked.emit("ford:sequence.movement")
    assert window.rules.view.page.key == "sequence"


def test_one_click_opens_the_rules_file_at_the_place(qtbot: QtBot, window: Window) -> None:
    game_tab = window.desk.tabs.front
    assert len(window.desk.tabs) == 1
    window.desk.rule_asked.emit("ford:1")
    assert isinstance(window.desk.document, RulesDocument)
    assert window.rules.view.page.key == "movement"
    assert game_tab is window.desk.tabs[0]


def test_new_rules_begin_with_what_is_offered(qtbot: QtBot) -> None:
    offered = beginnings()
    assert len({one.title for one in offered}) == len(offered)
    for one in offered:
        read = read_system_text(one.text("mine", "My rules"), None)
        assert read.model is not None, one.title
        assert (read.model.name, read.model.title, read.errors) == ("mine", "My rules", []), one.title
    dialog = NewRulesDialog(offered)
    qtbot.addWidget(dialog)
    dialog.title.setText("Two Banks")
    assert dialog.name.text() == "two_banks"
    dialog.name.setText("two banks")
    assert not dialog.ok.isEnabled()
    assert name_from("1814!") == "rules_1814"


def test_a_scenario_is_made_for_the_rules_in_front(
    qtbot: QtBot, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules_of(window)
    monkeypatch.setattr("editor.dialogs.new_scenario.NewScenarioDialog.exec", lambda dialog: dialog.accept() or 1)
    window.rules.new_scenario()
    scenario = window.desk.document.require_scenario()
    assert registry.system(scenario.system).title == "The Ford"
    assert str(scenario.system) == "./ford.yaml"
    window.desk.document.mark_saved()


def test_a_scenario_begins_with_the_edges_that_its_rules_ask_for(
    qtbot: QtBot, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = rules_of(window)
    rules.put(("settings",), {"home": {"kind": "edge_by_side"}, "rear": {"kind": "hexes"}}, "Ask for edges")
    rules.put(("supply",), {"sources": [{"edge": "home"}]}, "Ask for supply")
    rules.save()
    monkeypatch.setattr("editor.dialogs.new_scenario.NewScenarioDialog.exec", lambda dialog: dialog.accept() or 1)
    window.rules.new_scenario()
    scenario = window.desk.document.require_scenario()
    first, second = scenario.sides
    assert scenario.special == {"home": {first: "W", second: "E"}}
    window.desk.document.mark_saved()
