"""The part of a file of geography that becomes a map, as a frame over the data: moved, sized and turned by hand."""

from __future__ import annotations

from enum import Enum, auto
from math import atan2, cos, degrees, hypot, radians
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.errors import HexwrightError
from engine.exchange.geodata import Degrees, GeoBox, GeoData
from engine.exchange.geomaps import frame_of

GRIP: Final = 9.0
"""Pixels about a corner or the handle within which the pointer takes it."""
HANDLE: Final = 22.0
"""Pixels from the upper edge of the frame to the handle that turns it."""
STEP: Final = 0.05
"""What a key moves or sizes, as a share of the frame."""
TURN: Final = 5.0
"""Degrees that a key turns."""
LEAST: Final = 0.001
"""Degrees across which a frame is at least."""
FRAME: Final = QColor("#c2255c")


class Grip(Enum):
    """What the pointer has taken."""

    MOVE = auto()
    SIZE = auto()
    TURN = auto()


class GeoFrame(QWidget):
    """Shows data in small, and the frame of the map over them.

    Drag the frame to move it, a corner to size it, the handle above it to turn it. With the keyboard: the arrows move,
    ``+`` and ``-`` size, ``<`` and ``>`` turn, Home takes all of the data.
    """

    chosen = Signal(tuple, float)
    """Another part, as west, south, east and north, and another rotation."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Part of the data that becomes the map")
        self.setToolTip(
            "Drag the frame to move it, a corner to size it, the handle to turn it. "
            "Keys: arrows, + and -, < and >, Home for all"
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(200, 160)
        self.part: GeoBox = (0.0, 0.0, 1.0, 1.0)
        self.rotation = 0.0
        self._data = GeoData((), self.part, self.part)
        self._lines = QPainterPath()
        self._ground = QImage()
        self._grip: Grip | None = None
        self._from = QPointF()
        self._before: tuple[GeoBox, float] = self.part, 0.0

    def sizeHint(self) -> QSize:
        """Large enough to aim at."""
        return QSize(360, 240)

    def show_data(self, data: GeoData) -> None:
        """Show these data, and the frame where it was read; a frame that is being dragged stays in the hand."""
        if data.lines != self._data.lines or data.ground != self._data.ground:
            self._lines = QPainterPath()
            for line in data.lines:
                self._lines.addPolygon(QPolygonF([QPointF(lon, -lat) for lon, lat in line]))
            self._ground = _shaded(data.ground)
        self._data = data
        if self._grip is None:
            self.part, self.rotation = data.part, data.rotation
        self.update()

    # -- from degrees to pixels ---------------------------------------------------------------------------------

    @property
    def _view(self) -> tuple[QRectF, float]:
        """The part of the plane that is shown (to the south, in degrees), and how narrow a degree of longitude is."""
        west, south, east, north = self._data.whole
        narrow = max(0.05, cos(radians((south + north) / 2)))
        whole = QRectF(west * narrow, -north, (east - west) * narrow, north - south)
        slack = 0.08 * max(whole.width(), whole.height(), LEAST)
        return whole.adjusted(-slack, -slack, slack, slack), narrow

    def _scale(self) -> tuple[float, float, float, float]:
        """Pixels a degree of latitude, how narrow a degree of longitude is, and where the corner of the view lies."""
        view, narrow = self._view
        scale = min(self.width() / view.width(), self.height() / view.height())
        left = view.left() - (self.width() / scale - view.width()) / 2
        top = view.top() - (self.height() / scale - view.height()) / 2
        return scale, narrow, left, top

    def _pixel(self, at: Degrees) -> QPointF:
        scale, narrow, left, top = self._scale()
        return QPointF((at[0] * narrow - left) * scale, (-at[1] - top) * scale)

    def _degrees(self, pixel: QPointF) -> Degrees:
        scale, narrow, left, top = self._scale()
        return (pixel.x() / scale + left) / narrow, -(pixel.y() / scale + top)

    def outline(self) -> QPolygonF:
        """The edge of the map that would be made, in pixels: from its upper left corner clockwise."""
        try:
            return QPolygonF([self._pixel(at) for at in frame_of(self.part, self.rotation, self._data.crs)])
        except HexwrightError:
            return QPolygonF()

    def corners(self) -> list[QPointF]:
        """The corners of the frame, in pixels, from the upper left one clockwise."""
        edge = self.outline()
        return [edge.at(number) for number in (0, 8, 17, 26)] if edge.size() == 36 else []

    def handle(self) -> QPointF:
        """Where the handle is that turns the frame, in pixels."""
        corners = self.corners()
        if not corners:
            return QPointF(-100, -100)
        top, low = (corners[0] + corners[1]) / 2, (corners[2] + corners[3]) / 2
        up = top - low
        length = hypot(up.x(), up.y()) or 1.0
        return top + up * (HANDLE / length)

    # -- by mouse -----------------------------------------------------------------------------------------------

    def grip_at(self, at: QPointF) -> Grip | None:
        """What a press there takes."""
        if _near(at, self.handle()):
            return Grip.TURN
        if any(_near(at, corner) for corner in self.corners()):
            return Grip.SIZE
        return Grip.MOVE if self.outline().containsPoint(at, Qt.FillRule.OddEvenFill) else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the frame, a corner or the handle."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._grip, self._from = self.grip_at(event.position()), event.position()
            self._before = self.part, self.rotation

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move, size or turn the frame with the pointer."""
        at = event.position()
        if self._grip is Grip.MOVE:
            here, there = self._degrees(self._from), self._degrees(at)
            self._put(_moved(self._before[0], there[0] - here[0], there[1] - here[1]), self.rotation)
        elif self._grip is Grip.SIZE:
            middle = self._pixel(_middle(self._before[0]))
            before, now = self._from - middle, at - middle
            times = hypot(now.x(), now.y()) / max(1.0, hypot(before.x(), before.y()))
            self._put(_sized(self._before[0], times), self.rotation)
        elif self._grip is Grip.TURN:
            away = at - self._pixel(_middle(self.part))
            self._put(self.part, round(degrees(atan2(away.x(), -away.y()))))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go: the map is made of the new part."""
        grip, self._grip = self._grip, None
        if grip is not None and (self.part, self.rotation) != self._before:
            self.chosen.emit(self.part, self.rotation)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Size the frame."""
        event.accept()
        self._change(_sized(self.part, 1 - STEP if event.angleDelta().y() > 0 else 1 / (1 - STEP)), self.rotation)

    # -- by keyboard --------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, size or turn the frame by a step."""
        west, south, east, north = self.part
        across, up = (east - west) * STEP, (north - south) * STEP
        key = event.key()
        moves = {
            Qt.Key.Key_Left: (-across, 0.0),
            Qt.Key.Key_Right: (across, 0.0),
            Qt.Key.Key_Up: (0.0, up),
            Qt.Key.Key_Down: (0.0, -up),
        }
        if key in moves:
            self._change(_moved(self.part, *moves[Qt.Key(key)]), self.rotation)
        elif event.text() in ("+", "-"):
            self._change(_sized(self.part, 1 - STEP if event.text() == "-" else 1 / (1 - STEP)), self.rotation)
        elif event.text() in ("<", ">"):
            self._change(self.part, self.rotation + (TURN if event.text() == ">" else -TURN))
        elif key == Qt.Key.Key_Home:
            self._change(self._data.whole, 0.0)
        else:
            super().keyPressEvent(event)

    # -- changing and drawing -----------------------------------------------------------------------------------

    def _change(self, part: GeoBox, rotation: float) -> None:
        before = self.part, self.rotation
        self._put(part, rotation)
        if (self.part, self.rotation) != before:
            self.chosen.emit(self.part, self.rotation)

    def _put(self, part: GeoBox, rotation: float) -> None:
        west, south, east, north = part
        if -180 <= west < east <= 180 and -90 <= south < north <= 90 and min(east - west, north - south) >= LEAST:
            self.part = part
        self.rotation = (rotation + 180) % 360 - 180
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The data, the frame, its corners and its handle."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Base))
        scale, narrow, left, top = self._scale()
        if not self._ground.isNull():
            west, south, east, north = self._data.whole
            painter.drawImage(QRectF(self._pixel((west, north)), self._pixel((east, south))), self._ground)
        painter.save()
        painter.scale(scale, scale)
        painter.translate(-left, -top)
        painter.scale(narrow, 1.0)
        pen = QPen(self.palette().color(QPalette.ColorRole.Text), 1)
        pen.setCosmetic(True)
        painter.strokePath(self._lines, pen)
        painter.restore()
        self._paint_frame(painter)

    def _paint_frame(self, painter: QPainter) -> None:
        edge, corners = self.outline(), self.corners()
        if not corners:
            return
        shade = QColor(FRAME)
        shade.setAlpha(40)
        painter.setPen(QPen(FRAME, 2))
        painter.setBrush(shade)
        painter.drawPolygon(edge)
        painter.drawLine((corners[0] + corners[1]) / 2, self.handle())
        painter.setBrush(FRAME)
        for corner in corners:
            painter.drawRect(QRectF(corner.x() - 4, corner.y() - 4, 8, 8))
        painter.drawEllipse(self.handle(), 5, 5)
        if self.hasFocus():
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))


def _shaded(ground: tuple[tuple[float, ...], ...]) -> QImage:
    if not ground:
        return QImage()
    image = QImage(len(ground[0]), len(ground), QImage.Format.Format_Grayscale8)
    for y, row in enumerate(ground):
        for x, share in enumerate(row):
            grey = 90 + round(150 * share)
            image.setPixelColor(x, y, QColor(grey, grey, grey))
    return image


def _near(at: QPointF, spot: QPointF) -> bool:
    return hypot(at.x() - spot.x(), at.y() - spot.y()) <= GRIP


def _middle(box: GeoBox) -> Degrees:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _moved(box: GeoBox, east: float, north: float) -> GeoBox:
    return box[0] + east, box[1] + north, box[2] + east, box[3] + north


def _sized(box: GeoBox, times: float) -> GeoBox:
    x, y = _middle(box)
    across, up = (box[2] - box[0]) / 2 * times, (box[3] - box[1]) / 2 * times
    return x - across, y - up, x + across, y + up
