"""The part of a file of geography that becomes a map, as a frame over the data: moved, sized and turned by hand."""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, radians
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPaintEvent, QPalette, QPen, QPolygonF, QWheelEvent

from editor.dialogs.wizard.hand_frame import GRIP, HANDLE, Grip, HandFrame
from engine.errors import HexwrightError
from engine.exchange.geodata import Degrees, GeoBox, GeoData
from engine.exchange.geomaps import frame_of

STEP: Final = 0.05
"""What a key moves or sizes, as a share of the frame."""
TURN: Final = 5.0
"""Degrees that a key turns."""
LEAST: Final = 0.001
"""Degrees across which a frame is at least."""
ROOM: Final = HANDLE + GRIP
"""Pixels around the data in which the handle can be taken that turns a frame around all of it."""
FAR: Final = 4
"""Steps of a key with Shift."""


class GeoFrame(HandFrame):
    """Shows data in small, and the frame of the map over them.

    Drag the frame to move it, a corner to size it, the handle above it to turn it. With the keyboard: the arrows move,
    ``+`` and ``-`` size, ``<`` and ``>`` turn, Home takes all of the data.
    """

    chosen = Signal(tuple, float)
    """Another part, as west, south, east and north, and another rotation."""

    def __init__(self) -> None:
        super().__init__(
            "Part of the data that becomes the map",
            "Drag the frame to move it, a corner to size it, the handle to turn it. "
            "Keys: arrows, + and -, < and >, Home for all",
        )
        self.part: GeoBox = (0.0, 0.0, 1.0, 1.0)
        self.rotation = 0.0
        self._data = GeoData((), self.part, self.part)
        self._lines = QPainterPath()
        self._ground = QImage()
        self._before: tuple[GeoBox, float] = self.part, 0.0

    def show_data(self, data: GeoData) -> None:
        """Show these data, and the frame where it was read; a frame that is being dragged stays in the hand."""
        if data.lines != self._data.lines or data.ground != self._data.ground:
            self._lines = QPainterPath()
            for line in data.lines:
                self._lines.addPolygon(QPolygonF([QPointF(lon, -lat) for lon, lat in line]))
            self._ground = _shaded(data.ground)
        self._data = data
        if not self.held:
            self.part, self.rotation = data.part, data.rotation
        self.update()

    # -- from degrees to pixels ---------------------------------------------------------------------------------

    @property
    def _view(self) -> tuple[QRectF, float]:
        """The part of the plane that is shown (to the south, in degrees), and how narrow a degree of longitude is."""
        west, south, east, north = self._data.whole
        narrow = max(0.05, cos(radians((south + north) / 2)))
        whole = QRectF(west * narrow, -north, (east - west) * narrow, north - south)
        slack = 0.02 * max(whole.width(), whole.height(), LEAST)
        return whole.adjusted(-slack, -slack, slack, slack), narrow

    def _scale(self) -> tuple[float, float, float, float]:
        """Pixels a degree of latitude, how narrow a degree of longitude is, and where the corner of the view lies."""
        view, narrow = self._view
        wide, high = (max(1.0, side - 2 * ROOM) for side in (self.width(), self.height()))
        scale = min(wide / view.width(), high / view.height())
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

    # -- by hand ------------------------------------------------------------------------------------------------

    def hold(self) -> None:
        """Remember the part and its rotation."""
        self._before = self.part, self.rotation

    def was_changed(self) -> bool:
        """Whether another part was chosen."""
        return (self.part, self.rotation) != self._before

    def drag(self, grip: Grip, start: QPointF, now: QPointF) -> None:
        """Move, size or turn the part with the pointer."""
        part, _ = self._before
        middle = self._pixel(_middle(part))
        if grip is Grip.MOVE:
            here, there = self._degrees(start), self._degrees(now)
            self._put(_moved(part, there[0] - here[0], there[1] - here[1]), self.rotation)
        elif grip is Grip.SIZE:
            before, away = start - middle, now - middle
            times = hypot(away.x(), away.y()) / max(1.0, hypot(before.x(), before.y()))
            self._put(_sized(part, times), self.rotation)
        else:
            away = now - middle
            self._put(self.part, round(degrees(atan2(away.x(), -away.y()))))

    def step(self, across: int, down: int, *, far: bool) -> None:
        """Move the part by a share of its size."""
        west, south, east, north = self.part
        by = STEP * (FAR if far else 1)
        self._put(_moved(self.part, across * (east - west) * by, -down * (north - south) * by), self.rotation)

    def type_key(self, text: str) -> bool:
        """``+`` and ``-`` size the part, ``<`` and ``>`` turn it."""
        if text in ("+", "-"):
            self._put(_sized(self.part, 1 - STEP if text == "-" else 1 / (1 - STEP)), self.rotation)
        elif text in ("<", ">"):
            self._put(self.part, self.rotation + (TURN if text == ">" else -TURN))
        return text in ("+", "-", "<", ">")

    def reset(self) -> None:
        """All of the data, not turned."""
        self._put(self._data.whole, 0.0)

    def tell(self) -> None:
        """Tell the part."""
        self.chosen.emit(self.part, self.rotation)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Size the frame."""
        event.accept()
        self.hold()
        self._put(_sized(self.part, 1 - STEP if event.angleDelta().y() > 0 else 1 / (1 - STEP)), self.rotation)
        if self.was_changed():
            self.tell()

    # -- changing and drawing -----------------------------------------------------------------------------------

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
        self.paint_frame(painter)


def _shaded(ground: tuple[tuple[float, ...], ...]) -> QImage:
    if not ground:
        return QImage()
    image = QImage(len(ground[0]), len(ground), QImage.Format.Format_Grayscale8)
    for y, row in enumerate(ground):
        for x, share in enumerate(row):
            grey = 90 + round(150 * share)
            image.setPixelColor(x, y, QColor(grey, grey, grey))
    return image


def _middle(box: GeoBox) -> Degrees:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _moved(box: GeoBox, east: float, north: float) -> GeoBox:
    return box[0] + east, box[1] + north, box[2] + east, box[3] + north


def _sized(box: GeoBox, times: float) -> GeoBox:
    x, y = _middle(box)
    across, up = (box[2] - box[0]) / 2 * times, (box[3] - box[1]) / 2 * times
    return x - across, y - up, x + across, y + up
