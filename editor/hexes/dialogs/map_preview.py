"""A small picture of a map for dialogs: as it will be, with what goes shown in red."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from editor.hexes.drawing.geometry import Geometry
from editor.hexes.drawing.overview import Overview
from engine.hexes.board.battlemap import BattleMap

GONE = QColor(190, 40, 40, 150)
ADDED = QColor("#d9480f")


class PreviewSheet:
    """A map laid on the preview's paper: its picture, and where its corner lies (scene units)."""

    def __init__(self, battle_map: BattleMap, x: float = 0.0, y: float = 0.0) -> None:
        self.map = battle_map
        self.overview = Overview(battle_map)
        wide, high = Geometry(battle_map.grid).size
        self.rect = QRectF(x, y, wide, high)

    def at(self, x: float, y: float) -> PreviewSheet:
        """The same sheet with its corner elsewhere."""
        self.rect.moveTo(x, y)
        return self


class MapPreview(QWidget):
    """The new map over the old one: what of the old one sticks out goes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.old: PreviewSheet | None = None
        self.new: PreviewSheet | None = None
        self.marked: list[QRectF] = []
        self.setMinimumSize(QSize(320, 260))
        self.setAccessibleName("Preview of the map")

    def show_sheets(
        self, old: PreviewSheet | None, new: PreviewSheet | None, marked: list[QRectF] | None = None
    ) -> None:
        """Show these; ``marked`` are parts to be framed, in scene units."""
        self.old, self.new, self.marked = old, new, marked or []
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(self.rect(), self.palette().base())
        sheets = [sheet for sheet in (self.old, self.new) if sheet is not None]
        if not sheets:
            return
        whole = sheets[0].rect.united(sheets[-1].rect)
        room = QRectF(self.rect()).adjusted(10, 10, -10, -10)
        scale = min(room.width() / whole.width(), room.height() / whole.height())
        painter.translate(room.center())
        painter.scale(scale, scale)
        painter.translate(-whole.center())
        if self.old is not None:
            self._draw(painter, self.old)
            painter.fillRect(self.old.rect, GONE)
        if self.new is not None:
            self._draw(painter, self.new)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        frame = self.palette().text().color()
        for sheet, style in ((self.old, Qt.PenStyle.DashLine), (self.new, Qt.PenStyle.SolidLine)):
            if sheet is not None:
                painter.setPen(QPen(frame, 2 / scale, style))
                painter.drawRect(sheet.rect)
        for rect in self.marked:
            painter.setPen(QPen(ADDED, 2.5 / scale))
            painter.drawRect(rect)
        painter.end()

    @staticmethod
    def _draw(painter: QPainter, sheet: PreviewSheet) -> None:
        painter.save()
        painter.setClipRect(sheet.rect)
        painter.translate(sheet.rect.topLeft())
        painter.drawImage(sheet.overview.rect, sheet.overview.image)
        painter.restore()
