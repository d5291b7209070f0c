"""What is laid over a table: places are as large as bases."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPolygonF, QTransform

from editor.canvas.overlay import MapOverlay, OverlayStyle
from editor.document.document import Document
from editor.tables.canvas.units import TablePieces
from editor.tables.scale import base_polygon
from editor.tables.things import TableScene
from engine.tables.places import BasePlace


class TableOverlay(MapOverlay):
    """One overlay of a table."""

    def __init__(self, document: Document, style: OverlayStyle, z: float) -> None:
        super().__init__(style, z)
        self._scene_of = TableScene(document.board)

    def size(self) -> tuple[float, float]:
        return self._scene_of.size

    def centre(self, spot: BasePlace) -> QPointF:
        return self._base(spot).boundingRect().center()

    def _base(self, spot: BasePlace) -> QPolygonF:
        """The base that stands at a place, as deep as it is; one of the usual depth where none does."""
        scene = self.scene()
        for item in scene.items() if scene is not None else ():
            if isinstance(item, TablePieces) and (found := item.base_at(spot)) is not None:
                return found
        return base_polygon(spot)

    def outline(self, spot: BasePlace, share: float) -> QPolygonF:
        base = self._base(spot)
        middle = base.boundingRect().center()
        about = QTransform.fromTranslate(middle.x(), middle.y())
        about.scale(share, share)
        about.translate(-middle.x(), -middle.y())
        return about.map(base)
