"""The scene: the open document's map, the selection, the tool's preview, and the layers others add."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene

from editor.canvas import layers
from editor.canvas.furniture_layer import FurnitureLayer
from editor.canvas.hands import PlayHands
from editor.canvas.marks import ACCENT, Marks
from editor.canvas.overlay import Z_OVERLAY, MapOverlay, OverlayStyle
from editor.canvas.tiled_map import SceneGeometry, TiledMap
from editor.commands.change import Change
from editor.document.document import Document
from engine.boards.board import Spot

SELECTED: Final = QColor("#d9480f")


@dataclass(frozen=True, slots=True)
class SceneParts:
    """What a kind of map is shown with, each made for a document."""

    layer: Callable[[Document], TiledMap]
    """What draws the map."""
    overlay: Callable[[Document, OverlayStyle, float], MapOverlay]
    """What is laid over it: reach, sight, findings."""
    marks: Callable[[TiledMap, QColor, float], Marks]
    """What shows what is selected, and what a tool is about to do."""
    select: Callable[[Document, Marks, list[Spot]], None]
    """Marks places as selected."""


class MapScene(QGraphicsScene):
    """Everything that is drawn of one document. Another document gets another scene."""

    paper_changed = Signal()
    """What is drawn reaches farther, or less far, than before."""

    def __init__(self, document: Document, parts: SceneParts) -> None:
        """``parts``: what its kind of map is shown with."""
        super().__init__()
        # The few items are as large as the map: an index would only cost.
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.document = document
        self.overlays: dict[str, MapOverlay] = {}
        """By key, each made when it is first asked for; see ``overlay``."""
        self.parts = parts
        self.picking: Callable[[Spot], None] | None = None
        """When set, clicks on places of the map go here and not to the tool."""
        self.dragged: Callable[[Spot, Spot], None] | None = None
        """Told of a click that became a drag, while clicks do not go to the tool: from which place to which."""
        self.takes_press: Callable[[QPointF], bool] | None = None
        """Asked first about a press on a point of the scene, unless a tool draws: whether it was for what lies over
        places, such as the count of a stack."""
        self.hands: PlayHands | None = None
        """What takes the pointer before clicks do during play, where the kind of map has such."""
        self.map_layer = parts.layer(document)
        self.addItem(self.map_layer)
        self.furniture = FurnitureLayer(document, self.map_layer)
        self.addItem(self.furniture)
        self.selection = parts.marks(self.map_layer, SELECTED, layers.SELECTION)
        self.addItem(self.selection)
        self.marks = parts.marks(self.map_layer, ACCENT, layers.PREVIEW)
        self.addItem(self.marks)

    @property
    def geometry(self) -> SceneGeometry:
        """Where places are drawn."""
        return self.map_layer.geometry

    @property
    def paper(self) -> QRectF:
        """The map and the furniture beside it, in scene units."""
        return self.map_layer.paper.united(self.furniture.rect)

    def add_layer(self, layer: QGraphicsItem) -> None:
        """Add a layer; its z value (see ``layers``) says what it lies over."""
        self.addItem(layer)

    def overlay(self, key: str, style: OverlayStyle = OverlayStyle.FILL, z: float = Z_OVERLAY) -> MapOverlay:
        """The overlay of this key, made the first time it is asked for."""
        found = self.overlays.get(key)
        if found is None:
            found = self.overlays[key] = self.parts.overlay(self.document, style, z)
            self.add_layer(found)
        return found

    def close(self) -> None:
        """The document is closed: stop drawing and free all pictures."""
        self.picking = self.dragged = self.hands = self.takes_press = None
        for item in (self.selection, self.marks):
            item.clear()
        self.map_layer.close()
        self.furniture.close()

    def show_selected(self, spots: list[Spot]) -> None:
        """Mark these places as selected, and no others."""
        self.parts.select(self.document, self.selection, spots)

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
            item.renew(self.map_layer)
