"""How far long work has got, with a way to break it off."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QDialogButtonBox, QProgressBar, QVBoxLayout, QWidget

from editor.look.mnemonics import LetteredDialog
from editor.plain import PlainLabel

PATIENCE: Final = 300
"""Milliseconds before it comes up: what is done sooner needs no dialog."""


class ProgressDialog(LetteredDialog):
    """A bar and a button that breaks off. Whoever does the work ends it with `end`.

    Not a QProgressDialog: that one runs events whenever it is given a value, among them the one that tells that the
    work is done, and so would be closed and freed inside its own call.
    """

    broken_off = Signal()
    """The user wants the work to stop. Said once."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.words = PlainLabel(title)
        self.bar = QProgressBar()
        self.bar.setAccessibleName(title)
        self.bar.setRange(0, 100)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.button = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(12)
        for widget in (self.words, self.bar, buttons):
            layout.addWidget(widget)
        self.setMinimumWidth(380)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.show)
        self._soon.start(PATIENCE)

    def show_part(self, part: float) -> None:
        """Show how much is done, 0 to 1; a number below 0 if unknown."""
        self.bar.setRange(0, 0 if part < 0 else 100)
        if part >= 0:
            self.bar.setValue(min(99, round(part * 100)))

    def reject(self) -> None:
        """Ask the work to stop; the dialog goes when it has stopped."""
        if self.button.isEnabled():
            self.button.setEnabled(False)
            self.words.setText(f"{self.windowTitle()}: cancelling…")
            self.broken_off.emit()

    def end(self) -> None:
        """The work is over: go, and be freed."""
        self._soon.stop()
        self.hide()
        self.deleteLater()
