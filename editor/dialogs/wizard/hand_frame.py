"""A frame over a picture or data that is moved, sized and turned by mouse and keys. A subclass gives it its meaning."""

from __future__ import annotations

from enum import Enum, auto
from math import hypot
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.plain import as_written

GRIP: Final = 9.0
"""Pixels about a corner or the handle within which the pointer takes it."""
HANDLE: Final = 22.0
"""Pixels from the upper edge of the frame to the handle that turns it."""
FRAME: Final = QColor("#c2255c")
AWAY: Final = QPointF(-100.0, -100.0)
"""Where a grip is that a frame does not have."""
_ARROWS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class Grip(Enum):
    """What the pointer has taken."""

    MOVE = auto()
    SIZE = auto()
    TURN = auto()
    LEAN = auto()


class HandFrame(QWidget):
    """Takes the frame, a corner or a handle by mouse, and moves, sizes and turns it by keys."""

    def __init__(self, name: str, about: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip(as_written(about))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(150, 110)
        self._grip: Grip | None = None
        self._from = QPointF()

    def sizeHint(self) -> QSize:
        """Large enough to aim at."""
        return QSize(360, 240)

    # -- what a subclass gives -----------------------------------------------------------------------------------

    def outline(self) -> QPolygonF:
        """The edge of the frame, in pixels; empty where there is none."""
        raise NotImplementedError

    def corners(self) -> list[QPointF]:
        """The corners of the frame, in pixels, from the upper left one clockwise; none where there is no frame."""
        raise NotImplementedError

    def lean(self) -> QPointF:
        """Where the grip is that stretches and shears the frame."""
        return AWAY

    def hold(self) -> None:
        """Remember the frame as it is, before it is changed."""
        raise NotImplementedError

    def was_changed(self) -> bool:
        """Whether it is another frame than the one that was remembered."""
        raise NotImplementedError

    def drag(self, grip: Grip, start: QPointF, now: QPointF) -> None:
        """Change the remembered frame by a drag."""
        raise NotImplementedError

    def step(self, across: int, down: int, *, far: bool) -> None:
        """Move it by a step of a key."""
        raise NotImplementedError

    def type_key(self, text: str) -> bool:
        """Change it by a key that writes something; False for a key that means nothing here."""
        raise NotImplementedError

    def reset(self) -> None:
        """Bring it back to where it was at first."""
        raise NotImplementedError

    def tell(self) -> None:
        """Tell others that it was changed."""
        raise NotImplementedError

    # -- by mouse and keyboard ----------------------------------------------------------------------------------

    @property
    def held(self) -> bool:
        """Whether the pointer has taken it."""
        return self._grip is not None

    def handle(self) -> QPointF:
        """Where the handle is that turns the frame, in pixels."""
        corners = self.corners()
        if not corners:
            return AWAY
        top, low = (corners[0] + corners[1]) / 2, (corners[2] + corners[3]) / 2
        up = top - low
        length = hypot(up.x(), up.y()) or 1.0
        return top + up * (HANDLE / length)

    def grip_at(self, at: QPointF) -> Grip | None:
        """What a press there takes."""
        if _near(at, self.handle()):
            return Grip.TURN
        if _near(at, self.lean()):
            return Grip.LEAN
        if any(_near(at, corner) for corner in self.corners()):
            return Grip.SIZE
        return Grip.MOVE if self.outline().containsPoint(at, Qt.FillRule.OddEvenFill) else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the frame, a corner or a handle."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._grip, self._from = self.grip_at(event.position()), event.position()
            self.hold()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Change the frame with the pointer."""
        if self._grip is not None:
            self.drag(self._grip, self._from, event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go, and tell of the change."""
        grip, self._grip = self._grip, None
        if grip is not None and self.was_changed():
            self.tell()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, size or turn the frame by a step."""
        self.hold()
        key = event.key()
        if key in _ARROWS:
            far = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.step(*_ARROWS[Qt.Key(key)], far=far)
        elif key == Qt.Key.Key_Home:
            self.reset()
        elif not self.type_key(event.text()):
            super().keyPressEvent(event)
            return
        if self.was_changed():
            self.tell()

    def paint_frame(self, painter: QPainter) -> None:
        """The frame with its corners and handles."""
        corners = self.corners()
        if corners:
            shade = QColor(FRAME)
            shade.setAlpha(40)
            painter.setPen(QPen(FRAME, 2))
            painter.setBrush(shade)
            painter.drawPolygon(self.outline())
            painter.drawLine((corners[0] + corners[1]) / 2, self.handle())
            painter.setBrush(FRAME)
            for corner in corners:
                painter.drawRect(QRectF(corner.x() - 4, corner.y() - 4, 8, 8))
            painter.drawEllipse(self.handle(), 5, 5)
            lean = self.lean()
            painter.drawPolygon(QPolygonF([lean + QPointF(x, y) for x, y in ((-6, 0), (0, -6), (6, 0), (0, 6))]))
        if self.hasFocus():
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))


def _near(at: QPointF, spot: QPointF) -> bool:
    return hypot(at.x() - spot.x(), at.y() - spot.y()) <= GRIP
