"""What is laid over a table: places are as large as bases."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPolygonF, QTransform

from editor.canvas.overlay import MapOverlay, OverlayStyle
from editor.document.document import Document
from editor.tables.scale import TableScene, base_polygon
from engine.tables.places import BasePlace


class TableOverlay(MapOverlay):
    """One overlay of a table."""

    def __init__(self, document: Document, style: OverlayStyle, z: float) -> None:
        super().__init__(style, z)
        self._scene_of = TableScene(document.board)

    def size(self) -> tuple[float, float]:
        return self._scene_of.size

    def centre(self, spot: BasePlace) -> QPointF:
        return base_polygon(spot).boundingRect().center()

    def outline(self, spot: BasePlace, share: float) -> QPolygonF:
        base = base_polygon(spot)
        middle = base.boundingRect().center()
        about = QTransform.fromTranslate(middle.x(), middle.y())
        about.scale(share, share)
        about.translate(-middle.x(), -middle.y())
        return about.map(base)
