"""The one way a dialog is shown: it is waited for, and freed once its answer has been read. Menus that are made for the
moment are freed likewise."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QMenu, QMessageBox, QWidget
from shiboken6 import isValid

from editor.dialogs import guide_pages
from editor.dialogs.guide_window import GuideWindow
from editor.work.crash_report import REPORT

TITLE: Final = 34
"""Pixels that the title of a window takes."""


@contextmanager
def asked(dialog: QDialog) -> Iterator[bool]:
    """Show a dialog and wait for the user; gives whether it was accepted.

    Its fields are there to be read until the ``with`` ends: then it is freed. Nothing else may show a dialog and wait,
    for Qt keeps what is only closed for as long as the window is open.
    """
    REPORT.note(type(dialog).__name__)
    help_key = QShortcut(QKeySequence(Qt.Key.Key_F1), dialog)
    help_key.activated.connect(lambda: help_on(dialog))
    fit(dialog)
    try:
        yield dialog.exec() == QDialog.DialogCode.Accepted
    finally:
        _free(dialog)


def answer_to(box: QMessageBox) -> QMessageBox.StandardButton:
    """Put a question that has standard buttons, and free it; gives the one that was pressed."""
    try:
        return QMessageBox.StandardButton(box.exec())
    finally:
        _free(box)


def pop_up(menu: QMenu, place: QPoint) -> None:
    """Show a menu that was made for this moment, at a place of the screen; it is freed when it has been left."""
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(place)


def help_on(dialog: QDialog, address: str = "") -> None:
    """Show the guide at the page about a dialog, in a window of the dialog's own: others rest while it waits."""
    window = GuideWindow({}, dialog)
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    window.open(address or guide_pages.DIALOGS.get(type(dialog).__name__, guide_pages.HOME))


def fit(dialog: QDialog) -> None:
    """Have a dialog open as large as it wants, and no larger than the screen has room for, its title included."""
    # The window's sheet sizes fields; it reaches them when they are polished, which is else at their first showing.
    for part in (dialog, *dialog.findChildren(QWidget)):
        part.ensurePolished()
    room = dialog.screen().availableSize() - QSize(0, TITLE)
    if not dialog.testAttribute(Qt.WidgetAttribute.WA_Resized):
        # Qt by itself gives a dialog two thirds of the screen at most.
        dialog.adjustSize()
        dialog.resize(dialog.size().expandedTo(dialog.sizeHint()))
    dialog.resize(dialog.size().boundedTo(room))


def _free(dialog: QDialog) -> None:
    # A window that is closed meanwhile takes its dialogs with it.
    if isValid(dialog):
        dialog.deleteLater()
