"""A note at the pointer: why something that was just tried is not to be done."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QGraphicsView

from editor.plain import Html, RichLabel

WIDE: Final = 320
"""Pixels that a note is wide at the most."""
FAR: Final = 90
"""The pixels from where the note was called for at which the pointer has gone on."""
STAYS: Final = 9000
"""Milliseconds that a note stays while the pointer rests."""
GAP: Final = 16


class PointerNote(RichLabel):
    """Lies over a view; the next press, a pointer that has gone on, or time takes it away."""

    def __init__(self, view: QGraphicsView) -> None:
        super().__init__(parent=view.viewport())
        self._view = view
        self._called = QPoint()
        self.setObjectName("pointer-note")
        self.setAccessibleName("Note at the pointer")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setWordWrap(True)
        self.setMargin(8)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(STAYS)
        self._timer.timeout.connect(self.hide)
        view.viewport().installEventFilter(self)
        self.hide()

    def say(self, text: Html, spot: QPoint) -> None:
        """Say this (rich text) at a point of the viewport."""
        viewport = self._view.viewport()
        if not viewport.rect().contains(spot):
            spot = viewport.rect().center()
        self._called = spot
        self.setHtml(text)
        self.setFixedWidth(min(WIDE, max(120, viewport.width() - 2 * GAP), self._natural()))
        self.adjustSize()
        right, below = spot.x() + GAP, spot.y() + GAP
        x = right if right + self.width() <= viewport.width() else max(0, spot.x() - GAP - self.width())
        y = below if below + self.height() <= viewport.height() else max(0, spot.y() - GAP - self.height())
        self.move(x, y)
        self.show()
        self.raise_()
        self._timer.start()

    def _natural(self) -> int:
        """The width of the text on one line."""
        self.setWordWrap(False)
        self.setMinimumWidth(0)
        self.setMaximumWidth(16777215)
        wide = self.sizeHint().width()
        self.setWordWrap(True)
        return wide

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A press, or a pointer that has gone on, takes the note away."""
        if self.isVisible():
            gone = isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove
            if gone and isinstance(event, QMouseEvent):
                gone = (event.position().toPoint() - self._called).manhattanLength() > FAR
            if gone or event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.Wheel):
                self.hide()
        return False
