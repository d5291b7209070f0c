"""Starts the editor on a file, says so on standard output when the map has been painted, and ends."""

from __future__ import annotations

import sys

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from editor.app import application, make_window


class FirstPaint(QObject):
    """Waits for the first paint event of a widget."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self.tell)
        return False

    def tell(self) -> None:
        """The event has been dealt with: what can be seen is there."""
        print("painted", flush=True)
        QApplication.exit(0)


app = application()
window = make_window(sys.argv[1])
waiting = FirstPaint()
window.canvas.viewport().installEventFilter(waiting)
window.show()
sys.exit(app.exec())
