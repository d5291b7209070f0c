"""The scene: the open document's map, the selection, the tool's preview, and the layers others add."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene

from editor.canvas import layers
from editor.canvas.furniture_layer import FurnitureLayer
from editor.commands.change import Change
from editor.document.document import Document
from editor.hexes.canvas.map_layer import MapLayer
from editor.hexes.canvas.marks import Marks
from editor.hexes.canvas.overlays import Z_OVERLAY, OverlayItem, OverlayStyle
from editor.hexes.drawing.geometry import Geometry
from engine.hexes.board.grid import Grid

NewOverlay = Callable[[Grid, OverlayStyle, float], OverlayItem]
SELECTED = QColor("#d9480f")


class MapScene(QGraphicsScene):
    """Everything that is drawn of one document. Another document gets another scene."""

    paper_changed = Signal()
    """What is drawn reaches farther, or less far, than before."""

    def __init__(self, document: Document, layer: MapLayer, new_overlay: NewOverlay) -> None:
        """``layer`` draws the map, ``new_overlay`` makes what is laid over it."""
        super().__init__()
        # The few items are as large as the map: an index would only cost.
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.document = document
        self.overlays: dict[str, OverlayItem] = {}
        """By key, each made when it is first asked for; see ``overlay``."""
        self._new_overlay = new_overlay
        self.picking: Callable[[int], None] | None = None
        """When set, clicks on hexes go here and not to the tool."""
        self.dragged: Callable[[int, int], None] | None = None
        """Told of a click that became a drag, while clicks do not go to the tool: from which hex to which."""
        self.map_layer = layer
        self.addItem(self.map_layer)
        self.furniture = FurnitureLayer(document, self.map_layer)
        self.addItem(self.furniture)
        self.selection = Marks(self.geometry, SELECTED, layers.SELECTION)
        self.addItem(self.selection)
        self.marks = Marks(self.geometry)
        self.addItem(self.marks)

    @property
    def geometry(self) -> Geometry:
        """Where hexes are drawn."""
        return self.map_layer.atlas.geometry

    @property
    def paper(self) -> QRectF:
        """The map and the furniture beside it, in scene units."""
        return self.map_layer.paper.united(self.furniture.rect)

    def add_layer(self, layer: QGraphicsItem) -> None:
        """Add a layer; its z value (see ``layers``) says what it lies over."""
        self.addItem(layer)

    def overlay(self, key: str, style: OverlayStyle = OverlayStyle.FILL, z: float = Z_OVERLAY) -> OverlayItem:
        """The overlay of this key, made the first time it is asked for."""
        found = self.overlays.get(key)
        if found is None:
            found = self.overlays[key] = self._new_overlay(self.document.battle_map.grid, style, z)
            self.add_layer(found)
        return found

    def close(self) -> None:
        """The document is closed: stop drawing and free all pictures."""
        self.picking = self.dragged = None
        for item in (self.selection, self.marks):
            item.clear()
        self.map_layer.close()
        self.furniture.close()

    def on_change(self, change: Change) -> None:
        """Show what a change of the document made of it."""
        self.map_layer.on_change(change)
        self.furniture.on_change(change)
        if change.what in ("furniture", "all"):
            self.paper_changed.emit()
        if change.what == "all":
            self._new_grid()

    def look_away(self, widget: object) -> None:
        """The view that is painted on this widget shows another scene now: free the pictures made for it."""
        self.map_layer.look_away(widget)
        self.furniture.forget_pictures()

    def _new_grid(self) -> None:
        for item in (self.selection, self.marks):
            item.set_geometry(self.geometry)
