"""A chip: one requirement of a condition, small enough for several to stand in a row."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from editor.look import style
from editor.plain import as_written

PAD: Final = 8
"""Pixels beside the text."""
CROSS: Final = 18
"""Pixels of the part with the cross that removes it."""
ROUND: Final = 5.0


def error_colour() -> QColor:
    """The colour of what is wrong, on the desktop as it is."""
    return QColor((style.DARK_TONES if style.is_dark() else style.LIGHT_TONES).error)


class Chip(QAbstractButton):
    """Shows one requirement. Enter or a click opens it, Delete removes it; Left and Right go to the next one."""

    removed = Signal()
    stepped = Signal(int)
    """The keyboard focus moves by this number of chips."""
    shifted = Signal(int)
    """The chip moves by this number of places."""

    def __init__(self, label: str, text: str, fault: str = "") -> None:
        super().__init__()
        self.label, self.fault = "", ""
        self._opened = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.show_text(label, text, fault)

    def show_text(self, label: str, text: str, fault: str = "") -> None:
        """Show a requirement: what it is called, its value in words, and what is wrong with it."""
        self.label, self.fault = label, fault
        self.setText(text)
        said = f"{label}: {text}"
        self.setAccessibleName(said)
        self.setAccessibleDescription(fault or "Enter opens it, Delete removes it, Ctrl+arrow moves it")
        self.setToolTip(as_written(f"{said}\n{fault}" if fault else said))
        self.updateGeometry()
        self.update()

    def show_opened(self, *, opened: bool) -> None:
        """Show whether the field of the chip is open below the row."""
        self._opened = opened
        self.update()

    # -- size and paint ---------------------------------------------------------------------------------------

    def _widths(self) -> tuple[int, int]:
        metrics = QFontMetrics(self.font())
        return metrics.horizontalAdvance(f"{self.label} "), metrics.horizontalAdvance(self.text())

    def sizeHint(self) -> QSize:
        """As wide as its words."""
        label, value = self._widths()
        return QSize(label + value + 2 * PAD + CROSS + 2, QFontMetrics(self.font()).height() + 10)

    def minimumSizeHint(self) -> QSize:
        """Words are shortened if there is no room for them."""
        return QSize(80, self.sizeHint().height())

    def _cross(self) -> QRectF:
        return QRectF(self.width() - CROSS - 2, 0, CROSS, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the frame, the label in a quiet colour, the value, and the cross."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = self.palette()
        line = error_colour() if self.fault else colours.color(QPalette.ColorRole.Mid)
        if self.hasFocus() or (self._opened and not self.fault):
            line = colours.color(QPalette.ColorRole.Link)
        ground = colours.color(QPalette.ColorRole.Base if self._opened else QPalette.ColorRole.Button)
        painter.setPen(QPen(line, 2.0 if self.hasFocus() else 1.2))
        painter.setBrush(ground.lighter(104) if self.underMouse() else ground)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), ROUND, ROUND)
        metrics = QFontMetrics(self.font())
        label = self._widths()[0]
        room = self.width() - 2 * PAD - CROSS - label
        area = QRectF(PAD, 0, label, self.height())
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(colours.color(QPalette.ColorRole.PlaceholderText))
        painter.drawText(area, middle, self.label)
        painter.setPen(error_colour() if self.fault else colours.color(QPalette.ColorRole.ButtonText))
        text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, max(room, 20))
        painter.drawText(QRectF(PAD + label, 0, max(room, 20) + 2, self.height()), middle, text)
        painter.setPen(QPen(colours.color(QPalette.ColorRole.PlaceholderText), 1.3))
        centre = self._cross().center()
        for slope in (1, -1):
            painter.drawLine(
                int(centre.x() - 3), int(centre.y() - 3 * slope), int(centre.x() + 3), int(centre.y() + 3 * slope)
            )
        painter.end()

    # -- hands ------------------------------------------------------------------------------------------------

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on the cross removes it."""
        if event.button() == Qt.MouseButton.LeftButton and self._cross().contains(event.position()):
            self.setDown(False)
            self.removed.emit()
            return
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that open, remove and move it."""
        key, far = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(key), 0)
        if step:
            (self.shifted if far else self.stepped).emit(step)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.click()
        else:
            super().keyPressEvent(event)
