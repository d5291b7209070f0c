"""What the cards that lie over the map have in common: where they may lie, and that they keep their place."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, QSize
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from editor.desk.desk import Desk
from editor.panels.links import linked_label
from editor.plain import as_written

MARGIN: Final = 12
"""Pixels between a card and the edge of the map."""
BARS: Final = 16
"""Pixels that the map's scroll bars take."""
ROOM: Final = 4
"""Pixels below the last line, whose letters reach lower than the text says."""


class MapCard(QFrame):
    """A card over a part of the window; whoever makes one says where it lies."""

    def __init__(self, desk: Desk, parent: QWidget, over: QWidget, *, name: str, width: int) -> None:
        """``over`` is the part of ``parent`` that it may cover; ``name`` is what a screen reader calls it."""
        super().__init__(parent)
        self.desk, self.over, self._parent = desk, over, parent
        self.setObjectName("card")
        self.setAccessibleName(name)
        self.setFixedWidth(width)
        over.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The map has another size: keep to its place."""
        if event.type() == QEvent.Type.Resize:
            self.keep_clear()
        return False

    def keep_clear(self) -> None:
        """What lies under it has moved. A game that has just been closed has no position to keep clear of: the card is
        about to go."""
        if self.isVisible() and self.desk.preview.game is not None:
            self.place()

    def sizeHint(self) -> QSize:
        """As high as its contents need at its width, within its border."""
        layout = self.layout()
        if layout is None:
            return super().sizeHint()
        by_width = layout.hasHeightForWidth()
        high = layout.totalHeightForWidth(self.width()) if by_width else layout.totalSizeHint().height()
        return QSize(self.width(), high + ROOM)

    def fit_contents(self) -> None:
        """Be as high as the contents need."""
        layout = self.layout()
        if layout is not None:
            # Without it parts that were hidden a moment ago would count as nothing, and others be cut.
            layout.activate()
        self.adjustSize()

    def room(self) -> QRect:
        """Where it may lie, in the parent's pixels: within the margins, clear of the scroll bars."""
        return self.over.geometry().adjusted(MARGIN, MARGIN, -MARGIN - BARS, -MARGIN - BARS)

    def place(self) -> None:
        """Move to where it lies now."""
        raise NotImplementedError


class TextCard(MapCard):
    """A card with a text that can be put away."""

    def __init__(self, desk: Desk, parent: QWidget, over: QWidget, *, name: str, width: int, away: str) -> None:
        """``away`` is the tip of the button that puts it away."""
        super().__init__(desk, parent, over, name=name, width=width)
        self.text = linked_label(desk)
        self.away = QToolButton()
        self.away.setText("\u2715")
        self.away.setAutoRaise(True)
        self.away.setAccessibleName("Close the card")
        self.away.setToolTip(as_written(away))
        self.away.clicked.connect(lambda _on=False: self.hide())
        self.column = QVBoxLayout()
        self.column.addWidget(self.text, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 6, 10)
        row.addLayout(self.column, 1)
        column = QVBoxLayout()
        column.addWidget(self.away)
        column.addStretch(1)
        row.addLayout(column)
