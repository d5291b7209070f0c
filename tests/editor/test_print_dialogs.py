"""Export picture and Print sheets, driven as by hand: what is chosen, drawn off the main thread, broken off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, current_thread, main_thread
from typing import Any

import pytest
from bench import Bench, at_bench
from fields import document
from pdf_reading import page_sizes
from PIL import Image
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot
from settling import LONG

from editor.dialogs.export_picture import ExportDialog
from editor.dialogs.print_sheets import PrintDialog
from editor.dialogs.save_questions import Answer, SaveQuestion
from editor.menus import print as print_actions
from editor.menus.print import PrintActions


@pytest.fixture(autouse=True)
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, document()) as made:
        yield made


@pytest.fixture
def prints(bench: Bench) -> PrintActions:
    return bench.menus.print


def ask(qtbot: QtBot, prints: PrintActions, key: str, fill: Callable[[ExportDialog | PrintDialog], None]) -> bool:
    """Choose the action, fill in its dialog, and wait for the picture; whether one was written."""

    def typed() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, ExportDialog | PrintDialog)
        try:
            fill(dialog)
        finally:
            if dialog.isVisible():
                dialog.reject()

    QTimer.singleShot(0, typed)
    with qtbot.waitSignal(prints.finished) as waited:
        prints.desk.actions.get(key).trigger()
    return bool(waited.args and waited.args[0])


def press_ok(qtbot: QtBot, dialog: ExportDialog | PrintDialog) -> None:
    assert dialog.ok.isEnabled(), dialog.complaint.text()
    qtbot.mouseClick(dialog.ok, Qt.MouseButton.LeftButton)


def press_cancel(prints: PrintActions) -> None:
    button = prints.progress.findChild(QPushButton) if prints.progress else None
    if isinstance(button, QPushButton):
        button.click()


def test_a_png_of_the_whole_map(qtbot: QtBot, bench: Bench, prints: PrintActions, tmp_path: Path) -> None:
    sizes: list[tuple[int, int]] = []

    def fill(dialog: ExportDialog | PrintDialog) -> None:
        assert isinstance(dialog, ExportDialog)
        assert dialog.file.path == tmp_path / "a_field.png"
        dialog.dpi.setValue(150)
        sizes.append(dialog.pixels())
        assert f"{sizes[0][0]:,} × {sizes[0][1]:,} pixels" in dialog.facts.text()
        press_ok(qtbot, dialog)

    assert ask(qtbot, prints, "file.export", fill)
    image = QImage(str(tmp_path / "a_field.png"))
    assert (image.width(), image.height()) == sizes[0]
    assert round(image.dotsPerMeterX() * 0.0254) == 150
    assert "Saved the picture as" in bench.said[-1]
    assert not bench.document.dirty


def test_the_selection_without_numbers_and_units(
    qtbot: QtBot, bench: Bench, prints: PrintActions, tmp_path: Path
) -> None:
    grid = bench.document.battle_map.grid
    bench.desk.selection.set([grid.parse("L0202")])
    pictures = []
    for units in (True, False):

        def fill(dialog: ExportDialog | PrintDialog, units: bool = units) -> None:
            assert isinstance(dialog, ExportDialog)
            texts = [dialog.area.itemText(i) for i in range(dialog.area.count())]
            assert texts == ["Whole map", "The selected hex", "Region The Heights"]
            dialog.area.setCurrentIndex(1)
            dialog.shown.switches["numbers"].setChecked(False)
            dialog.shown.switches["units"].setChecked(units)
            dialog.file.line.setText(str(tmp_path / f"{units}.png"))
            press_ok(qtbot, dialog)

        assert ask(qtbot, prints, "file.export", fill)
        pictures.append(QImage(str(tmp_path / f"{units}.png")))
    with_units, without = pictures
    assert with_units.width() == pytest.approx(2 * 96 * 0.43, abs=1)
    middle = with_units.rect().center()
    assert with_units.pixelColor(middle) != without.pixelColor(middle) or with_units != without
    assert len({without.pixel(x, middle.y() - 8) for x in range(20, 60)}) < 8, "bare ground in the middle of the hex"


@pytest.mark.parametrize(("kind", "ending"), [(1, ".svg"), (2, ".pdf")])
def test_kind_and_ending_follow_each_other(
    qtbot: QtBot, prints: PrintActions, tmp_path: Path, kind: int, ending: str
) -> None:
    def fill(dialog: ExportDialog | PrintDialog) -> None:
        assert isinstance(dialog, ExportDialog)
        dialog.kind.setCurrentIndex(kind)
        assert dialog.file.path.suffix == ending
        assert not dialog.dpi.isEnabled()
        dialog.file.line.setText(str(tmp_path / "other.png"))
        assert dialog.kind.currentIndex() == 0
        dialog.file.line.setText(str(tmp_path / f"picture{ending}"))
        assert dialog.kind.currentIndex() == kind
        press_ok(qtbot, dialog)

    assert ask(qtbot, prints, "file.export", fill)
    assert (tmp_path / f"picture{ending}").stat().st_size > 2000


def test_what_cannot_be_written_is_said_before(
    qtbot: QtBot, bench: Bench, prints: PrintActions, tmp_path: Path
) -> None:
    dialog = ExportDialog(prints.subject(), bench.window)
    qtbot.addWidget(dialog)
    kept = tmp_path / "kept.png"
    kept.touch(0o444)
    for text, word in (
        ("", "Name the file"),
        ("a.gif", "ends in"),
        (str(tmp_path / "no" / "a.png"), "no folder"),
        (str(kept), "read-only"),
    ):
        dialog.file.line.setText(text)
        assert not dialog.ok.isEnabled()
        assert word in dialog.complaint.text()
    dialog.file.line.setText(str(tmp_path / "a.png"))
    dialog.dpi.setValue(1200)
    assert dialog.ok.isEnabled()


def test_sheets_are_planned_as_one_chooses_and_printed(
    qtbot: QtBot, bench: Bench, prints: PrintActions, tmp_path: Path
) -> None:
    counts = []

    def fill(dialog: ExportDialog | PrintDialog) -> None:
        assert isinstance(dialog, PrintDialog)
        assert dialog.plan is not None
        assert len(dialog.plan.sheets) == 1
        dialog.hex_mm.setValue(40)
        assert len(dialog.plan.sheets) == 2
        dialog.paper.setCurrentIndex(1)
        dialog.turn.setCurrentIndex(2)
        dialog.overlap.setValue(12)
        assert dialog.plan.setup.landscape
        assert dialog.plan.setup.paper == "letter"
        assert "Letter across" in dialog.facts.text()
        dialog.overlap.setValue(100)
        dialog.margin.setValue(60)
        assert not dialog.ok.isEnabled()
        assert "leave less than" in dialog.complaint.text()
        dialog.overlap.setValue(12)
        dialog.margin.setValue(10)
        before = dialog.preview.grab().toImage()
        dialog.hex_mm.setValue(45)
        assert dialog.preview.grab().toImage() != before
        counts.append(len(dialog.plan.sheets))
        press_ok(qtbot, dialog)

    assert ask(qtbot, prints, "file.print-sheets", fill)
    sizes = page_sizes(tmp_path / "a_field_sheets.pdf")
    assert len(sizes) == counts[0] + 1
    assert sizes[0] == pytest.approx((279.4, 215.9), abs=0.2)
    assert f"{counts[0]} sheets of Letter" in bench.said[-1]
    # The next time it begins with what was chosen.
    again = PrintDialog(prints.subject(), print_actions._remembered(), "landscape", bench.window)
    qtbot.addWidget(again)
    assert (again.hex_mm.value(), again.overlap.value(), again.paper.currentData()) == (45, 12, "letter")


def test_a_region_on_sheets(qtbot: QtBot, bench: Bench, prints: PrintActions, tmp_path: Path) -> None:
    def fill(dialog: ExportDialog | PrintDialog) -> None:
        assert isinstance(dialog, PrintDialog)
        dialog.area.setCurrentIndex(dialog.area.findText("Region The Heights"))
        dialog.hex_mm.setValue(100)
        assert dialog.plan is not None
        assert "11.5 × 10.0 cm" in dialog.facts.text()
        press_ok(qtbot, dialog)

    assert ask(qtbot, prints, "file.print-sheets", fill)
    assert len(page_sizes(tmp_path / "a_field_sheets.pdf")) == 2


def test_it_is_drawn_off_the_main_thread_and_can_be_broken_off(
    qtbot: QtBot, bench: Bench, prints: PrintActions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads, told = [], []
    pressed = Event()

    def slow(*_given: object, tell: Callable[[float], None], **_more: object) -> None:
        threads.append(current_thread())
        for step in range(3):
            told.append(step)
            tell(step / 3)
            pressed.wait(LONG)

    monkeypatch.setattr(print_actions, "print_sheets", slow)

    def fill(dialog: ExportDialog | PrintDialog) -> None:
        press_ok(qtbot, dialog)
        prints.told.connect(cancel)

    def cancel(_part: float) -> None:
        press_cancel(prints)
        pressed.set()

    assert not ask(qtbot, prints, "file.print-sheets", fill)
    assert len(threads) == 1
    assert threads[0] is not main_thread()
    assert len(told) <= 2, "it ends when it next tells of itself"
    assert prints.progress is None


def test_breaking_off_leaves_no_file(
    qtbot: QtBot, bench: Bench, prints: PrintActions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, pressed = print_actions.print_sheets, Event()

    def slower(*given: Any, tell: Callable[[float], None], **more: Any) -> None:
        def tell_slowly(part: float) -> None:
            tell(part)
            pressed.wait(LONG)

        real(*given, tell=tell_slowly, **more)

    monkeypatch.setattr(print_actions, "print_sheets", slower)

    def fill(dialog: ExportDialog | PrintDialog) -> None:
        assert isinstance(dialog, PrintDialog)
        dialog.hex_mm.setValue(100)
        press_ok(qtbot, dialog)
        # As soon as the first sheet is told of.
        prints.told.connect(cancel)

    def cancel(_part: float) -> None:
        press_cancel(prints)
        pressed.set()

    assert not ask(qtbot, prints, "file.print-sheets", fill)
    assert "Cancelled." in bench.said[-1]
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".pdf"] == []


def test_a_file_that_is_there_is_not_replaced_unasked(
    qtbot: QtBot, bench: Bench, prints: PrintActions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "a_field.png"
    old.write_text("mine")
    asked: list[str] = []
    monkeypatch.setattr(SaveQuestion, "ask", lambda box: asked.append(box.informativeText()) or Answer.CANCEL)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a: (str(old.with_suffix("")), ""))

    def typed() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, ExportDialog)
        qtbot.mouseClick(dialog.file.browse, Qt.MouseButton.LeftButton)
        assert dialog.file.path == old
        press_ok(qtbot, dialog)

    QTimer.singleShot(0, typed)
    prints.export()
    assert old.read_text() == "mine"
    assert "a_field.png holds another kind of file (.png)" in asked[0]
    assert not prints.busy


def test_the_underlay_is_drawn_where_asked(qtbot: QtBot, bench: Bench, prints: PrintActions, tmp_path: Path) -> None:
    red = tmp_path / "red.png"
    Image.new("RGB", (600, 500), "#dd0000").save(red)
    control = bench.desk.controls.underlay
    control.choose(red)
    qtbot.waitUntil(lambda: not control.busy)
    seen = []
    for ending in (".png", "plain.png", ".pdf"):

        def fill(dialog: ExportDialog | PrintDialog, ending: str = ending) -> None:
            assert isinstance(dialog, ExportDialog)
            assert not dialog.shown.switches["underlay"].isChecked()
            dialog.shown.switches["underlay"].setChecked(ending != "plain.png")
            dialog.file.line.setText(str(tmp_path / f"out{ending}"))
            press_ok(qtbot, dialog)

        assert ask(qtbot, prints, "file.export", fill)
        if ending.endswith("png"):
            image = QImage(str(tmp_path / f"out{ending}"))
            seen.append(image.pixelColor(image.width() // 2, image.height() // 2 + 9))
    assert seen[0].red() > seen[0].green() + 60
    assert abs(seen[1].red() - seen[1].green()) < 40
    assert b"/Subtype /Image" in (tmp_path / "out.pdf").read_bytes()
