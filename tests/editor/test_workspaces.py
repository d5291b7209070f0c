"""Workspaces: each has its panels, the map has most of the window, and all is there again at the next start."""

from __future__ import annotations

from itertools import pairwise

import pytest
from bench import forgive
from cut_words import cut
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog, QTabBar, QToolBar, QToolButton
from pytestqt.qtbot import QtBot
from settling import settle

from editor.panels import PANELS
from editor.panels.inspector_panel import InspectorPanel
from editor.panels.scenario_panel import PAGES, ScenarioPanel
from editor.panels.unit_grid import UnitsGrid
from editor.stage.keymap import plain_title
from editor.window import workspaces as workspaces_module
from editor.window.app import make_window
from editor.window.window import Window
from editor.window.workspace_list import WORKSPACES, Workspace, arranged, grouped
from editor.work.remembered import EXPORTS, remember
from editor.work.settings import settings

MAP, SCENARIO = "maps/lundys_lane.yaml", "scenarios/lundys_lane.yaml"
ROOM = ((QSize(1600, 1000), 0.60), (QSize(1280, 800), 0.50), (QSize(1366, 768), 0.50))
"""Sizes of the window, and the share of each that the map has at least."""


def opened(qtbot: QtBot, file: str = SCENARIO, size: QSize = ROOM[0][0]) -> Window:
    window = make_window(file)
    qtbot.addWidget(window, before_close_func=forgive)
    window.resize(size)
    with qtbot.waitExposed(window):
        window.show()
    settle()
    return window


def seen(window: Window) -> set[str]:
    """The panels that are in front."""
    return {key for key, dock in window.docks.by_key.items() if dock.isVisible() and not dock.visibleRegion().isEmpty()}


def show(window: Window, key: str) -> None:
    window.desk.actions.get(f"workspace.{key}").trigger()
    settle()


# -- room --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "share"), ROOM, ids=["1600x1000", "1280x800", "1366x768"])
def test_the_map_has_most_of_the_window_and_the_main_form_a_column_of_320(
    qtbot: QtBot, size: QSize, share: float
) -> None:
    window = opened(qtbot, size=size)
    for space in WORKSPACES.values():
        show(window, space.key)
        if space.key == "play":
            assert window.desk.controls.game.start({}, 1)
            settle()
        panes = window.panes
        assert panes.width() * panes.height() >= share * size.width() * size.height(), space.key
        assert window.docks[space.column[0][0]].width() >= 320, space.key
        window.desk.preview.close()


def test_a_battle_on_a_table_leaves_the_map_half_of_a_small_window(qtbot: QtBot) -> None:
    size, share = ROOM[1]
    window = opened(qtbot, "scenarios/zama.yaml", size)
    assert window.desk.controls.game.start({}, 1)
    settle()
    assert window.panes.width() * window.panes.height() >= share * size.width() * size.height()
    window.desk.preview.close()


@pytest.mark.parametrize("size", [size for size, _ in ROOM[:2]], ids=["1600x1000", "1280x800"])
def test_no_words_are_cut(qtbot: QtBot, size: QSize) -> None:
    window = opened(qtbot, size=size)
    grid = window.desk.document.battle_map.grid
    window.desk.selection.set([grid.parse("L2812")], "us-9")
    for key in WORKSPACES:
        show(window, key)
        assert cut(window) == [], key
        for panel in (*WORKSPACES[key].shown, *WORKSPACES[key].spare):
            window.docks.front(panel)
            settle()
            assert cut(window) == [], (key, panel)
        window.workspaces.reset()
    show(window, "scenario")
    page = window.docks.panel("scenario")
    assert isinstance(page, ScenarioPanel)
    for key in PAGES:
        page.show_page(key)
        settle()
        assert cut(window) == [], key


@pytest.mark.parametrize("file", ["scenarios/zama.yaml", "scenarios/arracourt.yaml"])
def test_no_words_of_other_rules_are_cut_in_a_small_window(qtbot: QtBot, file: str) -> None:
    window = opened(qtbot, file, ROOM[1][0])
    scenario = window.desk.document.require_scenario()
    window.desk.selection.set([], next(iter(scenario.setup)))
    for key in WORKSPACES:
        show(window, key)
        for panel in WORKSPACES[key].shown:
            if window.docks[panel].toggleViewAction().isVisible():
                window.docks.front(panel)
                settle()
                assert cut(window) == [], (key, panel)


@pytest.mark.parametrize("size", [size for size, _ in ROOM], ids=["1600x1000", "1280x800", "1366x768"])
def test_the_inspector_shows_the_first_five_fields_of_a_unit_without_scrolling(qtbot: QtBot, size: QSize) -> None:
    window = opened(qtbot, size=size)
    window.desk.selection.set([window.desk.document.battle_map.grid.parse("L2812")], "us-9")
    for key in ("draw", "army", "scenario", "rules"):
        show(window, key)
        window.docks.front("inspector")
        settle()
        panel = window.docks.panel("inspector")
        assert isinstance(panel, InspectorPanel)
        for field in (panel.name, panel.side, panel.formation, panel.type, panel.size_box):
            assert field.visibleRegion().boundingRect() == field.rect(), (key, field.accessibleName())


def test_a_low_window_begins_without_the_minimap_and_has_it_when_it_is_wanted(qtbot: QtBot) -> None:
    window = opened(qtbot, MAP, ROOM[1][0])
    assert seen(window) == {"palette", "inspector"}
    window.docks["minimap"].toggleViewAction().trigger()
    settle()
    assert seen(window) == {"palette", "inspector", "minimap"}
    show(window, "exchange")
    show(window, "draw")
    assert seen(window) == {"palette", "inspector", "minimap"}, "as it was left"
    window.workspaces.reset()
    settle()
    assert seen(window) == {"palette", "inspector"}
    window.resize(ROOM[0][0])
    settle()
    window.workspaces.reset()
    settle()
    assert seen(window) == {"palette", "inspector", "minimap"}


def test_every_panel_has_a_place_in_every_workspace_and_in_the_menu() -> None:
    every = {spec.key for spec in PANELS}
    for space in WORKSPACES.values():
        plan = arranged(space, PANELS)
        places = [key for group in (*plan.column, plan.below) for key in group]
        assert sorted(places) == sorted(every), space.key
        assert plan.shown == set(space.shown)
        assert len(space.shares) == len(space.column)
        assert len(space.low_shares) in (0, len(space.column))
        assert set(space.closed_when_low) <= plan.shown
    assert {spec.key for _, specs in grouped(PANELS) for spec in specs} == every


# -- going from one to another -----------------------------------------------------------------------------------


def test_keys_lead_to_workspaces_and_each_is_as_it_was_left(qtbot: QtBot) -> None:
    window = opened(qtbot)
    assert window.workspaces.current == "army"
    assert seen(window) == {"battle", "scenario"}, "the order of battle and the set-up side by side"
    window.docks.front("inspector")
    window.docks["battle"].hide()
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    settle()
    assert seen(window) == {"palette", "inspector", "minimap"}
    show(window, "army")
    assert seen(window) == {"inspector"}
    window.desk.actions.get("view.reset-panels").trigger()
    settle()
    assert seen(window) == {"battle", "scenario"}


def test_another_workspace_fits_a_fitted_map_again(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.canvas.fit()
    for key in ("draw", "scenario", "play", "exchange", "rules", "army"):
        show(window, key)
        assert window.canvas.shows_all, key
    window.workspaces.reset()
    settle()
    assert window.canvas.shows_all


def test_a_place_that_was_chosen_stays_in_another_workspace(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.canvas.fit()
    window.canvas.scroll_by(3, 0)
    zoom = window.canvas.zoom
    origin = window.canvas.viewport().mapTo(window, window.canvas.mapFromScene(0, 0))
    for key in ("draw", "scenario", "army"):
        show(window, key)
        assert window.canvas.zoom == zoom, key
        assert window.canvas.viewport().mapTo(window, window.canvas.mapFromScene(0, 0)) == origin, key


def test_a_fitted_map_that_a_panel_hides_stays_until_another_workspace_is_shown(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.canvas.fit()
    zoom = window.canvas.zoom
    window.resizeDocks([window.docks["battle"]], [900], Qt.Orientation.Horizontal)
    settle()
    assert not window.canvas.shows_all
    assert window.canvas.zoom == zoom
    show(window, "draw")
    assert window.canvas.shows_all


def test_a_map_is_shown_in_draw_and_a_scenario_in_army_until_somebody_chooses(qtbot: QtBot) -> None:
    window = opened(qtbot, MAP)
    assert window.workspaces.current == "draw"
    window.files.open_path(window.desk.document.path.parent.parent / SCENARIO)
    assert window.workspaces.current == "army"
    window.desk.tabs.show(window.desk.tabs[0])
    assert window.workspaces.current == "draw"
    show(window, "draw")
    window.desk.tabs.show(window.desk.tabs[1])
    assert window.workspaces.current == "draw", "also the one that was in front anyway can be chosen"


def test_a_game_is_shown_in_play_and_the_workspace_from_before_comes_back(qtbot: QtBot) -> None:
    window = opened(qtbot)
    show(window, "scenario")
    assert window.desk.controls.game.start({}, 1)
    assert window.workspaces.current == "play"
    settle()
    assert {"preview", "log"} <= seen(window)
    window.desk.preview.close()
    assert window.workspaces.current == "scenario"
    # What is chosen during a game stays.
    assert window.desk.controls.game.start({}, 1)
    show(window, "army")
    window.desk.preview.close()
    assert window.workspaces.current == "army"


def test_a_game_leaves_the_panels_of_the_workspace_before_it_as_they_were(qtbot: QtBot) -> None:
    window = opened(qtbot)
    show(window, "army")
    assert seen(window) == {"battle", "scenario"}
    assert window.desk.controls.game.start({}, 1)
    settle()
    assert "preview" in seen(window)
    window.desk.preview.close()
    settle()
    assert seen(window) == {"battle", "scenario"}


def test_the_bar_shows_which_workspace_is_in_front(qtbot: QtBot) -> None:
    window = opened(qtbot)
    for key in ("play", "draw", "army"):
        show(window, key)
        # A click on the one in front changes nothing.
        window.desk.actions.get(f"workspace.{key}").trigger()
        ticked = [plain_title(one.text()) for one in window.workspaces.switches if one.isChecked()]
        assert ticked == [WORKSPACES[key].title]


# -- from one session to the next ----------------------------------------------------------------------------------


def test_the_workspace_and_its_arrangement_are_there_at_the_next_start(qtbot: QtBot) -> None:
    window = opened(qtbot)
    show(window, "scenario")
    window.docks.front("trials")
    settle()
    window.close()
    again = opened(qtbot)
    assert again.workspaces.current == "scenario"
    assert "trials" in seen(again)


def test_the_layout_of_an_earlier_version_is_taken_over(qtbot: QtBot) -> None:
    window = opened(qtbot)
    show(window, "draw")
    window.docks.front("stamps")
    window.docks["minimap"].hide()
    state = window.docks.arrangement
    window.close()
    settings().clear()
    settings().setValue("window/state", state)
    again = opened(qtbot)
    assert again.workspaces.current == f"{workspaces_module.OWN}{workspaces_module.EARLIER}"
    assert not again.docks["stamps"].isHidden()
    assert again.docks["minimap"].isHidden()
    show(again, "draw")
    assert not again.docks["minimap"].isHidden(), "the new ones come as they are"


@pytest.mark.parametrize("state", [b"nonsense", b""])
def test_an_arrangement_that_cannot_be_read_gives_way_to_the_first(qtbot: QtBot, state: bytes) -> None:
    settings().setValue("workspaces/left/army", state)
    window = opened(qtbot)
    assert seen(window) == {"battle", "scenario"}


def test_a_panel_that_floats_on_a_screen_that_is_gone_comes_to_the_window(qtbot: QtBot) -> None:
    window = opened(qtbot)
    dock = window.docks["battle"]
    dock.setFloating(True)
    settle()
    dock.move(QPoint(30_000, 30_000))
    show(window, "draw")
    show(window, "army")
    assert dock.isFloating()
    assert window.screen().availableGeometry().intersects(dock.frameGeometry())


# -- your own ------------------------------------------------------------------------------------------------------


def test_an_own_workspace_is_saved_restored_and_deleted(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    window = opened(qtbot)
    window.docks["scenario"].hide()
    window.docks["inspector"].hide()
    monkeypatch.setattr(QInputDialog, "getText", lambda *_args, **_more: ("Units & more / less", True))
    window.desk.actions.get("workspace.save").trigger()
    settle()
    assert seen(window) == {"battle"}
    window.docks["battle"].hide()
    window.close()
    again = opened(qtbot)
    assert again.workspaces.own == ["Units & more / less"]
    assert seen(again) == set()
    again.workspaces.reset()
    settle()
    assert seen(again) == {"battle"}, "as it was saved"
    show(again, "army")
    assert seen(again) == {"battle"}, "as it was left"
    entry = again.desk.actions.get("workspace.own%20Units%20%26%20more%20/%20less")
    entry.trigger()
    settle()
    assert seen(again) == {"battle"}
    again.desk.actions.get("workspace.delete").trigger()
    assert not entry.isVisible()
    assert again.workspaces.current == "army"
    assert not again.desk.actions.get("workspace.delete").isEnabled()
    assert "" not in {offer.text for offer in again.menus.find.command_offers()}
    again.close()
    assert opened(qtbot).workspaces.own == []


# -- all of the window ---------------------------------------------------------------------------------------------


def test_a_key_hides_all_panels_and_shows_them_again(qtbot: QtBot) -> None:
    window = opened(qtbot)
    before = seen(window)
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_F12)
    settle()
    assert seen(window) == set()
    assert window.bars.tools.isVisible()
    window.docks.front("log")
    qtbot.keyClick(window, Qt.Key.Key_F12)
    settle()
    assert seen(window) == before
    # Hidden panels do not stay hidden in the next session.
    qtbot.keyClick(window, Qt.Key.Key_F12)
    window.close()
    assert seen(opened(qtbot)) == before


def test_f11_fills_the_screen_and_goes_back(qtbot: QtBot) -> None:
    window = opened(qtbot)
    action = window.desk.actions.get("view.full-screen")
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_F11)
    assert window.isFullScreen()
    window.showNormal()
    settle()
    assert not action.isChecked(), "whoever ended it"


def test_the_minimap_folds_and_stays_folded(qtbot: QtBot) -> None:
    window = opened(qtbot, MAP)
    minimap, palette = window.docks["minimap"], window.docks["palette"]
    high, room = minimap.height(), palette.height()
    window.desk.actions.get("view.fold-minimap").trigger()
    settle()
    assert minimap.height() < 40 < high
    assert palette.height() > room or window.docks["inspector"].height() > 0
    window.close()
    again = opened(qtbot, MAP)
    assert again.docks["minimap"].height() < 40
    again.desk.actions.get("view.fold-minimap").trigger()
    settle()
    assert again.docks["minimap"].height() >= 100


def test_a_key_leads_to_a_workspace_from_the_unit_table_too(qtbot: QtBot) -> None:
    window = opened(qtbot)
    window.activateWindow()
    window.desk.actions.get("scenario.unit-table").trigger()
    settle()
    grid = window.docks.panel("units").findChild(UnitsGrid)
    grid.setFocus()
    qtbot.keyClick(grid, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    settle()
    assert window.workspaces.current == "scenario"


def test_a_workspace_is_data() -> None:
    assert all(isinstance(space, Workspace) and space.shortcut for space in WORKSPACES.values())


# -- rules ---------------------------------------------------------------------------------------------------------

RIDGE, RIDGE_RULES = "scenarios/the_ridge.yaml", "resources/systems/the_ridge/system.yaml"


def standing(window: Window) -> list[list[str]]:
    """The tabs of the docks that are to be seen, bar by bar."""
    bars = window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [[bar.tabText(i) for i in range(bar.count())] for bar in bars if bar.isVisible() and bar.count()]


def test_a_rules_file_is_shown_in_rules_and_the_workspace_of_the_map_comes_back(qtbot: QtBot) -> None:
    window = opened(qtbot, RIDGE)
    show(window, "scenario")
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_F11, Qt.KeyboardModifier.ShiftModifier)
    settle()
    assert window.rules.shown, "the rules file of the scenario in front"
    assert window.workspaces.current == "rules"
    assert seen(window) == {"problems"}
    bar = [one for one in window.workspaces.switches if window.bars.main.widgetForAction(one).isVisible()]
    assert [plain_title(one.text()) for one in bar if one.isChecked()] == ["Rules"]
    assert len(bar) == len(WORKSPACES), "all of them can be chosen"
    assert not window.desk.actions.get("workspace.save").isEnabled()
    window.docks.front("log")
    settle()
    assert standing(window) == [["Problems", "Log"]]
    window.desk.tabs.show(window.desk.tabs[0])
    settle()
    assert window.workspaces.current == "scenario"
    assert "problems" in seen(window)
    assert ["Scenario", "Rules"] in [bar[:2] for bar in standing(window)]
    show(window, "rules")
    assert seen(window) == {"log"}, "as it was left"
    show(window, "draw")
    assert not window.rules.shown, "the map from before"
    assert seen(window) == {"palette", "inspector", "minimap"}


def test_a_game_and_a_rules_file_each_have_their_workspace(qtbot: QtBot) -> None:
    window = opened(qtbot, RIDGE)
    show(window, "army")
    assert window.desk.controls.game.start({}, 1)
    show(window, "rules")
    assert window.workspaces.current == "rules"
    window.desk.tabs.show(window.desk.tabs[0])
    assert window.workspaces.current == "play"
    window.desk.preview.close()
    assert window.workspaces.current == "army"


def test_rules_that_are_part_of_the_program_are_read_beside_the_map(qtbot: QtBot) -> None:
    window = opened(qtbot)
    with qtbot.waitSignal(window.desk.status_changed) as said:
        show(window, "rules")
    assert seen(window) == {"ledger", "inspector", "problems"}
    assert "part of the program" in said.args[0]


def test_what_was_said_of_a_workspace_goes_with_it(qtbot: QtBot) -> None:
    window = opened(qtbot)
    show(window, "rules")
    assert "part of the program" in window.status.message.text()
    show(window, "exchange")
    assert "part of the program" not in window.status.message.text()


def test_a_map_without_rules_says_how_to_make_some(qtbot: QtBot) -> None:
    window = opened(qtbot, MAP)
    with qtbot.waitSignal(window.desk.status_changed) as said:
        show(window, "rules")
    assert "New rules" in said.args[0]
    assert "New rules" in window.docks.panel("ledger").empty.text()
    window.files.open_path(window.desk.document.path.parent.parent / RIDGE_RULES)
    window.desk.tabs.show(window.desk.tabs[0])
    show(window, "rules")
    assert window.rules.shown, "rules that are open in a tab"


def test_without_a_map_other_workspaces_say_how_to_get_one(qtbot: QtBot) -> None:
    window = opened(qtbot, RIDGE_RULES)
    assert window.workspaces.current == "rules"
    with qtbot.waitSignal(window.desk.status_changed) as said:
        show(window, "army")
    assert "File > New map" in said.args[0]
    assert window.rules.shown
    assert [one.isChecked() for one in window.workspaces.switches].count(True) == 1


# -- exchange --------------------------------------------------------------------------------------------------------


def test_exchange_has_the_ways_in_and_out_the_last_export_and_the_scan(qtbot: QtBot) -> None:
    window = opened(qtbot, MAP)
    show(window, "exchange")
    assert seen(window) == {"exchange", "underlay"}
    panel = window.docks.panel("exchange")
    assert "three clicks" in panel.notes["scan"].text()
    assert "No packs are installed" in panel.notes["packs"].text()
    last = {"format": "svg", "out": "/somewhere/lane.svg"}
    remember(EXPORTS, window.desk.document.path, last)
    window.desk.log.add("Exported lane.svg")
    assert "lane.svg" in panel.notes["give"].text()
    qtbot.mouseClick(panel.buttons["panel.tracing"], Qt.MouseButton.LeftButton)
    settle()
    assert seen(window) == {"exchange", "tracing"}
    window.files.open_path(window.desk.document.path.parent.parent / "scenarios/zama.yaml")
    settle()
    assert panel.buttons["file.export-to"].isVisible(), "other programs take tables too"
    assert panel.buttons["file.import"].isVisible()


# -- the bars --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", [SCENARIO, "scenarios/zama.yaml", RIDGE_RULES])
def test_bars_have_lines_only_between_buttons(qtbot: QtBot, file: str) -> None:
    window = opened(qtbot, file)
    for bar in (window.bars.main, window.bars.tools):
        shown = [one for one in bar.actions() if one.isVisible() and (one.isSeparator() or _is_button(bar, one))]
        lines = [one.isSeparator() for one in shown]
        assert not any(a and b for a, b in pairwise(lines)), file
        assert not lines or not (lines[0] or lines[-1]), file


def _is_button(bar: QToolBar, action: QAction) -> bool:
    return isinstance(bar.widgetForAction(action), QToolButton)
