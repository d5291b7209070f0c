"""The welcome page: there while nothing is open, with samples, templates and recent files; the map comes back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import forgive
from fields import map_file
from PySide6.QtCore import QSize, Qt
from pytestqt.qtbot import QtBot

from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.menus.templates import TEMPLATES, made
from editor.output.thumbnail import thumbnail
from editor.window.app import make_window
from editor.window.welcome import PATH, STARTS
from editor.window.window import Window
from editor.work import settings
from engine import data
from engine.findings import Severity
from engine.umpire.checks.run import check_map, check_scenario


@pytest.fixture
def greeted(qtbot: QtBot) -> Iterator[Window]:
    """A window as the program opens it without a file."""
    made_window = make_window(None)
    qtbot.addWidget(made_window, before_close_func=forgive)
    with qtbot.waitExposed(made_window):
        made_window.show()
    made_window.greeter.greet_if_empty()
    yield made_window
    made_window.welcome.close_down()


def map_is_shown(window: Window) -> bool:
    return window.panes.isVisible() and not window.welcome.isVisible() and window.docks["inspector"].isVisible()


def test_without_a_file_the_page_has_the_window_to_itself(greeted: Window) -> None:
    assert greeted.welcome.isVisible()
    assert not greeted.panes.isVisible()
    assert not any(dock.isVisible() for dock in greeted.docks.by_key.values())
    assert not greeted.bars.tools.isVisible()
    assert greeted.focusWidget() is greeted.welcome.samples


def test_every_shipped_scenario_and_map_without_one_is_a_sample_with_a_picture_of_its_file(
    greeted: Window, qtbot: QtBot
) -> None:
    samples = greeted.welcome.samples
    items = [samples.item(row) for row in range(samples.count())]
    baltic = data.maps() / "baltic.yaml"
    assert {item.data(PATH) for item in items} == {*data.scenarios().glob("*.yaml"), baltic}
    qtbot.waitUntil(lambda: all("turns" in item.text() for item in items if item.data(PATH) != baltic))
    assert items[-1].text() == "The Baltic\nMap without a scenario"
    lundy = next(item for item in items if item.data(PATH).stem == "lundys_lane")
    assert lundy.text().startswith("Lundy's Lane\nTwilight's Last Gleaming 2 · 10 turns")
    assert "chestnut wood" in lundy.toolTip()
    picture = lundy.icon().pixmap(QSize(216, 136)).toImage()
    colours = {picture.pixel(x, y) for x in range(0, picture.width(), 4) for y in range(0, picture.height(), 4)}
    assert len(colours) > 30, "woods, water, units and the ground between them"


def test_a_picture_is_made_from_the_file_as_it_is(tmp_path: Path) -> None:
    path = map_file(tmp_path / "alpha.yaml", "Alpha")
    before = thumbnail(path, QSize(80, 60))
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("name: Alpha", "name: Omega"), encoding="utf-8")
    assert (before.name, before.system) == ("Alpha", "")
    assert thumbnail(path, QSize(80, 60)).name == "Omega"


def test_a_sample_is_opened_by_the_keyboard(greeted: Window, qtbot: QtBot) -> None:
    samples = greeted.welcome.samples
    qtbot.keyClick(samples, Qt.Key.Key_Right)
    assert samples.currentRow() == 1
    qtbot.keyClick(samples, Qt.Key.Key_Return)
    assert greeted.desk.document.path == samples.item(1).data(PATH)
    assert map_is_shown(greeted)
    assert len(greeted.desk.tabs) == 1


def test_the_panels_come_back_as_they_were(qtbot: QtBot) -> None:
    window = make_window(None)
    qtbot.addWidget(window, before_close_func=forgive)
    with qtbot.waitExposed(window):
        window.show()
    window.docks["minimap"].hide()
    window.greeter.greet()
    assert not window.docks["palette"].isVisible()
    qtbot.keyClick(window.welcome.samples, Qt.Key.Key_Escape)
    assert map_is_shown(window)
    assert window.docks["minimap"].isHidden()
    window.greeter.greet()
    assert window.close()
    again = make_window(None)
    qtbot.addWidget(again)
    with qtbot.waitExposed(again):
        again.show()
    assert again.docks["palette"].isVisible(), "what is remembered is the arrangement around the map"
    assert again.docks["minimap"].isHidden()


def test_what_another_window_of_the_program_opened_is_among_the_recent_files(tmp_path: Path, qapp: object) -> None:
    ours, theirs = (map_file(tmp_path / f"{name}.yaml", name) for name in ("ours", "theirs"))
    settings.note_recent(ours)
    settings.write_out()
    store = Path(settings.settings().fileName())
    store.write_text(store.read_text(encoding="utf-8").replace("ours.yaml", "theirs.yaml"), encoding="utf-8")
    assert settings.recent_files() == [theirs]
    settings.note_recent(ours)
    assert settings.recent_files() == [ours, theirs]


def test_recent_files_are_listed_and_opened(greeted: Window, qtbot: QtBot, tmp_path: Path) -> None:
    assert greeted.welcome.no_recent.isVisible()
    path = map_file(tmp_path / "alpha.yaml", "Alpha")
    settings.note_recent(path)
    greeted.greeter.leave()
    greeted.greeter.greet()
    recent = greeted.welcome.recent
    assert recent.count() == 1
    spot = recent.visualItemRect(recent.item(0)).center()
    qtbot.mouseClick(recent.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert greeted.desk.document.title == "Alpha"
    assert map_is_shown(greeted)
    greeted.greeter.greet()
    qtbot.mouseClick(recent.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert map_is_shown(greeted), "also when it is the one in front already"


def test_the_page_is_there_again_when_the_last_file_is_closed(greeted: Window, tmp_path: Path) -> None:
    greeted.files.open_path(map_file(tmp_path / "alpha.yaml", "Alpha"))
    assert map_is_shown(greeted)
    greeted.files.close_tabs([greeted.desk.tabs.front])
    assert greeted.welcome.isVisible()


def test_the_empty_map_is_for_drawing(greeted: Window, qtbot: QtBot) -> None:
    qtbot.mouseClick(greeted.welcome.empty, Qt.MouseButton.LeftButton)
    assert map_is_shown(greeted)
    assert greeted.desk.tabs.front.blank
    greeted.greeter.greet()
    greeted.desk.push(PaintTerrain([3], "forest"))
    assert map_is_shown(greeted), "what changes the map shows it"


def test_every_way_to_begin_is_an_action(greeted: Window) -> None:
    for start, button in zip(STARTS, greeted.welcome.starts, strict=True):
        assert greeted.desk.actions.find(start.action) is not None, start.action
        assert button.text() == start.text


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.system)
def test_a_template_is_a_scenario_that_only_wants_units(greeted: Window, qtbot: QtBot, template) -> None:  # type: ignore[no-untyped-def]
    button = next(b for b in greeted.welcome.starts if b.text() == template.title)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    scenario = greeted.desk.document.require_scenario()
    assert map_is_shown(greeted)
    assert (scenario.system, len(scenario.sides), scenario.turns.count) == (template.system, 2, template.turns)
    board = made(template).board
    found = check_map(board, played=True) + check_scenario(scenario)
    assert not [finding for finding in found if finding.severity is Severity.ERROR and finding.code[:3] == "MAP"]
