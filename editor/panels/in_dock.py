"""What panels need of the dock they sit in: its title, and coming to the front."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QDockWidget, QFrame, QLabel, QScrollArea, QWidget

from editor.plain import PlainLabel

LOW: Final = 110
"""The least height of a panel's body, in pixels: what is lower than it needs is scrolled."""


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


class Scrolled(QScrollArea):
    """The body of a panel in a frame that is scrolled up and down where the window is too low for it."""

    def __init__(self, body: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(body)
        self.body = body

    def minimumSizeHint(self) -> QSize:
        """As wide as the body needs, and low."""
        body = self.body.minimumSizeHint()
        return QSize(body.width() + self.verticalScrollBar().sizeHint().width(), min(body.height(), LOW))


def empty_state(text: str) -> QLabel:
    """A quiet centred sentence for a panel that has nothing to show."""
    label = PlainLabel(text)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setWordWrap(True)
    label.setMargin(16)
    label.setForegroundRole(label.palette().ColorRole.PlaceholderText)
    return label
