"""What the tests of the windows of export and import do by mouse and keys."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from settling import settle

from editor.dialogs.wizard.exporting import ExportWizard
from editor.dialogs.wizard.frame import LOSSES, OPTIONS, WHERE, WRITING, Wizard
from editor.dialogs.wizard.importing import ImportWizard
from editor.menus.exchange import ExchangeActions

W = TypeVar("W", bound=Wizard)


def opened(exchange: ExchangeActions, action: str, kind: type[W]) -> W:
    """The window that an action opens."""
    exchange.desk.actions.get(action).trigger()
    wizard = exchange.wizard
    assert isinstance(wizard, kind)
    settle()
    return wizard


def is_read(wizard: ImportWizard) -> bool:
    return wizard.found is not None and not wizard.problem(WHERE) and not wizard._reader.busy


def type_path(qtbot: QtBot, field: QWidget, path: Path) -> None:
    """Write a path over what a line has."""
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(field, str(path))


def press(qtbot: QtBot, button: QWidget) -> None:
    assert button.isEnabled()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def write_with_keys(qtbot: QtBot, exchange: ExchangeActions, wizard: Wizard, pixels: int = 0) -> None:
    """Press Enter on each page, and wait for the file; ``pixels`` is typed into the field of that name."""
    for page in (WHERE, OPTIONS):
        assert wizard.page == page
        if page == OPTIONS and pixels:
            assert isinstance(wizard, ExportWizard)
            field = wizard.form_of(wizard.cards.currentRow()).fields["pixels"]
            field.setFocus()
            qtbot.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
            qtbot.keyClicks(field, str(pixels))
        wizard.next.setFocus()
        qtbot.keyClick(wizard.next, Qt.Key.Key_Return)
    assert wizard.page == LOSSES
    with qtbot.waitSignal(exchange.finished) as waited:
        wizard.next.setFocus()
        qtbot.keyClick(wizard.next, Qt.Key.Key_Return)
    assert waited.args == [True], wizard.writing.words.text()
    assert wizard.page == WRITING


def choose_by_keys(qtbot: QtBot, wizard: ExportWizard, key: str) -> None:
    """Go down the cards to a format."""
    wizard.cards.setFocus()
    qtbot.keyClick(wizard.cards, Qt.Key.Key_Home)
    for _ in wizard.rows:
        if wizard.row.key != key:
            qtbot.keyClick(wizard.cards, Qt.Key.Key_Down)
    assert wizard.row.key == key


def exported(qtbot: QtBot, exchange: ExchangeActions, key: str, path: Path) -> Path:
    """Export the document, by keys alone."""
    wizard = opened(exchange, "file.export-to", ExportWizard)
    choose_by_keys(qtbot, wizard, key)
    type_path(qtbot, wizard.file.line, path)
    write_with_keys(qtbot, exchange, wizard, 60 if "pixels" in wizard.options else 0)
    assert wizard.writing.path == path
    assert wizard.writing.folder.isVisible()
    qtbot.keyClick(wizard.next, Qt.Key.Key_Return)
    assert exchange.wizard is None
    return path
