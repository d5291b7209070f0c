"""The grid over the picture of a board: moved, sized, turned, stretched and sheared by hand before a map is made."""

from __future__ import annotations

import io
import warnings
from dataclasses import replace
from math import atan2, ceil, cos, degrees, floor, hypot, radians, sin
from typing import Final

from PIL import Image
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QImage,
    QImageReader,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)

from editor.dialogs.wizard.hand_frame import AWAY, FRAME, Grip, HandFrame
from engine.exchange.gridfit import AS_IN_FILE, GridFit, LaidGrid

INSET: Final = 0.25
"""Where the frame begins, as a share of the picture."""
FAR: Final = 10
"""Pixels that an arrow key moves with Shift."""
SHARE: Final = 0.0025
"""What a key sizes, stretches or shears."""
TURN: Final = 0.1
"""Degrees that a key turns."""
ZOOM: Final = 1.25
NEAREST: Final = 8.0
"""Pixels of the screen for one of the picture, at most."""
FEWEST: Final = 6.0
"""Pixels from side to side of a hex, at least, so that the grid is drawn."""
BEYOND: Final = 0.25
"""How much more of the grid is made than is seen, as a share of what is seen."""
LARGEST: Final = 3000
"""Pixels of the longer side of the picture as it is shown."""
QT_READS: Final = 50_000_000
"""Pixels of a picture that Qt reads."""


def shown_picture(laid: LaidGrid) -> QImage:
    """The picture in the size in which it is shown; null where it cannot be read. Fit to be called on any thread."""
    size = QSize(laid.width, laid.height)
    room = size.scaled(size.boundedTo(QSize(LARGEST, LARGEST)), Qt.AspectRatioMode.KeepAspectRatio)
    if laid.width * laid.height <= QT_READS:
        buffer = QBuffer()
        buffer.setData(QByteArray(laid.picture))
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        reader = QImageReader(buffer)
        reader.setScaledSize(room)
        return reader.read()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            picture = Image.open(io.BytesIO(laid.picture))
            picture.draft("RGB", (room.width(), room.height()))
            small = picture.convert("RGB").resize((room.width(), room.height()))
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        return QImage()
    return QImage(small.tobytes(), small.width, small.height, small.width * 3, QImage.Format.Format_RGB888).copy()


class GridFrame(HandFrame):
    """Shows the picture of a board with the grid over it.

    Drag the frame to move the grid, a corner to size it, the round handle to turn it, the lower handle to stretch and
    shear it. With the keyboard: the arrows move (with Shift by more), ``+`` and ``-`` size, ``<`` and ``>`` turn, ``[``
    and ``]`` stretch, ``{`` and ``}`` shear, Home brings the grid back. The wheel, Page Up and Page Down zoom; drag
    with the middle button to see another part.
    """

    chosen = Signal(object)
    """The grid lies elsewhere: its `GridFit`."""

    def __init__(self) -> None:
        super().__init__(
            "Grid over the picture",
            "Drag the frame to move the grid, a corner to size it, the round handle to turn it, the lower one to "
            "stretch and shear it. Keys: arrows, + and -, < and >, [ and ], { and }, Home. Wheel or Page Up to zoom",
        )
        self.fit = AS_IN_FILE
        self._before = self.fit
        self._laid = LaidGrid(b"", 1, 1, False, 0.0, 0.0, 1.0, 1.0)
        self._image = QImage()
        self._zoom = 0.0
        self._middle = QPointF()
        self._pan: QPointF | None = None
        self._seen: tuple[object, ...] = ()
        """What the picture was last drawn for."""
        self._drawn = QPixmap()
        self._mesh: list[QLineF] = []
        self._mesh_of: LaidGrid | None = None
        self._mesh_room = QRectF()

    def show_grid(self, laid: LaidGrid, image: QImage) -> None:
        """Show this picture, and the grid where it was read; a grid that is being dragged stays in the hand."""
        if laid.picture is not self._laid.picture and laid.picture != self._laid.picture:
            self._zoom = 0.0
        self._laid, self._image = laid, image
        if not self.held:
            self.fit = laid.fit
        self._see()

    # -- from the picture to the screen -------------------------------------------------------------------------

    def _see(self) -> None:
        """Keep the view within the picture."""
        least = min(self.width() / self._laid.width, self.height() / self._laid.height)
        if self._zoom <= least:
            self._zoom, self._middle = least, QPointF(self._laid.width / 2, self._laid.height / 2)
        x = min(max(self._middle.x(), 0.0), float(self._laid.width))
        y = min(max(self._middle.y(), 0.0), float(self._laid.height))
        self._middle = QPointF(x, y)
        self.update()

    def _view(self) -> QTransform:
        """From pixels of the picture to those of the screen."""
        view = QTransform.fromTranslate(self.width() / 2, self.height() / 2)
        view.scale(self._zoom or 1.0, self._zoom or 1.0)
        view.translate(-self._middle.x(), -self._middle.y())
        return view

    def _grid_view(self) -> QTransform:
        """From pixels of the grid as the file has it to those of the screen."""
        a, b, c, d, e, f = self.fit.matrix(self._laid.width, self._laid.height)
        return QTransform(a, b, c, d, e, f) * self._view()

    def corners(self) -> list[QPointF]:
        """The corners of the frame: the middle half of the picture, as the grid has it."""
        wide, high = self._laid.width, self._laid.height
        shares = ((INSET, INSET), (1 - INSET, INSET), (1 - INSET, 1 - INSET), (INSET, 1 - INSET))
        view = self._grid_view()
        return [view.map(QPointF(wide * x, high * y)) for x, y in shares]

    def outline(self) -> QPolygonF:
        """The frame."""
        return QPolygonF(self.corners())

    def lean(self) -> QPointF:
        """The middle of the frame's lower edge."""
        corners = self.corners()
        return (corners[2] + corners[3]) / 2 if corners else AWAY

    # -- by hand ------------------------------------------------------------------------------------------------

    def hold(self) -> None:
        """Remember where the grid lies."""
        self._before = self.fit

    def was_changed(self) -> bool:
        """Whether the grid lies elsewhere."""
        return self.fit != self._before

    def drag(self, grip: Grip, start: QPointF, now: QPointF) -> None:
        """Move, size, turn or lean the grid with the pointer."""
        back, _ = self._view().inverted()
        here, there = back.map(start), back.map(now)
        before = self._before
        pivot = QPointF(self._laid.width / 2 + before.right, self._laid.height / 2 + before.down)
        was, away = here - pivot, there - pivot
        if grip is Grip.MOVE:
            by = there - here
            self._put(replace(before, right=before.right + by.x(), down=before.down + by.y()))
        elif grip is Grip.SIZE:
            times = hypot(away.x(), away.y()) / max(1.0, hypot(was.x(), was.y()))
            self._put(replace(before, size=before.size * times))
        elif grip is Grip.TURN:
            turned = degrees(atan2(away.y(), away.x()) - atan2(was.y(), was.x()))
            self._put(replace(before, turn=before.turn + turned))
        else:
            angle, length = radians(-before.turn), before.size * self._laid.height * (0.5 - INSET)
            x = away.x() * cos(angle) - away.y() * sin(angle)
            y = away.x() * sin(angle) + away.y() * cos(angle)
            self._put(replace(before, shear=x / length, stretch=y / length))

    def step(self, across: int, down: int, *, far: bool) -> None:
        """Move the grid by a pixel of the picture, or several."""
        by = FAR if far else 1
        self._put(replace(self.fit, right=self.fit.right + across * by, down=self.fit.down + down * by))

    def type_key(self, text: str) -> bool:
        """Size, turn, stretch and shear the grid by a little."""
        fit = self.fit
        changes = {
            "+": replace(fit, size=fit.size * (1 + SHARE)),
            "-": replace(fit, size=fit.size / (1 + SHARE)),
            "<": replace(fit, turn=fit.turn - TURN),
            ">": replace(fit, turn=fit.turn + TURN),
            "[": replace(fit, stretch=fit.stretch / (1 + SHARE)),
            "]": replace(fit, stretch=fit.stretch * (1 + SHARE)),
            "{": replace(fit, shear=fit.shear - SHARE),
            "}": replace(fit, shear=fit.shear + SHARE),
        }
        if text in changes:
            self._put(changes[text])
        return text in changes

    def reset(self) -> None:
        """The grid as the file has it."""
        self._put(AS_IN_FILE)

    def tell(self) -> None:
        """Tell where the grid lies."""
        self.chosen.emit(self.fit)

    def _put(self, fit: GridFit) -> None:
        """Lay the grid there, within the bounds that its options have."""
        self.fit = GridFit(
            round(min(max(fit.right, -50_000.0), 50_000.0), 2),
            round(min(max(fit.down, -50_000.0), 50_000.0), 2),
            round(min(max(fit.size, 0.05), 20.0), 4),
            round((fit.turn + 180) % 360 - 180, 2),
            round(min(max(fit.stretch, 0.2), 5.0), 4),
            round(min(max(fit.shear, -1.0), 1.0), 4),
        )
        self.update()

    # -- the view -----------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The picture fills the room that it has."""
        super().resizeEvent(event)
        self._see()

    def zoom(self, times: float, about: QPointF) -> None:
        """See the picture larger; the point of the screen ``about`` stays where it is."""
        back, _ = self._view().inverted()
        spot = back.map(about)
        self._zoom = min(self._zoom * times, NEAREST)
        back, _ = self._view().inverted()
        self._middle += spot - back.map(about)
        self._see()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom about the pointer."""
        event.accept()
        self.zoom(ZOOM if event.angleDelta().y() > 0 else 1 / ZOOM, event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The middle button takes the picture."""
        self._pan = event.position() if event.button() is Qt.MouseButton.MiddleButton else None
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the picture, or change the grid."""
        if self._pan is not None:
            self._middle -= (event.position() - self._pan) / self._zoom
            self._pan = event.position()
            self._see()
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        self._pan = None
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Page Up and Page Down zoom about the middle."""
        if event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            times = ZOOM if event.key() == Qt.Key.Key_PageUp else 1 / ZOOM
            self.zoom(times, QPointF(self.width() / 2, self.height() / 2))
        else:
            super().keyPressEvent(event)

    # -- drawing ------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """The picture, the grid and the frame."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPixmap(0, 0, self._ground())
        painter.setClipRect(self._view().mapRect(QRectF(0, 0, self._laid.width, self._laid.height)))
        pen = QPen(FRAME, 1)
        pen.setCosmetic(True)
        painter.setPen(pen)
        painter.save()
        painter.setTransform(self._grid_view(), True)
        painter.drawLines(self.mesh())
        painter.restore()
        painter.setClipping(False)
        self.paint_frame(painter)

    def _ground(self) -> QPixmap:
        """The picture as it is seen, without the grid: drawn again only where another part of it is seen."""
        ratio = self.devicePixelRatioF()
        seen = self._view(), self.size(), ratio, self._image.cacheKey(), self.palette().cacheKey()
        if seen != self._seen:
            self._seen = seen
            self._drawn = QPixmap(self.size() * ratio)
            self._drawn.setDevicePixelRatio(ratio)
            self._drawn.fill(self.palette().color(QPalette.ColorRole.Base))
            painter = QPainter(self._drawn)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            picture = self._view().mapRect(QRectF(0, 0, self._laid.width, self._laid.height))
            if self._image.isNull():
                painter.fillRect(picture, self.palette().color(QPalette.ColorRole.AlternateBase))
            else:
                painter.drawImage(picture, self._image)
            painter.end()
        return self._drawn

    def mesh(self) -> list[QLineF]:
        """The sides of the hexes that are seen, three of each, in pixels of the grid as the file has it; none where
        they would be too small to be seen."""
        laid, view = self._laid, self._grid_view()
        across, down = (
            view.map(QPointF(*step)) - view.map(QPointF(0, 0)) for step in ((laid.column, 0), (0, laid.row))
        )
        if min(hypot(across.x(), across.y()), hypot(down.x(), down.y())) < FEWEST:
            return []
        back, _ = view.inverted()
        room = back.mapRect(QRectF(self.rect()))
        if self._mesh_of != laid or not self._mesh_room.contains(room):
            # Somewhat more than is seen, so that a drag needs no other lines.
            beside, above = room.width() * BEYOND, room.height() * BEYOND
            self._mesh_of, self._mesh_room = laid, room.adjusted(-beside, -above, beside, above)
            self._mesh = _sides(laid, self._mesh_room)
        return self._mesh


def _sides(laid: LaidGrid, room: QRectF) -> list[QLineF]:
    """Three sides of each hex that is in a part of a grid."""
    flat = not laid.pointy
    # A pointy-topped grid is a flat-topped one with across and down exchanged.
    begin, step, pitch = (laid.x, laid.column, laid.row) if flat else (laid.y, laid.row, laid.column)
    other = laid.y if flat else laid.x
    ends = (room.left(), room.right()), (room.top(), room.bottom())
    (low, high), (near, far) = ends if flat else ends[::-1]
    third, half = step / 3, pitch / 2
    found = []
    for line in range(floor((low - begin) / step) - 1, ceil((high - begin) / step) + 2):
        at = begin + line * step
        aside = other + (half if line % 2 else 0.0)
        for place in range(floor((near - aside) / pitch) - 1, ceil((far - aside) / pitch) + 2):
            middle = aside + place * pitch
            a, b = (at - third, middle - half), (at + third, middle - half)
            c, d = (at + 2 * third, middle), (at + third, middle + half)
            for start, end in ((a, b), (b, c), (c, d)):
                found.append(QLineF(*start, *end) if flat else QLineF(*start[::-1], *end[::-1]))
    return found
