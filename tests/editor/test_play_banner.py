"""Play in the open: the banner over the map, who plays, tools that rest, and the computer that answers by itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import forgive
from fields import document
from hand import Hand
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot
from settling import settle

from editor.commands.edit_scenario import EditScenario
from editor.panels.battle_panel import BattlePanel
from editor.panels.inspector_panel import InspectorPanel
from editor.panels.preview_panel import PreviewPanel
from editor.preview.pace import SPEED
from editor.preview.seats import HUMAN
from editor.window.app import make_window
from editor.window.window import Window
from editor.work.settings import settings


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    """A window with the scenario of the field; the computer's play is shown at once."""
    settings().setValue(SPEED, "at once")
    shown = make_window(None)
    qtbot.addWidget(shown, before_close_func=forgive)
    shown.resize(1280, 800)
    with qtbot.waitExposed(shown):
        shown.show()
    shown.desk.tabs.set_document(document(setup={"us-9": "L0202", "us-towson": "L0201", "ac-1": "L0602"}))
    shown.activateWindow()
    qtbot.waitUntil(shown.isActiveWindow)
    settle()
    yield shown
    shown.desk.preview.close()


@pytest.fixture
def hand(qtbot: QtBot, window: Window) -> Hand:
    made = Hand(qtbot, window.desk)
    window.canvas.fit()
    return made


def start(qtbot: QtBot, window: Window, **players: str) -> None:
    """F5, and then choose who plays in the banner."""
    qtbot.keyClick(window.canvas, Qt.Key.Key_F5)
    assert window.desk.preview.active
    for side, name in players.items():
        choose(window.docks.panel("preview").seat_row.seats[side], name)


def choose(combo: QComboBox, name: str) -> None:
    combo.setCurrentIndex(combo.findData(name))


def rows(panel: PreviewPanel) -> int:
    """The lines that are to be seen in the list of actions."""
    return sum(not panel.list.isRowHidden(row) for row in range(panel.list.count()))


def test_f5_shows_the_banner_raises_the_panel_and_puts_tools_to_rest(qtbot: QtBot, window: Window) -> None:
    banner = window.play.banner
    assert not banner.isVisible()
    brush = window.desk.actions.get("tool.brush")
    before = brush.toolTip()
    window.workspaces.switch("draw")
    start(qtbot, window)
    assert banner.isVisible()
    assert "Turn 1 of 6" in banner.title.text()
    assert "United States, movement" in banner.title.text()
    assert "United States 0" in banner.score.text()
    assert not window.docks["preview"].visibleRegion().isEmpty()
    assert not brush.isEnabled()
    assert "Shift+F5" in brush.toolTip()
    assert window.docks["palette"].windowTitle() == "Palette (rests)"
    assert not window.docks["palette"].widget().isEnabled()
    assert not window.docks["palette"].isVisible()
    assert window.play.column.contentsMargins().left() > 0
    qtbot.keyClick(window.canvas, Qt.Key.Key_F5, Qt.KeyboardModifier.ShiftModifier)
    assert not window.desk.preview.active
    assert not banner.isVisible()
    assert brush.isEnabled()
    assert brush.toolTip() == before
    assert window.docks["palette"].windowTitle() == "Palette"
    assert window.docks["palette"].widget().isEnabled()
    assert window.docks["palette"].isVisible()
    assert window.play.column.contentsMargins().left() == 0


def test_what_changes_map_and_scenario_rests_with_the_tools(qtbot: QtBot, window: Window) -> None:
    """The Inspector and the order of battle can be read, and change nothing; what only leads about is there."""
    get = window.desk.actions.get
    battle, inspector = (window.docks[key].widget() for key in ("battle", "inspector"))
    assert isinstance(battle, BattlePanel)
    assert isinstance(inspector, InspectorPanel)
    resting = ("map.resize", "map.add-legend", "scenario.add-unit", "scenario.properties")
    window.desk.selection.set([window.desk.document.battle_map.grid.find("L0505")])
    qtbot.waitUntil(lambda: inspector.bulk_hexes.isVisibleTo(inspector))
    start(qtbot, window)
    qtbot.waitUntil(lambda: not inspector.bulk_hexes.isVisibleTo(inspector))
    assert "L0505" in inspector.hex_text.toPlainText()
    battle.tree.units["us-9"].setSelected(True)
    assert not any(action.isEnabled() for action in battle.actions())
    assert not battle.tree.dragEnabled()
    assert not any(get(key).isEnabled() for key in resting)
    assert get("map.go-to").isEnabled()
    qtbot.keyClick(window.canvas, Qt.Key.Key_F5, Qt.KeyboardModifier.ShiftModifier)
    assert all(get(key).isEnabled() for key in resting)
    assert battle.edit_action.isEnabled()
    assert battle.tree.dragEnabled()
    window.desk.selection.set([window.desk.document.battle_map.grid.find("L0505")])
    qtbot.waitUntil(lambda: inspector.bulk_hexes.isVisibleTo(inspector))


def test_a_change_that_came_during_play_can_be_undone_afterwards(qtbot: QtBot, window: Window) -> None:
    undo, document = window.desk.actions.get("edit.undo"), window.desk.document
    start(qtbot, window)
    document.push(EditScenario(name="Another field"))
    assert not undo.isEnabled(), "it rests"
    qtbot.keyClick(window.canvas, Qt.Key.Key_F5, Qt.KeyboardModifier.ShiftModifier)
    assert undo.isEnabled()
    undo.trigger()
    assert document.require_scenario().name == "A field"


def test_the_frame_has_the_colour_of_the_side_that_chooses(qtbot: QtBot, window: Window) -> None:
    start(qtbot, window, us=HUMAN, ac=HUMAN)
    sides = window.desk.document.require_scenario().sides
    assert window.play.banner.colour.name() == sides["us"].colour
    window.desk.controls.game.act("end phase")
    window.desk.controls.game.act("end phase")
    assert window.play.banner.colour.name() == sides["ac"].colour
    frame = window.play.grab().toImage()
    ratio = frame.devicePixelRatio()
    assert frame.pixelColor(int(2 * ratio), int(frame.height() / 2)).name() == sides["ac"].colour


def test_what_rests_says_so_at_the_pointer(qtbot: QtBot, window: Window, hand: Hand) -> None:
    start(qtbot, window, us=HUMAN, ac=HUMAN)
    hand.drag("L0505", "L0705")
    assert "Shift+F5" in window.canvas.said_here
    hand.click("L0806")
    assert not window.canvas.said_here
    qtbot.keyClick(window.canvas, Qt.Key.Key_B)
    assert "disabled while you play" in window.canvas.said_here
    assert not window.desk.document.stack.canUndo()


def test_a_unit_is_dragged_to_its_goal(qtbot: QtBot, window: Window, hand: Hand) -> None:
    start(qtbot, window, us=HUMAN, ac=HUMAN)
    hand.drag("L0202", "L0103")
    assert window.desk.preview.played == 1
    assert "L0103" in {how["at"] for how in window.desk.preview.position.units.values()}


def test_the_computer_answers_by_itself_and_its_action_is_taken_back_with_ours(qtbot: QtBot, window: Window) -> None:
    start(qtbot, window, us=HUMAN, ac="first")
    preview = window.desk.preview
    assert preview.human_turn
    window.desk.controls.game.act("end phase")
    window.desk.controls.game.act("end phase")
    qtbot.waitUntil(lambda: preview.human_turn)
    assert preview.position.status["turn"] == 2
    assert {position.side for position in preview.positions[3:]} == {"ac"}
    assert window.desk.controls.game.take_back()
    assert preview.played == 1
    assert preview.human_turn
    assert preview.position.action == "end phase"
    assert window.desk.controls.game.take_back()
    assert not window.desk.controls.game.take_back()


def test_without_a_person_it_waits_for_play_and_steps(qtbot: QtBot, window: Window) -> None:
    start(qtbot, window, us="first", ac="first")
    preview, banner = window.desk.preview, window.play.banner
    qtbot.mouseClick(banner.run, Qt.MouseButton.LeftButton)
    assert not banner.pace.paused
    qtbot.waitUntil(lambda: preview.position.outcome is not None)
    assert "Victory" in banner.asked.text() or "draw" in banner.asked.text()
    preview.show(2)
    assert "earlier position" in banner.asked.text()
    qtbot.mouseClick(banner.step, Qt.MouseButton.LeftButton)
    assert preview.shown == 3
    assert banner.pace.paused


def test_an_earlier_position_can_be_continued_and_the_title_keeps_its_room(qtbot: QtBot, window: Window) -> None:
    start(qtbot, window, us="first", ac="first")
    preview, banner = window.desk.preview, window.play.banner
    assert not banner.otherwise.isVisible()
    qtbot.mouseClick(banner.run, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: preview.position.outcome is not None)
    preview.show(2)
    settle()
    assert banner.otherwise.isVisible()
    assert banner.rect().contains(banner.otherwise.geometry())
    assert banner.otherwise.width() >= banner.otherwise.sizeHint().width()
    assert banner.title.fontMetrics().horizontalAdvance(banner.title.text()) <= banner.title.width()
    qtbot.mouseClick(banner.otherwise, Qt.MouseButton.LeftButton)
    assert not preview.looking


def test_the_menu_offers_a_pace_only_while_something_is_played(qtbot: QtBot, window: Window) -> None:
    entries = [window.desk.actions.get(f"play.{key}") for key in ("pause", "action", "skip")]
    assert not any(entry.isEnabled() for entry in entries)
    start(qtbot, window, us="first", ac="first")
    assert [entry.isEnabled() for entry in entries] == [True, True, False]
    window.desk.preview.close()
    assert not any(entry.isEnabled() for entry in entries)


def test_a_pause_holds_the_computer_and_a_step_lets_it_act_once(qtbot: QtBot, window: Window) -> None:
    start(qtbot, window, us=HUMAN, ac="first")
    preview, banner = window.desk.preview, window.play.banner
    banner.pace.pause()
    window.desk.controls.game.act("end phase")
    window.desk.controls.game.act("end phase")
    assert not preview.busy
    assert banner.asked.text() == "Paused before the computer's choice."
    with qtbot.waitSignal(preview.stopped):
        banner.step.click()
    assert preview.played == 3
    assert not preview.human_turn


def test_what_the_computer_does_is_shown_position_by_position(qtbot: QtBot, window: Window) -> None:
    start(qtbot, window, us=HUMAN, ac="first")
    preview, pace = window.desk.preview, window.play.banner.pace
    pace.speed = "fast"
    shown: list[int] = []
    preview.moved.connect(shown.append)
    panel = window.docks["preview"].widget()
    assert isinstance(panel, PreviewPanel)
    told_early: list[int] = []
    preview.moved.connect(lambda number: told_early.append(rows(panel) - 1 - number))
    window.desk.controls.game.act("end phase")
    window.desk.controls.game.act("end phase")
    qtbot.waitUntil(lambda: preview.human_turn)
    assert sorted(set(shown)) == list(range(1, preview.played + 1)), "none is left out"
    assert preview.played > 3
    assert not any(told_early), "what is still to be shown is in no list"
    told = [line.position for line in window.desk.log.lines if line.position >= 0]
    assert told == sorted(told)
    assert told[-1] == preview.shown


def test_somebody_else_takes_a_side_over_in_the_middle(qtbot: QtBot, window: Window) -> None:
    start(qtbot, window, us="first", ac="first")
    preview, banner = window.desk.preview, window.play.banner
    assert banner.pace.paused
    choose(window.docks.panel("preview").seat_row.seats["us"], HUMAN)
    assert preview.human_turn
    assert preview.seats == {"us": HUMAN, "ac": "first"}
    choose(window.docks.panel("preview").seat_row.seats["us"], "first")
    qtbot.waitUntil(lambda: preview.position.outcome is not None)


def test_the_computer_pauses_where_the_umpire_stops_it(qtbot: QtBot, window: Window) -> None:
    stacked = document(setup={"us-9": "L0202", "us-towson": "L0202", "ac-1": "L0602"})
    window.desk.tabs.set_document(stacked)
    start(qtbot, window, us="first", ac="first")
    with qtbot.waitSignal(window.desk.preview.stopped):
        window.play.banner.run.click()
    assert window.play.banner.pace.paused
    assert [line.text for line in window.desk.log.lines if line.kind == "error" and "PLAY102" in line.text]
    assert not window.desk.preview.busy


def test_reasons_have_names_and_stand_at_the_pointer(qtbot: QtBot, window: Window, hand: Hand) -> None:
    start(qtbot, window, us=HUMAN, ac=HUMAN)
    hand.click("L0202")
    hand.click("L0806")
    said = window.canvas.said_here
    assert "Not allowed" in said
    assert "tlg2:" in said
    assert "us-" not in said
    assert window.desk.document.require_scenario().units[window.desk.controls.game.unit or ""].name in said
