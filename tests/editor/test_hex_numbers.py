"""Hex numbers: scheme and look from the Map menu, the scenario renumbered in the same step, other files too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from bench import Bench
from fields import document, scenario
from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox
from pytestqt.qtbot import QtBot

from editor.canvas.render.atlas import Atlas
from editor.canvas.render.map_painter import Look, paint
from editor.dialogs.hex_numbers import HexNumbersDialog
from editor.document.document import Document
from engine import formats
from engine.board.battlemap import BattleMap
from engine.board.grid import Grid, GridSpec
from engine.board.numbering import Numbering
from engine.board.numberlook import NumberLook, NumberPlace


@pytest.fixture
def bench(qtbot: QtBot) -> Bench:
    made = Bench(document(special={"free_bridges": ["L0303/L0403"]}))
    qtbot.addWidget(made.window)
    with qtbot.waitExposed(made.window):
        made.window.show()
    return made


def answer(kind: type[QDialog], act: Callable[[QDialog], object]) -> None:
    """Answer the next modal dialog."""

    def attempt() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, kind):
            act(dialog)
        else:
            QTimer.singleShot(10, attempt)

    QTimer.singleShot(0, attempt)


def letters(dialog: QDialog) -> None:
    assert isinstance(dialog, HexNumbersDialog)
    dialog.letters.setCurrentIndex(1)
    dialog.prefix.setText("")
    dialog.place.setCurrentIndex(1)
    dialog.every_row.setValue(2)
    dialog.accept()


def test_the_scheme_renumbers_all_that_refers_to_it_in_one_step(bench: Bench) -> None:
    answer(HexNumbersDialog, letters)
    bench.workbench.actions.get("map.numbers").trigger()
    made = bench.document.require_scenario()
    assert made.map.grid.name(0) == "A01"
    assert made.setup == {"us-9": "B02", "us-towson": "B02", "ac-1": "F02"}
    assert made.arrivals[0].entry == ("H01",)
    assert made.special == {"free_bridges": ["C03/D03"]}
    assert made.map.numbers == NumberLook(NumberPlace.BOTTOM, rows=2)
    assert made.map.terrain[made.map.grid.parse("C03")] == "forest"
    assert bench.document.stack.count() == 1
    bench.document.stack.undo()
    assert bench.document.require_scenario().setup["ac-1"] == "L0602"
    assert not bench.document.dirty


def test_the_dialog_says_what_becomes_of_the_numbers(qtbot: QtBot) -> None:
    made = scenario()
    dialog = HexNumbersDialog(made.map, made)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.summary.text() == "L0101 to L0806, as now."
    dialog.prefix.setFocus()
    dialog.prefix.selectAll()
    qtbot.keyClicks(dialog.prefix, "M")
    assert dialog.summary.text().startswith("L0101 to L0806 become M0101 to M0806.")
    assert "A field" in dialog.summary.text()
    dialog.letters.setCurrentIndex(2)
    dialog.first_column.setValue(0)
    assert not dialog.ok.isEnabled()
    assert "start at 1" in dialog.complaint.text()
    qtbot.keyClicks(dialog.separator, "/")
    assert not dialog.ok.isEnabled()


def test_the_preview_shows_place_size_and_colour(qtbot: QtBot) -> None:
    made = scenario()
    dialog = HexNumbersDialog(made.map, None)
    qtbot.addWidget(dialog)
    dialog.show()
    before = dialog.preview.grab().toImage()
    dialog.size_box.setValue(0.3)
    larger = dialog.preview.grab().toImage()
    assert larger != before
    qtbot.mouseClick(dialog.coloured, Qt.MouseButton.LeftButton)
    assert dialog.look().colour
    assert dialog.preview.grab().toImage() != larger


def ink(look: NumberLook, part: QRectF) -> int:
    """How many pixels of a hex row differ between a map with these numbers and one without."""
    board = BattleMap(Grid(GridSpec(3, 4)), formats.load_palette("standard"), numbers=look)
    images = []
    for shown in (True, False):
        image = QImage(round(part.width()), round(part.height()), QImage.Format.Format_RGB32)
        painter = QPainter(image)
        painter.translate(-part.topLeft())
        paint(painter, Atlas(board), part, 1.0, Look(numbers=shown))
        painter.end()
        images.append(image)
    pixels = [(x, y) for x in range(images[0].width()) for y in range(images[0].height())]
    return sum(images[0].pixel(x, y) != images[1].pixel(x, y) for x, y in pixels)


def test_numbers_are_printed_where_the_map_says(qtbot: QtBot) -> None:
    # Column 2 of a flat map: hex 0201 has its centre at y = 55, 0202 at y = 166.
    upper, lower = QRectF(96, 0, 128, 55), QRectF(96, 56, 128, 54)
    assert ink(NumberLook(), upper) > 50
    assert ink(NumberLook(), lower) == 0
    assert ink(NumberLook(NumberPlace.BOTTOM), upper) == 0
    assert ink(NumberLook(NumberPlace.BOTTOM), lower) > 50
    assert ink(NumberLook(rows=2), upper) == 0
    assert ink(NumberLook(rows=2), QRectF(96, 111, 128, 55)) > 50
    assert ink(NumberLook(columns=3), upper) == 0
    assert ink(NumberLook(size=0.3), upper) > 1.5 * ink(NumberLook(), upper)


class TestOtherFiles:
    @pytest.fixture
    def files(self, tmp_path: Path) -> tuple[Path, Path]:
        """A project with a map and two scenarios on it."""
        board = BattleMap(Grid(GridSpec(8, 6, numbering=Numbering(prefix="L"))), formats.load_palette("standard"), "F")
        (tmp_path / "maps").mkdir()
        (tmp_path / "scenarios").mkdir()
        formats.save_map(board, tmp_path / "maps" / "field.yaml")
        for name in ("one", "two"):
            made = replace(scenario(), map=board, map_ref="field", name=name)
            formats.save_scenario(made, tmp_path / "scenarios" / f"{name}.yaml")
        return tmp_path / "scenarios" / "one.yaml", tmp_path / "scenarios" / "two.yaml"

    def open(self, bench: Bench, path: Path) -> None:
        bench.workbench.set_document(Document.open(path))

    def renumber(self, bench: Bench, button: QMessageBox.StandardButton) -> None:
        def both(dialog: QDialog) -> None:
            answer(QMessageBox, lambda box: box.button(button).click())  # type: ignore[attr-defined]
            letters(dialog)

        answer(HexNumbersDialog, both)
        bench.workbench.actions.get("map.numbers").trigger()

    def test_they_go_along_and_are_written_with_the_map(self, bench: Bench, files: tuple[Path, Path]) -> None:
        one, two = files
        self.open(bench, one)
        untouched = two.read_text()
        self.renumber(bench, QMessageBox.StandardButton.Yes)
        assert two.read_text() == untouched
        bench.document.save()
        assert formats.load(two).findings == []
        assert formats.load_scenario(two).setup["ac-1"] == "F02"
        bench.document.stack.undo()
        bench.document.save()
        assert two.read_text() == untouched
        assert formats.load_scenario(one).setup["ac-1"] == "L0602"

    def test_undone_before_saving_nothing_is_written(self, bench: Bench, files: tuple[Path, Path]) -> None:
        one, two = files
        self.open(bench, one)
        self.renumber(bench, QMessageBox.StandardButton.Yes)
        assert list(bench.document.pending) == [two.resolve()]
        bench.document.stack.undo()
        assert not bench.document.pending

    def test_they_may_stay_behind_or_call_it_off(self, bench: Bench, files: tuple[Path, Path]) -> None:
        self.open(bench, files[0])
        self.renumber(bench, QMessageBox.StandardButton.Cancel)
        assert bench.document.stack.count() == 0
        self.renumber(bench, QMessageBox.StandardButton.No)
        assert bench.document.stack.count() == 1
        assert not bench.document.pending
