"""Scenarios of other files on the open map: they go along with moved hexes, and are looked at when it is saved."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from answering import while_open
from fields import scenario
from hand import Hand
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from editor.document import other_scenarios as others
from editor.document.clipboard import clipboard
from editor.plain import MessageBox
from editor.window.app import make_window
from editor.window.window import Window
from engine import formats
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.hexes.board.numbering import Numbering

Button = QMessageBox.StandardButton


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """A project with a map and two scenarios on it."""
    board = BattleMap(Grid(GridSpec(8, 6, numbering=Numbering(prefix="L"))), formats.load_palette("standard"), "Field")
    board.terrain[board.grid.parse("L0303")] = "forest"
    for folder in ("maps", "scenarios"):
        (tmp_path / folder).mkdir()
    formats.save_map(board, tmp_path / "maps" / "field.yaml")
    for name in ("one", "two"):
        made = replace(scenario(), map=board, map_ref="field", name=name)
        if name == "two":
            made = made.with_(setup={**made.setup, "us-9": "L0303"}, setup_areas={"us": ("L0202", "L0303", "L0304")})
        formats.save_scenario(made, tmp_path / "scenarios" / f"{name}.yaml")
    return tmp_path / "scenarios" / "one.yaml", tmp_path / "scenarios" / "two.yaml"


@pytest.fixture
def window(qtbot: QtBot, files: tuple[Path, Path]) -> Window:
    found = make_window(str(files[0]))
    # Nothing is asked at the end.
    qtbot.addWidget(found, before_close_func=lambda _window: found.desk.document.mark_saved())
    with qtbot.waitExposed(found):
        found.show()
    clipboard().set(None)
    return found


@pytest.fixture
def hand(qtbot: QtBot, window: Window) -> Hand:
    window.canvas.fit()
    made = Hand(qtbot, window.desk)
    made.bench.tools.choose("select")
    return made


@pytest.fixture
def said(window: Window) -> list[str]:
    told: list[str] = []
    window.desk.status_changed.connect(told.append)
    return told


def move(hand: Hand) -> None:
    """A wood with what stands there goes from L0303 to L0505; of the open scenario nothing stands there."""
    hand.bench.selection.set([hand.h("L0303"), hand.h("L0304")])
    hand.drag("L0303", "L0505")


def save(window: Window, button: QMessageBox.StandardButton) -> str:
    """Save, and answer the question with this button; gives the question."""
    asked: list[str] = []

    def press(box: QMessageBox) -> None:
        asked.append(f"{box.text()} {box.informativeText()}")
        box.button(button).click()

    while_open(MessageBox, press, window.files.save)
    return asked[0]


def setup_of(path: Path) -> str:
    return formats.load_scenario(path).setup["us-9"]


def test_they_go_along_and_saving_asks(window: Window, hand: Hand, files: tuple[Path, Path], said: list[str]) -> None:
    one, two = files
    before = two.read_text()
    move(hand)
    assert any("two.yaml" in text and "when the map is saved" in text for text in said)
    assert two.read_text() == before, "nothing is written until the map is"
    assert "two.yaml" in save(window, Button.SaveAll)
    assert setup_of(two) == "L0505"
    assert set(formats.load_scenario(two).setup_areas["us"]) == {"L0202", "L0505", "L0506"}
    assert setup_of(one) == "L0202"
    assert "two.yaml" in said[-1]
    # Undone and saved, it is as it was; that needs no question.
    hand.undo()
    assert window.files.save()
    assert two.read_text() == before
    hand.bench.document.stack.redo()
    save(window, Button.SaveAll)
    assert setup_of(two) == "L0505"


def test_they_may_stay_behind(window: Window, hand: Hand, files: tuple[Path, Path]) -> None:
    before = files[1].read_bytes()
    when = files[1].stat().st_mtime_ns
    move(hand)
    save(window, Button.No)
    assert not window.desk.document.dirty
    hand.undo()
    assert window.files.save()
    assert files[1].read_bytes() == before
    assert files[1].stat().st_mtime_ns == when


def test_saving_may_be_called_off(window: Window, hand: Hand, files: tuple[Path, Path]) -> None:
    move(hand)
    save(window, Button.Cancel)
    assert window.desk.document.map_dirty
    save(window, Button.SaveAll)
    assert setup_of(files[1]) == "L0505"


def test_moves_add_up_and_are_undone_one_by_one(window: Window, hand: Hand, files: tuple[Path, Path]) -> None:
    two = files[1]
    move(hand)
    hand.drag("L0505", "L0605")
    assert window.desk.document.pending[two.resolve()].setup["us-9"] == "L0605"
    save(window, Button.SaveAll)
    assert setup_of(two) == "L0605"
    hand.undo()
    assert window.files.save()
    assert setup_of(two) == "L0505"
    hand.undo()
    assert window.files.save()
    assert setup_of(two) == "L0303"


def test_undone_before_it_is_saved_nothing_is_asked(window: Window, hand: Hand, files: tuple[Path, Path]) -> None:
    before = files[1].read_text()
    move(hand)
    hand.undo()
    hand.bench.tools.settings.set("terrain", "forest")
    hand.bench.tools.choose("brush")
    hand.click("L0101")
    assert window.files.save()
    assert files[1].read_text() == before


def test_cut_and_paste_takes_them_along_too(window: Window, hand: Hand, files: tuple[Path, Path]) -> None:
    hand.bench.selection.set([hand.h("L0303")])
    hand.bench.actions.get("edit.cut").trigger()
    assert not window.desk.document.pending
    hand.bench.actions.get("edit.paste").trigger()
    hand.click("L0505")
    hand.click("L0705")
    save(window, Button.SaveAll)
    assert setup_of(files[1]) == "L0505"


def test_those_that_name_none_of_the_hexes_are_left_alone(window: Window, hand: Hand, files: tuple[Path, Path]) -> None:
    hand.bench.selection.set([hand.h("L0705"), hand.h("L0704")])
    hand.bench.tools.settings.set("carry_units", True)
    hand.map.terrain[hand.h("L0705")] = "forest"
    hand.drag("L0705", "L0605")
    assert hand.steps == 1
    assert not window.desk.document.pending


def test_units_that_stay_stay_everywhere(window: Window, hand: Hand) -> None:
    hand.bench.tools.settings.set("carry_units", False)
    move(hand)
    assert not window.desk.document.pending


def test_a_file_is_read_once_and_again_when_it_changes(
    window: Window, hand: Hand, files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []
    real = others._load
    monkeypatch.setattr(others, "_load", lambda path, document: read.append(path) or real(path, document))
    document = window.desk.document
    assert [path.name for path in others.others_on_map(document)] == ["two.yaml"]
    others.others_on_map(document)
    assert len(read) == 1
    two = formats.load_scenario(files[1])
    formats.save_scenario(two.with_(name="Two, the second edition"), files[1])
    (found,) = others.others_on_map(document).values()
    assert found.name == "Two, the second edition"
    assert len(read) == 2


def test_after_saving_the_umpire_tells_of_those_that_do_not_hold(
    window: Window, hand: Hand, said: list[str], qtbot: QtBot
) -> None:
    """A lake where a unit of another scenario stands."""

    def paint(terrain: str, place: str) -> None:
        hand.bench.tools.settings.set("terrain", terrain)
        hand.bench.tools.choose("brush")
        hand.click(place)

    paint("forest", "L0801")
    with qtbot.waitSignal(window.files.others_check.looked):
        assert window.files.save()
    assert not [line for line in window.desk.log.lines if "two.yaml" in line.text]
    paint("water", "L0303")
    with qtbot.waitSignal(window.files.others_check.looked):
        assert window.files.save()
    told = [line.text for line in window.desk.log.lines if "two.yaml" in line.text]
    assert len(told) == 1
    assert "has 1 error now" in told[0]
    assert "9th Infantry" in told[0]
    assert "see the Log" in said[-1]
    # Nobody wants to read it at every save.
    paint("forest", "L0802")
    with qtbot.waitSignal(window.files.others_check.looked):
        assert window.files.save()
    assert told == [line.text for line in window.desk.log.lines if "two.yaml" in line.text]
