"""Log, rules, inspector, minimap and overlays: what they show and where their links lead."""

from __future__ import annotations

import pytest
from bench import Bench
from fields import battle_map, document
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QPainterPath
from PySide6.QtWidgets import QDockWidget, QLabel, QSpinBox, QWidget
from pytestqt.qtbot import QtBot
from settling import settle
from shiboken6 import delete

from editor.canvas.drawing.paper import SCALE
from editor.canvas.overlay import OverlayStyle
from editor.controls.oracle import amount
from editor.controls.overlays import LOOKOUTS
from editor.document.document import Document
from editor.hexes.canvas.overlays import OverlayItem
from editor.panels.inspector_panel import InspectorPanel, describe_hex
from editor.panels.ledger_panel import LedgerPanel, lead_to_ledger
from editor.panels.log_panel import LogPanel
from editor.panels.minimap_panel import MinimapPanel
from editor.panels.overlays_panel import OverlaysPanel
from engine.paper.ledger import ledger


@pytest.fixture
def bench(qtbot: QtBot) -> Bench:
    made = Bench(document())
    qtbot.addWidget(made.window)
    with qtbot.waitExposed(made.window):
        made.window.show()
    settle()
    made.canvas.fit()
    return made


def docked(bench: Bench, panel: QWidget) -> QDockWidget:
    dock = QDockWidget()
    dock.setWidget(panel)
    bench.window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    return dock


# -- the log ----------------------------------------------------------------------------------------------------


def test_the_log_shows_lines_and_leads_to_hex_and_rule(qtbot: QtBot, bench: Bench) -> None:
    bench.desk.log.add("Before the panel was there")
    panel = LogPanel(bench.desk)
    qtbot.addWidget(panel)
    bench.desk.log.add("9th <moves>", "game", "tlg2:4.7", "L0303")
    text = panel.browser.toPlainText()
    assert "Before the panel was there" in text
    assert "9th <moves>" in text
    assert "tlg2:4.7" in text
    with qtbot.waitSignal(bench.desk.rule_asked) as asked:
        panel.browser.anchorClicked.emit(QUrl("rule:tlg2:4.7"))
    assert asked.args == ["tlg2:4.7"]
    panel.browser.anchorClicked.emit(QUrl("hex:L0303"))
    assert bench.desk.selection.hex == bench.document.battle_map.grid.parse("L0303")
    bench.desk.log.clear()
    assert panel.browser.toPlainText() == ""


# -- the rules --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["\n", "\r\n", "\u2028"])
def test_a_name_that_was_pasted_forges_no_line_of_the_log(bench: Bench, mark: str) -> None:
    bench.desk.log.add(f"Field{mark}error: forged")
    assert bench.desk.log.lines[-1].text == "Field error: forged"


def test_a_citation_opens_its_row_and_the_dock(qtbot: QtBot, bench: Bench) -> None:
    panel = LedgerPanel(bench.desk)
    lead_to_ledger(bench.desk, lambda: panel)
    dock = docked(bench, panel)
    dock.hide()
    bench.desk.rule_asked.emit("tlg2:6.12")
    assert dock.isVisible()
    item = panel.tree.currentItem()
    assert item is not None
    assert item.text(0) == "6.12"
    assert "tlg2:6.12" in panel.text.toPlainText()


def test_players_read_plain_words_and_no_code(qtbot: QtBot, bench: Bench) -> None:
    panel = LedgerPanel(bench.desk)
    docked(bench, panel)
    panel.show_rule("tlg2:4.16")
    text = panel.text.toPlainText()
    assert "A river can be crossed on a bridge only" in text
    assert "free_bridges" not in text
    assert "engine." not in text
    qtbot.keyClicks(panel.search, "sight forest guns")
    assert [item.text(0) for item in panel._items.values() if not item.isHidden()] == ["7.7"]


def test_the_rules_are_searched(qtbot: QtBot, bench: Bench) -> None:
    panel = LedgerPanel(bench.desk)
    qtbot.addWidget(panel)
    assert panel.tree.topLevelItemCount() == len(ledger("tlg2")) > 60
    qtbot.keyClicks(panel.search, "retreat")
    shown = [item for item in panel._items.values() if not item.isHidden()]
    assert 0 < len(shown) < 20


def test_an_edition_shows_its_own_rows_and_those_of_its_system(qtbot: QtBot, bench: Bench) -> None:
    panel = LedgerPanel(bench.desk)
    docked(bench, panel)
    panel.show_rule("ffl:21.5")
    assert "ffl:21.5" in panel.text.toPlainText()
    panel.show_rule("sns2:8.9")
    assert panel.system == "ffl", "both stand in one list"
    assert "sns2:8.9" in panel.text.toPlainText()
    assert "sns2:21.5" not in panel._items


def test_unknown_paragraphs_and_systems_are_said_to_be_so(qtbot: QtBot, bench: Bench) -> None:
    panel = LedgerPanel(bench.desk)
    docked(bench, panel)
    panel.show_rule("tlg2:99.9")
    assert "no rule tlg2:99.9" in bench.said[-1]
    panel.show_rule("chess:1")
    assert "chess:1" in bench.said[-1]


def test_a_map_alone_has_no_rules(qtbot: QtBot, bench: Bench) -> None:
    panel = LedgerPanel(bench.desk)
    qtbot.addWidget(panel)
    bench.desk.tabs.set_document(Document(battle_map()))
    assert panel.pages.currentWidget() is panel.empty


# -- the inspector ----------------------------------------------------------------------------------------------


def test_a_hex_is_described_whole() -> None:
    made = battle_map()
    h = made.grid.parse("L0303")
    rows = dict(describe_hex(made, h))
    assert rows["Terrain"] == "Forest"
    assert rows["Elevation"] == "2"
    assert rows["Features"] == "Building"
    assert rows["Hexsides"] == "N: Slope (this hex high)"
    assert rows["Paths"] == "NE: Road"
    assert rows["Names"] == "The Mill"
    assert rows["Regions"] == "The Heights"
    north = made.grid.neighbour(h, 0)
    assert dict(describe_hex(made, north))["Hexsides"] == "S: Slope (this hex low)"


def test_the_inspector_follows_the_selection(qtbot: QtBot, bench: Bench) -> None:
    panel = InspectorPanel(bench.desk)
    docked(bench, panel)
    assert panel.empty.isVisibleTo(panel)
    bench.desk.selection.set([bench.document.battle_map.grid.parse("L0202")])
    qtbot.waitUntil(lambda: "L0202" in panel.hex_text.toPlainText())
    assert "Towson" in panel.hex_text.toPlainText()
    assert not panel.unit_box.isVisibleTo(panel)
    panel.hex_text.anchorClicked.emit(QUrl("unit:us-towson"))
    qtbot.waitUntil(lambda: panel.unit_box.isVisibleTo(panel))
    assert bench.desk.selection.unit == "us-towson"


def test_values_are_edited_in_one_step_of_undo(qtbot: QtBot, bench: Bench) -> None:
    panel = InspectorPanel(bench.desk)
    docked(bench, panel)
    bench.desk.selection.set([], "us-9")
    qtbot.waitUntil(lambda: panel.unit_form is not None)
    strength = panel.values.widget("strength")
    assert isinstance(strength, QSpinBox)
    strength.setValue(9)
    strength.setValue(10)
    panel.name.setFocus()
    panel.name.selectAll()
    qtbot.keyClicks(panel.name, "Ninth")
    unit = bench.document.require_scenario().units["us-9"]
    assert (unit.name, unit.values["strength"]) == ("Ninth", 10)
    assert bench.document.stack.count() == 1
    bench.document.stack.undo()
    assert bench.document.require_scenario().units["us-9"].name == "9th Infantry"
    qtbot.waitUntil(lambda: panel.name.text() == "9th Infantry")


def test_a_unit_of_a_test_game_is_read_only(qtbot: QtBot, bench: Bench) -> None:
    panel = InspectorPanel(bench.desk)
    docked(bench, panel)
    bench.desk.selection.set([], "us-9")
    bench.desk.controls.game.start({"us": "human", "ac": "human"}, 1)
    bench.desk.selection.set([], "us-9")
    qtbot.waitUntil(lambda: panel._how is not None)
    assert panel.unit_form is not None
    assert not panel.unit_form.findChildren(QSpinBox)
    said = " ".join(label.text() for label in panel.unit_form.findChildren(QLabel))
    assert "2 of 2 steps" in said
    assert "L0202" in said
    bench.desk.preview.close()
    qtbot.waitUntil(lambda: panel._how is None)


# -- the minimap ------------------------------------------------------------------------------------------------


def test_a_click_on_the_minimap_goes_there(qtbot: QtBot, bench: Bench) -> None:
    panel = MinimapPanel(bench.desk)
    qtbot.addWidget(panel)
    panel.resize(220, 180)
    panel.show()
    bench.canvas.set_zoom(3.0)
    corner, scale = panel._frame()
    x, y = bench.document.battle_map.grid.centre(bench.document.battle_map.grid.parse("L0603"))
    at = QPoint(round(corner.x() + x * SCALE * scale), round(corner.y() + y * SCALE * scale))
    qtbot.mouseClick(panel, Qt.MouseButton.LeftButton, pos=at)
    middle = bench.canvas.visible_rect.center()
    assert abs(middle.x() - x * SCALE) < SCALE
    assert abs(middle.y() - y * SCALE) < SCALE
    before = middle.x()
    qtbot.keyClick(panel, Qt.Key.Key_Left)
    assert bench.canvas.visible_rect.center().x() < before
    assert not panel.grab().isNull()


# -- overlays ---------------------------------------------------------------------------------------------------


def cells(bench: Bench, key: str) -> dict[str, str]:
    item = bench.canvas.map_scene.overlays[key]
    assert isinstance(item, OverlayItem)
    grid = bench.document.battle_map.grid
    return {grid.name(h): text for h, (_, text) in item.cells.items()}


def test_reach_follows_the_selected_unit_and_the_document(qtbot: QtBot, bench: Bench) -> None:
    control = bench.desk.controls.overlays
    bench.desk.selection.set([], "us-9")
    control.reach_action.trigger()
    reached = cells(bench, "reach")
    assert reached["L0102"] == "1"
    assert "L0202" not in reached
    bench.desk.selection.set([], None)
    assert not cells(bench, "reach")


def test_zones_of_control_of_either_side(bench: Bench) -> None:
    control = bench.desk.controls.overlays
    assert [action.text() for action in control.zoc_actions] == [
        "Zones of control, United States",
        "Zones of control, Anglo-Canadian",
    ]
    control.zoc_actions[1].trigger()
    grid = bench.document.battle_map.grid
    around = {grid.name(h) for h in grid.neighbours[grid.parse("L0602")]}
    assert set(cells(bench, "zoc-second")) == around
    assert not cells(bench, "zoc-first")


def test_line_of_sight_tells_what_is_in_the_way(qtbot: QtBot, bench: Bench) -> None:
    grid = bench.document.battle_map.grid
    bench.desk.tools.choose("select")
    bench.desk.selection.set([grid.parse("L0202")])
    bench.desk.controls.overlays.sight_action.trigger()
    assert len(cells(bench, "sight")) == len(grid) - 1
    bench.canvas.spot_hovered.emit(grid.parse("L0404"))
    assert bench.said[-1].startswith("L0202 to L0404, range 3:")
    line = bench.canvas.map_scene.overlays["sight-line"]
    assert isinstance(line, OverlayItem)
    assert len(line.lines) == 1
    bench.desk.controls.overlays.sight_action.trigger()
    assert not cells(bench, "sight")


def shown_areas(bench: Bench) -> list[QPainterPath]:
    return [area.path for area in bench.canvas.map_scene.overlays["field"].areas if not area.path.isEmpty()]


def test_fields_of_fire_cover_what_is_seen_and_what_guns_reach(bench: Bench) -> None:
    grid, field = bench.document.battle_map.grid, bench.desk.controls.overlays
    bench.desk.tools.choose("select")
    bench.desk.selection.set([grid.parse("L0202")])
    field.field_action.trigger()
    item = bench.canvas.map_scene.overlays["field"]
    answer = field.oracle.field(["L0202"])
    assert answer is not None
    seen = {*answer.visible, *answer.attenuated}
    paths = shown_areas(bench)
    assert {grid.name(h) for h in grid.hexes if any(path.contains(item.centre(h)) for path in paths)} == seen
    assert bench.said[-1].startswith(f"{len(seen)} hexes in sight")
    bench.desk.selection.set([])
    assert not shown_areas(bench)


def test_fields_of_fire_of_very_many_hexes_are_not_shown(bench: Bench) -> None:
    bench.desk.controls.overlays.field_action.trigger()
    bench.desk.selection.set(bench.document.battle_map.grid.hexes[:LOOKOUTS])
    assert shown_areas(bench)
    bench.desk.selection.set(bench.document.battle_map.grid.hexes[: LOOKOUTS + 1])
    assert not shown_areas(bench)
    assert "select fewer" in bench.said[-1]


def test_areas_can_be_seen(bench: Bench) -> None:
    bench.canvas.map_scene.map_layer.finish()
    grid = bench.document.battle_map.grid
    bench.desk.selection.set([grid.parse("L0202")])
    before = bench.canvas.grab().toImage()
    bench.desk.controls.overlays.field_action.trigger()
    assert bench.canvas.grab().toImage() != before
    bench.desk.controls.overlays.field_action.trigger()
    assert bench.canvas.grab().toImage() == before


def test_a_map_alone_answers_politely(bench: Bench) -> None:
    bench.desk.tabs.set_document(Document(battle_map()))
    bench.desk.selection.set([3])
    for action in (bench.desk.controls.overlays.sight_action, bench.desk.controls.overlays.field_action):
        action.trigger()
        assert bench.said.pop() == "There is no scenario to ask about."
    assert not bench.desk.controls.overlays.zoc_actions[0].isEnabled()


def test_the_panel_has_the_same_switches(qtbot: QtBot, bench: Bench) -> None:
    panel = OverlaysPanel(bench.desk)
    docked(bench, panel)
    settle()
    box = panel.boxes["overlay.reach"]
    box.click()
    assert bench.desk.controls.overlays.reach_action.isChecked()
    bench.desk.controls.overlays.reach_action.trigger()
    assert not box.isChecked()
    assert "United States" in panel.boxes["overlay.zoc-first"].text()


@pytest.mark.parametrize("style", list(OverlayStyle))
def test_overlays_of_every_style_can_be_seen(bench: Bench, style: OverlayStyle) -> None:
    bench.canvas.map_scene.map_layer.finish()
    before = bench.canvas.grab().toImage()
    item = bench.canvas.map_scene.overlay(f"test-{style}", style)
    assert bench.canvas.map_scene.overlay(f"test-{style}") is item
    item.set_cells({bench.document.battle_map.grid.parse("L0404"): (QColor(200, 0, 0, 180), "3")})
    assert bench.canvas.grab().toImage() != before
    item.clear()
    assert bench.canvas.grab().toImage() == before


@pytest.mark.parametrize(("value", "text"), [(1, "1"), (0.5, "½"), (2.5, "2½"), (0, "0"), (1.25, "1.25"), (-1, "-1")])
def test_amounts(value: float, text: str) -> None:
    assert amount(value) == text


def test_a_tick_that_is_gone_follows_nothing(qtbot: QtBot, bench: Bench) -> None:
    panel = OverlaysPanel(bench.desk)
    key, box = next(iter(panel.boxes.items()))
    action = bench.desk.actions.get(key)
    delete(box)
    # With a connection left behind this would be an exception in the event loop, which fails the test.
    action.setText("Renamed")
    delete(panel)
