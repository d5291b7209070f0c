"""The map of hexes on the screen: its art, its names, and rivers that follow what is changed upstream."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QTimer
from PySide6.QtGui import QColor, QImage

from editor.canvas.drawing.look import Look, Painting
from editor.canvas.drawing.paper import SCALE
from editor.canvas.scene import MapScene
from editor.canvas.tiled_map import TiledMap
from editor.commands.change import Change
from editor.document.document import Document
from editor.hexes.drawing.atlas import Atlas
from editor.hexes.drawing.geometry import Geometry
from editor.hexes.drawing.map_painter import FAR, atlas_for, is_dressed, painting_of
from editor.hexes.drawing.place_names import label_rect
from engine.hexes.board.battlemap import Label

SETTLE: Final = 300
"""Milliseconds that the hand rests before large river systems are worked out again."""
MOST: Final = 60_000
"""Hexes of a map that is drawn small; a larger one is as well shown by its overview."""
FEW: Final = 4_000
"""Hexes of a map whose outlines are drawn even where hexes are only a few pixels wide."""


def geometry_of(scene: MapScene) -> Geometry:
    """Where hexes are drawn in the scene of a map of hexes."""
    found = scene.geometry
    assert isinstance(found, Geometry)
    return found


class MapLayer(TiledMap):
    """Shows a map of hexes."""

    def __init__(self, document: Document) -> None:
        self.atlas = Atlas(document.battle_map)
        self._labels = list(document.battle_map.labels)
        super().__init__(document)
        self._settling = QTimer(self)
        self._settling.setSingleShot(True)
        self._settling.timeout.connect(self._settle)

    @property
    def geometry(self) -> Geometry:
        return self.atlas.geometry

    @property
    def art(self) -> Atlas:
        return self.atlas

    @property
    def desk(self) -> QColor:
        return self.atlas.overview.desk

    @property
    def painting(self) -> Painting:
        return painting_of(self.atlas)

    def from_afar(self) -> tuple[QRectF, QImage]:
        return self.atlas.overview.rect, self.atlas.overview.image

    def small_detail(self, scale: float) -> float | None:
        hexes = len(self.atlas.map.grid)
        if hexes > MOST:
            return None
        return max(scale, FAR / SCALE) if hexes <= FEW else scale

    def _use_desk(self, colour: QColor) -> None:
        self.atlas.overview.desk = colour
        self.atlas.overview.outdate()

    def _fits(self, look: Look) -> bool:
        return is_dressed(self.atlas, look)

    def _renew_art(self, look: Look) -> None:
        desk = self.desk
        self.atlas = atlas_for(self.document.battle_map, look)
        self.atlas.overview.desk = desk

    def _trim(self, most: int | None = None) -> bool:
        return self.atlas.trim() if most is None else self.atlas.trim(most)

    # -- changes ------------------------------------------------------------------------------------------------

    def on_change(self, change: Change) -> None:
        """Draw again what a change of the document touched, and rivers that it makes wider or narrower."""
        super().on_change(change)
        if change.of_map and change.what not in ("all", "look"):
            self._follow_rivers()

    def _touched(self, change: Change) -> QRectF:
        rect = self.atlas.invalidate(change.hexes, change.sides, change.what)
        if self._labels != self.document.battle_map.labels:
            rect = rect.united(self._relabel())
        return rect

    def _settle(self) -> None:
        self._follow_rivers(settle=True)

    def _follow_rivers(self, settle: bool = False) -> None:
        """Draw again where rivers are wider or narrower because of changes upstream."""
        for part in self.atlas.take_drifted(settle):
            self._refresh(part)
        if self.atlas.rivers is not None and self.atlas.rivers.owing:
            self._settling.start(SETTLE)

    def _start_over(self) -> None:
        self._labels = list(self.document.battle_map.labels)
        super()._start_over()

    def close(self) -> None:
        """The document is closed: stop drawing, and wait for no rivers."""
        super().close()
        self._settling.stop()
        self._settling.timeout.disconnect(self._settle)

    def _relabel(self) -> QRectF:
        before, after = self._labels, list(self.document.battle_map.labels)
        self._labels = after
        self.atlas.forget_labels()
        rect = QRectF()
        changed: set[Label] = set(before) ^ set(after)
        for label in changed:
            covered = label_rect(label, self.atlas.geometry)
            # Numbers of the hexes about it go elsewhere, or come back.
            rect = rect.united(covered.adjusted(-SCALE, -1.5 * SCALE, SCALE, 1.5 * SCALE))
        return rect
