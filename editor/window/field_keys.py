"""Keys of the program in a field that one types into: the program's own go before those that only some desktops know.

On some of them Ctrl+U empties a field; with a field in hand ``Scenario > Add unit`` would never be reached, and what
one types next would go into it.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from editor.stage.actions import Actions

_KEYS: Final = QKeySequence.StandardKey
EDITING: Final = (
    *(_KEYS.Undo, _KEYS.Redo, _KEYS.Cut, _KEYS.Copy, _KEYS.Paste, _KEYS.SelectAll, _KEYS.Delete, _KEYS.Backspace),
    *(_KEYS.DeleteStartOfWord, _KEYS.DeleteEndOfWord, _KEYS.MoveToNextWord, _KEYS.MoveToPreviousWord),
    *(_KEYS.SelectNextWord, _KEYS.SelectPreviousWord, _KEYS.MoveToStartOfDocument, _KEYS.MoveToEndOfDocument),
)
"""Usual keys of text fields: they stay the field's."""
_HELD: Final = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


class FieldKeys(QObject):
    """Watches the field in hand."""

    def __init__(self, actions: Actions, parent: QObject) -> None:
        super().__init__(parent)
        self.actions = actions
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._move)

    def _move(self, old: QWidget | None, new: QWidget | None) -> None:
        if isinstance(old, QWidget):
            old.removeEventFilter(self)
        if isinstance(new, QLineEdit | QAbstractSpinBox | QPlainTextEdit | QTextEdit):
            new.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Before a field takes a key for itself: whether it is one of the program's."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        if not self._is_ours(event):
            return False
        # Not accepted, it goes on to the shortcuts.
        event.ignore()
        return True

    def _is_ours(self, event: QKeyEvent) -> bool:
        if not event.modifiers() & _HELD or any(event.matches(key) for key in EDITING):
            return False
        pressed = QKeySequence(event.keyCombination())
        return any(entry.action.isEnabled() and pressed in entry.action.shortcuts() for entry in self.actions.entries)
