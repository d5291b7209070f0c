"""A form that is scrolled where the window is too low for it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from editor.look.keeping_wheel import keep_wheel

LOW: Final = 110
"""The least height of a panel's body, in pixels: what is lower than it needs is scrolled."""


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
        keep_wheel(body)

    def minimumSizeHint(self) -> QSize:
        """As wide as the body needs, and low."""
        body = self.body.minimumSizeHint()
        return QSize(body.width() + self.verticalScrollBar().sizeHint().width(), min(body.height(), LOW))
