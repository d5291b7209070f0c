"""A line for one of many names, which can be chosen with the mouse alone."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from editor.rules.widgets.spoken_line import SpokenLine


class ListedLine(SpokenLine):
    """Lists all that its completer has when it is empty: with a click or Down."""

    def list_all(self) -> None:
        """Show the list below the line."""
        completer = self.completer()
        if completer is not None:
            completer.setCompletionPrefix("")
            completer.complete()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click into the empty line lists what can be chosen."""
        super().mouseReleaseEvent(event)
        if not self.text() and event.button() == Qt.MouseButton.LeftButton:
            self.list_all()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down in the empty line does so too."""
        if not self.text() and event.key() == Qt.Key.Key_Down:
            self.list_all()
        else:
            super().keyPressEvent(event)
