"""A form that is scrolled where the window is too low for it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from editor.look.keeping_wheel import keep_wheel

LOW: Final = 110
"""The least height of a panel's body, in pixels: what is lower than it needs is scrolled."""


class Scrolled(QScrollArea):
    """The body of a panel in a frame that is scrolled up and down where the window is too low for it.

    The room of the scroll bar is kept while there is none: what is in the body stays where it is when the bar comes.
    """

    def __init__(self, body: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body = body
        self.setWidget(body)
        keep_wheel(body)
        self._room = _BarRoom(self)

    def minimumSizeHint(self) -> QSize:
        """As wide as the body needs, and low."""
        body = self.body.minimumSizeHint()
        return QSize(body.width() + self.verticalScrollBar().sizeHint().width(), min(body.height(), LOW))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What the body needs may have changed, and with it the width of this."""
        if watched is self.body and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def keep_room(self, *, hidden: bool) -> None:
        """Leave the room of the scroll bar free while it is hidden."""
        self.setViewportMargins(0, 0, self.verticalScrollBar().sizeHint().width() if hidden else 0, 0)


class _BarRoom(QObject):
    """Tells an area when its scroll bar comes and goes: Qt shows and hides what the bar is in."""

    def __init__(self, area: Scrolled) -> None:
        super().__init__(area)
        self._area = area
        frame = area.verticalScrollBar().parentWidget()
        if frame is not None:
            frame.installEventFilter(self)
            area.keep_room(hidden=frame.isHidden())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The scroll bar comes or goes."""
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._area.keep_room(hidden=event.type() == QEvent.Type.HideToParent)
        return False
