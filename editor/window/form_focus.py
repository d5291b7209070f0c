"""Notices when the user begins to fill in a form of the scenario; drawing tools are deselected then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget

from editor.desk.desk import Desk

FORMS: Final = ("scenario", "arrivals")
"""The panels whose forms edit the scenario."""


class FormFocus(QObject):
    """Watches for the focus in panels that edit the scenario."""

    def __init__(self, desk: Desk, docks: Sequence[QDockWidget]) -> None:
        super().__init__(desk)
        self._desk, self._docks = desk, docks
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._moved)

    def _moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        if isinstance(new, QWidget) and any(dock.isAncestorOf(new) for dock in self._docks):
            self._desk.form_in_hand.emit()
