"""What panels need of the dock they sit in: its title, and coming to the front."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QDockWidget, QLabel, QWidget

from editor.plain import PlainLabel


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
    else:
        panel.show()


class Unseen(QWidget):
    """Stands in a dock for a panel that is made when the dock is first looked at. ``seen`` says that it is."""

    seen = Signal()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """It is painted, so it is in sight. The panel comes after that: nothing is replaced while it paints."""
        QTimer.singleShot(0, self, self.seen.emit)


def empty_state(text: str) -> QLabel:
    """A quiet centred sentence for a panel that has nothing to show."""
    label = PlainLabel(text)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setWordWrap(True)
    label.setMargin(16)
    label.setForegroundRole(label.palette().ColorRole.PlaceholderText)
    return label
