"""Nothing is written over what somebody made without a question that says what the file holds, whatever is saved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from answering import while_open
from bench import forgive
from fields import scenario as field_battle
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QLineEdit, QMessageBox
from pytestqt.qtbot import QtBot

from editor.controls.save_door import completed
from editor.dialogs.save_questions import SaveQuestion
from editor.document.document import Document
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.panels.log_panel import LogPanel
from editor.preview.seats import HUMAN
from editor.window.app import make_window
from editor.window.window import Window
from engine import formats
from engine.boards.underlay import Underlay
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.hexes.board.numbering import Numbering
from engine.scenario import Scenario, Side

SIDES = {"a": Side("a", "A"), "b": Side("b", "B")}


def board(name: str = "Ford", palette: str = "standard", near: Path | None = None) -> BattleMap:
    grid = Grid(GridSpec(20, 14, numbering=Numbering(prefix="L")))
    return BattleMap(grid, formats.load_palette(palette, near), name)


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    formats.save_map(board(), tmp_path / "ford.yaml")
    return tmp_path / "ford.yaml"


def opened(qtbot: QtBot, *files: Path) -> Window:
    window = make_window(str(files[0]))
    qtbot.addWidget(window, before_close_func=forgive)
    with qtbot.waitExposed(window):
        window.show()
    for file in files[1:]:
        assert window.files.open_path(file)
    return window


def battle_on(window: Window, ford: Path, reference: str = "ford") -> Document:
    """A new scenario on a map, never saved, in front."""
    ground = formats.load_map(ford)
    document = Document(ground, Scenario("battle", "Battle", "tlg2", ground, reference, sides=SIDES), ford, None)
    document.mark_unsaved("scenario")
    window.files.show(document)
    return document


def saving(monkeypatch: pytest.MonkeyPatch, *names: Path | str) -> None:
    """Give these names, one each time that a name is asked for, then none."""
    left = [str(name) for name in names]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (left.pop(0) if left else "", ""))


def pressing(caption: str, said: list[str]) -> Callable[[QMessageBox], None]:
    def act(box: QMessageBox) -> None:
        said.append(f"{box.text()} {box.informativeText()}")
        assert box.defaultButton().text().replace("&", "") == "Cancel"
        [button] = [one for one in box.buttons() if one.text().replace("&", "") == caption]
        button.click()

    return act


# -- scenarios and maps ------------------------------------------------------------------------------------------


def test_the_name_typed_in_the_real_dialog_without_its_ending_is_asked_about(
    qtbot: QtBot, ford: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole way that lost a map: a new scenario on it, Save, ``ford`` typed, Enter."""
    window = opened(qtbot, ford)
    battle_on(window, ford)
    before = ford.read_bytes()
    monkeypatch.chdir(ford.parent)
    seen: list[str] = []

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QFileDialog) and not seen:
            line = dialog.findChild(QLineEdit, "fileNameEdit")
            assert isinstance(line, QLineEdit)
            line.setText("ford")
            dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Save).click()
        elif isinstance(dialog, SaveQuestion):
            seen.append(f"{dialog.text()} {dialog.informativeText()}")
            QTest.keyClick(dialog, Qt.Key.Key_Escape)
        elif isinstance(dialog, QFileDialog):
            dialog.reject()

    timer = QTimer(window)
    timer.timeout.connect(answer)
    timer.start(20)
    saved = window.files.save()
    timer.stop()
    assert not saved
    assert len(seen) == 1
    assert "Replace ford.yaml?" in seen[0]
    assert "ford.yaml holds a map: Ford, 20 x 14 hexes." in seen[0]
    assert "It is the map of this scenario." in seen[0]
    assert ford.read_bytes() == before
    assert window.desk.document.dirty


def test_a_scenario_that_replaces_its_map_holds_the_map_itself(
    qtbot: QtBot, ford: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened(qtbot, ford)
    document = battle_on(window, ford)
    document.push(PaintTerrain([7], "forest"))
    formats.save_scenario(field_battle(map=board(), map_ref="ford"), ford.with_name("other.yaml"))
    said: list[str] = []
    saving(monkeypatch, ford.with_suffix(""))
    while_open(SaveQuestion, pressing("Replace", said), window.files.save)
    assert "Other scenarios need this map: other.yaml." in said[0]
    assert "open in another tab, which will be closed" in said[0]
    assert document.map_is_inline
    assert not document.dirty
    again = Document.open(ford)
    assert again.scenario is not None
    assert again.scenario.name == "Battle"
    assert again.battle_map.terrain[7] == "forest"


def test_a_map_never_takes_the_place_of_its_own_palette(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inks = tmp_path / "inks.yaml"
    formats.save_palette(formats.load_palette("standard"), inks)
    before = inks.read_bytes()
    formats.save_map(board("Inked", "inks", inks), tmp_path / "map.yaml")
    window = opened(qtbot, tmp_path / "map.yaml")
    window.desk.document.push(PaintTerrain([7], "forest"))
    said: list[str] = []
    saving(monkeypatch, tmp_path / "inks", "")
    while_open(SaveQuestion, pressing("Cancel", said), window.files.save_as)
    assert "inks.yaml cannot be replaced" in said[0]
    assert "holds a palette" in said[0]
    assert "Choose another name" in said[0]
    assert inks.read_bytes() == before
    assert window.desk.document.dirty


def test_what_waits_and_pictures_are_told_by_what_they_are(
    qtbot: QtBot, ford: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = ford.with_name("scan.yaml")
    picture.write_bytes(b"\x89PNG\r\n\x1a\n a scan with an odd name")
    other = ford.with_name("other.yaml")
    formats.save_scenario(field_battle(map=board(), map_ref="ford"), other)
    window = opened(qtbot, ford)
    document = window.desk.document
    document.battle_map.look = replace(document.battle_map.look, underlays=(Underlay("scan.yaml"),))
    document.pending[other] = formats.load_scenario(other)
    said: list[str] = []
    saving(monkeypatch, other)
    while_open(SaveQuestion, pressing("Cancel", said), window.files.save_as)
    assert "another scenario on this map, with changes that are not saved yet" in said[0]
    saving(monkeypatch, picture)
    while_open(SaveQuestion, pressing("Cancel", said), window.files.save_as)
    assert "holds a picture that Hexwright did not make. It is the picture under the map" in said[1]


def test_saving_over_a_map_of_another_tab_leaves_one_tab(
    qtbot: QtBot, ford: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    formats.save_map(board("Hill"), ford.with_name("hill.yaml"))
    window = opened(qtbot, ford, ford.with_name("hill.yaml"))
    other = window.desk.tabs[0].document
    other.push(PaintTerrain([3], "forest"))
    said: list[str] = []
    saving(monkeypatch, ford)
    while_open(SaveQuestion, pressing("Replace", said), window.files.save_as)
    assert "open in another tab, which will be closed. Its unsaved changes are lost." in said[0]
    assert [tab.document.title for tab in window.desk.tabs] == ["Hill"]
    assert window.desk.document.path == ford
    assert formats.load_map(ford).name == "Hill"
    said.clear()
    saving(monkeypatch, ford)
    window.desk.document.push(PaintTerrain([4], "forest"))
    assert window.files.save_as(), "its own file is saved without a question"
    assert formats.load_map(ford).terrain[4] == "forest"


def test_a_tab_stays_where_the_question_is_answered_with_no(
    qtbot: QtBot, ford: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    formats.save_map(board("Hill"), ford.with_name("hill.yaml"))
    window = opened(qtbot, ford, ford.with_name("hill.yaml"))
    saving(monkeypatch, ford)
    while_open(SaveQuestion, pressing("Cancel", []), window.files.save_as)
    assert [tab.document.title for tab in window.desk.tabs] == ["Ford", "Hill"]
    assert formats.load_map(ford).name == "Ford"


# -- everything else ---------------------------------------------------------------------------------------------


def played(qtbot: QtBot, tmp_path: Path) -> Window:
    made = field_battle(setup={"us-9": "L0203", "ac-1": "L0205"}, arrivals=(), map=board())
    formats.save_scenario(made, tmp_path / "battle.yaml")
    window = opened(qtbot, tmp_path / "battle.yaml")
    assert window.desk.controls.game.start({"us": HUMAN, "ac": HUMAN}, 5)
    assert window.desk.controls.game.act("end phase")
    return window


@pytest.mark.parametrize("name", ["battle", "battle.yaml"])
def test_a_game_never_takes_the_place_of_its_scenario_unasked(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    window = played(qtbot, tmp_path)
    before = (tmp_path / "battle.yaml").read_bytes()
    said: list[str] = []
    saving(monkeypatch, tmp_path / name)
    while_open(SaveQuestion, pressing("Cancel", said), window.desk.actions.get("play.save").trigger)
    assert "battle.yaml holds a scenario" in said[0]
    assert "It is the scenario that is open here." in said[0]
    assert (tmp_path / "battle.yaml").read_bytes() == before
    saving(monkeypatch, tmp_path / "evening")
    window.desk.actions.get("play.save").trigger()
    saving(monkeypatch, tmp_path / "evening.yaml")
    window.desk.actions.get("play.save").trigger()
    assert formats.load_replay(tmp_path / "evening.yaml").actions, "its own file is saved again without a question"


def test_units_and_the_log_are_exported_over_nothing_unasked(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = played(qtbot, tmp_path)
    table = tmp_path / "mine.csv"
    table.write_text("name,born\n")
    said: list[str] = []
    for name in (table, table.with_suffix("")):
        saving(monkeypatch, name)
        armies = window.desk.controls.armies
        while_open(SaveQuestion, pressing("Cancel", said), lambda armies=armies: armies.export_csv(window))
        assert "mine.csv holds a table (CSV)." in said[-1]
    log = window.docks.panel("log")
    (tmp_path / "mine.txt").write_text("my notes")
    saving(monkeypatch, tmp_path / "mine")
    assert isinstance(log, LogPanel)
    while_open(SaveQuestion, pressing("Cancel", said), log.export.click)
    assert "mine.txt holds a text." in said[-1]
    assert table.read_text() == "name,born\n"
    assert (tmp_path / "mine.txt").read_text() == "my notes"


@pytest.mark.parametrize(
    ("name", "chosen", "whole"),
    [
        ("ford", "", "ford.yaml"),
        ("ford.YML", "", "ford.YML"),
        ("ford.v2", "", "ford.v2.yaml"),
        ("ford", "Other (*.yml)", "ford.yml"),
    ],
)
def test_a_name_gets_the_ending_that_it_lacks(name: str, chosen: str, whole: str) -> None:
    assert completed(Path(name), (".yaml", ".yml"), chosen) == Path(whole)
