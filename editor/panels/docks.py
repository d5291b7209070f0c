"""What panels need of the dock they sit in: its title, and coming to the front."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QLabel, QWidget


def dock_of(panel: QWidget) -> QDockWidget | None:
    """The dock a panel sits in, or None when it stands alone."""
    parent = panel.parentWidget()
    while parent is not None and not isinstance(parent, QDockWidget):
        parent = parent.parentWidget()
    return parent


def set_title(panel: QWidget, title: str) -> None:
    """Give the panel and its dock a title."""
    panel.setWindowTitle(title)
    dock = dock_of(panel)
    if dock is not None:
        dock.setWindowTitle(title)


def bring_up(panel: QWidget) -> None:
    """Open the panel's dock and bring it to the front."""
    dock = dock_of(panel)
    if dock is not None:
        dock.show()
        dock.raise_()
    panel.show()


def empty_state(text: str) -> QLabel:
    """A quiet centred sentence for a panel that has nothing to show."""
    label = QLabel(text)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setWordWrap(True)
    label.setMargin(16)
    label.setForegroundRole(label.palette().ColorRole.PlaceholderText)
    return label
