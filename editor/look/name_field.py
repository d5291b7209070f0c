"""A field for a name, laid over what has the name: Enter takes the name, Esc leaves it as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QRect, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

LEAST: Final = 180
"""The least width of a field in pixels, where there is room."""
OWN_KEYS: Final = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2)
"""Keys that have shortcuts elsewhere."""
ELSEWHERE: Final = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
"""Reasons for which the keyboard goes away and comes back."""


class NameField(QLineEdit):
    """Is open from the moment it is made. It closes by Enter, by Esc, and when the keyboard goes elsewhere, which
    takes the name as Enter does."""

    def __init__(self, over: QWidget, place: QRect, name: str, take: Callable[[str], object]) -> None:
        """``place`` is what it covers of the widget ``over``. ``take`` is called with another name than ``name`` once
        the field is closed; an empty one leaves the name as it was."""
        super().__init__(name, over)
        self._name, self._take, self._open = name, take, True
        self.setAccessibleName(f"Name of {name}" if name else "Name")
        room = over.rect()
        wide = min(max(place.width(), LEAST), room.width())
        high = min(max(place.height(), self.sizeHint().height()), 2 * self.sizeHint().height())
        x = place.center().x() - wide // 2
        y = place.center().y() - high // 2
        x = max(0, min(x, room.width() - wide))
        y = max(0, min(y, room.height() - high))
        self.setGeometry(x, y, wide, high)
        self.selectAll()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def leave(self) -> None:
        """Close the field and leave the name as it was."""
        self._close(take=False)

    def _close(self, *, take: bool) -> None:
        if not self._open:
            return
        self._open = False
        name, over = " ".join(self.text().split()), self.parentWidget()
        if self.hasFocus() and over is not None:
            over.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()
        self.deleteLater()
        if take and name and name != self._name:
            # What it lies over may be made again for the name: not while a key of the field is being handled.
            QTimer.singleShot(0, self.window(), lambda: self._take(name))

    def event(self, event: QEvent) -> bool:
        """The keys of the field come before shortcuts."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and event.key() in OWN_KEYS:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """No key goes on to what lies below."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._close(take=True)
        elif event.key() == Qt.Key.Key_Escape:
            self._close(take=False)
        else:
            super().keyPressEvent(event)
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in ELSEWHERE:
            self._close(take=True)
