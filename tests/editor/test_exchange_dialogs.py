"""File > Export to another program, Export again and Import, driven as by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bench import Bench, at_bench
from fields import document
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QCheckBox, QDialog, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from editor.dialogs.exchange import ExportToDialog, ImportFromDialog
from editor.look.numbers import WholeBox
from editor.menus.exchange import ExchangeActions
from engine import formats
from engine.formats.holding import held


@pytest.fixture(autouse=True)
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, document()) as made:
        yield made


@pytest.fixture
def exchange(bench: Bench) -> ExchangeActions:
    return bench.menus.exchange


def answers(monkeypatch: pytest.MonkeyPatch, **paths: Path) -> None:
    """Answer the dialogs for files: ``save``, ``open``."""
    for name, path in paths.items():
        method = {"save": "getSaveFileName", "open": "getOpenFileName"}[name]
        monkeypatch.setattr(QFileDialog, method, lambda *_args, path=path: (str(path), ""))


def with_dialog(fill: Callable[[QDialog], None]) -> None:
    """Fill in the next dialog once it is there."""

    def typed() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, ExportToDialog | ImportFromDialog):
            QTimer.singleShot(5, typed)
            return
        try:
            fill(dialog)
        finally:
            if dialog.isVisible():
                dialog.reject()

    QTimer.singleShot(0, typed)


def texts(dialog: ExportToDialog | ImportFromDialog) -> list[str]:
    """The losses that a dialog lists."""
    tree = dialog.losses
    return [tree.topLevelItem(number).text(0) for number in range(tree.topLevelItemCount())]


def export_module(qtbot: QtBot, exchange: ExchangeActions, monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    answers(monkeypatch, save=path)

    def fill(dialog: QDialog) -> None:
        assert isinstance(dialog, ExportToDialog)
        dialog.formats.setCurrentRow(0)
        pixels = dialog.form_of(0).fields["pixels"]
        assert isinstance(pixels, WholeBox)
        pixels.setValue(70)
        dialog.accept()

    with_dialog(fill)
    with qtbot.waitSignal(exchange.finished) as waited:
        exchange.desk.actions.get("file.export-to").trigger()
    assert waited.args == [True]


def test_a_module_is_exported_and_exported_again(
    qtbot: QtBot, exchange: ExchangeActions, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "game.vmod"
    export_module(qtbot, exchange, monkeypatch, path)
    there = held(path)
    assert there is not None
    assert (there.kind, there.ours) == ("vmod", True)
    first = path.read_bytes()
    path.unlink()
    with qtbot.waitSignal(exchange.finished) as waited:
        exchange.desk.actions.get("file.export-again").trigger()
    assert waited.args == [True]
    assert path.read_bytes() == first, "the same options are used again"


def test_the_dialog_says_what_is_lost_and_with_which_option_it_is_kept(exchange: ExchangeActions) -> None:
    seen: list[list[str]] = []

    def fill(dialog: QDialog) -> None:
        assert isinstance(dialog, ExportToDialog)
        row = next(number for number, row in enumerate(dialog.rows) if row.key == "tmx")
        dialog.formats.setCurrentRow(row)
        seen.append(texts(dialog))
        units = dialog.form_of(row).fields["units"]
        assert isinstance(units, QCheckBox)
        units.setChecked(True)
        seen.append(texts(dialog))

    with_dialog(fill)
    exchange.desk.actions.get("file.export-to").trigger()
    assert seen[0][0].startswith("Scenario ")
    assert seen[1][0].startswith("All of scenario ")


def test_a_board_that_is_too_large_is_said_and_nothing_is_written(
    qtbot: QtBot, exchange: ExchangeActions, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from engine.exchange import source

    monkeypatch.setattr(source, "MOST_PIXELS", 1000)
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *args: said.append(args[2]))
    answers(monkeypatch, save=tmp_path / "game.vmod")
    with_dialog(lambda dialog: dialog.accept())
    with qtbot.waitSignal(exchange.finished) as waited:
        exchange.desk.actions.get("file.export-to").trigger()
    assert waited.args == [False]
    assert "too large" in said[0]
    assert not list(tmp_path.iterdir())


def test_a_module_is_imported_and_opened(
    qtbot: QtBot, bench: Bench, exchange: ExchangeActions, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    export_module(qtbot, exchange, monkeypatch, tmp_path / "game.vmod")
    seen: list[str] = []

    def fill(dialog: QDialog) -> None:
        assert isinstance(dialog, ImportFromDialog)
        dialog.read_again()
        seen.extend([dialog.about.text(), *texts(dialog)])
        dialog.accept()

    with_dialog(fill)
    answers(monkeypatch, open=tmp_path / "game.vmod", save=tmp_path / "back.yaml")
    with qtbot.waitSignal(exchange.finished) as waited:
        bench.desk.actions.get("file.import").trigger()
    assert waited.args == [True]
    assert seen[0].startswith("A module of VASSAL 3.7.0: one board of")
    assert bench.desk.document.path == tmp_path / "back.yaml"
    assert formats.load(tmp_path / "back.yaml").errors == []


def test_a_file_of_another_program_that_is_opened_is_offered_for_import(
    qtbot: QtBot, bench: Bench, exchange: ExchangeActions, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    export_module(qtbot, exchange, monkeypatch, tmp_path / "game.vmod")
    with_dialog(lambda dialog: dialog.reject())
    with qtbot.waitSignal(exchange.finished) as waited:
        assert bench.menus.file.open_path(tmp_path / "game.vmod")
    assert waited.args == [False]
    assert not (tmp_path / "game.yaml").exists()


def test_what_cannot_be_imported_is_said(bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda *args: said.append(args[2]))
    (tmp_path / "notes.txt").write_text("buy milk", encoding="utf-8")
    answers(monkeypatch, open=tmp_path / "notes.txt")
    bench.desk.actions.get("file.import").trigger()
    assert "is not a file that can be imported" in said[0]
