"""The one way a dialog is shown: it is waited for, and freed once its answer has been read. Menus that are made for the
moment are freed likewise."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QDialog, QMenu, QMessageBox
from shiboken6 import isValid


@contextmanager
def asked(dialog: QDialog) -> Iterator[bool]:
    """Show a dialog and wait for the user; gives whether it was accepted.

    Its fields are there to be read until the ``with`` ends: then it is freed. Nothing else may show a dialog and wait,
    for Qt keeps what is only closed for as long as the window is open.
    """
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


def _free(dialog: QDialog) -> None:
    # A window that is closed meanwhile takes its dialogs with it.
    if isValid(dialog):
        dialog.deleteLater()
