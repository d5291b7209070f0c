"""The windows of File > Export and File > Import, driven by mouse and keys from the first page to the file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from access import dialog_faults
from bench import Bench, at_bench
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QLineEdit, QMessageBox
from pytestqt.qtbot import QtBot
from settling import settle
from shiboken6 import isValid
from wizard_hands import exported, is_read, opened, press, type_path, write_with_keys

from editor.dialogs import guide_pages
from editor.dialogs.guide_window import GuideWindow
from editor.dialogs.option_form import OptionForm
from editor.dialogs.wizard.exporting import ExportWizard
from editor.dialogs.wizard.frame import LOSSES, OPTIONS, WHERE, WRITING, Wizard
from editor.dialogs.wizard.importing import ImportWizard
from editor.dialogs.wizard.losses_page import NONE
from editor.document.document import Document
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.look.numbers import DecimalBox, WholeBox
from editor.menus.exchange import ExchangeActions
from engine import data, formats
from engine.exchange import exporting, source
from engine.exchange.geography import GeographyReading
from engine.exchange.losses import loss
from engine.exchange.rows import FORMATS
from engine.formats.holding import held
from engine.hexes.board.battlemap import hexes_of

WRITTEN = [row.key for row in FORMATS if row.writer]


@pytest.mark.parametrize("key", WRITTEN)
def test_each_format_is_exported_by_keys_alone(
    qtbot: QtBot, exchange: ExchangeActions, key: str, tmp_path: Path
) -> None:
    row = next(row for row in FORMATS if row.key == key)
    path = exported(qtbot, exchange, key, tmp_path / f"out{row.endings[0]}")
    there = held(path)
    assert there is not None
    assert there.ours


@pytest.mark.parametrize("key", [row.key for row in FORMATS if row.writer and row.reader])
def test_each_format_that_is_read_comes_back_as_a_document(
    qtbot: QtBot, bench: Bench, exchange: ExchangeActions, key: str, tmp_path: Path
) -> None:
    row = next(row for row in FORMATS if row.key == key)
    before = hexes_of(bench.document.board).terrain
    path = exported(qtbot, exchange, key, tmp_path / f"out{row.endings[0]}")
    wizard = opened(exchange, "file.import", ImportWizard)
    qtbot.keyClicks(wizard.line, str(path))
    qtbot.keyClick(wizard.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: is_read(wizard))
    assert wizard.page == WHERE, "Enter in the line of the path takes the file and does not go on"
    type_path(qtbot, wizard.out.line, tmp_path / "back.yaml")
    write_with_keys(qtbot, exchange, wizard)
    assert bench.desk.document.path == tmp_path / "back.yaml"
    assert formats.load(tmp_path / "back.yaml").errors == []
    assert hexes_of(bench.desk.document.board).terrain == before


def test_export_again_uses_the_same_options_and_says_what_changed(
    qtbot: QtBot, bench: Bench, exchange: ExchangeActions, tmp_path: Path
) -> None:
    path = exported(qtbot, exchange, "vmod", tmp_path / "game.vmod")
    first = path.read_bytes()
    path.unlink()
    with qtbot.waitSignal(exchange.finished) as waited:
        exchange.desk.actions.get("file.export-again").trigger()
    assert waited.args == [True]
    assert path.read_bytes() == first
    assert bench.said[-1].endswith("Changed since the last export: nothing")
    board = hexes_of(bench.document.board)
    other = next(key for key in board.palette.terrain if key != board.terrain[0])
    bench.desk.push(PaintTerrain([0], other))
    with qtbot.waitSignal(exchange.finished):
        exchange.desk.actions.get("file.export-again").trigger()
    assert bench.said[-1].endswith("Changed since the last export: terrain")


def test_the_window_opens_with_the_last_format_and_its_options(
    qtbot: QtBot, exchange: ExchangeActions, tmp_path: Path
) -> None:
    exported(qtbot, exchange, "vmod", tmp_path / "game.vmod")
    wizard = opened(exchange, "file.export-to", ExportWizard)
    assert (wizard.row.key, wizard.options["pixels"]) == ("vmod", 60)
    assert wizard.file.path == tmp_path / "game.vmod"
    wizard.reject()


def test_losses_are_shown_with_their_hexes_and_the_option_that_keeps_them(
    qtbot: QtBot, bench: Bench, exchange: ExchangeActions
) -> None:
    wizard = opened(exchange, "file.export-to", ExportWizard)
    wizard.choose("tmx")
    wizard.go(LOSSES)
    assert wizard.losses.texts[0].startswith("Scenario ")
    press(qtbot, wizard.losses.keeps[0])
    units = wizard.form_of(wizard.cards.currentRow()).fields["units"]
    assert isinstance(units, QCheckBox)
    assert units.isChecked()
    assert wizard.losses.texts[0].startswith("All of scenario ")
    grid = bench.document.battle_map.grid
    wizard.losses.show_losses([loss("LOSS102", "2 hexes", [grid.name(3), grid.name(4)])])
    settle()
    press(qtbot, wizard.losses.shows[0])
    assert bench.desk.selection.hexes == [3, 4]
    named = exchange.source().scenarios[0].units
    key = next(key for key, unit in named.items() if unit.called != key)
    wizard.losses.show_losses([loss("LOSS104", "1 hidden group", [key])], named)
    settle()
    assert named[key].called in wizard.losses.shows[0].toolTip()
    wizard.losses.show_losses([])
    assert wizard.losses.texts == [NONE]
    wizard.reject()


def test_the_preview_shows_size_and_numbers(qtbot: QtBot, exchange: ExchangeActions) -> None:
    wizard = opened(exchange, "file.export-to", ExportWizard)
    wizard.choose("vmod")
    wizard.go(OPTIONS)
    qtbot.waitUntil(lambda: "Board: " in wizard.preview.lines.text())
    assert "Hex numbers: " in wizard.preview.lines.text()
    assert not wizard.preview.picture.pixmap().isNull()
    before = wizard.preview.lines.text()
    pixels = wizard.form_of(wizard.cards.currentRow()).fields["pixels"]
    assert isinstance(pixels, WholeBox)
    pixels.setValue(120)
    qtbot.waitUntil(lambda: wizard.preview.lines.text() != before)
    wizard.choose("csv")
    wizard.go(OPTIONS)
    qtbot.waitUntil(lambda: wizard.preview.text.text().startswith("hex,terrain"))
    wizard.reject()


def test_a_board_that_is_too_large_is_said_before_it_is_written(
    qtbot: QtBot, exchange: ExchangeActions, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wizard = opened(exchange, "file.export-to", ExportWizard)
    wizard.choose("vmod")
    type_path(qtbot, wizard.file.line, tmp_path / "game.vmod")
    monkeypatch.setattr(source, "MOST_PIXELS", 1000)
    wizard.go(LOSSES)
    with qtbot.waitSignal(exchange.finished) as waited:
        wizard.forward()
    assert waited.args == [False]
    assert "too large" in wizard.writing.words.text()
    assert not list(tmp_path.iterdir())
    press(qtbot, wizard.back)
    assert wizard.page == LOSSES
    wizard.reject()


def test_cancelling_leaves_nothing_behind(qtbot: QtBot, exchange: ExchangeActions, tmp_path: Path) -> None:
    wizard = opened(exchange, "file.export-to", ExportWizard)
    wizard.choose("vmod")
    type_path(qtbot, wizard.file.line, tmp_path / "game.vmod")
    wizard.go(LOSSES)
    with qtbot.waitSignal(exchange.finished) as waited:
        wizard.forward()
        press(qtbot, wizard.writing.stop)
    assert waited.args == [False]
    assert wizard.writing.words.text() == "Cancelled. No file was written."
    qtbot.waitUntil(lambda: not wizard.busy)
    assert not list(tmp_path.iterdir())
    wizard.reject()


def test_a_field_without_a_value_says_what_that_stands_for(qtbot: QtBot) -> None:
    made = OptionForm(GeographyReading)
    qtbot.addWidget(made)
    size, part = made.fields["hex"], made.fields["bounds"]
    assert isinstance(size, DecimalBox)
    assert isinstance(part, QLineEdit)
    assert size.text() == "A map of 40 hexes"
    assert part.placeholderText() == "All of it"
    made.show_values({"hex": "8"})
    assert size.text() == "8.00"
    assert made.values()["hex"] == 8.0


@pytest.mark.parametrize("late", [True, False])
def test_stop_at_the_last_moment_says_what_is_so(
    qtbot: QtBot, exchange: ExchangeActions, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, late: bool
) -> None:
    wizard = opened(exchange, "file.export-to", ExportWizard)

    def export_then(*given: object, ready: Callable[[], None], **more: object) -> object:
        def at_last() -> None:
            if late:
                ready()
            wizard.errand.cancel()
            ready()

        return exporting.export(*given, ready=at_last, **more)

    monkeypatch.setattr("editor.output.exporting.export", export_then)
    wizard.choose("csv")
    type_path(qtbot, wizard.file.line, tmp_path / "map.csv")
    wizard.go(LOSSES)
    with qtbot.waitSignal(exchange.finished) as waited:
        wizard.forward()
    assert waited.args == [late]
    assert (tmp_path / "map.csv").exists() is late
    assert wizard.writing.words.text().startswith("Exported map.csv" if late else "Cancelled.")
    wizard.reject()


def test_a_strangers_file_is_replaced_only_when_the_user_agrees(
    qtbot: QtBot, exchange: ExchangeActions, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "map.tmx").write_bytes(b"theirs")
    wizard = opened(exchange, "file.export-to", ExportWizard)
    wizard.choose("tmx")
    type_path(qtbot, wizard.file.line, tmp_path / "map.tmx")
    wizard.go(LOSSES)
    monkeypatch.setattr("editor.controls.save_door.ask_replace", lambda _found, _parent: False)
    wizard.forward()
    assert wizard.page == LOSSES
    assert (tmp_path / "map.tmx").read_bytes() == b"theirs"
    monkeypatch.setattr("editor.controls.save_door.ask_replace", lambda _found, _parent: True)
    with qtbot.waitSignal(exchange.finished):
        wizard.forward()
    assert (tmp_path / "map.tmx").read_bytes() != b"theirs"
    wizard.reject()


def guide_shown(qtbot: QtBot, wizard: Wizard) -> str:
    """The address that F1 leads to."""
    qtbot.waitUntil(wizard.isActiveWindow)
    qtbot.keyClick(wizard, Qt.Key.Key_F1)
    guide = wizard.findChild(GuideWindow)
    assert guide is not None
    address = guide.address
    guide.close()
    settle()
    wizard.activateWindow()
    return address


@pytest.mark.parametrize(("action", "kind"), [("file.export-to", ExportWizard), ("file.import", ImportWizard)])
def test_every_page_has_its_help_and_can_be_used_by_keys_and_read_aloud(
    qtbot: QtBot, exchange: ExchangeActions, tmp_path: Path, action: str, kind: type[Wizard]
) -> None:
    seen = []
    path = exported(qtbot, exchange, "csv", tmp_path / "map.csv")
    wizard: Wizard = opened(exchange, action, kind)
    if isinstance(wizard, ImportWizard):
        assert guide_shown(qtbot, wizard) == "guide/exchange.md#import"
        wizard.add_files([path])
        qtbot.waitUntil(partial(is_read, wizard))
    for page in (WHERE, OPTIONS, LOSSES):
        wizard.go(page)
        settle()
        assert wizard.page == page
        assert dialog_faults(wizard) == []
        seen.append(guide_shown(qtbot, wizard))
    assert seen[1:] == ["guide/spreadsheets.md", "guide/exchange.md#what-is-lost"]
    wizard.go(WRITING)
    assert guide_shown(qtbot, wizard) == wizard._guides[WRITING]
    wizard.reject()


def test_f1_on_a_card_leads_to_the_page_of_its_format(qtbot: QtBot, exchange: ExchangeActions) -> None:
    wizard = opened(exchange, "file.export-to", ExportWizard)
    wizard.cards.setFocus()
    for number, row in enumerate(wizard.rows):
        wizard.cards.setCurrentRow(number)
        assert wizard.guide() == guide_pages.FORMATS[row.key]
        wizard.go(OPTIONS)
        settle()
        assert (wizard.page, dialog_faults(wizard)) == (OPTIONS, []), row.key
        wizard.go(WHERE)
        wizard.cards.setFocus()
    assert guide_shown(qtbot, wizard) == wizard.guide()
    wizard.file.line.setFocus()
    assert wizard.guide() == "guide/exchange.md#export"
    wizard.reject()


def test_f1_in_a_matching_table_leads_to_what_tells_of_it(
    qtbot: QtBot, exchange: ExchangeActions, tmp_path: Path
) -> None:
    theirs = tmp_path / "theirs.csv"
    theirs.write_text("hex,terrain\n0101,heath\n0102,moor\n", encoding="utf-8")
    wizard = opened(exchange, "file.import", ImportWizard)
    wizard.add_files([theirs])
    qtbot.waitUntil(lambda: is_read(wizard))
    wizard.go(OPTIONS)
    wizard.options.fields["orientation"].setFocus()
    assert wizard.guide() == "guide/spreadsheets.md"
    wizard.matching.list.setFocus()
    assert wizard.guide() == "guide/exchange.md#matching-tables"
    wizard.reject()


def test_closing_the_main_window_closes_the_wizard(qtbot: QtBot, exchange: ExchangeActions) -> None:
    wizard = opened(exchange, "file.export-to", ExportWizard)
    exchange.stop()
    settle()
    assert exchange.wizard is None
    assert not isValid(wizard) or not wizard.isVisible()


def test_a_second_request_brings_the_window_to_the_front(exchange: ExchangeActions) -> None:
    wizard = opened(exchange, "file.export-to", ExportWizard)
    exchange.desk.actions.get("file.export-to").trigger()
    exchange.desk.actions.get("file.import").trigger()
    assert exchange.wizard is wizard
    wizard.reject()


def test_nothing_asks_twice(exchange: ExchangeActions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QMessageBox, "warning", lambda *_args: pytest.fail("no message box is needed"))
    wizard = opened(exchange, "file.import", ImportWizard)
    assert not wizard.next.isEnabled()
    assert wizard.complaint.text() == "Choose a file of another program."
    wizard.reject()


def test_the_window_of_export_closes_with_its_document_alone(exchange: ExchangeActions, bench: Bench) -> None:
    wizard = opened(exchange, "file.export-to", ExportWizard)
    tabs = bench.desk.tabs
    first = tabs.front
    tabs.open(Document.open(data.scenarios() / "chippewa.yaml"))
    tabs.close(tabs.front)
    assert exchange.wizard is wizard
    tabs.open(Document.open(data.scenarios() / "thames.yaml"))
    tabs.close(first)
    settle()
    assert exchange.wizard is None
    assert not isValid(wizard) or not wizard.isVisible()


def test_a_table_is_offered_the_formats_that_take_one(qtbot: QtBot, tmp_path: Path) -> None:
    with at_bench(qtbot, Document.open(data.scenarios() / "teaching_table.yaml")) as bench:
        exchange = bench.menus.exchange
        wizard = opened(exchange, "file.export-to", ExportWizard)
        takers = {row.key for row in FORMATS if row.writer and "tables" in row.boards}
        assert {row.key for row in wizard.rows} == takers == {"vmod", "tts", "svg", "layers", "pdf"}
        wizard.choose("tts")
        type_path(qtbot, wizard.file.line, tmp_path / "game.tts.json")
        qtbot.keyClick(wizard.next, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: "Board: 1,820 x 1,220 pixels" in wizard.preview.lines.text())
        assert not wizard.preview.picture.pixmap().isNull()
        qtbot.keyClick(wizard.next, Qt.Key.Key_Return)
        assert wizard.page == LOSSES
        with qtbot.waitSignal(exchange.finished) as waited:
            qtbot.keyClick(wizard.next, Qt.Key.Key_Return)
        assert waited.args == [True], wizard.writing.words.text()
    assert (tmp_path / "game.tts.json").exists()
