"""The wheel over a form that is scrolled: it scrolls the form, and changes no field that comes under the pointer."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QWidget


class _WheelKeeper(QObject):
    """Passes the wheel on to what is around a field that has not the keyboard."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return False


def keep_wheel(page: QWidget) -> None:
    """Let the wheel scroll a page of fields, or pass by a single field, unless the field has the keyboard."""
    keeper = _WheelKeeper(page)
    own = [page] if isinstance(page, QComboBox | QAbstractSpinBox) else []
    for field in (*own, *page.findChildren(QComboBox), *page.findChildren(QAbstractSpinBox)):
        field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        field.installEventFilter(keeper)
