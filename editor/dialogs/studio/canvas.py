"""The canvas of the counter studio: a counter with rulers and guides, whose elements are dragged and sized."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from editor.canvas.drawing.counters import draw_counter
from editor.canvas.drawing.elements import draw_elements
from editor.canvas.drawing.faces import CounterLook, dress_of
from editor.canvas.drawing.typefaces import sans
from editor.dialogs.studio.model import LEAST_SIDE, NONE, StudioModel, described, measured
from editor.dialogs.studio.snapping import SAFE, Snapped, guides, snapped
from engine.scenario import Unit
from engine.scenario.elements import CounterElement
from engine.scenario.slots import SIDE

RULER: Final = 26
"""Pixels of the rulers."""
HANDLE: Final = 8
"""Pixels of a handle's side."""
GRAB: Final = 7
"""Pixels within which a handle is taken hold of."""
GUIDE: Final = QColor("#d23a8f")
FRAME: Final = QColor("#1f6fd6")
SHEET: Final = QColor("#e9e7e0")
FINE, COARSE = 0.1, 1.0
"""Millimetres that an arrow key moves by, without and with Shift."""
_HANDLES: Final = ((0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (1.0, 0.5), (1.0, 1.0), (0.5, 1.0), (0.0, 1.0), (0.0, 0.5))
_ARROWS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class CanvasDrag:
    """A drag under way: where it began, with which element, by which handle (None: the whole element)."""

    def __init__(self, at: QPointF, element: CounterElement, handle: tuple[float, float] | None) -> None:
        self.at, self.element, self.handle = at, element, handle


class StudioCanvas(QWidget):
    """Shows a face of a unit's counter, and lets its elements be placed."""

    def __init__(self, model: StudioModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self.unit: Unit | None = None
        self.look = CounterLook()
        self.scale = 0.0
        """Pixels to a millimetre; 0 for as large as there is room."""
        self.met: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())
        """The guides that the drag has met, across and down."""
        self.dragged: CanvasDrag | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(QSize(240, 160))
        self.setAccessibleName("Counter canvas")
        self.setToolTip("Drag elements; arrow keys move by 0.1 mm, with Shift by 1 mm, with Ctrl they size")
        model.changed.connect(self._follow)
        model.selected.connect(self._follow)
        model.face_changed.connect(self._follow)

    # -- places ---------------------------------------------------------------------------------------------------

    def print_scale(self) -> float:
        """Pixels of this screen to a millimetre of print."""
        return self.screen().physicalDotsPerInch() / 25.4

    def pixels(self) -> float:
        """Pixels to a millimetre as it is shown."""
        if self.scale:
            return self.scale
        room = min(self.width() - RULER - 12, self.height() - RULER - 12)
        return max(2.0, room / self.model.size)

    def counter_rect(self) -> QRectF:
        """Where the counter is on the widget."""
        side = self.model.size * self.pixels()
        left = RULER + max(6.0, (self.width() - RULER - side) / 2)
        top = RULER + max(6.0, (self.height() - RULER - side) / 2)
        return QRectF(left, top, side, side)

    def box_of(self, element: CounterElement) -> QRectF:
        """Where an element is on the widget."""
        counter, scale = self.counter_rect(), self.pixels()
        return QRectF(
            counter.left() + element.x * scale,
            counter.top() + element.y * scale,
            element.width * scale,
            element.height * scale,
        )

    def element_at(self, point: QPointF) -> int:
        """The number of the topmost element under a point; the selected one first."""
        current = self.model.current
        if current is not None and self.box_of(current).contains(point):
            return self.model.element
        for number in range(len(self.model.elements) - 1, -1, -1):
            if self.box_of(self.model.elements[number]).contains(point):
                return number
        return NONE

    def handle_at(self, point: QPointF) -> tuple[float, float] | None:
        """The handle of the selected element under a point, as shares of its width and height."""
        current = self.model.current
        if current is None:
            return None
        box = self.box_of(current)
        for handle in _HANDLES:
            spot = QPointF(box.left() + handle[0] * box.width(), box.top() + handle[1] * box.height())
            if max(abs(point.x() - spot.x()), abs(point.y() - spot.y())) <= GRAB:
                return handle
        return None

    # -- mouse ----------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of a handle or an element; a press on nothing selects nothing."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        point = event.position()
        handle = self.handle_at(point)
        if handle is None:
            self.model.select(self.element_at(point))
        current = self.model.current
        self.dragged = CanvasDrag(point, current, handle) if current is not None else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move or size the element; with Alt without snapping."""
        if self.dragged is None:
            over = self.handle_at(event.position()) is not None
            self.setCursor(Qt.CursorShape.SizeAllCursor if over else Qt.CursorShape.ArrowCursor)
            return
        moved = (event.position() - self.dragged.at) / self.pixels()
        self.drag_to(moved.x(), moved.y(), snap=not event.modifiers() & Qt.KeyboardModifier.AltModifier)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let go."""
        self.dragged, self.met = None, ((), ())
        self.update()

    def drag_to(self, dx: float, dy: float, *, snap: bool) -> None:
        """Move what is dragged by a number of millimetres from where the drag began."""
        drag = self.dragged
        if drag is None:
            return
        one = drag.element
        others = [other for number, other in enumerate(self.model.elements) if number != self.model.element]
        lines = [guides(self.model.size, others, across=across) for across in (True, False)]
        left, width, across = _dragged(one.x, one.width, dx, drag.handle[0] if drag.handle else None, lines[0], snap)
        top, height, down = _dragged(one.y, one.height, dy, drag.handle[1] if drag.handle else None, lines[1], snap)
        self.met = (across, down)
        self.model.place(left, top, width, height, stroke=drag)

    # -- keys -----------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move and size, Page Up and Page Down choose, Delete removes, Ctrl+D duplicates."""
        key, held = Qt.Key(event.key()), event.modifiers()
        control = bool(held & Qt.KeyboardModifier.ControlModifier)
        if key in _ARROWS and self.model.current is not None:
            self._nudge(*_ARROWS[key], coarse=bool(held & Qt.KeyboardModifier.ShiftModifier), size=control)
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp) and self.model.elements:
            step = 1 if key == Qt.Key.Key_PageDown else -1
            self.model.select((self.model.element + step) % len(self.model.elements))
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.model.remove()
        elif key == Qt.Key.Key_D and control:
            self.model.duplicate()
        elif key in (Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight):
            self.model.raise_by(1 if key == Qt.Key.Key_BracketRight else -1)
        else:
            super().keyPressEvent(event)

    def _nudge(self, across: int, down: int, *, coarse: bool, size: bool) -> None:
        one = self.model.current
        if one is None:
            return
        step = COARSE if coarse else FINE
        dx, dy = across * step, down * step
        if size:
            self.model.place(one.x, one.y, one.width + dx, one.height + dy)
        else:
            self.model.place(one.x + dx, one.y + dy, one.width, one.height)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that keys go here."""
        super().focusInEvent(event)
        self.update()

    # -- showing --------------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        current = self.model.current
        said = f"{self.model.face} of the counter, "
        if current is None:
            said += f"{len(self.model.elements)} elements, none selected"
        else:
            said += f"element {self.model.element + 1} of {len(self.model.elements)}: {described(current)}, "
            said += measured(current)
        if said != self.accessibleDescription():
            self.setAccessibleDescription(said)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw rulers, counter, guides and the frame of the selected element."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), SHEET)
        self._paint_rulers(painter)
        self._paint_counter(painter)
        self._paint_guides(painter)
        current = self.model.current
        if current is not None:
            self._paint_frame(painter, self.box_of(current))
        painter.end()

    def _paint_counter(self, painter: QPainter) -> None:
        side = self.model.scenario.sides.get(self.unit.side) if self.unit is not None else None
        if self.unit is None or side is None:
            return
        counter, face, template = self.counter_rect(), self.model.face, self.look.design.template
        steps = 1 if face == "back" else None
        if template is None or face == "front":
            draw_counter(painter, counter, self.unit, side, look=self.look, steps=steps, pixels=1000, cut=True)
            return
        dress = dress_of(self.look, self.unit, side, steps=steps, cut=True)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(counter, dress.colours["ground"])
        painter.translate(counter.topLeft())
        painter.scale(counter.width() / SIDE, counter.height() / SIDE)
        draw_elements(painter, template.face(face), dress, SIDE / template.size, named=True)
        painter.restore()

    def _paint_rulers(self, painter: QPainter) -> None:
        counter, scale = self.counter_rect(), self.pixels()
        painter.setPen(QPen(QColor("#5c5a52"), 1))
        painter.setFont(sans(11))
        for mm in range(int(self.model.size) + 1):
            long = mm % 5 == 0
            x, y = counter.left() + mm * scale, counter.top() + mm * scale
            painter.drawLine(QPointF(x, RULER - (9 if long else 5)), QPointF(x, RULER - 1))
            painter.drawLine(QPointF(RULER - (9 if long else 5), y), QPointF(RULER - 1, y))
            if long:
                painter.drawText(QRectF(x - 15, 1, 30, 14), Qt.AlignmentFlag.AlignCenter, str(mm))
                painter.drawText(QRectF(0, y - 7, 15, 14), Qt.AlignmentFlag.AlignCenter, str(mm))

    def _paint_guides(self, painter: QPainter) -> None:
        counter, scale, size = self.counter_rect(), self.pixels(), self.model.size
        pen = QPen(QColor(31, 111, 214, 120), 1, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(counter).adjusted(SAFE * scale, SAFE * scale, -SAFE * scale, -SAFE * scale))
        painter.setPen(QPen(QColor(31, 111, 214, 70), 1, Qt.PenStyle.DotLine))
        middle = counter.center()
        painter.drawLine(QPointF(middle.x(), counter.top()), QPointF(middle.x(), counter.bottom()))
        painter.drawLine(QPointF(counter.left(), middle.y()), QPointF(counter.right(), middle.y()))
        painter.setPen(QPen(GUIDE, 1))
        reach = size * scale
        for mm in self.met[0]:
            x = counter.left() + mm * scale
            painter.drawLine(QPointF(x, counter.top() - 8), QPointF(x, counter.top() + reach + 8))
        for mm in self.met[1]:
            y = counter.top() + mm * scale
            painter.drawLine(QPointF(counter.left() - 8, y), QPointF(counter.left() + reach + 8, y))

    def _paint_frame(self, painter: QPainter, box: QRectF) -> None:
        painter.setPen(QPen(FRAME, 2 if self.hasFocus() else 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        painter.setPen(QPen(FRAME, 1))
        painter.setBrush(QColor("#ffffff"))
        for across, down in _HANDLES:
            spot = QPointF(box.left() + across * box.width(), box.top() + down * box.height())
            painter.drawRect(QRectF(spot.x() - HANDLE / 2, spot.y() - HANDLE / 2, HANDLE, HANDLE))


def _dragged(
    start: float, length: float, by: float, handle: float | None, lines: list[float], snap: bool
) -> tuple[float, float, tuple[float, ...]]:
    """Start and length along one axis after a drag, and the guides met. ``handle``: the share of the length at which
    it is held (0, 0.5 or 1), None for all of it."""
    none = Snapped(0.0)
    if handle is None:
        found = snapped((start + by, start + by + length, start + by + length / 2), lines) if snap else none
        return start + by + found.shift, length, found.guides
    if handle == 0.5:
        return start, length, ()
    if handle == 0:
        found = snapped((start + by,), lines) if snap else none
        edge = min(start + by + found.shift, start + length - LEAST_SIDE)
        return edge, start + length - edge, found.guides
    found = snapped((start + length + by,), lines) if snap else none
    return start, max(LEAST_SIDE, length + by + found.shift), found.guides
