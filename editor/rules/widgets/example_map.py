"""The map of the live example: hexes tinted by the answer, and units that can be moved by mouse and keyboard."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStyleOptionGraphicsItem, QWidget

from editor.canvas.drawing.paper import SCALE, paper_size
from editor.canvas.overlay import Cell, OverlayStyle
from editor.controls.overlays import REACH, SIGHT, STOPS
from editor.hexes.canvas.overlays import OverlayItem
from editor.rules.widgets.example_work import ExampleView, scale_of
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.kit.example.answers import Tone

TINTS: Final = {
    Tone.REACHED: REACH,
    Tone.ZONE: STOPS,
    Tone.OWN: QColor(47, 111, 178, 100),
    Tone.ENEMY: QColor(179, 38, 30, 95),
    Tone.BOTH: QColor(120, 60, 140, 130),
    Tone.SEEN: SIGHT["visible"],
    Tone.HIDDEN: SIGHT["blocked"],
    Tone.TARGET: QColor(179, 38, 30, 110),
}
UNIT: Final = QColor("#2f6fb2")
ENEMY: Final = QColor("#b3261e")


class ExampleMap(QWidget):
    """Shows the last view. A click or an arrow moves the unit that is asked about; with Shift, the enemy."""

    moved = Signal(str, str)
    """A unit was moved by hand: its key, and the name of the hex."""
    resized = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.view = ExampleView()
        self._overlay: OverlayItem | None = None
        self._rings: OverlayItem | None = None
        self.setMinimumSize(200, 150)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Example map: arrows move the unit, Shift+arrows the enemy")
        self.setToolTip("Click to move the unit, Shift+click to move the enemy")

    def show_view(self, view: ExampleView) -> None:
        """Show a view."""
        other = view.board is not self.view.board
        self.view = view
        if not isinstance(view.board, BattleMap):
            self._overlay = self._rings = None
        elif other or self._overlay is None:
            self._overlay = OverlayItem(view.board.grid)
            self._rings = OverlayItem(view.board.grid, OverlayStyle.RING)
        if isinstance(view.board, BattleMap) and self._overlay is not None and self._rings is not None:
            self._overlay.set_cells(self._cells(view.board))
            self._rings.set_cells(self._ringed(view.board))
        self.setAccessibleDescription(". ".join(line.text for line in view.answer.lines) if view.answer else "")
        if other:
            self.updateGeometry()
        self.update()

    def _cells(self, board: BattleMap) -> dict[int, Cell]:
        hexes = self.view.answer.hexes if self.view.answer is not None else {}
        found = {board.grid.find(name): (TINTS[tone], text) for name, (tone, text) in hexes.items()}
        found.pop(NOWHERE, None)
        return found

    def _ringed(self, board: BattleMap) -> dict[int, Cell]:
        spots = {self.view.enemy: ENEMY, self.view.unit: UNIT}
        found = {board.grid.find(self.view.at.get(key, "")): (colour, "") for key, colour in spots.items()}
        found.pop(NOWHERE, None)
        return found

    def heightForWidth(self, width: int) -> int:
        """As high as the map is at a width."""
        if self.view.board is None:
            return round(width * 0.8)
        wide, high = paper_size(self.view.board)
        return round(width * high / wide)

    def sizeHint(self) -> QSize:
        """Wide enough for the numbers in the hexes."""
        return QSize(400, self.heightForWidth(400))

    # -- where things are -------------------------------------------------------------------------------------

    def pixels(self) -> QSize:
        """Pixels of the screen that a picture has room in."""
        return self.size() * self.devicePixelRatioF()

    def _area(self) -> QRectF:
        """Where the map is painted."""
        if self.view.board is None:
            return QRectF()
        wide, high = paper_size(self.view.board)
        scale = scale_of(self.view.board, self.size())
        size = (wide * scale, high * scale)
        return QRectF((self.width() - size[0]) / 2, 0, *size)

    def hex_at(self, point: QPointF) -> str:
        """The name of the hex at a point of the widget; empty beside the map."""
        board, area = self.view.board, self._area()
        if not isinstance(board, BattleMap) or area.isEmpty():
            return ""
        scale = area.width() / paper_size(board)[0] * SCALE
        h = board.grid.hex_at((point.x() - area.x()) / scale, (point.y() - area.y()) / scale)
        return board.grid.name(h) if h != NOWHERE else ""

    # -- Qt's side --------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for a picture of the new size."""
        super().resizeEvent(event)
        self.resized.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground, the answer over it, and the counters."""
        painter = QPainter(self)
        area, view = self._area(), self.view
        if view.board is None or view.ground is None or view.counters is None:
            painter.end()
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(area, view.ground)
        scale = area.width() / paper_size(view.board)[0]
        for item in (self._overlay, self._rings):
            if item is not None:
                option = QStyleOptionGraphicsItem()
                option.exposedRect = item.boundingRect()
                painter.save()
                painter.translate(area.topLeft())
                painter.scale(scale, scale)
                item.paint(painter, option)
                painter.restore()
        painter.drawImage(area, view.counters)
        if self.hasFocus():
            painter.setPen(self.palette().link().color())
            painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Move the unit, or with Shift the enemy."""
        self.setFocus()
        name = self.hex_at(event.position())
        key = self.view.enemy if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else self.view.unit
        if name and key:
            self.moved.emit(key, name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the unit a hex, or with Shift the enemy."""
        way = {
            Qt.Key.Key_Left: (-1.5, 0.0),
            Qt.Key.Key_Right: (1.5, 0.0),
            Qt.Key.Key_Up: (0.0, -1.7),
            Qt.Key.Key_Down: (0.0, 1.7),
        }.get(Qt.Key(event.key()))
        board = self.view.board
        key = self.view.enemy if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else self.view.unit
        if way is None or not isinstance(board, BattleMap) or not key:
            super().keyPressEvent(event)
            return
        here = board.grid.find(self.view.at.get(key, ""))
        if here == NOWHERE:
            return
        x, y = board.grid.centre(here)
        # Straight to the side of a hex there may be a border: then the hex below it is taken.
        there = next((h for dy in (0.3, -0.3) if (h := board.grid.hex_at(x + way[0], y + way[1] + dy)) != NOWHERE), -1)
        if there != NOWHERE and there >= 0:
            self.moved.emit(key, board.grid.name(there))
